"""Recognises by the beginning of a file which export it is; if none, explains what it is instead."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import lru_cache
from pathlib import PurePath
from typing import Any, BinaryIO

import msgspec

from kg_assets.core.canonical import ParseError, parse
from kg_assets.core.data import data_path
from kg_assets.sources.mapping import load_mapping, pointer_tokens
from kg_assets.sources.nodes import kind_of
from kg_assets.sources.refusals import RefusedError
from kg_assets.sources.scan import MAPPING_FILES
from kg_assets.sources.settings import SourceSettings
from kg_assets.sources.split import iterate_tolerantly, start_of

Opener = Callable[[], AbstractContextManager[BinaryIO]]

EXPORT_ADAPTERS = ("chatgpt", "claude")
EXPECTED = (
    "expected a ChatGPT or Claude export (conversations.json, its folder or its .zip), "
    "notes (.md, .txt), documents (.pdf, .docx, .html), mails (.eml, .mbox), calendars (.ics), or a folder of them"
)
_ARCHIVES = re.compile(r"\.(?:tar|tgz|tbz2?|txz|gz|bz2|xz|zst|7z|rar|zip)", re.IGNORECASE | re.ASCII)
_ARCHIVE_MAGICS = (b"\x1f\x8b", b"BZh", b"\xfd7zXZ\x00", b"7z\xbc\xaf\x27\x1c", b"Rar!\x1a\x07", b"\x28\xb5\x2f\xfd")
_TAR_MAGIC, _TAR_AT = b"ustar", 257
_PAGE = re.compile(rb"\s*<(?:!doctype|html|head|\?xml)", re.IGNORECASE)


def adapter_of(open_member: Opener, where: str, settings: SourceSettings) -> str:
    """The adapter for a file that is an export, by its beginning. Raises `RefusedError` for any other file; the text of
    the error calls the file `where`."""
    with open_member() as stream:
        data = stream.read(settings.recognise_bytes)
        _refuse_other_kinds(data, where)
        adapter = adapter_of_bytes(data)
        if adapter is None and len(data) == settings.recognise_bytes:
            # Read on, but only up to a bound: a file that shows no conversation by then holds none.
            data += stream.read(settings.recognise_most_bytes - len(data))
            adapter = adapter_of_bytes(data)
    if adapter is None:
        is_whole = len(data) <= settings.recognise_bytes
        raise RefusedError("no_conversations", f"{where}{_explain(data, is_whole)}; {EXPECTED}")
    return adapter


def kind_by_name(name: str) -> str:
    """The reason code for refusing a file that is neither an export nor a note, by its name alone."""
    suffix = PurePath(name).suffix.lower()
    if _ARCHIVES.fullmatch(suffix):
        return "archive"
    return "page" if suffix in (".html", ".htm") else "not_read"


def _refuse_other_kinds(data: bytes, where: str) -> None:
    """Refuse archives and web pages. They can hold the words of conversations, but not as an export does."""
    if data.startswith(_ARCHIVE_MAGICS) or data[_TAR_AT : _TAR_AT + len(_TAR_MAGIC)] == _TAR_MAGIC:
        raise RefusedError(
            "archive", f"{where}: is an archive that is not read; unpack it and name the folder; {EXPECTED}"
        )
    if _PAGE.match(data):
        raise _page_for_reading(where)


def refuse_page_of_export(data: bytes, where: str) -> None:
    """Refuse an HTML page that comes with an export: it shows the conversations by a script, and their words
    stand in the export."""
    if any(_key_pattern(key).search(data) for _, key in _message_keys()):
        raise _page_for_reading(where)


def _page_for_reading(where: str) -> RefusedError:
    return RefusedError(
        "page", f"{where}: is a page for reading, no export; name the conversations.json beside it; {EXPECTED}"
    )


def adapter_of_bytes(data: bytes) -> str | None:
    """The adapter (the name for how a source is read) for a file or its beginning: that of the first element with the
    shape of a conversation; None if there is none."""
    start = start_of(data)
    if data[start : start + 1] == b"[":
        return next((a for begin, end in iterate_tolerantly(data, start) if (a := _shape(data[begin:end]))), None)
    return _shape(data[start:])


def _shape(piece: bytes) -> str | None:
    """The adapter for a conversation of which this is a piece: the one whose conversations have messages under a key
    that the piece has; None if none does."""
    if piece[:1] != b"{":
        return None
    try:
        keys = msgspec.json.decode(piece, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return next((adapter for adapter, key in _message_keys() if _key_pattern(key).search(piece)), None)
    for adapter, key in _message_keys():
        if key in keys and bytes(keys[key])[:1] in (b"{", b"["):
            return adapter
    return None


@lru_cache(maxsize=1)
def _message_keys() -> tuple[tuple[str, str], ...]:
    mappings = ((adapter, load_mapping(data_path(MAPPING_FILES[adapter])).given) for adapter in EXPORT_ADAPTERS)
    return tuple((adapter, (pointer_tokens(given.messages_path) or ("",))[0]) for adapter, given in mappings)


@lru_cache(maxsize=4)
def _key_pattern(key: str) -> re.Pattern[bytes]:
    return re.compile(b'"' + re.escape(key.encode()) + rb'"\s*:\s*[\[{]')


def _explain(data: bytes, is_whole: bool) -> str:
    """What is in a file that is no export, and where: the middle part of an error message."""
    if not data.strip():
        return ": the file is empty" if not data else ": the file holds nothing but blanks"
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return ", byte 0: the file is UTF-16; save it as UTF-8"
    if not is_whole:
        return f": found no conversation in its first {len(data)} bytes"
    try:
        value = parse(data).value
    except ParseError as error:
        line = data.count(b"\n", 0, error.offset) + 1
        column = error.offset - (data.rfind(b"\n", 0, error.offset) + 1) + 1
        return f", line {line}, column {column} (byte {error.offset}): not JSON that can be read ({error.reason})"
    if value == []:
        return ", line 1: the file holds an empty array, no conversation"
    if isinstance(value, list):
        return f", element 0 of {len(value)}: found {_describe(value[0])}, no conversation"
    return f", line 1: found {_describe(value)}, no conversation"


def _describe(value: Any) -> str:
    if not isinstance(value, dict):
        return kind_of(value)
    keys = sorted(str(key) for key in value)[:5]
    return f"an object with the keys {', '.join(map(repr, keys))}" if keys else "an empty object"
