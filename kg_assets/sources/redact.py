"""Cuts what a person wants forgotten out of the bytes of a source, as if it had never been there (design §6).

The children of a node that is cut go to its parent; where a conversation is cut, its neighbours' bytes stay
as they were. Hashes identify what is cut, so that it is cut from a newer export of the same conversations
too, without keeping the words anywhere. Which targets a person may name, and what else must go, is decided in
`kg_assets.forgetting`.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from kg_assets.core.canonical import Members, ParseError, canonical, dump, parse
from kg_assets.core.config import Config
from kg_assets.core.hashing import sha256_hex
from kg_assets.core.ids import IdSpace
from kg_assets.sources.mapping import CompiledMapping, load_mapping, pointer_tokens, resolve
from kg_assets.sources.nodes import UnreadableError, as_identifier, conversation_identity, find_nodes
from kg_assets.sources.notes import front_matter, note_object
from kg_assets.sources.scan import MAPPING_FILES
from kg_assets.sources.split import Element, split

Says = Callable[[str], bool]


def message_mark(conversation_id: str, node_id: str) -> str:
    """The hash that identifies a message to leave out; nothing of the message can be read from it."""
    return sha256_hex(canonical(["message", conversation_id, node_id]))


def conversation_mark(conversation_id: str) -> str:
    """The hash that identifies a whole conversation to leave out."""
    return sha256_hex(canonical(["conversation", conversation_id]))


def place_mark(conversation_id: str, place: str, text: str) -> str:
    """The hash that identifies a text outside of a conversation's messages, such as its title."""
    return sha256_hex(canonical(["place", conversation_id, place, text]))


@dataclass(frozen=True, slots=True)
class Cut:
    """What to cut out: what the hashes in `marks` identify, and every text for which `says` is true, because
    it holds words that a person has just named."""

    marks: frozenset[str] = frozenset()
    says: Says | None = None

    def __bool__(self) -> bool:
        return bool(self.marks) or self.says is not None


@dataclass(slots=True)
class Found:
    """What was cut: the marks (hashes) that are kept so that it is cut again; the ids of its messages; and the sets
    whose sizes the person is told."""

    marks: set[str] = field(default_factory=set)
    message_ids: set[str] = field(default_factory=set)
    messages: set[str] = field(default_factory=set)  # marks of nodes with a message: two files may hold the same
    conversations: set[str] = field(default_factory=set)  # marks of what was cut whole
    texts: set[str] = field(default_factory=set)  # marks of titles and the like that were emptied

    def add(self, other: "Found") -> None:
        self.marks |= other.marks
        self.message_ids |= other.message_ids
        self.messages |= other.messages
        self.conversations |= other.conversations
        self.texts |= other.texts


@dataclass(frozen=True, slots=True)
class Reader:
    """What is needed to read one kind of source: its mapping, how ids are made, and the size of a note's chunks."""

    kind: str
    mapping: CompiledMapping
    space: IdSpace
    note_chunk_chars: int


def readers(config: Config) -> dict[str, Reader]:
    """A reader for each kind of source in `MAPPING_FILES`."""
    settings = config.section("sources")
    space = IdSpace(settings.id_namespace)
    return {
        kind: Reader(kind, load_mapping(config.file(file)), space, settings.note_chunk_chars)
        for kind, file in MAPPING_FILES.items()
    }


def redact(data: bytes | memoryview, name: str, reader: Reader, cut: Cut) -> tuple[bytes | None, Found]:
    """Two values: the bytes of a source file without what is cut, and what was cut. The bytes are unchanged if nothing
    was cut, and None if nothing is left."""
    found = Found()
    if reader.kind == "note":
        return _note(bytes(data), name, reader, cut, found), found
    elements = split(data)
    pieces = [_element(bytes(data[e.offset : e.offset + e.length]), e, reader, cut, found) for e in elements]
    if not found.marks:
        return bytes(data), found
    return _joined(data, elements, pieces), found


