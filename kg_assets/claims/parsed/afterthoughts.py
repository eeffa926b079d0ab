"""Corrects claims by what the writer adds around them: "got a pup! well Ana did" (it is Ana's), "I know Welsh but can't
speak it", "allergic to nothing but latex"."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache

from kg_assets.claims.parsed.stretches import tokens_of
from kg_assets.claims.parsed.words import relation_of, shared, words
from kg_assets.claims.reading.model import SELF, RawClaim, SpanPair
from kg_assets.language.clauses import Clause, clauses_of
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

# The helpers that repeat a verb, by its tense and whether it is "be": "moved … well Tom did", "I'm … well Tom is".
_REPEATS = {
    ("past", False): frozenset({"did", "had", "has", "have"}),
    ("present", False): frozenset({"does", "do", "has", "have"}),
    ("perfect", False): frozenset({"has", "have", "did"}),
    ("perfect", True): frozenset({"has", "have", "was", "were"}),
    ("past", True): frozenset({"was", "were"}),
    ("present", True): frozenset({"is", "are"}),
    ("progressive", False): frozenset({"is", "are"}),
    ("past_progressive", False): frozenset({"was", "were"}),
}
_NOTHING_BUT = (("nothing", "but"), ("nothing", "except"), ("nothing", "besides"), ("nothing", "other", "than"))
_IT = frozenset({"it", "that", "them"})


def as_thought_better(
    claims: Iterable[RawClaim], sentences: Sequence[Sentence], starts: Sequence[int]
) -> Iterator[RawClaim]:  # fmt: skip
    """The claims, corrected by what the writer adds. A claim is left out if the writer gives it to somebody else ("well
    Ana did") or denies that they speak a language. "Nothing but latex" as an object becomes "latex"."""
    given_away = list(_given_away(sentences))
    for claim in claims:
        told_at = claim.char_end - 1 if claim.object_span is None else claim.object_span[0]
        is_anothers = claim.subject == SELF and any(a <= told_at <= b for a, b in given_away)
        if not is_anothers and not _is_not_spoken(claim, sentences, starts):
            yield _of_then(_excepted(claim, sentences, starts), sentences, starts)


@cache
def _gives_away() -> re.Pattern[str]:
    """The pattern for "well, Ana did" at the end of a clause. It is searched in the text, so that it needs no parse."""
    opens, did = "|".join(sorted(words("afterthoughts"))), "|".join(sorted(set().union(*_REPEATS.values())))
    return re.compile(
        rf"(?:^|[,.!(–—-]\s*)(?P<at>(?:{opens}),? (?P<who>(?:(?P<mine>my|our) (?:\w+ )?)?(?P<noun>\w+)) (?P<did>{did}))"
        r"\s*(?:[.,!;)…]|$)",
        re.IGNORECASE,
    )


def _given_away(sentences: Sequence[Sentence]) -> Iterator[SpanPair]:
    """The ranges of text whose claims "well, Ana did" gives to somebody else. Each begins at the verb of the last
    clause before these words, if that clause is about the writer."""
    for number, s in enumerate(sentences):
        found = _gives_away().search(s.text)
        if found is None or not _is_somebody(found):
            continue
        at = s.char_start + found.start("at")
        before = sentences[number - 1] if found.start("at") == 0 and number else s
        clause = max((c for c in clauses_of(before) if before.start[c.verb] < at), key=lambda c: c.verb, default=None)
        if clause is not None and _is_own(before, clause) and _is_repeated(before, clause, found["did"].lower()):
            yield before.start[clause.verb], at


def _is_somebody(found: re.Match[str]) -> bool:
    """Whether the words give the deed to somebody by name or to a relative. A pronoun ("well he did") does not count,
    because it may mean somebody from an earlier sentence."""
    noun = found["noun"].lower()
    if found["mine"]:
        return relation_of(noun) is not None
    is_pronoun = noun in words("of_those_before") | closed_class("first_persons") | closed_class("second_persons")
    return not is_pronoun and (found["noun"][0].isupper() or noun in shared("given_names"))


def _is_own(s: Sentence, clause: Clause) -> bool:
    return clause.subject is None or s.low[clause.subject] in closed_class("first_persons")


def _is_repeated(s: Sentence, clause: Clause, helper: str) -> bool:
    """Whether a helper verb may stand for the verb of an earlier clause: "did" for "got", "is" for "am tired"."""
    auxiliary = s.child(clause.verb, "auxpass")
    is_be = clause.lemma == "be" or (auxiliary is not None and s.lemma[auxiliary].lower() == "be")
    return helper in _REPEATS.get((clause.tense, is_be), ())


def _is_not_spoken(claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]) -> bool:
    """Whether the words behind a language deny that it is spoken: "but can't really speak it"."""
    if claim.predicate != "speaks" or claim.polarity == "negative" or claim.object_span is None:
        return False
    s, inside = tokens_of(claim.object_span, sentences, starts)
    if s is None or not inside:
        return False
    behind = sentences[s.sentence_index + 1 : s.sentence_index + 2]
    is_one = bool(behind) and behind[0].low[:1] in (("but",), ("though",), ("although",))
    return _denies_speaking(s, inside[-1] + 1) or (is_one and _denies_speaking(behind[0], 0))


def _denies_speaking(s: Sentence, first: int) -> bool:
    """Whether the writer says behind the token `first` that they do not speak it: "can't really speak it"."""
    own = {*closed_class("first_persons"), "speak"}
    spoken = (at for at in range(first, len(s) - 1) if s.low[at] == "speak" and s.low[at + 1] in _IT)
    return any(
        s.child(at, "neg") is not None and s.low[s.child(at, "nsubj") or at] in own and _ends_behind(s, at + 2)
        for at in spoken
    )


def _ends_behind(s: Sentence, at: int) -> bool:
    """Whether the statement ends at this token, apart from "at all" or "yet". "I can't speak it at work" goes on and
    denies less."""
    at += 2 if s.low[at : at + 2] == ("at", "all") else s.low_at(at) == "yet"
    return at >= len(s) or s.pos[at] in ("PUNCT", "CCONJ", "SPACE")


def _excepted(claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]) -> RawClaim:
    """The claim with only the exception as its object: "allergic to nothing but latex" becomes "allergic to latex"."""
    if claim.predicate != "has_condition" or claim.object_span is None or "nothing" not in (claim.object or "").lower():
        return claim
    s, inside = tokens_of(claim.object_span, sentences, starts)
    for at in inside if s is not None else ():
        for phrase in _NOTHING_BUT:
            last = at + len(phrase)
            if s is not None and s.low[at:last] == phrase and inside[0] < at and last <= inside[-1]:
                before = s.words(range(inside[0], at))
                rest = range(last, inside[-1] + 1)
                return replace(claim, object=f"{before} {s.words(rest)}", object_span=s.span(rest))
    return claim


def _of_then(claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]) -> RawClaim:
    """The claim with the modality `fact` if it tells what somebody could not do in the past: "I couldn't sleep"."""
    if claim.predicate != "struggles_with" or claim.modality != "state" or claim.object_span is None:
        return claim
    s, inside = tokens_of(claim.object_span, sentences, starts)
    is_past = s is not None and bool(inside) and any(s.low[c] == "could" for c in s.children(inside[0], "aux"))
    return replace(claim, modality="fact") if is_past else claim
