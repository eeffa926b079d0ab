"""Finds which tokens of a parsed sentence a span of the message covers, and has two tests of such tokens."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from kg_assets.claims.parsed.words import words
from kg_assets.claims.reading.model import RawClaim, SpanPair
from kg_assets.language.sentence import Sentence

_FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})


def tokens_of(
    span: SpanPair, sentences: Sequence[Sentence], starts: Sequence[int]
) -> tuple[Sentence | None, Sequence[int]]:  # fmt: skip
    """Two values: the sentence in which a span lies; and the tokens that lie wholly in the span. (None, ()) if there
    are none or the sentence is not parsed."""
    at = bisect_right(starts, span[0]) - 1
    if at < 0 or not sentences[at].is_parsed:
        return None, ()
    s = sentences[at]
    first, end = bisect_left(s.start, span[0]), bisect_left(s.start, span[1])
    inside = [token for token in range(first, end) if s.end[token] <= span[1]]
    return (s, inside) if inside else (None, ())


def is_time(claim: RawClaim, sentences: Sequence[Sentence], starts: Sequence[int]) -> bool:
    """Whether the object of a claim is a time: "I started a few days ago"."""
    assert claim.object_span is not None
    s, inside = tokens_of(claim.object_span, sentences, starts)
    is_dated = claim.predicate in words("dated")
    return s is not None and bool(inside) and not is_dated and s.low[inside[-1]] in words("time_nouns") and (
        inside[-1] + 1 < len(s) and s.low[inside[-1] + 1] in ("ago", "later", "earlier")
    )  # fmt: skip


def opens_a_clause(s: Sentence, token: int, inside: Sequence[int]) -> bool:
    """Whether a token of the object is the verb of another clause, which begins within the object or whose
    subject stands before it."""
    if s.pos[token] != "VERB":
        return False
    if token == inside[0] and s.dep[token] in ("conj", "ROOT") and s.child(token, "dobj") is not None:
        return True
    if s.tag[token] not in _FINITE:
        return False
    is_clause = s.dep[token] in ("ROOT", "conj", "ccomp")
    return is_clause and any(c < inside[0] or c in inside for c in s.children(token, "nsubj"))
