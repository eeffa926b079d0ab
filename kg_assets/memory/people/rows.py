"""Writes the resolved people, organizations and things as rows: entities with their names and places, which entity each
bearer belongs to, and every decision on a pair."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from kg_assets.core.canonical import canonical_text
from kg_assets.core.ids import IdSpace
from kg_assets.core.stage import StageRun
from kg_assets.lexicon.keys import SELF_KEY, SELF_TYPE
from kg_assets.memory.people import contracts
from kg_assets.memory.people.parting import Clue, Place
from kg_assets.memory.people.uniting import Decided, Pair, evidence_json
from kg_assets.memory.people.weighing import Bearer, Evidence, Scale

_TYPE_OF = {"PERSON": "person", "EMAIL": "person", "HANDLE": "person", "ORG": "org", "LOCATION": "place"}
Row = Mapping[str, Any]


@dataclass(frozen=True)
class Held:
    """A bearer, with the entity and the clues from which it was made."""

    bearer: Bearer
    source: Row
    clues: tuple[Clue, ...]
    mentions: frozenset[str] | None = None  # the mentions of a part; None if all mentions of the name are meant
    is_said: bool = False  # the person made this part


def is_self(row: Row) -> bool:
    return (row["entity_type"], row["entity_key"]) == (SELF_TYPE, SELF_KEY)


def normal(name: str) -> str:
    return " ".join(name.lower().split())


def write_people(
    stage: StageRun, ids: IdSpace, scale: Scale, held: Sequence[Held], groups: Sequence[int],
    decided: Mapping[Pair, Decided], given: Mapping[str, pa.Table], places: Mapping[str, Sequence[Place]],
) -> None:  # fmt: skip
    members: dict[int, list[Held]] = defaultdict(list)
    for place, group in enumerate(groups):
        members[group].append(held[place])
    own = {group: _anchor(found) for group, found in members.items()}
    entity_of = [own[group] for group in groups]
    unsure = {entity_of[side] for pair, one in decided.items() if one.verdict == "uncertain" for side in pair}
    found = [_entity(own[group], members[group], own[group] in unsure, scale) for group in sorted(members)]
    known = pa.table({
        "bearer_id": pa.array([one.bearer.bearer_id for one in held], pa.string()),
        "entity_id": pa.array(entity_of, pa.string()),
    })  # fmt: skip
    mentions = stage.query(
        "sql/people/entity_mention.sql", tables={**given, "known": known}, contract=contracts.ENTITY_MENTION.name
    )
    names = [(own[group], name) for group in sorted(members) for one in members[group] for name in _own_names(one)]
    made = {
        "entity_mention": mentions,
        "found": pa.Table.from_pylist(found, schema=_FOUND),
        "own_names": pa.table({
            "entity_id": pa.array([entity for entity, _ in names], pa.string()),
            "name": pa.array([name for _, name in names], pa.string()),
        }),
    }  # fmt: skip
    stage.write(contracts.ENTITY_MENTION.name, mentions)
    entity = stage.query("sql/people/entity.sql", tables=made, contract=contracts.ENTITY.name)
    stage.write(contracts.ENTITY.name, entity)
    stage.write(contracts.ENTITY_ALIAS.name, _aliases(ids, stage.query("sql/people/entity_alias.sql", tables=made)))
    stage.write(contracts.NAME_BEARER.name, known)
    stage.write(
        contracts.PARTED_MENTION.name, given["parted"].rename_columns(contracts.PARTED_MENTION.arrow_schema().names)
    )
    stage.write(contracts.DEDUP_DECISION.name, _decision_rows(ids, held, entity_of, decided, places))


_FOUND = pa.schema([
    *((name, pa.string()) for name in (
        "entity_id", "entity_type", "canonical_name", "normalized_name", "role", "organization", "email", "relation",
    )),
    ("is_self", pa.bool_()),
    ("needs_review", pa.bool_()),
])  # fmt: skip


def _anchor(found: Sequence[Held]) -> str:
    """The id of a group of bearers: the id of the bearer whose name was seen first. A bearer that is only a part of a
    name comes into question only if the group has no whole name."""
    ranked = min(found, key=lambda one: (one.mentions is not None, *_since(one), one.bearer.bearer_id))
    return ranked.bearer.bearer_id


def _since(one: Held) -> tuple[bool, Any]:
    """The sort key of a bearer: when its name was first seen. Bearers for which this is unknown come last."""
    first = one.source["first_seen_at_utc"]
    return first is None, first or 0


def _entity(own: str, found: Sequence[Held], needs_review: bool, scale: Scale) -> dict[str, Any]:
    name = min((n for one in found for n in one.bearer.names), key=lambda text: _fullness(text, found, scale))
    kinds = Counter(
        "person" if one.bearer.sort == "person" else _TYPE_OF.get(one.source["entity_type"], "other") for one in found
    )
    clues = [clue for one in found for clue in one.clues]
    emails = sorted({mail for one in found for mail in one.bearer.told.emails})
    return {
        "entity_id": own,
        "entity_type": min(kinds, key=lambda kind: (-kinds[kind], kind)),
        "canonical_name": name,
        "normalized_name": normal(name),
        "role": _most_told(clues, "role"),
        "organization": _most_told(clues, "organization"),
        "email": _most_told(clues, "email") or (emails[0] if emails else None),
        "relation": _most_told(clues, "relation"),
        "is_self": any(is_self(one.source) for one in found),
        "needs_review": needs_review,
    }


def _fullness(text: str, found: Sequence[Held], scale: Scale) -> tuple[Any, ...]:
    """The sort key by which the `canonical_name` is chosen. Names come before addresses and relations, and written-out
    names before abbreviated ones. Of the names of people, those with more words (up to three) come first; then the most
    mentioned."""
    name = scale.names.read(text)
    times = max((one.source["mention_count"] for one in found if one.source["canonical_name"] == text), default=0)
    is_person = any(one.bearer.sort == "person" for one in found)
    length = min(len(name.tokens), 3) if is_person else 1
    return (name.sort != "name", name.has_initial or name.is_initials, -length, -times, text)


def _most_told(clues: Sequence[Clue], kind: str) -> str | None:
    """The most frequent clue of a kind: its value for relations and addresses, otherwise its words. None if there is
    none."""
    counts = Counter(c.value if kind in ("relation", "email") else c.words for c in clues if c.kind == kind)
    return min(counts, key=lambda words: (-counts[words], words)) if counts else None


def _own_names(one: Held) -> list[str]:
    """The names of a bearer that become aliases of its entity: all of them; but only the canonical name if the bearer
    is a part, which has only some of a name's mentions."""
    return list(one.bearer.names) if one.mentions is None else [one.source["canonical_name"]]


