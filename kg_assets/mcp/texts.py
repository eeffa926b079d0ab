"""Gives conversations and messages of the build to agents (as resources of MCP)."""

from typing import Any

from kg_assets.core.errors import QueryError
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import select

_MESSAGE = (
    "message_id",
    "conversation_id",
    "title",
    "role",
    "created_at_utc",
    "parent_id",
    "is_on_active_path",
    "text",
)
_SELECT = """
SELECT m.message_id, m.conversation_id, c.title, m.role, m.created_at_utc, m.parent_id, m.is_on_active_path, m.text_raw
FROM messages m JOIN conversations c USING (conversation_id)
"""
_NEWEST = """
SELECT conversation_id, any_value(c.title), count(*), max(m.created_at_utc) AS newest
FROM messages m JOIN conversations c USING (conversation_id)
GROUP BY conversation_id ORDER BY newest DESC NULLS LAST, conversation_id LIMIT ?
"""


def newest_conversations(warehouse: OpenWarehouse, most: int) -> list[tuple[str, str | None, int, str | None]]:
    """The newest conversations: id, title, number of messages and time of the newest message."""
    rows: list[tuple[str, str | None, int, str | None]] = select(warehouse.connection, _NEWEST, [most]).fetchall()
    return rows


def message_text(warehouse: OpenWarehouse, name: str) -> dict[str, Any]:
    """One message, with the title of its conversation."""
    rows = select(warehouse.connection, f"{_SELECT} WHERE m.message_id = ?", [name]).fetchall()
    if not rows:
        raise QueryError(f"no message has the id {name[:100]!r}; hybrid_search names ids")
    return dict(zip(_MESSAGE, rows[0], strict=True))


def conversation_text(warehouse: OpenWarehouse, name: str) -> dict[str, Any]:
    """A conversation with all its messages that have text, in order."""
    sql = f"{_SELECT} WHERE m.conversation_id = ? AND m.text_raw IS NOT NULL ORDER BY m.order_index, m.message_id"
    messages = [dict(zip(_MESSAGE, row, strict=True)) for row in select(warehouse.connection, sql, [name]).fetchall()]
    if not messages:
        raise QueryError(f"no conversation with text has the id {name[:100]!r}; hybrid_search names ids")
    title = messages[0]["title"]
    own = [{k: v for k, v in message.items() if k not in ("title", "conversation_id")} for message in messages]
    return {"conversation_id": name, "title": title, "messages": own}
