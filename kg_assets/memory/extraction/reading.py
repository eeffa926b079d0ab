"""Turns a model's answer into events and names, item by item. An invalid item is rejected, with the reason.

Nothing is believed without its words: quotes, names, times and actors must occur in the text that was shown.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Generic, Literal, NamedTuple, TypeVar, get_args

from kg_assets.claims.extraction.quotes import Quotes, whole_places
from kg_assets.core.canonical import canonical_text
from kg_assets.core.spans import Span
from kg_assets.llm.votes import majority
from kg_assets.memory.contracts import ACTOR_ROLES, CATEGORIES, MENTIONED_TYPES, MOST_QUOTED_WORDS
from kg_assets.memory.event import Actor, Event, Subject
from kg_assets.memory.event import Time as EventTime
from kg_assets.memory.extraction.asking import SELF, Told
from kg_assets.memory.names import Mentioned

Reason = Literal[
    "MALFORMED", "UNKNOWN_WORD", "BAD_CONFIDENCE", "QUOTE_NOT_FOUND", "QUOTE_TOO_LONG", "NARRATIVE_TOO_LONG",
    "NAME_NOT_FOUND", "TOO_MANY",
]  # fmt: skip
Kind = Literal["event", "name"]
KINDS: tuple[Kind, ...] = get_args(Kind)
REASONS: tuple[Reason, ...] = get_args(Reason)
MOST_NARRATIVE_WORDS = 60
Made = TypeVar("Made")


class Rejected(NamedTuple):
    """An invalid item: its kind, the reason, and the beginning of its canonical JSON."""

    kind: Kind
    reason: Reason
    found: str


class Answered(NamedTuple):
    """The events and names on which most runs of one request agree. `rejected` has the invalid items of all runs, each
    once."""

    events: list[Event]
    names: list[Mentioned]
    rejected: list[Rejected]

    @classmethod
    def of_nothing(cls) -> "Answered":
        return cls([], [], [])


class _Bad(ValueError):
    """Raised for an item that is rejected, with the reason."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


class _Read(NamedTuple, Generic[Made]):
    made: list[Made]
    rejected: list[Rejected]


