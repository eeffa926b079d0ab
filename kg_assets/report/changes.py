"""What changed, and when: beginnings and ends of stories, single events, and corrections."""

from collections.abc import Iterator, Sequence
from datetime import tzinfo
from itertools import groupby

from kg_assets.core.when import end_text
from kg_assets.report.asking import Row
from kg_assets.report.content import Group, Item
from kg_assets.report.evidence import places_of
from kg_assets.report.settings import ReportSettings
from kg_assets.report.stories import Stories
from kg_assets.report.wording import exact_text, name_text, relation_text, written_out


def changes_of(
    asked: Sequence[Row], stories: Stories, focal: str, as_of: str, settings: ReportSettings, zone: tzinfo
) -> tuple[tuple[Group, ...], int]:
    """Beginnings, ends, events and corrections, the newest first, grouped by year; and how many are left out."""
    found = sorted(
        [*asked, *(row for row in _turns(stories) if row["at_utc"] <= as_of)],
        key=lambda row: (row["kind"], row["subject"], row["subject_entity_id"], row["predicate"], row["object"] or ""),
    )
    found.sort(key=lambda row: row["at_utc"] or "", reverse=True)
    kept = found[: settings.changes]
    groups = [
        Group(year, tuple(_change(row, focal, settings, zone) for row in rows))
        for year, rows in groupby(kept, key=lambda row: (row["at_utc"] or "undated")[:4])
    ]
    return tuple(groups), len(found) - len(kept)


def _turns(stories: Stories) -> Iterator[Row]:
    """A row for each dated beginning and each dated end of a stretch. "I live there in summer" gives none, since the
    matter neither begins nor ends with the summer. "I lived there in 2018" gives one row, as something that happened.
    """
    for told in stories.all.values():
        for row in told.stretches:
            # "I live there in summer" neither begins nor ends with the summer; "I lived there in 2018" is past.
            if row["is_during"] and not row["is_told_as_past"]:
                continue
            fixed = {name: row[name] for name in ("subject", "subject_entity_id", "object", "places")}
            fixed |= {"polarity": "positive", "is_plan": False, "endings": None, "is_closed": True}
            if row["since_utc"]:
                yield fixed | {
                    "kind": "happened" if row["is_since_event"] or row["is_during"] else "began",
                    "predicate": row["since_predicate"],
                    "at_utc": row["since_utc"],
                    "at_precision": row["since_precision"],
                    "places": [row["begun_at"], *(row["places"] or ())],
                }
            if row["is_during"]:
                continue
            if row["until_utc"] and row["is_until_event"]:
                yield fixed | _end(row) | {"kind": "happened", "predicate": row["until_predicate"]}
            elif row["until_utc"] and row["first_utc"]:
                yield fixed | _end(row) | {"kind": "ended", "predicate": row["matter"], "endings": [row["ended_at"]]}


def _end(row: Row) -> Row:
    places = [row["ended_at"], *(row["places"] or ())]
    return {
        "at_utc": row["until_utc"],
        "at_precision": row["until_precision"],
        "is_closed": not row["is_until_included"],
        "places": places,
    }


def _change(row: Row, focal: str, settings: ReportSettings, zone: tzinfo) -> Item:
    # The words that ended something come before those that had begun it.
    endings = places_of(row["endings"])
    places = list(dict.fromkeys([*endings, *places_of(row["places"])]))
    kept = tuple(places[: settings.words_per_item])
    subject = "" if row["subject_entity_id"] == focal else f"{name_text(row['subject'], settings.longest_name)} "
    relation = relation_text(row["predicate"], row["polarity"], row["is_plan"])
    return Item(
        name=name_text(row["object"], settings.longest_name),
        note=f"{subject}{relation}",
        places=kept,
        more=len(places) - len(kept),
        kind=row["kind"],
        when=_when(row, zone),
        ending=min(len(endings), len(kept)),
    )


def _when(row: Row, zone: tzinfo) -> str:
    if not row["at_utc"]:
        return "undated"
    if row.get("is_closed", True):
        return exact_text(row["at_utc"], row["at_precision"], zone)
    return written_out(end_text(row["at_utc"], row["at_precision"] or "day", False, zone))
