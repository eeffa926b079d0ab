"""The opened index of hops, for questions. Its arrays are mapped into memory, so that opening reads only the head of
the file."""

import json
import time
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from kg_assets.core.errors import WarehouseError
from kg_assets.store.arrays import Array, open_arrays, place_of, text_at

Row = dict[str, Any]
_MOST_ENTITIES = 50


class HopIndex:
    """The opened index. Items (claims and events), entities and messages are numbers here; sets of items are sorted by
    number."""

    def __init__(self, path: Path) -> None:
        self._arrays, self._facts = open_arrays(path)
        if "way_starts" not in self._arrays:
            raise WarehouseError(f"{path} is no index of hops; `annals build` makes one")

    @property
    def categories(self) -> list[str]:
        """The categories of the items that a hop can lead to."""
        known: list[str] = self._facts["categories"]
        return known

    def hop(
        self,
        seeds: Sequence[str],
        found: Sequence[str],
        budget: int,
        categories: Collection[str] | None,
        until: float,
    ) -> list[Row] | None:
        """At most `budget` other claims and events about the entities of the seeds, none from the messages `found`.
        None if the moment `until` of the monotonic clock has passed.

        The person whose memory this is takes part in nearly everything, so nothing is reached through the person. A
        claim or event that is reached in several ways comes once, by the nearest way. A way that starts at an entity of
        a claim or event is nearer than one that starts at a mere name. Of otherwise equal ways, one through an actor is
        nearer than one through a subject.
        """
        entities, is_event = self._spoken_of(seeds, "begin_is_event")
        others = ~self._arrays["is_self"][entities]
        reached, whose, of_event, acts = self._reached(entities[others], is_event[others], until)
        if time.monotonic() > until:
            return None
        # If a claim and an event were read from the same words, only the claim is shown.
        is_kept = self._arrays["is_told"][reached] & ~np.isin(self._arrays["claim"][reached], reached)
        is_kept &= ~np.isin(self._arrays["item_message"][reached], self._messages(found))
        if categories:
            wanted = [place for place, name in enumerate(self.categories) if name in categories]
            is_kept &= np.isin(self._arrays["category"][reached], wanted)
        first = np.flatnonzero(is_kept)[:budget]
        return [
            self._item(*one) for one in zip(reached[first], whose[first], of_event[first], acts[first], strict=True)
        ]

    def named_in(self, messages: Sequence[str]) -> list[Row]:
        """At most 50 entities that the messages name or speak of, the most mentioned first."""
        entities, is_named = self._spoken_of(messages, "begin_is_named")
        listed = entities[is_named & self._arrays["is_listed"][entities]]
        order = np.lexsort((listed, -self._arrays["mentions"][listed]))[:_MOST_ENTITIES]
        return [self._told("entities", "entity_ends", place) for place in listed[order]]

    def _spoken_of(self, messages: Sequence[str], mark: str) -> tuple[Array, Array]:
        """Two arrays: the entities that the messages speak of, in order; and for each of them, whether the index's
        array `mark` is true in at least one row by which one of the messages speaks of it."""
        starts = self._arrays["begin_starts"]
        spans = [np.arange(*starts[place : place + 2]) for place in self._messages(messages)]
        at = np.concatenate([np.arange(0), *spans])
        entities, places = np.unique(self._arrays["begins"][at], return_inverse=True)
        return entities, np.bincount(places, weights=self._arrays[mark][at], minlength=len(entities)) > 0

    def _reached(self, entities: Array, is_event: Array, until: float) -> tuple[Array, Array, Array, Array]:
        """Four arrays with one place for each item about some entities, in order: the item; the entity that its nearest
        way starts from; whether that way starts from a claim or event; and whether the entity acts in the item. Empty
        if the moment `until` has passed."""
        starts = self._arrays["way_starts"]
        sizes = starts[entities + 1] - starts[entities]
        if time.monotonic() > until:
            sizes = np.zeros_like(sizes)
        at = np.repeat(starts[entities] - (np.cumsum(sizes) - sizes), sizes) + np.arange(sizes.sum())
        items, whose = self._arrays["ways"][at], np.repeat(entities, sizes)
        of_event, acts = np.repeat(is_event, sizes), self._arrays["way_acts"][at]
        order = np.lexsort((whose, ~acts, ~of_event, items))
        _, nearest = np.unique(items[order], return_index=True)
        kept = order[nearest]
        return items[kept], whose[kept], of_event[kept], acts[kept]

    def _item(self, item: int, whose: int, of_event: bool, acts: bool) -> Row:
        told = self._told("items", "item_ends", item)
        name = self._told("entities", "entity_ends", whose)["name"]
        way = f"same_actor:{name}" if acts else f"same_subject:{name}"
        # As in SQL, a text joined to NULL is NULL.
        via = None if told["category"] is None else f"1_hop_via:{told['category']}"
        return told | {"reason": way if of_event else via}

    def _told(self, texts: str, ends: str, place: int) -> Row:
        found: Row = json.loads(text_at(self._arrays[texts], self._arrays[ends], int(place)))
        return found

    def _messages(self, names: Sequence[str]) -> list[int]:
        """The numbers of these messages; a message that the index does not have is left out."""
        texts, ends = self._arrays["messages"], self._arrays["message_ends"]
        wanted = [name.encode("utf-8", "replace") for name in names]
        places = [place_of(texts, ends, one) for one in wanted]
        return [
            place
            for place, one in zip(places, wanted, strict=True)
            if place < len(ends) - 1 and text_at(texts, ends, place) == one
        ]
