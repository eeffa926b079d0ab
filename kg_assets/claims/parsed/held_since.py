"""Dates a claim by a later clause that says since when it holds: "I work at Nokia, been there since 2018"."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict

from kg_assets.claims.reading.model import SELF, RawClaim, SpanPair
from kg_assets.core.data import data_path
from kg_assets.core.patterns import fast_pattern
from kg_assets.core.yamlfile import read_model
from kg_assets.language.sentence import Sentence

_FILE = "config/claims/held_since.yaml"
_APOSTROPHES = str.maketrans({"’": "'"})
_OWN = frozenset({"i", "we"})
_STATES = ("state", "preference")


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    words: str
    of: tuple[str, ...]


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    opening: str
    closing: str
    ways: tuple[_Row, ...]


class Way(NamedTuple):
    """A pattern for a clause that says since when, and the predicates that it can date. The group `who` holds
    the clause's pronoun, if it has one."""

    find: Any
    predicates: frozenset[str]


class _Since(NamedTuple):
    """A clause that says since when: where it starts, its pronoun, the predicates that it can date, and the
    place of the time."""

    start: int
    who: str | None
    predicates: frozenset[str]
    time: SpanPair


@cache
def ways() -> tuple[Way, ...]:
    """The patterns of `config/claims/held_since.yaml`."""
    path = data_path(_FILE)
    document = read_model(path, _File)
    return tuple(
        Way(
            fast_pattern(f"{document.opening}{row.words}{document.closing}", path, ("ways", at, "words"), row.words),
            frozenset(row.of),
        )
        for at, row in enumerate(document.ways)
    )


def dated_by_the_next(
    claims: Sequence[RawClaim], sentences: Sequence[Sentence], times: Sequence[tuple[int, int, str]]
) -> list[RawClaim]:
    """The claims. Each that a later clause of the same or the next sentence dates ("been there since 2018") gets the
    time of that clause and the qualifier `since`."""
    dated = list(claims)
    for at, s in enumerate(sentences):
        for since in _told(s, times):
            first = sentences[max(0, at - 1)].char_start
            place = _meant(dated, since, first)
            if place is not None:
                dated[place] = replace(dated[place], qualifier_type="since", qualifier_span=since.time)
    return dated


def _told(s: Sentence, times: Sequence[tuple[int, int, str]]) -> Iterator[_Since]:
    low = s.text.lower().translate(_APOSTROPHES)
    if "since" not in low or len(low) != len(s.text):
        return
    for way in ways():
        for found in way.find.finditer(low):
            end = s.char_start + found.end()
            time = next(((a, b) for a, b, *_ in times if 0 <= a - end <= len("the ")), None)
            if time is not None:
                yield _Since(s.char_start + found.start(), found["who"], way.predicates, time)


def _meant(claims: Sequence[RawClaim], since: _Since, first: int) -> int | None:
    """The index of the claim that a clause (`since`) dates. This is the nearest claim before the clause that is
    positive, undated, a state or preference, and has one of the predicates that the clause can date. None if there is
    none."""
    fitting = [
        (claim.char_end, place)
        for place, claim in enumerate(claims)
        if first <= claim.char_start
        and claim.char_end <= since.start + 1
        and claim.predicate in since.predicates
        and claim.polarity == "positive"
        and claim.modality in _STATES
        and claim.qualifier_type is None
        and (since.who is None or (claim.subject == SELF) == (since.who in _OWN))
    ]
    return max(fitting)[1] if fitting else None
