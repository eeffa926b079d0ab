"""Understands a question: whom it may be about, over which relations it leads to others, and what it asks of them.

What then answers it is the work of `kg_assets.queries.holding`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from kg_assets.core.data import data_path
from kg_assets.core.yamlfile import read_yaml
from kg_assets.lexicon.keys import MY, SELF_NAME
from kg_assets.queries.naming import names_in
from kg_assets.queries.people import Meant, person_meant
from kg_assets.queries.searching import LookedFor
from kg_assets.queries.times_asked import AskedTime
from kg_assets.search.asked import Place, Question
from kg_assets.search.asking import is_about_oneself, is_question
from kg_assets.search.opened import SearchIndex
from kg_assets.search.settings import FindingSettings
from kg_assets.search.words import Words
from kg_assets.store.home import Home
from kg_assets.store.opened import OpenWarehouse

_PREDICATES_FILE = "config/predicates.yaml"
_FARTHEST_MY = 2  # how many words before a relation are searched for "my"


@dataclass(frozen=True)
class Asked:
    """A question as it was understood. `of`: whom or what it names; `ways`: the relations that lead from there to
    others; `wanted`: the relations that it asks for.

    "My sister's boyfriend's job" has SELF as `of`, sister and boyfriend as `ways`, and job as `wanted`. `told` are the
    positions of the words of names and relations, `units` is how many names and relations there are. `is_by_object`:
    the question names no relation, so a claim answers only if its object (of an event, also its verb) has all other
    words ("is Osvaldo diabetic", "when did I pass the exam"). `are_events`: the question asks what happened.
    """

    of: tuple[Meant, ...]
    ways: tuple[Place, ...]
    wanted: tuple[Place, ...]
    told: frozenset[int]
    units: int
    is_by_object: bool = False
    are_events: bool = False


@dataclass(frozen=True)
class Asking:
    """What answering needs: the build, the index, the search, the question, the moment up to which claims are known
    (`moment`), and the time that the question asks about (`then`)."""

    home: Home
    warehouse: OpenWarehouse
    index: SearchIndex
    looked: LookedFor
    moment: str | None
    then: AskedTime | None
    settings: FindingSettings
    question: Question
    words: Words


def readings(asking: Asking) -> Iterator[Asked]:
    """Ways to understand the question: whom it may be about and what it asks of them, the likeliest first."""
    question = asking.question
    names = names_in(asking.warehouse, question, asking.index.words)
    named = frozenset(at for name in names for at in range(name.start, name.end))
    places = [place for place in question.relations if not place.at & named]
    ties = [place for place in places if _ties().intersection(place.labels)]
    own = next((place for place in ties if _is_own(question, place) or (_is_called_so(place) and not names)), None)
    if own is not None and any(name.start == own.end for name in names):
        # "My sister Ndidi" names the same person twice.
        places.remove(own)
        names = [name for name in names if name.start == own.end]
        named, own = named | own.at, None
    told, units = frozenset(at for place in places for at in place.at), len(places) + len(names)
    of: tuple[Meant, ...] = ()
    start = 0
    if own is not None:
        of, start, told = _self(asking), own.start, told | named
    elif names:
        each = {name.meant.entity_id: name.meant for name in names}
        of, start, told = tuple(each.values()), names[0].end, told | named
    if of:
        is_about = question.about is not None and len({name.start for name in names}) == 1
        if not question.has_happened and (places or is_about):
            yield Asked(of, *_ways(question, places, start), told, units)
        if question.has_happened or (is_question(asking.looked.typed.text) and question.about is None):
            ways, rest = _ways(question, places, start, is_whole=True)
            is_by_object = not question.has_happened
            yield from [] if rest else [Asked(of, ways, (), told, units, is_by_object, question.has_happened)]
    elif question.has_happened and asking.then is not None:
        yield Asked(_self(asking), (), (), frozenset(), 1, are_events=True)
    if question.has_happened:
        # "What happened to the van": claims of what the person did with it have the word "van" as object.
        yield Asked(_self(asking), (), (), frozenset(), 0, is_by_object=True, are_events=True)
    is_about = is_about_oneself(asking.looked.typed.text) and not question.has_happened
    if own is None and is_about and (places or (question.about is not None and not names)):
        # "When did I move to Crookes" names a place, but asks about the person.
        told = frozenset(at for place in places for at in place.at)
        yield Asked(_self(asking), (), _ways(question, places, -1)[1], told, len(places))
    if is_about and question.about is None:
        # "When did I pass my driving test" has the word "driving", but asks for no relation to cars.
        yield Asked(_self(asking), (), (), frozenset(), 0, is_by_object=True)


def _self(asking: Asking) -> tuple[Meant]:
    return (person_meant(asking.warehouse, SELF_NAME),)


def _is_own(question: Question, place: Place) -> bool:
    """Whether "my" stands before a relation, as in "my sister" or "my little sister"."""
    before = question.pieces[max(0, place.start - _FARTHEST_MY) : place.start]
    return any(f"{piece.word} " in MY for piece in before)


def _is_called_so(place: Place) -> bool:
    """Whether these words mean one's own relative even without "my", as "mum" does."""
    return any(relation.is_called_so for relation in place.relations)


def _behind(question: Question, at: int) -> int:
    """The position `at`; but if a possessive s stands there (the "s" of "sister's"), the next one."""
    return at + 1 if at < len(question.pieces) and question.pieces[at].is_possessive else at


def _ways(
    question: Question, places: Sequence[Place], start: int, is_whole: bool = False
) -> tuple[tuple[Place, ...], tuple[Place, ...]]:
    """The relations in a question in two lists: those that lead from one person to the next ("sister" in "my sister's
    boyfriend's job"), and those that are asked for ("job"). A relation leads on if it stands directly behind the one
    before. If nothing is left to be asked for, the last one that leads on is asked for, unless `is_whole`."""
    ways: list[Place] = []
    rest = list(places)
    at = start
    while at >= 0:
        at = _behind(question, at)
        way = next((place for place in rest if place.start == at and _ties().intersection(place.labels)), None)
        if way is None or (len(rest) == 1 and not is_whole):
            break
        ways.append(way)
        rest.remove(way)
        at = way.end
    asked = [place for place in rest if not place.is_passing]
    if not asked and ways and not is_whole:
        asked = [ways.pop()]
    return tuple(ways), tuple(asked or rest)


@cache
def terms() -> dict[str, dict[str, Any]]:
    """The entries of `config/predicates.yaml`, by the label of the relation."""
    found: dict[str, dict[str, Any]] = read_yaml(data_path(_PREDICATES_FILE))
    return found


@cache
def _ties() -> frozenset[str]:
    """The labels of the relations whose object is a person or another entity, so that a question can go on from that
    entity."""
    return frozenset(label for label, term in terms().items() if term["value_type"] in ("person", "entity"))
