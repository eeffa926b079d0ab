"""Counts what one element of an export holds: its conversation, newest instant, nodes and their parts.

Stage 1 makes the rows (`ingest`), and the reconciliation compares them with these counts. So this module has decoders
of its own, follows the pointers of the mapping, and uses no function of the ingest. Both take only ids from `nodes`,
and the chunks of a note from `notes`.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec

from kg_assets.core.canonical import ParseError, clean_text, dump, parse
from kg_assets.core.ids import IdSpace
from kg_assets.core.instants import normalize
from kg_assets.sources.authors import DOCUMENT_KINDS
from kg_assets.sources.mapping import CompiledMapping, pointer_list, pointer_tokens, resolve
from kg_assets.sources.nodes import UnreadableError, conversation_identity, distinct_ids, find_nodes
from kg_assets.sources.notes import note_object
from kg_assets.sources.tree import FILE_TIME

# From here on a number counts milliseconds (see core.instants), so that the greatest number need not be the newest.
_PLAIN_SECONDS = 1e11

Tokens = tuple[str, ...]
CountRule = tuple[Tokens, tuple[str, ...], Tokens | None]  # where to look, for which texts, where the items are
# Conversation id, exported id, updated, newest, and whether the newest is nothing but the time of a file.
Head = tuple[str, str | None, str | None, str | None, bool]
Node = tuple[str, str | None, bool, str | None, int]  # id, parent, has message, content type, parts


@dataclass(frozen=True, slots=True)
class Places:
    """Where in a conversation the scan finds what it counts: the JSON pointers of the mapping, each split into its keys
    (reference tokens)."""

    message: Tokens
    parent: Tokens | None
    times: tuple[Tokens, ...]
    content: tuple[Tokens, ...]
    content_type: Tokens | None
    attachments: tuple[Tokens, ...]
    conversation_times: tuple[Tokens, ...]
    updated: Tokens | None
    rules: tuple[CountRule, ...]


@lru_cache(maxsize=16)
def places_of(mapping: CompiledMapping) -> Places:
    """The pointers of a mapping in the form that the scan needs, made once per mapping."""
    given = mapping.given
    return Places(
        message=pointer_tokens(given.message_object_path or ""),
        parent=_tokens(given.message_parent_path),
        times=_all_tokens(given.message_created_path, given.message_updated_path),
        content=_all_tokens(*pointer_list(given.message_content_path)),
        content_type=_tokens(given.content_type_path),
        attachments=_all_tokens(*given.known_attachment_paths),
        conversation_times=_all_tokens(given.conversation_created_path, given.conversation_updated_path),
        updated=_tokens(given.conversation_updated_path),
        rules=tuple(
            (pointer_tokens(rule.match_path), tuple(pointer_list(rule.match_value)), _tokens(rule.each_path))
            for rule in given.content_part_rules
        ),
    )


def _tokens(pointer: str | None) -> Tokens | None:
    return None if pointer is None else pointer_tokens(pointer)


def _all_tokens(*pointers: str | None) -> tuple[Tokens, ...]:
    return tuple(pointer_tokens(pointer) for pointer in pointers if pointer is not None)


def scan_element(
    raw: bytes, file: Sequence[str] | None, mapping: CompiledMapping, space: IdSpace, chunk_chars: int
) -> tuple[Head, list[Node]]:
    """The head (what is known of the conversation as a whole) and the nodes of one element. `file` is the name and time
    of a note's file. Raises `UnreadableError` if the element is no conversation."""
    if not raw.isascii():
        _refuse_other_encodings(raw)
    if file is not None:
        note = note_object(raw, file[0], space, chunk_chars, file[1])
        head, nodes = _scan_value(note, raw, mapping, space)
        return (*head[:4], any(chunk.get("time_quality") == FILE_TIME for chunk in note["chunks"])), nodes
    if mapping.given.source_kind in DOCUMENT_KINDS:
        return _scan_document(raw, mapping, space)
    if _is_plain_chatgpt(mapping):
        try:
            conversation = _CHATGPT.decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            pass
        else:
            scanned = _scan_chatgpt(conversation, raw, mapping, space)
            if scanned is not None:
                return scanned
    return _scan_value(_value_of(raw), raw, mapping, space)


