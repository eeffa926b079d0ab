"""What a reader makes of a file, and the error for a file that it cannot read."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple


class Unreadable(Exception):
    """Raised for a file from which nothing can be read; `code` is one of `sources.refusals`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Block(NamedTuple):
    """Words that stand together: under one heading, on one page, or by one author."""

    text: str
    heading: str | None = None
    page: int | None = None
    is_quoted: bool = False  # of somebody else than the document's author
    is_head: bool = False  # who wrote to whom and when, as the file says it


@dataclass(slots=True)
class Document:
    """One document, mail or calendar. `key` is its name where the file gives one, such as a mail's id."""

    title: str | None = None
    author: str | None = None
    address: str | None = None
    author_role: str | None = None  # where the file says it
    created: str | None = None
    key: str | None = None
    blocks: list[Block] = field(default_factory=list)


class Limits(NamedTuple):
    """The limits for reading one file: its characters and pages, and how far it may unpack."""

    chars: int
    pages: int
    unpacked_bytes: int
    ratio: int


def within(blocks: Iterable[Block], limits: Limits) -> Iterator[Block]:
    """The blocks that have words. Raises `Unreadable` if all blocks together have more than `limits.chars`
    characters."""
    chars = 0
    for block in blocks:
        chars += len(block.text)
        if chars > limits.chars:
            raise Unreadable("too_large")
        if block.text.strip():
            yield block
