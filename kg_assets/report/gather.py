"""Puts the report together from a build: runs the queries, sorts their rows, and fetches the words behind
what is shown."""

from collections.abc import Iterable, Sequence
from datetime import tzinfo
from itertools import chain
from typing import Any

import duckdb

from kg_assets.core.instants import NO_INSTANT
from kg_assets.report.asking import Row, rows, run, words_at
from kg_assets.report.beliefs import beliefs_of, conflicts_of
from kg_assets.report.changes import changes_of
from kg_assets.report.content import Conflict, Group, Item, Month, Place, Report, Week, Words
from kg_assets.report.evidence import Evidence
from kg_assets.report.months import holdings_of, months_of
from kg_assets.report.people import entities_of
from kg_assets.report.selves import Selves, oppositions_of, selves_of
from kg_assets.report.settings import ReportSettings
from kg_assets.report.stories import Stories
from kg_assets.report.threads import SHOWN_AS, by_category, threads_of
from kg_assets.report.wording import day_text, name_text, shown

_WHO = {"user": "you", "assistant": "the assistant"}


def gather(
    connection: duckdb.DuckDBPyConnection,
    build: str,
    as_of: str,
    settings: ReportSettings,
    zone: tzinfo,
    selves: Selves,
    week: Week | None,
) -> Report:
    """All contents of the report on the build that the connection shows."""
    run(connection, "history_known")
    focal = next((row["entity_id"] for row in rows(connection, "focal")), "")
    evidence = Evidence(
        rows(connection, "evidence", zone=str(zone), focal=focal, words=settings.words_per_item),
        settings.words_per_item,
    )
    stories = Stories(rows(connection, "stories"), rows(connection, "plans"), as_of, settings, zone)
    running = rows(connection, "threads", focal=focal)
    held = holdings_of(stories, focal, {row["object_key"]: SHOWN_AS[row["category"]] for row in running}, settings)
    months = months_of(
        rows(connection, "months", zone=str(zone)), rows(connection, "spoken", focal=focal), held, evidence, settings
    )
    threads = threads_of(running, evidence, stories, focal, settings)
    facts, entities = rows(connection, "facts"), rows(connection, "entities", focal=focal)
    beliefs, beliefs_more = beliefs_of(facts, focal, stories, settings, zone)
    changes, changes_more = changes_of(rows(connection, "changes"), stories, focal, as_of, settings, zone)
    conflicts, conflicts_more = conflicts_of(rows(connection, "conflicts"), settings, zone)
    said: dict[str, Any] = {
        "months": months,
        "threads": tuple(threads),
        "threads_by_category": by_category(threads, settings.threads_per_category),
        "people": entities_of("person", entities, facts, focal, evidence, stories, settings),
        "places": entities_of("place", entities, facts, focal, evidence, stories, settings),
        "beliefs": beliefs,
        "changes": changes,
        "conflicts": conflicts,
        "selves": selves_of(selves, settings, zone),
        "oppositions": oppositions_of(selves, settings, zone),
        "week": week,
    }
    totals = rows(connection, "totals")[0]
    return Report(
        build=build,
        as_of="an unknown day" if as_of == NO_INSTANT else day_text(as_of, zone),
        span=_span([month.name for month in months]),
        **{**totals, "given_name": shown(totals["given_name"])},
        beliefs_more=beliefs_more,
        changes_more=changes_more,
        conflicts_more=conflicts_more,
        words=_words(connection, _places(said), settings, zone),
        **said,
    )


def _span(names: Sequence[str]) -> str:
    if not names:
        return "nothing dated"
    return names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"


def _places(said: dict[str, Any]) -> list[Place]:
    """Every place of the items that the report shows, in order."""
    months: Sequence[Month] = said["months"]
    groups: Sequence[Group] = [
        *said["threads_by_category"], said["people"], said["places"], *said["beliefs"], *said["changes"],
        *said["selves"],
    ]  # fmt: skip
    conflicts: Sequence[Conflict] = [*said["conflicts"], *said["oppositions"]]
    items: Iterable[Item] = chain(
        (item for month in months for item in (*month.spoken, *month.valid)),
        (item for group in groups for item in group.items),
        (item for conflict in conflicts for item in conflict.claims),
    )
    places = {place for item in items for place in item.places}
    return sorted(places, key=lambda place: (place.message_id, place.char_start or -1, place.char_end or -1))


def _words(
    connection: duckdb.DuckDBPyConnection, places: Sequence[Place], settings: ReportSettings, zone: tzinfo
) -> dict[Place, Words]:
    found = words_at(connection, places, settings.context_chars, settings.longest_quote)
    return {place: _quotation(row, settings, zone) for place, row in found}


def _quotation(row: Row, settings: ReportSettings, zone: tzinfo) -> Words:
    before, after = shown(row["before"] or ""), shown(row["after"] or "")
    return Words(
        before=f"…{_from_word(before)}" if row["is_cut_before"] else before,
        quote=shown(row["quote"] or ""),
        after=f"{_to_word(after)}…" if row["is_cut_after"] else after,
        title=name_text(row["title"], settings.longest_name) or "untitled",
        said=day_text(row["created_at_utc"], zone),
        who=_WHO.get(row["role"], "someone"),
        id_beginning=row["message_id"][: settings.id_chars],
    )


def _from_word(text: str) -> str:
    """A text that was cut at its beginning, without the first word, which may be incomplete."""
    _, space, rest = text.partition(" ")
    return rest if space else text


def _to_word(text: str) -> str:
    """A text that was cut at its end, without the last word, which may be incomplete."""
    rest, space, _ = text.rpartition(" ")
    return rest if space else text
