"""Reads the retractions in one message of the person (seed 000 §4.7.3).

This module only describes what their words say; `linking` finds in SQL which claim each is about.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import re2

from kg_assets.claims.retracting.describing import Describing, Words
from kg_assets.claims.retracting.model import (
    STRONGEST_FIRST,
    Described,
    Last,
    RawRetraction,
    ReadsClaims,
    SpanPair,
)
from kg_assets.claims.retracting.patterns import Pattern, Registry, RetractionSettings
from kg_assets.claims.retracting.wording import plain, quotations
from kg_assets.core.spans import Ranges
from kg_assets.language.bounds import sentence_bounds

_ASKS = re.compile(r"(?:do|does|did|is|are|was|were|can|could|should|would|will|have|has)\b", re.ASCII)
# Where a question of its own begins behind what a sentence states.
_ASKS_BEHIND = re.compile(
    r"[,;:–—] ?\w| - \w|\.\. ?\w|\b(?:so|and|but) (?:what|how|any|which|where|who|when|why|can|could|should|would|will"
    r"|is|are|do|does|did|have|has)\b",
    re.ASCII,
)
_WONDERS = re.compile(r"(?:what|how|which|where|who|when|why|any)\b", re.ASCII)
_PLAN = "plans_to"
_ARE_NAMES = re.compile(r"[A-Z0-9\u00c0-\u00de\u0391-\u03a9\u0410-\u042f]")


class RetractionReader:
    """Reads the retractions of messages; one instance serves any number of texts. `reads` is the claim
    reader."""

    def __init__(self, settings: RetractionSettings, reads: ReadsClaims) -> None:
        self._settings = settings
        self._registry = Registry(settings)
        self._describing = Describing(settings, reads)
        self._not_after = re2.compile(settings.not_after)
        self._unreal = re2.compile(settings.unreal)
        self._task_words = re2.compile(settings.task_words)
        self._closed_after = re2.compile(settings.closed_after)

    def read(
        self, text: str, excluded: Sequence[SpanPair], times: Sequence[tuple[int, int, str]]
    ) -> list[RawRetraction]:  # fmt: skip
        """The retractions of a message in order of their place, each place once."""
        low = plain(text)
        if not self._registry.may_match(low):
            return []
        closed = Ranges([*excluded, *quotations(text), *self._handed_over(low)])
        found: list[_Match] = []
        for number, (start, end) in enumerate(sentence_bounds(text, max_chars=len(text) + 1)):
            if end - start <= self._settings.max_sentence_chars:
                near = [time for time in times if start <= time[0] and time[1] <= end]
                found += self._matches(_Sentence(number, text, low, start, end, near), closed)
        return _one_each([made for match in _without_shadows(found) for made in match.made])

    def _handed_over(self, low: str) -> list[SpanPair]:
        """The rest of the message from the first sentence on that hands over a text to work on ("proofread this: …"),
        begins a role play or opens a letter. Empty if there is no such sentence."""
        found = self._closed_after.search(low)
        if found is None:
            return []
        return [(max(low.rfind("\n", 0, found.start()), low.rfind(". ", 0, found.start())) + 1, len(low))]

    def _matches(self, sentence: "_Sentence", closed: Ranges) -> list["_Match"]:
        """The matches in a sentence that make a retraction. Of overlapping matches the strongest is kept."""
        kept: list[_Match] = []
        for pattern in self._registry.matching(sentence.low_text):
            match = self._match(pattern, sentence)
            if match is None or closed.intersects(*match.span):
                continue
            if not pattern.row.beside and any(_overlap(other.span, match.span) for other in kept):
                continue
            made = tuple(self._made(match))
            if made:
                kept.append(match._replace(made=made))
        return kept

    def _match(self, pattern: Pattern, sentence: "_Sentence") -> "_Match | None":
        found = pattern.find.search(sentence.low_text)
        if pattern.unless is not None and pattern.unless.search(sentence.low_text):
            return None
        if found is None:
            return None
        spans = {
            name: (sentence.start + span[0], sentence.start + span[1])
            for name, number in pattern.find.groupindex.items()
            if (span := found.span(number))[0] >= 0
        }
        if not pattern.row.may_ask and sentence.asks(spans["w"][1]):
            return None
        if self._not_after.search(sentence.low[sentence.start : spans["w"][0]]):
            return None
        if pattern.row.type == "temporal_bound" and self._unreal.search(sentence.low_text):
            return None
        match = _Match(pattern, sentence, spans)
        if pattern.row.needs == "proper" and not _ARE_NAMES.search(sentence.text, *spans["y"]):
            return None
        if match.says_that and self._task_words.search(sentence.low_text):
            return None
        return match

    def _made(self, match: "_Match") -> Iterator[RawRetraction]:
        sentence, row = match.sentence, match.pattern.row
        words = Words(sentence.text, (sentence.start, sentence.end), match.spans, sentence.times)
        if row.type == "correction":
            corrected = self._describing.correction(row, words)
            if corrected is not None:
                replacement, target = corrected
                yield self._raw(match, match.span, target or self._last(match), replacement, None)
            return
        is_end = row.type == "temporal_bound"
        # A time in a plan says when it would have been, and not when it was given up.
        is_dated = is_end and row.topic != _PLAN
        behind = (time[:2] for time in sentence.times if time[0] >= match.span[0])
        qualifier = next(behind, next((time[:2] for time in sentence.times), None)) if is_dated else None
        topic = self._settings.topic_of(row)
        if topic is not None:
            if row.verb:
                described = self._describing.of_doing(row, topic, words)
            else:
                described = self._describing.of_topic(topic, words)
            if described is not None and (row.needs != "name" or _is_name(described)):
                yield self._raw(match, match.span, described, None, qualifier)
        elif "x" not in match.spans:
            yield self._raw(match, match.span, self._last(match), None, qualifier)
        else:
            for span, described in self._describing.targets(row, words):
                if row.needs != "whole" or _says_it_all(described, words.of("x")):
                    yield self._raw(match, span, described, None, qualifier)

    def _last(self, match: "_Match") -> Last:
        reach = match.pattern.row.reach
        return Last(match.sentence.text[slice(*match.span)], self._settings.reach if reach is None else reach)

    def _raw(
        self, match: "_Match", span: SpanPair, target: Last | Described, replacement: Described | None,
        qualifier: SpanPair | None,
    ) -> RawRetraction:  # fmt: skip
        row = match.pattern.row
        return RawRetraction(row.id, row.type, *span, target, replacement, qualifier, row.confidence)


def _says_it_all(described: Described, words: str) -> bool:
    """Whether the words were read as a claim and end with its object. Further words behind the object could mean that
    less has ended."""
    is_read = described.predicate is not None and described.object is not None
    return is_read and words.strip().endswith(str(described.object))


def _overlap(one: SpanPair, other: SpanPair) -> bool:
    return other[0] < one[1] and one[0] < other[1]


def _is_name(described: Described) -> bool:
    return described.object is not None and all(_ARE_NAMES.match(word) for word in described.object.split())


class _Sentence(NamedTuple):
    """A sentence of a message: the whole text, and where the sentence stands in it."""

    number: int
    text: str
    low: str
    start: int
    end: int
    times: Sequence[tuple[int, int, str]]

    @property
    def low_text(self) -> str:
        return self.low[self.start : self.end]

    def asks(self, end: int) -> bool:
        """Whether what the sentence says up to `end` is a question and no statement. In "last shift done, what now?"
        only what stands behind the comma is asked."""
        if _ASKS.match(self.low_text):
            return True
        if not self.low_text.rstrip("\"')]”*_").endswith("?"):
            return False
        return _ASKS_BEHIND.search(self.low, end, self.end) is None or _WONDERS.match(self.low_text) is not None


class _Match(NamedTuple):
    """A match of a pattern in a sentence. Spans are codepoints of the message."""

    pattern: Pattern
    sentence: _Sentence
    spans: dict[str, SpanPair]
    made: tuple[RawRetraction, ...] = ()

    @property
    def span(self) -> SpanPair:
        return self.spans["w"]

    @property
    def is_dated(self) -> bool:
        return any(made.qualifier_span is not None for made in self.made)

    @property
    def says_that(self) -> bool:
        """Whether the words only point back ("that's wrong") and name nothing, so that they may be about the
        assistant's answer."""
        row = self.pattern.row
        return not {"x", "c"} & self.spans.keys() and row.topic is None and not row.any_state


