"""Notes: a Markdown or text file as a conversation whose messages are its chunks.

A note becomes an object that `config/mappings/note.yaml` describes; from there on it is read like any
conversation. Its id is made from the `id` or `uid` of its front matter, else from its name with folders: editing
keeps the note, moving it makes a new note unless it has an `id`. A chunk's id is made from its words, so an edit
renames only the chunks that it changes.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from kg_assets.core.ids import IdSpace, sha256_hex
from kg_assets.core.instants import normalize
from kg_assets.sources.nodes import UnreadableError
from kg_assets.sources.text import code_fences
from kg_assets.sources.tree import FILE_NAME_MONTH, FILE_TIME

_FRONT_MATTER = re.compile(r"---[ \t]*\r?\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL | re.MULTILINE)
_FRONT_KEY = re.compile(r"^([A-Za-z][\w -]*?)[ \t]*:[ \t]*(\S.*?)[ \t\r]*$", re.MULTILINE | re.ASCII)
_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+(\S.*?)[ \t]*#*[ \t\r]*$", re.MULTILINE)
_DATE_IN_NAME = re.compile(r"(?<!\d)((?:19|20)\d\d)[-_.]?(0[1-9]|1[0-2])[-_.]?(0[1-9]|[12]\d|3[01])(?!\d)", re.ASCII)
# A day with its clock in one run of digits, as note-keeping programs stamp files.
_STAMP = re.compile(r"((?:19|20)\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?(\d\d)?", re.ASCII)
_MONTH_NAME = (
    r"jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?"
)
_DAY_IN_NAME = re.compile(
    r"(?<![^\W_])(?:(?P<day>[0-3]?\d)(?:st|nd|rd|th)?[ _.-]+)?"
    rf"(?P<month>{_MONTH_NAME})"
    r"[ _.,-]+(?:(?P<last>[0-3]?\d)(?:st|nd|rd|th)?[ _.,-]+)?(?P<year>(?:19|20)\d\d)(?!\d)",
    re.ASCII | re.IGNORECASE,
)
# A month alone: figures with a sign between them that no day follows, or the month's name beside the year.
_MONTH_IN_NAME = re.compile(r"(?<!\d)(?P<year>(?:19|20)\d\d)[-_.](?P<month>0[1-9]|1[0-2])(?![-_.]?\d)", re.ASCII)
_NAMED_MONTH = re.compile(
    rf"(?<![^\W_])(?:(?P<month>{_MONTH_NAME})[ _.,-]+(?P<year>(?:19|20)\d\d)(?!\d)"
    rf"|(?P<before>(?:19|20)\d\d)[ _.,-]+(?P<after>{_MONTH_NAME})(?![^\W_]))",
    re.ASCII | re.IGNORECASE,
)
_BLANK_LINES = re.compile(r"\n(?:[ \t\r]*\n)+")
# Front matter is short; a file that merely begins with a rule is not searched to its end.
_LONGEST_FRONT_MATTER = 20_000

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_TITLE_KEYS = ("title",)
_ID_KEYS = ("id", "uid")
_CREATED_KEYS = ("created", "date", "created_at", "creation date", "date created")
_UPDATED_KEYS = ("updated", "modified", "updated_at", "last modified", "date modified", "lastmod")


def note_object(raw: bytes, name: str, space: IdSpace, chunk_chars: int, modified: str | None = None) -> dict[str, Any]:
    """The note as an object that the mapping describes, with its chunks. `modified` is when its file was last
    written."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UnreadableError("invalid_utf8", "the bytes are not UTF-8") from None
    front, body_start = front_matter(text)
    created, time_quality = _date_of(front, name, modified)
    note_id = _first(front, _ID_KEYS)
    conversation_id = space.make("note", note_id or name)
    heading = _HEADING.search(text, body_start)
    chunks = []
    seen: dict[str, int] = {}
    for start, end in note_chunks(text, body_start, chunk_chars):
        words = text[start:end]
        digest = sha256_hex(words)
        occurrence = seen[digest] = seen.get(digest, -1) + 1
        chunks.append(
            {
                "char_end": end,
                "char_start": start,
                "created": created,
                "id": space.make("message", conversation_id, digest, occurrence),
                "role": "user",
                "text": words,
                **({} if time_quality is None else {"time_quality": time_quality}),
            }
        )
    return {
        "chunks": chunks,
        "created": created,
        "front_matter": text[:body_start],
        "id": conversation_id,
        "name": name,
        "title": _first(front, _TITLE_KEYS) or (heading.group(2) if heading else None) or _title_of(name),
        "updated": _first_instant(front, _UPDATED_KEYS) or created,
    }


def _date_of(front: dict[str, str], name: str, modified: str | None) -> tuple[str | None, str | None]:
    """Two values: the note's date, from its front matter or name, else the month in its name, else `modified`; and the
    quality of that date if it is only a month or a file's time."""
    written = _first_instant(front, _CREATED_KEYS) or date_in_name(name)
    if written is not None:
        return written, None
    month = month_in_name(name)
    if month is not None:
        return month, FILE_NAME_MONTH
    return (None, None) if modified is None else (modified, FILE_TIME)


