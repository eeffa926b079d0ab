"""A parsed sentence: its place in the message, its tokens and their dependencies. Each attribute of the tokens is one
tuple."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, TypeVar

from kg_assets.core.once import once
from kg_assets.core.spans import Span

Placed = TypeVar("Placed")
_BEHIND_A_STOP = " \t\r\n)]\"'”’*_"
# What a row has for each token, in the order of the fields below.
TOKEN_COLUMNS = (
    "token_start", "token_end", "token_lemma", "token_tag", "token_pos", "token_dep", "token_head", "token_entity",
)  # fmt: skip
SENTENCE_COLUMNS = ("message_id", "sentence_index", "char_start", "char_end", "sentence_text", *TOKEN_COLUMNS)


@dataclass(frozen=True)
class Sentence:
    """One sentence.

    Offsets are codepoints of `text_raw`; tokens have numbers within the sentence. Tokens of one contraction
    ("im", "gonna") may share a part of the text. A sentence that was not parsed has no tokens.
    """

    message_id: str
    sentence_index: int
    char_start: int
    char_end: int
    text: str
    start: tuple[int, ...] = ()
    end: tuple[int, ...] = ()
    lemma: tuple[str, ...] = ()
    tag: tuple[str, ...] = ()  # fine part of speech (Penn Treebank)
    pos: tuple[str, ...] = ()  # coarse part of speech (Universal Dependencies)
    dep: tuple[str, ...] = ()
    head: tuple[int, ...] = ()  # for the root, its own number
    entity: tuple[str, ...] = ()  # label of the named entity to which it belongs, or ""

    def __len__(self) -> int:
        return len(self.start)

    @property
    def is_parsed(self) -> bool:
        return bool(self.head)

    @once
    def ends_asking(self) -> bool:
        """Whether the sentence ends in a question mark, also before closing brackets or quotes ("(did
        you?)")."""
        return self.text.rstrip(_BEHIND_A_STOP).endswith("?")

    @once
    def root(self) -> int:
        """The root: the token that depends on no other. Its `head` is its own number."""
        return next(token for token, head in enumerate(self.head) if head == token)

    @once
    def _children(self) -> tuple[tuple[int, ...], ...]:
        found: list[list[int]] = [[] for _ in self.head]
        for token, head in enumerate(self.head):
            if head != token:
                found[head].append(token)
        return tuple(map(tuple, found))

    def children(self, token: int, *deps: str) -> tuple[int, ...]:
        """The children of a token (the tokens that depend on it), in order; with `deps` only those with one
        of these dependencies."""
        below = self._children[token]
        if not deps or not below:
            return below
        dep = self.dep
        return tuple([child for child in below if dep[child] in deps])

    def child(self, token: int, *deps: str) -> int | None:
        """The first child of a token with one of these dependencies (any child without `deps`), or None."""
        dep = self.dep
        for child in self._children[token]:
            if not deps or dep[child] in deps:
                return child
        return None

    def subtree(self, token: int, without: Sequence[str] = ()) -> tuple[int, ...]:
        """A token and all tokens below it, in order. Children with a dependency in `without` are left out
        with all below them."""
        children, dep = self._children, self.dep
        if not children[token]:
            return (token,)
        found, waiting = [token], [token]
        while waiting:
            below = children[waiting.pop()]
            if below and without:
                below = tuple([child for child in below if dep[child] not in without])
            found += below
            waiting += below
        return tuple(sorted(found))

    @once
    def _first(self) -> list[int]:
        from_root = [self.root]
        for token in from_root:
            from_root += self._children[token]
        first = list(range(len(self)))
        for token in reversed(from_root):
            first[self.head[token]] = min(first[self.head[token]], first[token])
        return first

    def first_below(self, token: int) -> int:
        """The first token, in the order of the text, among a token and all tokens below it."""
        return self._first[token]

    def ancestors(self, token: int) -> tuple[int, ...]:
        """The tokens above a token, the nearest first, up to the root."""
        found = []
        while self.head[token] != token:
            token = self.head[token]
            found.append(token)
        return tuple(found)

    def word(self, token: int) -> str:
        """The text of a token."""
        return self.text[self.start[token] - self.char_start : self.end[token] - self.char_start]

    @once
    def has_shared(self) -> bool:
        """Whether two tokens begin at one place, as those of "im" do."""
        return len(set(self.start)) < len(self.start)

    @once
    def low(self) -> tuple[str, ...]:
        """The tokens in lower case. Tokens that share one contraction ("im") are given by their lemmas."""
        low, at = _lowered(self.text), self.char_start
        words = [
            self.text[start - at : end - at].lower() if low is None else low[start - at : end - at]
            for start, end in zip(self.start, self.end, strict=True)
        ]
        if self.has_shared:
            places = [None, *zip(self.start, self.end, strict=True), None]
            for token, place in enumerate(places[1:-1]):
                if place in (places[token], places[token + 2]):
                    words[token] = self.lemma[token].lower()
        return tuple(words)

    def low_at(self, token: int) -> str:
        """A token in lower case; empty for a place before the first token or behind the last."""
        return self.low[token] if 0 <= token < len(self) else ""

    def span(self, tokens: Sequence[int]) -> Span:
        """The span from the first to the last of these tokens, in codepoints of `text_raw`."""
        return Span(min(self.start[token] for token in tokens), max(self.end[token] for token in tokens))

    def words(self, tokens: Sequence[int]) -> str:
        """The text from the first to the last of these tokens."""
        start, end = self.span(tokens)
        return self.text[start - self.char_start : end - self.char_start]

    def entities(self) -> tuple[tuple[str, Span], ...]:
        """The label and place of each named entity: neighbouring tokens with the same label."""
        found: list[tuple[str, Span]] = []
        for token, label in enumerate(self.entity):
            if label and token and self.entity[token - 1] == label:
                found[-1] = (label, Span(found[-1][1].start, self.end[token]))
            elif label:
                found.append((label, Span(self.start[token], self.end[token])))
        return tuple(found)

    def row(self) -> tuple[Any, ...]:
        """The sentence as a row: a tuple of values in the order of `SENTENCE_COLUMNS`."""
        return tuple(getattr(self, field.name) for field in fields(self))

    @classmethod
    def of_columns(cls, values: Sequence[Any]) -> "Sentence":
        """The sentence with these values, in the order of `SENTENCE_COLUMNS`. Readers make hundreds of thousands of
        them; the constructor of a frozen class would set each field by a call."""
        made = cls.__new__(cls)
        made.__dict__.update(zip(_FIELDS, values, strict=True))
        return made

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> "Sentence":
        """The sentence in a row of `kg.sentences`. If the sentence was not parsed, the lists in the row are NULL."""
        place = [row[name] for name in SENTENCE_COLUMNS[: -len(TOKEN_COLUMNS)]]
        return cls(*place, *(tuple(row[name] or ()) for name in TOKEN_COLUMNS))


_FIELDS = tuple(field.name for field in fields(Sentence))


def _lowered(text: str) -> str | None:
    """A text in lower case, if each of its words can be lowered by itself; else None. An "İ" would become two
    characters, and the lower case of a "Σ" depends on the letters beside it."""
    low = text.lower()
    return low if len(low) == len(text) and "Σ" not in text else None


def by_sentence(
    sentences: Sequence[Sentence], placed: Iterable[Placed], place: Callable[[Placed], tuple[int, int]]
) -> Mapping[int, list[Placed]]:
    """The items of `placed` that lie within a sentence, in lists by the `char_start` of that sentence; other items
    are left out. Binary search is used, since a long message has thousands of sentences and items."""
    starts = [s.char_start for s in sentences]
    found: dict[int, list[Placed]] = defaultdict(list)
    for one in placed:
        start, end = place(one)
        at = bisect_right(starts, start) - 1
        if at >= 0 and end <= sentences[at].char_end:
            found[starts[at]].append(one)
    return found
