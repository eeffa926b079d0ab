"""An end that is said in other words than what it ends: fewer or more words of the kind, a noun for a name, an event.

Each pair once left the old claim standing beside its end.
"""

from pathlib import Path

import pytest

from kg_assets.claims.retracting.likening import differ_in_kind
from kg_assets.claims.retracting.patterns import load_settings
from kg_assets.claims.retracting.reader import RetractionReader
from kg_assets.history.stages import TEMPORALIZE
from kg_assets.store.home import Home
from kg_assets.store.readonly import opened, select
from tests.beliefs.test_resolve import talks
from tests.claims.retracting.clauses import reads
from tests.cli.a_life import built, engine_over
from tests.partial import asked_house_of

READER = RetractionReader(load_settings(), reads)
JOINING = load_settings().joining_words
# What was said, what ended it 200 days later, and the words of the claim that is over.
OVER = [
    ("I volunteer at the animal shelter", "I no longer volunteer at the shelter", "volunteer at the animal shelter"),
    ("I volunteer with the local food bank", "I don't volunteer at the food bank any more",
     "volunteer with the local food bank"),
    ("We have a cat called Nurr", "We gave our cat Nurr to Kadri", "Nurr"),
    ("I play bass in a band called Moss", "The band broke up last month", "Moss"),
    ("I work at Bakehouse café", "The café closed down in May", "Bakehouse café"),
    ("My dog Rex sleeps all day", "Rex died in June", "Rex"),
    ("We have a goat called Mila", "We gave Mila away to a farm", "Mila"),
    ("Our parrot is called Coco", "We had to put Coco down in March", "Coco"),
    ("I own a motorbike", "My motorbike was stolen in July", "motorbike"),
    ("I drive a Skoda", "We traded in the Skoda", "Skoda"),
    ("I work at Nimbus", "I lost my job last week", "Nimbus"),
    ("I'm a member of the running club", "I no longer go to the running club", "running club"),
    ("I work as a cello teacher", "I no longer teach the cello", "cello teacher"),
    ("I teach judo at a gym in Leith", "I don't teach judo any more", "teach judo at a gym in Leith"),
    ("I own a bakery in Sintra", "I closed the bakery in March", "bakery in Sintra"),
    ("I run a flower shop called Fern", "we closed the flower shop last month after eleven years", "Fern"),
    ("I drink espresso every morning", "gave up espresso two weeks ago", "drink espresso every morning"),
    ("I have a blue canoe and a red canoe", "I sold the blue one", "blue canoe"),
    ("I coach a girls' hockey team", "I stopped coaching the hockey team", "coach a girls' hockey team"),
]  # fmt: skip
# Sentences that only sound like an end, with the claim that they leave alone.
STANDS = [
    ("We have a rabbit called Bela", "We lost Bela at the park but found her an hour later", "Bela"),
    ("We have a horse called Otis", "We gave Otis to the sitter for the weekend", "Otis"),
    ("My girlfriend is Mara", "Mara and I split the bill", "Mara"),
    ("I have a laptop", "My laptop shut down twice today", "laptop"),
    ("I run a deli called Olivo", "We closed the shop early on Friday", "Olivo"),
    ("I own a tandem in Kiel", "I closed the tandem's lock", "tandem in Kiel"),
    ("I sing in the church choir", "The band broke up last month", "church choir"),
]
# Of two that fit alike nothing says which is meant.
TWO = ("I swim in the city pool on Mondays. I swim in the school pool on Fridays.", "I no longer swim in the pool")
POOLS = ("swim in the city pool on Mondays", "swim in the school pool on Fridays")
# Nor which of two somebody sold.
BIKES = ("I have a road bike and a mountain bike", "I sold my bike")
OF_NOTHING = ("I like old films", "My first school closed down")


def said() -> list[tuple[float, str]]:
    pairs = [*((one, other) for one, other, _ in (*OVER, *STANDS)), TWO, BIKES, OF_NOTHING]
    return [(float(n) + 200.0 * turn, text) for n, pair in enumerate(pairs) for turn, text in enumerate(pair)]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A life in which all of this was said."""
    folder: Path = tmp_path_factory.mktemp("other_words")
    home = Home(folder / "home").prepare()
    built(engine_over(home, house=asked_house_of(TEMPORALIZE)), talks(folder / "talks.json", *said()))
    return home


@pytest.fixture(scope="module")
def stand(home: Home) -> set[str]:
    """The objects of what is so at its end."""
    with opened(home) as warehouse:
        rows = select(
            warehouse.connection,
            "SELECT r.object FROM facts_as_of(NULL, NULL, 'stated') JOIN claims_readable r USING (assertion_id)"
            " WHERE r.polarity = 'positive'",
        ).fetchall()
    return {row[0] for row in rows}


@pytest.mark.parametrize("claimed", [row[2] for row in OVER])
def test_what_ends_in_other_words_is_over(stand: set[str], claimed: str) -> None:
    assert claimed not in stand


@pytest.mark.parametrize("claimed", [*(row[2] for row in STANDS), *POOLS, "red canoe", "road bike", "mountain bike"])
def test_what_does_not_end_or_not_surely_stands(stand: set[str], claimed: str) -> None:
    assert claimed in stand


def test_what_happens_to_what_nobody_told_of_takes_nothing_back(home: Home) -> None:
    with opened(home) as warehouse:
        rows = select(warehouse.connection, "SELECT surface_text FROM retractions").fetchall()
    assert "Rex died" in {row[0] for row in rows}
    assert not [row[0] for row in rows if "school" in row[0]]


@pytest.mark.parametrize(
    ("one", "other", "are_alike"),
    [
        ("volunteer at shelter", "volunteer at animal shelter", True),
        ("volunteer with local food bank", "volunteer at food bank", True),
        ("run in hills", "run in steep hills every sunday", True),
        ("go gym before work", "go work", False),
        ("read at night", "read novels at night", False),
        ("play guitar", "play electric guitar hero", False),
        ("shelter", "volunteer at shelter", False),
    ],
)
def test_words_that_say_which_kind(one: str, other: str, are_alike: bool) -> None:
    assert differ_in_kind(one.split(), other.split(), JOINING) is are_alike
    assert differ_in_kind(other.split(), one.split(), JOINING) is are_alike


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("Juna dumped me last week", "Juna"),
        ("My husband left me in March", "husband"),
        ("Emre broke up with me by text", "Emre"),
        ("Fennick laid me off yesterday", "Fennick"),
        ("Nora left me a note on the fridge", None),
        ("Lena left me in charge of the dog", None),
        ("Corvex let me go home early", None),
        ("Tom left me in tears", None),
        ("Sadly our old dog passed away yesterday", "dog"),
        ("we had to put Coco to sleep", "Coco"),
        ("My bike got nicked on Monday", "bike"),
        ("Lumen Books went bust", "Lumen Books"),
        ("we gave the sofa to my brother", "sofa"),
        ("the trio has disbanded", "trio"),
        ("Ana and I split up in May", "Ana"),
        ("we sold the house", "house"),
        ("I lost my job last week", None),
        ("The café closed at five", None),
        ("If the band broke up I'd cry", None),
        ("I gave the keys to the neighbour for the weekend", None),
    ],
)
def test_events_that_end_something(text: str, end: str | None) -> None:
    found = [raw.target for raw in READER.read(text, [], []) if load_settings().is_event(raw.pattern_id)]
    assert [getattr(target, "object", "").removeprefix("old ") for target in found] == ([] if end is None else [end])
