"""Where sentences begin and end, by punctuation and line ends alone, before anything is parsed.

A sentence lies within one line, or within several if a long line was wrapped. Marks of lists and headings before it ("-
", "# ") are left out. Offsets count from the beginning of the text.
"""

import re
from collections.abc import Iterator, Sequence

from kg_assets.core.spans import Ranges, Span, mask

# Both alternatives begin with the same class of characters, so that the engine can search for that alone. Each applies
# only at the beginning of a series of such characters.
_BOUNDARY = re.compile(r"[.!?…](?:(?<![.!?…]{2})[.!?…]*+[\"')\]”’*_]*+(?=\s|$)|(?<=[!?])(?<![!?]{2})[!?]*+(?=[A-Z]))")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|vs|e\.g|i\.e|etc|approx|inc|ltd|jr|sr|dept|est|u\.s|u\.k|[a-z])$", re.I
)
_BEFORE = re.compile(r"\s*(?:>\s*)?(?:#{1,6}\s+|(?:[-*+•·–]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?)?")
# A block of code or a quotation on lines of its own ends the line before it; a range within a line counts as a space.
_BREAK, _GAP = "\n", " "


def sentence_bounds(
    text: str, breaks: Sequence[tuple[int, int]] = (), gaps: Sequence[tuple[int, int]] = (), wrapped_chars: int = 60,
    max_chars: int = 600, lines: Sequence[tuple[int, int]] | None = None,
) -> list[Span]:  # fmt: skip
    """The sentences of a text in order.

    Nothing within `breaks` is a sentence, and `gaps` count as white space. A line of at least
    `wrapped_chars` characters that ends in a letter, digit, comma or semicolon continues in the next line
    if that begins in lower case; a quoted line ("> ...") does not. A sentence longer than `max_chars` is
    cut, at a space if there is one. With `lines`, only these lines are read, each by itself.
    """
    seen = mask(text, Ranges(breaks), _BREAK) if breaks else text
    seen = mask(seen, Ranges(gaps), _GAP) if gaps else seen
    paragraphs = _paragraphs(seen, wrapped_chars) if lines is None else _unmarked(seen, lines)
    return [
        span
        for start, end in paragraphs
        for first, last in split_sentences(seen, start, end)
        for begin, stop in _cut(seen, first, last, max_chars)
        if (span := _bare(seen, begin, stop))
    ]


def _unmarked(text: str, lines: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The bounds of lines, without the marks of lists and headings before them. If a part of a line was replaced by
    line breaks (a quotation, for example), the line is divided there."""
    for start, end in lines:
        for line in text[start:end].split(_BREAK):
            yield start + _mark(line), start + len(line)
            start += len(line) + 1


def _cut(text: str, start: int, end: int, most: int) -> Iterator[tuple[int, int]]:
    """A sentence in parts of at most `most` characters, cut at spaces where there are some."""
    while end - start > most:
        space = text.rfind(" ", start + 1, start + most)
        stop = space if space > 0 else start + most
        yield start, stop
        start = stop
    yield start, end


def _paragraphs(text: str, wrapped_chars: int) -> Iterator[tuple[int, int]]:
    """The bounds of the paragraphs of a text, without the marks before their first line. A paragraph is one line; where
    a long line was wrapped, it is all the lines that it was wrapped into."""
    begin: int | None = None
    start = 0
    for line in text.split("\n"):
        end = start + len(line)
        first = start + _mark(line)
        if begin is None:
            begin = first
        if not _goes_on(text, line, end, wrapped_chars):
            yield begin, end
            begin = None
        start = end + 1


def _mark(line: str) -> int:
    found = _BEFORE.match(line)
    return found.end() if found else 0


def _goes_on(text: str, line: str, end: int, wrapped_chars: int) -> bool:
    is_open = len(line) >= wrapped_chars and (line[-1].isalnum() or line[-1] in ",;")
    # The line behind a quoted line is no part of the quotation.
    return is_open and text[end + 1 : end + 2].islower() and not line.lstrip().startswith(">")


def split_sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The start and end of each sentence in `text[start:end]`, white space around it included."""
    begin = start
    for found in _BOUNDARY.finditer(text, start, end):
        if (
            found[0] == "."
            and _ABBREVIATION.search(text, max(start, found.start() - 8), found.start())
            and found.end() < end
            and not _is_i(text, found.start())
        ):
            continue
        if found[0] == ".." or (found[0] in ("...", "…") and text[found.end() : found.end() + 2].strip()[:1].islower()):
            continue
        yield begin, found.end()
        begin = found.end()
    if begin < end:
        yield begin, end


def _is_i(text: str, at: int) -> bool:
    return text[at - 1 : at] == "I"


def _bare(text: str, start: int, end: int) -> Span | None:
    """The sentence without white space around it; None if it has no letter or number."""
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    end -= len(piece) - len(piece.rstrip())
    return Span(start, end) if any(map(str.isalnum, text[start:end])) else None
