"""The opened index of claims: the claims of a message, and those that answer a question."""

import copy
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from kg_assets.core.errors import WarehouseError
from kg_assets.store.arrays import Array, open_arrays, place_of, text_at

# The terms of a question that name a relation; the value is whether they are in the relation's own name.
Naming = Mapping[str, bool]


class ClaimIndex:
    """The index of claims that a search reads, opened from its file. It finds the claims of a message, and those whose
    subject, relation and words a question asks for. A claim is a number, counted in the order of the messages."""

    def __init__(self, path: Path) -> None:
        self._arrays, self._facts = open_arrays(path)
        if "answer_starts" not in self._arrays:
            raise WarehouseError(f"{path} is no index of claims; `annals build` makes one")
        self._labels: list[str] = self._facts["labels"]
        self._gone: frozenset[str] = frozenset()

    def without(self, claims: frozenset[str]) -> "ClaimIndex":
        """A copy of the index without these claims."""
        other = copy.copy(self)
        other._gone = claims
        return other

    def of_message(self, message_id: str) -> list[dict[str, Any]]:
        """The claims that were read in a message, in the order of the index."""
        ids, ends = self._arrays["messages"], self._arrays["message_ends"]
        wanted = message_id.encode("utf-8", "replace")
        place = place_of(ids, ends, wanted)
        if place == len(ends) - 1 or text_at(ids, ends, place) != wanted:
            return []
        start, end = self._arrays["message_claims"][place : place + 2].tolist()
        told = (self.told(claim) for claim in range(start, end))
        return [claim for claim in told if claim["assertion_id"] not in self._gone]

    def told(self, claim: int) -> dict[str, Any]:
        """A claim with the fields that a search shows (`TOLD`)."""
        found: dict[str, Any] = json.loads(text_at(self._arrays["told"], self._arrays["told_ends"], claim))
        return found

    def message_of(self, claim: int) -> str:
        """The id of the message that a claim was read in."""
        place = int(np.searchsorted(self._arrays["message_claims"], claim, side="right")) - 1
        return text_at(self._arrays["messages"], self._arrays["message_ends"], place).decode()

    def named(self, terms: Sequence[str]) -> dict[str, Naming]:
        """The relations that the terms of a question name, each with these terms. The value of a term is true if it
        is in the relation's name or in how people ask for the relation, false if it is only in a phrase of the
        relation."""
        relations: Mapping[str, Mapping[str, list[str]]] = self._facts["relations"]
        asked = {*terms}
        by_name = {label: asked & {*told["own"]} for label, told in relations.items()}
        taken = set().union(*by_name.values())
        # A word of a relation's own name means that relation, even if it is in a phrase of another: "lives" names the
        # place to live, although "lives with" is a phrase of conditions, too.
        by_phrase = {label: asked & {*told["said"]} - taken for label, told in relations.items()}
        return {
            label: dict.fromkeys(by_name[label], True) | dict.fromkeys(by_phrase[label], False)
            for label in relations
            if by_name[label] or by_phrase[label]
        }

    def answering(
        self, terms: Sequence[str], named: Mapping[str, Naming], is_own: bool, most: int, letters: int, least: float
    ) -> Iterator[int]:
        """The claims of the `named` relations that contain at least the share `least` of a question's terms, those with
        the largest share first. Only the first `most` claims are looked at.

        A claim must be about somebody whom the question names; with `is_own`, about the person.
        """
        claims, relations = self._of_relations([*named], most)
        if not len(claims):
            return
        covered = np.stack([self._having("own", claims, self._alike(term, letters)) for term in terms])
        subject = np.stack([self._having("subject", claims, self._exactly(term)) for term in terms])
        relation = np.zeros_like(covered)
        for place, naming in enumerate(named.values()):
            of_it = relations == place
            for at, term in enumerate(terms):
                if term in naming:
                    relation[at] |= of_it & (naming[term] | covered[at])
        # "Where does my sister live" asks about the sister only; "where do I live" asks about the person.
        is_meant = subject.any(axis=0) | (is_own & self._arrays["is_self"][claims])
        shares = (covered | subject | relation).sum(axis=0) / len(terms)
        shares[~(is_meant & relation.any(axis=0))] = 0
        for place in np.argsort(-shares, kind="stable"):
            if shares[place] < least:
                return
            if not self._gone or self.told(int(claims[place]))["assertion_id"] not in self._gone:
                yield int(claims[place])

    def _of_relations(self, labels: Sequence[str], most: int) -> tuple[Array, Array]:
        """Two arrays: at most `most` claims of some relations, in the order in which they answer; and for each claim
        the index of its relation in `labels`."""
        starts = self._arrays["answer_starts"]
        bounds = [starts[place : place + 2].tolist() for place in map(self._labels.index, labels)]
        at = np.concatenate([np.arange(0), *(np.arange(start, end) for start, end in bounds)])
        which = np.repeat(np.arange(len(bounds)), [end - start for start, end in bounds])
        order = np.argsort(self._arrays["answer_places"][at], kind="stable")[:most]
        return self._arrays["answers"][at[order]], which[order]

    def _having(self, part: str, claims: Array, wanted: Array) -> Array:
        """For each claim whether one of the wanted terms is in this part of it: in its quote or object (`own`), or in
        its subject (`subject`)."""
        flat, starts = self._arrays[f"{part}_terms"], self._arrays[f"{part}_starts"]
        sizes = starts[claims + 1] - starts[claims]
        begins = np.cumsum(sizes) - sizes
        at = np.repeat(starts[claims] - begins, sizes) + np.arange(sizes.sum())
        found = np.isin(flat[at], wanted)
        result: Array = np.bincount(np.repeat(np.arange(len(claims)), sizes)[found], minlength=len(claims)) > 0
        return result

    def _exactly(self, term: str) -> Array:
        place = self._place(term)
        return np.array([place] if self._term(place) == term else [], np.int32)

    def _alike(self, term: str, letters: int) -> Array:
        """The terms that are likely forms of the same word: one begins with the other and is only a few letters longer,
        like the stems of "allergic" and "allergy"."""
        found = set(self._exactly(term).tolist())
        if len(term) >= letters:
            place = self._place(term)
            while (longer := self._term(place)) is not None and longer.startswith(term):
                if len(longer) - len(term) <= letters // 2:
                    found.add(place)
                place += 1
        for shorter in (term[:length] for length in range(max(letters, len(term) - letters // 2), len(term))):
            found.update(self._exactly(shorter).tolist())
        return np.array(sorted(found), np.int32)

    def _place(self, term: str) -> int:
        return place_of(self._arrays["terms"], self._arrays["term_ends"], term.encode("utf-8", "replace"))

    def _term(self, place: int) -> str | None:
        ends = self._arrays["term_ends"]
        return text_at(self._arrays["terms"], ends, place).decode() if place < len(ends) - 1 else None
