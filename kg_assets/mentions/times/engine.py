"""Finds the times that a text speaks of and resolves them against its anchor, the moment of the message (seed §2A.7,
design §9 Times)."""

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from kg_assets.mentions.detect.ranges import RangeIndex
from kg_assets.mentions.times import calendar as cal
from kg_assets.mentions.times import resolve_clocks, resolve_dates, resolve_spans
from kg_assets.mentions.times.chart import Reading, forget_shapes, rank, read
from kg_assets.mentions.times.cluster import find_clusters, lower
from kg_assets.mentions.times.dispatch import value_of
from kg_assets.mentions.times.expressions import Blocked, Expression, Within
from kg_assets.mentions.times.grammar import Grammar, load_calendar, load_confidence, load_grammar
from kg_assets.mentions.times.meaning import Meaning, Meanings, Settled
from kg_assets.mentions.times.model import (
    Context,
    Direction,
    ImpossibleDate,
    OpenExpression,
    TimeMention,
    TimeSettings,
    Value,
)
from kg_assets.mentions.times.nodes import Node

__all__ = ["TimeEngine", "TimeMention", "TimeSettings"]

RESOLVER_ROOMS = (resolve_clocks, resolve_dates, resolve_spans)
_GUARD_REACH = 16
_CUE_REACH = 64
_SENTENCE_ENDS = ".!?\n"
_MOST_KNOWN = 50_000
Ranges = Sequence[tuple[int, int]]
_NOWHERE = RangeIndex(())


def forget_readings() -> None:
    """Empty the cache of readings. Results never depend on it, but measurements do."""
    _read.cache_clear()
    forget_shapes()


class _Found(NamedTuple):
    """A node of a cluster (a piece of text read as a time), with its place in the message."""

    node: Node
    start: int
    end: int
    grammar: Grammar
    reading: Reading

    @property
    def expression(self) -> Expression:
        """The expression of the node, with the numbers of this message."""
        return self.reading.expression(self.node)


class _Placed(NamedTuple):
    """The candidates of a cluster, with what is needed to turn their offsets into offsets of the message."""

    reading: Reading
    offset: int
    grammar: Grammar
    places: tuple[int, ...] | None

    def at(self, position: int) -> int:
        """The position in the message of a position in the cluster's text."""
        return self.offset + (position if self.places is None else self.places[position])


