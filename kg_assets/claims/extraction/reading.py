"""Reads claims and retractions from a model's answer (seed 000 §4.4.4, §4.5; design §9 "Claims").

Each item is read by itself, so that a faulty item does not spoil the others. Modality, polarity and predicate are left
to `validation`. This module checks for invented ids, the quote's place, who speaks, dates, lengths and the confidence.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kg_assets.claims.contracts import RETRACTIONS_OF
from kg_assets.claims.extraction.asking import LITERALS
from kg_assets.claims.extraction.quotes import Quotes, only_place, stands_in
from kg_assets.claims.extraction.windows import Entity, Window
from kg_assets.claims.literals import is_no_date
from kg_assets.core.canonical import canonical_text
from kg_assets.core.spans import Span

SELF = "SELF"
_FIRST_PLURAL = frozenset({"we", "us", "our", "ours", "ourselves"})
_FIRST = frozenset({"i", "me", "my", "mine", "myself"}) | _FIRST_PLURAL
_SECOND = frozenset({"you", "your", "yours", "yourself", "yourselves"})
_PERSON = frozenset({"self", "__self__"})
# Assistants call the person "the user", above all in their notes; where the person speaks, users are other people.
_PERSON_OF_ASSISTANT = _PERSON | {"user", "the user"}
_ASSISTANT = frozenset({"assistant", "the assistant"})
_WORD = re.compile(r"[^\W\d_]+")
_LOCAL_ID = re.compile(r"E[0-9]{1,6}", re.ASCII)
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Argument:
    """A subject or object: SELF, the id of an entity, words or a value. `name` is the name that belongs to an id."""

    value: str
    kind: str
    name: str | None = None
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Rejection:
    """Why a claim is rejected (one of `contracts.MODEL_REJECTIONS`), and what was found."""

    reason: str
    found: str


@dataclass(frozen=True, slots=True)
class ModelClaim:
    """One claim as a run of the model read it."""

    subject: Argument
    predicate: str
    object: Argument | None
    modality: str
    polarity: str
    qualifier_type: str | None
    qualifier_text: str | None
    qualifier_span: Span | None
    qualifier_value: str | None
    quote: str
    matches: int
    span: Span | None
    confidence: float
    reader: str
    rejection: Rejection | None
    notes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Described:
    """The claim that a retraction takes back or puts in its place. A part is None if the words do not name
    it."""

    subject: str | None
    predicate: str | None
    object: str | None
    object_kind: str | None = None
    object_span: Span | None = None


@dataclass(frozen=True, slots=True)
class ModelRetraction:
    """One retraction as a run of the model read it."""

    retraction_type: str
    target: Described | None
    replacement: Described | None
    quote: str
    matches: int
    span: Span | None
    confidence: float


@dataclass(frozen=True, slots=True)
class Answered:
    """The content of one answer. `malformed` counts the items without a part that every claim or retraction must
    have."""

    claims: tuple[ModelClaim, ...]
    retractions: tuple[ModelRetraction, ...]
    malformed: int


class Malformed(ValueError):
    """An item of an answer lacks a part that it must have."""


class AnswerReader:
    """Reads the answers to the requests about one message."""

    def __init__(self, window: Window, max_argument_chars: int) -> None:
        self._window = window
        self._max_chars = max_argument_chars
        self._quotes = Quotes(window.masked)
        self._entities = {entity.local_id: entity for entity in window.entities}
        self._person = _PERSON_OF_ASSISTANT if window.role == "assistant" else _PERSON

    def read(self, value: Mapping[str, Any], reader: str) -> Answered:
        """The claims and retractions of one answer; `reader` is the identity of its call. Only the person can take
        something back: retractions in an answer about an assistant's message are ignored."""
        claims: list[ModelClaim] = []
        retractions: list[ModelRetraction] = []
        malformed = 0
        for item in value["claims"]:
            try:
                claims.append(self._claim(item, reader))
            except Malformed:
                malformed += 1
        # §4.7.3: only the person takes back.
        for item in value.get("retractions", ()) if self._window.role == "user" else ():
            try:
                retractions.append(self._retraction(item))
            except Malformed:
                malformed += 1
        return Answered(tuple(claims), tuple(retractions), malformed)

    # Claims

    def _claim(self, item: Mapping[str, Any], reader: str) -> ModelClaim:
        quote = _text(item, "quote")
        located = self._quotes.locate(quote)
        notes: dict[str, Any] = {}
        subject, bad_subject = self._subject(_text(item, "subject").strip(), quote, located.span, notes)
        thing, bad_object = self._object(item.get("object"), located.span)
        confidence, bad_confidence = _confidence(item)
        qualifier = item.get("qualifier") or {}
        if not isinstance(qualifier, Mapping):
            raise Malformed
        qualifier_text, iso = _text_or_none(qualifier, "text"), _text_or_none(qualifier, "iso")
        faults = (bad_subject, bad_object, _unquoted(located.matches), bad_confidence, _bad_date(iso))
        return ModelClaim(
            subject=subject,
            predicate=_text(item, "predicate").strip(),
            object=thing,
            modality=_text_or_none(item, "modality") or "",
            polarity=_text_or_none(item, "polarity") or "",
            qualifier_type=_text_or_none(qualifier, "type"),
            qualifier_text=qualifier_text,
            qualifier_span=self._qualifier_span(qualifier_text, located.span),
            qualifier_value=iso,
            quote=quote,
            matches=located.matches,
            span=located.span,
            confidence=confidence,
            reader=reader,
            rejection=next((fault for fault in faults if fault is not None), None),
            notes=notes,
        )

    def _subject(
        self, given: str, quote: str, span: Span | None, notes: dict[str, Any]
    ) -> tuple[Argument, Rejection | None]:
        low = given.casefold()
        is_assistant = self._window.role == "assistant"
        if low in (_FIRST if is_assistant else _SECOND) or low in _ASSISTANT:
            # What is said of the assistant, by itself or by the person, makes no claim of this graph.
            reason = "FIRST_PERSON_OF_ASSISTANT" if is_assistant else "UNKNOWN_ENTITY"
            return Argument(given, "words"), Rejection(reason, given)
        if low in self._person or low in (_SECOND if is_assistant else _FIRST):
            if low in _FIRST_PLURAL:
                notes["plural"] = True
            spoken = is_assistant and _speaks_of_itself(quote)
            return Argument(SELF, "self"), Rejection("FIRST_PERSON_OF_ASSISTANT", given) if spoken else None
        return self._entity(given, span)

    def _object(self, given: Any, span: Span | None) -> tuple[Argument | None, Rejection | None]:
        if given is None:
            return None, None
        if not isinstance(given, Mapping) or given.get("value") is None:
            raise Malformed
        kind, raw = given.get("kind"), given["value"]
        value = (raw if isinstance(raw, str) else canonical_text(raw)).strip()
        if kind == "entity":
            if value.casefold() in self._person:
                return Argument(SELF, "entity"), None
            return self._entity(value, span)
        place = self._place(value, span)
        if kind not in LITERALS or not value:
            return Argument(value, "string", None, place), Rejection("BAD_OBJECT", str(kind))
        return Argument(value, kind, None, place), self._too_long(value) or (
            _bad_date(value) if kind == "date" else None
        )

    def _too_long(self, words: str) -> Rejection | None:
        return Rejection("TOO_LONG", f"{len(words)} characters") if len(words) > self._max_chars else None

    def _entity(self, given: str, span: Span | None) -> tuple[Argument, Rejection | None]:
        entity = self._entities.get(given)
        if entity is not None:
            return Argument(entity.entity_id, "entity", entity.name, self._mention(entity, span)), None
        # The words of an id can stand in the text itself ("the E5 to Berlin"); else the model made it up.
        is_id = _LOCAL_ID.fullmatch(given) or _UUID.fullmatch(given)
        if is_id and not stands_in(self._window.masked.text, given):
            return Argument(given, "entity"), Rejection("UNKNOWN_ENTITY", given)
        return Argument(given, "entity", None, self._place(given, span)), self._too_long(given)

    def _mention(self, entity: Entity, span: Span | None) -> Span | None:
        """The place inside of the quote where the entity is named; None if there is none or more than one."""
        if span is None:
            return None
        places = [
            Span(mention.char_start, mention.char_end)
            for mention in self._window.mentions
            if mention.entity_id == entity.entity_id
            and span.start <= mention.char_start
            and mention.char_end <= span.end
        ]
        return places[0] if len(places) == 1 else None

    def _place(self, words: str, span: Span | None) -> Span | None:
        return None if span is None else only_place(self._window.text, words, span)

    def _qualifier_span(self, words: str | None, span: Span | None) -> Span | None:
        """The place of a qualifier's words: in the quote, else anywhere in the message, since "Since May ..."
        often stands before the quoted words."""
        if words is None:
            return None
        found = self._place(words, span)
        return found or self._quotes.locate(words.strip()).span

    # Retractions

    def _retraction(self, item: Mapping[str, Any]) -> ModelRetraction:
        kind = _text(item, "type")
        if kind not in RETRACTIONS_OF:
            raise Malformed
        quote = _text(item, "quote")
        located = self._quotes.locate(quote)
        confidence, bad_confidence = _confidence(item)
        if bad_confidence is not None:
            raise Malformed
        return ModelRetraction(
            kind,
            self._described(item.get("target"), located.span),
            self._described(item.get("replacement"), located.span),
            quote,
            located.matches,
            located.span,
            confidence,
        )

    def _described(self, given: Any, span: Span | None) -> Described | None:
        if given is None:
            return None
        if not isinstance(given, Mapping):
            raise Malformed
        subject, predicate, thing = (_text_or_none(given, name) for name in ("subject", "predicate", "object"))
        if subject is None and predicate is None and thing is None:
            return None
        entity = self._entities.get(thing.strip()) if thing is not None else None
        if entity is not None:
            return Described(self._spoken(subject), predicate, entity.entity_id, "entity", self._mention(entity, span))
        place = None if thing is None else self._place(thing.strip(), span)
        return Described(self._spoken(subject), predicate, self._spoken(thing), None, place)

    def _spoken(self, given: str | None) -> str | None:
        """A subject or object of a retraction: the graph's id of a listed entity, SELF for the person, else
        the words."""
        if given is None:
            return None
        entity = self._entities.get(given.strip())
        if entity is not None:
            return entity.entity_id
        return SELF if given.strip().casefold() in self._person | _FIRST else given.strip()


