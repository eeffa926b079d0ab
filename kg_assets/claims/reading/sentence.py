"""One sentence under analysis: its tokens, and which of them stand in a time expression or a name."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from kg_assets.claims.reading.lexicon import Lexicon, lexicon, word_list
from kg_assets.claims.reading.model import SpanPair
from kg_assets.claims.reading.tokens import tokenize

_BEGINS_TIME_WORDS = word_list("sentence", "begins_time_words")
_TIMES_FOLLOW_WORDS = word_list("sentence", "times_follow_words")

HARD = word_list("sentence", "hard")
_DURATIONS = word_list("sentence", "durations")
_SEASONS = word_list("sentence", "seasons")


_PERSONS = word_list("sentence", "persons")


class Spans:
    """Spans of a message in order, searched by position."""

    def __init__(self, spans: Sequence[SpanPair]) -> None:
        ordered = sorted(set(spans))
        self.starts = [start for start, _ in ordered]
        self.ends = [end for _, end in ordered]

    def within(self, start: int, end: int) -> list[SpanPair]:
        if not self.starts:
            return []
        first, last = bisect_left(self.starts, start), bisect_right(self.starts, end)
        if first == last:
            return []
        return [(s, e) for s, e in zip(self.starts[first:last], self.ends[first:last], strict=True) if e <= end]


class Sentence:
    """The tokens of one sentence of a message. Every method takes token numbers."""

    __slots__ = (
        "capitals", "end", "ends", "is_low", "low", "named", "people", "start", "starts", "text", "timed", "times",
        "words",
    )  # fmt: skip

    def __init__(
        self, text: str, start: int, end: int, times: Spans, names: Spans, people: frozenset[str] = frozenset()
    ) -> None:
        """`people` are the first names in the message that mean somebody whom its writer knows."""
        self.text, self.start, self.end, self.people = text, start, end, people
        self.words: Lexicon = lexicon()
        self.starts, self.ends, self.low, self.capitals = tokenize(text, start, end)
        self.times = times.within(start, end)
        self.timed = self._covered(self.times)
        self.named = self._covered(names.within(start, end))
        # Decided before `turn_to_person` rewrites an assistant's words, which adds an "i".
        self.is_low = True not in self.capitals[1:] or not any(
            is_capital and low != "i" for is_capital, low in zip(self.capitals[1:], self.low[1:], strict=True)
        )

    def _covered(self, spans: list[SpanPair]) -> list[int]:
        """For every token the number of the span that holds it, or -1."""
        covered = [-1] * len(self.low)
        if not spans:
            return covered
        at = 0
        for index, start in enumerate(self.starts):
            while at < len(spans) and spans[at][1] <= start:
                at += 1
            if at < len(spans) and spans[at][0] <= start < spans[at][1]:
                covered[index] = at
        return covered

    def __len__(self) -> int:
        return len(self.low)

    def word(self, index: int) -> str:
        return self.low[index] if 0 <= index < len(self.low) else ""

    def surface(self, first: int, last: int) -> str:
        """The text from the token `first` to the token before `last`."""
        return self.text[self.starts[first] : self.ends[last - 1]]

    def span(self, first: int, last: int) -> SpanPair:
        return self.starts[first], self.ends[last - 1]

    def is_name(self, index: int) -> bool:
        """Whether the token begins with a capital or lies in a name that stage 3 found."""
        return self.named[index] >= 0 or (self.capitals[index] and self.low[index] not in _PERSONS)

    def starts_with(self, index: int, phrase: Sequence[str]) -> bool:
        return self.low[index : index + len(phrase)] == [*phrase]

    def has_pause(self, index: int) -> bool:
        """Whether the token is a sign that ends every phrase."""
        return self.low[index] in HARD or not (self.low[index][0].isalnum() or self.low[index][0] in ",@#&'$€£¥+%")

    def adjunct(self, index: int, end: int) -> int:
        """The number of tokens of the fixed phrase ("after all", "right now") that begins at `index`; 0 if none
        does."""
        for phrase in self.words.adjuncts.get(self.low[index], ()):
            if index + len(phrase) <= end and self.starts_with(index, phrase):
                return len(phrase)
        return 0

    def begins_time(self, index: int, end: int) -> bool:
        """Whether words of time begin at `index`: a time expression (a preposition may come first), a duration or a
        rhythm ("every week")."""
        if self.timed[index] >= 0:
            return True
        low = self.low[index]
        following = self.word(index + 1)
        if low == "at" and following[:1].isdigit() and index + 1 < end:
            return True
        if low in _BEGINS_TIME_WORDS:
            return index + 1 < end and self._times_follow(low, index + 1, end)
        if low in ("every", "each") or (
            low in ("once", "twice", "thrice") and following in ("a", "an", "per", "every", "in", "daily")
        ):
            return True
        if following == "times" and (low.isdigit() or low in self.words.numbers or low in ("several", "many", "few")):
            return True
        return following in _DURATIONS and index + 2 < end and self.low[index + 2] in ("ago", "later")

    def _times_follow(self, preposition: str, index: int, end: int) -> bool:
        at = index + (self.low[index] in _TIMES_FOLLOW_WORDS)
        if at >= end:
            return False
        low = self.low[at]
        if self.timed[at] >= 0 or self.timed[index] >= 0:
            return preposition != "about" or low[0].isdigit() or low in self.words.numbers or low == "a"
        if low in self.words["weekdays"] or (
            preposition
            in (
                "in",
                "on",
                "at",
                "this",
                "last",
                "next",
                "during",
                "by",
                "before",
                "until",
                "till",
                "since",
                "after",
                "from",
            )
            and (low in _SEASONS or low in self.words["months"])
        ):
            return True
        is_count = low.isdigit() or low in self.words.numbers or low in ("few", "couple", "several", "many", "some")
        if low in _DURATIONS:
            return preposition in ("for", "this", "last", "next", "in", "over", "during")
        return (
            preposition in ("for", "in", "over", "about", "around")
            and is_count
            and any(self.word(at + step) in _DURATIONS for step in (1, 2, 3))
        )
