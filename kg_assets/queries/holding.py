"""Answers a question by what holds: finds the claims about whom the question names, in the relation that it asks for.

"Where does Grace live" shares no word with "Grace moved to Chesterfield", but the claims that hold now answer it.
Nothing here prints. A question that names nobody, or no relation, is not answered here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from zoneinfo import ZoneInfo

from kg_assets.core.config import Config
from kg_assets.core.data import data_path
from kg_assets.core.when import typed_end
from kg_assets.lexicon.keys import MY, SELF_NAME
from kg_assets.queries.decided import COLUMN, with_decisions
from kg_assets.queries.naming import one_meant
from kg_assets.queries.people import Meant, concerning
from kg_assets.queries.recall import can_recall, recalled
from kg_assets.queries.searching import LookedFor
from kg_assets.queries.times_asked import AskedTime, looking_back, time_asked
from kg_assets.queries.understanding import Asked, Asking, readings, terms
from kg_assets.search.asked import ASKED_FILE, Place, Relation, question_read, read_asked, stems_of
from kg_assets.search.asking import is_question
from kg_assets.search.opened import SearchIndex
from kg_assets.store.home import Home
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import select

_SUBJECT, _OBJECT = "subject_entity_id", "object_entity_id"
_FACTS = (
    "FROM facts_as_of(?, ?, with_unsure := true, valid_since := ?)"
    " WHERE is_sure AND (? OR predicate IN (SELECT unnest(?)))"
)
_LEFT_OUT = (
    "FROM left_out(?, ?) WHERE is_sure AND (? OR predicate IN (SELECT unnest(?))) AND reason IN (SELECT unnest(?))"
)
# Why a claim is no fact of a moment, as `left_out` says it: what happened answers like what holds, what is over where
# nothing holds.
_PERSON = "PERSON"
_HAPPENED = "happened"
_TOO_LONG_AGO = "too long ago"
_LEFT = (_HAPPENED, "ended", "followed by", "died", "ended with", "told as over", _TOO_LONG_AGO, "contrary")
_GONE = ("rejected", "corrected")
_WORDS = """
SELECT assertion_id, message_id, char_start, char_end, surface_text AS quote
FROM kg.assertions WHERE assertion_id IN (SELECT unnest(?))
"""


@dataclass(frozen=True)
class Holding:
    """The claims that answer a question: those that hold. If none holds, they are claims that are over (`are_over`),
    each with the `reason` that the macro `left_out` gives. `more` is how many further claims answer. `then` are the
    words of the question that name a time, such as "in 2022"."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    are_over: bool = False
    more: int = 0
    then: str = ""


def holding(
    home: Home,
    warehouse: OpenWarehouse,
    index: SearchIndex,
    looked: LookedFor,
    until: str | None,
    config: Config,
) -> Holding:
    """The claims that answer a search. The answer is empty if the search is no question, asks for advice, or has
    phrases, begin* or -without.

    The claims hold at the build's moment. With `until` they hold at the end of `until`, by what was known then. If the
    question names a time, they hold within that time. The search's filters apply to the messages from which the claims
    were read.
    """
    typed, settings = looked.typed, config.section("finding")
    marked = (typed.phrases, typed.named, typed.beginnings, typed.without_terms, typed.without_phrases)
    if not settings.held_claims or any((*marked, typed.without_beginnings)) or not can_recall(warehouse):
        return Holding()
    question = question_read(typed.text, index.words)
    if question.is_advice or not (
        question.relations or question.about or question.has_happened or is_question(typed.text)
    ):
        return Holding()  # before the reader of times is made, which takes longer than a whole search
    moment = typed_end(until, ZoneInfo(config.section("time").anchor_timezone)) if until else None
    then, text = time_asked(typed.text, looking_back(config), moment or warehouse.manifest.as_of)
    question = question if then is None else question_read(text, index.words)
    asking = Asking(home, warehouse, index, looked, moment, then, settings, question, stems_of(index.words))
    answers = (_answered(asking, asked) for asked in readings(asking))
    return next((answer for answer in answers if answer.rows), Holding())


