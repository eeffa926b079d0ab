"""The flat, typed attributes that nodes and edges have in formats without nested values: GraphML, GEXF,
Neo4j.

Their values come from `sql/exports/nodes.sql` and `edges.sql`, whose columns have the same names.
"""

from dataclasses import dataclass
from typing import Literal

AttributeType = Literal["string", "long", "double", "boolean"]

NODES = "nodes.sql"
EDGES = "edges.sql"


@dataclass(frozen=True, slots=True)
class Attribute:
    """A column of `nodes.sql` or `edges.sql` and its type in the export. `is_instant` says that the text is an instant
    in UTC."""

    name: str
    type: AttributeType = "string"
    is_instant: bool = False


NODE_ATTRIBUTES = (
    Attribute("node_type"),
    Attribute("source_id"),
    Attribute("entity_type"),
    Attribute("aliases"),
    Attribute("category"),
    Attribute("granularity"),
    Attribute("status"),
    Attribute("polarity"),
    Attribute("modality"),
    Attribute("said_by"),
    Attribute("said_at", is_instant=True),
    Attribute("quote"),
    Attribute("message_id"),
    Attribute("char_start", "long"),
    Attribute("char_end", "long"),
    Attribute("valid_from", is_instant=True),
    Attribute("valid_to", is_instant=True),
    Attribute("valid_until_hint", is_instant=True),
    Attribute("valid_time_type"),
    Attribute("valid_time_precision"),
    Attribute("confidence", "double"),
    Attribute("salience", "double"),
    Attribute("mentions", "long"),
    Attribute("conversations", "long"),
    Attribute("assertions", "long"),
    Attribute("first_seen", is_instant=True),
    Attribute("last_seen", is_instant=True),
    Attribute("conversation_id"),
    Attribute("is_on_active_path", "boolean"),
)
EDGE_ATTRIBUTES = (
    Attribute("edge_type"),
    Attribute("granularity"),
    Attribute("category"),
    Attribute("rank", "long"),
    Attribute("salience", "double"),
    Attribute("detection_tier", "long"),
    Attribute("metadata"),
)
