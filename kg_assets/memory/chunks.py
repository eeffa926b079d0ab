"""Splits documents and long messages into chunks: paragraphs that belong together, never across a heading."""

import re
from typing import Any, NamedTuple

import orjson

from kg_assets.sources.notes import note_chunks

CHATS = frozenset({"chatgpt", "claude"})
_HEADING = re.compile(r" {0,3}#{1,6}[ \t]+(\S.*?)[ \t]*#*[ \t\r]*$", re.MULTILINE)


class Chunk(NamedTuple):
    start: int
    end: int
    heading: str | None
    page: int | None


def chunks_of(text: str, source_kind: str, node: str, chunk_chars: int, long_chars: int) -> list[Chunk]:
    """The chunks of a message, each of at most `chunk_chars` characters. A chat message shorter than `long_chars` has
    none. `node` is the message's canonical JSON; for documents it names the heading and the page."""
    is_chat = source_kind in CHATS
    if is_chat and len(text) < long_chars:
        return []
    heading, page = (None, None) if is_chat else _place(node)
    found = []
    for start, end in note_chunks(text, 0, chunk_chars):
        own = _HEADING.match(text, start)
        heading = own.group(1) if own is not None else heading
        found.append(Chunk(start, end, heading, page))
    return found


def _place(node: str) -> tuple[str | None, int | None]:
    """The heading and the page of this part of a document, if the source gives them."""
    said: dict[str, Any] = orjson.loads(node)
    heading, page = said.get("heading"), said.get("page")
    return (heading if isinstance(heading, str) else None), (page if isinstance(page, int) else None)
