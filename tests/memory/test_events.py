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
        ("I'll send the contract to the landlord.", "Commitment", ["SELF", "landlord"]),
        ("I'm going to paint the kitchen.", "Commitment", ["SELF"]),
        ("I moved to Lisbon.", "Change", ["SELF"]),
        ("I painted the kitchen.", "Execution", ["SELF"]),
        ("I'm off to bake some cakes.", "Commitment", ["SELF"]),
        ("I asked my neighbours to join the choir.", "Collaboration", ["SELF", "my neighbours"]),
        ("I had a long talk with a Moby Dick fan.", "Collaboration", ["SELF", "Moby Dick fan"]),
        ("We had a blast at the harbour concert.", "Execution", ["SELF"]),
        ("I baked forty rolls.", "Execution", ["SELF"]),
        ("My garden was hit by a storm.", "QualityRisk", ["SELF"]),
        ("We ended up with a good crew.", "Execution", ["SELF"]),
        ("I got accepted for the evening school.", "Change", ["SELF"]),
        ("My son got into an accident.", "QualityRisk", ["my son"]),
        ("My car broke down on the bridge.", "QualityRisk", ["SELF"]),
        ("I met the new neighbours with my sister.", "Collaboration", ["SELF", "new neighbours", "my sister"]),
        ("Alice Chen approved the budget.", "Decision", ["Alice Chen"]),
        ("The contract was reviewed by Alice Chen.", "Feedback", ["Alice Chen"]),
        ("I rowed to the island with a few colleagues.", "Execution", ["SELF", "few colleagues"]),
        ("I talked with the crew and my family about the harbour.", "Collaboration", ["SELF", "crew", "my family"]),
        ("We organized a rowing club.", "Collaboration", ["SELF"]),
        ("I just took my fam camping in the mountains.", "Execution", ["SELF", "fam"]),
        ("I got a rejection from a publisher.", "QualityRisk", ["SELF"]),
        ("I'm getting people together to talk about the park.", "Collaboration", ["SELF", "people"]),
        ("I'm teaming up with a club that helps kids with sums and school.", "Collaboration", ["SELF", "club"]),
        ("I'm finishing up the sails.", "Execution", ["SELF"]),
        ("I encouraged students to join the choir.", "Collaboration", ["SELF", "students"]),
        ("A buddy of mine adopted last year.", "Change", ["buddy"]),
        ("I skyped with an old fan.", "Collaboration", ["SELF", "old fan"]),
        ("I went to Alice Chen Hall.", "Execution", ["SELF"]),
        ("I took a creative writing class.", "Execution", ["SELF"]),
        ("Dad signed me up for the rowing league.", "Execution", ["my dad", "SELF"]),
        ("Some friends from church and I went camping.", "Execution", ["SELF", "friends"]),
        ("My aunt used to help my family.", "Collaboration", ["my aunt", "my family"]),
        ("My dance crew won a local contest.", "Execution", ["My dance crew", "SELF"]),
        ("I had a rough week at the harbour.", "QualityRisk", ["SELF"]),
        ("I made some friends at the harbour.", "Collaboration", ["SELF", "friends"]),
        ("My little dudes got a new tank.", "Execution", ["My little dudes", "SELF"]),
        ("I met this amazing woman, Jean, at the harbour.", "Collaboration", ["SELF", "Jean"]),
        ("It is ready. I pitched it to some publishers.", "Execution", ["SELF", "publishers"]),
        ("I finally took my kids to a pottery workshop.", "Execution", ["SELF", "my kids"]),
        ("Greta, after finishing the novel I got a letter from a publisher.", "Execution", ["SELF"]),
        ("I invited family and friends to the rowing club.", "Collaboration", ["SELF", "family", "friends"]),
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
        "I've always had a love for horses.", "I used to have a dog in Tromsø.", "Doing good with the kitchen.",
        "Agreed, the kitchen looks better!", "It made me appreciate the harbour.", "You felt accepted by the crew.",
        "My aim was to show the harbour.", "We gotta push ourselves at the gym.", "I'm always trying out new recipes.",
        "I'm enjoying my new job.", "Excited for this new chapter!", "I'm starting to realize that sleep matters.",
        "That's what I'm talking about.", "I loved 'Becoming Nicole' by Ellis.",
        "I've got a lot of boats to choose from.", "I've heard about the harbour a lot.",
        "Paint the kitchen.", "I like the kitchen.", "We made a difference.", "I'm trying to get the boat fixed.",
        "It shows how much work we still have to do for the harbour.", "I'll give it a try.",
        "I was mesmerized by the castles.", "I'll make sure to remember the harbour.",
        "There are boats I forgot I owned.",
        "I took it at the harbour.", "I'm gonna make it happen.",
        "In my free time, I enjoy curling up with a good book.", "It's a reminder of why I started rowing.",
        "It gave me a real sense of peace.", "Writing has become like an escape.",
        "I'm gonna keep on rowing and never quit.", "I'll keep pushing forward and doing my best.",
        "Gotta check the floor of the harbour.", "I'm really looking forward to painting the harbour.",
        "I got the hang of it.", "Got it covered!", "We'll make great memories!", "I'm gonna keep chasing my dreams!",
        "Hopefully, we will find a harbour.", "I'm a mix of excited and scared to open a shop.", "Got it Ada!",
        "I felt free and empowered doing it.", "I'm feeling hopeful and inspired about the harbour!",
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


