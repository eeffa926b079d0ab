"""Finds what is told of an illness or a medicine of somebody else, or of an example, where no "I" says whose it is: the
doses of a son, the case of an exam, a line that somebody says."""

from bisect import bisect_right
from collections.abc import Sequence

from kg_assets.claims.parsed.medicine_names import is_surely_one, is_whole_name
from kg_assets.claims.parsed.stretches import tokens_of
from kg_assets.claims.parsed.words import relation_of, shared, told_as, words
from kg_assets.claims.reading.model import SELF, RawClaim
from kg_assets.claims.reading.objects_medicines import is_named_medicine
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

_OF_HEALTH = frozenset({"uses", "has_condition"})
_LOOSE = (
    "clause.c.have.condition",
    "clause.diagnosis",
    "clause.medicine",
    "turn.medicine.",
    "turn.doctor.",
    "turn.body.",
    "turn.diagnosis",
    "turn.tested.",
)
_GIVEN = ("turn.medicine.given", "turn.medicine.prescribed", "turn.tested.positive")
_OF_THINGS = ("clause.held", "clause.it")  # these rules read other things too
_MINE = frozenset({"my", "our"})
_US = frozenset({"us", "myself"})
_STOPS = frozenset({",", ";", ":", ".", "!", "?", "-", "--", "—", "…"})
_NEAR = 3  # tokens behind "for" among which the one stands for whom a medicine is, or before "said" the one who says it


def is_of_others_health(claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]) -> bool:
    """Whether a claim of what the writer has or takes is read from words that may be about somebody else, or from an
    example. Claims with "I", "me" or "my" beside the object are doubted only if somebody else says the words, or if
    the medicine is for somebody else."""
    if claim.subject != SELF or claim.predicate not in _OF_HEALTH or not _is_loose(claim):
        return False
    at = bisect_right(starts, claim.char_end - 1) - 1
    if at < 0 or not sentences[at].is_parsed:
        return False
    s = sentences[at]
    inside = () if claim.object_span is None else tokens_of(claim.object_span, [s], [s.char_start])[1]
    before = sentences[at - 1] if at else None
    if is_said_by_another(s) or (inside and (is_for_another(s, inside[-1]) or _is_cited(s, inside[0], before))):
        return True
    if claim.rule_id.startswith(_GIVEN) and any(map(_is_of_once, sentences[at : at + 2])):
        return True
    if claim.rule_id == "turn.diagnosis" and not any(_is_me(s, t) for t in range(len(s))):
        return True  # "following a diagnosis of asthma, nurses should …"
    if claim.rule_id.startswith("turn.body.") and not words("sound").isdisjoint(s.low):
        return True
    # The clauses of a sentence with "I" tell by themselves whose medicine it is.
    is_whole = not inside or claim.rule_id in ("clause.medicine", "clause.c.have.condition")
    if inside and is_surely_one(s, inside[-1]) and not is_whole_name(s, inside[-1]):
        return True
    is_own = any(_is_me(s, t) for t in range(len(s))) if is_whole else _is_beside_me(s, inside)
    return not is_own and _may_be_anothers(s, before, sentences[at + 1 : at + 2])


def speaks_of_others(low: Sequence[str]) -> bool:
    """Whether words speak of somebody, or of an animal, who may be ill. A boss is only told of it."""
    return any(_is_somebody(word) for word in low)


def is_said_by_another(s: Sentence) -> bool:
    """Whether words are quoted: a verb of saying stands behind them, with somebody else than a doctor for its subject:
    "…, says Neo", "…, Mrs B said"."""
    known = words("who_prescribes") | words("who_diagnoses") | closed_class("first_persons") | _MINE
    for at in range(2, len(s)):
        if s.low[at] not in words("quoted_with"):
            continue
        behind = {low for low in s.low[at + 1 : at + 1 + _NEAR] if low.isalpha()}
        if (s.low[at - 1] in _STOPS or s.pos[at - 1] == "PUNCT") and behind and known.isdisjoint(behind):
            return True
        # "…, Walter says in the pilot", but not "…, Walter says I look pale".
        is_last = not any(pos in ("VERB", "AUX") for pos in s.pos[at + 1 :])
        is_named = s.pos[at - 1] == "PROPN" and s.low[at - 2] in _STOPS
        if is_last and is_named and s.low[at - 1] not in known:
            return True
    return False


def is_for_another(s: Sentence, last: int) -> bool:
    """Whether what ends at a token is for somebody else: "for my dog", "for dad"."""
    for at in range(last + 1, len(s)):
        if s.pos[at] in ("VERB", "AUX"):
            return False
        if s.low[at] == "for":  # "for my dog", but not "for life he says"
            return any(_is_somebody(low) for low in s.low[at + 1 : at + 1 + _NEAR] if low not in ("he", "she"))
    return False


def _is_loose(claim: RawClaim) -> bool:
    if claim.rule_id.startswith(_LOOSE):
        return True
    is_medicine = any(is_named_medicine(low) for low in (claim.object or "").lower().split())
    return claim.rule_id in _OF_THINGS and (is_medicine or claim.predicate == "has_condition")


def _is_of_once(s: Sentence) -> bool:
    """Whether what was given or found is over, or was not taken: "when I was a kid they gave me codeine"."""
    return any(low in words("given_no_more") or (len(low) == 4 and low.isdigit()) for low in s.low)


def _is_somebody(low: str) -> bool:
    if low in words("somebody_meant") | words("may_be_the_patient") | shared("pet_kinds"):
        return True
    return told_as(low) is not None and relation_of(low) not in words("told_of_an_illness")


def _is_cited(s: Sentence, first: int, before: Sentence | None) -> bool:
    """Whether somebody else, or an example, stands before the colon that opens these words: "a user on reddit: …"."""
    low = s.low[:first]
    if before is not None and low[:1] in (("and",), ("but",)):  # a part of the sentence before
        low = (*before.low, *low)
    colon = next((at for at in range(len(low) - 1, 0, -1) if low[at] == ":"), 0)
    return colon > 0 and (speaks_of_others(low[:colon]) or _is_example(low[:colon]))


def _is_beside_me(s: Sentence, inside: Sequence[int]) -> bool:
    """Whether the writer is named beside an object: before it in the same stretch, or right behind it ("X I left")."""
    first = inside[0]
    begin = next((at + 1 for at in range(first - 1, -1, -1) if s.low[at] in _STOPS), 0)
    return any(_is_me(s, at) for at in (*range(begin, first), *range(inside[-1] + 1, min(inside[-1] + 2, len(s)))))


def _is_me(s: Sentence, at: int) -> bool:
    if s.low[at] in _MINE:
        return not any(_is_somebody(low) for low in s.low[at + 1 : at + 2])
    return s.low[at] in closed_class("first_persons") | _US


def _may_be_anothers(s: Sentence, before: Sentence | None, after: Sequence[Sentence]) -> bool:
    told = [s.low] if before is None else [s.low, before.low]
    if any(speaks_of_others(low) or _is_example(low) for low in told):
        return True
    # Where the writer has spoken of themselves, the sentence behind is no more about whose illness it is.
    is_of_me = any(_is_me(one, at) for one in (s, before) if one is not None for at in range(len(one)))
    behind = [one.low for one in after]
    return any(_is_example(low) for low in behind) or (not is_of_me and any(speaks_of_others(low) for low in behind))


def _is_example(low: Sequence[str]) -> bool:
    is_opened = len(low) > 1 and low[1] == ":" and low[0] in words("opens_an_example")
    return is_opened or not words("told_as_an_example").isdisjoint(low)
