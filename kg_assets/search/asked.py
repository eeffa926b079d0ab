"""Finds the relations that a question names, by the words of `config/search/asked.yaml` and the phrases of
`config/predicates.yaml`.

Names and claims are looked up elsewhere (`kg_assets.queries`).
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from kg_assets.core.data import data_path
from kg_assets.core.yamlfile import read_model, read_yaml
from kg_assets.search.words import Words, folded

ASKED_FILE = "config/search/asked.yaml"
_PREDICATES_FILE = "config/predicates.yaml"
_BETWEEN = "…"
_POSSESSIVE = "s"


class Relation(BaseModel):
    """Words by which people ask for something ("job", "boss"), and the relations and events that answer. The file says
    what its keys mean."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    words: tuple[str, ...]
    relations: tuple[str, ...]
    events: tuple[str, ...] = ()
    having: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    preferring: bool = False
    is_passing: bool = False
    is_called_so: bool = False

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of all relations and events that answer."""
        return (*self.relations, *self.events)


class _Taking(BaseModel):
    """Words that ask since or until when somebody takes a thing, and the relations whose claims tell it."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    words: frozenset[str]
    relations: frozenset[str]


class AskedFile(BaseModel):
    """The lists of `config/search/asked.yaml`, which says what each is for."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    relations: tuple[Relation, ...]
    about: tuple[str, ...]
    happened: tuple[str, ...]
    idle: tuple[str, ...]
    beside: frozenset[str]
    taking: _Taking
    over: tuple[str, ...]
    before_that: frozenset[str]
    at_present: frozenset[str]
    advice: tuple[str, ...]
    before_names: frozenset[str]
    before_then: tuple[str, ...]
    until_then: tuple[str, ...]
    from_then: tuple[str, ...]
    after_then: tuple[str, ...]


@cache
def read_asked(path: Path) -> AskedFile:
    """The contents of `config/search/asked.yaml`: the words by which questions ask for relations."""
    return read_model(path, AskedFile)


@dataclass(frozen=True, slots=True)
class Piece:
    """A word of a question: folded (lower case, no accents), its stem, and whether it was typed with a capital."""

    word: str
    stem: str
    has_capital: bool

    @property
    def is_possessive(self) -> bool:
        """Whether this is the "s" of "zeph's". In a question that s is a word of its own."""
        return self.word == _POSSESSIVE

    @property
    def without_s(self) -> str | None:
        """The word without an s at its end, which may be a name: "ndidi" of "ndidis". None if it has no such s."""
        return self.word[:-1] if self.word.endswith(_POSSESSIVE) and len(self.word) > 2 else None


@dataclass(frozen=True, slots=True)
class Place:
    """Words of a question that ask for something: the position of the first, the position behind the last, the
    positions of all, and the relations that they ask for."""

    start: int
    end: int
    at: frozenset[int]
    relations: tuple[Relation, ...] = ()

    @property
    def is_passing(self) -> bool:
        """Whether these words ask for nothing if the question names another relation, such as "name" in "the name of my
        sister"."""
        return all(relation.is_passing for relation in self.relations)

    @property
    def labels(self) -> frozenset[str]:
        """The names of all relations and events that answer."""
        return frozenset(label for relation in self.relations for label in relation.labels)


@dataclass(frozen=True)
class Question:
    """A question as it was read: its words, the places where it names relations, and the place that asks who somebody
    is (`about`: "who is", "tell me about").

    `is_over`: it asks for what no longer holds. `has_happened`: it asks for what happened. `is_advice`: it wants
    advice, not a fact. `beside`: positions of words that ask for nothing by themselves.
    """

    pieces: tuple[Piece, ...]
    relations: tuple[Place, ...]
    about: Place | None
    is_over: bool
    has_happened: bool
    is_advice: bool
    beside: frozenset[int]


@dataclass(frozen=True)
class _Phrases:
    """Phrases that ask for relations, found by their first word or stem, each with the relations that it asks for."""

    by_first: Mapping[str, Sequence[tuple[tuple[str, ...], tuple[Relation, ...]]]]
    is_by_word: bool = False  # of words as they are typed: the stem of "whats" is that of "what"

    @classmethod
    def of(cls, asking: Mapping[tuple[str, ...], Iterable[Relation]], is_by_word: bool = False) -> "_Phrases":
        found: dict[str, list[tuple[tuple[str, ...], tuple[Relation, ...]]]] = defaultdict(list)
        for phrase, relations in asking.items():
            found[phrase[0]].append((phrase, tuple(relations)))
        return cls(found, is_by_word)

    def places(self, pieces: Sequence[Piece], taken: frozenset[int] = frozenset()) -> tuple[Place, ...]:
        """The places of these phrases in a question, in order. Of two that overlap, the longer one counts."""
        stems = [piece.word if self.is_by_word else piece.stem for piece in pieces]
        found = [
            Place(start, max(at) + 1, at, relations)
            for start, stem in enumerate(stems)
            for phrase, relations in self.by_first.get(stem, ())
            if (at := _standing(phrase, stems, start))
        ]
        kept: list[Place] = []
        for place in sorted(found, key=lambda place: (-len(place.at), place.start)):
            if not place.at & taken:
                kept.append(place)
                taken |= place.at
        return tuple(sorted(kept, key=lambda place: place.start))


def _standing(phrase: Sequence[str], stems: Sequence[str], start: int) -> frozenset[int]:
    """The positions of a phrase's words in a question, if the phrase begins at `start`; empty if it does not. Any words
    may stand where the phrase has "…"."""
    at: list[int] = []
    next_one, is_behind_gap = start, False
    for word in phrase:
        if word == _BETWEEN:
            is_behind_gap = True
            continue
        if is_behind_gap:
            next_one = next((place for place in range(next_one, len(stems)) if stems[place] == word), len(stems))
            is_behind_gap = False
        if next_one >= len(stems) or stems[next_one] != word:
            return frozenset()
        at.append(next_one)
        next_one += 1
    return frozenset(at)