class TimeEngine:
    """The compiled grammars of the configured languages. One instance serves any number of texts.

    A pattern file in `folder` (the person's own) replaces the shipped one of the same name.
    """

    def __init__(self, settings: TimeSettings, folder: Path | None = None) -> None:
        self.settings = settings
        self._calendar = load_calendar(folder)
        self._confidence = load_confidence(folder)
        self._grammars = tuple(load_grammar(language, folder) for language in settings.languages)
        self._meanings = Meanings(_MOST_KNOWN)
        cal.zone_of(settings.anchor_timezone)

    def find(
        self, text: str, anchor_utc: str | None, anchor_is_original: bool, excluded: Ranges = ()
    ) -> list[TimeMention]:
        """The times that a text names, in its order, resolved against the anchor. If candidates overlap, only the
        winner is given (seed §2A.7.1). Nothing is read in the `excluded` ranges. An anchor that is not original is not
        used."""
        return self.find_batch([text], [anchor_utc], [anchor_is_original], [excluded])[0]

    def find_batch(
        self,
        texts: Sequence[str],
        anchors_utc: Sequence[str | None],
        anchors_are_original: Sequence[bool],
        excluded: Sequence[Ranges] | None = None,
    ) -> list[list[TimeMention]]:
        """As `find`, for many texts. They are searched together, which costs less than one by one."""
        mentions = []
        silent = [RangeIndex(ranges) if ranges else _NOWHERE for ranges in excluded or [()] * len(texts)]
        for index, readings in enumerate(self._readings(texts, silent)):
            found = self._winners(texts[index], readings, silent[index]) if readings else []
            anchor = anchors_utc[index] if anchors_are_original[index] else None
            mentions.append(self._resolved(texts[index], found, anchor) if found else [])
        return mentions

    def find_candidates(
        self, text: str, anchor_utc: str | None, anchor_is_original: bool, excluded: Ranges = ()
    ) -> list[TimeMention]:
        """Every eligible candidate of a text, for audit, also those that overlap a better one. Dates that do not exist
        are left out."""
        found = [
            _Found(node, placed.at(node.start), placed.at(node.end), placed.grammar, placed.reading)
            for placed in self._readings([text], [_NOWHERE])[0]
            for node in placed.reading.nodes
        ]
        eligible = [one for one in found if _is_eligible(text, one, RangeIndex(excluded))]
        return self._resolved(text, eligible, anchor_utc if anchor_is_original else None)

    def _readings(self, texts: Sequence[str], silent: Sequence[RangeIndex]) -> list[list[_Placed]]:
        """The clusters of each text with their candidates: language by language, and in text order within a language.

        Clusters that lie wholly in an excluded range, and those without candidates, are left out.
        """
        lowered = [
            b"" if ranges.holds(0, len(text)) else lower(text) for text, ranges in zip(texts, silent, strict=True)
        ]
        readings: list[list[_Placed]] = [[] for _ in texts]
        for grammar in self._grammars:
            for index, clusters in find_clusters(grammar.clusters, grammar.whole, lowered, grammar.tail):
                text, low = texts[index], lowered[index]
                is_ascii = len(low) == len(text)
                excluded = silent[index] if silent[index] else None
                byte = point = 0
                for cluster in clusters:
                    if is_ascii:
                        point = cluster.start_byte
                    else:
                        point += len(low[byte : cluster.start_byte].decode("utf-8", "surrogatepass"))
                        byte = cluster.start_byte
                    if excluded is not None and excluded.holds(point, point + cluster.size):
                        continue
                    reading = _read(grammar, cluster.text, cluster.lead, cluster.end, cluster.is_whole)
                    if reading.nodes:
                        readings[index].append(_Placed(reading, point - cluster.lead, grammar, cluster.places))
        return readings

    def _winners(self, text: str, readings: list[_Placed], silent: RangeIndex) -> list[_Found]:
        """The candidates that win. In the order of their rank, each wins if no better one overlaps it. Two sorts do not
        compete: candidates in excluded ranges, and candidates that a guard forbids, because words beside them show that
        no time is meant."""
        winners: list[_Found] = []
        for placed in readings:
            taken: list[_Found] = []
            occupied = 0
            for node in placed.reading.nodes:
                places = (1 << node.end) - (1 << node.start)
                if not occupied & places:
                    found = _Found(node, placed.at(node.start), placed.at(node.end), placed.grammar, placed.reading)
                    if _is_eligible(text, found, silent):
                        taken.append(found)
                        occupied |= places
            winners.extend(sorted(taken, key=_by_start) if len(taken) > 1 else taken)
        return winners if len(self._grammars) == 1 else _across_languages(winners)

    def _resolved(self, text: str, found: Sequence[_Found], anchor_utc: str | None) -> list[TimeMention]:
        now = None
        if anchor_utc is not None:
            now = cal.from_utc(cal.parse_utc(anchor_utc), self.settings.anchor_timezone)
        mentions = []
        for one in found:
            expression = one.expression
            if isinstance(expression, Blocked):
                continue
            direction = self.settings.default_direction
            if now is not None and one.node.floats:
                direction = self._direction(text, one)
            outcome = self._known_or_new(expression, one.node.confidence, now, direction)
            if outcome is not None:
                mentions.append(_mention(text, one, outcome))
        return mentions

    def _known_or_new(
        self, expression: Expression, confidence: float, now: datetime | None, direction: Direction
    ) -> Settled | None:
        meaning = self._meanings.of(expression, confidence)
        outcome, is_known = meaning.known(now, direction)
        if not is_known:
            outcome, uses = self._settle(meaning, now, direction)
            self._meanings.keep(meaning, now, direction, outcome, uses)
        return outcome

    def _settle(self, meaning: Meaning, now: datetime | None, direction: Direction) -> tuple[Settled | None, set[str]]:
        """Two values: what an expression resolves to (None if it is a date that does not exist); and which parts of the
        anchor this depends on, such as "moment" for its time of day."""
        zone = self.settings.anchor_timezone
        context = Context(now, direction, self.settings.date_order, self._calendar, zone)
        try:
            value = value_of(meaning.expression, context)
            times = _utc_times(value, zone)
        except ImpossibleDate:
            return None, context.uses
        except OpenExpression as reason:
            parse = meaning.parse("reason", str(reason))
            return Settled("unresolved", None, None, None, zone, meaning.confidence, parse), context.uses
        confidence = meaning.confidence
        notes = tuple(sorted(context.notes))
        for note in notes:
            confidence *= self._confidence[note]
        kind = "instant" if value.is_moment else "interval"
        parse = meaning.parse("assumed", notes)
        return Settled(kind, *times, value.grain, value.zone or zone, round(confidence, 12), parse), context.uses

    def _direction(self, text: str, found: _Found) -> Direction:
        """The direction (past or future) of the nearest cue word ("was", "will") before a mention in its sentence, else
        of the first one after it, else the configured direction. If that is `unresolved`, cues do not count. For "in 3
        months" the words before it always decide (`_has_gone_by`)."""
        before = text[max(0, found.start - _CUE_REACH) : found.start]
        if isinstance(found.expression, Within):
            return "past" if _has_gone_by(found.grammar, before) else "future"
        if self.settings.default_direction == "unresolved":
            return "unresolved"
        after = text[found.end : found.end + _CUE_REACH]
        return _cued(found.grammar, before, after) or self.settings.default_direction


