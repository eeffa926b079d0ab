"""An index opened for questions: arrays mapped into memory, and the facts that the build stored with them."""

import copy
from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from kg_assets.core.errors import WarehouseError
from kg_assets.search.hopped import HopIndex
from kg_assets.search.question import QuestionVectors
from kg_assets.search.settings import SearchSettings
from kg_assets.search.spread import add_spread
from kg_assets.search.told import ClaimIndex
from kg_assets.search.words import Words
from kg_assets.store.arrays import NO_TIME, Array, open_arrays, place_of, text_at


class SearchIndex:
    """One opened index. Rows stand for the messages with text, in the order of `kg.messages`."""

    def __init__(
        self,
        path: Path,
        questions: QuestionVectors | None = None,
        claims: ClaimIndex | None = None,
        hops: HopIndex | None = None,
    ) -> None:
        self.questions, self.claims, self.hops = questions or QuestionVectors(), claims, hops
        self.arrays, self.facts = open_arrays(path)
        try:
            self.numbers = SearchSettings.model_validate(self.facts["numbers"])
            self.words = Words(self.facts["stemmer"], frozenset(self.facts["passed_over"]), self.facts["longest_word"])
            self.rows: int = self.facts["rows"]
        except (KeyError, ValueError):
            raise WarehouseError(f"{path} is no index of this version; `annals build` makes one") from None
        lengths = {self.arrays[name].shape[1] for name in ("meaning", "meaning_space")}
        if lengths != {self.numbers.meaning_dimensions}:
            # Vectors of different lengths cannot be compared.
            raise WarehouseError(
                f"{path} holds vectors of {' and '.join(map(str, sorted(lengths)))} numbers where its settings say "
                f"{self.numbers.meaning_dimensions}; `annals build` makes it anew"
            )
        self.session, self.asks = self.arrays["session"], self.arrays["asks"]

    def without(self, claims: frozenset[str]) -> "SearchIndex":
        """A copy of the index without these claims."""
        if self.claims is None:
            return self
        other = copy.copy(self)
        other.claims = self.claims.without(claims)
        return other

    def term(self, name: str) -> int | None:
        """The number under which the index has a term; None if no message has it."""
        wanted = name.encode("utf-8", "replace")
        texts, ends = self.arrays["terms"], self.arrays["term_ends"]
        place = place_of(texts, ends, wanted)
        return place if place < len(ends) - 1 and text_at(texts, ends, place) == wanted else None

    def beginning(self, name: str) -> range:
        """The numbers of the terms that begin with `name`."""
        texts, ends = self.arrays["terms"], self.arrays["term_ends"]
        wanted = name.encode("utf-8", "replace")
        return range(place_of(texts, ends, wanted), place_of(texts, ends, wanted + b"\xff"))

    def own(self, term: int) -> tuple[Array, Array]:
        """The rows whose own text has a term, and how many times it occurs in each of them."""
        start, end = self.arrays["starts"][term : term + 2]
        return self.arrays["rows"][start:end], self.arrays["counts"][start:end]

    def add_amounts(self, out: Array, term: int) -> None:
        """Add to `out` how much a term counts for each row: in its own text, in the texts of its neighbours, and in its
        day, speaker and title."""
        rows, counts = self.own(term)
        add_spread(out, rows.astype(np.int64), counts.astype(np.float32), self.session, self.asks, self.numbers)
        start, end = self.arrays["extra_starts"][term : term + 2]
        out[self.arrays["extra_rows"][start:end]] += self.arrays["extra_amounts"][start:end]

    def reached_by(self, rows: Array) -> Array:
        """For each row how much it gets if a word occurs once in each of `rows`: 1 for being one of them, and a smaller
        amount for each of them that is near it in the same session."""
        out = np.zeros(self.rows, np.float32)
        add_spread(out, rows, np.ones(len(rows), np.float32), self.session, self.asks, self.numbers)
        return out

    def rarity(self, terms: Sequence[int]) -> float:
        """BM25's weight of a word with these terms: the rarer the word, the greater."""
        return self.rarity_of(min(self.rows, sum(int(self.arrays["spread"][term]) for term in terms)))

    def rarity_of(self, spread: int) -> float:
        """BM25's weight of a word that counts for `spread` rows."""
        return float(np.log(1 + (self.rows - spread + 0.5) / (spread + 0.5)))

    def message_id(self, row: int) -> str:
        """The id of the message that a row stands for."""
        return text_at(self.arrays["ids"], self.arrays["id_ends"], row).decode()

    def message(self, row: int) -> dict[str, Any]:
        """The message that a row stands for, as a hit shows it."""
        conversation, time = int(self.arrays["conversation"][row]), self.arrays["time"][row]
        author = self._text("authors", "author_ends", int(self.arrays["author"][row]))
        return {
            "message_id": self.message_id(row),
            "conversation_id": self.conversation_id(conversation),
            "title": self._text("titles", "title_ends", conversation) or None,
            "role": self.facts["roles"][self.arrays["role"][row]],
            "author": author or None,
            "source": self.facts["kinds"][self.arrays["kind"][row]],
            "created_at_utc": None if time == NO_TIME else f"{np.datetime_as_string(time.astype('datetime64[ms]'))}Z",
            "text": self.text(row),
        }

    def text(self, row: int) -> str:
        """The text of a row's message."""
        return self._text("texts", "text_ends", row)

    def _text(self, texts: str, ends: str, place: int) -> str:
        return text_at(self.arrays[texts], self.arrays[ends], place).decode()

    def conversation_id(self, number: int) -> str:
        """The id of the conversation that has this number in the index."""
        return text_at(self.arrays["conversations"], self.arrays["conversation_ends"], number).decode()

    def conversation_of(self, message_id: str) -> str | None:
        """The id of a message's conversation; None if the index does not have the message."""
        row = self.row_of(message_id)
        return None if row is None else self.conversation_id(int(self.arrays["conversation"][row]))

    @cached_property
    def authors(self) -> list[str]:
        """The names of the authors of messages, without the empty one."""
        return sorted({self._text("authors", "author_ends", at) for at in set(self.arrays["author"].tolist())} - {""})

    def row_of(self, message_id: str) -> int | None:
        """The row of a message; None if the index does not have it (it holds only messages with text)."""
        order, wanted = self.arrays["id_order"], message_id.encode("utf-8", "replace")
        ids, ends = self.arrays["ids"], self.arrays["id_ends"]
        place = bisect_left(order, wanted, key=lambda row: text_at(ids, ends, row))
        found = int(order[place]) if place < len(order) else None
        return found if found is not None and text_at(ids, ends, found) == wanted else None

    @cached_property
    def conversation_ids(self) -> list[str]:
        """The ids of the conversations, in the order of their numbers."""
        return [self.conversation_id(number) for number in range(len(self.arrays["conversation_ends"]) - 1)]
