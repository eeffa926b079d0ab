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
    ("We bought a 2011 Passat wagon", "We let the Passat go last week", "2011 Passat wagon"),
    ("I have a green Tunturi bicycle", "Somebody stole my bicycle from the yard", "green Tunturi bicycle"),
    ("We have a Subaru Outback", "After fourteen years the Subaru Outback has gone", "Subaru Outback"),
    ("I work as a volunteer guide at an ecosanctuary", "I have stood down as a guide", "volunteer guide"),
    ("got the job at the climbing wall", "quit the climbing wall bc the manager kept texting me", "climbing wall"),
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
    # What is only implied, often in half of a request.
    ("I take sertraline 50 mg", "fully off the sertraline now, how long do the zaps last?", "sertraline"),
    ("I'm on a keto diet", "ok keto lasted 11 days", "keto"),
    ("I own a Honda Jazz", "got 3 grand for the jazz, worth it?", "Honda Jazz"),
    ("I play in a jazz trio", "last rehearsal with the jazz trio tonight, what do i bake", "jazz trio"),
    ("I use Notion for everything", "deleted notion, what else is out there", "Notion"),
    ("I'm learning Welsh", "welsh is a thing of the past lol", "Welsh"),
    ("I smoke", "since i quit smoking i eat everything", "smoke"),
    ("I have sciatica", "the sciatica is gone", "sciatica"),
    ("My cat Biscuit sleeps all day", "we said goodbye to biscuit on sunday, what do you say to the kids", "Biscuit"),
    ("I'm a member of the rowing club", "cancelled my rowing club membership", "rowing club"),
    ("I go to yoga on tuesdays", "no more yoga for me", "go to yoga on tuesdays"),
    ("I play football on sundays", "I've hung up my football boots", "play football on sundays"),
    ("I study law at Leeds", "handed in my dissertation!!", "Leeds"),
    ("I have a parrot called Kiko", "Kiko found a new home", "Kiko"),
    ("We bought a caravan", "The caravan went to a young couple who want to paint it", "caravan"),
    ("I take metamizole 500 mg", "the metamizole can go, thank God", "metamizole"),
    ("I work on a game called Ember", "im done w ember, two years of it", "Ember"),
    # What one has not done for so long, told by a noun of the verb, or only as "there".
    ("i vape way too much", "havent vaped since jan 1, why do i still crave it", "vape way too much"),
    ("i'm on lexapro 10mg", "havent taken lexapro since august, can i drink grapefruit juice", "lexapro"),
    ("I cycle to work", "it's been a year since i cycled to work, how do i get the bike ready", "cycle to work"),
    ("I have taken up beekeeping", "I no longer keep bees. Can I sell the old suit?", "beekeeping"),
    ("I started jogging", "I no longer jog, what else burns calories?", "jogging"),
    ("I'm learning to weld at the makerspace", "I no longer weld there. What did I forget?", "weld at the makerspace"),
    ("I help out at Orla House every week", "I don't help out there any more", "help out at Orla House every week"),
    ("my 2009 Focus leaks", "focus finally died, bought a used corsa. what should i check", "2009 Focus"),
    ("i take like 3 coffee sachets a day", "havent touched coffee since june", "take like 3 coffee sachets a day"),
    ("I'm on candesartan 8 mg", "no candesartan since march and my head is clear", "candesartan"),
    ("I have three hens", "gave my hens to a neighbour, how do i reseed the run", "hens"),
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
    ("I take ramipril 5 mg", "Should I come off the ramipril?", "ramipril"),
    ("I have a moped", "I nearly sold the moped", "moped"),
    ("My dog Pim is 4", "Had a dream that we said goodbye to Pim", "Pim"),
    ("I swim on mondays", "I'm done with swimming for today", "swim on mondays"),
    ("I use Asana", "my boss cancelled asana", "Asana"),
    ("I'm learning Danish", "my Danish is no more than ok", "Danish"),
    ("I have a kayak", "He got 200 quid for the kayak", "kayak"),
    ("I use Netflix", "deleted my Netflix history", "Netflix"),
    ("I take metformin 850 mg", "my last dose of metformin was this morning", "metformin"),
    ("I'm in the chess club", "chess club lasted two hours tonight", "chess club"),
    ("My dog Otto is 9", "said goodbye to Otto this morning and went to work", "Otto"),
    ("I own a Kindle", "I let the Kindle go to sleep", "Kindle"),
    ("I have a lawn mower", "someone stole my lawn mower and brought it back", "lawn mower"),
    ("I own a harpsichord", "the harpsichord has gone today to the tuner", "harpsichord"),
    ("I drive a Volvo", "took the volvo back to the garage", "Volvo"),
    ("I use Photoshop", "I'm done with Photoshop for this layer, how do I export", "Photoshop"),
    ("I have a cello", "a friend picked up my cello and played", "cello"),
    ("I eat gluten free bread every morning", "no gluten since may", "eat gluten free bread every morning"),
    (
        "I drink oat milk every morning",
        "no oat milk since march in the shop, when is it restocked",
        "drink oat milk every morning",
    ),
    ("I work out every morning", "haven't worked since March, any tips for a cv?", "work out every morning"),
    (
        "I play the lute on weekends",
        "Haven't played the lute since May because I broke my wrist",
        "play the lute on weekends",
    ),
    ("I drink green tea every morning", "I haven't drunk green tea since yesterday", "drink green tea every morning"),
    ("I have a Thinkpad", "the Thinkpad died during the call, where is its charger sold?", "Thinkpad"),
    ("I play the oboe at noon", "it's been two days since I played the oboe", "play the oboe at noon"),
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
        ("priya and i are done", "priya"),
        ("me and Priya are history", "Priya"),
        ("rip biscuit, 14 years", "biscuit"),
        ("gave the leftover pills back to the chemist", "pills"),
        ("my days as a waitress are over", "waitress"),
        ("my tinder era is over", "tinder"),
        ("let my gym membership lapse", "gym"),
        ("haven't touched the guitar in months", "guitar"),
        ("haven't smoked since last summer", "smoke"),
        ("not smoked for three months", "smoke"),
        ("it's been 6 weeks since I smoked", "smoke"),
        ("I haven't smoked since last week", None),
        ("haven't a clue since May", None),
        ("my sister hasn't smoked since May", None),
        ("haven't I smoked since May?", None),
        ("it's been a week since I smoked", None),
        ("the kettle gave up the ghost and i bought a new one", "kettle"),
        ("I haven't had coffee since breakfast", None),
        ("if I were done with Vego", None),
        ("my friend is done with keto", None),
        ("she said goodbye to rex", None),
        ("we are off to the coast", None),
        ("last night with the choir was fun", None),
        ("no more yoga today", None),
        ("the dog went to the vet", None),
    ],
)
def test_events_that_end_something(text: str, end: str | None) -> None:
    found = [raw.target for raw in READER.read(text, [], []) if load_settings().is_event(raw.pattern_id)]
    assert [getattr(target, "object", "").removeprefix("old ") for target in found] == ([] if end is None else [end])


