"""The messages to show for an id: a message with what leads to it and follows it, or a conversation along its active
branch (the branch that the export marks as the current one)."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from kg_assets.core.errors import QueryError
from kg_assets.store.readonly import select

_COLUMNS = (
    "message_id, parent_id, role, created_at_utc, timestamp_quality, content_type, text_raw, is_hidden, "
    "is_on_active_path"
)
_SHORTEST_PREFIX = 4


@dataclass(frozen=True, slots=True)
class Message:
    message_id: str
    role: str
    created_at_utc: str | None
    timestamp_quality: str | None
    content_type: str | None
    text: str | None
    is_hidden: bool
    siblings: int  # branches at this point, itself included
    is_asked_for: bool

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def branch_of(connection: Any, name: str) -> tuple[str | None, list[Message]]:
    """Two values: the title of the conversation, and the messages to show. If `name` means a conversation, these are
    the messages of its active branch. If it means a message, they are the messages that lead to it and the replies
    after it; where there are several replies, the active one is shown, or else the last."""
    conversation, message = _resolve(connection, name)
    title = select(connection, "SELECT title FROM conversations WHERE conversation_id = ?", [conversation]).fetchone()[
        0
    ]
    rows = select(
        connection, f"SELECT {_COLUMNS} FROM messages WHERE conversation_id = ? ORDER BY order_index", [conversation]
    ).fetchall()
    by_id: dict[str, Sequence[Any]] = {row[0]: row for row in rows}
    children: dict[str | None, list[str]] = {}
    for row in rows:
        children.setdefault(row[1], []).append(row[0])
    path = _path_through(message, by_id, children) if message else _active_path(rows)
    return title, [_message(by_id[key], children, message) for key in path]


def mention_spans(connection: Any, messages: Sequence[Message]) -> dict[str, list[tuple[int, int]]]:
    """The spans of mentions of entities and times, by message. Of overlapping spans only the first is kept."""
    rows = select(
        connection,
        "SELECT message_id, char_start, char_end FROM (SELECT message_id, char_start, char_end "
        "FROM kg.entity_mentions UNION ALL SELECT message_id, char_start, char_end FROM kg.time_mentions) "
        "WHERE char_start IS NOT NULL AND message_id IN (SELECT unnest(?)) ORDER BY ALL",
        [[message.message_id for message in messages]],
    ).fetchall()
    spans: dict[str, list[tuple[int, int]]] = {}
    for message_id, start, end in rows:
        held = spans.setdefault(message_id, [])
        if not held or start >= held[-1][1]:
            held.append((start, end))
    return spans


def _resolve(connection: Any, name: str) -> tuple[str, str | None]:
    """The ids of the conversation and, if `name` means a message, of the message. `name` is an id, or the beginning of
    one with at least four characters."""
    found = select(
        connection,
        "SELECT DISTINCT * FROM (SELECT conversation_id, message_id FROM messages WHERE message_id = $1 "
        "UNION ALL SELECT conversation_id, NULL FROM conversations WHERE conversation_id = $1) ORDER BY ALL",
        [name],
    ).fetchall()
    if not found and len(name) >= _SHORTEST_PREFIX:
        found = select(
            connection,
            "SELECT * FROM (SELECT conversation_id, message_id FROM messages WHERE starts_with(message_id, $1) "
            "UNION ALL SELECT conversation_id, NULL FROM conversations WHERE starts_with(conversation_id, $1)) "
            "ORDER BY ALL LIMIT 5",
            [name],
        ).fetchall()
    if not found:
        raise QueryError(f"no message or conversation has the id {name!r}; `annals search WORDS` finds messages")
    if len(found) > 1 and len({row[0] for row in found if row[1] is None}) != 1:
        listed = ", ".join(row[1] or row[0] for row in found)
        raise QueryError(f"{name!r} is the beginning of several ids: {listed}; type more of it")
    conversation, message = next((row for row in found if row[1] is None), found[0])
    return conversation, message


def _path_through(
    message: str, by_id: dict[str, Sequence[Any]], children: dict[str | None, list[str]]
) -> list[str]:  # fmt: skip
    path = [message]
    parent = by_id[message][1]
    while parent is not None and parent in by_id and parent not in path:
        path.append(parent)
        parent = by_id[parent][1]
    path.reverse()
    seen = set(path)
    following = children.get(message, [])
    while following:
        active = [key for key in following if by_id[key][8]]
        chosen = (active or following)[-1]
        if chosen in seen:
            break
        seen.add(chosen)
        path.append(chosen)
        following = children.get(chosen, [])
    return path


def _active_path(rows: Sequence[Sequence[Any]]) -> list[str]:
    active = [row[0] for row in rows if row[8]]
    return active or [row[0] for row in rows]


def _message(row: Sequence[Any], children: dict[str | None, list[str]], asked_for: str | None) -> Message:
    return Message(
        message_id=row[0],
        role=row[2],
        created_at_utc=row[3],
        timestamp_quality=row[4],
        content_type=row[5],
        text=row[6],
        is_hidden=bool(row[7]),
        siblings=len(children.get(row[1], [])),
        is_asked_for=row[0] == asked_for,
    )