def _answered(asking: Asking, asked: Asked) -> Holding:
    of = list(asked.of)
    for way in asked.ways:
        of = [one for meant in of for one in _led_to(asking, meant, way)]
    if not of:
        return Holding()
    rows = [] if asking.question.is_over else [*_told(asking, asked, _held(asking, of, asked))]
    if not rows and asked.ways and not asking.question.is_over:
        rows = [*_told(asking, asked, _held(asking, [*_by_short_names(asking, of)], asked))]
    # Who is not the boss does not answer who is: then whoever was it last is told too.
    are_people = any(map(_leads_to_people, _labels(asked.wanted)))
    has_held = any(row["polarity"] == "positive" for row in rows) if are_people else bool(rows)
    if not has_held or asked.are_events or any(map(_tells_events, _labels(asked.wanted))):
        past = [*_told(asking, asked, _past(asking, of, asked, has_held=has_held))]
        rows += [*_in_their_place(asking, of, asked, past), *past]
    if asking.question.has_happened:  # that somebody is an uncle did not happen
        rows = [row for row in rows if not row["predicate"].endswith("_is")]
    found: dict[str, dict[str, Any]] = {}
    # Claims of who somebody is come before claims of who they are not.
    for row in sorted(rows, key=lambda row: (-_shared(asking, row), row["is_over"], row["polarity"] == "negative")):
        found.setdefault(row["assertion_id"], row)
    most, told = asking.settings.held_claims, list(found.values())
    then = asking.then.words if asking.then is not None else ""
    told = _with_tense(asking, of, told)
    return Holding(told[:most], all(row["is_over"] for row in told), max(0, len(told) - most), then)


def _in_their_place(
    asking: Asking, of: Sequence[Meant], asked: Asked, past: Sequence[dict[str, Any]]
) -> list[dict[str, Any]]:
    """If the question asks for now and the claims `past` are over: claims of the same relations that hold now and were
    said later. So "which blood pressure tablet do I take now" finds the new tablet, though only the old one was called
    a tablet for blood pressure."""
    now = read_asked(data_path(ASKED_FILE)).at_present
    if not asked.wanted or not past or not any(piece.word in now for piece in asking.question.pieces):
        return []
    over = {row["predicate"]: row["said_at_utc"] for row in past if row["is_over"]}
    held = (row for row in _held(asking, of, asked) if row["polarity"] == "positive" and row[_SUBJECT] in _ids(of))
    return [row for row in held if row["predicate"] in over and row["said_at_utc"] >= over[row["predicate"]]]


