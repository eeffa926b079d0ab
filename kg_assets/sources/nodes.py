"""The identity of an element's conversation and the ids of its nodes, as the scan and the ingest both use
them.

Only ids are made here. What a node says is read by the ingest, and counted by the scan, on their own.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kg_assets.core.canonical import LARGEST_INTEGER, Members, clean_text
from kg_assets.core.hashing import sha256_hex
from kg_assets.core.ids import IdSpace
from kg_assets.sources.mapping import CompiledMapping

# The code for an error that no other code foresees; `kg.stage_faults` says where it arose.
UNFORESEEN = "unforeseen"


class UnreadableError(Exception):
    """Raised when a conversation cannot be read. Neither its `code` nor its text has anything that a person wrote."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Nodes:
    """The nodes of one conversation, in its order.

    `follows` says that they came as an array, in which each node follows the one before it.
    """

    ids: list[str]
    values: list[Any]
    follows: bool
    repeated: int  # nodes whose id another node of the conversation holds


def conversation_identity(
    conversation: Any, mapping: CompiledMapping, canonical: Callable[[], bytes], space: IdSpace
) -> tuple[str, str | None]:
    """The conversation's id, and the id it was exported with (seed 000 §1.3). Without an exported id the
    first is made from its canonical JSON."""
    if not isinstance(conversation, dict):
        raise UnreadableError("not_an_object", f"expected an object, found {kind_of(conversation)}")
    for get in mapping.conversation_id:
        exported = as_identifier(get(conversation))
        if exported is not None:
            return exported, exported
    return space.make("conversation", sha256_hex(canonical())), None


def as_identifier(value: Any) -> str | None:
    """The value as an identifier: a text that is not empty, or a whole number as text (7 and 7.0 are "7").
    None for any other value."""
    if isinstance(value, str):
        return clean_text(value) or None
    # Some readers make 7.0 an integer and some do not; as a name both are "7".
    if isinstance(value, float) and value.is_integer() and abs(value) <= LARGEST_INTEGER:
        return str(int(value))
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return None


def find_nodes(conversation: Any, mapping: CompiledMapping, conversation_id: str, space: IdSpace) -> Nodes:
    """The nodes of a tree or of a plain array, each with an id of its own. Raises `UnreadableError` where
    there is neither."""
    held = mapping.messages(conversation)
    if isinstance(held, dict):
        hidden = list(held.earlier) if isinstance(held, Members) else []
        keys = [*held, *(key for key, _ in hidden)]
        values = [*held.values(), *(value for _, value in hidden)]
        follows = False
    elif isinstance(held, list):
        get = mapping.message_id
        keys = [as_identifier(get(value)) or "" for value in held]
        values = held
        follows = True
    else:
        where = mapping.given.messages_path
        if held is None:
            raise UnreadableError("no_messages", f"expected messages at {where}, found nothing")
        raise UnreadableError("messages_wrong_type", f"expected messages at {where}, found {kind_of(held)}")
    ids, repeated = distinct_ids(keys, conversation_id, space)
    return Nodes(ids, values, follows, repeated)


def distinct_ids(keys: list[str], conversation_id: str, space: IdSpace) -> tuple[list[str], int]:
    """An id for each node, and how many keys were repeated. An id is the node's key; for an empty key, or one
    that an earlier node has, a uuid5 of its position."""
    if len(set(keys)) == len(keys) and "" not in keys and all(map(str.isascii, keys)):
        return keys, 0
    ids = []
    seen: set[str] = set()
    repeated = 0
    for position, key in enumerate(keys):
        node_id = clean_text(key)
        if not node_id or node_id in seen:
            repeated += bool(node_id)
            node_id = space.make("message", conversation_id, position)
        seen.add(node_id)
        ids.append(node_id)
    return ids, repeated


def kind_of(value: Any) -> str:
    """The name of a JSON value's type for an error: "a text", "an array", "null"."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, str):
        return "a text"
    if isinstance(value, int | float):
        return "a number"
    return "an array" if isinstance(value, list) else "an object"
