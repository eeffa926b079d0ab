"""Finds the person that a name means, by what the build found out about people: one person may have several names, and
one name may be that of several people.

If the build resolves nobody, or an entity is not in `memory.entity`, the entity of `kg.entities` is taken.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from kg_assets.core.counting import counted
from kg_assets.core.data import data_path
from kg_assets.core.errors import QueryError
from kg_assets.core.harmless import harmless
from kg_assets.lexicon.keys import YOURS, relation_word
from kg_assets.memory.people.words import read_words
from kg_assets.queries.entity_names import Known, described
from kg_assets.queries.recall import Row, entity_meant, recalled
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import select

NEEDS = "memory.claim_entity"
_SIDES = ("subject", "object")

# Subjects and objects of claims that were resolved to another entity than the one in `kg.assertions`, because both are
# one person.
_RESOLVED = """
SELECT a.assertion_id, side, e.entity_id, e.canonical_name
FROM memory.claim_entity AS c
JOIN kg.assertions AS a USING (assertion_id)
CROSS JOIN (VALUES ('subject'), ('object')) AS sides (side)
JOIN memory.entity AS e ON e.entity_id = CASE side WHEN 'subject' THEN c.subject_id ELSE c.object_id END
WHERE
    e.entity_id <> CASE side WHEN 'subject' THEN a.subject_entity_id ELSE a.object_entity_id END
    AND NOT e.is_self
