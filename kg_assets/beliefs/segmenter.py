"""Cuts a sentence into candidates (seed 002 §4.2), pieces that may each be a claim of their own, with their spans in
the message.

`language.bounds` says where a sentence ends. Within it, semicolons and words like "and", "but", "although" divide it if
an independent clause follows. Clauses with "because", "when", "if", "that", "who" stay with the clause on which they
depend.
"""

from collections.abc import Sequence
from typing import NamedTuple

from kg_assets.beliefs.lexicon import Words
from kg_assets.core.spans import Span
from kg_assets.language.sentence import Sentence

_SUBJECTS = ("nsubj", "nsubjpass", "csubj", "expl")
_JOINED = frozenset({"conj", "parataxis"})


class Segment(NamedTuple):
    """The tokens from `first` up to but without `end`, and their span in the message, without joining words and
    punctuation at the ends."""

    first: int
    end: int
    span: Span


def segments(s: Sentence, words: Sequence[str], joining: Words) -> list[Segment]:
    """The candidates (pieces) of a sentence in order; the whole sentence if nothing divides it."""
    if not s.is_parsed:
        return [Segment(0, 0, Span(s.char_start, s.char_end))]
    starts = sorted({0, *_starts(s, words, joining)})
    made = []
    for start, end in zip(starts, [*starts[1:], len(s)], strict=True):
        first, last = _bare(s, words, joining, start, end)
        if first < last:
            made.append(Segment(start, end, Span(s.start[first], max(s.end[first:last]))))
    return made


def _starts(s: Sentence, words: Sequence[str], joining: Words) -> list[int]:
    """The first token of each independent clause except the first, and of each piece after a semicolon."""
    found = [token + 1 for token in range(len(s) - 1) if words[token] == ";"]
    for head in range(len(s)):
        if (
            s.pos[head] in ("VERB", "AUX")
            and s.child(head, *_SUBJECTS) is not None
            and _stands_alone(s, words, head, joining)
        ):
            begin = _begin(s, words, head, joining)
            if begin > 0:
                found.append(begin)
    return found


def _stands_alone(s: Sentence, words: Sequence[str], head: int, joining: Words) -> bool:
    if s.dep[head] in _JOINED:
        return True
    if s.dep[head] == "advcl":
        return any(words[child] in joining for child in s.children(head, "mark", "advmod") if child < head)
    # A clause that the parser takes for a complement stands alone if it precedes the verb above it, or if punctuation
    # or a joining word precedes it.
    over = s.head[head]
    is_run_on = s.dep[head] in ("ccomp", "ROOT", "dep") and s.child(head, "mark") is None
    own_first = s.subtree(head)[0]
    return is_run_on and (head < over or (own_first > 0 and words[own_first - 1] in (",", "-", "—", ":", *joining)))


def _begin(s: Sentence, words: Sequence[str], head: int, joining: Words) -> int:
    """The first token of a clause, including the word and the comma that join it to the clause before."""
    outside = {token for child in s.children(head, "conj", "parataxis") for token in s.subtree(child)}
    outside |= {token for child in s.children(head, "ccomp") if child < head for token in s.subtree(child)}
    own = [token for token in s.subtree(head) if token not in outside]
    begin = own[0]
    while begin > 0 and (words[begin - 1] in joining or words[begin - 1] == ","):
        begin -= 1
    return begin


def _bare(s: Sentence, words: Sequence[str], joining: Words, start: int, end: int) -> tuple[int, int]:
    """The bounds of a piece without joining words at its start and punctuation at its ends."""
    while start < end and (s.pos[start] == "PUNCT" or words[start] in joining):
        start += 1
    while end > start and s.pos[end - 1] == "PUNCT":
        end -= 1
    return start, end
