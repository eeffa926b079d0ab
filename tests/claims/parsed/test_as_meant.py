"""Whole messages by both ways of reading: what is shown of them, its words and its time."""

import pytest

from tests.claims.parsed.test_plainly_said import claims


def shown(text: str) -> set[tuple[str, str, str | None, str | None]]:
    """Predicate, object, modality and time of what is not held back."""
    return {
        (c.predicate, c.object, c.modality, text[slice(*c.qualifier_span)] if c.qualifier_span else None)
        for c in claims(text)
        if not c.notes.get("passing")
    }


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # What is over is no habit of now.
        ("I used to go sailing with my uncle.", [("habit", "go sailing with my uncle", "fact", None)]),
        ("During heat waves, we usually sleep on the roof.", [
            ("habit", "sleep on the roof during heat waves", "state", None),
        ]),
        ("I've found my true loves: rowing and judo.", [("find", "true loves: rowing and judo", "fact", None)]),
        ("Got a telescope for my birthday!", [
            ("get", "telescope for my birthday", "fact", None), ("owns", "telescope", "state", None),
        ]),
        ("I told my parents I'm gay last night", [("is_trait", "gay", "state", None)]),
        ("I'm preparing for two finals.", [("prepare_for", "two finals", "state", None)]),
        ("I've always had great respect for nurses.", [("have", "great respect for nurses", "state", None)]),
        ("Just writing songs for a school play.", [("write", "songs for a school play", "state", None)]),
        ("I bake all sorts of pies for the fair.", []),
        ("I own a food cart and permits are up for renewal.", [("owns", "food cart", "state", None)]),
        ("My boyfriend and I split up in February.", [("partner_is", "__SELF__/boyfriend", "state", "February")]),
        ("I was diagnosed with lupus two years ago.", [("has_condition", "lupus", "state", "two years ago")]),
        ("Planning to hike the dunes next spring with two friends.", [
            ("plans_to", "hike the dunes with two friends", "intention", "next spring"),
        ]),
        # Who did something has nothing by that, and who was in a final visited no place.
        ("Weaving and knitting have taught me patience.", [("teach", "me patience", "fact", None)]),
        ("I was in the final of a chess cup last Saturday.", [
            ("be_in", "final of a chess cup", "fact", "last Saturday"),
        ]),
        ("I've had busy weeks, but last month I had a holiday in Crete.", [
            ("have", "busy weeks", "fact", None), ("have", "holiday in Crete", "fact", "last month"),
        ]),
        # A time of which one says how it was dates what is told behind it.
        ("Last week was wild - I repaired the church organ.", [("repair", "church organ", "fact", "Last week")]),
        ("Last week was dreadful. I lost my purse in Riga.", [("lose", "purse in Riga", "fact", "Last week")]),
        ("I gave my old sledge to a school I help at yesterday.", [
            ("give", "old sledge to a school I help at", "fact", "yesterday"),
        ]),
        # What for, and where, stand behind the time.
        ("We're planning to hire a boat next month to see the seals.", [
            ("plans_to", "hire a boat to see the seals", "intention", "next month"),
        ]),
        ("We explored the coast up in the north of Norway.", [
            ("visited", "coast up in the north of Norway", "fact", None),
        ]),
        ("I'm putting together a quiz night next month.", [("works_on", "quiz night next month", "state", None)]),
        # What is going on behind a plan is planned, too.
        ("I'm hiking with some mates this weekend. We're checking out a new trail.", [
            ("plans_to", "hiking with some mates", "intention", "this weekend"),
            ("plans_to", "checking out a new trail with others", "intention", None),
        ]),
        ("We're considering adopting a pony.", [("consider", "adopting a pony", "state", None)]),
    ],
)  # fmt: skip
def test_a_claim_is_told_as_it_was_meant(text: str, found: list[tuple[str, str, str, str | None]]) -> None:
    assert shown(text) == set(found)


@pytest.mark.parametrize(
    "text",
    [
        "It's a judo club I go to often.",
        "I got great news on Friday.",
        "I love the peace it brings.",
        "It's based on a book trilogy that I love.",
        "I'm working on one with my choir.",
        "Gonna keep chasing my dreams",
        "I'll reach my goals no matter what.",
        "I'm over the moon!",
        "I haven't been able to swim much lately.",
        "I made something to catch the eye.",
        "Been fiddling with that stew and some others.",
        "We got into the accident.",
        "Can't wait for the trip!",
        "I am writing all my plans down.",
    ],
)
def test_what_only_the_talk_makes_plain_is_held_back(text: str) -> None:
    assert shown(text) == set()


def test_whose_a_relative_is_belongs_to_who_it_is() -> None:
    assert {c.subject for c in claims("My wife's brother got us tickets.")} == {"my wife's brother"}


def test_what_there_is_one_of_is_known() -> None:
    assert shown("I went to the dentist on Monday.") == {("go_to", "dentist", "fact", "Monday")}


@pytest.mark.parametrize(
    ("text", "predicate", "time"),
    [
        # What goes on telling of an occasion was when that was.
        ("Last week I visited Lene. We had a great time baking for the school.", "have", "Last week"),
        ("On Friday I saw a lynx at the quarry. I took a photo of the tracks.", "take", "Friday"),
        ("Last month we drove to Graz. We repaired an old organ.", "repair", "Last month"),
        # Another deed of that month may have been another day's, and a year holds many occasions.
        ("I sold my kayak last month. I painted the fence.", "paint", None),
        ("We moved to Faro last year. We painted the kitchen.", "paint", None),
        # What was wanted was not wanted on that day alone, and what came later was later.
        ("Yesterday I joined a choir. I wanted to sing with others.", "wants", None),
        ("On Friday I saw a lynx at the quarry. Later on I took a photo of the tracks.", "take", None),
    ],
)
def test_an_occasion_dates_what_goes_on_telling_of_it(text: str, predicate: str, time: str | None) -> None:
    assert {when for told, _, _, when in shown(text) if told == predicate} <= {time}
    assert time is None or any(told == predicate for told, *_ in shown(text))


def test_what_is_so_whenever_something_else_is_is_not_so_now() -> None:
    assert not [c for c in claims("I use the big lamp when I'm painting icons.") if c.predicate.startswith("paint")]
    assert claims("I bake when it is cold and I'm sad.") == []
    assert [c.object for c in claims("I was sad when it was cold, and I'm glad now.")][:1] == ["sad"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I'm nervous about the exam tomorrow.", ("feels", "nervous about the exam tomorrow", None)),
        ("I'm nervous today.", ("feels", "nervous", "today")),
        (
            "I'm thinking of sailing in the next few months to rest.",
            ("think_of", "sailing in the next few months", None),
        ),
    ],
)
def test_what_is_felt_or_thought_now_is_in_no_time_to_come(text: str, told: tuple[str, str, str | None]) -> None:
    found = {
        (c.predicate, c.object, text[slice(*c.qualifier_span)] if c.qualifier_span else None) for c in claims(text)
    }
    assert told in found
