"""Finds the positions in a batch of messages at which a detector must look at all (its anchors): for an e-mail address
each @.

The messages of a batch are joined with line feeds, and no detector reads beyond its line. So a batch gives the same
finds as each message alone. The batch is also held as one byte per codepoint (every codepoint beyond ASCII is the same
byte). So anchors are found by vector operations at memory speed, and their offsets are codepoints.
"""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

Mask = npt.NDArray[np.bool_]
Positions = npt.NDArray[np.intp]

# The one byte for every codepoint beyond ASCII.
FOREIGN = 128

_DIGITS = "0123456789"
_LOWER = "abcdefghijklmnopqrstuvwxyz"
_ALPHA = _LOWER + _LOWER.upper()
_ALNUM = _ALPHA + _DIGITS


def _table(characters: str, foreign: bool = False) -> Mask:
    table = np.zeros(256, dtype=np.bool_)
    table[[ord(character) for character in characters]] = True
    table[FOREIGN] = foreign
    return table


_IS_DIGIT = _table(_DIGITS)
_IS_HEX = _table(_DIGITS + "abcdefABCDEF")
_IS_NAME_START = _table(_ALPHA, foreign=True)
_IS_NAME_END = _table(_ALNUM + "_", foreign=True)
_IS_HOST = _table(_ALNUM + ".-_", foreign=True)
_IS_LOCAL_END = _table(_ALNUM + "!#$%&'*+-/=?^_`{|}~\"", foreign=True)
_IS_DOMAIN_START = _table(_ALNUM + "[", foreign=True)
_IS_PHONE_START = _table(_DIGITS + " (", foreign=True)
_IS_PATH_BOUNDARY = _table(" \t\r\n\"'`(=:[{,;|>~.", foreign=True)
_IS_PATH_START = _table(_ALNUM + "._-@+%", foreign=True)
_IS_TAG_START = _table(_ALNUM + "_", foreign=True)
_IS_LETTER = _table(_ALPHA)
_IS_NO_WORD_OR_T = ~_table(_ALNUM + "_") | _table("tT")
# RFC 1035 2.3.4.
_MAX_LABEL = 63
_IS_O = _table("oO")
_IS_V = _table("vV")
_IS_E = _table("eE")


# These make one byte per codepoint of UTF-8: continuation bytes are dropped, all others beyond ASCII become FOREIGN.
_CONTINUATIONS = bytes(range(0x80, 0xC0))
_LEADS_AS_FOREIGN = bytes(min(code, FOREIGN) for code in range(256))

# Two classes are needed of every character: as bits of one translated byte they cost a single pass.
_HEX_BIT, _HOST_BIT = 1, 2
_BITS = bytes(int(_IS_HEX[code]) * _HEX_BIT + int(_IS_HOST[code]) * _HOST_BIT for code in range(256))


def _codes(text: str) -> bytes:
    if text.isascii():
        return text.encode("ascii")
    return text.encode("utf-8", "surrogatepass").translate(_LEADS_AS_FOREIGN, _CONTINUATIONS)


def _listed(positions: Positions) -> list[int]:
    listed: list[int] = positions.tolist()
    return listed