def _mention(text: str, found: _Found, settled: Settled) -> TimeMention:
    return TimeMention(
        found.start,
        found.end,
        text[found.start : found.end],
        found.node.pattern_id,
        found.node.precedence,
        settled.resolved_type,
        settled.valid_from_utc,
        settled.valid_to_utc,
        settled.granularity,
        settled.zone,
        settled.confidence,
        *settled.parse,
    )


def _is_eligible(text: str, found: _Found, silent: RangeIndex) -> bool:
    if silent and silent.meets(found.start, found.end):
        return False
    if found.node.guard is None:
        return True
    low = max(0, found.start - _GUARD_REACH)
    window = text[low : found.end + _GUARD_REACH]
    return _passes(found.grammar, found.node.guard, window, found.start - low, found.end - low)


def _passes(grammar: Grammar, name: str, window: str, start: int, end: int) -> bool:
    """Whether the guard `name` lets the mention `window[start:end]` pass. A guard is text that shows that no time is
    meant; a mention directly behind or before such text does not pass."""
    guard = grammar.guards[name]
    if guard.before is not None and guard.before.search(window, 0, start):
        return False
    return guard.after is None or guard.after.match(window, end) is None


def _cued(grammar: Grammar, before: str, after: str) -> Direction | None:
    """The direction of the nearest cue word in the sentence (past for "was", future for "will"): of the last one before
    the mention, else of the first after it. None if there is none."""
    before, after = before.lower(), after.lower()
    cues = list(grammar.cue.finditer(before, max(map(before.rfind, _SENTENCE_ENDS)) + 1))
    nearest = cues[-1] if cues else None
    if nearest is None:
        stops = [position for position in map(after.find, _SENTENCE_ENDS) if position >= 0]
        nearest = grammar.cue.search(after, 0, min(stops, default=len(after)))
    if nearest is None:
        return None
    return "past" if nearest.lastgroup == "past" else "future"


def _has_gone_by(grammar: Grammar, before: str) -> bool:
    """Whether words before "in 3 months" say that this time has passed: "I have not run in 3 months"."""
    before = before.lower()
    begin = max(map(before.rfind, _SENTENCE_ENDS)) + 1
    return grammar.elapsed is not None and grammar.elapsed.search(before, begin) is not None


@lru_cache(maxsize=_MOST_KNOWN)
def _read(grammar: Grammar, text: str, lead: int, end: int, is_whole: bool) -> Reading:
    return read(grammar, text, lead, end, is_whole)


def _utc_times(value: Value, zone: str) -> tuple[str | None, str | None]:
    zone = value.zone or zone
    try:
        start = cal.format_utc(cal.to_utc(value.start, zone))
        return start, None if value.is_moment else cal.format_utc(cal.to_utc(value.end, zone))
    except (OverflowError, ValueError):
        raise OpenExpression("outside_calendar") from None


def _across_languages(found: list[_Found]) -> list[_Found]:
    """The winners of several languages, without those that overlap a better one, by the order of seed §2A.7.1."""
    kept: list[_Found] = []
    for one in sorted(found, key=lambda f: (*rank(f.node)[:3], f.start, -f.end, f.node.pattern_id, f.grammar.language)):
        if not _overlaps(one, kept):
            kept.append(one)
    return sorted(kept, key=_by_start)


def _overlaps(one: _Found, others: list[_Found]) -> bool:
    return any(one.start < other.end and other.start < one.end for other in others)


def _by_start(found: _Found) -> int:
    return found.start
