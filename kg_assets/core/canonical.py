"""Canonical JSON (RFC 8785), and the lossless reading of the JSON texts in exports.

The module makes two different promises. `canonical` writes RFC 8785 and nothing else: it raises for a value that the
standard cannot hold. `parse` and `dump` keep everything that an export can hold, and `profile_of` says what in it goes
beyond the standard. What the JSON means for conversations does not belong here. See `docs/canonical-json.md` for the
proof that the fast paths give the standard's bytes.
"""

import json
import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NoReturn

import msgspec
import numpy as np
import orjson

# RFC 8785 holds numbers as doubles: beyond this, several integers become the same double (I-JSON, RFC 7493 §2.2).
LARGEST_INTEGER = 2**53 - 1

# Levels of nesting. Reading and writing are iterative, so this guards memory against a file of brackets, not the stack.
DEEPEST = 100_000

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_SPACE = re.compile(r"[ \t\n\r]*")
_ASTRAL_LEADS = (b"\xf0", b"\xf1", b"\xf2", b"\xf3", b"\xf4")
_BACKSLASH, _COLON = ord("\\"), ord(":")
_REST_OF_STRING = re.compile(rb'(?:[^"\\]++|\\.)*+"')

_ORJSON = orjson.OPT_SORT_KEYS | orjson.OPT_PASSTHROUGH_SUBCLASS
_ORJSON_STRICT = _ORJSON | orjson.OPT_STRICT_INTEGER


class CanonicalError(ValueError):
    """The value cannot be written by RFC 8785."""


class ParseError(ValueError):
    """The bytes are not one JSON text. `reason` is a code, `offset` the byte where reading stopped."""

    def __init__(self, reason: str, offset: int, detail: str) -> None:
        super().__init__(f"{detail} at byte {offset}")
        self.reason = reason
        self.offset = offset


class Number(float):
    """A double that orjson would not write as RFC 8785 demands."""

    __slots__ = ()


class Members(dict[str, Any]):
    """A JSON object that orjson would write wrongly, because it repeats a key, or because the order of its keys in
    UTF-16 is not the order that orjson sorts by.

    As a dict it gives the last value of each key, as every JSON parser does. `earlier` holds the key-value pairs hidden
    by a later one with the same key, in order of appearance.
    """

    __slots__ = ("earlier",)

    def __init__(self, members: Iterable[tuple[str, Any]], earlier: tuple[tuple[str, Any], ...] = ()) -> None:
        super().__init__(members)
        self.earlier = earlier

    def in_order(self) -> list[tuple[str, Any]]:
        """All members sorted by key. Members with the same key are in order of appearance, so the one that
        counts is last."""
        kept = [member for member in self.earlier if member[0] in self]
        return sorted([*kept, *self.items()], key=_by_utf16)


@dataclass(frozen=True, slots=True)
class Parsed:
    """One JSON text as read: its value, its canonical bytes, and the codes of what RFC 8785 cannot hold in
    it."""

    value: Any
    profile: tuple[str, ...]
    canonical: bytes


def parse(raw: bytes | memoryview) -> Parsed:
    """Read one JSON text (UTF-8, a leading byte order mark allowed) without loss."""
    source = bytes(raw)
    try:
        value = _DECODER.decode(source)
        written = orjson.dumps(value, default=_fragment, option=_ORJSON_STRICT)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, TypeError):
        return _parse_exactly(source)
    if _may_repeat_keys(source, written) or _may_order_differently(written):
        return _parse_exactly(source)
    return Parsed(value, (), written)


def dump(value: Any) -> bytes:
    """The canonical bytes of a parsed value or of any part of one. What RFC 8785 cannot hold, such as
    repeated keys or NaN, is written too."""
    try:
        return orjson.dumps(value, default=_lossless_fragment, option=_ORJSON)
    except (TypeError, RecursionError):
        return _write(value, _lossless_scalar, _lossless_members)


def profile_of(value: Any) -> tuple[str, ...]:
    """The codes, sorted, of what RFC 8785 cannot hold in a parsed value or any part of one; most often
    none."""
    found: set[str] = set()
    pending: list[Any] = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, dict):
            pending.extend(item)
            pending.extend(item.values())
            if isinstance(item, Members) and item.earlier:
                found.add("duplicate_key")
                pending.extend(hidden for _, hidden in item.earlier)
        elif isinstance(item, (list, tuple)):
            pending.extend(item)
        else:
            beyond = _beyond(item)
            if beyond:
                found.add(beyond)
    return tuple(sorted(found))


