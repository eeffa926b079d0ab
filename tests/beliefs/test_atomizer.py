"""Atoms and frames of sentences by rules (seed 002 §4.2, §4.3, §4.7): what is said, in the simplest form."""

import pytest

from benchmarks.beliefs import atom_score, frame_by_rules, keys_by_rules, lines_of
from kg_assets.beliefs.segmenter import segments
from kg_assets.beliefs.wording import spelled
from kg_assets.core.config import load_config
from kg_assets.house import HOUSE
from kg_assets.language.parser import read
from tests.beliefs.told import READERS, atoms_of

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
        (
            "I'm passionate about old maps and finding lost paths",
            {"i am passionate about old maps and finding lost paths"},
        ),
        ("I really believe in tact and helping strangers", {"i believe in tact and helping strangers"}),
        ("I'm thrilled to join the choir", {"i am thrilled to join the choir"}),
        ("I'm happy to join the call", set()),
        ("I'm thrilled to paint a mural for kids who need one", {"i am thrilled to paint a mural for kids"}),
        ("I'm lucky to have such a patient crew", {"i am lucky to have such a patient crew"}),
        ("I love getting lost in stories, but also finding new ways to grow", {"i love getting lost in stories"}),
        ("I love the freedom and rhythm it brings.", set()),
        ("I'm so lucky to be a part of this team", set()),
        ("I really love the game", set()),
        ("Evenings like that make me love the game", set()),
        ("I like the structure of the language", set()),
        ("I love the smell of fresh bread", {"i love the smell of fresh bread"}),
        ("I hate doing the dishes", {"i hate doing the dishes"}),
        ("I loved doing something similar with my siblings", set()),
        ("I'm completely content already", {"i am content"}),
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
    ("text", "atom", "kind"),
    [
        ("Rowing makes me so happy", "i feel happy because of rowing", "FEELING_STATE"),
        ("Tunnels make me feel trapped", "i feel trapped because of tunnels", "FEELING_STATE"),
        ("Crowded trains stress me out", "i am stressed out by crowded trains", "FEELING_STATE"),
        ("Reading logs drives me crazy", "i am driven crazy by reading logs", "FEELING_STATE"),
        ("My cousins motivate me to keep going", "i am motivated by my cousins to keep going", "FEELING_STATE"),
        ("Chopin fills me with calm", "i am filled with calm by chopin", "FEELING_STATE"),
        ("Weaving brings me peace", "i get peace from weaving", "FEELING_STATE"),
        ("Checklists help me stay on track", "i am helped by checklists to stay on track", "BELIEF_ABOUT_SELF"),
        ("Swimming keeps me sane", "i am kept sane by swimming", "BELIEF_ABOUT_SELF"),
        ("Evenings like that make me love the autumn", "i love the autumn", "PREFERENCE"),
        ("It feels good to cook for friends", "i find it good to cook for friends", "FEELING_STATE"),
        ("It's hard for me to say no", "i find it hard to say no", "CAPABILITY_LIMIT"),
        ("Opera is boring to me", "i find opera boring", "PREFERENCE"),
        ("Honesty and tact in a boss are important to me", "i value honesty and tact in a boss", "VALUE"),
        ("The sea matters to me", "i value the sea", "VALUE"),
        ("I feel it's important to mend things", "i feel it is important to mend things", "VALUE"),
        ("I was shy as a kid", "i am shy", "TRAIT"),
        ("I'm drawn to old harbours", "i am drawn to old harbours", "PREFERENCE"),
        ("My favorite dish is dal", "i like dal", "PREFERENCE"),
        ("My biggest fear is failure", "i fear failure", "FEELING_STATE"),
        ("Sewing is a big part of my life, not just a job", "i value sewing", "VALUE"),
        ("We love camping in the hills", "i love camping in the hills", "PREFERENCE"),
        # What an "it" stands for is said before it.
        ("Rye is great, it gives me energy", "i get energy from rye", "FEELING_STATE"),
    ],
)
def test_what_something_else_is_to_oneself(text: str, atom: str, kind: str) -> None:
    """The I of these is a "me" or a "my"."""
    found = [one for one in atoms_of(text) if one.text == atom]
    assert [(one.belief_type, one.reading.polarity) for one in found] == [(kind, "affirm")]


@pytest.mark.parametrize(
    "text",
    [
        "It makes me happy",
        "This makes me sad",
        "Your words inspire me",
        "Being with them brings me joy",
        "The noise annoys me",
        "This script helps me parse logs",
        "Does music calm you? Music could calm me",
        "If tea calms me, fine",
        "He said that tea calms me",
        "Rain made me sad yesterday",
        "We love your product",
        "We like the second option",
        "My favorite part is this one",
        "It feels good to hear that",
        "Excited to hear back from you",
    ],
)
def test_what_says_not_of_whom_or_what(text: str) -> None:
    assert [atom.text for atom in atoms_of(text)] == []