class EventReader:
    """Reads the answers that a model gave about the events and names in one text."""

    def __init__(self, told: Told, most_items: int, kept_chars: int) -> None:
        self._told = told
        self._most = most_items
        self._kept_chars = kept_chars
        self._quotes = Quotes(told.masked)

    def agreed(self, answers: Sequence[Mapping[str, Any]]) -> Answered:
        """The events and names on which more than half of the runs agree."""
        events = [self._items(answer["events"], "event", self._event) for answer in answers]
        names = [self._items(answer.get("entities_mentioned", []), "name", self._name) for answer in answers]
        rejected = [one for read in events for one in read.rejected]
        rejected += [one for read in names for one in read.rejected]
        return Answered(
            _most_say([read.made for read in events], lambda event: (event.category, event.start, event.end)),
            _most_say([read.made for read in names], lambda name: (name.start, name.end)),
            list(dict.fromkeys(rejected)),
        )

    def _items(self, items: Sequence[Any], kind: Kind, read: Callable[[Mapping[str, Any]], Made]) -> _Read[Made]:
        made: list[Made] = []
        rejected: list[Rejected] = []
        for item in items:
            try:
                if not isinstance(item, Mapping):
                    raise _Bad("MALFORMED")
                one = read(item)
                if len(made) >= self._most:
                    raise _Bad("TOO_MANY")
                made.append(one)
            except _Bad as bad:
                rejected.append(Rejected(kind, bad.reason, canonical_text(item)[: self._kept_chars]))
        return _Read(made, rejected)

    # --- events -----------------------------------------------------------------------------------------------------

    def _event(self, item: Mapping[str, Any]) -> Event:
        category, narrative = _one_of(item, "category", CATEGORIES), " ".join(_text(item, "narrative").split())
        quote, confidence = _text(item, "quote"), _share(item)
        if len(quote.split()) > MOST_QUOTED_WORDS:
            raise _Bad("QUOTE_TOO_LONG")
        span = self._quotes.first(quote)
        if span is None:
            raise _Bad("QUOTE_NOT_FOUND")
        if len(self._told.text[span.start : span.end].split()) > MOST_QUOTED_WORDS:
            raise _Bad("QUOTE_TOO_LONG")
        if not narrative or len(narrative.split()) > MOST_NARRATIVE_WORDS:
            raise _Bad("NARRATIVE_TOO_LONG" if narrative else "MALFORMED")
        actors = item.get("actors", [])
        if not isinstance(actors, list):
            raise _Bad("MALFORMED")
        found = dict.fromkeys(self._actor(actor, span) for actor in actors[: self._most])
        return Event(
            category, narrative, self._time(_text_or_none(item, "time"), span), self._subject(item, span), tuple(found),
            span.start, span.end, confidence,
        )  # fmt: skip

    def _actor(self, item: Any, near: Span) -> Actor:
        if not isinstance(item, Mapping):
            raise _Bad("MALFORMED")
        reference, role = _text(item, "reference").strip(), _one_of(item, "role", ACTOR_ROLES)
        if reference == SELF:
            # SELF is always the person. In texts of others "I" is their writer (below).
            return Actor(SELF, role, None, None, True)
        if reference and reference == self._told.writer:
            return Actor(reference, role, None, None, False)
        place = self._place(reference, near)
        return Actor(self._told.text[place.start : place.end], role, place.start, place.end, False)

    def _subject(self, item: Mapping[str, Any], near: Span) -> Subject | None:
        given = item.get("subject")
        if given is None:
            return None
        if not isinstance(given, Mapping):
            raise _Bad("MALFORMED")
        reference = _text(given, "reference").strip()
        place = self._place(reference, near)
        words = " ".join(self._told.text[place.start : place.end].split())
        return Subject(_one_of(given, "type", MENTIONED_TYPES), words, place.start, place.end)

    def _time(self, words: str | None, near: Span) -> EventTime | None:
        """The first resolved time that overlaps these words, or None. If the text does not have the words, the item is
        rejected."""
        if words is None:
            return None
        place = self._place(words.strip(), near)
        for time in self._told.times:
            if time.start < place.end and place.start < time.end:
                return EventTime(*time)
        return None

    def _place(self, words: str, near: Span) -> Span:
        """Where these words occur as whole words: the first place within `near`, else the first in the text. If the
        text does not have them, the item is rejected."""
        shown = self._told.masked
        places = [shown.to_original(*place) for place in whole_places(shown.text, words)]
        found = [place for place in places if place is not None]
        inside = [place for place in found if near.start <= place.start and place.end <= near.end]
        if not found:
            raise _Bad("NAME_NOT_FOUND")
        return (inside or found)[0]

    # --- names ------------------------------------------------------------------------------------------------------

    def _name(self, item: Mapping[str, Any]) -> Mentioned:
        surface, kind = _text(item, "surface_form").strip(), _one_of(item, "type", MENTIONED_TYPES)
        confidence = _share(item)
        place = self._place(surface, Span(0, 0))
        aliases = item.get("aliases_in_doc", [])
        if not isinstance(aliases, list):
            raise _Bad("MALFORMED")
        told = {self._own(alias) for alias in aliases[: self._most]} - {None, surface}
        stands = self._told.text[place.start : place.end]
        mention_id, entity_id = self._told.mentions.get((place.start, place.end), (None, None))
        return Mentioned(
            place.start, place.end, stands, self._own(item.get("canonical_suggestion")) or stands, kind, mention_id,
            entity_id, self._own(item.get("role")), self._own(item.get("org")), self._address(item.get("email")), None,
            tuple(sorted(alias for alias in told if alias is not None)), confidence,
        )  # fmt: skip

    def _own(self, words: Any) -> str | None:
        """These words if the text has them, else None, because nothing shows that other words are true."""
        if not isinstance(words, str) or not words.strip():
            return None
        stands = next(whole_places(self._told.masked.text, words.strip()), None)
        return None if stands is None else words.strip()

    def _address(self, words: Any) -> str | None:
        found = self._own(words)
        return found.lower() if found is not None and "@" in found else None


def _most_say(runs: Sequence[Sequence[Made]], key: Callable[[Made], Hashable]) -> list[Made]:
    """The items that more than half of the runs have, each with the mean of its confidences."""
    agreed = majority(runs, key, lambda one: one.confidence)  # type: ignore[attr-defined]
    return [one.candidate._replace(confidence=one.confidence) for one in agreed]  # type: ignore[attr-defined]


def _text(item: Mapping[str, Any], name: str) -> str:
    value = item.get(name)
    if not isinstance(value, str):
        raise _Bad("MALFORMED")
    return value


def _text_or_none(item: Mapping[str, Any], name: str) -> str | None:
    return None if item.get(name) is None else _text(item, name)


def _one_of(item: Mapping[str, Any], name: str, known: Sequence[str]) -> str:
    value = _text(item, name)
    if value not in known:
        raise _Bad("UNKNOWN_WORD")
    return value


def _share(item: Mapping[str, Any]) -> float:
    value = item.get("confidence")
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _Bad("MALFORMED")
    if not 0 <= value <= 1:
        raise _Bad("BAD_CONFIDENCE")
    return float(value)