def _speaks_of_itself(quote: str) -> bool:
    """Whether an assistant's words name only the assistant ("I can help"), so that SELF must be a mistake."""
    words = _WORD.findall(quote)
    # "US" is a country.
    low = {word.casefold() for word in words if len(word) == 1 or not word.isupper()}
    return not low.isdisjoint(_FIRST) and low.isdisjoint(_SECOND)


def _text(item: Mapping[str, Any], name: str) -> str:
    value = item.get(name)
    if not isinstance(value, str):
        raise Malformed
    return value


def _text_or_none(item: Mapping[str, Any], name: str) -> str | None:
    value = item.get(name)
    if value is not None and not isinstance(value, str):
        raise Malformed
    return value or None


def _confidence(item: Mapping[str, Any]) -> tuple[float, Rejection | None]:
    """The confidence as given. A number outside 0 to 1 is rejected and not rescaled: 7 may mean 7 of 10, 7 of 100 or a
    slip."""
    value = item.get("confidence")
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Malformed
    if 0 <= value <= 1:
        return float(value), None
    return 0.0, Rejection("BAD_CONFIDENCE", str(value))


def _unquoted(matches: int) -> Rejection | None:
    """The rejection of a claim whose quote is not in the message: every claim must be traced to its words
    (design, first paragraph)."""
    return None if matches else Rejection("QUOTE_NOT_FOUND", "not in the message")


def _bad_date(iso: str | None) -> Rejection | None:
    return Rejection("BAD_DATE", iso) if iso is not None and is_no_date(iso) else None