@pytest.mark.parametrize(
    ("text", "relations"),
    [
        ("first week of retirement, what now?", ["works_at", "works_as"]),
        ("I'm retired now", ["works_at", "works_as"]),
        ("resignation to steph on monday", ["works_at"]),
        ("my leaving do is friday", ["works_at"]),
        ("got the sack, ideas for a cv?", ["works_at"]),
        ("my boss got the sack", []),
        ("single again, sigh", ["partner_is"]),
        ("my single is out", []),
        ("our divorce came through in May", ["partner_is"]),
        ("The divorce became final on 5 August", ["partner_is"]),
        ("my divorce was finalised last week", ["partner_is"]),
        ("our divorce papers were signed on the 3rd", ["partner_is"]),
        ("her divorce was granted last week", []),
        ("My first week at the museum is behind me", []),
        ("my second term at the college is over", []),
        ("it's just me and the dog now", ["partner_is"]),
        ("got the all clear today!", ["has_condition"]),
        ("graduated!! what now", ["studies_at"]),
        ("my cousin graduated", []),
        ("I graduated in 2008", []),
        ("my last shift was a nightmare, 14 hours on my feet", []),
        ("Just handed in my notice for the flat", []),
        ("got the sack of potatoes", []),
        ("I got sacked by a dragon in minecraft", []),
        ("My mum is in early days of retirement", []),
        ("only me and the cat now, wife is away for the weekend", []),
        ("im single now playing single player", []),
        ("i got the all clear to use the company card", []),
    ],
)
def test_events_that_end_what_they_do_not_name(text: str, relations: list[str]) -> None:
    found = [raw.target for raw in READER.read(text, [], [])]
    assert [getattr(target, "predicate", None) for target in found] == relations
