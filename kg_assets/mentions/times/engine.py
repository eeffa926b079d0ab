"""Finds the times a text speaks of and resolves them against its anchor (seed §2A.7, design §9 Times)."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import lru_cache

from kg_assets.mentions.times import calendar as cal
from kg_assets.mentions.times import resolve_clocks, resolve_dates, resolve_spans
from kg_assets.mentions.times.chart import rank, read_cluster
from kg_assets.mentions.times.cluster import Cluster, find_clusters, lower
from kg_assets.mentions.times.dispatch import value_of
from kg_assets.mentions.times.expressions import Blocked, Expression
from kg_assets.mentions.times.grammar import Grammar, load_calendar, load_confidence, load_grammar
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
_LONGEST_MARGIN = 16
_SENTENCE_ENDS = ".!?\n"


def forget_readings() -> None:
    """Empty the cache of readings; results never depend on it, measurements do."""
    _cached.cache_clear()


@dataclass(frozen=True, slots=True)
class _Found:
    """A node at its place in the message."""

    node: Node
    start: int
    end: int
    grammar: Grammar


class TimeEngine:
    """The compiled grammars of the configured languages; one instance serves any number of texts."""

    def __init__(self, settings: TimeSettings) -> None:
        self.settings = settings
        self._calendar = load_calendar()
        self._confidence = load_confidence()
        self._grammars = tuple(load_grammar(language) for language in settings.languages)
        cal.zone_of(settings.anchor_timezone)

    def find(
        self, text: str, anchor_utc: str | None, anchor_is_original: bool, excluded: Sequence[tuple[int, int]] = ()
    ) -> list[TimeMention]:
        """The winners of seed §2A.7.1, in text order."""
        found = self._winners(text, excluded)
        return self._resolved(text, found, anchor_utc, anchor_is_original) if found else []

    def find_candidates(
        self, text: str, anchor_utc: str | None, anchor_is_original: bool, excluded: Sequence[tuple[int, int]] = ()
    ) -> list[TimeMention]:
        """Every candidate before overlaps are resolved, for audit."""
        found = [place.found(node) for nodes, place in self._readings(text) for node in nodes]
        found = [one for one in found if self._is_eligible(text, one, excluded)]
        return self._resolved(text, found, anchor_utc, anchor_is_original)

    def _winners(self, text: str, excluded: Sequence[tuple[int, int]]) -> list[_Found]:
        """Greedy non-overlapping winners; what is excluded or guarded does not compete."""
        winners: list[_Found] = []
        for nodes, place in self._readings(text):
            taken: list[_Found] = []
            for node in nodes:
                found = place.found(node)
                if not _overlaps(found, taken) and self._is_eligible(text, found, excluded):
                    taken.append(found)
            winners.extend(sorted(taken, key=_by_start) if len(taken) > 1 else taken)
        return winners if len(self._grammars) == 1 else _across_languages(winners)

    def _is_eligible(self, text: str, found: _Found, excluded: Sequence[tuple[int, int]]) -> bool:
        if excluded and any(start < found.end and found.start < end for start, end in excluded):
            return False
        if found.node.guard is None:
            return True
        guard = found.grammar.guards[found.node.guard]
        if guard.before is not None and guard.before.search(text, max(0, found.start - _GUARD_REACH), found.start):
            return False
        return guard.after is None or guard.after.match(text, found.end, found.end + _GUARD_REACH) is None

    def _readings(self, text: str) -> Iterator[tuple[tuple[Node, ...], "_Place"]]:
        lowered = lower(text)
        for grammar in self._grammars:
            byte, point = 0, 0
            for cluster in find_clusters(grammar.clusters, grammar.whole, lowered):
                if len(lowered) == len(text):
                    point = cluster.start_byte
                else:
                    point += len(lowered[byte : cluster.start_byte].decode("utf-8", "surrogatepass"))
                byte = cluster.start_byte
                is_whole = _is_whole(lowered, cluster)
                yield _read(grammar, cluster, is_whole), _Place(point - cluster.lead, grammar)

    def _resolved(
        self, text: str, found: Sequence[_Found], anchor_utc: str | None, anchor_is_original: bool
    ) -> list[TimeMention]:
        zone = self.settings.anchor_timezone
        now = None
        if anchor_utc is not None and anchor_is_original:
            now = cal.from_utc(cal.parse_utc(anchor_utc), zone)
        settled: dict[tuple[int, Direction], _Settled | None] = {}
        mentions = []
        for one in found:
            direction = self.settings.default_direction
            if now is not None and one.node.floats:
                direction = self._direction(text, one)
            key = (id(one.node), direction)
            if key not in settled:
                settled[key] = self._settle(one.node, now, direction)
            if (outcome := settled[key]) is not None:
                mentions.append(_mention(text, one, outcome))
        return mentions

    def _settle(self, node: Node, now: datetime | None, direction: Direction) -> "_Settled | None":
        """What a node means against an anchor; None for what is no date at all."""
        if isinstance(node.expression, Blocked):
            return None
        zone = self.settings.anchor_timezone
        context = Context(now, direction, self.settings.date_order, self._calendar, zone)
        parse: dict[str, object] = {"expression": _plain(node.expression)}
        try:
            value = value_of(node.expression, context)
            times = _utc_times(value, zone)
        except ImpossibleDate:
            return None
        except OpenExpression as reason:
            parse["reason"] = str(reason)
            return _Settled("unresolved", None, None, None, zone, node.confidence, parse)
        confidence = node.confidence
        for note in sorted(context.notes):
            confidence *= self._confidence[note]
        parse["assumed"] = sorted(context.notes)
        kind = "instant" if value.is_moment else "interval"
        return _Settled(kind, *times, value.grain, value.zone or zone, round(confidence, 12), parse)

    def _direction(self, text: str, found: _Found) -> Direction:
        """What the words around say: the nearest cue before it in its sentence, else the first after it."""
        if self.settings.default_direction == "unresolved":
            return "unresolved"
        before = text[max(0, found.start - _CUE_REACH) : found.start].lower()
        cut = max(before.rfind(mark) for mark in _SENTENCE_ENDS)
        cues = [match.lastgroup for match in found.grammar.cue.finditer(before, cut + 1)]
        if cues:
            return "past" if cues[-1] == "past" else "future"
        after = text[found.end : found.end + _CUE_REACH].lower()
        stops = [position for position in map(after.find, _SENTENCE_ENDS) if position >= 0]
        first = found.grammar.cue.search(after, 0, min(stops, default=len(after)))
        if first is None:
            return self.settings.default_direction
        return "past" if first.lastgroup == "past" else "future"


@dataclass(frozen=True, slots=True)
class _Settled:
    """The part of a mention that does not depend on its place."""

    resolved_type: str
    valid_from_utc: str | None
    valid_to_utc: str | None
    granularity: str | None
    zone: str
    confidence: float
    parse: dict[str, object]


def _mention(text: str, found: _Found, settled: _Settled) -> TimeMention:
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
        settled.parse,
    )


@dataclass(frozen=True, slots=True)
class _Place:
    """What turns a cluster's offsets into the message's."""

    offset: int
    grammar: Grammar

    def found(self, node: Node) -> _Found:
        return _Found(node, node.start + self.offset, node.end + self.offset, self.grammar)


def _is_whole(lowered: bytes, cluster: Cluster) -> bool:
    """Whether the message is this cluster and nothing else."""
    if cluster.end_byte - cluster.start_byte + _LONGEST_MARGIN < len(lowered):
        return False
    return not lowered[: cluster.start_byte].strip() and not lowered[cluster.end_byte :].strip(b" \t\r\n.!?")


def _read(grammar: Grammar, cluster: Cluster, is_whole: bool) -> tuple[Node, ...]:
    return _cached(grammar.language, cluster.text, cluster.lead, cluster.end, is_whole)


@lru_cache(maxsize=20_000)
def _cached(language: str, text: str, lead: int, end: int, is_whole: bool) -> tuple[Node, ...]:
    return read_cluster(load_grammar(language), text, lead, end, is_whole)


@lru_cache(maxsize=20_000)
def _plain(expression: Expression) -> dict[str, object]:
    """The expression as JSON-able data, without the fields that are not set."""
    return {"shape": type(expression).__name__} | {
        key: value for key, value in asdict(expression).items() if value is not None
    }


def _utc_times(value: Value, zone: str) -> tuple[str | None, str | None]:
    zone = value.zone or zone
    try:
        start = cal.format_utc(cal.to_utc(value.start, zone))
        return start, None if value.is_moment else cal.format_utc(cal.to_utc(value.end, zone))
    except (OverflowError, ValueError):
        raise OpenExpression("outside_calendar") from None


def _across_languages(found: list[_Found]) -> list[_Found]:
    """Winners of several languages against each other, in the same order of the seed."""
    kept: list[_Found] = []
    for one in sorted(found, key=lambda f: (*rank(f.node)[:3], f.start, -f.end, f.node.pattern_id, f.grammar.language)):
        if not _overlaps(one, kept):
            kept.append(one)
    return sorted(kept, key=_by_start)


def _overlaps(one: _Found, others: list[_Found]) -> bool:
    return any(one.start < other.end and other.start < one.end for other in others)


def _by_start(found: _Found) -> int:
    return found.start
