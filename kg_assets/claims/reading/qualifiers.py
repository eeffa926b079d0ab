"""Finds the time of a claim, and how it qualifies the claim (since, until, at, during)."""

from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.model import QualifierType, SpanPair
from kg_assets.claims.reading.sentence import Sentence

_QUALIFIER_WORDS = word_list("qualifiers", "qualifier_words")

# How the word before a time qualifies the claim. Both readers share it.
BY_WORD: dict[str, QualifierType] = {
    "since": "since",
    "until": "until",
    "till": "until",
    "by": "until",
    "before": "until",
    "through": "until",
    "during": "during",
    "throughout": "during",
    "from": "since",
    "after": "since",
    "between": "during",
    "starting": "since",
    "for": "during",
}
_REACH = 4


def qualifier(s: Sentence, first: int, last: int, near: int) -> tuple[QualifierType | None, SpanPair | None]:
    """Two values for the time that is nearest to the token `near`, among the times between `first` and `last`: how it
    qualifies the claim (since, until, at, during); and its place. (None, None) if there is no time."""
    best: tuple[int, int] | None = None
    for at in range(first, min(last, len(s))):
        if s.timed[at] >= 0 and (at == first or s.timed[at - 1] != s.timed[at]):
            distance = abs(at - near)
            if best is None or (distance, at) < best:
                best = (distance, at)
    if best is None:
        return None, None
    at = best[1]
    start, end = s.times[s.timed[at]]
    low = s.low[at]
    if low in ("from", "between"):
        return "during", (start, end)
    for back in range(1, _REACH):
        word = s.word(at - back)
        if at - back < first:
            break
        if word in BY_WORD:
            return BY_WORD[word], (start, end)
        if word == "of" and s.word(at - back - 1) == "as":
            return "since", (start, end)  # "as of this week I work four days"
        if word not in _QUALIFIER_WORDS:
            break
    return "at", (start, end)
