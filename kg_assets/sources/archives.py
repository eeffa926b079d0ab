"""Zip archives as streams: which members an archive has, within bounds, and the bytes of one. The name of a
member never becomes a path.

What a member holds is not decided here.
"""

import io
import lzma
import struct
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import BinaryIO

from kg_assets.sources.refusals import RefusedError
from kg_assets.sources.settings import SourceSettings

ZIP_MAGIC = b"PK\x03\x04"
_ENCRYPTED = 1
# What the reader of archives raises on damaged ones, besides its own error.
_DAMAGE = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError, NotImplementedError, RuntimeError,
    UnicodeDecodeError, ValueError, OverflowError, IndexError, KeyError, OSError,
)  # fmt: skip


def members_of(path: Path, settings: SourceSettings) -> list[zipfile.ZipInfo]:
    """The files in an archive, in its order. Raises `RefusedError` if it is damaged or holds more than
    `archive_most_members`."""
    with path.open("rb") as stream:  # so that a file that may not be read is not taken for a damaged one
        try:
            with zipfile.ZipFile(stream) as archive:
                infos = [info for info in archive.infolist() if not info.is_dir()]
        except UnicodeDecodeError as error:
            name = bytes(error.object).decode("utf-8", "backslashreplace")
            raise RefusedError(
                "damaged",
                f"{path}: the name of the archive's member {name!r} is not UTF-8; unpack it and name the folder",
            ) from None
        except _DAMAGE as error:
            raise RefusedError(
                "damaged", f"{path}: is a damaged zip archive ({_said(error)}); download or copy it again"
            ) from None
    if len(infos) > settings.archive_most_members:
        raise RefusedError(
            "too_large",
            f"{path}: the archive holds {len(infos)} files, more than archive_most_members "
            f"({settings.archive_most_members}) of the section sources; unpack it and name the folder",
        )
    return infos


def refuse_unbounded(path: Path, chosen: Sequence[zipfile.ZipInfo], settings: SourceSettings) -> None:
    """Refuse members that unpack to far more than any export: reading them would fill memory and disk.
    Limits: `archive_most_ratio` for a large member, `archive_most_bytes` for all."""
    total = 0
    for info in chosen:
        total += info.file_size
        ratio = info.file_size / max(info.compress_size, 1)
        if info.file_size > settings.recognise_bytes and ratio > settings.archive_most_ratio:
            raise RefusedError(
                "too_large",
                f"{path}: {info.filename!r} unpacks to {ratio:.0f} times its size ({info.file_size} bytes), more than "
                f"archive_most_ratio ({settings.archive_most_ratio}) of the section sources; if it is an export, "
                f"unpack it and name the folder",
            )
    if total > settings.archive_most_bytes:
        raise RefusedError(
            "too_large",
            f"{path}: the archive unpacks to {total} bytes, more than archive_most_bytes "
            f"({settings.archive_most_bytes}) of the section sources; unpack it and name the folder",
        )


def is_encrypted(info: zipfile.ZipInfo) -> bool:
    return bool(info.flag_bits & _ENCRYPTED)


@contextmanager
def opened(path: Path, info: zipfile.ZipInfo) -> Iterator[BinaryIO]:
    """The bytes of one member, as a stream, which gives no more bytes than the archive declares. The member is found by
    its position in the archive, since two members may have one name."""
    with path.open("rb") as stream:
        try:
            with zipfile.ZipFile(stream) as archive, closing(archive.open(info)) as member:
                yield io.BufferedReader(member)  # type: ignore[type-var]
        except _DAMAGE as error:
            raise RefusedError(
                "damaged",
                f"{path}: {info.filename!r} in the archive is damaged ({_said(error)}); copy the archive again",
            ) from None


def _said(error: BaseException) -> str:
    """What the error says; for an error of decoding never the bytes that it carries."""
    return "a name is not UTF-8" if isinstance(error, UnicodeDecodeError) else str(error) or type(error).__name__