def _without_shadows(found: Sequence[_Match]) -> list[_Match]:
    """The matches, without those that only repeat another one. In "Scratch that. I meant Leeds, not York" the first
    match only points back, so it is dropped. One that says that something is over but names no day is dropped if
    another match on the same topic names one."""
    said = {match.sentence.number for match in found if not match.says_that}
    corrected = {match.sentence.number for match in found if match.pattern.row.type == "correction"}
    dated = {match.pattern.row.topic for match in found if match.pattern.row.says_when and match.is_dated}
    kept = []
    for match in found:
        if match.pattern.row.topic in dated and not match.pattern.row.says_when:
            continue
        number = match.sentence.number
        is_shadow = match.says_that and (
            number in said or (match.pattern.row.type == "full" and number + 1 in corrected)
        )
        is_shadow |= match.says_that and match.pattern.row.type == "full" and number in corrected
        if not is_shadow:
            kept.append(match)
    return kept


def _one_each(found: Sequence[RawRetraction]) -> list[RawRetraction]:
    """One retraction for each place: the strongest, if there are several (design §9 "Claims")."""
    kept: dict[SpanPair, RawRetraction] = {}
    for made in sorted(found, key=lambda r: (STRONGEST_FIRST.index(r.retraction_type), r.pattern_id, r.char_start)):
        kept.setdefault((made.char_start, made.char_end), made)
    return [kept[place] for place in sorted(kept)]
