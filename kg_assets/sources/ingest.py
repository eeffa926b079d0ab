"""Stage 1: conversations, messages and parts as rows, each with its canonical JSON (seed 000 §1).

The conversations of a shard are read one after the other: parsed, all versions united, turned into rows, dropped from
memory. The mapping says where an export keeps each value; trees, texts and parts have modules of their own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from kg_assets.core.canonical import ParseError, clean_text, dump, parse, profile_of
from kg_assets.core.faults import survive
from kg_assets.core.ids import IdSpace
from kg_assets.core.instants import normalize
from kg_assets.core.stage import StageRun
from kg_assets.sources.authors import DOCUMENT_KINDS, Authors
from kg_assets.sources.contracts import CONVERSATIONS, INGEST_QUARANTINE, MESSAGE_PARTS, MESSAGES
from kg_assets.sources.mapping import CompiledMapping, load_mapping
from kg_assets.sources.nodes import UNFORESEEN, UnreadableError, as_identifier, conversation_identity, find_nodes
from kg_assets.sources.notes import note_object
from kg_assets.sources.parts import content_of, message_parts
from kg_assets.sources.prose import UNKNOWN, is_prose, normalize_role
from kg_assets.sources.scan import MAPPING_FILES
from kg_assets.sources.tables import Rows, SourceReader
from kg_assets.sources.text import (
    blockquote_ranges_json,
    citation_ranges_json,
    code_fence_ranges_json,
    join_parts,
)
from kg_assets.sources.tree import Tree, active_path, build_tree, impute_times, newest_leaf

REASONS = {
    "truncated": "the file ends inside this element; export it again",
    "invalid_json": "the element is not valid JSON",
    "invalid_utf8": "it holds bytes that are not UTF-8; save it as UTF-8",
    "nested_too_deeply": "the element is nested deeper than can be read",
    "number_too_long": "the element holds a number of more digits than can be read",
    "not_an_object": "an object was expected, and something else is there",
    "no_messages": "the object holds no messages where the mapping looks for them",
    UNFORESEEN: "reading the element went wrong in a way that was not foreseen; kg.stage_faults says where",
    "messages_wrong_type": "where the mapping looks for messages there is neither an object nor an array",
}


@dataclass(slots=True)
class Conversation:
    """One conversation, united from all its versions. Its lists have an entry for each node; the nodes of the newest
    version come first."""

    conversation_id: str
    export_id: str | None
    head: Any
    canonical: bytes
    raw_sha256: str
    profile: tuple[str, ...]
    mapping: CompiledMapping
    ids: list[str] = field(default_factory=list)
    values: list[Any] = field(default_factory=list)
    # By which mapping each node is read: exports of two kinds may hold one conversation's id.
    readers: list[CompiledMapping] = field(default_factory=list)
    parents: list[str | None] = field(default_factory=list)
    in_newest: list[bool] = field(default_factory=list)
    beyond: list[bool] = field(default_factory=list)  # whether the node's version goes beyond RFC 8785
    repeated: int = 0


def run(run: StageRun) -> None:
    """Write the four tables of a shard: conversations, messages, their parts, and the quarantine (elements that could
    not be read)."""
    _Ingest(run).write()


class _Ingest:
    """The rows of one shard while they are being made."""

    def __init__(self, run: StageRun) -> None:
        self.run = run
        settings = run.settings("sources")
        self.space = IdSpace(settings.id_namespace)
        self.chunk_chars = settings.note_chunk_chars
        self.authors = Authors(settings)
        self.path_chars = settings.tree_path_chars
        self.rows_at_once = settings.nodes_per_shard
        self.mappings = {kind: load_mapping(run.file(file)) for kind, file in MAPPING_FILES.items()}
        self.read = SourceReader(run)
        self.conversations = Rows(CONVERSATIONS)
        self.messages = Rows(MESSAGES)
        self.parts = Rows(MESSAGE_PARTS)
        self.unnamed_parts: list[tuple[Any, ...]] = []  # rows of the parts, their ids still missing
        self.quarantine = Rows(INGEST_QUARANTINE)
        self.characters = 0

    def write(self) -> None:
        for source, offset, length, raw_sha256, kind, code in self.run.payload["quarantined"]:
            self._set_aside(raw_sha256, kind, code, self.read.piece(source, offset, length))
        for unit in self.run.payload["conversations"]:
            self._take(unit)
        self._settle()
        for rows in (self.conversations, self.messages, self.parts, self.quarantine):
            self.run.write(rows.contract.name, rows.table())
        self.run.count("conversations", len(self.conversations))
        self.run.count("messages", len(self.messages))
        self.run.count("message_parts", len(self.parts))
        self.run.count("characters", self.characters)

    def _take(self, unit: Mapping[str, Any]) -> None:
        """Add all rows of a conversation. If reading it fails, add none, and write its bytes to the table of what could
        not be read (quarantine)."""
        made = (self.conversations, self.messages, self.quarantine)
        before = [rows.mark() for rows in made]
        # Until the parts are settled they have no ids and are no rows.
        parts = self.parts.mark()._replace(rows=len(self.unnamed_parts))
        if not survive(self.run, "conversation", None, partial(self._taken, unit), bool):
            for rows, mark in zip(made, before, strict=True):
                rows.undo(mark)
            del self.unnamed_parts[0 if self.parts.undo(parts) else parts.rows :]
            for source, offset, length, raw_sha256, kind, _ in unit["versions"]:
                self._set_aside(raw_sha256, kind, UNFORESEEN, self.read.piece(source, offset, length))

    def _taken(self, unit: Mapping[str, Any]) -> bool:
        conversation = self._unite(unit)
        if conversation is not None:
            self._add(conversation, unit["renames"])
        return True

    def _settle(self) -> None:
        """Turn the rows of messages and parts that were made so far into columns, and give the parts their ids: making
        many ids at once is cheaper."""
        ids = self.space.make_each(("part", row[0], row[1]) for row in self.unnamed_parts)
        self.parts.rows.extend((part_id, *row) for part_id, row in zip(ids, self.unnamed_parts, strict=True))
        self.unnamed_parts.clear()
        self.parts.settle()
        self.messages.settle()

    # --- reading ------------------------------------------------------------------------------------------------

    def _set_aside(self, raw_sha256: str, kind: str, code: str, raw: bytes) -> None:
        self.quarantine.add(
            (raw_sha256, kind, code, REASONS.get(code, "the element cannot be read") + _place(raw), raw)
        )
        self.run.count("quarantined_elements")
        self.run.event("WARN", "QUARANTINED", None, raw_sha256=raw_sha256, reason=code)

    def _unite(self, unit: Mapping[str, Any]) -> Conversation | None:
        """All versions of a conversation united into one; those that cannot be read go into the quarantine.
        None if no version can be read."""
        united: Conversation | None = None
        for source, offset, length, raw_sha256, kind, file in unit["versions"]:
            raw = self.read.piece(source, offset, length)
            try:
                version = self._read_version(raw, raw_sha256, kind, file)
            except ParseError as error:
                self._set_aside(raw_sha256, kind, error.reason, raw)
            except UnreadableError as error:
                self._set_aside(raw_sha256, kind, error.code, raw)
            else:
                united = version if united is None else _add_older(united, version)
        return united

    def _read_version(self, raw: bytes, raw_sha256: str, kind: str, file: Sequence[str] | None) -> Conversation:
        mapping = self.mappings[kind]
        if file is not None:
            head = note_object(raw, file[0], self.space, self.chunk_chars, file[1])
            self.authors.assign_note(head)
            canonical, profile = dump(head), tuple[str, ...]()
        else:
            parsed = parse(raw)
            head, canonical, profile = parsed.value, parsed.canonical, parsed.profile
            if kind in DOCUMENT_KINDS:
                self.authors.assign_document(head, kind)
                canonical = dump(head)
        conversation_id, export_id = conversation_identity(head, mapping, lambda: canonical, self.space)
        nodes = find_nodes(head, mapping, conversation_id, self.space)
        return Conversation(
            conversation_id, export_id, head, canonical, raw_sha256, profile, mapping,
            ids=nodes.ids, values=nodes.values, readers=[mapping] * len(nodes.ids),
            parents=_named_parents(nodes.ids, nodes.values, nodes.follows, mapping),
            in_newest=[True] * len(nodes.ids), beyond=[bool(profile)] * len(nodes.ids), repeated=nodes.repeated,
        )  # fmt: skip

    # --- rows ---------------------------------------------------------------------------------------------------

    def _add(self, conversation: Conversation, renames: Mapping[str, str]) -> None:
        ids, values, readers = conversation.ids, conversation.values, conversation.readers
        children = _named_children(values, readers)
        present = [reader.message_object(value) is not None for value, reader in zip(values, readers, strict=True)]
        tree, parents = build_tree(ids, conversation.parents, children, present, self.path_chars)
        exported_times = [
            normalize(reader.created(value)) if there else None
            for value, reader, there in zip(values, readers, present, strict=True)
        ]
        told = [reader.time_quality(value) for value, reader in zip(values, readers, strict=True)]
        times, qualities = impute_times(tree, exported_times, told)
        active = self._active(conversation, tree, parents, exported_times)
        self._report(conversation, tree, _disagreements(ids, children, parents))
        self._add_conversation(conversation, len(tree.order))
        conversation.head = None  # from here on every node is dropped from memory once it is a row
        final_ids = [renames.get(node_id, node_id) for node_id in ids] if renames else ids
        for order_index, number in enumerate(tree.order):
            parent = tree.parents[number]
            self._add_message(
                conversation,
                number,
                final_ids[number],
                None if parent < 0 else final_ids[parent],
                tree.paths[number],
                order_index,
                times[number],
                qualities[number],
                number in active,
            )
            conversation.values[number] = None
            if len(self.messages.rows) >= self.rows_at_once:
                self._settle()

    def _active(
        self, conversation: Conversation, tree: Tree, parents: Sequence[int], times: Sequence[str | None]
    ) -> set[int]:
        shown = conversation.mapping.current_node(conversation.head)
        place = {node_id: number for number, node_id in enumerate(conversation.ids)} if isinstance(shown, str) else {}
        leaf = place.get(shown, -1) if place else -1
        return active_path(newest_leaf(tree, times) if leaf < 0 else leaf, parents)

    def _report(self, conversation: Conversation, tree: Tree, disagreements: int) -> None:
        found = (
            ("TREE_CYCLE", tree.cycles),
            ("ORPHAN_MESSAGE", tree.orphans),
            ("PARENT_REPAIRED", tree.repaired),
            ("CHILDREN_DISAGREE", disagreements),
            ("REPEATED_NODE_ID", conversation.repeated),
        )
        for code, count in found:
            if count:
                self.run.count(code.lower(), count)
                self.run.event("WARN", code, None, conversation_id=conversation.conversation_id, count=count)
        if conversation.profile:
            self.run.count("conversations_beyond_rfc8785")

    def _add_conversation(self, conversation: Conversation, messages: int) -> None:
        head, mapping = conversation.head, conversation.mapping
        self.conversations.add(
            (
                conversation.conversation_id,
                conversation.export_id,
                mapping.given.source_kind,
                as_text(mapping.title(head)),
                normalize(mapping.conversation_created(head)),
                normalize(mapping.conversation_updated(head)),
                messages,
                as_identifier(mapping.current_node(head)),
                as_text(mapping.default_model(head)),
                conversation.canonical,
                ",".join(conversation.profile) or None,
                conversation.raw_sha256,
            )
        )

    def _add_message(
        self, conversation: Conversation, number: int, message_id: str, parent_id: str | None, tree_path: str,
        order_index: int, created_at: str | None, quality: str | None, active: bool,
    ) -> None:  # fmt: skip
        mapping, node = conversation.readers[number], conversation.values[number]
        content = content_of(node, mapping)
        content_type = as_text(mapping.content_type(content))
        recipient = as_text(mapping.recipient(node))
        role = normalize_role(mapping.role(node), content_type, mapping)
        if role is None:
            role = UNKNOWN
            self.run.count("unknown_roles")
            self.run.event("WARN", "UNKNOWN_ROLE", message_id)
        hidden = mapping.hidden(node) is True
        beyond = profile_of(node) if conversation.beyond[number] else ()
        raw = dump(node)
        read = partial(_read_parts, content, node, recipient, mapping, "lone_surrogate" in beyond)
        parts, text, kind, part_map = survive(self.run, "parts", message_id, read, lambda: _NO_PARTS)
        self.characters += sum(len(part[2] or "") for part in parts) + len(text or "")
        self.unnamed_parts.extend((message_id, index, *part[1:]) for index, part in enumerate(parts))
        cut = survive(self.run, "ranges", message_id, partial(_ranges, text), lambda: _NO_RANGES)
        self.messages.add(
            (
                message_id,
                conversation.conversation_id,
                mapping.given.source_kind,
                as_identifier(mapping.message_id(node)),
                role,
                as_text(mapping.author_name(node)),
                recipient,
                as_text(mapping.channel(node)),
                as_text(mapping.model(node)),
                parent_id,
                tree_path,
                order_index,
                created_at,
                quality,
                kind,
                content_type,
                active,
                is_prose(role, content_type, recipient, hidden, mapping),
                hidden,
                conversation.in_newest[number],
                text,
                part_map,
                *cut,
                sum(part[0] for part in parts),
                raw,
                ",".join(beyond) or None,
            )
        )


class _Parts(NamedTuple):
    """The parts of a message as rows, and its text, content type and part map (which part gave which piece of the
    text).

    Each row begins with whether the part is an attachment; its id is still missing.
    """

    rows: list[tuple[Any, ...]]
    text: str | None
    kind: str
    part_map: str | None


_NO_PARTS = _Parts([], None, "unknown", None)
_NO_RANGES = (None, None, None)


def _read_parts(
    content: Any, node: Any, recipient: str | None, mapping: CompiledMapping, has_surrogates: bool
) -> _Parts:  # fmt: skip
    """The parts of a message as rows; its text, content type and part map (seed 000 §1.7)."""
    rows: list[tuple[Any, ...]] = []
    texts: list[tuple[int, str]] = []
    for index, part in enumerate(message_parts(content, node, recipient, mapping)):
        text, path, mime = part.text, part.file_path, part.mime_type
        if has_surrogates:
            text, path, mime = (None if t is None else clean_text(t) for t in (text, path, mime))
        if text is not None:
            texts.append((index, text))
        metadata = None if part.metadata is None else dump(part.metadata)
        rows.append((part.is_attachment, part.part_type, text, mime, path, metadata, dump(part.raw)))
    if not texts:
        return _Parts(rows, None, "unknown" if rows else "empty", None)
    joined, part_map = join_parts(texts)
    return _Parts(rows, joined, "text" if part_map is None else "mixed", part_map)


def _ranges(text: str | None) -> tuple[str | None, str | None, str | None]:
    """The JSON of three columns: the ranges of code fences, of quoted blocks and of citations in a text; three times
    None if the text is None."""
    if text is None:
        return _NO_RANGES
    return code_fence_ranges_json(text), blockquote_ranges_json(text), citation_ranges_json(text)


def as_text(value: Any) -> str | None:
    """A text as it can be stored; a number or truth value as JSON writes it; None for all else."""
    if value is None:
        return None
    if isinstance(value, str):
        return value if value.isascii() else clean_text(value)
    return dump(value).decode("utf-8") if isinstance(value, bool | int | float) else None


def _place(raw: bytes) -> str:
    """Where reading an element stopped, as words for an error: " (at byte 12 of it)"; "" for sound JSON."""
    try:
        raw.decode("utf-8-sig")
        parse(raw)
    except UnicodeDecodeError as error:
        return f" (at byte {error.start} of it)"
    except ParseError as error:
        return f" (at byte {error.offset} of it)"
    return ""


def _named_parents(
    ids: Sequence[str], values: Sequence[Any], follows: bool, mapping: CompiledMapping
) -> list[str | None]:
    """The parent that each node names. In a plain array (`follows`) a node that names none follows the one
    before it."""
    parents: list[str | None] = []
    known = frozenset(ids) if follows else frozenset()
    before: str | None = None
    for node_id, value in zip(ids, values, strict=True):
        parent = as_identifier(mapping.parent(value))
        if follows:
            parent = before if parent is None or (before is None and parent not in known) else parent
            before = node_id
        parents.append(parent)
    return parents


def _named_children(values: Sequence[Any], readers: Sequence[CompiledMapping]) -> list[Sequence[Any]] | None:
    """The children that each node lists; None if no mapping says where a node lists them."""
    if all(reader.given.message_children_path is None for reader in readers):
        return None
    listed = [reader.children(value) for value, reader in zip(values, readers, strict=True)]
    return [value if isinstance(value, list) else () for value in listed]


def _disagreements(ids: Sequence[str], children: Sequence[Sequence[Any]] | None, parents: Sequence[int]) -> int:
    """How many times a node lists a child that has another parent."""
    if children is None:
        return 0
    place = {node_id: number for number, node_id in enumerate(ids)}
    return sum(
        1
        for number, listed in enumerate(children)
        for child in listed
        if isinstance(child, str) and child in place and parents[place[child]] != number
    )


def _add_older(united: Conversation, older: Conversation) -> Conversation:
    """Add the nodes that only an older version has, and the messages of nodes that lost theirs."""
    place = {node_id: number for number, node_id in enumerate(united.ids)}
    for number, node_id in enumerate(older.ids):
        known = place.get(node_id)
        if known is None:
            united.ids.append(node_id)
            united.values.append(older.values[number])
            united.readers.append(older.readers[number])
            united.parents.append(older.parents[number])
            united.in_newest.append(False)
            united.beyond.append(older.beyond[number])
        elif not _has_message(united, known) and _has_message(older, number):
            united.values[known] = older.values[number]
            united.readers[known] = older.readers[number]
            united.in_newest[known] = False
            united.beyond[known] = older.beyond[number]
    return united


def _has_message(conversation: Conversation, number: int) -> bool:
    return conversation.readers[number].message_object(conversation.values[number]) is not None
