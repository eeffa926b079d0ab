"""Reads what people say in passing that they are: "as a single parent, I …", "my journey as a deaf woman"."""

from collections.abc import Iterator, Sequence

from kg_assets.beliefs.frame import BeliefType
from kg_assets.beliefs.lexicon import Lexicon
from kg_assets.beliefs.other_subjects import LOOSE, NOT_STATED, UNNAMED, Stated
from kg_assets.language.sentence import Sentence

_AS, _ARTICLES = "as", frozenset({"a", "an"})


def roles(s: Sentence, words: Sequence[str], lexicon: Lexicon, second: frozenset[str]) -> Iterator[Stated]:
    """What a sentence says of its writer with "as a": "i am a nurse" from "as a nurse, I work at night"."""
    if _AS not in words or s.ends_asking:
        return
    for way in range(len(s)):
        noun = s.child(way, "pobj") if words[way] == _AS else None
        if noun is None or not _is_role(s, words, lexicon, noun):
            continue
        verb = _opened(s, words, way, lexicon)
        if verb is None and not _is_of_mine(s, words, way, lexicon):
            continue
        told = s.subtree(noun, ("punct", "relcl", *LOOSE))
        if not any(words[t] in second or words[t] in UNNAMED for t in told):
            yield Stated("be", (told,), (way,), _type_of(s, lexicon, noun), noun, False)


def _is_role(s: Sentence, words: Sequence[str], lexicon: Lexicon, noun: int) -> bool:
    """Whether a noun names something that a person can be: "a nurse", not "a result"."""
    unfit = lexicon.not_lived_as | lexicon.not_kinds | lexicon.pointing
    has_article = any(words[t] in _ARTICLES for t in s.children(noun, "det"))
    return has_article and s.tag[noun] == "NN" and s.lemma[noun].lower() not in unfit


def _opened(s: Sentence, words: Sequence[str], way: int, lexicon: Lexicon) -> int | None:
    """The verb of a sentence that begins with "as a …" and says how things are for the person: "as a nurse, I work at
    night", "as a nurse, my nights are long". None for other sentences."""
    verb, before = s.head[way], range(way)
    subject = s.child(verb, "nsubj")
    if subject is None or subject < way or s.tag[verb] in ("VBD", "VBN"):
        return None
    is_first = all(words[t] in lexicon.leading or s.pos[t] in ("PUNCT", "INTJ") for t in before)
    is_somebody = s.lemma[subject].lower() in lexicon.roles  # "as a nurse, my wife …"
    is_mine = words[subject] == "i" or (any(words[t] == "my" for t in s.children(subject, "poss")) and not is_somebody)
    is_wish = s.lemma[verb].lower() in lexicon.wanting or any(words[t] in NOT_STATED for t in s.children(verb, "aux"))
    return verb if is_first and is_mine and not is_wish else None


def _is_of_mine(s: Sentence, words: Sequence[str], way: int, lexicon: Lexicon) -> bool:
    """Whether "as a …" belongs to something that the person lives through in that role: "my journey as a deaf
    woman"."""
    noun = next((t for t in range(way - 1, -1, -1) if s.pos[t] == "NOUN"), None)
    is_beside = noun is not None and noun == way - 1 and s.lemma[noun].lower() in lexicon.lived_as
    over = lexicon.loves_end.isdisjoint((*words, *(lemma.lower() for lemma in s.lemma)))
    return is_beside and noun is not None and over and any(words[t] == "my" for t in s.children(noun, "poss"))


def _type_of(s: Sentence, lexicon: Lexicon, noun: int) -> BeliefType:
    lemma = s.lemma[noun].lower()
    return "RELATIONAL" if lemma in lexicon.roles else "TRAIT" if lemma in lexicon.kinds else "BELIEF_ABOUT_SELF"
