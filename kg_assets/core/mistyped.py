"""Puts errors in files of settings or rules into words for the person who wrote the file: the line, what is there, and
what should be there.

The models' own messages have no lines and use other words. The nearest known name is found here too.
"""

import datetime
import difflib
import re
import types
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import yaml
from pydantic import BaseModel, RootModel, ValidationError

_MOST_FAULTS = 3
_NEAREST = 3
_MOST_NAMES = 40  # up to so many known names are all listed if none is near
_LONGEST_FOUND = 200  # characters of a value that is quoted
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
# A message of pydantic: what it wants, and sometimes how it tried to read the value.
_SHOULD = re.compile(r"^Input should be (.*?)(?:, (?:unable to|got) .*)?$", re.DOTALL)
# Pydantic's words for types, in plain words.
_PLAINLY = {
    "a valid integer": "a whole number", "a valid number": "a number", "a valid string": "a text",
    "a valid boolean": "true or false", "a valid tuple": "a list, as in [one, other],",
    "a valid list": "a list, as in [one, other],", "a valid dictionary": "keys with values",
}  # fmt: skip
_STEP = re.compile(r"\.(\w+)|\[(\d+|\.\.\.)\]")
_UNKNOWN = re.compile(r"^Object contains unknown field `(.*)`$", re.DOTALL)
_MISSING = re.compile(r"^Object missing required field `(.*)`$", re.DOTALL)

Place = tuple[str | int, ...]
Line = Callable[[Place], int | None]


def nearest(name: str, known: Sequence[str]) -> str:
    """The end of an error message that suggests names: the nearest known ones, else all if they are not too
    many."""
    close = difflib.get_close_matches(name, known, n=_NEAREST, cutoff=0.5)
    if close:
        return f"; did you mean {' or '.join(map(repr, close))}?"
    return f"; it can be {', '.join(known)}" if 0 < len(known) <= _MOST_NAMES else ""


def shortened(value: object) -> str:
    """A value as an error message quotes it, cut if it is long."""
    text = repr(value)
    return text if len(text) <= _LONGEST_FOUND else f"{text[:_LONGEST_FOUND]}…"


def lines_of(path: Path) -> Line:
    """A function that gives the line of a key or item in a YAML file, found by the sequence of keys and indexes that
    leads to it, such as ("search", "limits", 0). If the file lacks it, the line is that of the last key or item on the
    way to it; None if there is none, or if the file cannot be read."""
    try:
        root = yaml.compose(path.read_text(encoding="utf-8"), Loader=_LOADER)
    except (OSError, ValueError, RecursionError, yaml.YAMLError):
        root = None

    def line(place: Place) -> int | None:
        node, found = root, None
        for step in place:
            key, node = _step(node, step)
            if key is None:
                break
            found = key.start_mark.line + 1
        return found

    return line


