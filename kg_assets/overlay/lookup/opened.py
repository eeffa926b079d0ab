"""The opened lookup index, for questions. Its arrays are mapped into memory, so that opening reads only the head of the
file."""

import heapq
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from kg_assets.core.errors import WarehouseError
from kg_assets.overlay.lookup.contracts import SPELT
from kg_assets.store.arrays import Array, open_arrays, place_of, text_at

Row = dict[str, Any]


class Tie(NamedTuple):
    """A neighbouring node: the highest confidence of the edges to it, and their relation types."""

    node: int
    confidence: float
    relation_types: tuple[str, ...]


class Edge(NamedTuple):
    """One edge of a node: the node at its other end, the confidence, the relation type, and whether the node asked
    about is its source."""

    node: int
    confidence: float
    relation_type: str
    is_source: bool


class LookupIndex:
    """The opened index. Nodes are numbers here, in the order of their ids; `row` gives the fields of a node. Without
    `is_local`, everything that is `local_only` is left out."""

    def __init__(self, arrays: dict[str, Array], facts: dict[str, Any]) -> None:
        self._arrays, self._facts = arrays, facts

    def node(self, node_id: str, is_local: bool) -> int | None:
        """The number of the node with this id; None if there is none that may be shown."""
        wanted = node_id.encode("utf-8", "replace")
        ids, ends = self._arrays["ids"], self._arrays["id_ends"]
        place = place_of(ids, ends, wanted)
        is_there = place < len(ends) - 1 and text_at(ids, ends, place) == wanted
        return place if is_there and self._is_told(place, is_local) else None

    def called(self, normalized: str, is_local: bool) -> list[int]:
        """The active nodes with this name (in the form in which names are compared): entities first, then by
        confidence."""
        names, ends = self._arrays["aliases"], self._arrays["alias_ends"]
        wanted, found = normalized.encode("utf-8", "replace"), []
        for place in range(place_of(names, ends, wanted), len(ends) - 1):
            if text_at(names, ends, place) != wanted:
                break
            node = int(self._arrays["alias_nodes"][place])
            if self._arrays["is_active"][node] and self._is_told(node, is_local):
                found.append(node)
        return sorted(found, key=lambda node: (not self._arrays["is_entity"][node], -self.confidence(node), node))

    def ties(
        self, nodes: Sequence[int], known: Collection[int], relation_types: Collection[str], is_local: bool, most: int
    ) -> list[Tie]:
        """The neighbours of these nodes, at most `most`, the highest confidence first, without those in
        `known`.

        Only edges of `relation_types` count; if it is empty, all do.
        """
        places = [self._places(node, relation_types, is_local) for node in nodes]
        chosen: dict[int, float] = {}
        for less, other in heapq.merge(*(self._in_order(found) for found in places)):
            if len(chosen) == most:
                break
            if other not in chosen and other not in known and self._is_told(other, is_local):
                chosen[other] = -less
        told = self._relations(np.concatenate(places), chosen) if chosen else {}
        return [Tie(other, confidence, told[other]) for other, confidence in chosen.items()]

    def edges(self, node: int, is_local: bool, most: int) -> list[Edge]:
        """The edges of a node, one by one, by falling confidence; at most `most`."""
        arrays = self._arrays
        found: list[Edge] = []
        for place in self._places(node, (), is_local):
            if len(found) == most:
                break
            other = int(arrays["tie_nodes"][place])
            if self._is_told(other, is_local):
                way = self._facts["relation_types"][arrays["tie_relations"][place]]
                found.append(
                    Edge(other, float(arrays["tie_confidence"][place]), way, bool(arrays["tie_is_source"][place]))
                )
        return found

    def threads(self, node: int, is_local: bool, most: int) -> list[str]:
        """The ids of the conversations that name a node, the newest first; at most `most`."""
        start, end = self._arrays["link_starts"][node : node + 2]
        named = self._arrays["link_threads"][start:end]
        told = named if is_local else named[~self._arrays["thread_is_local"][named]]
        return [text_at(self._arrays["threads"], self._arrays["thread_ends"], at).decode() for at in told[:most]]

    def _places(self, node: int, relation_types: Collection[str], is_local: bool) -> Array:
        """The positions of a node's edges in the arrays of the index, the highest confidence first; only edges of
        `relation_types`, if any are given."""
        start, end = self._arrays["tie_starts"][node : node + 2]
        places = np.arange(start, end)
        if not is_local:
            places = places[~self._arrays["tie_is_local"][start:end]]
        if relation_types:
            wanted = [at for at, name in enumerate(self._facts["relation_types"]) if name in relation_types]
            places = places[np.isin(self._arrays["tie_relations"][places], wanted)]
        return places

    def _in_order(self, places: Array) -> Iterator[tuple[float, int]]:
        for place in places:
            yield -float(self._arrays["tie_confidence"][place]), int(self._arrays["tie_nodes"][place])

    def _relations(self, places: Array, chosen: Collection[int]) -> dict[int, tuple[str, ...]]:
        """For each of the nodes `chosen`, the relation types of the edges to it, among the edges at these positions in
        the arrays of the index."""
        others = self._arrays["tie_nodes"][places]
        is_among = np.isin(others, list(chosen))
        found: dict[int, set[str]] = {node: set() for node in chosen}
        for place, other in zip(places[is_among], others[is_among], strict=True):
            found[int(other)].add(self._facts["relation_types"][self._arrays["tie_relations"][place]])
        return {node: tuple(sorted(ways)) for node, ways in found.items()}

    def row(self, node: int) -> Row:
        """The fields of a node that programs may see."""
        spelt = {name: self._facts[name][self._arrays[name][node]] for name in SPELT}
        name = text_at(self._arrays["names"], self._arrays["name_ends"], node).decode()
        return {"node_id": self.id_of(node), "canonical_name": name, **spelt, "confidence": self.confidence(node)}

    def id_of(self, node: int) -> str:
        """The id of a node."""
        return text_at(self._arrays["ids"], self._arrays["id_ends"], node).decode()

    def confidence(self, node: int) -> float:
        """The confidence of a node."""
        return float(self._arrays["confidence"][node])

    def is_routable(self, node: int) -> bool:
        """Whether the whole name of a node alone is enough to mean it (§6.6)."""
        return bool(self._arrays["is_routable"][node])

    def _is_told(self, node: int, is_local: bool) -> bool:
        return is_local or not self._arrays["is_local"][node]


@lru_cache(maxsize=2)
def open_lookup(path: Path) -> LookupIndex:
    """The lookup index in this file, opened. It stays open, because a server asks it again and again."""
    arrays, facts = open_arrays(path)
    if "link_starts" not in arrays:
        raise WarehouseError(f"{path} is no index of nodes; `annals build` makes one")
    return LookupIndex(arrays, facts)