class Batch:
    """Some messages as one text, with the positions at which detectors start to look. Most properties have the
    positions for one kind of anchor."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.text = "\n".join(texts)
        # A line feed on either side lets every test look one character back and ahead.
        codes = _codes("\n" + self.text + "\n")
        self._codes = np.frombuffer(codes, dtype=np.uint8)
        self._bits = np.frombuffer(codes.translate(_BITS), dtype=np.uint8)
        self.size = len(self.text)
        self._known: dict[str, Positions] = {}

    def line_end(self, position: int, limit: int) -> int:
        """The end of the line that holds the position, but at most `limit` characters after it."""
        end = self.text.find("\n", position, position + limit)
        return min(position + limit, self.size) if end < 0 else end

    def before(self, position: int, limit: int) -> str:
        """The text on the line before the position, at most `limit` characters."""
        low = max(0, position - limit)
        return self.text[max(low, self.text.rfind("\n", low, position) + 1) : position]

    def _positions(self, code: str) -> Positions:
        found = self._known.get(code)
        if found is None:
            found = self._known[code] = np.flatnonzero(self._codes[1:-1] == ord(code))
        return found

    def _pairs(self, code: str, before: Mask | None, after: Mask | None) -> list[int]:
        here = self._positions(code)
        if before is not None:
            here = here[before[self._codes[here]]]
        if after is not None:
            here = here[after[self._codes[here + 2]]]
        return _listed(here)

    @cached_property
    def addresses(self) -> list[int]:
        """The position of each @ that the characters beside it allow in an e-mail address. Unless `mailto:` occurs in
        the batch, a dot must also follow soon, or a "[" at once."""
        here = self._positions("@")
        here = here[_IS_LOCAL_END[self._codes[here]] & _IS_DOMAIN_START[self._codes[here + 2]]]
        if self.has_mailto or not len(here):
            return _listed(here)
        # Otherwise a domain has a dot, and its first label is no longer than a label may be.
        dots = np.append(self._positions("."), self.size + _MAX_LABEL + 2)
        distance = dots[np.searchsorted(dots, here)] - here
        return _listed(here[(distance <= _MAX_LABEL + 1) | (self._codes[here + 2] == ord("["))])

    @cached_property
    def handles(self) -> list[int]:
        """Each @ that a name follows and that no ASCII letter, digit or underscore precedes. Only a t may precede it
        (`RT@name`)."""
        return self._pairs("@", _IS_NO_WORD_OR_T, _IS_TAG_START)

    @cached_property
    def has_mailto(self) -> bool:
        """Whether `mailto:` occurs in the batch. Behind it the domain of an address may be a single label."""
        return any(self.text[max(colon - 6, 0) : colon].lower() == "mailto" for colon in self._pairs(":", _IS_O, None))

    @cached_property
    def hashes(self) -> list[int]:
        """Each # before a word, and each full-width #."""
        found = self._pairs("#", None, _IS_TAG_START)
        return sorted(found + self._wide("＃")) if "＃" in self.text else found

    @cached_property
    def pluses(self) -> list[int]:
        """Each + before a digit, a bracket, a space or a codepoint beyond ASCII, and each full-width +."""
        found = self._pairs("+", None, _IS_PHONE_START)
        return sorted(found + self._wide("＋")) if "＋" in self.text else found

    def _wide(self, character: str) -> list[int]:
        positions: list[int] = []
        at = self.text.find(character)
        while at >= 0:
            positions.append(at)
            at = self.text.find(character, at + 1)
        return positions

    @cached_property
    def double_slashes(self) -> list[int]:
        """The first slash of each pair of slashes that is followed neither by a third slash nor by white
        space."""
        slash = ord("/")
        here = self._positions("/")
        here = here[self._codes[here + 2] == slash]
        after = self._codes[here + 3]
        return _listed(here[(after != slash) & (after > ord(" "))])

    @cached_property
    def slashes(self) -> list[int]:
        """Each slash at which a path can start: an absolute one, or one from `~`, `.` or `..`."""
        return self._pairs("/", _IS_PATH_BOUNDARY, _IS_PATH_START)

    @cached_property
    def backslashes(self) -> list[int]:
        """Each backslash after a colon (`C:\\`), and the first backslash of each pair."""
        code = ord("\\")
        here = self._positions("\\")
        behind, ahead = self._codes[here], self._codes[here + 2]
        return _listed(here[(behind == ord(":")) | ((ahead == code) & (behind != code))])

    @cached_property
    def drive_slashes(self) -> list[int]:
        """Each slash that follows a letter and a colon (`C:/`)."""
        here = self._positions("/")
        here = here[self._codes[here] == ord(":")]
        return _listed(here[_IS_LETTER[self._codes[here - 1]]])

    @cached_property
    def dotted_names(self) -> list[tuple[int, int]]:
        """Start and end of each longest run of host characters that has a dot with a name before it and a letter behind
        it."""
        dots = self._positions(".")
        dots = dots[_IS_NAME_END[self._codes[dots]] & _IS_NAME_START[self._codes[dots + 2]]]
        if not len(dots):
            return []
        outside = np.flatnonzero((self._bits & _HOST_BIT) == 0)
        index = np.searchsorted(outside, dots + 1)
        starts, ends = outside[index - 1], outside[index] - 1
        keep = np.concatenate(([True], starts[1:] != starts[:-1]))
        return list(zip(starts[keep].tolist(), ends[keep].tolist(), strict=True))

    @cached_property
    def _digit_dots(self) -> Positions:
        dots = self._positions(".")
        return dots[_IS_DIGIT[self._codes[dots]] & _IS_DIGIT[self._codes[dots + 2]]]

    @cached_property
    def dotted_quads(self) -> list[int]:
        """The first of each three dots between digits that are close enough together for an IPv4 address."""
        dots = self._digit_dots
        if len(dots) < 3:
            return []
        return _listed(dots[:-2][dots[2:] - dots[:-2] <= 8])

    @cached_property
    def directory_numbers(self) -> list[int]:
        """The dot of each `10.` that a digit follows (the beginning of a DOI)."""
        dots = self._digit_dots
        zero = self._codes[dots] == ord("0")
        one = self._codes[dots - 1] == ord("1")
        return _listed(dots[zero & one])

    @cached_property
    def colons(self) -> list[int]:
        """Each colon at which an IPv6 address may be read: one that another colon follows, or the first of seven that
        are close together."""
        here = self._positions(":")
        doubled = here[self._codes[here + 2] == ord(":")]
        single = here
        single = single[_IS_HEX[self._codes[single]] & _IS_HEX[self._codes[single + 2]]]
        close = single[:-6][single[6:] - single[:-6] <= 30] if len(single) > 6 else single[:0]
        return sorted(doubled.tolist() + close.tolist())

    @cached_property
    def hex_runs(self) -> list[tuple[int, int]]:
        """Start and end of each longest run of seven or more hexadecimal digits."""
        inside = (self._bits & _HEX_BIT).view(np.bool_)
        two = inside[:-1] & inside[1:]
        four = two[:-2] & two[2:]
        seven = four[:-3] & four[3:]
        hits = np.flatnonzero(seven)
        if not len(hits):
            return []
        first = np.concatenate(([True], hits[1:] != hits[:-1] + 1))
        starts = hits[first]
        last = np.concatenate((hits[:-1][first[1:]], hits[-1:]))
        return list(zip((starts - 1).tolist(), (last + 6).tolist(), strict=True))

    @cached_property
    def quad_hyphens(self) -> list[int]:
        """The first of each three hyphens that are five characters apart, if digits surround it (ORCID)."""
        here = self._positions("-")
        if len(here) < 3:
            return []
        known = here[:-2][(here[1:-1] - here[:-2] == 5) & (here[2:] - here[:-2] == 10)]
        return _listed(known[_IS_DIGIT[self._codes[known]] & _IS_DIGIT[self._codes[known + 2]]])

    @cached_property
    def prefix_colons(self) -> list[int]:
        """Each colon after a v, as in `arXiv:`."""
        return self._pairs(":", _IS_V, None)

    @cached_property
    def prefix_hyphens(self) -> list[int]:
        """Each hyphen between an e and a digit, as in `CVE-2021`."""
        return self._pairs("-", _IS_E, _IS_DIGIT)

    @cached_property
    def numbered_slashes(self) -> list[int]:
        """Each slash between a letter and a digit (old arXiv identifiers)."""
        return self._pairs("/", _IS_LETTER, _IS_DIGIT)
