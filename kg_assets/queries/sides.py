"""One side of a verdict on people, in the form of the ledger: the entity, and a mention that means this person if
several people have its name."""

from dataclasses import dataclass
from typing import Any

from kg_assets.core.errors import QueryError
from kg_assets.lexicon.keys import MY, RELATIVE, relation_word, relative_name
from kg_assets.queries.people import NEEDS, person_meant, relation_of
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import select

_MENTIONED = """
SELECT source_id, message_id, start_char, lower(surface_form) AS key,
    (SELECT count(DISTINCT entity_id) FROM memory.entity_mention o WHERE o.source_id = n.source_id) > 1 AS is_parted
FROM memory.entity_mention n
WHERE entity_id = ?
ORDER BY source_id <> ?, message_id, start_char, mention_id
LIMIT 1
"""
_RELATIVES = """
SELECT entity_id, entity_key
FROM kg.entities
WHERE starts_with(entity_key, ?)
ORDER BY entity_key
"""


@dataclass(frozen=True, slots=True)
class NamedSide:
    words: str
    body: dict[str, Any]


def side_meant(warehouse: OpenWarehouse, typed: str) -> NamedSide:
    """The side of a verdict that the typed words mean: a person, an organization or a thing. Raises an error for SELF,
    and for an entity that is not in `memory.entity`."""
    relative = _relative_meant(warehouse, " ".join(typed.lower().split()))
    if relative is not None:
        return relative
    meant = person_meant(warehouse, typed)
    if meant.person_id is None:
        raise QueryError(f"{meant.words} is nobody that can be one with others; name a person, organization or thing")
    if meant.known is not None and meant.known.reference.is_self:
        raise QueryError("SELF is you; `annals review merge SELF NAME` says that a name is yours")
    rows = select(warehouse.connection, _MENTIONED, [meant.person_id, meant.entity_id]).fetchall()
    if not rows:
        key = meant.known.reference.entity_key if meant.known else typed.lower()
        return NamedSide(meant.words, {"entity": _entity(meant.entity_id, key)})
    source, message_id, start, key, is_parted = rows[0]
    place = {"place": {"message_id": message_id, "char_start": start}} if is_parted else {}
    return NamedSide(meant.words, {"entity": _entity(source, key)} | place)


def _relative_meant(warehouse: OpenWarehouse, words: str) -> NamedSide | None:
    """The relative whom the person calls only by the relation ("my brother", "your mum"), as a side of a verdict.

    The entity of the bare relation is taken even if memory has found the relative's name: the verdict may just say that
    "my brother" and that name are two people. None if the words are no relation, or if not exactly one relative is
    called so.
    """
    if not words.startswith(MY) or NEEDS not in warehouse.manifest.tables:
        return None
    noun = relation_word(words)
    rows = select(warehouse.connection, _RELATIVES, [RELATIVE]).fetchall()
    called = {key.removeprefix(RELATIVE): (entity_id, key) for entity_id, key in rows}
    alike = [other for other in called if relation_of(other) == relation_of(noun)]
    found = noun if noun in called else alike[0] if len(alike) == 1 else None
    return None if found is None else NamedSide(relative_name(found), {"entity": _entity(*called[found])})


def _entity(entity_id: str, key: str) -> dict[str, str]:
    return {"entity_id": entity_id, "entity_type": "PERSON", "entity_key": key}