def _joined(data: bytes | memoryview, elements: list[Element], pieces: list[bytes | None]) -> bytes | None:
    """The bytes of an array with the elements that are left, as `pieces`, and the original bytes between them; None if
    no element is left."""
    if not any(piece is not None for piece in pieces):
        return None
    out = bytearray(data[: elements[0].offset])
    is_first = True
    for index, piece in enumerate(pieces):
        if piece is None:
            continue
        if not is_first:
            before = elements[index - 1]
            out += data[before.offset + before.length : elements[index].offset]
        out += piece
        is_first = False
    last = elements[-1]
    return bytes(out + data[last.offset + last.length :])


# --- one conversation of an export --------------------------------------------------------------------------------


def _element(raw: bytes, element: Element, reader: Reader, cut: Cut, found: Found) -> bytes | None:
    try:
        conversation = parse(raw).value
        conversation_id, _ = conversation_identity(
            conversation, reader.mapping, lambda: dump(conversation), reader.space
        )
    except (ParseError, UnreadableError):
        # Nobody can say what is in it: it goes whole when its bytes hold the words.
        return _damaged(raw, element, cut, found)
    mine = Found()
    if conversation_mark(conversation_id) in cut.marks or (cut.says is not None and cut.says(conversation_id)):
        found.marks.add(conversation_mark(conversation_id))
        _count_all(conversation, conversation_id, reader, found)
        return None
    try:
        left = _cut_nodes(conversation, conversation_id, reader, cut, mine)
    except UnreadableError:
        left = 1
    _empty_places(conversation, conversation_id, reader.mapping, cut, mine)
    if not mine.marks and (cut.says is None or not any(map(cut.says, texts_of(conversation)))):
        return raw
    found.add(mine)
    if left == 0:
        found.conversations.add(conversation_mark(conversation_id))
        return None
    if cut.says is not None and any(map(cut.says, texts_of(conversation))):
        # It stands where cutting cannot reach: in a key, or in what refers to a message.
        found.marks.add(conversation_mark(conversation_id))
        _count_all(conversation, conversation_id, reader, found)
        return None
    return dump(conversation)


def _damaged(raw: bytes, element: Element, cut: Cut, found: Found) -> bytes | None:
    says = cut.says is not None and cut.says(raw.decode("utf-8", "replace"))
    if element.sha256 not in cut.marks and not says:
        return raw
    found.marks.add(element.sha256)
    found.conversations.add(element.sha256)
    return None


def _count_all(conversation: Any, conversation_id: str, reader: Reader, found: Found) -> None:
    """Record that a whole conversation is cut, with all of its messages."""
    found.conversations.add(conversation_mark(conversation_id))
    try:
        nodes = find_nodes(conversation, reader.mapping, conversation_id, reader.space)
    except UnreadableError:
        return
    for node_id, value in zip(nodes.ids, nodes.values, strict=True):
        _count(conversation_id, node_id, value, reader, found)


def _count(conversation_id: str, node_id: str, value: Any, reader: Reader, found: Found) -> None:
    found.message_ids |= {node_id, reader.space.make("message", conversation_id, node_id)}
    if reader.mapping.message_object(value) is not None:
        found.messages.add(message_mark(conversation_id, node_id))


def _cut_nodes(conversation: Any, conversation_id: str, reader: Reader, cut: Cut, found: Found) -> int:
    """Cut nodes out of a conversation. Returns how many messages are left, -1 if nothing was cut."""
    mapping = reader.mapping
    nodes = find_nodes(conversation, mapping, conversation_id, reader.space)
    going: list[int] = []
    for place, (node_id, value) in enumerate(zip(nodes.ids, nodes.values, strict=True)):
        mark = message_mark(conversation_id, node_id)
        if mark in cut.marks or (cut.says is not None and any(map(cut.says, (node_id, *texts_of(value))))):
            going.append(place)
            found.marks.add(mark)
            _count(conversation_id, node_id, value, reader, found)
    if not going:
        return -1
    gone = [nodes.ids[place] for place in going]
    kept = set(range(len(nodes.ids))) - set(going)
    left = sum(mapping.message_object(nodes.values[place]) is not None for place in kept)
    _leave_to_parents(conversation, nodes.ids, nodes.values, gone, mapping)
    _remove(mapping.messages(conversation), going, gone)
    return left


