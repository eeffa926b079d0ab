"""Finds where patterns could match at all, by one pass of RE2 over the text instead of Python's slower
engine.

A screen is derived from the patterns themselves, so it follows every change of a pattern.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import re2

SpanPair = tuple[int, int]
# With too little memory the engine would give up. The states that it really keeps need far less.
_MEMORY = 64 << 20
_LOOKS = ("(?<!", "(?<=", "(?!", "(?=")
# For each of Python's classes of Unicode characters a class in RE2 that has at least the same characters.
_WIDE = {
    "w": r"\w\x{80}-\x{10ffff}",
    "d": r"\d\x{80}-\x{10ffff}",
    "s": r"\s\x0b\x1c-\x1f\x{80}-\x{10ffff}",
}
# If case is ignored, Python takes these for an i; RE2 does not.
_OTHER_I = ("\u0130", "\u0131")
_REPEATED = re.compile(r"\{(\d+),(\d+)\}", re.ASCII)
# The most characters that a look-behind of any pattern sees.
_LOOKED_BACK = 2
# Greater counts ({1,40}) need many states and rule out little.
_LONGEST_COUNT = 16


class Stretch(NamedTuple):
    """A part of a line in which matches may begin: from `start` to `stop`. The line itself ends at `line_end`."""

    start: int
    stop: int
    line_end: int


class Screen:
    """Says which patterns may match in a text, and where.

    A pattern that it rules out certainly does not match; a pattern that it names need not match.
    """

    def __init__(self, *patterns: re.Pattern[str]) -> None:
        self._ignores_case = any(pattern.flags & re.IGNORECASE for pattern in patterns)
        self._all = range(len(patterns))
        self._sources = [loosened(pattern) for pattern in patterns]
        self._options = re2.Options()
        self._options.max_mem = _MEMORY

    # A screen is used in one of two ways only; so only the automaton for that way is compiled.
    @cached_property
    def _set(self) -> Any:
        made: Any = re2.Set.SearchSet(self._options)
        for source in self._sources:
            made.Add(source)
        made.Compile()
        return made

    @cached_property
    def _find(self) -> Any:
        return re2.compile("|".join(f"(?:{source})" for source in self._sources), self._options)

    def matching(self, text: str) -> Sequence[int]:
        """The numbers of the patterns that may match in a text."""
        return self._all if self._is_strange(text) else self._set.Match(text) or ()

    def stretches(self, text: str) -> list[Stretch]:
        """The places in the text where matches may begin, in order. For patterns that match within one
        line."""
        if self._is_strange(text):
            return [Stretch(start, end, end) for start, end in line_spans(text)]
        encoded = text.encode()
        spans = [found.span() for found in self._find.finditer(encoded)]
        if len(encoded) != len(text):
            spans = _in_characters(encoded, spans)
        return [stretch for start, end in spans for stretch in _by_line(text, start, end)]

    def _is_strange(self, text: str) -> bool:
        return self._ignores_case and not text.isascii() and any(sign in text for sign in _OTHER_I)


def _in_characters(encoded: bytes, spans: Sequence[SpanPair]) -> list[SpanPair]:
    """The `spans`, which count bytes, counted in characters. They must be in order and without overlap."""
    counted = characters = 0
    found = []
    for start, end in spans:
        first = characters + len(encoded[counted:start].decode())
        characters = first + len(encoded[start:end].decode())
        counted = end
        found.append((first, characters))
    return found


def _by_line(text: str, start: int, end: int) -> Iterator[Stretch]:
    """One stretch for each line that a match of RE2 touches.

    The first begins at the match, since RE2 sees a look-behind as part of the match. The last goes on a little after
    the match, since RE2 does not report a match that begins within an earlier one.
    """
    start += text.startswith("\n", start)
    stop = min(end + _LOOKED_BACK, len(text))
    while start <= stop:
        line_end = text.find("\n", start)
        line_end = len(text) if line_end < 0 else line_end
        yield Stretch(start, min(stop, line_end), line_end)
        start = line_end + 1


def line_spans(text: str) -> list[SpanPair]:
    """The start and end of each line of a text."""
    spans = []
    start = 0
    for line in text.split("\n"):
        spans.append((start, start + len(line)))
        start += len(line) + 1
    return spans


class _Look(NamedTuple):
    """A look-around of a pattern: its opening (such as "(?<!"), the pattern inside it, and where it ends."""

    kind: str
    inner: str
    end: int


def loosened(pattern: re.Pattern[str]) -> str:
    """The pattern without look-arounds, for an engine that has none. It matches wherever the original does, and perhaps
    elsewhere.

    A look-around at the beginning or end of the whole pattern becomes part of the match. All others are left out, and
    so is a negative one that is about more than one character.
    """
    flags = "".join(sign for sign, flag in (("i", re.IGNORECASE), ("m", re.MULTILINE)) if pattern.flags & flag)
    made = _loosened(pattern.pattern, bool(pattern.flags & re.ASCII))
    return f"(?{flags}:{made})" if flags else made


def _loosened(source: str, is_ascii: bool) -> str:
    made: list[str] = []
    # For each open group: whether nothing was consumed before the group, and whether nothing was consumed before this
    # place in it.
    leads = [(True, True)]
    at = 0
    while at < len(source):
        look = _look_at(source, at)
        if look is not None:
            is_edge = leads[-1][1] if look.kind.startswith("(?<") else _ends(source, look.end)
            made.append(_seen(look, is_ascii) if is_edge else "")
            leads[-1] = (leads[-1][0], False)
            at = look.end
            continue
        end = _atom_end(source, at)
        made.append(_portable(source[at:end], is_ascii))
        _track(source[at:end], leads)
        at = end
    return "".join(made)


def _track(atom: str, leads: list[tuple[bool, bool]]) -> None:
    """Bring `leads` up to date after the smallest part `atom` of a pattern, which opens a group, closes one, begins an
    alternative, or consumes something. For each open group `leads` has two values: whether nothing was consumed before
    the group; and whether nothing was consumed before the place in the group that is reached."""
    if atom.startswith("("):
        leads.append((leads[-1][1], leads[-1][1]))
    elif atom == ")":
        leads.pop()
        leads[-1] = (leads[-1][0], False)
    else:
        leads[-1] = (leads[-1][0], leads[-1][0] if atom == "|" else False)


def _ends(source: str, at: int) -> bool:
    """Whether from `at` to the end of the pattern nothing follows but ends of groups and further alternatives."""
    while at < len(source):
        if source[at] == "|":
            at = _group_end(source, at)
        elif source[at] == ")":
            at += 1
        else:
            return False
    return True


def _group_end(source: str, at: int) -> int:
    """The position of the ")" of the group in which `at` lies, or the end of the pattern."""
    depth = 0
    while at < len(source):
        end = _atom_end(source, at)
        if depth == 0 and source[at] == ")":
            break
        depth += source.startswith("(", at) - (source[at] == ")")
        at = end
    return at


def _look_at(source: str, at: int) -> _Look | None:
    kind = next((kind for kind in _LOOKS if source.startswith(kind, at)), None)
    if kind is None:
        return None
    start = at + len(kind)
    end = _group_end(source, start)
    return _Look(kind, source[start:end], end + 1)


def _seen(look: _Look, is_ascii: bool) -> str:
    """The look-around as a part of the match. For a negative one about more than a single character: ""."""
    if look.kind.endswith("="):
        return f"(?:{_loosened(look.inner, is_ascii)})"
    if look.inner == r"\w":
        other = r"[^\w]"
    elif (
        look.inner.startswith("[") and not look.inner.startswith("[^") and _class_end(look.inner, 0) == len(look.inner)
    ):
        other = f"[^{look.inner[1:]}"
    else:
        return ""
    return f"(?:^|{other})" if look.kind.startswith("(?<") else f"(?:{other}|$)"


def _atom_end(source: str, at: int) -> int:
    """The end of the atom (smallest part of a pattern) that begins at `at`: an escape, a class, a count, the opening of
    a group, or a sign."""
    if source[at] == "\\":
        return at + 2
    if source[at] == "[":
        return _class_end(source, at)
    if counted := _REPEATED.match(source, at):
        return counted.end()
    return at + 3 if source.startswith("(?:", at) else at + 1


def _class_end(source: str, at: int) -> int:
    end = at + 1
    end += source[end] == "^"
    end += source[end] == "]"
    while source[end] != "]":
        end += 2 if source[end] == "\\" else 1
    return end + 1


def _portable(atom: str, is_ascii: bool) -> str:
    """The smallest part `atom` of a pattern in the syntax of RE2. It matches all that it matches in Python, and perhaps
    more."""
    if atom == "$":
        return r"(?:\n?$)"  # Python's stands before a last line break too
    if counted := _REPEATED.match(atom):
        return ("+" if int(counted[1]) else "*") if int(counted[2]) > _LONGEST_COUNT else atom
    if is_ascii:
        return atom
    if atom == r"\b":
        return ""
    if atom.startswith("\\"):
        return f"[{_WIDE[atom[1]]}]" if atom[1] in _WIDE else atom
    # In RE2 these classes have only ASCII characters, so their negations already match more than Python's.
    return (
        re.sub(r"\\([wds])", lambda found: _WIDE[found[1]], atom) if atom.startswith("[") and atom[1] != "^" else atom
    )
