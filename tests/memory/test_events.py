"""Events in sentences: of which kind, who took part, about what, when; and what tells none."""

import pytest

from kg_assets.language.parser import read
from kg_assets.memory.contracts import MOST_QUOTED_WORDS
from kg_assets.memory.event import Event, Name, Speaker, Time
from kg_assets.memory.events import read_events

_MODEL = "en_core_web_sm"
_ME = Speaker(True, None, "2024-03-04T10:00:00.000Z")


def _read(
    text: str, times: tuple[tuple[str, str, str], ...] = (), names: tuple[str, ...] = (), speaker: Speaker = _ME
) -> list[Event]:
    placed = [Time(text.index(said), text.index(said) + len(said), since, None, grain) for said, since, grain in times]
    named = [Name(text.index(name), text.index(name) + len(name), "person", name) for name in names]
    return read_events(read(text, _MODEL), placed, named, speaker)


@pytest.mark.parametrize(
    ("text", "category", "actors"),
    [
        ("I decided to sell the boat.", "Decision", ["SELF"]),
        ("I'll send the contract to the landlord.", "Commitment", ["SELF"]),
        ("I'm going to paint the kitchen.", "Commitment", ["SELF"]),
        ("I moved to Lisbon.", "Change", ["SELF"]),
        ("I painted the kitchen.", "Execution", ["SELF"]),
        ("My car broke down on the bridge.", "QualityRisk", ["SELF"]),
        ("I met the new neighbours with my sister.", "Collaboration", ["SELF", "my sister"]),
        ("Alice Chen approved the budget.", "Decision", ["Alice Chen"]),
        ("The contract was reviewed by Alice Chen.", "Feedback", ["Alice Chen"]),
    ],
)
def test_a_clause_tells_one_kind_of_event_and_who_took_part(text: str, category: str, actors: list[str]) -> None:
    names = ("Alice Chen",) if "Alice Chen" in text else ()
    (event,) = _read(text, names=names)
    assert (event.category, [actor.reference for actor in event.actors]) == (category, actors)


@pytest.mark.parametrize(
    "text",
    [
        "Did you paint the kitchen?", "I never painted the kitchen.", "If I moved to Lisbon, I would be happy.",
        "I'm stoked about the film.", "It was called Inception.", "I'll send you the recipe.", "I'm gonna be fine.",
        "Paint the kitchen.", "I like the kitchen.", "We made a difference.",
    ],
)  # fmt: skip
def test_questions_denials_states_and_talk_tell_no_event(text: str) -> None:
    assert _read(text) == []


def test_a_time_says_when_it_was_and_one_to_come_makes_it_a_plan() -> None:
    (done,) = _read("I painted the kitchen last week.", (("last week", "2024-02-26T00:00:00.000Z", "week"),))
    assert done.time is not None
    assert (done.category, done.time.from_utc) == ("Execution", "2024-02-26T00:00:00.000Z")
    (ahead,) = _read("I'm having a party next month.", (("next month", "2024-04-01T00:00:00.000Z", "month"),))
    assert ahead.category == "Commitment"
    (apart,) = _read("I painted the kitchen before Monday.", (("Monday", "2024-03-11T00:00:00.000Z", "day"),))
    assert apart.time is None


def test_what_somebody_else_writes_is_never_done_by_the_person() -> None:
    (event,) = _read("I moved to Lisbon.", speaker=Speaker(False, "Alice Chen"))
    assert [(actor.reference, actor.is_self) for actor in event.actors] == [("Alice Chen", False)]
    assert event.narrative == "Alice Chen: I moved to Lisbon."


def test_a_quote_has_its_place_and_no_more_words_than_it_may() -> None:
    text = "I painted " + ", ".join(f"the kitchen of flat {n} in house {n}" for n in range(1, 9)) + "."
    (event,) = _read(text)
    quote = text[event.start : event.end]
    assert quote.startswith("I painted the kitchen of flat 1")
    assert len(quote.split()) <= MOST_QUOTED_WORDS


def test_a_sentence_that_refers_back_is_told_with_the_one_before() -> None:
    told = [event.narrative for event in _read("I wrote a script. On Monday afternoon I pitched it to a producer.")]
    assert told == ["I wrote a script.", "I wrote a script. On Monday afternoon I pitched it to a producer."]