def _remove(held: Any, places: list[int], ids: list[str]) -> None:
    if isinstance(held, dict):
        for node_id in ids:
            held.pop(node_id, None)
    else:
        for place in reversed(places):
            del held[place]


def _leave_to_parents(
    conversation: Any, ids: list[str], values: list[Any], gone: list[str], mapping: CompiledMapping
) -> None:
    """Give the children of nodes that are cut to the nearest ancestor that stays, in the place of the cut
    node; the current node moves up likewise."""
    tree = _Tree.of(ids, values, frozenset(gone), mapping)
    given = mapping.given
    for node_id, value in zip(ids, values, strict=True):
        if node_id in tree.lost:
            continue
        if as_identifier(mapping.parent(value)) in tree.lost:
            _set(value, given.message_parent_path, tree.staying(node_id))
        if any(isinstance(child, str) and child in tree.lost for child in tree.children[node_id]):
            _set(value, given.message_children_path, list(tree.below(node_id)))
    shown = as_identifier(mapping.current_node(conversation))
    if shown is not None and shown in tree.lost:
        _set(conversation, given.current_node_path, tree.staying(shown))


@dataclass(frozen=True, slots=True)
class _Tree:
    """The parents and children that nodes name, before anything is cut; `lost` are the nodes that will be."""

    parents: dict[str, str | None]
    children: dict[str, list[Any]]
    lost: frozenset[str]

    @classmethod
    def of(cls, ids: list[str], values: list[Any], lost: frozenset[str], mapping: CompiledMapping) -> "_Tree":
        parents = {node_id: as_identifier(mapping.parent(value)) for node_id, value in zip(ids, values, strict=True)}
        children: dict[str, list[Any]] = {}
        for node_id, value in zip(ids, values, strict=True):
            named = mapping.children(value)
            children[node_id] = named if isinstance(named, list) else []
            for child in children[node_id]:
                # Some exports name children only.
                if isinstance(child, str) and parents.get(child, "") is None:
                    parents[child] = node_id
        return cls(parents, children, lost)

    def staying(self, node_id: str) -> str | None:
        """The nearest ancestor of a node that stays; None if there is none, or if the parents form a
        circle."""
        seen: set[str] = set()
        above = self.parents.get(node_id)
        while above is not None and above in self.lost:
            if above in seen:
                return None
            seen.add(above)
            above = self.parents.get(above)
        return above

    def below(self, node_id: str) -> Iterator[Any]:
        """The children of a node; in place of a child that is cut, that child's own children."""
        seen: set[str] = set()
        pending = [*reversed(self.children[node_id])]
        while pending:
            child = pending.pop()
            if not isinstance(child, str) or child not in self.lost:
                yield child
            elif child not in seen:
                seen.add(child)
                pending.extend(reversed(self.children.get(child, [])))


def _set(value: Any, pointer: str | None, wanted: Any) -> None:
    *way, last = pointer_tokens(pointer or "/")
    holder = resolve(value, way)
    if isinstance(holder, dict):
        holder[last] = wanted


def _empty_places(conversation: Any, conversation_id: str, mapping: CompiledMapping, cut: Cut, found: Found) -> None:
    """Replace each text outside the messages (a title, a summary) by null if it is to be cut."""
    held = mapping.messages(conversation)
    places: list[tuple[Any, Any]] = []
    for holder, key, place, text in _places(conversation, held):
        mark = place_mark(conversation_id, place, text)
        if mark in cut.marks or (cut.says is not None and cut.says(text)):
            found.marks.add(mark)
            found.texts.add(mark)
            places.append((holder, key))
    for holder, key in places:
        holder[key] = None


