"""Reads raw claims from the text of one message by word rules (seed 000 §4.4.2-4.4.3)."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from kg_assets.claims.reading.analysis import Analysis
from kg_assets.claims.reading.cues import asks_throughout, cue_stretches, find_cue
from kg_assets.claims.reading.fragments import about_lines
from kg_assets.claims.reading.model import NOBODY, RawClaim, ReaderSettings, Referents, SpanPair
from kg_assets.claims.reading.regions import Likely, closed_regions, closed_regions_in, likely_regions
from kg_assets.claims.reading.sentence import Spans
from kg_assets.claims.reading.tokens import straighten
from kg_assets.core.spans import Ranges, mask
from kg_assets.language.bounds import split_sentences
from kg_assets.language.screening import Stretch, line_spans

# Marks with which a writer takes back what the line says.
MOCKING = (
    ". not.",
    ". not",
    "... not",
    "/s",
    "(not)",
    "(not!)",
    "/jk",
    "/j",
    "(jk)",
    "(just kidding)",
    "get it?",
    "Get it?",
    "badum tss",
)
_CLOSED = "\x00"
# The key of a sentence: its words, whether it stands under "about me", whether an assistant says it, the places of
# times and names in it, and the first names of people whom the writer knows.
_Shape = tuple[str, bool, bool, tuple[int, ...], frozenset[str]]
# How many sentences without a claim are remembered, since people paste the same prompts again and again.
_MOST_SILENT = 1 << 15
# How many texts are remembered between `may_claim` and `read`: those that are never read must not pile up.
_MOST_REMEMBERED = 1 << 14
_FOLLOWING = (
    "now h",
    "now s",
    "and h",
    "and s",
    "but h",
    "but s",
    "he ",
    "she ",
    "it ",
    "they ",
    "he's ",
    "she's ",
    "it's ",
    "hes ",
    "shes ",
    "his ",
    "her ",
    "its ",
)


def _lower(text: str) -> str:
    """The text in lower case, with each character at its old offset."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


class _Likely(NamedTuple):
    """Where cues may begin in a text, and the names of those patterns for closed regions (quotations, letters and
    the like) that may match in it."""

    cues: Sequence[Stretch]
    regions: Likely


class ClaimReader:
    """Reads claims by word rules; one instance serves any number of texts."""

    def __init__(self, settings: ReaderSettings) -> None:
        self.settings = settings
        self._silent: set[_Shape] = set()
        # What `may_claim` found in texts that `read` has yet to read. Scanning many texts one right after the other is
        # several times as fast.
        self._likely: dict[tuple[str, bool], _Likely] = {}

    def read(
        self,
        text: str,
        excluded: Sequence[SpanPair],
        role: str,
        times: Sequence[tuple[int, int, str]],
        names: Sequence[SpanPair],
        people: frozenset[str] = frozenset(),
    ) -> list[RawClaim]:
        """The claims of a message in order of (char_start, -char_end, predicate, object). `people` are the first names
        in the message that mean somebody whom the writer knows."""
        is_assistant = role == "assistant"
        plain = straighten(text)
        likely = self._likely.pop((text, is_assistant), None) or _likely(plain, is_assistant)
        if likely is None:
            return []
        low = _lower(plain)
        ear = _Ear(low, likely.cues, is_assistant)
        if ear.is_deaf():
            return []
        if is_assistant:
            lines = _lines_of(likely.cues, low, excluded)
            closed = closed_regions_in(plain, lines)
        else:
            closed = closed_regions(plain, likely.regions)
        masked = mask(plain, Ranges([*excluded, *closed]), _CLOSED) if excluded or closed else plain
        if not is_assistant:
            lines = line_spans(masked)
        ear.close(masked)
        return _Pass(self.settings, text, masked, ear, is_assistant, times, names, people, self._silent).claims(lines)

    def may_claim(self, text: str, role: str) -> bool:
        """Whether `read` could find anything in a text. False is certain."""
        is_assistant = role == "assistant"
        likely = _likely(straighten(text), is_assistant)
        if likely is not None and len(self._likely) < _MOST_REMEMBERED:
            self._likely[text, is_assistant] = likely
        return likely is not None


def _likely(plain: str, is_assistant: bool) -> _Likely | None:
    """Two values, found in one pass: the places where cues may begin in a text; and the patterns for closed regions
    (quotations, letters and the like) that may match in it. None if there is no cue."""
    cues = cue_stretches(plain, is_assistant)
    return _Likely(cues, frozenset() if is_assistant else likely_regions(plain)) if cues else None


def _lines_of(stretches: Sequence[Stretch], low: str, excluded: Sequence[SpanPair]) -> list[SpanPair]:
    """The lines that hold at least one of these parts of the text. A line break inside an excluded range does not
    end a line."""
    if not excluded:
        return [(low.rfind("\n", 0, end) + 1, end) for end in dict.fromkeys(one.line_end for one in stretches)]
    lines = line_spans(mask(low, Ranges(excluded), _CLOSED))
    starts = [start for start, _ in lines]
    numbers = {bisect_right(starts, one.start) - 1 for one in stretches}
    return [lines[number] for number in sorted(numbers)]