def _scan_document(raw: bytes, mapping: CompiledMapping, space: IdSpace) -> tuple[Head, list[Node]]:
    """Like `scan_element`, but for a document. Its newest instant is that of its chunks, which is when it was written;
    the time at which its file was last changed only decides which of its versions is newer."""
    document = _value_of(raw)
    head, nodes = _scan_value(document, raw, mapping, space)
    chunks = document["chunks"]
    newest = newest_instant(chunk.get("created") for chunk in chunks)
    return (*head[:3], newest, any(chunk.get("time_quality") == FILE_TIME for chunk in chunks)), nodes


def _refuse_other_encodings(raw: bytes) -> None:
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        raise UnreadableError("invalid_utf8", "the bytes are not UTF-8") from None


def _value_of(raw: bytes) -> Any:
    try:
        return parse(raw).value
    except ParseError as error:
        raise UnreadableError(error.reason, str(error)) from None


# --- the ordinary ChatGPT conversation, read with types ------------------------------------------------------------


class _Metadata(msgspec.Struct):
    attachments: list[msgspec.Raw] | None = None


class _Message(msgspec.Struct):
    content: msgspec.Raw = msgspec.Raw(b"null")
    metadata: _Metadata | None = None
    create_time: Any = None
    update_time: Any = None


class _Node(msgspec.Struct):
    message: _Message | None = None
    parent: str | None = None


class _Conversation(msgspec.Struct):
    mapping: dict[str, _Node]
    id: Any = None
    conversation_id: Any = None
    create_time: Any = None
    update_time: Any = None


class _Content(msgspec.Struct):
    parts: list[msgspec.Raw] | None = None
    content_type: str | None = None


_MESSAGE_KEY = re.compile(rb'"message"\s*:')
_CHATGPT = msgspec.json.Decoder(_Conversation)
_CONTENT = msgspec.json.Decoder(_Content)

# The places that the types above stand for; a mapping that names others is read by its pointers.
_TYPED_PLACES: dict[str, Any] = {
    "conversation_id_path": ["/conversation_id", "/id"],
    "conversation_created_path": "/create_time",
    "conversation_updated_path": "/update_time",
    "messages_path": "/mapping",
    "message_object_path": "/message",
    "message_parent_path": "/parent",
    "message_created_path": "/message/create_time",
    "message_updated_path": "/message/update_time",
    "message_content_path": "/message/content",
    "content_type_path": "/content_type",
    "known_attachment_paths": ["/message/metadata/attachments"],
}


def _is_plain_chatgpt(mapping: CompiledMapping) -> bool:
    return all(getattr(mapping.given, key) == place for key, place in _TYPED_PLACES.items())


def _scan_chatgpt(
    conversation: _Conversation, raw: bytes, mapping: CompiledMapping, space: IdSpace
) -> tuple[Head, list[Node]] | None:
    """Head and nodes of a ChatGPT conversation that was decoded into typed objects. None if this decoding may have lost
    something: a node that occurs twice, or a content that the types cannot hold."""
    held = conversation.mapping
    if raw.count(b'"message"') > len(held) and len(_MESSAGE_KEY.findall(raw)) > len(held):
        return None
    identity = {"conversation_id": conversation.conversation_id, "id": conversation.id}
    conversation_id, exported = conversation_identity(identity, mapping, lambda: parse(raw).canonical, space)
    ids, _ = distinct_ids(list(held), conversation_id, space)
    times: list[Any] = [conversation.create_time, conversation.update_time]
    places = places_of(mapping)
    nodes: list[Node] = []
    for node_id, node in zip(ids, held.values(), strict=True):
        message = node.message
        if message is None:
            nodes.append((node_id, node.parent, False, None, 0))
            continue
        times.append(message.create_time)
        times.append(message.update_time)
        counted = _count_raw_content(message.content, places)
        if counted is None:
            return None
        content_type, parts = counted
        attached = message.metadata.attachments if message.metadata is not None else None
        nodes.append((node_id, node.parent, True, content_type, parts + (len(attached) if attached else 0)))
    return (conversation_id, exported, normalize(conversation.update_time), newest_instant(times), False), nodes