def _step(node: Any, step: str | int) -> tuple[Any, Any]:
    """Two YAML nodes: that of the key or list item that `step` names in `node`, and that of its value. (None, `node`)
    if there is no such key or item."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value == str(step):
                return key, value
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        return node.value[step], node.value[step]
    return None, node


def faults_in_words(error: ValidationError | msgspec.ValidationError, kind: Any, line: Line, at: Place = ()) -> str:
    """The first errors that a model found in a document, as one text. `at` are the keys and indexes that lead to the
    document in its file."""
    found = _of_pydantic(error, kind) if isinstance(error, ValidationError) else _of_msgspec(error, kind)
    told = []
    for place, words, ends_at in found:
        number = line((*at, *ends_at))
        where = ".".join(map(str, (*at, *place)))
        told.append("".join((f"line {number}: " if number else "", f"{where}: " if where else "", words)))
    more = len(told) - _MOST_FAULTS
    return "; ".join(told[:_MOST_FAULTS]) + (f"; and {more} more" if more > 0 else "")


def _of_pydantic(error: ValidationError, kind: Any) -> Iterator[tuple[Place, str, Place]]:
    """Three values for each error that pydantic found: the place where it is, words for it, and the place whose line
    the error message shows. A place is the keys and indexes that lead to it."""
    faults = error.errors()
    unknown = {fault["loc"] for fault in faults if fault["type"] == "extra_forbidden"}
    for fault in faults:
        place, name = fault["loc"][:-1], str(fault["loc"][-1]) if fault["loc"] else ""
        if fault["type"] == "extra_forbidden":
            yield place, f"there is no key {name!r} here{nearest(name, _keys(kind, place))}", fault["loc"]
        elif fault["type"] == "missing":
            # A misspelt key is reported once: as unknown, and not also as missing.
            if not any(name in difflib.get_close_matches(str(loc[-1]), [name]) for loc in unknown if loc[:-1] == place):
                yield place, f"the key {name!r} is missing", place
        else:
            yield fault["loc"], _expected(fault), fault["loc"]


def _expected(fault: Any) -> str:
    said = fault["msg"].removeprefix("Value error, ")
    if said.startswith("is ") and isinstance(fault["input"], str | int | float | None):
        return f"{shortened(fault['input'])} {said}"
    wanted = _SHOULD.match(said)
    plain = f"{_PLAINLY.get(wanted[1], wanted[1])} is expected" if wanted else said
    return f"{plain} (found {found_in_words(fault['input'])})"


def found_in_words(value: object) -> str:
    """A value of a file in the words of its writer: "nothing", "true", "the text 'x'", "a list"."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f"the text {shortened(value)}"
    if isinstance(value, int | float):
        return shortened(value)
    if isinstance(value, datetime.date):
        return f"the date {value.isoformat()}"
    return "keys with values" if isinstance(value, Mapping) else "a list"


def _of_msgspec(error: msgspec.ValidationError, kind: Any) -> Iterator[tuple[Place, str, Place]]:
    said, _, behind = str(error).rpartition(" - at `$")
    said = said or behind
    place: Place = tuple(int(n) if n.isdigit() else name or n for name, n in _STEP.findall(behind)) if said else ()
    unknown, missing = _UNKNOWN.match(said), _MISSING.match(said)
    if unknown:
        name = unknown[1]
        yield place, f"there is no key {name!r} here{nearest(name, _keys(kind, place))}", (*place, name)
    elif missing:
        yield place, f"the key {missing[1]!r} is missing", place
    else:
        yield place, said, place


def _keys(kind: Any, place: Place) -> list[str]:
    """The keys that the type `kind` allows in the object at `place` (the keys and indexes that lead to it); empty if
    that is no object with fixed keys."""
    for step in place:
        kind = _inside(kind, step)
    inner = _plain(kind)
    if not isinstance(inner, type):
        return []
    if issubclass(inner, msgspec.Struct):
        return [field.encode_name for field in msgspec.structs.fields(inner)]
    if issubclass(inner, BaseModel):
        return [field.alias or name for name, field in inner.model_fields.items()]
    return []


def _inside(kind: Any, step: str | int) -> Any:
    """The type of what stands under the key or index `step` in a value of the type `kind`; None if that is unknown."""
    kind = _plain(kind)
    origin, given = typing.get_origin(kind), typing.get_args(kind)
    if origin is not None and isinstance(origin, type):
        if issubclass(origin, Mapping):
            return given[1]
        return given[0] if given and issubclass(origin, Sequence) else None
    if not isinstance(kind, type):
        return None
    if issubclass(kind, msgspec.Struct):
        return {field.encode_name: field.type for field in msgspec.structs.fields(kind)}.get(str(step))
    if issubclass(kind, BaseModel):
        return {field.alias or name: field.annotation for name, field in kind.model_fields.items()}.get(str(step))
    return None


def _plain(kind: Any) -> Any:
    """A type without its wrappers: for an Annotated the type inside, for a union the member that has keys, for a
    root model the type of its root."""
    while True:
        origin, given = typing.get_origin(kind), typing.get_args(kind)
        if origin is typing.Annotated:
            kind = given[0]
        elif origin in (typing.Union, types.UnionType):
            kind = next((one for one in given if _has_keys(one)), None)
        elif isinstance(kind, type) and issubclass(kind, RootModel):
            kind = kind.model_fields["root"].annotation
        else:
            return kind


def _has_keys(kind: Any) -> bool:
    return typing.get_origin(kind) is not None or (
        isinstance(kind, type) and issubclass(kind, BaseModel | msgspec.Struct)
    )
