"""Stage 2B, phases 5 and 6: groups mentions into entities, which get names, counts and salience.

The SQL of `sql/entities` joins and counts. Here ids are made, and lists from SQL become canonical JSON. `merges` says
which entities a person has merged; the room `entities` weighs which name is best.
"""

from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from kg_assets.core.canonical import canonical_text
from kg_assets.core.ids import IdSpace
from kg_assets.core.stage import StageRun
from kg_assets.lexicon.contracts import ENTITIES_CONSOLIDATED
from kg_assets.lexicon.keys import SELF_KEY, SELF_NAME, SELF_TYPE, entity_id, entity_ids, name_without_mentions
from kg_assets.lexicon.merges import LEDGER_KINDS, Merge, standing_merges

_IDENTITIES = pa.schema(
    [
        pa.field(name, pa.string())
        for name in ("entity_id", "entity_type", "entity_key", "merged_into", "reserved_name", "other_name")
    ]
)


def run(stage: StageRun) -> None:
    """Write `kg.entities__consolidated`."""
    keys = stage.query("sql/entities/keys.sql")
    merges = standing_merges(*(stage.ledger_entries(kind) for kind in LEDGER_KINDS))
    identities = identities_of(IdSpace(stage.settings("sources").id_namespace), keys, merges)
    names = stage.query("sql/entities/names.sql", tables={"identities": identities})
    parameters = {**stage.settings("entities").model_dump(), "horizon": stage.horizon}
    rows = stage.query(
        "sql/entities/consolidated.sql", parameters=parameters, tables={"identities": identities, "names": names}
    )
    entities = _as_contracted(rows)
    for row in stage.query("sql/entities/statistics.sql", tables={"entities": entities}).to_pylist():
        stage.count(row["key"], row["value"])
    stage.write(ENTITIES_CONSOLIDATED.name, entities)


def identities_of(ids: IdSpace, keys: pa.Table, merges: Sequence[Merge]) -> pa.Table:
    """The identities of all entities: those that mentions name, those that the person merged them into, and
    SELF (§2B.10)."""
    found: dict[str, dict[str, Any]] = {}
    named = list(zip(keys["entity_type"].to_pylist(), keys["entity_key"].to_pylist(), strict=True))
    for own, (entity_type, entity_key) in zip(entity_ids(ids, named), named, strict=True):
        found[own] = _identity(own, entity_type, entity_key)
    for merge in merges:
        if merge.entity_id in found:
            found[merge.entity_id]["merged_into"] = merge.into_id
            found.setdefault(merge.into_id, _identity(merge.into_id, merge.into_type, merge.into_key))
    self_id = entity_id(ids, SELF_TYPE, SELF_KEY)
    found.setdefault(self_id, _identity(self_id, SELF_TYPE, SELF_KEY))["reserved_name"] = SELF_NAME
    return pa.Table.from_pylist([found[known] for known in sorted(found)], schema=_IDENTITIES)


def _identity(own: str, entity_type: str, entity_key: str) -> dict[str, Any]:
    return {
        "entity_id": own, "entity_type": entity_type, "entity_key": entity_key,
        "other_name": name_without_mentions(entity_key),
    }  # fmt: skip


def _as_contracted(rows: pa.Table) -> pa.Table:
    """The rows as the contract wants them: the lists and structs that the SQL gives become canonical JSON."""
    columns = {
        "aliases_json": _json_column(rows["aliases"].to_pylist()),
        "raw_stats_json": _json_column(rows["stats"].to_pylist()),
    }
    schema = ENTITIES_CONSOLIDATED.arrow_schema()
    return pa.table([columns[n] if n in columns else rows[n].cast(schema.field(n).type) for n in schema.names], schema)


def _json_column(values: Sequence[Any]) -> pa.Array:
    return pa.array([None if value is None else canonical_text(value) for value in values], pa.string())