def _count_raw_content(content: msgspec.Raw, places: Places) -> tuple[str | None, int] | None:
    """Content type and number of parts of a content. None if this quick reader might not see what the ingest sees: a
    number too large for a double, or a number or truth value as content type."""
    try:
        typed = _CONTENT.decode(content)
    except (msgspec.DecodeError, RecursionError):
        pass
    else:
        if typed.parts:
            return typed.content_type, len(typed.parts)
    try:
        value = msgspec.json.decode(content)
    except (msgspec.DecodeError, RecursionError):
        return None
    if isinstance(_at(value, places.content_type), bool | int | float):
        return None
    return _content_type(value, places), count_parts(value, places)


# --- any conversation, read by the mapping's pointers --------------------------------------------------------------


def _at(value: Any, tokens: Tokens | None) -> Any:
    return None if tokens is None else resolve(value, tokens)


def _scan_value(value: Any, raw: bytes, mapping: CompiledMapping, space: IdSpace) -> tuple[Head, list[Node]]:
    places = places_of(mapping)
    conversation_id, exported = conversation_identity(value, mapping, lambda: parse(raw).canonical, space)
    found = find_nodes(value, mapping, conversation_id, space)
    times = [resolve(value, tokens) for tokens in places.conversation_times]
    nodes: list[Node] = []
    for node_id, node in zip(found.ids, found.values, strict=True):
        parent = _at(node, places.parent)
        parent = clean_text(parent) if isinstance(parent, str) else None
        if resolve(node, places.message) is None:
            nodes.append((node_id, parent, False, None, 0))
            continue
        times.extend(resolve(node, tokens) for tokens in places.times)
        content = _content_at(node, places)
        attached = (resolve(node, tokens) for tokens in places.attachments)
        parts = count_parts(content, places) + sum(len(files) for files in attached if isinstance(files, list))
        nodes.append((node_id, parent, True, _content_type(content, places), parts))
    return (conversation_id, exported, normalize(_at(value, places.updated)), newest_instant(times), False), nodes


def _content_at(node: Any, places: Places) -> Any:
    contents = [content for content in (resolve(node, place) for place in places.content) if content is not None]
    filled = [content for content in contents if content not in ("", [])]
    return (filled or contents or [None])[0]


def _content_type(content: Any, places: Places) -> str | None:
    """The content type as a text. A number or truth value is written as in JSON, because the ingest stores it so."""
    found = _at(content, places.content_type)
    if isinstance(found, bool | int | float):
        return dump(found).decode("utf-8")
    return clean_text(found) if isinstance(found, str) else None


def count_parts(content: Any, places: Places) -> int:
    """How many parts a content must give (seed 000 §1.13), counted without making any."""
    if content is None:
        return 0
    if isinstance(content, list):
        return len(content)
    if not isinstance(content, dict):
        return 1
    parts = content.get("parts")
    if isinstance(parts, list) and parts:
        return len(parts)
    listed = _listed_items(content, places)
    if listed is not None:
        return len(listed)
    others = any(value is not None for key, value in content.items() if key not in ("content_type", "parts"))
    return 1 if others or parts not in (None, []) else 0


def _listed_items(content: dict[str, Any], places: Places) -> list[Any] | None:
    """The items of a content, if the first rule that matches the content makes each item a part of its own; else
    None."""
    if not any(_matches(content, rule) for rule in places.rules if rule[2] is not None):
        return None
    each = next(rule[2] for rule in places.rules if _matches(content, rule))
    items = _at(content, each)
    return items if isinstance(items, list) else None


def _matches(content: dict[str, Any], rule: CountRule) -> bool:
    match, wanted, _ = rule
    value = resolve(content, match)
    return value is not None and ("*" in wanted or value in wanted)


# --- instants -----------------------------------------------------------------------------------------------------


def newest_instant(values: Iterable[Any]) -> str | None:
    """The newest of the instants among the values, or None."""
    numbers: list[float] = []
    texts: list[str] = []
    for value in values:
        if value is None:
            continue
        if type(value) in (float, int) and 0 <= value < _PLAIN_SECONDS:
            numbers.append(value)
        else:
            instant = normalize(value)
            if instant is not None:
                texts.append(instant)
    if numbers:
        instant = normalize(max(numbers))
        if instant is not None:
            texts.append(instant)
    return max(texts, default=None)