class _Ear:
    """Finds the cues of a message outside of closed regions, which are not the writer's own words (quotations,
    letters and the like). It must be asked from left to right, because it passes over the text only once."""

    def __init__(self, low: str, likely: Sequence[Stretch], is_assistant: bool) -> None:
        self._low, self._masked, self._is_assistant = low, low, is_assistant
        self._likely = likely
        self._at = 0
        self._behind = -1
        self._cue = self._next(0)

    def is_deaf(self) -> bool:
        """Whether the message has no cue at all."""
        return self._cue >= len(self._low)

    def close(self, masked: str) -> None:
        """Take the masked text. From now on a cue that begins in a masked character does not count."""
        self._masked = masked

    def hears(self, start: int, end: int) -> bool:
        """Whether a cue begins in this part of one line."""
        if self._cue < start:
            self._cue = self._next(start)
        while self._cue < end:
            if self._masked[self._cue] != _CLOSED:
                return True
            self._cue = self._next(self._behind)
        return False

    def _next(self, at: int) -> int:
        """Where the first cue from `at` on begins; the end of the text if there is none."""
        while self._at < len(self._likely):
            start, stop, line_end = self._likely[self._at]
            if at <= stop:
                found = find_cue(self._low, self._is_assistant, max(at, start), line_end)
                if found is not None:
                    self._behind = found[1]
                    return found[0]
                at = line_end + 1
            self._at += 1
        return len(self._low)


class _Pass:
    """Reads one message: chooses the sentences to read, and tells each sentence whom the sentence before was about."""

    def __init__(
        self,
        settings: ReaderSettings,
        text: str,
        masked: str,
        ear: _Ear,
        is_assistant: bool,
        times: Sequence[tuple[int, int, str]],
        names: Sequence[SpanPair],
        people: frozenset[str],
        silent: set[_Shape],
    ) -> None:
        self.settings, self.text, self.masked, self.is_assistant = settings, text, masked, is_assistant
        self.ear, self.silent = ear, silent
        self.times = Spans([(start, end) for start, end, _ in times])
        self.names, self.people = Spans(names), people
        self.about = () if is_assistant else about_lines(masked)

    def claims(self, lines: Sequence[SpanPair]) -> list[RawClaim]:
        found: list[RawClaim] = []
        about = {start for start, _ in self.about}
        for start, end in lines:
            is_about = start in about
            if (is_about or self.ear.hears(start, end)) and not self.masked[start:end].rstrip().endswith(MOCKING):
                found.extend(self._line(start, end, is_about))
        return _ordered(found)

    def _line(self, start: int, end: int, is_about: bool) -> list[RawClaim]:
        found: list[RawClaim] = []
        referents = NOBODY
        for first, last in split_sentences(self.masked, start, end):
            follows = referents.has_any() and self.masked[first : first + 6].lstrip().lower().startswith(_FOLLOWING)
            if not (is_about or follows or self.ear.hears(first, last)) or not self._is_sentence(first, last):
                referents = NOBODY
                continue
            if asks_throughout(self.masked, first, last, self.is_assistant):
                referents = NOBODY
                continue
            claims, referents = self._sentence(first, last, is_about, referents)
            found.extend(claims)
        return found

    def _sentence(
        self, first: int, last: int, is_about: bool, referents: Referents
    ) -> tuple[list[RawClaim], Referents]:
        shape = None if referents.has_any() else self._shape(first, last, is_about)
        if shape in self.silent:
            return [], NOBODY
        bounds, role = (first, last), self.is_assistant
        analysis = Analysis(
            self.text, self.masked, bounds, self.times, self.names, self.people, self.settings, role, is_about
        )
        claims, after = analysis.run(referents)
        if shape is not None and not claims and len(self.silent) < _MOST_SILENT:
            self.silent.add(shape)
        return claims, after

    def _shape(self, first: int, last: int, is_about: bool) -> _Shape:
        """The key of everything that decides how a sentence is read. Sentences with the same key give the same claims,
        wherever they stand."""
        times, names = self.times.within(first, last), self.names.within(first, last)
        places: tuple[int, ...] = ()
        if times or names:
            # The empty span tells where the times end and the names begin.
            places = tuple(place - first for span in (*times, (first, first), *names) for place in span)
        return self.masked[first:last], is_about, self.is_assistant, places, self.people

    def _is_sentence(self, first: int, last: int) -> bool:
        length = len(self.masked[first:last].strip())
        return self.settings.min_sentence_chars <= length <= self.settings.max_sentence_chars


def _ordered(found: list[RawClaim]) -> list[RawClaim]:
    """Each claim once, in the order that `ClaimReader.read` promises. Of equal claims the one with the lowest
    priority number stays."""
    if not found:
        return found
    kept: dict[tuple[object, ...], RawClaim] = {}
    for claim in found:
        key = (claim.subject, claim.predicate, claim.object, claim.polarity, claim.char_start)
        if key not in kept or (claim.priority, claim.rule_id) < (kept[key].priority, kept[key].rule_id):
            kept[key] = claim
    return sorted(
        kept.values(),
        key=lambda c: (c.char_start, -c.char_end, c.predicate, c.object or "", c.subject, c.polarity, c.rule_id),
    )