@pytest.mark.parametrize(
    "text",
    [
        "Last night I joined a choir and had a long talk about boats.", "Last night was wild - I sold the boat.",
        "Last night I tackled something new - I baked a cake.", "I came back from the island last night, it was fun.",
        "Hey Ada, last night was wild. I sold the boat and met a sailor.",
        "I'll always remember our trip last night when we saw the seals.",
    ],
)  # fmt: skip
def test_a_time_is_of_what_is_told_beside_it(text: str) -> None:
    said = "Last night" if "Last night" in text else "last night"
    events = _read(text, ((said, "2024-03-03T18:00:00.000Z", "part_of_day"),))
    assert events
    assert {event.time and event.time.from_utc for event in events} == {"2024-03-03T18:00:00.000Z"}


def test_a_time_is_of_no_other_deed() -> None:
    times = (("next month", "2024-04-01T00:00:00.000Z", "month"),)
    (event,) = _read("I'm finishing a dance to perform at a festival next month.", times)
    assert (event.category, event.time) == ("Execution", None)
    times = (("Last night", "2024-03-03T18:00:00.000Z", "part_of_day"),)
    told = _read("Last night I sold the boat, and I am painting the kitchen.", times)
    assert [event.time is not None for event in told] == [True, False]


@pytest.mark.parametrize(
    ("text", "time", "is_dated"),
    [
        ("I started a weekend class.", "weekend", False),
        ("I took the weekend class.", "weekend", True),
        ("Time flies- feels like just yesterday I sold this boat!", "yesterday", False),
        ("I sold the boat yesterday.", "yesterday", True),
    ],
)
def test_a_time_that_says_of_which_kind_or_how_near_dates_nothing(text: str, time: str, is_dated: bool) -> None:
    events = _read(text, ((time, "2024-03-02T00:00:00.000Z", "day"),))
    assert [event.time is not None for event in events] == [is_dated]


def test_whom_a_friend_admires_takes_no_part() -> None:
    (event,) = _read("I talked to my friend who is a fan of Moby Dick.", names=("Moby Dick",))
    assert [actor.reference for actor in event.actors] == ["SELF", "my friend"]


def test_the_last_time_that_people_met_is_no_event() -> None:
    (event,) = _read("The last time we met, I bought a boat.")
    assert (event.subject and event.subject.reference) == "boat"


@pytest.mark.parametrize(
    "text", ["I'm hosting a dinner next month.", "I'm meeting Alice Chen next month.", "I'm opening a shop next month."]
)
def test_what_goes_on_at_a_time_to_come_is_planned(text: str) -> None:
    (event,) = _read(text, (("next month", "2024-04-01T00:00:00.000Z", "month"),))
    assert event.category == "Commitment"


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("I went to a council meeting.", "council meeting"),
        ("I'm trying out new recipes.", "new recipes"),
        ("Alice Chen invited us to a sailing class.", "sailing class"),
        ("I finally took my kids to a pottery workshop.", "pottery workshop"),
        ("I chatted with my family and friends about the move.", "move"),
        ("We went hiking with the kids.", "hiking with the kids"),
        ("I'm planning a few.", None),
        ("I turned ten.", None),
        ("I had a career-high in assists.", "career-high in assists"),
        ("I rehearsed with a group of dancers after work.", None),
        ("I talked to some of the guys at the harbour.", "some of the guys at the harbour"),
        ("I worked with a local baker to make it happen.", "local baker"),
        ('I am reading "Moby Dick" by Melville.', '"Moby Dick" by Melville'),
        ("We'll teach others to row the boats.", "others"),
        ("I went to a fair to show my boats.", "fair"),
        ("I had a not-so-great evening on a boat.", "not-so-great evening on a boat"),
        ("I'll do my best to find some sailors.", "sailors"),
        ("I had the chance to volunteer at a harbour office.", "harbour office"),
        ("I'm learning how to play the violin.", "violin"),
        ("I worked hard to get better.", None),
        ("My car broke down on the way to work.", "car"),
        ("The letter I sent off to the harbour is lost.", "letter"),
        ("It is cold. I put it in the ice cream maker.", None),
        ("The contract was drafted by Alice Chen.", "contract"),
        ("I'm hoping to share my love of rowing and connect with others.", "love of rowing"),
        ("I'll keep baking and selling rolls.", "selling rolls"),
        ("Our crew won a prize.", "prize"),
        ("I talked to some sailors at the harbour afterwards.", "sailors at the harbour"),
        ("I saw two seals on my way home.", "two seals on my way home"),
        ("I got promoted at work.", None),
        ("We celebrated at a tavern.", "tavern"),
        ("I rowed with no pain.", None),
        ("I slipped during a long climb.", "long climb"),
        ("The exam was tough. But I turned it into a learning experience.", "learning experience"),
        ("The talk was long. But I dropped it into the harbour.", None),  # a bare noun says too little
    ],
)
def test_what_it_is_about_is_a_thing_and_no_preposition(text: str, about: str | None) -> None:
    (event,) = _read(text, names=("Alice Chen",) if "Alice Chen" in text else ())
    assert (event.subject and event.subject.reference) == about