"""
_CLAIMS = """
SELECT assertion_id, coalesce(subject_id = $1, FALSE), coalesce(object_id = $1, FALSE)
FROM memory.claim_entity
WHERE $1 IN (subject_id, object_id)
"""
# As the macro `timeline`, but for all entities.
_TIMELINE = """
SELECT * EXCLUDE (asserted_role, quote, at_utc, has_beginning)
FROM claims_told(with_unsure := true)
ORDER BY at_utc NULLS LAST, said_at_utc NULLS LAST, assertion_id
"""
_FOUND = """
SELECT e.entity_id, e.canonical_name, e.relation, e.role, e.organization, e.mention_count
FROM memory.entity e
WHERE {condition}
ORDER BY e.mention_count DESC, e.entity_id
"""
_BY_NAME = """
e.entity_id IN (
    SELECT entity_id FROM memory.entity_alias WHERE normalized_alias = $1
) OR lower(concat_ws(' ', e.relation, e.canonical_name)) = $1
OR lower(concat_ws(', your ', e.canonical_name, e.relation)) = $1
OR (length($1) >= 6 AND starts_with(e.entity_id, $1))
"""
_BY_RELATION = "lower(e.relation) = $1"
_BY_SOURCE = """
e.entity_id = $1 OR e.entity_id IN (SELECT entity_id FROM memory.entity_mention WHERE source_id = $1)
OR e.entity_id IN (SELECT entity_a_id FROM memory.dedup_decision WHERE source_a_id = $1)
OR e.entity_id IN (SELECT entity_b_id FROM memory.dedup_decision WHERE source_b_id = $1)
"""


@dataclass(frozen=True, slots=True)
class Meant:
    """Who is meant. `known` is the entity in `kg.entities`; None if the words fit none or several entities there.
    `person_id` is the id in `memory.entity`, if the person is resolved."""

    words: str
    known: Known | None = None
    person_id: str | None = None
    name: str = ""

    @property
    def entity_id(self) -> str:
        """The id in `kg.entities`; if there is none, the id in `memory.entity`."""
        return self.known.entity_id if self.known is not None else str(self.person_id)


def person_meant(warehouse: OpenWarehouse, typed: str) -> Meant:
    """The one person or thing that is meant. Raises an error that lists the nearest names if none fits, and the
    candidates if several do."""
    if NEEDS not in warehouse.manifest.tables:
        known = entity_meant(warehouse, typed)
        return Meant(described(known), known)
    try:
        known = entity_meant(warehouse, typed)
    except QueryError:
        words = " ".join(typed.lower().split())
        word = relation_word(words)
        found = _found(warehouse, _BY_NAME, words) or _found(warehouse, _BY_NAME, word)
        found = found or _found(warehouse, _BY_RELATION, relation_of(word))
        if len(found) > 1:
            raise _several(typed, found) from None
        if not found:
            raise
        return _resolved(found[0], None)
    found = _found(warehouse, _BY_SOURCE, known.entity_id)
    if not found:
        return Meant(described(known), known)
    if len(found) == 1:
        return Meant(described(known), known) if known.reference.is_self else _resolved(found[0], known)
    raise _several(typed, found)


def relation_of(noun: str) -> str:
    """The relation that a noun names: "mother" for "mum". A noun that names no relation is given back."""
    return _relations().get(noun, noun)


@cache
def _relations() -> Mapping[str, str]:
    """The relation that each noun names: "mother" for "mum"."""
    return read_words(data_path).relation_of


def concerning(warehouse: OpenWarehouse, meant: Meant, rows: Iterable[Row]) -> list[dict[str, Any]]:
    """The claims (of `rows`) whose subject or object is the meant person or thing, with the names of resolved
    people."""
    if meant.person_id is None:
        own = [row for row in rows if meant.entity_id in (row["subject_entity_id"], row["object_entity_id"])]
        return by_person(warehouse, own)
    claims = select(warehouse.connection, _CLAIMS, [meant.person_id]).fetchall()
    sides = {assertion: (is_subject, is_object) for assertion, is_subject, is_object in claims}
    told = by_person(warehouse, (row for row in rows if row["assertion_id"] in sides))
    for row in told:
        for side, is_meant in zip(_SIDES, sides[row["assertion_id"]], strict=True):
            if is_meant:
                row |= {side: meant.name, f"{side}_entity_id": meant.person_id}
    return told


def by_person(warehouse: OpenWarehouse, rows: Iterable[Row]) -> list[dict[str, Any]]:
    """The claims, with resolved people under their names instead of the words of the claim: if "my brother" is Teuvo,
    his rows say Teuvo."""
    told = [dict(row) for row in rows]
    if NEEDS in warehouse.manifest.tables:
        named = {(claim, side): who for claim, side, *who in select(warehouse.connection, _RESOLVED, []).fetchall()}
        for row in told:
            for side in _SIDES:
                if (row["assertion_id"], side) in named:
                    row[f"{side}_entity_id"], row[side] = named[row["assertion_id"], side]
    return told


def facts_of(
    warehouse: OpenWarehouse, meant: Meant | None, moments: Sequence[str | None], basis: str
) -> list[dict[str, Any]]:
    """What was true at one moment, as far as it was known at another (`moments`): of the person or thing `meant`, or
    of everybody. The facts are sorted by subject; those of one person stand together, whatever the person was
    called. Unsure facts are among them."""
    found = recalled(warehouse, "FROM facts_as_of(?, ?, ?, with_unsure := true)", [*moments, basis])
    if meant is not None:
        return concerning(warehouse, meant, found)
    return sorted(by_person(warehouse, found), key=_place_of_fact)


def _place_of_fact(row: Row) -> tuple[Any, ...]:
    since = row["valid_from_utc"]
    return row["subject"], row["subject_entity_id"], row["predicate"], since is None, since or "", row["known_from_utc"]


def timeline_of(warehouse: OpenWarehouse, meant: Meant) -> list[dict[str, Any]]:
    """The claims about the meant person or thing, in the order in which they were true. Questions are left out."""
    if meant.person_id is None:
        return by_person(warehouse, recalled(warehouse, "FROM timeline(?, with_unsure := true)", [meant.entity_id]))
    return concerning(warehouse, meant, recalled(warehouse, _TIMELINE, []))


def _several(typed: str, found: Sequence[dict[str, Any]]) -> QueryError:
    lines = "\n".join(
        f"  {_described(row)}  {counted(row['mention_count'], 'mention')}  {row['entity_id']}" for row in found
    )
    return QueryError(f"{typed!r} means {len(found)} people; name one by the words or the id below:\n{lines}")


def _resolved(row: dict[str, Any], known: Known | None) -> Meant:
    return Meant(_described(row), known, row["entity_id"], row["canonical_name"])


def _found(warehouse: OpenWarehouse, condition: str, given: str) -> list[dict[str, Any]]:
    return select(warehouse.connection, _FOUND.format(condition=condition), [given]).named()


def _described(row: dict[str, Any]) -> str:
    """A person in a short phrase: "Anna, your sister"."""
    name = row["canonical_name"]
    if name.startswith(YOURS):
        return harmless(name)
    told = (
        f"your {row['relation']}" if row["relation"] else " at ".join(filter(None, (row["role"], row["organization"])))
    )
    return harmless(", ".join(filter(None, (name, told))))
