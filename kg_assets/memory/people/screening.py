"""Finds, among many pairs of people at once, those whose names certainly do not fit.

In a large archive most compared pairs share the given name and differ in the surname, or share nothing. Arrays of
numbers prove that for nearly all of them. `weighing.Scale` weighs the rest.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from rapidfuzz.distance import OSA
from rapidfuzz.process import cpdist

from kg_assets.memory.people.names import LONG_FOR_SLIP, LONG_FOR_SOUND, MOST_SLIPS, Name
from kg_assets.memory.people.weighing import Bearer, Scale

Codes = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

_SIMPLE_LENGTHS = (2, 3)
_NONE = -1


@dataclass(frozen=True)
class _Tokens:
    """The distinct words of all names, with the properties by which they are compared, as parallel arrays."""

    texts: npt.NDArray[np.object_]
    sounds: npt.NDArray[np.object_]
    sound_ids: Codes
    letter: Codes  # the first letter as written; `first` is the first as it sounds
    first: Codes
    length: Codes
    sound_length: Codes
    is_listed: Mask  # in a list of short forms

    @classmethod
    def of(cls, texts: Sequence[str], scale: Scale) -> "_Tokens":
        sounds = [scale.names.sound(text) for text in texts]
        ids = {sound: number for number, sound in enumerate(dict.fromkeys(sounds))}
        return cls(
            np.array(texts, dtype=object), np.array(sounds, dtype=object),
            np.array([ids[sound] for sound in sounds], dtype=np.int64),
            np.array([ord(text[0]) for text in texts], dtype=np.int64),
            np.array([ord(sound[:1] or "\0") for sound in sounds], dtype=np.int64),
            np.array([len(text) for text in texts], dtype=np.int64),
            np.array([len(sound) for sound in sounds], dtype=np.int64),
            np.array([text in scale.words.full_names for text in texts], dtype=bool),
        )  # fmt: skip


class Screen:
    """The names of all bearers as arrays of numbers. Only people with a single name of two or three words are
    screened."""

    def __init__(self, bearers: Sequence[Bearer], scale: Scale) -> None:
        self._scale, self._count = scale, len(bearers)
        numbers: dict[str, int] = {}
        rows = [self._row(bearer, numbers) for bearer in bearers]
        table = np.array(rows, dtype=np.int64).reshape(-1, 5)
        self._size, self._given, self._middle, self._last = table[:, 0], table[:, 1], table[:, 2], table[:, 3]
        self._is_near = table[:, 4].astype(bool)
        self._tokens = _Tokens.of(list(numbers), scale)

    def _row(self, bearer: Bearer, numbers: dict[str, int]) -> tuple[int, int, int, int, bool]:
        """Five values for one bearer: how many words its name has (0 if it is not screened); the numbers of the first,
        of the second and of the last word; and whether the bearer may also have another surname (`may_be_renamed`)."""
        name = self._scale.names.read(bearer.names[0]) if bearer.sort == "person" and len(bearer.names) == 1 else None
        if name is None or not _is_simple(name):
            return (0, _NONE, _NONE, _NONE, True)
        parts = [numbers.setdefault(token, len(numbers)) for token in name.tokens]
        return (len(parts), parts[0], parts[1], parts[-1], self._scale.may_be_renamed(bearer.told))

    def unlike(self, codes: Codes) -> Mask:
        """For each pair, whether the two names certainly do not fit."""
        a, b = codes // max(1, self._count), codes % max(1, self._count)
        found: Mask = (self._size[a] > 0) & (self._size[b] > 0) & ~(self._is_near[a] & self._is_near[b])
        at = np.flatnonzero(found)
        a, b = a[at], b[at]
        no_given = self._differ(self._given[a], self._given[b], True)
        no_surname = self._differ(self._last[a], self._last[b], False)
        is_short = self._is_initial(a) | self._is_initial(b)  # such names are not turned around
        for one, other in ((a, b), (b, a)):
            # A person may leave out one of two surnames, and a name may be turned around.
            no_surname &= (self._size[one] <= self._size[other]) | self._differ(
                self._middle[one], self._last[other], False
            )
            no_given_turned = self._is_not_turned(one, other)
            found[at] &= no_given_turned | ~no_given | is_short
        found[at] &= no_given | no_surname
        return found

    def _is_not_turned(self, one: Codes, other: Codes) -> Mask:
        """For each pair, whether the name `one` certainly does not fit the name `other` even if the words of `one` are
        in another order. Two orders are tried. In one, the second word of `one` is the given name and its first word
        the surname; in the other, its last word is the given name and the word before it the surname. In both, the
        given name or the surname must certainly differ from that of `other`."""
        before_last = np.where(self._size[one] == _SIMPLE_LENGTHS[0], self._given[one], self._middle[one])
        is_as_long = self._size[one] == self._size[other]
        result = np.ones(len(one), dtype=bool)
        for given, surname in ((self._middle[one], self._given[one]), (self._last[one], before_last)):
            no_surname = self._differ(surname, self._last[other], False)
            no_surname &= is_as_long | self._differ(surname, self._middle[other], False)
            result &= no_surname | self._differ(given, self._given[other], True)
        return result

    def _is_initial(self, places: Codes) -> Mask:
        result: Mask = self._tokens.length[self._given[places]] == 1
        return result

    def _differ(self, a: Codes, b: Codes, is_given: bool) -> Mask:
        """For each pair of words (`a` and `b`), whether they certainly cannot be the same given name; without
        `is_given`, whether they certainly cannot be the same surname."""
        tokens, size = self._tokens, max(1, len(self._tokens.texts))
        pairs, back = np.unique(a * size + b, return_inverse=True)
        x, y = pairs // size, pairs % size
        shorter = np.minimum(tokens.sound_length[x], tokens.sound_length[y])
        written = np.minimum(tokens.length[x], tokens.length[y])
        is_open = (x == y) | ((written == 1) & (tokens.letter[x] == tokens.letter[y]))
        is_open |= (tokens.sound_ids[x] == tokens.sound_ids[y]) & (written >= LONG_FOR_SOUND)
        if is_given:
            is_open |= (written > 1) & tokens.is_listed[x] & tokens.is_listed[y]
        may_slip = np.flatnonzero(
            ~is_open & (written > 1) & (shorter >= LONG_FOR_SLIP) & (tokens.first[x] == tokens.first[y])
        )
        slips = cpdist(
            list(tokens.sounds[x[may_slip]]), list(tokens.sounds[y[may_slip]]), scorer=OSA.distance,
            score_cutoff=MOST_SLIPS, dtype=np.int64,
        )  # fmt: skip
        is_open[may_slip] = slips <= MOST_SLIPS
        differ = ~is_open
        for place in np.flatnonzero(is_open & (x != y)):
            likeness = self._scale.names.token_likeness(tokens.texts[x[place]], tokens.texts[y[place]], is_given)
            differ[place] = likeness == "none"
        result: Mask = differ[back]
        return result


def _is_simple(name: Name) -> bool:
    is_common = name.sort == "name" and not name.is_initials and name.generation is None
    return is_common and len(name.tokens) in _SIMPLE_LENGTHS and len(name.tokens[-1]) > 1
