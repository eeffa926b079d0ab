"""Reads YAML files, with the C parser if it is installed, which is ten times faster on our word lists.

A key that occurs twice is an error: YAML readers take the last one, and the writer of the first would never
notice.
"""

import pickle
import typing
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec
import yaml
from pydantic import BaseModel, RootModel, ValidationError

from kg_assets.core.data import is_shipped
from kg_assets.core.derived import Known, kept_beside, made_from
from kg_assets.core.errors import ConfigError
from kg_assets.core.hashing import sha256_hex
from kg_assets.core.mistyped import Place, faults_in_words, lines_of

_Kind = TypeVar("_Kind")
_BYTES_AS_TEXT = "latin-1"  # in which every byte is a character
_MOST_KNOWN = 400  # more documents than a few versions of the house have
_HINT = "compare the file with the one that ships"
_SAFE: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _RepeatedKeyError(Exception):
    """A key occurs twice in the same mapping of a document."""

    def __init__(self, key: str, first: int, second: int) -> None:
        super().__init__(key)
        self.key, self.first, self.second = key, first, second


class _Loader(_SAFE):  # type: ignore[misc]
    """A loader for plain YAML that refuses a key that occurs twice in a mapping."""

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:
        first: dict[tuple[str, str], int] = {}
        for key, _ in node.value if isinstance(node, yaml.MappingNode) else ():
            if isinstance(key, yaml.ScalarNode):
                line = key.start_mark.line + 1
                if (key.tag, key.value) in first:
                    raise _RepeatedKeyError(key.value, first[key.tag, key.value], line)
                first[key.tag, key.value] = line
        return super().construct_mapping(node, deep)


def read_yaml(path: Path) -> Any:
    """The document in a UTF-8 file, made of plain types only. An error names the file and the place in it."""
    if path.exists() and not path.is_file():
        raise ConfigError(f"{path}: a file is expected, this is a folder, a pipe or a device; name a YAML file")
    return parse_yaml(path, read_text(path))


def read_text(path: Path) -> str:
    """The text of a file. An error names the file if it cannot be read or is not UTF-8."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: byte {error.start:,} is of no UTF-8 text; save the file as UTF-8") from None
    except OSError as error:
        raise ConfigError(f"{path}: the file cannot be read: {error.strerror or error}") from None


def parse_yaml(path: Path | str, text: str) -> Any:
    """The document in a text. An error names the file that the text is from, and the place in it."""
    try:
        return pickle.loads(_parsed(text, is_shipped(Path(path))))
    except _RepeatedKeyError as error:
        raise ConfigError(
            f"{path}, line {error.second}: the key {error.key!r} stands here for the second time, first in line "
            f"{error.first}; keep one of the two"
        ) from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f", line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        raise ConfigError(f"{path}{place}: this is not YAML: {getattr(error, 'problem', error)}") from None
    except RecursionError:
        raise ConfigError(f"{path}: it is nested too deeply; write it in fewer levels") from None
    except ValueError as error:
        # A value that looks like a date or a number and is none.
        raise ConfigError(f"{path}: a value cannot be read: {error}; put it between quotation marks") from None


@lru_cache(maxsize=64)
def _parsed(text: str, ships: bool) -> bytes:
    """The document as a pickle, cached for a process that reads its settings often. Each reader unpickles its
    own copy.

    Documents that ship are kept for later processes too, a person's own never: they can hold private words.
    """
    if not ships:
        return pickle.dumps(yaml.load(text, Loader=_Loader))
    held = _known().of(sha256_hex(text.encode()), lambda: _parsed(text, ships=False).decode(_BYTES_AS_TEXT))
    return held.encode(_BYTES_AS_TEXT)


@cache
def _known() -> Known[str]:
    """The documents that were parsed earlier on this installation. To parse all again takes a fortieth of a
    small build."""
    return Known(kept_beside(__file__), made_from(__file__, yaml.__version__), _MOST_KNOWN, str)


def read_model(path: Path, kind: type[_Kind], hint: str = _HINT) -> _Kind:
    """A file as its model. An error names the file, the place in it, what was expected, and the hint."""
    return as_model(path, read_yaml(path), kind, hint)


def as_model(path: Path, document: Any, kind: type[_Kind], hint: str = _HINT, at: Place = ()) -> _Kind:
    """Convert what was read from a file to a model: one of pydantic, or any type that msgspec converts to. `at` are the
    keys that lead to it in the file, if it is not the whole file."""
    if not at:
        _refuse_other_shape(path, document, kind, hint)
    try:
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            return cast(_Kind, kind.model_validate(document))
        return msgspec.convert(document, kind)
    except (ValidationError, msgspec.ValidationError) as error:
        told = faults_in_words(error, kind, lines_of(path), at)
        mark = ", " if told.startswith("line ") else ": "
        raise ConfigError(f"{path}{mark}{told}; {hint}") from None


def _refuse_other_shape(path: Path, document: Any, kind: Any, hint: str) -> None:
    """Refuse a document that is empty, a list or a text if keys are wanted. The model's own error would be
    harder to understand."""
    is_class = isinstance(kind, type) and not issubclass(kind, RootModel)
    wants_keys = issubclass(kind, BaseModel | msgspec.Struct) if is_class else typing.get_origin(kind) is dict
    if wants_keys and not isinstance(document, dict):
        raise ConfigError(f"{path}: {unfit('keys with values', document)}; {hint}")


def unfit(wanted: str, document: Any) -> str:
    """The error text for a document that has another shape than the wanted one."""
    return f"{wanted} {'is' if wanted.startswith('a ') else 'are'} expected here, {shape_of(document)} was found"


def shape_of(document: Any) -> str:
    """The shape of a document in words."""
    if document is None:
        return "nothing"
    if isinstance(document, dict):
        return "keys with values"
    return "a list" if isinstance(document, list) else "a single value"