def front_matter(text: str) -> tuple[dict[str, str], int]:
    """The simple keys of the front matter, lower-cased, and the position at which the body begins."""
    block = _FRONT_MATTER.match(text, 0, _LONGEST_FRONT_MATTER) if text.startswith("---") else None
    if block is None:
        return {}, 0
    keys: dict[str, str] = {}
    for key in _FRONT_KEY.finditer(block.group(1)):
        keys.setdefault(key.group(1).lower(), key.group(2).strip("\"'"))
    return keys, block.end()


def _first(front: dict[str, str], keys: tuple[str, ...]) -> str | None:
    for key in keys:
        if front.get(key):
            return front[key]
    return None


def _first_instant(front: dict[str, str], keys: tuple[str, ...]) -> str | None:
    written = (_as_date(front[key]) for key in keys if key in front)
    return next((text for text in written if normalize(text) is not None), None)


def _as_date(text: str) -> str | None:
    """A date of the front matter in a form that `normalize` takes; None for a bare number that is no date.

    A bare number of 10, 12 or 14 digits that begins with 19 or 20 is a stamp to the hour (2024030412), minute or
    second. Any other number is a day if it has 8 digits, and Unix time if it has 10 or 13. Text that is no bare number
    stays as it is.
    """
    if not text.isdecimal():
        return text
    stamp = _STAMP.fullmatch(text)
    return "{}-{}-{}T{}:{}:{}".format(*stamp.groups("00")) if stamp else text if len(text) in (8, 10, 13) else None


def date_in_name(name: str) -> str | None:
    """The last date in a file's name or folders, as year-month-day; None without one."""
    dates = [(match.start(), "-".join(match.groups())) for match in _DATE_IN_NAME.finditer(name)]
    for found in _DAY_IN_NAME.finditer(name):
        day = found["day"] or found["last"]
        if day is not None:
            month = _MONTHS.index(found["month"][:3].lower()) + 1
            dates.append((found.start(), f"{found['year']}-{month:02}-{int(day):02}"))
    return next((date for _, date in sorted(dates, reverse=True) if normalize(date) is not None), None)


def month_in_name(name: str) -> str | None:
    """The last month in a file's name or folders, as its first day; None without one."""
    months = [(found.start(), f"{found['year']}-{found['month']}") for found in _MONTH_IN_NAME.finditer(name)]
    for found in _NAMED_MONTH.finditer(name):
        year, month = found["year"] or found["before"], found["month"] or found["after"]
        months.append((found.start(), f"{year}-{_MONTHS.index(month[:3].lower()) + 1:02}"))
    return f"{max(months)[1]}-01" if months else None


def _title_of(name: str) -> str:
    base = name.rpartition("/")[2]
    stem, dot, _ = base.rpartition(".")
    return stem if dot and stem else base


def note_chunks(text: str, start: int, chunk_chars: int) -> Iterator[tuple[int, int]]:
    """Start and end of each chunk: neighbouring paragraphs up to `chunk_chars`, never across a heading,
    without blanks at the end."""
    begin = end = -1
    for first, last in _paragraphs(text, start, chunk_chars):
        if begin >= 0 and (last - begin > chunk_chars or _HEADING.match(text, first)):
            yield begin, end
            begin = -1
        begin = first if begin < 0 else begin
        end = last
    if begin >= 0:
        yield begin, end


def _paragraphs(text: str, start: int, chunk_chars: int) -> Iterator[tuple[int, int]]:
    """Start and end of each paragraph: what stands between blank lines or before a heading, with code fences
    whole. What is longer than `chunk_chars` is cut at a line end, a sentence end or a blank, if it has
    one."""
    fences = [(begin, end) for begin, end, _ in code_fences(text) if begin >= start]
    cuts = {match.end() for match in _BLANK_LINES.finditer(text, start)}
    cuts.update(match.start() for match in _HEADING.finditer(text, start))
    edges = [start, *_outside(sorted(cuts), fences), len(text)]
    for begin, end in pairwise(edges):
        while end - begin > chunk_chars:
            cut = _last_break(text, begin, begin + chunk_chars)
            yield from _trimmed(text, begin, cut)
            begin = cut
        yield from _trimmed(text, begin, end)


def _outside(cuts: list[int], fences: list[tuple[int, int]]) -> Iterator[int]:
    index = 0
    for cut in cuts:
        while index < len(fences) and fences[index][1] <= cut:
            index += 1
        if index == len(fences) or cut <= fences[index][0]:
            yield cut


def _last_break(text: str, begin: int, limit: int) -> int:
    for sign in ("\n", ". ", " "):
        found = text.rfind(sign, begin + 1, limit)
        if found > begin:
            return found + len(sign)
    return limit


def _trimmed(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """The range of a text without line ends at its start and blanks at its end; nothing if only blanks are left."""
    while begin < end and text[begin] in "\r\n":
        begin += 1
    while end > begin and text[end - 1].isspace():
        end -= 1
    if begin < end and not text[begin:end].isspace():
        yield begin, end
