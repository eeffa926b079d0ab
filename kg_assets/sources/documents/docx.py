"""The words of a Word document: its XML is read as a stream of tags. A document whose XML declares entities of its own
(`<!ENTITY …>`) is refused."""

import io
import zipfile
import zlib
from collections.abc import Callable, Iterator
from xml.parsers import expat

from kg_assets.sources.documents.document import Block, Document, Limits, Unreadable, within

_BODY, _PROPERTIES = "word/document.xml", "docProps/core.xml"
_PIECE = 1 << 16
_SILENT = frozenset({"delText", "instrText", "del", "moveFrom"})
_LONGEST_HEADING_LEVEL = 6


def read_docx(data: bytes, limits: Limits) -> list[Document]:
    """The document with its paragraphs; title, author and date if its properties have them."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = set(archive.namelist())
            if _BODY not in names:
                raise Unreadable("encrypted" if "EncryptedPackage" in names else "damaged")
            words, said = _Words(), _Properties()
            if _PROPERTIES in names:
                _parse(archive, _PROPERTIES, said, limits)
            _parse(archive, _BODY, words, limits)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError):
        raise Unreadable("damaged") from None
    return [
        Document(
            title=said.found.get("title"), author=said.found.get("creator"), created=said.found.get("created"),
            blocks=list(within(words.blocks(), limits)),
        )
    ]  # fmt: skip


def _parse(archive: zipfile.ZipFile, name: str, reader: "_Tags", limits: Limits) -> None:
    """Feed one member of the archive to a reader, piece by piece, and never more than a file may unpack
    to."""
    info = archive.getinfo(name)
    if info.flag_bits & 1:
        raise Unreadable("encrypted")
    if info.file_size > limits.unpacked_bytes or info.file_size > limits.ratio * max(info.compress_size, 1) + _PIECE:
        raise Unreadable("too_large")
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = reader.start, reader.end
    parser.CharacterDataHandler = reader.text
    parser.StartDoctypeDeclHandler = _refuse
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    unpacked = 0
    try:
        with archive.open(info) as member:
            while piece := member.read(_PIECE):
                unpacked += len(piece)
                if unpacked > limits.unpacked_bytes:
                    raise Unreadable("too_large")
                parser.Parse(piece, False)
            parser.Parse(b"", True)
    except expat.ExpatError:
        raise Unreadable("damaged") from None


def _refuse(*_: object) -> None:
    """Raise `Unreadable` ("harmful"): no word processor declares XML entities, so the file was made to do harm."""
    raise Unreadable("harmful")


class _Tags:
    """The interface of a reader of XML tags: what is called at a tag's start, at its end and for text."""

    start: Callable[[str, dict[str, str]], None]
    end: Callable[[str], None]
    text: Callable[[str], None]


class _Properties(_Tags):
    """Reads title, author and date from the document's properties."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}
        self._name = ""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._name = _local(tag)

    def end(self, tag: str) -> None:
        self._name = ""

    def text(self, data: str) -> None:
        if self._name in ("title", "creator", "created") and data.strip():
            self.found[self._name] = self.found.get(self._name, "") + data


class _Words(_Tags):
    """Reads the paragraphs, each with the heading above it. Deleted words are left out, and moved ones where
    they stood before."""

    def __init__(self) -> None:
        self._done: list[tuple[str, str | None]] = []
        self._words: list[str] = []
        self._level = 0
        self._heading: str | None = None
        self._silent = 0
        self._in_text = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        name = _local(tag)
        if name in _SILENT:
            self._silent += 1
        elif name == "t":
            self._in_text = True
        elif name == "tab":
            self._words.append(" ")
        elif name in ("br", "cr"):
            self._words.append("\n")
        elif name == "pStyle":
            self._level = _level_of(next((v for k, v in attributes.items() if _local(k) == "val"), ""))
        elif name == "numPr":
            self._words.append("- ")

    def end(self, tag: str) -> None:
        name = _local(tag)
        if name in _SILENT:
            self._silent -= 1
        elif name == "t":
            self._in_text = False
        elif name == "p":
            self._end_paragraph()

    def text(self, data: str) -> None:
        if self._in_text and not self._silent:
            self._words.append(data)

    def _end_paragraph(self) -> None:
        words = "".join(self._words).strip()
        level, self._level = self._level, 0
        self._words.clear()
        if not words or words == "-":
            return
        if level:
            words = " ".join(words.split())
            self._heading = words
            words = f"{'#' * min(level, _LONGEST_HEADING_LEVEL)} {words}"
        self._done.append((words, self._heading))

    def blocks(self) -> Iterator[Block]:
        for text, heading in self._done:
            yield Block(text, heading)


def _local(tag: str) -> str:
    return tag.rpartition(" ")[2]


def _level_of(style: str) -> int:
    """The level of a heading, by the name of its style in several languages; 0 for other paragraphs."""
    low = style.lower().replace(" ", "")
    if low == "title":
        return 1
    digits = low.lstrip("abcdefghijklmnopqrstuvwxyzäöüéèçßå")
    is_heading = low.startswith(("heading", "berschrift", "überschrift", "titre", "ttulo", "rubrik", "kop"))
    return int(digits) if is_heading and digits.isdecimal() and 0 < int(digits) < 10 else 0