def _places(value: Any, without: Any, place: str = "") -> Iterator[tuple[Any, Any, str, str]]:
    """Every text inside a value, at any depth, as (the object or list that holds it, its key or index there, its path
    such as `/meta/title`, the text). What is inside `without` is passed over."""
    pending = [(value, place)]
    while pending:
        holder, where = pending.pop()
        items: Iterable[tuple[Any, Any]]
        items = holder.items() if isinstance(holder, dict) else enumerate(holder) if isinstance(holder, list) else ()
        for key, item in items:
            if item is without:
                continue
            if isinstance(item, str):
                yield holder, key, f"{where}/{key}", item
            elif isinstance(item, dict | list):
                pending.append((item, f"{where}/{key}"))


def texts_of(value: Any, reads_json: bool = False) -> Iterator[str]:
    """Every text in a value: also the keys of objects, and values that a later member with the same key
    hides. With `reads_json` also those within a text that is itself JSON, such as what is sent to models."""
    pending = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            yield item
            if reads_json and item[:1] in ("{", "["):
                with suppress(ValueError, RecursionError):
                    pending.append(json.loads(item))
        elif isinstance(item, Mapping):
            yield from item
            pending.extend(item.values())
            if isinstance(item, Members):
                pending.extend(hidden for _, hidden in item.earlier)
        elif isinstance(item, list):
            pending.extend(item)


# --- notes ----------------------------------------------------------------------------------------------------------


def _note(data: bytes, name: str, reader: Reader, cut: Cut, found: Found) -> bytes | None:
    try:
        note = note_object(data, name, reader.space, reader.note_chunk_chars)
    except UnreadableError:
        return _damaged(data, Element(0, 0, len(data), sha256_hex(data)), cut, found)
    text = data.decode("utf-8-sig")
    chunks = [(chunk, message_mark(note["id"], chunk["id"])) for chunk in note["chunks"]]
    says = cut.says or (lambda words: False)
    going = [chunk for chunk, mark in chunks if mark in cut.marks or says(chunk["text"])]
    is_whole = conversation_mark(note["id"]) in cut.marks or says(name)
    head = _front_without(text[: len(note["front_matter"])], note["id"], cut, found)
    places = [(chunk["char_start"], chunk["char_end"]) for chunk in going]
    rest = _without(text, len(note["front_matter"]), places)
    if is_whole or says(head + rest):
        found.marks.add(conversation_mark(note["id"]))
        going = [chunk for chunk, _ in chunks]
    for chunk in going:
        mark = message_mark(note["id"], chunk["id"])
        found.messages.add(mark)
        found.marks.add(mark)
        found.message_ids.add(chunk["id"])
    if conversation_mark(note["id"]) in found.marks or (going and len(going) == len(chunks)):
        found.conversations.add(conversation_mark(note["id"]))
        return None
    return (head + rest).encode() if found.marks else data


def _front_without(front: str, note_id: str, cut: Cut, found: Found) -> str:
    """The front matter without the lines that are cut; "" if without them it is no front matter any more."""
    kept = []
    for line in front.splitlines(keepends=True):
        mark = place_mark(note_id, "front matter", line)
        if mark in cut.marks or (cut.says is not None and cut.says(line)):
            found.marks.add(mark)
            found.texts.add(mark)
        else:
            kept.append(line)
    left = "".join(kept)
    # Without its fences a front matter would be read as the writer's words.
    return left if not left or front_matter(left)[1] == len(left) else ""


def _without(text: str, start: int, places: Iterable[tuple[int, int]]) -> str:
    """The body without these ranges and the white space behind each."""
    kept, at = [], start
    for begin, end in sorted(places):
        kept.append(text[at:begin])
        at = end
        while at < len(text) and text[at].isspace():
            at += 1
    return "".join([*kept, text[at:]])