@pytest.mark.parametrize(
    ("text", "atoms"),
    [
        # What hangs on a feeling and means somebody or something from before is left out ...
        ("I felt fulfilled guiding and supporting them.", ["i feel fulfilled"]),
        ("I feel blessed to be able to give her a home.", ["i feel blessed"]),
        ("I was impressed with their devotion.", ["i am impressed"]),
        ("I'm thankful for this lovely village.", ["i am thankful"]),
        # ... and where it is what is liked or done, nothing is said.
        ("I love how they take me to other places.", []),
        ("I love the bustle of this city.", []),
        ("I really admire his patience.", []),
        ("I love escaping to that world.", []),
        # What is named beside it, and an "it" that stands for nothing, are understood.
        ("I'm proud of my daughter and her paintings.", ["i am proud of my daughter and her paintings"]),
        ("I'm determined to make it work.", ["i am determined to make it work"]),
        ("I like it when people are honest.", ["i like it when people are honest"]),
        ("I find it hard to say no.", ["i find it hard to say no"]),
    ],
)
def test_a_belief_is_understood_without_what_was_said_before(text: str, atoms: list[str]) -> None:
    assert [atom.text for atom in atoms_of(text)] == atoms


@pytest.mark.parametrize(
    ("text", "atoms"),
    [
        ("Knitting is my evening. It calms me.", {"i am calmed by knitting"}),
        ("I read old letters. They help me forgive my aunts.", {"i am helped by old letters to forgive my aunts"}),
        ("I'm still writing my novel. I'm so proud of it!", {"i am proud of my novel"}),
        ("Rowing wears me out. Seeing my crew get better at it makes me happy.",
         {"i feel happy because of seeing my crew get better at rowing"}),
        # One thing at hand, a question, two things, somebody else's: which is meant nobody knows.
        ("I saw the play. I love it!", set()),
        ("Have you tried rowing? I love it!", set()),
        ("I mended my boat in my shed. It's my joy.", {"i love my boat"}),
        ("I gave my brother my boat and my tent. I miss it.", set()),
        ("I painted your fence. I'm proud of it!", {"i am proud"}),
        # The "it" of a clause stands for nothing.
        ("Rowing wears me out. It's important to me that I'm fit.", {"i find it important that i am fit"}),
        ("I have a plan. I'm determined to make it work.", {"i am determined to make it work"}),
    ],
)  # fmt: skip
def test_what_the_sentence_before_names_is_known(text: str, atoms: list[str]) -> None:
    assert {atom.text for atom in atoms_of(text)} == atoms


@pytest.mark.parametrize(
    ("text", "atoms"),
    [
        ("Writing plans down really helps keep me calm.", {"i feel calm because of writing plans down"}),
        ("Gardening fills my days with joy.", {"i am filled with joy by gardening"}),
        ("The rain filled my boots with water.", set()),
        ("Sea air refreshes my mind.", {"i am refreshed by sea air"}),
    ],
)
def test_what_is_done_to_the_heart_or_the_mind_is_done_to_oneself(text: str, atoms: list[str]) -> None:
    assert {atom.text for atom in atoms_of(text)} == atoms


@pytest.mark.parametrize(
    ("text", "atom", "polarity"),
    [
        # What is hated or feared is denied, not the hate or the fear.
        ("I hate not being at sea", "i hate not being at sea", "affirm"),
        ("I'm scared of not being good enough", "i am scared of not being good enough", "affirm"),
        ("I prefer not to talk", "i prefer not to talk", "affirm"),
        ("I prefer dark bread, not light bread", "i prefer dark bread", "affirm"),
        ("I'm a vet, not a doctor", "i am a vet", "affirm"),
        ("I'm shy, not rude", "i am shy", "affirm"),
        ("I can't stand not knowing", "i cannot stand not knowing", "deny"),
    ],
)
def test_a_denial_belongs_to_what_it_denies(text: str, atom: str, polarity: str) -> None:
    """ "I hate not being at sea" was read as "i do not hate being at sea"."""
    assert [(one.text, one.reading.polarity) for one in atoms_of(text)] == [(atom, polarity)]


