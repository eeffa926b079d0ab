"""What a model's answers about events come to: true places, and a reason for each item that cannot stand."""

from typing import Any

import pytest

from kg_assets.claims.masking import Hidden, masked
from kg_assets.memory.extraction.asking import Time, Told
from kg_assets.memory.extraction.reading import Answered, EventReader

TEXT = "Yesterday I signed the lease with Marta Ness of Acme (marta@acme.com). `secret deal` Marta is glad, so am I."
DAY = Time(0, 9, "2025-03-09T00:00:00.000Z", "2025-03-10T00:00:00.000Z", "day")
SECRET = TEXT.index("`secret deal`")
SIGNED = {
    "category": "Decision", "narrative": "SELF signed the lease with Marta.", "time": "Yesterday",
    "subject": {"type": "object", "reference": "lease"},
    "actors": [{"reference": "SELF", "role": "owner"}, {"reference": "Marta Ness", "role": "contributor"}],
    "quote": "I signed the lease with Marta Ness", "confidence": 0.9,
}  # fmt: skip
MARTA = {
    "surface_form": "Marta Ness", "canonical_suggestion": "Marta Ness", "type": "person", "role": None, "org": "Acme",
    "email": "Marta@acme.com", "aliases_in_doc": ["Marta", "Mia"], "confidence": 0.8,
}  # fmt: skip


def told(text: str = TEXT, writer: str | None = "SELF") -> Told:
    hidden = [Hidden(SECRET, SECRET + 13, "code")] if text == TEXT else []
    shown = masked(text, hidden, "length_preserving")
    place = (TEXT.index("Marta"), TEXT.index(" of Acme"))
    return Told("m1", "c1", "chatgpt", None, writer, shown, text, (DAY,), {place: ("n1", "e1")})


def answered(*runs: dict[str, Any], most: int = 4) -> Answered:
    return EventReader(told(), most, 60).agreed(runs)


def test_an_event_has_the_places_of_its_words() -> None:
    (event,) = answered({"events": [SIGNED]}).events
    assert TEXT[event.start : event.end] == SIGNED["quote"]
    assert event.time is not None
    assert (event.time.from_utc, event.time.granularity) == (DAY.from_utc, "day")
    assert event.subject is not None
    assert TEXT[event.subject.start : event.subject.end] == "lease"
    me, marta = event.actors
    assert (me.is_self, me.start, marta.reference, marta.is_self) == (True, None, "Marta Ness", False)
    assert marta.start == TEXT.index("Marta Ness")


def test_a_name_keeps_what_the_text_has_of_it() -> None:
    """ "Mia" and a role that nobody told are dropped; the mention at the place is known."""
    (name,) = answered({"events": [], "entities_mentioned": [MARTA | {"role": "notary"}]}).names
    assert (name.surface, name.organization, name.email, name.role) == ("Marta Ness", "Acme", None, None)
    assert (name.aliases, name.mention_id, name.entity_id) == (("Marta",), "n1", "e1")
    (name,) = answered({"events": [], "entities_mentioned": [MARTA | {"email": "marta@acme.com"}]}).names
    assert name.email == "marta@acme.com"


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"quote": "I bought the house"}, "QUOTE_NOT_FOUND"), ({"quote": ""}, "QUOTE_NOT_FOUND"),
        ({"quote": "secret deal"}, "QUOTE_NOT_FOUND"), ({"quote": "word " * 26}, "QUOTE_TOO_LONG"),
        ({"quote": None}, "MALFORMED"), ({"category": "Party"}, "UNKNOWN_WORD"), ({"category": 3}, "MALFORMED"),
        ({"narrative": ""}, "MALFORMED"), ({"narrative": "on and " * 40}, "NARRATIVE_TOO_LONG"),
        ({"time": "last Christmas"}, "NAME_NOT_FOUND"), ({"time": 7}, "MALFORMED"),
        ({"subject": {"type": "object", "reference": "the house"}}, "NAME_NOT_FOUND"),
        ({"subject": {"type": "dream", "reference": "lease"}}, "UNKNOWN_WORD"), ({"subject": "lease"}, "MALFORMED"),
        ({"actors": [{"reference": "E77", "role": "owner"}]}, "NAME_NOT_FOUND"),
        ({"actors": [{"reference": "", "role": "owner"}]}, "NAME_NOT_FOUND"),
        ({"actors": [{"reference": "SELF", "role": "boss"}]}, "UNKNOWN_WORD"), ({"actors": "SELF"}, "MALFORMED"),
        ({"actors": ["SELF"]}, "MALFORMED"), ({"confidence": 1.2}, "BAD_CONFIDENCE"),
        ({"confidence": "sure"}, "MALFORMED"), ({"confidence": True}, "MALFORMED"),
        ({"narrative": "Ich unterschrieb den Vertrag.", "quote": "ich unterschrieb"}, "QUOTE_NOT_FOUND"),
    ],
)  # fmt: skip
def test_an_event_that_cannot_stand_has_a_reason(changed: dict[str, Any], reason: str) -> None:
    found = answered({"events": [SIGNED | changed, SIGNED]})
    assert [rejected.reason for rejected in found.rejected] == [reason]
    assert len(found.events) == 1


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        (MARTA | {"surface_form": "Mia"}, "NAME_NOT_FOUND"), (MARTA | {"surface_form": "Mart"}, "NAME_NOT_FOUND"),
        (MARTA | {"surface_form": "secret"}, "NAME_NOT_FOUND"), (MARTA | {"type": "alien"}, "UNKNOWN_WORD"),
        (MARTA | {"aliases_in_doc": "Marta"}, "MALFORMED"), (MARTA | {"confidence": -1}, "BAD_CONFIDENCE"),
        ("Marta", "MALFORMED"), (None, "MALFORMED"), (["Marta"], "MALFORMED"), ({}, "MALFORMED"),
    ],
)  # fmt: skip
def test_a_name_that_cannot_stand_has_a_reason(item: Any, reason: str) -> None:
    found = answered({"events": [], "entities_mentioned": [item]})
    assert ([rejected.reason for rejected in found.rejected], found.names) == ([reason], [])


def test_lists_without_end_are_cut_off_and_items_kept_in_part() -> None:
    words = TEXT.split()[:9]
    events = [SIGNED | {"quote": word, "narrative": "n " * 40} for word in words]
    found = answered({"events": events})
    assert len(found.events) == 4
    assert {rejected.reason for rejected in found.rejected} == {"TOO_MANY"}
    assert all(len(rejected.found) == 60 for rejected in found.rejected)


def test_the_writer_of_others_words_is_not_the_person() -> None:
    item = SIGNED | {"actors": [{"reference": "Ola Berg", "role": "owner"}]}
    (event,) = EventReader(told(writer="Ola Berg"), 4, 60).agreed([{"events": [item]}]).events
    assert [(actor.reference, actor.is_self, actor.start) for actor in event.actors] == [("Ola Berg", False, None)]


def test_most_runs_decide() -> None:
    other = SIGNED | {"quote": "Marta is glad", "category": "Feedback"}
    runs = [{"events": [SIGNED, other]}, {"events": [SIGNED | {"confidence": 0.6}]}, {"events": []}]
    assert [(event.category, event.confidence) for event in answered(*runs).events] == [("Decision", 0.75)]
