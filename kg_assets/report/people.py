"""People and places: their relation to the person, what is said of them, and how often they come up."""

from collections import defaultdict
from collections.abc import Sequence

from kg_assets.claims.saying import claim_said, value_said
from kg_assets.core.counting import counted
from kg_assets.report.asking import Row
from kg_assets.report.content import Group, Item
from kg_assets.report.evidence import Evidence
from kg_assets.report.settings import ReportSettings
from kg_assets.report.stories import Stories, Told
from kg_assets.report.wording import name_text, relation_text


def entities_of(
    kind: str,
    entities: Sequence[Row],
    facts: Sequence[Row],
    focal: str,
    evidence: Evidence,
    stories: Stories,
    settings: ReportSettings,
) -> Group:
    """The people, or the places: what is said of each, and how often it comes up."""
    said, others = _said_of(facts, focal, settings), _said_to_be(facts, focal, settings)
    own = _own_stories(stories, focal)
    found = [row for row in entities if row["kind"] == kind]
    most = settings.people if kind == "person" else settings.places
    items = []
    for row in found[:most]:
        told = own[row["entity_id"]]
        notes = [_own_tie(one, stories) for one in told]
        notes += [_tie(relation_text(one, "positive", False), ["you"]) for one in row["moments"]]
        notes += [_tie(relation, subjects) for relation, subjects in others[row["entity_id"]].items()]
        notes += dict.fromkeys(said[row["entity_id"]])
        notes += [f"named in {counted(row['conversations'], 'conversation')}"] if row["mentions"] else []
        places, more = evidence.in_all(("Entity", row["entity_id"]))
        items.append(Item(name_text(row["name"], settings.longest_name), " · ".join(notes), places, more))
    return Group("People" if kind == "person" else "Places", tuple(items), len(found) - len(items))


def _own_stories(stories: Stories, focal: str) -> dict[str, list[Told]]:
    """For each entity the stories about its relation to the person; those that are not over come first."""
    found: dict[str, list[Told]] = defaultdict(list)
    for (who, _, _), told in stories.all.items():
        if who == focal and told.was_so and told.first["object_entity_id"]:
            found[told.first["object_entity_id"]].append(told)
    return defaultdict(
        list, {key: sorted(own, key=lambda told: (told.is_over, told.matter)) for key, own in found.items()}
    )


def _own_tie(told: Told, stories: Stories) -> str:
    """The relation of an entity to the person as a text, with the dates of its story: `your friend`; `once your manager
    (until when)`; `lives in: you (since when)`."""
    relation = relation_text(told.matter, "positive", False)
    tie = _tie(relation, ["you"])
    once = "once " if told.is_over and relation.endswith(" is") else ""
    is_dated = told.is_over or told.last["since_utc"] is not None
    more = [*([stories.line(told)] if is_dated else []), *stories.doubts(told)]
    return f"{once}{tie} ({'; '.join(more)})" if more else tie


def _said_of(facts: Sequence[Row], focal: str, settings: ReportSettings) -> dict[str, list[str]]:
    """For each entity, except the person, what the claims about it say, as phrases ("works at Acme")."""
    said: dict[str, list[str]] = defaultdict(list)
    for row in facts:
        if row["subject_entity_id"] != focal:
            subject = name_text(row["subject"], settings.longest_name)
            told = claim_said(subject, row["predicate"], value_said(row["object"] or ""), row["polarity"]).removeprefix(
                f"{subject} "
            )
            planned = "planned: " if row["is_plan"] and not row["predicate"].startswith("plan") else ""
            said[row["subject_entity_id"]].append(f"{planned}{name_text(told, settings.longest_name)}")
    return said


def _said_to_be(facts: Sequence[Row], focal: str, settings: ReportSettings) -> dict[str, dict[str, list[str]]]:
    """For each entity and each relation in words, the names of those who have this relation to it; the person is left
    out."""
    said: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for row in facts:
        if row["object_entity_id"] and row["subject_entity_id"] != focal:
            subject = name_text(row["subject"], settings.longest_name)
            subjects = said[row["object_entity_id"]][relation_text(row["predicate"], row["polarity"], row["is_plan"])]
            subjects += [] if subject in subjects else [subject]
    return said


def _tie(relation: str, subjects: Sequence[str]) -> str:
    """A relation and its subjects as a text: `your friend`; `lives in: Ann, Ben`."""
    if list(subjects) == ["you"] and relation.endswith(" is"):
        return f"your {relation.removesuffix(' is')}"
    return f"{relation}: {', '.join(subjects)}"
