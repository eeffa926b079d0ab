"""From the text of one message to raw claims (seed 000 §4.4.2-4.4.3)."""

from collections.abc import Sequence

from kg_assets.claims.reading.analysis import Analysis, Referents
from kg_assets.claims.reading.cues import cue_positions, sentences
from kg_assets.claims.reading.fragments import about_lines
from kg_assets.claims.reading.model import RawClaim, ReaderSettings, SpanPair
from kg_assets.claims.reading.regions import closed_regions
from kg_assets.claims.reading.sentence import Spans
from kg_assets.claims.reading.tokens import straighten
from kg_assets.core.spans import Ranges, mask

# Marks with which a writer takes back what the line says.
_MOCKING = (". not.", ". not", "... not", "/s", "(not)", "(not!)", "/jk", "/j", "(jk)", "(just kidding)")
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
        cues = list(cue_positions(_lower(plain), is_assistant))
        if not cues:
            return []
        masked = mask(plain, Ranges(excluded).union(Ranges(closed_regions(plain, is_assistant))), _CLOSED)
        heard = [at for at in cues if masked[at] != _CLOSED]
        pass_over = _Pass(self.settings, text, masked, heard, is_assistant, times, names)
        return pass_over.claims()


class _Pass:
    """One message: which sentences are looked at, and who was spoken of before."""

    def __init__(
        self,
        settings: ReaderSettings,
        text: str,
        masked: str,
        cues: Sequence[int],
        is_assistant: bool,
        times: Sequence[tuple[int, int, str]],
        names: Sequence[SpanPair],
    ) -> None:
        self.settings, self.text, self.masked, self.is_assistant = settings, text, masked, is_assistant
        self.cues = cues
        self.times = Spans([(start, end) for start, end, _ in times])
        self.names = Spans(names)
        self.about = () if is_assistant else about_lines(masked)

    def claims(self) -> list[RawClaim]:
        found: list[RawClaim] = []
        cues = self.cues
        about = {start for start, _ in self.about}
        at = 0
        start = 0
        for line in self.masked.split("\n"):
            end = start + len(line)
            first = at
            while at < len(cues) and cues[at] < end:
                at += 1
            if (at > first or start in about) and not line.rstrip().endswith(_MOCKING):
                found.extend(self._line(start, end, cues[first:at], start in about))
            start = end + 1
        return _ordered(found)

    def _line(self, start: int, end: int, cues: Sequence[int], is_about: bool) -> list[RawClaim]:
        found: list[RawClaim] = []
        referents = Referents()
        at = 0
        for first, last in sentences(self.masked, start, end):
            has_cue = False
            while at < len(cues) and cues[at] < last:
                at += 1
                has_cue = True
            follows = referents.has_any() and self.masked[first : first + 6].lstrip().lower().startswith(_FOLLOWING)
            length = len(self.masked[first:last].strip())
            if not self.settings.min_sentence_chars <= length <= self.settings.max_sentence_chars or not (
                has_cue or follows or is_about
            ):
                referents = Referents()
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
