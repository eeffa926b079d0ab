"""What is believed now, of whom and of where; what changed; what contradicts itself."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import tzinfo
from itertools import groupby

from kg_assets.serve.report.asking import Row
from kg_assets.serve.report.content import Conflict, Group, Item, Place
from kg_assets.serve.report.evidence import Evidence, places_of
from kg_assets.serve.report.months import counted_text
from kg_assets.serve.report.settings import ReportSettings
from kg_assets.serve.report.wording import exact_text, name_text, relation_text, when_text

# How a conflict's type reads (docs/history.md).
_CONFLICTS = {
    "OBJECT_DISAGREEMENT": "Two values from the same moment on",
    "NEGATION_AMBIGUOUS": "A denial that could mean several times",
    "RETRACTION_TARGET_NOT_UNIQUE": "Taken back, but it is unclear which",
    "OBJ_TRANSITION_CONFLICT": "A new value while the old one still held",
    "OBJ_CONFIDENCE_TOO_CLOSE": "Two values, neither surer than the other",
}
# Relations of the person under what they are about, in this order (config/predicates.yaml gives each a category).
_ABOUT = {
    "identity": "Who you are",
    "place": "Where you are",
    "work": "Work",
    "education": "Education",
    "people": "People around you",
    "activity": "What you do",
    "plan": "Plans and wishes",
    "state": "How you are",
    "taste": "What you like",
    "things": "Things",
    "contact": "How to reach you",
}


def beliefs_of(
    facts: Sequence[Row], focal: str, settings: ReportSettings, zone: tzinfo
) -> tuple[tuple[Group, ...], int]:
    """What is believed now: of the person under the kind of relation, then of everything else under its name."""
    order = list(_ABOUT)
    own = sorted(
        (row for row in facts if row["subject_entity_id"] == focal),
        key=lambda row: order.index(row["category"]) if row["category"] in _ABOUT else len(order),
    )
    others = [row for row in facts if row["subject_entity_id"] != focal]
    kept = [*own, *others][: settings.facts]
    groups = [
        Group(heading, tuple(_belief(row, settings, zone) for row in rows))
        for heading, rows in groupby(kept[: len(own)], key=lambda row: _ABOUT.get(row["category"], "Other"))
    ]
    groups += [
        Group(_capital(name_text(name, settings.longest_name)), tuple(_belief(row, settings, zone) for row in rows))
        for (_, name), rows in groupby(kept[len(own) :], key=lambda row: (row["subject_entity_id"], row["subject"]))
    ]
    return tuple(groups), len(facts) - len(kept)


def _capital(name: str) -> str:
    return f"Your{name.removeprefix('your')}" if name.startswith("your ") else name


def _belief(row: Row, settings: ReportSettings, zone: tzinfo) -> Item:
    places = places_of(row["places"])
    kept = tuple(places[: settings.words_per_item])
    return Item(
        name=name_text(row["object"], settings.longest_name),
        note="disputed" if row["is_disputed"] else "",
        places=kept,
        more=len(places) - len(kept),
        kind=relation_text(row["predicate"], row["polarity"], row["is_plan"]),
        when=when_text(row, zone),
    )


def entities_of(
    kind: str, entities: Sequence[Row], facts: Sequence[Row], focal: str, evidence: Evidence, settings: ReportSettings
) -> Group:
    """People or places: what is said of each, and how often it comes up."""
    said, own = _said_of(facts, focal, settings), _said_to_be(facts, focal, settings)
    found = [row for row in entities if row["kind"] == kind]
    most = settings.people if kind == "person" else settings.places
    items = []
    for row in found[:most]:
        now = own[row["entity_id"]]
        notes = [_tie(relation, subjects) for relation, subjects in now.items()]
        once = [_tie(relation_text(one, "positive", False), ["you"]) for one in row["relations"]]
        notes += [f"once {tie}" for tie in once if tie not in notes and not any("you" in who for who in now.values())]
        notes += dict.fromkeys(said[row["entity_id"]])
        notes += [f"named in {counted_text(row['conversations'], 'conversation')}"] if row["mentions"] else []
        places, more = evidence.in_all(("Entity", row["entity_id"]))
        items.append(Item(name_text(row["name"], settings.longest_name), " · ".join(notes), places, more))
    return Group("People" if kind == "person" else "Places", tuple(items), len(found) - len(items))


def _said_of(facts: Sequence[Row], focal: str, settings: ReportSettings) -> dict[str, list[str]]:
    """What claims say of each entity but the person."""
    said: dict[str, list[str]] = defaultdict(list)
    for row in facts:
        if row["subject_entity_id"] != focal:
            relation = relation_text(row["predicate"], row["polarity"], row["is_plan"])
            said[row["subject_entity_id"]].append(f"{relation} {name_text(row['object'], settings.longest_name)}")
    return said


def _said_to_be(facts: Sequence[Row], focal: str, settings: ReportSettings) -> dict[str, dict[str, list[str]]]:
    """Of each entity, in which relation who stands to it."""
    said: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for row in facts:
        if row["object_entity_id"]:
            is_own = row["subject_entity_id"] == focal
            subject = "you" if is_own else name_text(row["subject"], settings.longest_name)
            subjects = said[row["object_entity_id"]][relation_text(row["predicate"], row["polarity"], row["is_plan"])]
            subjects += [] if subject in subjects else [subject]
    return said


def _tie(relation: str, subjects: Sequence[str]) -> str:
    """your friend; lives in: Ann, Ben."""
    if list(subjects) == ["you"] and relation.endswith(" is"):
        return f"your {relation.removesuffix(' is')}"
    return f"{relation}: {', '.join(subjects)}"


def changes_of(
    found: Sequence[Row], focal: str, settings: ReportSettings, zone: tzinfo
) -> tuple[tuple[Group, ...], int]:
    """What began, happened, ended and was set right, the newest first, under its year."""
    kept = found[: settings.changes]
    groups = [
        Group(year, tuple(_change(row, focal, settings, zone) for row in rows))
        for year, rows in groupby(kept, key=lambda row: (row["at_utc"] or "undated")[:4])
    ]
    return tuple(groups), len(found) - len(kept)


def _change(row: Row, focal: str, settings: ReportSettings, zone: tzinfo) -> Item:
    # What ended something stands before what had begun it.
    places = list(dict.fromkeys([*places_of(row["endings"]), *places_of(row["places"])]))
    kept = tuple(places[: settings.words_per_item])
    subject = "" if row["subject_entity_id"] == focal else f"{name_text(row['subject'], settings.longest_name)} "
    relation = relation_text(row["predicate"], row["polarity"], row["is_plan"])
    return Item(
        name=name_text(row["object"], settings.longest_name),
        note=f"{subject}{relation}",
        places=kept,
        more=len(places) - len(kept),
        kind=row["kind"],
        when=exact_text(row["at_utc"], row["at_precision"], zone) if row["at_utc"] else "undated",
    )


def conflicts_of(found: Sequence[Row], settings: ReportSettings, zone: tzinfo) -> tuple[tuple[Conflict, ...], int]:
    """Claims that contradict each other, those of a conflict together."""
    groups = [list(rows) for _, rows in groupby(found, key=lambda row: row["conflict_group_id"])]
    conflicts = [
        Conflict(
            f"{_CONFLICTS[rows[0]['conflict']]}: "
            f"{name_text(rows[0]['subject'], settings.longest_name)} "
            f"{relation_text(rows[0]['predicate'], 'positive', False)}",
            tuple(_contradicting(row, settings, zone) for row in rows),
        )
        for rows in groups[: settings.conflicts]
    ]
    return tuple(conflicts), len(groups) - len(conflicts)


def _contradicting(row: Row, settings: ReportSettings, zone: tzinfo) -> Item:
    dated = {**row, "valid_from_precision": row["precision"], "valid_to_precision": row["precision"]}
    return Item(
        name=name_text(row["object"], settings.longest_name),
        note="",
        places=(Place(row["message_id"], row["char_start"], row["char_end"]),),
        kind="not" if row["polarity"] == "negative" else "",
        when=when_text(dated, zone),
    )