@pytest.mark.parametrize(
    ("text", "atoms"),
    [
        ("That's why I love hiking", ["i love hiking"]),
        ("It reminds me why I'm passionate about wood", ["i am passionate about wood"]),
        ("It's one of the reasons I love trains", ["i love trains"]),
        ("I'm staying positive", ["i stay positive"]),
        ("I'm doing fine, thanks", ["i am doing fine"]),
        ("I won't give up on my plans", ["i do not give up on my plans"]),
        ("I won't give the file away", []),
        ("I'm gonna keep writing poems", ["i write poems"]),
        ("I'm trying to be patient", ["i try to be patient"]),
        ("I'm trying to be able to log in", []),
        ("So thankful for my cousins", ["i am thankful for my cousins"]),
        ("Pretty proud of it!", ["i am proud"]),
        ("I'm really excited about it", ["i am excited"]),
        ("I'm up for a challenge", ["i am up for a challenge"]),
        ("I don't eat pork", ["i do not eat pork"]),
        ("I don't own the file", []),
        ("I love baking this lemon cake", ["i love baking this lemon cake"]),
        ("I love the color and the texture", []),
        ("I love the color of the sea", ["i love the color of the sea"]),
        ("I had trouble finding the house", []),
        ("I admire my aunt's patience, such an example", ["i admire my aunt's patience"]),
        ("I got hurt and had to rest", []),
        ("I like some music on when it gets late and I'm nervous", ["i like some music on"]),
        ("I've always wanted to try sushi", []),
        ("I got up early so I could help my aunt", []),
        ("I feel the same way", []),
        ("I feel drawn to feeding my town in this way", ["i feel drawn to feeding my town"]),
        ("I haven't been brave before", []),
        ("I'm up for the challenge", []),
        ("I'm always up for a challenge", ["i am up for a challenge"]),
    ],
)
def test_what_is_said_of_oneself_and_what_is_not(text: str, atoms: list[str]) -> None:
    assert [atom.text for atom in atoms_of(text)] == atoms


@pytest.mark.parametrize(
    ("text", "atom", "degree", "scope"),
    [
        ("Clay brings me so much joy", "i get joy from clay", 0.9, "unknown"),
        ("My favorite dessert is plum tart", "i like plum tart", 0.9, "unknown"),
        ("Moomins are my favorite book", "i like moomins", 0.9, "unknown"),
        ("I'm a big fan of pottery", "i am a fan of pottery", 0.9, "unknown"),
        ("Other times I feel anxious about what comes next", "i feel anxious about what comes next", 0.6, "habitual"),
        ("I'm mostly into choral music", "i am into choral music", 0.6, "unknown"),
        ("It's been tough, but I'm staying positive", "i stay positive", 0.6, "state"),
        ("I'm more hopeful than ever", "i am hopeful", 0.9, "unknown"),
        ("Gardening fills my days with so much joy", "i am filled with joy by gardening", 0.9, "unknown"),
        ("Old bridges are particularly interesting to me", "i find old bridges interesting", 0.9, "unknown"),
        ("I'm not particularly brave", "i am not brave", 0.3, "unknown"),
        ("I've been working hard on my boat", "i work hard on my boat", 0.6, "ongoing"),
        ("I've been working hard lately", "i work hard", 0.6, "transitional"),
        ("I had been working hard on my boat", "i work hard on my boat", 0.6, "unknown"),
    ],
)
def test_how_strongly_and_when_is_in_the_frame_and_not_in_the_words(
    text: str, atom: str, degree: float, scope: str
) -> None:
    (found,) = atoms_of(text)
    assert (found.text, found.reading.frame.degree, found.reading.frame.temporal_scope) == (atom, degree, scope)


def test_a_condition_that_is_over_and_names_nothing_is_left_out() -> None:
    (over,) = atoms_of("I was so excited when that happened")
    (often,) = atoms_of("I get nervous when they shout")
    assert (over.reading.frame.conditional, often.reading.frame.conditional) == (None, "when they shout")


def test_a_so_that_joins_is_no_degree() -> None:
    """ "It went well, so I'm proud" is not "so proud"."""
    found = [atoms_of(text)[0].reading.frame.degree for text in ("It went well, so I'm proud of it", "I'm so proud")]
    assert found == [0.6, 0.9]


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


def test_words_rule_out_no_sentence_that_tells_something() -> None:
    """A sentence is looked at only where its words may tell something."""
    lines = [line["text"] for name in ("atoms.jsonl", "frames.jsonl") for line in lines_of(name)]
    for text in lines:
        found = read(text, MODEL)
        for sentence, before in zip(found, (None, *found), strict=False):
            told = READERS.atomizer.read(sentence, before)
            assert told.atoms == list(told._read.atoms())


def test_cues_found_at_once_are_those_that_each_pattern_finds() -> None:
    cues = READERS.cues
    for line in lines_of("frames.jsonl"):
        words = [word for sentence in read(line["text"], MODEL) for word in spelled(sentence)]
        each = {matcher: tuple(matcher.find(words)) for matcher in cues._matchers}
        assert cues._found(words) == {matcher: places for matcher, places in each.items() if places}


def test_a_cue_may_begin_within_the_words_that_stand_for_a_pronoun() -> None:
    """ "It" is read as "my favorite"; the cue "favorite" then begins within one word."""
    assert atoms_of("MY FAVORITE IS THE BANANA SPLIT SUNDAE - I ENJOY IT AFTER A DAY OF VOLUNTEERING.") is not None
