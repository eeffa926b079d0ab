"""Chooses which bearers (names with what is known of whom they mean) are compared: those that share a key made from a
name, an address or a relation."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kg_assets.memory.people.names import Name, Names
from kg_assets.memory.people.weighing import Bearer, Scale

Codes = npt.NDArray[np.int64]

# So many rows become pairs at once, which bounds the memory.
_AT_ONCE = 1 << 16


@dataclass(frozen=True)
class _Blocks:
    """Which bearer has which key, as parallel arrays with a row for each bearer and each of its keys: the key, the
    bearer, and whether the bearer asks under this key. A bearer that asks is compared with all bearers of the key; any
    other only with those that ask."""

    keys: Codes  # ascending; rows of one key are in the order of their bearers
    places: Codes
    is_asking: npt.NDArray[np.bool_]

    def pairs(self, count: int, most: int) -> tuple[Codes, int]:
        """Two values: the pairs of bearers to compare, each once and ascending, as single numbers (see `pairs_of`); and
        how many keys were left out because more than `most` bearers have them."""
        starts = np.flatnonzero(np.diff(self.keys, prepend=-1))
        sizes = np.diff(starts, append=len(self.keys))
        # By entry: where its block begins, and how many are in it.
        start, size = np.repeat(starts, sizes), np.repeat(sizes, sizes)
        left_out = len(np.unique(self.keys[self.is_asking & (size > most)]))
        asking = np.flatnonzero(self.is_asking & (size <= most))
        found = [np.empty(0, dtype=np.int64)]
        for few in np.array_split(asking, 1 + len(asking) // _AT_ONCE):
            one = np.repeat(self.places[few], size[few])
            within = np.arange(len(one)) - np.repeat(np.cumsum(size[few]) - size[few], size[few])
            other = self.places[np.repeat(start[few], size[few]) + within]
            codes = np.minimum(one, other) * count + np.maximum(one, other)
            found.append(np.unique(codes[one != other]))
        return np.unique(np.concatenate(found)), left_out


def pairs_of(bearers: Sequence[Bearer], scale: Scale) -> tuple[Codes, int]:
    """Two values: the pairs of bearers to compare, each once and ascending, as single numbers; and how many keys were
    left out because too many bearers have them.

    The number of a pair is the position of the first bearer in the list times the number of bearers, plus the position
    of the second. Numbers are used because a large archive has millions of such pairs, most of them with names that do
    not fit.
    """
    numbers: dict[tuple[str, ...], int] = {}
    entries: list[tuple[int, int, bool]] = []
    for place, bearer in enumerate(bearers):
        for key, is_asking in set(_keys(bearer, scale)):
            entries.append((numbers.setdefault((bearer.sort, *key), len(numbers)), place, is_asking))
    table = np.array(entries, dtype=np.int64).reshape(-1, 3)
    # The number of a key is arbitrary, but the pairs do not depend on it.
    table = table[np.argsort(table[:, 0], kind="stable")]
    blocks = _Blocks(table[:, 0], table[:, 1], table[:, 2].astype(bool))
    return blocks.pairs(len(bearers), scale.settings.most_in_block)


def _keys(bearer: Bearer, scale: Scale) -> Iterable[tuple[tuple[str, ...], bool]]:
    if bearer.sort != "person":
        yield from _keys_of_thing(bearer, scale)
        return
    for mail in bearer.told.emails:
        yield ("email", mail), True
    for relation in bearer.told.relations:
        # A bearer without a name ("my sister") is compared with all who have the relation.
        yield ("relation", relation), scale.names.read(bearer.names[0]).sort == "relation"
    for text in bearer.names:
        yield from _keys_of_name(text, scale)


def _keys_of_name(text: str, scale: Scale) -> Iterable[tuple[tuple[str, ...], bool]]:
    names = scale.names
    name = names.read(text)
    if name.sort == "relation" or not name.tokens:
        return
    tokens = name.tokens
    if name.is_initials or (len(tokens) == 1 and text.isupper() and len(text) <= 3):
        yield ("initials", "".join(token[0] for token in tokens) if name.is_initials else text.lower()), True
        return
    if name.sort == "address" and len(tokens) == 1:
        # An initial and a surname in one: achen.
        yield ("surname", names.sound(tokens[0][1:])[:5]), True
        yield ("surname", names.sound(tokens[0])[:5]), True
        yield from ((("given", key), True) for key in names.given_keys(tokens[0]))
        return
    if len(tokens) == 1:
        yield from ((("given", key), True) for key in names.given_keys(tokens[0]))
        yield ("surname", names.sound(tokens[0])[:5]), True
        return
    # Under these keys names ask for addresses. Addresses ask for each other under keys of their own.
    is_name = name.sort == "name"
    if not is_name:
        yield from _keys_among_addresses(name, names)
    yield ("initials", "".join(token[0] for token in tokens)), False
    if name.has_initial:
        yield ("letters", tokens[0][0] + tokens[-1][0]), is_name
    for token in (tokens[-1], *tokens[1:-1]):
        yield ("surname", names.sound(token)[:5]), is_name and name.has_initial
    yield from ((("given", key), False) for key in names.given_keys(tokens[0]))
    # Two full names are compared where a part is the same and the other begins alike.
    for first, last in ((tokens[0], tokens[-1]), (tokens[-1], tokens[0]), (tokens[0], tokens[1])):
        yield ("full", names.sound(last)[:4], first[0]), is_name
        yield from ((("whole", key, names.sound(last)[:1]), is_name) for key in names.given_keys(first))


def _keys_among_addresses(name: Name, names: Names) -> Iterable[tuple[tuple[str, ...], bool]]:
    """The keys under which an address is compared with other addresses. Two addresses fit by the same names, or by an
    initial and the same surname."""
    first = name.tokens[0]
    for last in set(name.tokens[1:]):
        if len(first) > 1:
            yield ("addresses", names.sound(first), names.sound(last)), True
        yield ("initial of addresses", first[0], names.sound(last)), len(first) == 1


def _keys_of_thing(bearer: Bearer, scale: Scale) -> Iterable[tuple[tuple[str, ...], bool]]:
    for text in bearer.names:
        tokens = scale.organizations.tokens(text)
        if not tokens:
            yield ("signs", text), True
            continue
        yield ("joined", "".join(sorted(tokens))), True
        yield ("written", "".join(tokens)), True
        yield ("beginning", "".join(tokens)[:6]), True
        yield ("initials", "".join(token[0] for token in tokens) if len(tokens) > 1 else tokens[0]), True
        yield ("first", tokens[0]), True