def question_read(text: str, index_words: Words) -> Question:
    """Read a question with the words of the two files. `index_words` are those of the search index: they give the
    stemmer and the words that a search passes over."""
    words = stems_of(index_words)
    pieces = tuple(
        Piece(folded(surface), words.term(surface) or folded(surface), surface[:1].isupper())
        for surface in words.pieces(text)
    )
    file = read_asked(data_path(ASKED_FILE))
    asking = _phrases(
        data_path(ASKED_FILE), data_path(_PREDICATES_FILE), words.stemmer, index_words.passed_over, words.longest
    )
    relations = asking.relations.places(pieces)
    taken = frozenset(at for place in relations for at in place.at)
    abouts, overs, happened = (
        phrases.places(pieces, taken) for phrases in (asking.about, asking.over, asking.happened)
    )
    idle = {at for at, piece in enumerate(pieces) if piece.word in file.beside | index_words.passed_over}
    beside = frozenset(idle.union(*(place.at for place in (*abouts, *overs, *happened)))) - taken
    tail = _behind_before(pieces, overs, relations, file.before_that)
    relations, beside = tuple(place for place in relations if not place.at & tail), beside | tail
    is_advice = bool(asking.advice.places(pieces))
    about = abouts[0] if abouts else None
    return Question(pieces, relations, about, bool(overs), bool(happened), is_advice, beside)


def _behind_before(
    pieces: Sequence[Piece], overs: Sequence[Place], relations: Sequence[Place], before: frozenset[str]
) -> frozenset[int]:
    """The positions behind "before" in "what was my job before I retired". They tell when, and ask for nothing, if a
    relation is asked for in front of them."""
    at = next((place.start for place in overs if pieces[place.start].word in before), len(pieces))
    is_asked = any(place.end <= at for place in relations)
    return frozenset(range(at + 1, len(pieces))) if is_asked else frozenset()


def stems_of(index_words: Words) -> Words:
    """A reader of words with the same stemmer as `index_words`, but one that passes no everyday words over, so that
    each of them has a stem, too."""
    return Words(index_words.stemmer, frozenset(), index_words.longest)


def may_stand_before_a_name(piece: Piece) -> bool:
    """Whether the word behind this one may be a name even if it is an everyday word, such as "will" in "does will
    work"."""
    return piece.word in read_asked(data_path(ASKED_FILE)).before_names


def _stems(phrase: str, words: Words) -> tuple[str, ...]:
    """The stems of a phrase of `config/search/asked.yaml`. "…" in it, which stands for any words, is kept."""
    parts = [tuple(words.terms(part)) for part in phrase.split(_BETWEEN)]
    return tuple(stem for place, part in enumerate(parts) for stem in ((_BETWEEN, *part) if place else part))


@dataclass(frozen=True)
class _Asking:
    """The phrases that ask for relations; for who somebody is; for what is over; for what happened; and for advice."""

    relations: _Phrases
    about: _Phrases
    over: _Phrases
    happened: _Phrases
    advice: _Phrases


@lru_cache(maxsize=2)
def _phrases(asked: Path, predicates: Path, stemmer: str, passed_over: frozenset[str], longest: int) -> _Asking:
    file, words = read_asked(asked), Words(stemmer, frozenset(), longest)
    asking: dict[tuple[str, ...], list[Relation]] = defaultdict(list)
    for relation in file.relations:
        for phrase in dict.fromkeys(_stems(phrase, words) for phrase in relation.words):
            asking[phrase].append(relation)
    own = dict(asking)
    idle = {_stems(phrase, words) for phrase in file.idle}
    for phrase, relation in _said(predicates, words, passed_over):
        if phrase not in own and phrase not in idle:
            asking[phrase] += [one for one in _within(phrase, own, relation) if one not in asking[phrase]]
    others = (
        _Phrases.of({tuple(map(folded, words.pieces(one))): () for one in phrases}, is_by_word=True)
        for phrases in (file.about, file.over, file.happened, file.advice)
    )
    return _Asking(_Phrases.of(asking), *others)


def _within(phrase: tuple[str, ...], own: Mapping[tuple[str, ...], list[Relation]], said: Relation) -> list[Relation]:
    """The relations that a phrase of `config/predicates.yaml` asks for. An entry of `asked.yaml` counts if its words
    occur in the phrase and its relations include that of the phrase (`said`): so "allergic to" asks for allergies only.
    If there is no such entry, it is `said` alone."""
    parts = {phrase[start:end] for start in range(len(phrase)) for end in range(start + 1, len(phrase) + 1)}
    groups = [relation for part in sorted(parts & own.keys()) for relation in own[part]]
    return [group for group in groups if {*group.relations} >= {*said.relations}] or [said]


def _said(path: Path, words: Words, passed_over: frozenset[str]) -> Iterator[tuple[tuple[str, ...], Relation]]:
    """The phrases of `config/predicates.yaml` as stems, each with the relation that it tells. Everyday words at the
    beginning of a phrase ("is", "the") are cut off, since in a question they stand elsewhere."""
    known: dict[str, dict[str, Any]] = read_yaml(path)
    for label, term in known.items():
        for said in term.get("phrases", ()):
            pieces = words.pieces(said)
            while pieces and folded(pieces[0]) in passed_over:
                pieces = pieces[1:]
            if pieces:
                yield tuple(words.terms(" ".join(pieces))), Relation(words=(), relations=(label,))
