"""Atoms and frames of sentences by rules (seed 002 §4.2, §4.3, §4.7): what is said, in the simplest form."""

import pytest

from benchmarks.beliefs import atom_score, frame_by_rules, keys_by_rules, lines_of
from kg_assets.beliefs.segmenter import segments
from kg_assets.beliefs.wording import spelled
from kg_assets.core.config import load_config
from kg_assets.house import HOUSE
from kg_assets.language.parser import read
from tests.beliefs.told import atoms_of

MODEL = load_config(HOUSE.sections, None).section("language").model
JOINING = frozenset({"and", "but", "although", "so", "while", "however"})


@pytest.mark.parametrize(
    ("text", "atoms"),
    [
        ("I used to be timid but recently I've been standing up for myself", {"i am timid"}),
        ("im kinda clumsy, and honestly a bit vain", {"i am clumsy", "i am vain"}),
        ("I can't bear loud bars", {"i cannot bear loud bars"}),
        ("I never lend money because I've been burned before", {"i do not lend money"}),
        ("I think of myself as a fair boss", {"i am a fair boss"}),
        ("I've started to enjoy long walks", {"i enjoy long walks"}),
        ("I don't think I'm brave", {"i am not brave"}),
        ("Punctuality matters to me", {"i value punctuality"}),
        ("I'm not only funny but generous", {"i am funny", "i am generous"}),
        ("loathe being late", {"i loathe being late"}),
        ("Chess is my passion", {"i value chess"}),
        ("Rye bread is a favorite of mine", {"i like rye bread"}),
        ("Hey Ann, I love getting lost in old towns - check this out", {"i love getting lost in old towns"}),
        ("I'm determined to make it work", {"i am determined to make it work"}),
        ("I loved skating with my cousins when I was younger", {"i love skating with my cousins"}),
        ("I'm keener than ever on rowing and I adore rafting too", {"i adore rafting"}),
        ("I doubt whether I matter", {"i doubt whether i matter"}),
        # What the parser takes for a second thing that one is may be signs alone.
        ("Im Not Even -:1Xy, Any Longer — ", set()),
        ("I'm a huge fan", set()),
        ("I can't stop humming that tune", set()),
        ("I kept falling off the board", set()),
        ("I'd never felt so light before", set()),
        ("I used my savings to travel", set()),
        ("I met a man who had lost much, yet stayed hopeful", set()),
        ("I'll never forget that evening", set()),
        ("Where do I click if I'm an admin?", set()),
        ("He says I'm vain", set()),
        ("I'm at the office", set()),
        ("I'd be happier if I were taller", set()),
        ("I started working at Globex six days ago", set()),
        ("Your opinion means a lot to me", set()),
        ("I can't wait to see the sea", set()),
        ("I prefer sparkling water over still water", {"i prefer sparkling water over still water"}),
        ("I'm sorry I missed your call", set()),
    ],
)
def test_what_is_said_of_oneself(text: str, atoms: set[str]) -> None:
    assert atoms <= {atom.text for atom in atoms_of(text)}
    if not atoms:
        assert atoms_of(text) == []


@pytest.mark.parametrize(
    ("text", "frame"),
    [
        ("I never lend money", ("habitual", "certain", "deny", "plain")),  # §4.7: never is both
        ("I used to always be late", ("past", "certain", "affirm", "plain")),  # past is more specific than habit
        ("I still usually cook alone", ("habitual", "certain", "affirm", "plain")),  # habit than what goes on
        ("I no longer fear dogs", ("past", "certain", "affirm", "plain")),
        ("I don't fear dogs anymore", ("past", "certain", "affirm", "plain")),
        ("Maybe I'm a bit vain", ("unknown", "possible", "affirm", "low")),
        ("I can't help being jealous", ("unknown", "certain", "affirm", "plain")),
        ("I'm not sure if I'm generous", ("unknown", "unsure", "affirm", "plain")),
    ],
)
def test_frames(text: str, frame: tuple[str, str, str, str]) -> None:
    assert frame_by_rules(text) == frame


@pytest.mark.parametrize(
    ("text", "atom"),
    [
        ("I stopped drinking in January", "i drink"),
        ("I quit gossiping on 3 May 2021", "i gossip"),
        ("I quit smoking in 2019", "i smoke"),
        ("I gave up drinking two years ago", "i drink"),
        ("I was a vegan from 2015 to 2018", "i am a vegan"),
        ("I was passionate about chess until college", "i am passionate about chess"),
        ("I ceased to care about money in my early thirties", "i care about money"),
        ("I stopped lying to my parents at eighteen", "i lie to my parents"),
        # What is liked may be a time.
        ("I used to love Sundays in May", "i love sundays"),
        ("I loved autumn as a child", "i love autumn"),
    ],
)
def test_when_something_was_so_is_no_part_of_what_was_so(text: str, atom: str) -> None:
    """ "I stopped drinking in January" read as "i drink in january"."""
    (found,) = atoms_of(text)
    assert (found.text, found.reading.frame.temporal_scope, found.reading.polarity) == (atom, "past", "affirm")


@pytest.mark.parametrize("text", ["I gave up my seat", "I quit the ring", "I quit my training", "I can't quit smoking"])
def test_what_was_given_up_is_a_doing_or_says_nothing_of_oneself(text: str) -> None:
    """ "I can't quit smoking" denies that it is over."""
    assert [atom.text for atom in atoms_of(text)] == []


def test_a_helper_before_both_speaks_for_both() -> None:
    """What is not possible is not affirmed of the second verb."""
    assert "i help the team" not in {atom.text for atom in atoms_of("I couldn't play or help the team")}


def test_a_condition_is_a_part_of_the_frame() -> None:
    (atom,) = atoms_of("I get nervous when my boss calls")
    assert (atom.text, atom.reading.frame.conditional) == ("i get nervous", "when my boss calls")


def test_confidence_falls_without_a_time_and_with_several() -> None:
    """0.9 with one time; 0.8 without one; 0.7 with two that differ; 0.45 with two and two denials: a model is asked."""
    texts = ("I'm always late", "I'm vain", "I'm always late lately", "I never ever want no kids today")
    found = [atoms_of(text)[0].reading.confidence for text in texts]
    assert found == [0.9, 0.8, 0.7, 0.45]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("I'm vain but I'm kind; I cook, although I burn things.",
         ["I'm vain", "I'm kind", "I cook", "I burn things"]),
        ("I stay home because I'm shy when people stare", ["I stay home because I'm shy when people stare"]),
        ("I know that I'm vain and proud", ["I know that I'm vain and proud"]),
    ],
)  # fmt: skip
def test_segments_have_true_places(text: str, pieces: list[str]) -> None:
    """§4.2: coordinating words divide independent clauses, subordinating ones nothing."""
    found = [
        text[slice(*segment.span)] for s in read(text, MODEL) for segment in segments(s, spelled(s), JOINING)
    ]  # fmt: skip
    assert found == pieces


def test_the_labelled_sentences_are_read_as_well_as_before() -> None:
    """The goals of the benchmark, over the files that were kept aside."""
    frames, atoms = lines_of("frames_held_out.jsonl"), lines_of("atoms_held_out.jsonl")
    fields = ("temporal_scope", "modality", "polarity", "degree")
    right = sum(frame_by_rules(line["text"]) == tuple(line[name] for name in fields) for line in frames)
    assert right / len(frames) >= 0.92
    assert atom_score(atoms, keys_by_rules)[2] >= 0.85
