"""Repairs a gerund that the parser takes for a noun behind a verb of ending: "I quit smoking", "gave up drinking in
May". Behind "stopped" the parser already takes it for a verb; after the repair all three are read alike."""

from dataclasses import replace

from kg_assets.beliefs.lexicon import Lexicon
from kg_assets.language.sentence import Sentence

_GERUND = "ing"
_LEAST = 6  # letters: "king" and "ring" are no doings


def with_doings(s: Sentence, lexicon: Lexicon) -> Sentence:
    """The sentence with its parse repaired: in "I quit smoking" the word "smoking" becomes a verb. Only the
    first such gerund is changed, and only if the word lists have its verb."""
    if lexicon.ending.isdisjoint(map(str.lower, s.lemma)):
        return s
    for verb in range(len(s)):
        doing = s.child(verb, "dobj") if ends_something(s, verb, lexicon) else None
        if doing is None or not s.low[doing].endswith(_GERUND) or s.children(doing, "det", "poss", "amod"):
            continue
        base = _base(s.low[doing], lexicon)
        if base is not None:
            return replace(
                s, lemma=_put(s.lemma, doing, base), tag=_put(s.tag, doing, "VBG"), pos=_put(s.pos, doing, "VERB"),
                dep=_put(s.dep, doing, "xcomp"),
            )  # fmt: skip
    return s


def ends_something(s: Sentence, verb: int, lexicon: Lexicon) -> bool:
    """Whether a verb says that something is over: "quit", "gave up"."""
    lemma = s.lemma[verb].lower()
    return lemma in lexicon.ending and (lemma != "give" or any(s.low[part] == "up" for part in s.children(verb, "prt")))


def _base(gerund: str, lexicon: Lexicon) -> str | None:
    stem = gerund.removesuffix(_GERUND)
    known = lexicon.character | lexicon.feelings | lexicon.preference.keys()
    return (
        next((base for base in (f"{stem}e", stem, stem[:-1]) if base in known), None) if len(gerund) >= _LEAST else None
    )


def _put(values: tuple[str, ...], at: int, value: str) -> tuple[str, ...]:
    return (*values[:at], value, *values[at + 1 :])