def test_what_it_is_about_is_of_the_type_of_the_name_that_tells_it() -> None:
    found = [
        _read(text, names=("Alice Chen",))[0].subject
        for text in ("I met Alice Chen.", "I went to an Alice Chen evening.")
    ]
    assert [(one.reference, one.type) for one in found if one] == [
        ("Alice Chen", "person"),
        ("Alice Chen evening", "object"),
    ]


def test_what_somebody_gets_ready_for_is_what_it_is_about() -> None:
    (event,) = _read(
        "I'm getting ready for a contest next month.", (("next month", "2024-04-01T00:00:00.000Z", "month"),)
    )
    assert (event.subject and event.subject.reference, event.category) == ("contest", "Commitment")


def test_who_goes_somewhere_in_a_time_that_is_not_over_plans_it() -> None:
    text, since, until = "I'm going to a fair this month.", "2024-03-01T00:00:00.000Z", "2024-04-01T00:00:00.000Z"
    at = text.index("this month")
    (event,) = read_events(read(text, _MODEL), [Time(at, at + 10, since, until, "month")], [], _ME)
    assert event.category == "Commitment"


def test_who_is_called_has_done_nothing() -> None:
    (event,) = _read("Hey Maria, since we spoke I went to the harbour.", names=("Maria",))
    assert [actor.reference for actor in event.actors] == ["SELF"]


def test_what_somebody_else_writes_is_never_done_by_the_person() -> None:
    (event,) = _read("I moved to Lisbon.", speaker=Speaker(False, "Alice Chen"))
    assert [(actor.reference, actor.is_self) for actor in event.actors] == [("Alice Chen", False)]
    assert event.narrative == "Alice Chen: I moved to Lisbon."


@pytest.mark.parametrize(
    ("text", "actors"),
    [
        ("I had a picnic with some friends from church. We played games.", ["SELF", "friends"]),
        ("I sold the boat to a stranger. We played games.", ["SELF"]),
        ("We went camping with the kids, had a blast exploring the forest.", ["SELF", "kids"]),
        ("I had a picnic with friends. It was hot. It rained. We played games.", ["SELF"]),
        ("I had a picnic with friends. I sang with my aunt. We played games.", ["SELF"]),
    ],
)
def test_a_we_soon_behind_is_with_those_who_were_there(text: str, actors: list[str]) -> None:
    assert [actor.reference for actor in _read(text)[-1].actors] == actors


def test_these_are_tells_of_something_else() -> None:
    (event,) = _read("I waxed my boots. These are my lucky boots.")
    assert event.narrative == "I waxed my boots."


def test_who_did_it_is_not_told_twice() -> None:
    (event,) = _read("My friends and my sister organized a party.")
    assert event.narrative == "My friends and my sister organized a party."


def test_a_quote_has_its_place_and_no_more_words_than_it_may() -> None:
    text = "I painted " + ", ".join(f"the kitchen of flat {n} in house {n}" for n in range(1, 9)) + "."
    (event,) = _read(text)
    quote = text[event.start : event.end]
    assert quote.startswith("I painted the kitchen of flat 1")
    assert len(quote.split()) <= MOST_QUOTED_WORDS


def test_a_sentence_that_refers_back_is_told_with_the_one_before() -> None:
    told = [event.narrative for event in _read("I wrote a script. On Monday afternoon I pitched it to a producer.")]
    assert told == ["I wrote a script.", "I wrote a script. On Monday afternoon I pitched it to a producer."]


def test_what_is_said_to_the_listener_is_no_part_of_an_event() -> None:
    for before, behind in (
        ("Thanks, you rock!", "How are those kids of yours?"),
        ("Look at this.", "(Is that news?)"),
        ("Don't worry.", "They say your brother sails."),
    ):
        told = _read(f"{before} I sold that boat at last. {behind}")
        assert [event.narrative for event in told] == ["I sold that boat at last."]


def test_a_word_within_a_sentence_that_means_something_in_it_takes_no_other_sentence() -> None:
    (event,) = _read("It rained. Yesterday evening I painted the kitchen so that it shines.")
    assert event.narrative == "Yesterday evening I painted the kitchen so that it shines."
    (event,) = _read("It rained. I finished another painting like the last one.")
    assert event.narrative == "I finished another painting like the last one."
    told = _read("It rained. Last week I sold my car and bought a bike with it.")
    assert {event.narrative for event in told} == {"Last week I sold my car and bought a bike with it."}
