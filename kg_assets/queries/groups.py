"""Divides the mentions of one name into groups by the clues beside them ("my sister Anna", "Anna from Siemens"),
whether or not a build has split the name into several people."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from kg_assets.core.config import Config
from kg_assets.memory.people.parting import Clue, Part, Place, parts_of
from kg_assets.memory.people.weighing import Scale
from kg_assets.memory.people.words import read_words
from kg_assets.queries.entity_names import known_entities, meant
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import select

_CLUES = """
SELECT c.mention_id, c.kind, c.value, c.is_own, c.surface_text
FROM memory.mention_clue c
JOIN memory.entity_mention n USING (mention_id)
WHERE n.source_id = ? AND c.kind <> 'spelled'
ORDER BY ALL
"""
_PLACES = """
SELECT n.mention_id, n.message_id, m.conversation_id, n.start_char, n.end_char, n.surface_form, c.title,
    m.created_at_utc,    substring(m.text_raw, greatest(n.start_char - 70, 0) + 1, least(n.start_char, 70)) AS before,
    substring(m.text_raw, n.end_char + 1, 90) AS after
FROM memory.entity_mention n
JOIN messages m USING (message_id)
JOIN conversations c USING (conversation_id)
WHERE n.source_id = ? AND n.start_char IS NOT NULL
ORDER BY m.conversation_id, m.order_index, n.start_char, n.mention_id
"""
_SHOWN = ("relation", "role", "organization", "email")
_WORDS = ("message_id", "start_char", "end_char", "surface_form", "title", "created_at_utc", "before", "after")


@dataclass(frozen=True)
class Group:
    """The mentions of a name that seem to mean one and the same person, with what the words beside them say."""

    told: str
    places: list[dict[str, Any]]
    said: list[dict[str, Any]]

    def to_json(self) -> dict[str, Any]:
        return {"told": self.told, "places": self.places, "said": self.said}


def groups_of(warehouse: OpenWarehouse, config: Config, typed: str) -> tuple[dict[str, str], list[Group]]:
    """The entity of a name, and the groups of its mentions. Groups without mentions are left out, unless
    there is only one."""
    known = known_entities(warehouse)
    entity = meant(known, typed, None, {one.entity_id: one.merged_into for one in known if one.merged_into})
    if "memory.mention_clue" not in warehouse.manifest.tables:
        return entity.reference.model_dump(), []  # a build that does not read what is said beside names
    clues = [Clue(*row) for row in select(warehouse.connection, _CLUES, [entity.entity_id]).fetchall()]
    named = select(warehouse.connection, _PLACES, [entity.entity_id]).named()
    rows = {row["mention_id"]: row for row in named}
    places = [Place(r["mention_id"], r["message_id"], r["conversation_id"], r["start_char"]) for r in rows.values()]
    scale = Scale(read_words(config.file), config.section("people"))
    # Groups that are not surely one bearer are shown apart: the person decides.
    found = parts_of(entity.name, clues, places, scale, until=scale.settings.same_from)
    return entity.reference.model_dump(), [
        _group(part, places, rows) for part in found if part.mentions or len(found) == 1
    ]


def _group(part: Part, places: list[Place], rows: dict[str, dict[str, Any]]) -> Group:
    own = [place for place in places if place.mention_id in part.mentions]
    told = Counter((clue.kind, clue.value) for clue in part.clues if clue.kind in _SHOWN)
    words = [f"your {value}" if kind == "relation" else value for (kind, value), _ in sorted(told.items(), key=_rank)]
    # Places beside which something is told say best who is meant.
    telling = {clue.mention_id for clue in part.clues}
    shown = sorted(own, key=lambda place: place.mention_id not in telling)
    return Group(
        ", ".join(dict.fromkeys(words[:3])) or "of whom nothing is told",
        [{"message_id": place.message_id, "char_start": place.char_start} for place in own],
        [{name: rows[place.mention_id][name] for name in _WORDS} for place in shown],
    )


def _rank(one: tuple[tuple[str, str], int]) -> tuple[bool, int, str]:
    (kind, value), times = one
    return kind != "relation", -times, value
