"""What a person is to the user, in words: "your sister, said 2024-11-08"."""

from typing import Any

from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import rows_of

Row = dict[str, Any]
_TIES = "SELECT word, said_at FROM overlay.person_ties WHERE node_id = ? ORDER BY said_at NULLS LAST, word"


def ties_of(warehouse: OpenWarehouse, node: Row) -> list[str]:
    """What a person or thing is to the user today, each tie once. Empty for builds of an older version."""
    if "overlay.person_ties" not in warehouse.manifest.tables:
        return []
    rows = rows_of(warehouse, _TIES, [node["node_id"]])
    return [f"your {row['word']}" + (f", said {row['said_at'][:10]}" if row["said_at"] else "") for row in rows]