def _aliases(ids: IdSpace, rows: pa.Table) -> pa.Table:
    keys = zip(rows["entity_id"].to_pylist(), rows["normalized_alias"].to_pylist(), strict=True)
    made = pa.array(ids.make_each(("entity_alias", *key) for key in keys), pa.string())
    schema = contracts.ENTITY_ALIAS.arrow_schema()
    return rows.append_column("alias_id", made).select(schema.names).cast(schema)


def _place_of(one: Held, places: Mapping[str, Sequence[Place]]) -> str | None:
    """The place of the first mention of a part of a name, as JSON; None for a whole name."""
    if one.mentions is None:
        return None
    first = next(place for place in places[one.source["entity_id"]] if place.mention_id in one.mentions)
    return canonical_text({"message_id": first.message_id, "char_start": first.char_start})


_DECIDED = (
    "bearer_a_id", "bearer_b_id", "source_a_id", "source_b_id", "entity_a_id", "entity_b_id", "place_a_json",
    "place_b_json", "name_a", "name_b", "log_odds", "verdict", "decided_by", "reason", "evidence_json",
)  # fmt: skip


def _decision_rows(
    ids: IdSpace, held: Sequence[Held], entity_of: Sequence[str], decided: Mapping[Pair, Decided],
    places: Mapping[str, Sequence[Place]],
) -> pa.Table:  # fmt: skip
    told: dict[tuple[Evidence, ...], str] = {}  # most pairs have the same little evidence
    rows = []
    for (a, b), one in sorted(decided.items()):
        mine, other = held[a], held[b]
        evidence = told.get(one.weighed.evidence) if one.model is None else None
        if evidence is None:
            evidence = canonical_text(evidence_json(one))
            if one.model is None:
                told[one.weighed.evidence] = evidence
        rows.append((
            mine.bearer.bearer_id, other.bearer.bearer_id, mine.source["entity_id"], other.source["entity_id"],
            entity_of[a], entity_of[b], _place_of(mine, places), _place_of(other, places), mine.bearer.names[0],
            other.bearer.names[0], one.weighed.log_odds, one.verdict, one.decided_by, one.reason, evidence,
        ))  # fmt: skip
    made = ids.make_each(("dedup_decision", a, b) for a, b, *_ in rows)
    columns: dict[str, Sequence[Any]] = {"decision_id": made, **dict.fromkeys(_DECIDED, ())}
    if rows:
        columns |= zip(_DECIDED, zip(*rows, strict=True), strict=True)
    schema = contracts.DEDUP_DECISION.arrow_schema()
    table = pa.table([pa.array(columns[field.name], field.type) for field in schema], schema=schema)
    return table.sort_by([(name, "ascending") for name in contracts.DEDUP_DECISION.sort_order])