def canonical(value: Any) -> bytes:
    """RFC 8785 bytes of a JSON-able value (seed 000 §1.4)."""
    try:
        written = orjson.dumps(_settled(value), default=_fragment, option=_ORJSON_STRICT)
    except (TypeError, RecursionError):
        return _write(value, _strict_scalar, _strict_members)
    if _may_order_differently(written):
        return _write(value, _strict_scalar, _strict_members)
    return written


def canonical_text(value: Any) -> str:
    """RFC 8785 text of a JSON-able value."""
    return canonical(value).decode("utf-8")


def clean_text(text: str) -> str:
    """Text with each lone surrogate replaced by U+FFFD, so that it can be stored and every offset still holds."""
    if text.isascii():
        return text
    return _LONE_SURROGATE.sub("\ufffd", text)


def number_text(number: float) -> str:
    """A finite double as ECMAScript writes it (RFC 8785 §3.2.2.3, ECMA-262 Number::toString)."""
    if number == 0:
        return "0"
    sign = "-" if number < 0 else ""
    mantissa, _, exponent = repr(abs(number)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    count = len(digits)
    if count <= point <= 21:
        return sign + digits + "0" * (point - count)
    if 0 < point <= 21:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    rest = f".{digits[1:]}" if count > 1 else ""
    return f"{sign}{digits[0]}{rest}e{point - 1:+d}"


def _settle_float(number: float) -> int | float:
    """The number in a form that orjson writes as RFC 8785 demands: an integer, a float, or a `Number`."""
    if number.is_integer():
        if -LARGEST_INTEGER <= number <= LARGEST_INTEGER:
            return int(number)
        return number if abs(number) >= 1e21 else Number(number)
    if 1e-6 <= abs(number) < 1e-5 or not math.isfinite(number):
        return Number(number)
    return number


def _read_float(literal: str) -> int | float:
    number = float(literal)
    if 1e-5 <= number <= 1e21 and not number.is_integer():
        return number
    return _settle_float(number)


_DECODER = msgspec.json.Decoder(float_hook=_read_float)


def _fragment(value: Any) -> orjson.Fragment:
    if isinstance(value, Number) and math.isfinite(value):
        return orjson.Fragment(number_text(value))
    raise TypeError


def _lossless_fragment(value: Any) -> orjson.Fragment:
    if isinstance(value, Number):
        return orjson.Fragment(_float_text(value))
    if isinstance(value, Members):
        members = [dump(key) + b":" + dump(item) for key, item in value.in_order()]
        return orjson.Fragment(b"{" + b",".join(members) + b"}")
    raise TypeError


def _may_repeat_keys(source: bytes, written: bytes) -> bool:
    """Whether an object may repeat a key; False is certain.

    The parser drops an earlier member with the same key, and its colon with it. So the counts of colons in `source` and
    `written` differ, unless the source wrote a colon as an escape.
    """
    return b"\\u003" in source or _count_colons(source) != _count_colons(written)


def _count_colons(text: bytes) -> int:
    return int(np.count_nonzero(np.frombuffer(text, np.uint8) == _COLON))


def _may_order_differently(written: bytes) -> bool:
    """Whether UTF-16 order may differ from the codepoint order by which orjson sorts; False is certain.

    They differ only if one key has a character beyond U+FFFF and another has one from U+E000 on. Characters
    beyond U+FFFF are common in texts and rare in keys, so this looks whether a colon follows a string that
    has one.
    """
    if written.isascii() or (b"\xee" not in written and b"\xef" not in written):
        return False
    for lead in _ASTRAL_LEADS:
        at = written.find(lead)
        while at >= 0:
            end = written.find(b'"', at)
            if written[end - 1] == _BACKSLASH:
                rest = _REST_OF_STRING.match(written, at)
                end = rest.end() - 1 if rest else end
            if written[end + 1 : end + 2] == b":":
                return True
            at = written.find(lead, end)
    return False


def _by_utf16(member: tuple[str, Any]) -> bytes:
    return member[0].encode("utf-16-be", "surrogatepass")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        last = {key: place for place, (key, _) in enumerate(pairs)}
        return Members(pairs, tuple(pair for place, pair in enumerate(pairs) if last[pair[0]] != place))
    if not all(map(str.isascii, members)) and sorted(members.items(), key=_by_utf16) != sorted(
        members.items(), key=lambda member: member[0]
    ):
        return Members(pairs)
    return members


_EXACT = json.JSONDecoder(object_pairs_hook=_object, parse_float=_read_float, parse_constant=_read_float)


def _parse_exactly(source: bytes) -> Parsed:
    try:
        text = source.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise ParseError("invalid_utf8", error.start, "the bytes are not UTF-8") from None
    value = _Reader(text).read()
    return Parsed(value, profile_of(value), dump(value))


class _Reader:
    """Reads one JSON text: with the fast decoder if the nesting allows it, else level by level without
    recursion."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.open: list[tuple[list[Any], list[str] | None]] = []  # items and, for an object, its keys

    def read(self) -> Any:
        self._skip_space()
        try:
            value = self._scan()
        except RecursionError:
            value = self._read_levels()
        self._skip_space()
        if self.at != len(self.text):
            self._refuse("invalid_json", "text after the end of the JSON value")
        return value

    def _scan(self) -> Any:
        try:
            value, self.at = _EXACT.raw_decode(self.text, self.at)
        except json.JSONDecodeError as error:
            self.at = error.pos
            self._refuse("invalid_json", "no valid JSON")
        except ValueError:
            if self.text[self.at] in "[{":
                return self._read_levels()  # which finds the place
            self._refuse("number_too_long", "a number of more digits than can be read")
        return value

    def _read_levels(self) -> Any:
        while True:
            done = self._begin()
            while done is not _UNFINISHED:
                if not self.open:
                    return done
                done = self._attach(done)

    def _begin(self) -> Any:
        """Read the next value if nothing is nested in it, such as a number or `[]`. Else open its list or object and
        give `_UNFINISHED`."""
        self._skip_space()
        opener = self.text[self.at : self.at + 1]
        if opener not in ("[", "{"):
            return self._scan()
        self.at += 1
        self._skip_space()
        if self.text[self.at : self.at + 1] == ("]" if opener == "[" else "}"):
            self.at += 1
            return [] if opener == "[" else {}
        if len(self.open) >= DEEPEST:
            self._refuse("nested_too_deeply", f"nested more than {DEEPEST} levels")
        self.open.append(([], None if opener == "[" else []))
        self._read_key()
        return _UNFINISHED

    def _attach(self, value: Any) -> Any:
        """Add a finished value to its container. Returns the container if that was its last value, else
        `_UNFINISHED`."""
        items, keys = self.open[-1]
        items.append(value)
        self._skip_space()
        mark = self.text[self.at : self.at + 1]
        self.at += 1
        if mark == ",":
            self._read_key()
            return _UNFINISHED
        if mark != ("]" if keys is None else "}"):
            self.at -= 1
            self._refuse("invalid_json", "no valid JSON")
        self.open.pop()
        return items if keys is None else _object(list(zip(keys, items, strict=True)))

    def _read_key(self) -> None:
        keys = self.open[-1][1]
        if keys is None:
            return
        self._skip_space()
        if self.text[self.at : self.at + 1] != '"':
            self._refuse("invalid_json", "no valid JSON")
        keys.append(self._scan())
        self._skip_space()
        if self.text[self.at : self.at + 1] != ":":
            self._refuse("invalid_json", "no valid JSON")
        self.at += 1

    def _skip_space(self) -> None:
        space = _SPACE.match(self.text, self.at)
        self.at = space.end() if space else self.at

    def _refuse(self, reason: str, detail: str) -> NoReturn:
        raise ParseError(reason, len(self.text[: self.at].encode("utf-8")), detail) from None


_UNFINISHED = object()


def _settled(value: Any) -> Any:
    """The value, with each double in it replaced by what orjson writes as RFC 8785 demands."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is dict:
        if _PLAIN.issuperset(map(type, value.values())):
            return value
        return {key: item if type(item) in _PLAIN else _settled(item) for key, item in value.items()}
    if kind is list or kind is tuple:
        if _PLAIN.issuperset(map(type, value)):
            return value
        return [item if type(item) in _PLAIN else _settled(item) for item in value]
    if kind is float:
        return _settle_float(value)
    raise TypeError


_PLAIN = frozenset({str, int, bool, type(None)})


class _Mark(str):
    """A bracket, comma or colon in the list of what waits to be written, so that it is not taken for a JSON string."""

    __slots__ = ()


_COMMA = _Mark(",")
_OPEN_LIST, _CLOSE_LIST = _Mark("["), _Mark("]")
_OPEN_OBJECT, _CLOSE_OBJECT = _Mark("{"), _Mark("}")


def _write(
    value: Any, scalar: Callable[[Any], str], members: Callable[[dict[str, Any]], list[tuple[str, Any]]]
) -> bytes:
    """The bytes of any value, written without recursion. `scalar` and `members` decide what is refused."""
    written: list[str] = []
    pending: list[Any] = [value]
    depth = 0
    while pending:
        item = pending.pop()
        if type(item) is _Mark:
            written.append(item)
            depth -= item is _CLOSE_LIST or item is _CLOSE_OBJECT
        elif isinstance(item, (list, tuple, dict)):
            depth += 1
            if depth > DEEPEST:
                raise CanonicalError(f"nested more than {DEEPEST} levels, or holds itself")
            pieces = _object_pieces(members(item), scalar) if isinstance(item, dict) else _list_pieces(item)
            pending.extend(reversed(pieces))
        else:
            written.append(scalar(item))
    return "".join(written).encode("utf-8")


def _list_pieces(items: Iterable[Any]) -> list[Any]:
    pieces: list[Any] = [_OPEN_LIST]
    for item in items:
        pieces += (item, _COMMA)
    if len(pieces) > 1:
        pieces.pop()
    pieces.append(_CLOSE_LIST)
    return pieces


def _object_pieces(members: list[tuple[str, Any]], scalar: Callable[[Any], str]) -> list[Any]:
    pieces: list[Any] = [_OPEN_OBJECT]
    for key, item in members:
        pieces += (_Mark(scalar(key) + ":"), item, _COMMA)
    if len(pieces) > 1:
        pieces.pop()
    pieces.append(_CLOSE_OBJECT)
    return pieces


def _lossless_members(members: dict[str, Any]) -> list[tuple[str, Any]]:
    if not all(isinstance(key, str) for key in members):
        raise CanonicalError("object keys must be strings")
    return members.in_order() if isinstance(members, Members) else sorted(members.items(), key=_by_utf16)


def _strict_members(members: dict[str, Any]) -> list[tuple[str, Any]]:
    if isinstance(members, Members) and members.earlier:
        raise CanonicalError("RFC 8785 has no repeated keys")
    return _lossless_members(members)


def _beyond(scalar: Any) -> str:
    """The code of that property of a scalar which RFC 8785 cannot hold, such as NaN; "" if it can hold the scalar."""
    if isinstance(scalar, str):
        return "" if scalar.isascii() or not _LONE_SURROGATE.search(scalar) else "lone_surrogate"
    if isinstance(scalar, int):
        return "" if -LARGEST_INTEGER <= scalar <= LARGEST_INTEGER else "big_integer"
    if isinstance(scalar, float) and not math.isfinite(scalar):
        return "nan" if math.isnan(scalar) else "infinity"
    return ""


def _strict_scalar(scalar: Any) -> str:
    beyond = _beyond(scalar)
    if beyond:
        raise CanonicalError(f"RFC 8785 cannot hold this value: {beyond}")
    return _lossless_scalar(scalar)


def _lossless_scalar(scalar: Any) -> str:
    if scalar is None:
        return "null"
    if isinstance(scalar, str):
        return _string_text(scalar)
    if isinstance(scalar, bool):
        return "true" if scalar else "false"
    if isinstance(scalar, int):
        return int.__repr__(scalar)
    if isinstance(scalar, float):
        return _float_text(scalar)
    raise CanonicalError(f"no JSON value: {type(scalar).__name__}")


def _float_text(number: float) -> str:
    if math.isnan(number):
        return "NaN"
    if math.isinf(number):
        return "Infinity" if number > 0 else "-Infinity"
    return number_text(number)


def _string_text(text: str) -> str:
    """A JSON string as RFC 8785 §3.2.2.2 writes it, with each lone surrogate as an escape."""
    text = str.__str__(text)
    if text.isascii() or not _LONE_SURROGATE.search(text):
        return orjson.dumps(text).decode("utf-8")
    pieces = [orjson.dumps(piece)[1:-1].decode("utf-8") for piece in _LONE_SURROGATE.split(text)]
    escapes = [f"\\u{ord(lone):04x}" for lone in _LONE_SURROGATE.findall(text)]
    between = zip(pieces, [*escapes, ""], strict=True)
    return '"' + "".join(piece + escape for piece, escape in between) + '"'
