"""Cuts an export into its elements: where the bytes of each conversation lie, and their sha256.

Usually msgspec finds them without copying. A file that it refuses is cut by a scanner that follows only
strings and brackets, so that a bad element costs only itself and not the file. `census` reads what an element
means.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import msgspec

from kg_assets.core.canonical import ParseError, parse
from kg_assets.core.hashing import sha256_hex

Buffer = bytes | memoryview

_BOM = b"\xef\xbb\xbf"
_GAP = re.compile(rb"[\s,]*")
_SPACE = re.compile(rb"[ \t\n\r]*")
# From inside an element to its next bracket, over whole strings. Possessive: a quote is never looked at twice.
_TO_BRACKET = re.compile(rb'(?:[^"\[\]{}]++|"(?:[^"\\]++|\\.)*+")*+', re.DOTALL)
# What lies between elements and is none: a text, a run of anything else, a bracket that closes nothing.
_STRAY = re.compile(rb'"(?:[^"\\]++|\\.)*+"|[^,\[\]{}"]++|.', re.DOTALL)
_NEXT = re.compile(rb"\s*(?:,\s*[\[{]|\]\s*\Z|\Z)")
_OPENERS = frozenset(b"[{")
_CLOSER = {ord("["): ord("]"), ord("{"): ord("}")}
# Another conversation beginning inside a damaged one: a comma, a brace and the same first key as its neighbours have.
_FIRST_KEY = re.compile(rb'\{[ \t\n\r]*("(?:[^"\\]++|\\.)*+")[ \t\n\r]*:')
# Each candidate may be read to the end of the file: a bound keeps a file of damaged elements from quadratic time.
_MOST_CANDIDATES = 16


@dataclass(frozen=True, slots=True)
class Element:
    """One element of an export: where its bytes are in the file, and their hash. `problem` is None if it was cut out
    cleanly."""

    position: int
    offset: int
    length: int
    sha256: str
    problem: str | None = None


def split(data: Buffer) -> list[Element]:
    """The elements of an export: those of its array, or the one object that the file is."""
    start = start_of(data)
    first = bytes(data[start : start + 1])
    if first == b"[":
        found = _split_array(data, start)
        return _split_tolerantly(data, start) if found is None else found
    end = _trimmed_end(data, start)
    return [_element(data, 0, start, end, _problem(data, start, end))] if end > start else []


def split_whole(data: Buffer) -> list[Element]:
    """A whole file as one element: a note."""
    return [_element(data, 0, 0, len(data))]


def _element(data: Buffer, position: int, start: int, end: int, problem: str | None = None) -> Element:
    return Element(position, start, end - start, sha256_hex(data[start:end]), problem)


def start_of(data: Buffer) -> int:
    """The position of the first byte that is neither a byte order mark nor blank."""
    start = len(_BOM) if bytes(data[:3]) == _BOM else 0
    match = _SPACE.match(data, start)
    return match.end() if match else start


def _trimmed_end(data: Buffer, start: int) -> int:
    end = len(data)
    while end > start and data[end - 1] in b" \t\n\r\x00":
        end -= 1
    return end


def _split_array(data: Buffer, start: int) -> list[Element] | None:
    """The elements of an array as msgspec finds them; None when the array is not sound JSON throughout."""
    try:
        pieces = msgspec.json.decode(data[start:] if start else data, type=list[msgspec.Raw])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    elements = []
    offset = start + 1
    for position, piece in enumerate(pieces):
        offset = _after_gap(data, offset)
        length = len(memoryview(piece))
        elements.append(Element(position, offset, length, sha256_hex(memoryview(piece))))
        offset += length
    return elements


def _split_tolerantly(data: Buffer, start: int) -> list[Element]:
    """The elements of a damaged array, found by brackets. What stands between elements and is no comma
    becomes an element of its own, with a problem."""
    elements: list[Element] = []
    neighbours_key: bytes | None = None
    offset = start + 1
    while True:
        offset = _after_gap(data, offset)
        if offset >= len(data) or _closes_the_array(data, offset):
            return elements
        end, problem = _next_element(data, offset, neighbours_key)
        if problem is None and neighbours_key is None:
            neighbours_key = _first_key(data, offset)
        elements.append(_element(data, len(elements), offset, _without_comma(data, offset, end), problem))
        offset = end


def iterate_tolerantly(data: Buffer, start: int) -> Iterator[tuple[int, int]]:
    """Start and end of each element of the array that begins at `start`, and of each piece between them that is no
    comma; found by brackets alone. The last one may be cut off."""
    offset = start + 1
    while True:
        offset = _after_gap(data, offset)
        if offset >= len(data) or _closes_the_array(data, offset):
            return
        stray = None if data[offset] in _OPENERS else _STRAY.match(data, offset)
        end = stray.end() if stray else _end_of_element(data, offset) or len(data)
        yield offset, end
        offset = end


def _after_gap(data: Buffer, offset: int) -> int:
    gap = _GAP.match(data, offset)
    return gap.end() if gap else offset


def _next_element(data: Buffer, offset: int, neighbours_key: bytes | None) -> tuple[int, str | None]:
    """Where the element at `offset` ends, and the code for what is wrong with it; None if nothing is."""
    if data[offset] not in _OPENERS:
        stray = _STRAY.match(data, offset)
        end = stray.end() if stray else len(data)
        return end, _problem(data, offset, end)
    closed = _end_of_element(data, offset)
    problem = "truncated" if closed is None else _problem(data, offset, closed)
    if problem is None or (closed is not None and _NEXT.match(data, closed)):
        return closed or len(data), problem
    resumed = _resume(data, offset, neighbours_key)
    if resumed is not None:
        return resumed, "invalid_json"
    return closed or _trimmed_end(data, offset), problem


def _closes_the_array(data: Buffer, offset: int) -> bool:
    if data[offset] != ord("]"):
        return False
    match = _SPACE.match(data, offset + 1)
    return match is not None and match.end() == len(data)


def _without_comma(data: Buffer, begin: int, end: int) -> int:
    while end > begin + 1 and data[end - 1] in b" \t\n\r,":
        end -= 1
    return end


def _end_of_element(data: Buffer, offset: int) -> int | None:
    """The position just after the bracket that closes the one at `offset`; None if it is not closed."""
    closers = [_CLOSER[data[offset]]]
    position = offset + 1
    while closers:
        match = _TO_BRACKET.match(data, position)
        position = match.end() if match else position
        sign = data[position] if position < len(data) else None
        if sign in _OPENERS:
            closers.append(_CLOSER[sign])
        elif sign == closers[-1]:
            closers.pop()
        else:
            return None
        position += 1
    return position


def _problem(data: Buffer, start: int, end: int) -> str | None:
    """Why the bytes cannot be read as one JSON text: a reason of `canonical.parse`; None if they can."""
    piece = bytes(data[start:end])
    try:
        msgspec.json.decode(piece, type=msgspec.Raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        try:
            parse(piece)
        except ParseError as error:
            return error.reason
    return None


def _first_key(data: Buffer, offset: int) -> bytes | None:
    match = _FIRST_KEY.match(data, offset)
    return match.group(1) if match else None


def _resume(data: Buffer, offset: int, neighbours_key: bytes | None) -> int | None:
    """Where the next sound element begins inside the damaged one at `offset`; None if none is found. It must be
    readable to its end, and have the same first key as the elements around the damaged one (`neighbours_key`; if that
    is None, as the damaged one itself). Only the first `_MOST_CANDIDATES` objects with that key are tried."""
    key = neighbours_key or _first_key(data, offset)
    if key is None:
        return None
    start_of_one = re.compile(rb"[\s,]\{[ \t\n\r]*" + re.escape(key) + rb"[ \t\n\r]*:")
    for match in islice(start_of_one.finditer(data, offset + 1), _MOST_CANDIDATES):
        end = _end_of_element(data, match.start() + 1)
        if end is not None and _problem(data, match.start() + 1, end) is None:
            return match.start() + 1
    return None
