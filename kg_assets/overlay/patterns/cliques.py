"""Finds groups of nodes in which every two occur together (seed 001 §42A.5), with the algorithm of Bron and Kerbosch
over frequent pairs."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple


class Pair(NamedTuple):
    """Two nodes, sorted, and how much more often they occur together than by chance (lift)."""

    one: str
    other: str
    lift: float


class Found(NamedTuple):
    """The groups; which of them were cut to the greatest size; and whether some may be missing."""

    groups: list[tuple[str, ...]]
    capped: frozenset[tuple[str, ...]]
    is_truncated: bool


def find_cliques(pairs: Sequence[Pair], largest: int, most: int, steps: int) -> Found:
    """The maximal groups of the graph of these pairs, in a fixed order, at most `most`, none larger than
    `largest`.

    A larger group is cut to the members with the highest sums of lift (how much more often than by chance a pair occurs
    together). The search ends after `steps` steps; a limit of time would give other groups on another machine.
    """
    near: dict[str, set[str]] = {}
    for pair in pairs:
        near.setdefault(pair.one, set()).add(pair.other)
        near.setdefault(pair.other, set()).add(pair.one)
    lifts = {(pair.one, pair.other): pair.lift for pair in pairs}
    search = _Search(near, steps)
    kept: dict[tuple[str, ...], bool] = {}
    for group in search.groups():
        members = tuple(sorted(group))
        is_larger = len(members) > largest
        key = _strongest(members, lifts, largest) if is_larger else members
        kept[key] = kept.get(key, False) or is_larger
    whole = _without_parts(kept)
    groups = sorted(whole, key=lambda members: (-len(members), members))[:most]
    capped = frozenset(members for members in groups if kept[members])
    return Found(groups, capped, search.is_ended or len(groups) < len(whole))


class _Search:
    """Bron-Kerbosch with a pivot; the outermost level goes through nodes in the order of degeneracy."""

    def __init__(self, near: Mapping[str, set[str]], steps: int) -> None:
        self._near = near
        self._left = steps
        self.is_ended = False

    def groups(self) -> Iterator[set[str]]:
        order = _degeneracy(self._near)
        place = {node: number for number, node in enumerate(order)}
        for node in order:
            later = {other for other in self._near[node] if place[other] > place[node]}
            yield from self._extend({node}, later, self._near[node] - later)

    def _extend(self, chosen: set[str], open_ones: set[str], done: set[str]) -> Iterator[set[str]]:
        if self._left <= 0:
            self.is_ended = True
            return
        self._left -= 1
        if not open_ones and not done:
            if len(chosen) >= 2:
                yield chosen
            return
        pivot = min(open_ones | done, key=lambda node: (-len(self._near[node] & open_ones), node))
        for node in sorted(open_ones - self._near[pivot]):
            yield from self._extend(chosen | {node}, open_ones & self._near[node], done & self._near[node])
            open_ones = open_ones - {node}
            done = done | {node}


def _degeneracy(near: Mapping[str, set[str]]) -> list[str]:
    """The nodes in this order: the node with the fewest neighbours first, then, without it, again the node with the
    fewest neighbours, and so on."""
    degrees = {node: len(others) for node, others in near.items()}
    buckets: dict[int, set[str]] = {}
    for node, degree in degrees.items():
        buckets.setdefault(degree, set()).add(node)
    order: list[str] = []
    gone: set[str] = set()
    while len(order) < len(degrees):
        least = min(degree for degree, nodes in buckets.items() if nodes)
        node = min(buckets[least])
        buckets[least].discard(node)
        order.append(node)
        gone.add(node)
        for other in near[node] - gone:
            buckets[degrees[other]].discard(other)
            degrees[other] -= 1
            buckets.setdefault(degrees[other], set()).add(other)
    return order


def _strongest(members: Sequence[str], lifts: Mapping[tuple[str, str], float], largest: int) -> tuple[str, ...]:
    def bound(node: str) -> float:
        return sum(lifts.get((node, other), lifts.get((other, node), 0.0)) for other in members if other != node)

    return tuple(sorted(sorted(members, key=lambda node: (-bound(node), node))[:largest]))


def _without_parts(kept: Mapping[tuple[str, ...], bool]) -> list[tuple[str, ...]]:
    """The groups that are not part of another group; cutting a large group can leave such parts."""
    holders: dict[str, list[frozenset[str]]] = {}
    whole = []
    for members in sorted(kept, key=lambda members: (-len(members), members)):
        group = frozenset(members)
        if not any(group < other for other in holders.get(members[0], ())):
            whole.append(members)
            for member in members:
                holders.setdefault(member, []).append(group)
    return whole