def _with_tense(asking: Asking, of: Sequence[Meant], rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows, each with `was_then`: true if the claim is to be told in the past tense, because the question asks
    about a past time. A claim that still holds is told in the present if the time asked about reaches to now."""
    now = asking.moment or asking.warehouse.manifest.as_of
    still: set[str] = set()
    if asking.then is not None and asking.then.until >= now and rows:
        last = replace(asking, then=replace(asking.then, since=asking.then.last))
        still = {row["assertion_id"] for row in _facts(last, of, {row["predicate"] for row in rows})}
    return [{**row, "was_then": asking.then is not None and row["assertion_id"] not in still} for row in rows]


def _shared(asking: Asking, row: Mapping[str, Any]) -> int:
    """How many words of the question are in a claim's object. A question about a cat so puts "to adopt a cat" first."""
    told = {*asking.words.terms(row["object"] or "")}
    pieces = enumerate(asking.question.pieces)
    return sum(piece.stem in told for at, piece in pieces if at not in asking.question.beside)


def _led_to(asking: Asking, meant: Meant, way: Place) -> list[Meant]:
    """Those to whom the relation `way` leads from `meant`, by claims that hold at the moment: from SELF by way of
    "sister" to the sister. If `meant` is the person, also the entity that the build itself calls "my sister"."""
    rows = _of_wanted(asking, [meant], [way], lambda labels: _facts(asking, [meant], labels))
    ids = _ids([meant])
    others = [row[_OBJECT] if row[_SUBJECT] in ids else row[_SUBJECT] for row in rows]
    found = {one.entity_id: one for one in _each_meant(asking, others)}
    if meant.known is not None and meant.known.reference.is_self:
        words = " ".join(piece.word for piece in asking.question.pieces[way.start : way.end])
        own = one_meant(asking.warehouse, f"{MY[0]}{words}")
        found |= {} if own is None else {own.entity_id: own}
    return list(found.values())


def _by_short_names(asking: Asking, of: Iterable[Meant]) -> Iterator[Meant]:
    """People who are called by one word of these names alone: Summer, if Summer Whitlock is given."""
    for meant in of:
        words = asking.words.pieces(meant.name or (meant.known.name if meant.known is not None else ""))
        found = (one_meant(asking.warehouse, word) for word in words if len(words) > 1)
        people = (one for one in found if one is not None and (one.known is None or one.known.entity_type == _PERSON))
        yield from (one for one in people if one.entity_id != meant.entity_id)


def _each_meant(asking: Asking, ids: Iterable[str | None]) -> list[Meant]:
    found = (one_meant(asking.warehouse, one) for one in dict.fromkeys(ids) if one is not None)
    return [meant for meant in found if meant is not None]


def _held(asking: Asking, of: Sequence[Meant], asked: Asked) -> list[dict[str, Any]]:
    """The claims that hold, of the relations that are asked for; all if none is asked for. Where the question asks who
    somebody is ("who is my boss"), all that holds of the person found comes after these."""
    if asked.are_events:
        events = [label for label in terms() if _tells_events(label)]
        return [row for row in _facts(asking, of, events) if _is_dated_in(asking.then, row)]
    if not asked.wanted:
        return sorted(_facts(asking, of, None), key=lambda row: row["subject"] != SELF_NAME)
    rows = _of_wanted(asking, of, asked.wanted, lambda labels: _facts(asking, of, labels))
    if asking.question.about is not None:
        people = (row for row in rows if row["polarity"] == "positive" and _leads_to_people(row["predicate"]))
        ids = [row[_OBJECT] for row in people if row[_OBJECT] not in _ids(of)]
        known = {row["assertion_id"] for row in rows}
        others = _facts(asking, _each_meant(asking, ids), None)
        rows += [row for row in others if row["assertion_id"] not in known]
    return rows


def _leads_to_people(label: str) -> bool:
    return label in terms() and terms()[label]["value_type"] == "person"


def _past(asking: Asking, of: Sequence[Meant], asked: Asked, has_held: bool) -> list[dict[str, Any]]:
    """Claims of what happened, such as a birth or a move; and claims that are over, unless other claims hold
    (`has_held`). If the question names a time, only what happened within it."""

    def left_out(labels: Iterable[str]) -> list[dict[str, Any]]:
        return _left_out(asking, of, labels)

    are_events = asked.is_by_object or asked.are_events
    if asked.wanted:
        rows = _of_wanted(asking, of, asked.wanted, left_out)
    else:
        rows = _left_out(asking, of, None if are_events else terms())
    told = [{**row, "is_over": not _is_event(row)} for row in rows]
    if are_events or asking.then is not None:
        return [row for row in told if not row["is_over"] and _is_of_then(asking.then, row)]
    return [row for row in told if not (row["is_over"] and has_held)]


def _is_of_then(then: AskedTime | None, row: Mapping[str, Any]) -> bool:
    """Whether what the claim tells began in the time `then` (true if `then` is None). If the claim has no valid time,
    the time at which it was said counts."""
    return then is None or then.contains(row["valid_from_utc"] or row["said_at_utc"])


def _is_dated_in(then: AskedTime | None, row: Mapping[str, Any]) -> bool:
    """Whether the claim has a valid time of its own that begins in the time `then`."""
    return row["valid_from_utc"] is not None and (then is None or then.contains(row["valid_from_utc"]))


def _is_event(row: Mapping[str, Any]) -> bool:
    """Whether a claim tells what happened. Such a claim still answers when its time is over."""
    return row["reason"] == _HAPPENED or (row["reason"] != _TOO_LONG_AGO and _tells_events(row["predicate"]))


def _tells_events(label: str) -> bool:
    return label not in terms() or bool(terms()[label]["modality"] == "fact")


def _labels(places: Iterable[Place]) -> set[str]:
    return {label for place in places for label in place.labels}


def _facts(asking: Asking, of: Sequence[Meant], labels: Iterable[str] | None) -> list[dict[str, Any]]:
    """The claims about `of` that hold at the moment, or held at some time in the time that is asked for. Only those
    whose predicate is among `labels`; all if `labels` is None."""
    wanted = [*_moments(asking), asking.then and asking.then.since, labels is None, sorted(labels or ())]
    return _concerning(asking, of, recalled(asking.warehouse, _FACTS, wanted))


def _left_out(asking: Asking, of: Sequence[Meant], labels: Iterable[str] | None) -> list[dict[str, Any]]:
    """The claims about `of` that do not hold at the moment, because they tell what happened or are over. Only those
    whose predicate is among `labels`; all, also events, if `labels` is None."""
    wanted = [*_moments(asking), labels is None, sorted(labels or ()), [*_LEFT]]
    return _concerning(asking, of, recalled(asking.warehouse, _LEFT_OUT, wanted))


def _moments(asking: Asking) -> tuple[str | None, str | None]:
    """Two moments: the last one of the time that is asked about, and the one up to which claims count as known."""
    return asking.moment if asking.then is None else asking.then.last, asking.moment


def _concerning(asking: Asking, of: Sequence[Meant], rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The rows about `of`, each with its message and quote. Left out are those that the person has rejected or
    corrected since the build, and those whose message the search's filters exclude."""
    found = {row["assertion_id"]: row for meant in of for row in concerning(asking.warehouse, meant, rows)}
    said = {row["assertion_id"]: row for row in select(asking.warehouse.connection, _WORDS, [[*found]]).named()}
    told = with_decisions(
        asking.home, asking.warehouse, [{**row, **said[claim], "is_over": False} for claim, row in found.items()]
    )
    return [row for row in told if row[COLUMN] not in _GONE and _is_let_through(asking, row["message_id"])]


def _is_let_through(asking: Asking, message: str) -> bool:
    """Whether the search's filters let a message through."""
    if asking.looked.only is None:
        return True
    row = asking.index.row_of(message)
    return row is not None and bool(asking.looked.only[row])


def _of_wanted(
    asking: Asking,
    of: Sequence[Meant],
    wanted: Sequence[Place],
    rows_of: Callable[[frozenset[str]], list[dict[str, Any]]],
) -> list[dict[str, Any]]:
    """The claims of the wanted relations whose subject is one of `of`. If there are none, the claims that say the same
    from the other side: "your child is Zeph" answers who Zeph's parents are."""
    relations = [relation for place in wanted for relation in place.relations]
    asked = frozenset(label for relation in relations for label in relation.labels)
    from_there = {other: label for label in asked if (other := _from_the_other_side(label)) is not None}
    rows = rows_of(asked | from_there.keys())
    ids = _ids(of)
    own = [(row, row["predicate"]) for row in rows if row[_SUBJECT] in ids and row["predicate"] in asked]
    others = [
        (row, from_there[row["predicate"]]) for row in rows if row[_OBJECT] in ids and row["predicate"] in from_there
    ]
    found: dict[str, dict[str, Any]] = {}
    for relation in relations:
        fitting = [row for row, label in own or others if label in relation.labels]
        found.update({row["assertion_id"]: row for row in _of_kind(asking, fitting, relation)})
    return list(found.values())


def _from_the_other_side(label: str) -> str | None:
    """The relation that says the same with subject and object swapped ("child" for "parent"). A relation without an
    inverse stands for itself ("works at" also answers who works at a place); if its object is a person, there is none.
    """
    if label not in terms():
        return None
    term = terms()[label]
    inverse: str | None = term["inverse"]
    return inverse or (None if term["value_type"] == "person" else label)


def _of_kind(asking: Asking, rows: Sequence[dict[str, Any]], relation: Relation) -> list[dict[str, Any]]:
    """The claims whose words are of the kind that is asked for: allergies but no other conditions, if allergies are
    asked for."""
    having, without, asked = (
        {stem for one in words for stem in asking.words.terms(one)}
        for words in (relation.having, relation.without, relation.words)
    )
    said = [(row, _said(asking, row)) for row in rows]
    fitting = [(row, words) for row, words in said if not words & without and (not having or words & having)]
    preferred = [row for row, words in fitting if relation.preferring and words & asked]
    return preferred or [row for row, _ in fitting]


def _said(asking: Asking, row: Mapping[str, Any]) -> set[str]:
    """The stems of the words in a claim's object and in its quote."""
    return {*asking.words.terms(f"{row['object'] or ''} {row['quote'] or ''}")}


def _of_object(asking: Asking, row: Mapping[str, Any]) -> set[str]:
    """The stems of the words in a claim's object; for an event also those of its verb."""
    verb = "" if row["predicate"] in terms() else row["predicate"].replace("_", " ")
    return {*asking.words.terms(f"{verb} {row['object'] or ''}")}


def _told(asking: Asking, asked: Asked, rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The claims that contain enough of the question's words, and all of its numbers."""
    known = asked.told | asking.question.beside
    asked_for = (piece for at, piece in enumerate(asking.question.pieces) if at not in known)
    all_pieces = [piece for piece in asked_for if not piece.is_possessive]
    taking = read_asked(data_path(ASKED_FILE)).taking
    things = [piece for piece in all_pieces if piece.word not in taking.words]
    for row in rows:
        # "When did I stop taking bisoprolol": of a claim of use, the object is bisoprolol.
        pieces = things if row["predicate"] in taking.relations else all_pieces
        said = _of_object(asking, row) if asked.is_by_object else _said(asking, row)
        open_ones = [piece for piece in pieces if piece.stem not in said]
        if asked.is_by_object and (open_ones or not pieces):
            continue
        is_enough = asked.units >= asking.settings.held_share * (asked.units + len(open_ones))
        if is_enough and not any(piece.word.isdecimal() for piece in open_ones):
            yield row


def _ids(of: Iterable[Meant]) -> set[str]:
    return {one for meant in of for one in (meant.person_id, meant.entity_id) if one is not None}
