"""Which bearers of names are compared: those that share something that a name, an address or a relation is known by."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from kg_assets.memory.people.weighing import Bearer, Scale

Codes = npt.NDArray[np.int64]


@dataclass
class _Block:
    """The bearers under one key. Who asks is compared with everybody; who only answers is not with others like it."""

    asking: list[int] = field(default_factory=list)
    answering: list[int] = field(default_factory=list)

    def pairs(self, count: int) -> Codes:
        asking, answering = (np.array(places, dtype=np.int64) for places in (self.asking, self.answering))
        first, second = np.triu_indices(len(asking), 1)
        one = np.concatenate([asking[first], np.repeat(asking, len(answering))])
        other = np.concatenate([asking[second], np.tile(answering, len(asking))])
        is_pair = one != other
        codes: Codes = (np.minimum(one, other) * count + np.maximum(one, other))[is_pair]
        return codes


def pairs_of(bearers: Sequence[Bearer], scale: Scale) -> tuple[Codes, int]:
    """Pairs of places in the list, each once, in order; and how many keys were too common to bring any.

    A pair is one number, the first place times the number of bearers plus the second: of a large life there are
    millions, of which most are names that do not fit.
    """
    blocks: dict[tuple[str, ...], _Block] = defaultdict(_Block)
    for place, bearer in enumerate(bearers):
        for key, is_asking in sorted(set(_keys(bearer, scale))):
            block = blocks[bearer.sort, *key]
            (block.asking if is_asking else block.answering).append(place)
    found: list[Codes] = [np.empty(0, dtype=np.int64)]
    left_out = 0
    for block in blocks.values():
        if len(block.asking) and len(block.asking) + len(block.answering) > scale.settings.most_in_block:
            left_out += 1
            continue
        found.append(block.pairs(len(bearers)))
    return np.unique(np.concatenate(found)), left_out


def _keys(bearer: Bearer, scale: Scale) -> Iterable[tuple[tuple[str, ...], bool]]:
    if bearer.sort != "person":
        yield from _keys_of_thing(bearer, scale)
        return
    for mail in bearer.told.emails:
        yield ("email", mail), True
    for relation in bearer.told.relations:
        # Whoever has no name is compared with all who have the relation.
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
    yield ("initials", "".join(token[0] for token in tokens)), False
    if name.has_initial:
        yield ("letters", tokens[0][0] + tokens[-1][0]), True
    is_whole = not name.has_initial and name.sort == "name"
    for token in (tokens[-1], *tokens[1:-1]):
        yield ("surname", names.sound(token)[:5]), not is_whole
    yield from ((("given", key), False) for key in names.given_keys(tokens[0]))
    # Two full names are compared where a part is the same and the other begins alike.
    for first, last in ((tokens[0], tokens[-1]), (tokens[-1], tokens[0]), (tokens[0], tokens[1])):
        yield ("full", names.sound(last)[:4], first[0]), True
        yield from ((("whole", key, names.sound(last)[:1]), True) for key in names.given_keys(first))


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
