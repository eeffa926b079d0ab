"""From the text of one message to raw claims (seed 000 §4.4.2-4.4.3)."""

from bisect import bisect_right
from collections.abc import Sequence

from kg_assets.claims.reading.analysis import Analysis, Referents
from kg_assets.claims.reading.cues import asks_throughout, cue_lines, find_cue, may_hold_cue, sentences
from kg_assets.claims.reading.fragments import about_lines
from kg_assets.claims.reading.model import RawClaim, ReaderSettings, SpanPair
from kg_assets.claims.reading.regions import closed_regions
from kg_assets.claims.reading.screening import line_spans
from kg_assets.claims.reading.sentence import Spans
from kg_assets.claims.reading.tokens import straighten
from kg_assets.core.spans import Ranges, mask

# Marks with which a writer takes back what the line says.
_MOCKING = (
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
_NOBODY = Referents()
_CLOSED = "\x00"
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
    """Lower case without a change of length."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


class ClaimReader:
    """The compiled patterns; one instance serves any number of texts."""

    def __init__(self, settings: ReaderSettings) -> None:
        self.settings = settings

    def read(
        self,
        text: str,
        excluded: Sequence[SpanPair],
        role: str,
        times: Sequence[tuple[int, int, str]],
        names: Sequence[SpanPair],
    ) -> list[RawClaim]:
        """The claims of a message in order of (char_start, -char_end, predicate, object)."""
        is_assistant = role == "assistant"
        plain = straighten(text)
        low = _lower(plain)
        likely = cue_lines(low, is_assistant)
        ear = _Ear(low, likely, is_assistant)
        if ear.is_deaf():
            return []
        lines = _around(likely, line_spans(mask(low, Ranges(excluded), _CLOSED))) if excluded else _whole(likely, low)
        closed = closed_regions(plain, is_assistant, lines)
        masked = mask(plain, Ranges([*excluded, *closed]), _CLOSED)
        if not is_assistant:
            lines = line_spans(masked)
        ear.close(masked)
        return _Pass(self.settings, text, masked, ear, is_assistant, times, names).claims(lines)

    def may_claim(self, text: str, role: str) -> bool:
        """Whether `read` could find anything in a text; a no is certain."""
        return may_hold_cue(straighten(text), role == "assistant")


def _whole(stretches: Sequence[SpanPair], low: str) -> list[SpanPair]:
    """The lines of which these are the ends."""
    return [(low.rfind("\n", 0, start) + 1, end) for start, end in stretches]


def _around(stretches: Sequence[SpanPair], lines: Sequence[SpanPair]) -> list[SpanPair]:
    """The lines in which some of the stretches lie; both are in order."""
    starts = [start for start, _ in lines]
    numbers = {bisect_right(starts, start) - 1 for start, _ in stretches}
    return [lines[number] for number in sorted(numbers)]


class _Ear:
    """The cues of a message that nothing closes, asked for from left to right; each stretch is searched once."""

    def __init__(self, low: str, likely: Sequence[SpanPair], is_assistant: bool) -> None:
        self._low, self._masked, self._is_assistant = low, low, is_assistant
        self._likely = likely
        self._line = 0
        self._behind = -1
        self._cue = self._next(0)

    def is_deaf(self) -> bool:
        """Whether no cue stands in the message."""
        return self._cue >= len(self._low)

    def close(self, masked: str) -> None:
        """From here on, cues do not count where nothing is left of the text."""
        self._masked = masked

    def hears(self, start: int, end: int) -> bool:
        """Whether a cue begins in this stretch of one line."""
        if self._cue < start:
            self._cue = self._next(start)
        while self._cue < end:
            if self._masked[self._cue] != _CLOSED:
                return True
            self._cue = self._next(self._behind)
        return False

    def _next(self, at: int) -> int:
        """Where the first cue from here on begins; behind the text if there is none."""
        while self._line < len(self._likely):
            start, end = self._likely[self._line]
            found = find_cue(self._low, self._is_assistant, max(at, start), end) if at <= end else None
            if found is not None:
                self._behind = found[1]
                return found[0]
            self._line += 1
        return len(self._low)


class _Pass:
    """One message: which sentences are looked at, and who was spoken of before."""

    def __init__(
        self,
        settings: ReaderSettings,
        text: str,
        masked: str,
        ear: _Ear,
        is_assistant: bool,
        times: Sequence[tuple[int, int, str]],
        names: Sequence[SpanPair],
    ) -> None:
        self.settings, self.text, self.masked, self.is_assistant = settings, text, masked, is_assistant
        self.ear = ear
        self.times = Spans([(start, end) for start, end, _ in times])
        self.names = Spans(names)
        self.about = () if is_assistant else about_lines(masked)

    def claims(self, lines: Sequence[SpanPair]) -> list[RawClaim]:
        found: list[RawClaim] = []
        about = {start for start, _ in self.about}
        for start, end in lines:
            is_about = start in about
            if (is_about or self.ear.hears(start, end)) and not self.masked[start:end].rstrip().endswith(_MOCKING):
                found.extend(self._line(start, end, is_about))
        return _ordered(found)

    def _line(self, start: int, end: int, is_about: bool) -> list[RawClaim]:
        found: list[RawClaim] = []
        referents = _NOBODY
        for first, last in sentences(self.masked, start, end):
            follows = referents.has_any() and self.masked[first : first + 6].lstrip().lower().startswith(_FOLLOWING)
            if not (is_about or follows or self.ear.hears(first, last)) or not self._is_sentence(first, last):
                referents = _NOBODY
                continue
            if asks_throughout(self.masked, first, last, self.is_assistant):
                referents = _NOBODY
                continue
            analysis = Analysis(
                self.text,
                self.masked,
                (first, last),
                self.times,
                self.names,
                self.settings,
                self.is_assistant,
                is_about,
            )
            claims, referents = analysis.run(referents)
            found.extend(claims)
        return found

    def _is_sentence(self, first: int, last: int) -> bool:
        length = len(self.masked[first:last].strip())
        return self.settings.min_sentence_chars <= length <= self.settings.max_sentence_chars


def _ordered(found: list[RawClaim]) -> list[RawClaim]:
    """Each claim once, in the order that the interface promises."""
    kept: dict[tuple[object, ...], RawClaim] = {}
    for claim in found:
        key = (claim.subject, claim.predicate, claim.object, claim.polarity, claim.char_start)
        if key not in kept or (claim.priority, claim.rule_id) < (kept[key].priority, kept[key].rule_id):
            kept[key] = claim
    return sorted(
        kept.values(),
        key=lambda c: (c.char_start, -c.char_end, c.predicate, c.object or "", c.subject, c.polarity, c.rule_id),
    )
