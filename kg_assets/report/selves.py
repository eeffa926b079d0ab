"""What the person says about themselves: beliefs by stream (identity, state, meta, relational), marked if they rise or
fade, and contradictions side by side."""

from collections.abc import Mapping, Sequence
from datetime import tzinfo
from typing import Any, NamedTuple, get_args

from kg_assets.beliefs.settings import BeliefSettings, Stream
from kg_assets.core.instants import NO_INSTANT, from_millis, to_millis
from kg_assets.queries.beliefs import Belief, beliefs_at, worded
from kg_assets.report.content import Conflict, Group, Item, Place
from kg_assets.report.settings import ReportSettings
from kg_assets.report.wording import day_text, name_text
from kg_assets.store.opened import OpenWarehouse

_NEEDS = "beliefs.belief_nodes"
_DAY = 86_400_000
_HEADINGS: Mapping[Stream, str] = {
    "identity": "Who you are", "state": "How you feel", "meta": "About your own mind", "relational": "With others",
}  # fmt: skip
_CONFLICTS = {"contradiction": "Said and denied", "tension": "Leaning to opposite sides"}


class Selves(NamedTuple):
    """The beliefs as of the build, those with the highest core score first; and for each id the activation that the
    belief had `compared_days` earlier."""

    now: Sequence[Belief]
    before: Mapping[str, float]


def selves_in(warehouse: OpenWarehouse, beliefs: BeliefSettings, settings: ReportSettings) -> Selves:
    """The beliefs of the published build; empty if the build has none or its moment is unknown."""
    as_of = warehouse.manifest.as_of
    if _NEEDS not in warehouse.manifest.tables or as_of == NO_INSTANT:
        return Selves((), {})
    then = from_millis(max(0, to_millis(as_of) - settings.compared_days * _DAY))
    before = {belief.belief_id: belief.activation for belief in beliefs_at(warehouse, beliefs, then)}
    return Selves(beliefs_at(warehouse, beliefs, as_of), before)


def selves_of(selves: Selves, settings: ReportSettings, zone: tzinfo) -> tuple[Group, ...]:
    """The beliefs of each stream: first those with the highest core score (how firmly the belief is held in all), of
    equal ones those with the highest activation (how present it is now)."""
    groups = []
    for stream in get_args(Stream):
        own = [belief for belief in selves.now if belief.stream == stream]
        items = tuple(_item(belief, selves.before, settings, zone) for belief in own[: settings.self_beliefs])
        if items:
            groups.append(Group(_HEADINGS[stream], items, len(own) - len(items)))
    return tuple(groups)


def oppositions_of(selves: Selves, settings: ReportSettings, zone: tzinfo) -> tuple[Conflict, ...]:
    """Open contradictions between beliefs, the latest first; each side has its dates and words."""
    by_id = {belief.belief_id: belief for belief in selves.now}
    open_edges = {(row["node_a_id"], row["node_b_id"]): row for belief in selves.now for row in belief.conflicts}
    ordered = sorted(open_edges.values(), key=lambda row: (_reversed(row["created_at_utc"]), row["node_a_id"]))
    return tuple(
        Conflict(
            _CONFLICTS[row["conflict_type"]],
            tuple(_item(by_id[row[side]], selves.before, settings, zone) for side in ("node_a_id", "node_b_id")),
        )
        for row in ordered[: settings.conflicts]
    )


def _reversed(instant: str) -> int:
    return -to_millis(instant)


def _item(belief: Belief, before: Mapping[str, float], settings: ReportSettings, zone: tzinfo) -> Item:
    said = belief.occurrences
    shown = said[: -settings.words_per_item - 1 : -1]
    note = f"said {len(said)} times" if len(said) > 1 else "said once"
    course = course_of(belief.activation, before.get(belief.belief_id, 0.0), settings)
    return Item(
        worded(name_text(belief.text, settings.longest_name), belief.is_past),
        f"{note}, {course}" if course else note,
        tuple(Place(row["message_id"], row["char_start"], row["char_end"]) for row in shown),
        len(said) - len(shown),
        belief.status,
        _when(said, zone),
    )


def course_of(now: float, before: float, settings: ReportSettings) -> str:
    """Whether a belief "rises" or "fades": its activation has grown or shrunk at least by the factor `rising_factor`
    since the earlier moment. "" if neither."""
    if now >= settings.rising_factor * before:
        return "rises"
    return "fades" if before >= settings.rising_factor * now else ""


def _when(said: Sequence[Mapping[str, Any]], zone: tzinfo) -> str:
    first, last = (day_text(said[place]["created_at_utc"], zone) for place in (0, -1))
    return first if first == last else f"{first} – {last}"
