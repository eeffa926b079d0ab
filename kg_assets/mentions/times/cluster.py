"""Finds where in a text times may be named. One linear-time pass finds clusters, runs of time words such as "last week
of May"; everything else is skipped."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import re2

_LITERAL = re.compile(r"[^\W\d_]+")
_ESCAPED_LETTER = re.compile(
    r"\\[a-zA-Z]|\(\?P<[a-z0-9]+>|\(\?P=[a-z0-9]+\)|\(\?[:=!<]+|%[a-z0-9_]+%|\{[\d,]+\}|\[[^\]]*\]"
)
_CONTEXT = 2
_SHORT = 40
# No script beyond this plane has capitals.
_LAST_CASED = 0x1FFFF
# No expression is longer; runs of time words beyond this are lists, tables or attacks.
_LONGEST = 160
_LONGEST_MARGIN = 16
# Texts are searched together up to this many bytes, with a byte between them that no cluster holds.
_BATCH = 1 << 20
_SEAM = b"\0"
_TRANSLATION = (
    bytes(
        ord("x") if 97 <= code <= 122 else ord("0") if 48 <= code <= 57 else code if code < 128 else ord("~")
        for code in range(256)
    )
    .replace(b"\n", b" ")
    .replace(b"\t", b" ")
    .replace(b"\r", b" ")
)


# Blanks that become one plain blank before a cluster is read, so that patterns need not know of wide blanks. A line end
# stays a line end, because lists break there, and so does an empty line.
_LOOSE_BLANKS = re.compile(r"[ \t]*\r?\n[ \t\r]*(?:\n[ \t\r\n]*)?|[ \t\u00a0\u202f]{2,}|[\t\u00a0\u202f]")
_ANY_LOOSE_BLANK = re.compile(rb"[\t\n\r]|  |\xc2\xa0|\xe2\x80\xaf")
# The same for finding clusters: blanks of every kind as bytes, and the plain blanks of a shape that they replace.
_BLANK_BYTES = r"\t\r\n \xc2\xa0\xe2\x80\xaf"
_OFTEN = {"": "+", "?": "*"}
_BLANK_IN_SHAPE = re.compile(r"\\.|\[(?P<set>(?:\\.|[^\]\\])*)\](?P<often>[?*+{]?)|(?P<plain> )(?P<often_>[?*+{]?)")
# A line longer than this that goes on in the next one was wrapped to fit a page; shorter ones are lists and tables.
_WRAPPED_FROM = 50
_GOES_ON = re.compile(rb"[ \t\r]*[a-z0-9('\"\x80-\xff]")


class Cluster(NamedTuple):
    """A run of time words in a message, as the grammars read it.

    `text` is the run in lower case, with up to two characters of context on each side (x for a letter, 0 for a digit).
    The run itself is `text[lead:end]`. `start_byte` and `end_byte` are its place in bytes in the lower-cased message,
    and `size` its length there in characters. `is_whole` says whether the message has nothing else. `places` gives for
    each character of `text`, and for its end, its place before blanks were made plain; None if all blanks were plain
    already.
    """

    text: str
    lead: int
    end: int
    start_byte: int
    end_byte: int
    is_whole: bool
    size: int
    places: tuple[int, ...] | None


def with_any_blank(shape: str) -> str:
    """The pattern `shape`, with every plain blank in it widened to any number and kind of blanks, including line
    ends."""

    def widened(found: re.Match[str]) -> str:
        members, often = found["set"] or found["plain"] or "", found["often"] or found["often_"] or ""
        if " " not in members or members[0] == "^":
            return found[0]
        return f"[{members.replace(' ', _BLANK_BYTES)}]{_OFTEN.get(often, often)}"

    return _BLANK_IN_SHAPE.sub(widened, shape)


def _with_plain_blanks(text: str) -> tuple[str, tuple[int, ...]]:
    """Two values: the text with each run of blanks reduced to one blank (to one or two line ends, if the run has line
    ends); and the old position of each character and of the end."""
    pieces: list[str] = []
    places: list[int] = []
    behind = 0
    for run in _LOOSE_BLANKS.finditer(text):
        blank = "\n" * min(2, run[0].count("\n")) or " "
        pieces += text[behind : run.start()], blank
        places += [*range(behind, run.start()), *[run.start()] * len(blank)]
        behind = run.end()
    return "".join(pieces) + text[behind:], (*places, *range(behind, len(text) + 1))


def _words_source(words: list[str]) -> str:
    """A regular expression, as text, that matches any of the words.

    ASCII words get word boundaries. Others go without, because the boundary of RE2 knows only ASCII.
    """
    plain = sorted({w for w in words if w.isascii()}, key=lambda w: (-len(w), w))
    other = sorted({w for w in words if not w.isascii()}, key=lambda w: (-len(w), w))
    parts = [r"\b(?:" + "|".join(_quoted(w) for w in plain) + r")\b"] if plain else []
    if other:
        parts.append("(?:" + "|".join(_quoted(w) for w in other) + ")")
    return "(?:" + "|".join(parts) + ")"


def _quoted(word: str) -> str:
    return " ".join(re.escape(part) for part in word.split())


def literal_words(sources: list[str]) -> list[str]:
    """The words that the patterns in `sources` spell out as literal letters."""
    found: set[str] = set()
    for source in sources:
        found.update(_LITERAL.findall(_ESCAPED_LETTER.sub(" ", source)))
    return sorted(found)


def cluster_patterns(
    categories: dict[str, dict[str, Any]], common: dict[str, Any], own: dict[str, Any], sources: list[str]
) -> tuple[Any, Any]:
    """Two patterns over lower-cased UTF-8. One finds runs: (filler separator)* core (separator (core or filler))*. A
    core word can be a time by itself ("Monday"), a filler only beside a core word. The other pattern matches a short
    text that has nothing but core and filler words."""
    core_names = own["core"]
    core = [word for name in core_names for word in categories[name] if word not in own.get("never_core", ())]
    core += own.get("core_words", [])
    fillers = [word for name, table in sorted(categories.items()) for word in table if any(c.isalpha() for c in word)]
    fillers += literal_words(sources) + own.get("filler_words", [])
    shapes = [r"\b(?:" + "|".join(common["core_shapes"] + own.get("core_shapes", [])) + ")"]
    glued = [word for name in own["glued"] for word in categories[name] if word.isascii() and word.isalpha()]
    any_glued = "|".join(sorted(set(glued), key=lambda w: (-len(w), w)))
    shapes += [rf"\b[0-9]{{1,4}}(?:{any_glued})(?:[0-9]{{2}}|[0-9]{{4}})?\b", rf"\b(?:{any_glued})[0-9]{{1,4}}\b"]
    core_source = "(?:" + "|".join([_words_source(core), *shapes]) + ")"
    filler_source = (
        "(?:" + "|".join([_words_source(fillers), *common["filler_shapes"], *own.get("filler_shapes", [])]) + ")"
    )
    separator = common["separator"]
    core_source, filler_source = with_any_blank(core_source), with_any_blank(filler_source)
    source = f"(?:{filler_source}{separator})*{core_source}(?:{separator}(?:{core_source}|{filler_source}))*\\.?"
    options = re2.Options()
    options.max_mem = 256 << 20
    options.encoding = re2.Options.Encoding.LATIN1
    options.longest_match = True
    whole = rf"[ \t\r\n+]*(?:(?:{core_source}|{filler_source}){separator})+[ \t\r\n.!?]*"
    return re2.compile(source.encode("utf-8"), options), re2.compile(whole.encode("utf-8"), options)


@cache
def _foreign_capital() -> Any:
    """A pattern for letters beyond ASCII that have a lower case.

    Most texts have none; these are put into lower case as bytes, which is much faster.
    """
    points = list(map(chr, range(0x80, _LAST_CASED + 1)))
    capitals = [point for point, low in zip(points, map(str.lower, points), strict=True) if low != point]
    return re2.compile(f"[{''.join(capitals)}]".encode())


def lower(text: str) -> bytes:
    """The text in lower case as UTF-8, with as many codepoints as before. A letter whose lower case has more codepoints
    stays unchanged."""
    encoded = text.encode("utf-8", "surrogatepass")
    if text.isascii() or not _foreign_capital().search(encoded):
        return encoded.lower()
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = "".join(c if len(c.lower()) != 1 else c.lower() for c in text)
    return lowered.encode("utf-8", "surrogatepass")


def tail_pattern(light_words: Sequence[str]) -> re.Pattern[bytes] | None:
    """A pattern for light words ("the", "of") at the end of a run, which are cut off because no expression ends in
    them.

    It matches them after the end of a sentence or after another light word. None if there are no light words.
    """
    if not light_words:
        return None
    light = "(?:" + "|".join(re.escape(word) for word in sorted(light_words, key=lambda w: (-len(w), w))) + ")"
    source = rf"(?:[.!?;]|(?<=[^a-z0-9]){light}(?=[^a-z0-9.!?;]+{light}))(?P<tail>(?:[^a-z0-9]+{light})+[^a-z0-9]*)\Z"
    return re.compile(source.encode())


def find_clusters(
    pattern: Any, whole: Any, lowered: Sequence[bytes], tail: re.Pattern[bytes] | None = None
) -> Iterator[tuple[int, list[Cluster]]]:
    """Yields the index of each lower-cased text that has clusters, together with its clusters. Texts are searched
    together in batches."""
    waiting: list[int] = []
    size = 0
    for index, text in enumerate(lowered):
        if len(text) <= _SHORT and whole.fullmatch(text):
            yield index, [_whole_text(text)]
            continue
        waiting.append(index)
        size += len(text)
        if size >= _BATCH:
            yield from _find_together(pattern, lowered, waiting, tail)
            waiting, size = [], 0
    yield from _find_together(pattern, lowered, waiting, tail)


def _whole_text(text: bytes) -> Cluster:
    """The one cluster of a short text that has nothing but time words and numbers: the whole text without blanks at its
    ends."""
    stripped = text.strip()
    start = text.index(stripped)
    body = stripped.decode("utf-8", "surrogatepass")
    end = start + len(stripped)
    if _ANY_LOOSE_BLANK.search(stripped) is None:
        return Cluster(f" {body} ", 1, 1 + len(body), start, end, True, len(body), None)
    plain, places = _with_plain_blanks(body)
    places = (0, *[1 + place for place in places], places[-1] + 2)
    return Cluster(f" {plain} ", 1, 1 + len(plain), start, end, True, len(body), places)


def _find_together(
    pattern: Any, lowered: Sequence[bytes], indices: list[int], tail: re.Pattern[bytes] | None
) -> Iterator[tuple[int, list[Cluster]]]:
    if not indices:
        return
    joined = _SEAM.join([lowered[index] for index in indices])
    place, begin = 0, 0
    text = lowered[indices[0]]
    clusters: list[Cluster] = []
    for match in pattern.finditer(joined):
        start, end = match.span()
        while start > begin + len(text):
            if clusters:
                yield indices[place], clusters
                clusters = []
            begin += len(text) + 1
            place += 1
            text = lowered[indices[place]]
        start, end = start - begin, end - begin
        while end - start > _LONGEST:
            cut = _cut(text, start)
            clusters.append(_cluster(text, start, cut, False))
            start = cut
        is_whole = _is_whole(text, start, end)
        light = None if tail is None or is_whole else tail.search(text, start, end)
        clusters.append(_cluster(text, start, end if light is None else light.start("tail"), is_whole))
    if clusters:
        yield indices[place], clusters


def _cluster(lowered: bytes, start: int, end: int, is_whole: bool) -> Cluster:
    lead = start if start < _CONTEXT else _CONTEXT
    before, body, behind = lowered[start - lead : start], lowered[start:end], lowered[end : end + _CONTEXT]
    is_loose = _ANY_LOOSE_BLANK.search(body) is not None
    if is_loose:
        body = _unwrapped(lowered, start, end)
    around = before.translate(_TRANSLATION) + body + behind.translate(_TRANSLATION)
    text = around.decode("utf-8", "surrogatepass")
    size = end - start if len(text) == len(around) else len(body.decode("utf-8", "surrogatepass"))
    if not is_loose:
        return Cluster(text, lead, lead + size, start, end, is_whole, size, None)
    plain, places = _with_plain_blanks(text[lead : lead + size])
    places = (*range(lead), *[lead + place for place in places])
    places += tuple(range(places[-1] + 1, places[-1] + len(behind) + 1))
    text = text[:lead] + plain + text[lead + size :]
    return Cluster(text, lead, lead + len(plain), start, end, is_whole, size, places)


def _unwrapped(lowered: bytes, start: int, end: int) -> bytes:
    """The text from start to end, with a blank in place of each line end that only wraps a long line."""
    body = bytearray(lowered[start:end])
    at = lowered.find(b"\n", start, end)
    while at >= 0:
        is_long = at - lowered.rfind(b"\n", 0, at) > _WRAPPED_FROM
        if is_long and _GOES_ON.match(lowered, at + 1):
            body[at - start] = ord(" ")
        at = lowered.find(b"\n", at + 1, end)
    return bytes(body)


def _is_whole(lowered: bytes, start: int, end: int) -> bool:
    """Whether the message has nothing but this cluster, blanks and closing punctuation."""
    if end - start + _LONGEST_MARGIN < len(lowered):
        return False
    return not lowered[:start].strip() and not lowered[end:].strip(b" \t\r\n.!?")


def _cut(lowered: bytes, start: int) -> int:
    """Where to cut a run that is too long for one expression: after its last line end, else after its last blank, else
    at the limit."""
    limit = start + _LONGEST
    for mark in (b"\n", b" "):
        found = lowered.rfind(mark, start + _SHORT, limit)
        if found >= 0:
            return found + 1
    while lowered[limit] & 0xC0 == 0x80:
        limit -= 1
    return limit
