"""The words of an HTML page, block by block. Nothing is run and nothing fetched: tags are read one after the other."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from kg_assets.sources.documents.document import Block, Document, Limits, within

_SILENT = frozenset(
    {"script", "style", "noscript", "template", "svg", "math", "object", "iframe", "select", "textarea"}
)
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_BLOCKS = _HEADINGS | {
    "p", "div", "section", "article", "header", "footer", "main", "aside", "nav", "ul", "ol", "dl", "table", "form",
    "figure", "figcaption", "body", "html", "address", "fieldset", "details", "summary", "blockquote", "pre", "hr",
}  # fmt: skip
_LINES = frozenset({"br", "li", "tr", "dt", "dd", "option"})
_BLANKS = re.compile(r"[ \t\r\f\v\n]+")
_CHARSET = re.compile(rb"charset\s*=\s*[\"']?\s*([\w-]+)", re.IGNORECASE)
_AUTHORS, _DATES = ("author", "article:author", "dc.creator"), ("article:published_time", "date", "dc.date", "created")


def read_html(data: bytes, limits: Limits) -> list[Document]:
    """The page as one document."""
    parser = _Reader()
    text = decoded(data)
    # In pieces: the parser searches all that it is fed at once for the end of each tag that stays open.
    for at in range(0, len(text), 1 << 16):
        parser.feed(text[at : at + (1 << 16)])
    parser.close()
    author = next((parser.said[key] for key in _AUTHORS if key in parser.said), None)
    created = next((parser.said[key] for key in _DATES if key in parser.said), None)
    return [
        Document(
            title=parser.title.strip() or None, author=author, author_role=parser.said.get("author_role"),
            created=created, blocks=list(within(parser.blocks(), limits)),
        )
    ]  # fmt: skip


def text_of_html(text: str, limits: Limits) -> str:
    """The words of HTML inside something else, such as a mail."""
    parser = _Reader()
    parser.feed(text)
    parser.close()
    return "\n\n".join(block.text for block in within(parser.blocks(), limits))


def decoded(data: bytes) -> str:
    """The text of a page in the charset that it declares, else in UTF-8, else in cp1252.

    A byte order mark of UTF-16 goes before all of these.
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    declared = _CHARSET.search(data, 0, 4096)
    for name in filter(None, (declared and declared.group(1).decode("ascii", "replace"), "utf-8-sig")):
        try:
            return data.decode(name)
        except (LookupError, UnicodeDecodeError):
            continue
    return data.decode("cp1252", "replace")


class _Reader(HTMLParser):
    """Gathers the words block by block. Of the page's structure it keeps the last heading and how deep it is
    within <blockquote> and <pre>."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.title = ""
        self.said: dict[str, str] = {}
        self._done: list[tuple[str, str | None]] = []
        self._words: list[str] = []
        self._heading: str | None = None
        self._silent: str | None = None
        self._in_title = False
        self._quoted = 0
        self._kept = 0  # within <pre>, where blanks count

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._silent is not None:
            return
        if tag in _SILENT:
            self._silent = tag
        elif tag == "title":
            self._in_title = True
        elif tag == "meta":
            self._note(dict(attrs))
        elif tag in _LINES:
            self._words.append("\n- " if tag == "li" else "\n")
        elif tag in ("td", "th"):
            self._words.append(" ")
        if tag in _BLOCKS:
            self._end_block()
            self._quoted += tag == "blockquote"
            self._kept += tag == "pre"

    def handle_endtag(self, tag: str) -> None:
        if self._silent is not None:
            self._silent = None if tag == self._silent else self._silent
            return
        if tag == "title":
            self._in_title = False
        if tag in _HEADINGS:
            self._end_heading(int(tag[1]))
        elif tag in _BLOCKS:
            self._end_block()
            self._quoted -= tag == "blockquote" and self._quoted > 0
            self._kept -= tag == "pre" and self._kept > 0

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title += data
        elif self._silent is None:
            self._words.append(data if self._kept else _BLANKS.sub(" ", data))

    def _note(self, attributes: dict[str, str | None]) -> None:
        key, value = attributes.get("name") or attributes.get("property"), attributes.get("content")
        if key and value:
            self.said.setdefault(key.lower(), value)

    def _end_heading(self, level: int) -> None:
        words = _BLANKS.sub(" ", "".join(self._words)).strip()
        self._words.clear()
        if words:
            self._heading = words
            self._done.append((f"{'#' * level} {words}", words))

    def _end_block(self) -> None:
        lines = [line.strip(" ") if not self._kept else line.rstrip() for line in "".join(self._words).split("\n")]
        self._words.clear()
        text = "\n".join(line for line in lines if line and line != "-")
        if text:
            quoted = "\n".join(f"> {line}" for line in text.split("\n")) if self._quoted else text
            self._done.append((quoted, self._heading))

    def blocks(self) -> Iterator[Block]:
        self._end_block()
        for text, heading in self._done:
            yield Block(text, heading)
