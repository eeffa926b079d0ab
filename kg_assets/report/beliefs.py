"""Two parts of the report: what is believed now, and claims that contradict each other. Believed now are the claims
that hold at present; the beliefs about oneself are in `selves`."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import tzinfo
from itertools import groupby

from kg_assets.report.asking import Row
from kg_assets.report.content import Conflict, Group, Item, Place
from kg_assets.report.evidence import places_of
from kg_assets.report.settings import ReportSettings
from kg_assets.report.stories import Stories, Told
from kg_assets.report.wording import name_text, relation_text, when_text

# The words for each type of conflict (docs/history.md).
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
    facts: Sequence[Row], focal: str, stories: Stories, settings: ReportSettings, zone: tzinfo
) -> tuple[tuple[Group, ...], int]:
    """The claims that hold now, in groups: first those about the person by kind of relation, then all others by the
    subject's name; and how many are left out."""
    order = list(_ABOUT)
    standing = [row for row in facts if not (_is_done(row, stories) or _is_over(row, stories))]
    own = sorted(
        (row for row in standing if row["subject_entity_id"] == focal),
        key=lambda row: order.index(row["category"]) if row["category"] in _ABOUT else len(order),
    )
    others = [row for row in standing if row["subject_entity_id"] != focal]
    kept = [*own, *others][: settings.facts]
    groups = [
        Group(heading, tuple(_belief(row, stories, settings, zone) for row in rows))
        for heading, rows in groupby(kept[: len(own)], key=lambda row: _ABOUT.get(row["category"], "Other"))
    ]
    groups += [
        Group(
            _capital(name_text(name, settings.longest_name)),
            tuple(_belief(row, stories, settings, zone) for row in rows),
        )
        for (_, name), rows in groupby(kept[len(own) :], key=lambda row: (row["subject_entity_id"], row["subject"]))
    ]
    return tuple(groups), len(standing) - len(kept)


def _is_done(row: Row, stories: Stories) -> bool:
    """Whether a plan came true. It is then listed among the plans of the months and no longer among what is believed
    now."""
    plan = stories.plan(row["subject_entity_id"], row["object_key"]) if row["is_plan"] else None
    return plan is not None and plan["outcome"] == "came_true"


def _is_over(row: Row, stories: Stories) -> bool:
    """Whether the story of a claim shows that the matter is over or was taken back, although the claim itself has no
    end."""
    if row["is_plan"] or row["polarity"] == "negative":
        return False
    told = stories.of(row["subject_entity_id"], row["predicate"], row["object_key"])
    return told is not None and told.was_so and not stories.holds_now(told)


def _capital(name: str) -> str:
    return f"Your{name.removeprefix('your')}" if name.startswith("your ") else name


def _belief(row: Row, stories: Stories, settings: ReportSettings, zone: tzinfo) -> Item:
    places = places_of(row["places"])
    kept = tuple(places[: settings.words_per_item])
    item = Item(
        name=name_text(row["object"], settings.longest_name),
        note="disputed" if row["is_disputed"] else "",
        places=kept,
        more=len(places) - len(kept),
        kind=relation_text(row["predicate"], row["polarity"], row["is_plan"]),
        when=when_text(row, zone),
    )
    if row["is_plan"]:
        plan = stories.plan(row["subject_entity_id"], row["object_key"])
        return item if plan is None or row["polarity"] == "negative" else replace(item, when=stories.plan_line(plan))
    told = stories.of(row["subject_entity_id"], row["predicate"], row["object_key"])
    return item if told is None or not told.was_so else _with_story(item, row, told, stories)


def _with_story(item: Item, row: Row, told: Told, stories: Stories) -> Item:
    """The line of a claim with the dates of its story, and with remarks on what speaks against these. For a denial of
    something that was so before, "no longer" stands before the relation."""
    notes = stories.doubts(told)
    notes += [f"said {told.messages} times"] if told.messages > 1 else []
    kind = item.kind
    if row["polarity"] == "negative":
        kind = f"no longer: {relation_text(row['predicate'], 'positive', False)}" if told.is_over else kind
    return replace(item, kind=kind, when=stories.line(told), note=" · ".join(notes))


def conflicts_of(found: Sequence[Row], settings: ReportSettings, zone: tzinfo) -> tuple[tuple[Conflict, ...], int]:
    """Claims that contradict each other, grouped by conflict, and how many conflicts are left out."""
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
