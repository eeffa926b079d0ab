"""How people describe themselves in passing: by what they find, work at, leave unsaid, or are "as a"."""

import pytest

from tests.beliefs.told import atoms_of


def _told(text: str) -> list[tuple[str, str]]:
    return [(atom.text, atom.belief_type) for atom in atoms_of(text)]


@pytest.mark.parametrize(("said", "told", "kind"), [
    ("It's important to me to keep my word.", "i find it important to keep my word", "VALUE"),
    ("It's vital to me that every guest is heard.", "i find it vital that every guest is heard", "VALUE"),
    ("It's important to me to use the time I get.", "i find it important to use the time i get", "VALUE"),
    ("It's really rewarding to think I'm of use.", "i find it rewarding to think i am of use", "FEELING_STATE"),
    ("It's fulfilling to mend old clocks.", "i find it fulfilling to mend old clocks", "FEELING_STATE"),
    ("Weaving is so relaxing.", "i find weaving relaxing", "PREFERENCE"),
    ("Weaving's so relaxing and satisfying.", "i find weaving relaxing and satisfying", "PREFERENCE"),
    ("Running my own bakery is awesome.", "i find running my own bakery awesome", "PREFERENCE"),
    ("Running my own bakery is hard.", "i find running my own bakery hard", "CAPABILITY_LIMIT"),
    ("Crowded trains are exhausting.", "i find crowded trains exhausting", "PREFERENCE"),
    ("Looking after ourselves is so important.", "i value looking after ourselves", "VALUE"),
    ("Having my own garden is key.", "i value having my own garden", "VALUE"),
    ("Rest is the most vital thing for me.", "i value rest", "VALUE"),
    ("It makes me happy to see children read.", "i feel happy to see children read", "FEELING_STATE"),
    ("Weaving is a good way to fill my evenings.", "i find weaving a good way to fill my evenings", "PREFERENCE"),
    ("Mending nets has been so satisfying.", "i find mending nets satisfying", "PREFERENCE"),
    ("It's been so inspiring to teach beginners.", "i find it inspiring to teach beginners", "FEELING_STATE"),
    ("It feels great to help strangers.", "i find it great to help strangers", "FEELING_STATE"),
    ("It scares me to think of the war.", "i am scared to think of the war", "FEELING_STATE"),
    ("It bothers me when people lie.", "i am bothered when people lie", "FEELING_STATE"),
    ("Teaching chess is what I love.", "i love teaching chess", "PREFERENCE"),
    ("Rowing is how I unwind.", "i unwind by rowing", "BELIEF_ABOUT_SELF"),
    ("Teaching chess is something I love.", "i love teaching chess", "PREFERENCE"),
])  # fmt: skip
def test_what_somebody_finds_something_to_be(said: str, told: str, kind: str) -> None:
    assert _told(said) == [(told, kind)]


@pytest.mark.parametrize("said", [
    "The film is boring.",  # one thing at hand
    "It's so relaxing.",
    "It's amazing how small it is.",
    "Your garden is so relaxing.",
    "Running is fun for kids.",
    "Running can be exhausting.",
    "Running was fun.",
    "Is running fun?",
    "Life is boring.",  # of everybody
    "It's so freeing to express oneself.",
    "It's important to rest.",
    "Handling errors is important.",
    "Looking after them is so important.",
    "Seeing that kind of care is inspiring.",
    "It makes me sad to see them go.",
    "Helping them is something I enjoy.",
    "This is what I love.",
    "Grep is how I find logs.",
    "It bothers me when they lie.",
    "It feels good to hear from old friends.",
    "A script is a good way to clean my data.",
    "Walking is a good way to get there.",
])  # fmt: skip
def test_what_others_find_or_what_is_at_hand_is_not_told(said: str) -> None:
    assert _told(said) == []


@pytest.mark.parametrize(("said", "told", "kind"), [
    ("Sewing gives me an escape from the noise.", "i get an escape from the noise from sewing", "FEELING_STATE"),
    ("Baking brings such joy.", "i get joy from baking", "FEELING_STATE"),
    ("Baking brings joy to my life.", "i get joy from baking", "FEELING_STATE"),
    ("Weaving is a big part of me.", "i value weaving", "VALUE"),
    ("Looking after myself helps me.", "i am helped by looking after myself", "BELIEF_ABOUT_SELF"),
    ("Tea helps me a lot.", "i am helped by tea", "BELIEF_ABOUT_SELF"),
    ("Having my aunts around helps a lot.", "i am helped by having my aunts around", "BELIEF_ABOUT_SELF"),
    ("The sea calms me.", "i am calmed by the sea", "FEELING_STATE"),
    ("The sea reminds me to slow down.", "i am reminded by the sea to slow down", "BELIEF_ABOUT_SELF"),
    ("Dancing lets me be myself.", "i am allowed by dancing to be myself", "BELIEF_ABOUT_SELF"),
    ("Rowing keeps my mind focused.", "i am kept focused by rowing", "BELIEF_ABOUT_SELF"),
    ("It's my aunts that keep me going.", "i am kept going by my aunts", "BELIEF_ABOUT_SELF"),
    ("It's jazz that calms me.", "i am calmed by jazz", "FEELING_STATE"),
    ("What keeps me going is my garden.", "i am kept going by my garden", "BELIEF_ABOUT_SELF"),
    ("What matters most to me is my garden.", "i value my garden", "VALUE"),
    ("Failing scares me.", "i am scared by failing", "FEELING_STATE"),
    ("Days like those make me thankful for my garden.", "i am thankful for my garden", "FEELING_STATE"),
    ("Baking is therapy for me.", "i value baking", "VALUE"),
    ("Baking is my stress relief.", "i value baking", "VALUE"),
    ("God keeps me sane.", "i am kept sane by god", "BELIEF_ABOUT_SELF"),
    ("My faith helps me.", "i am helped by my faith", "BELIEF_ABOUT_SELF"),
    ("My sisters come first.", "i value my sisters", "VALUE"),
    ("We're all passionate about old maps.", "i am passionate about old maps", "VALUE"),
    ("We both love old maps.", "i love old maps", "PREFERENCE"),
    ("Shows me how much I love sailing.", "i love sailing", "PREFERENCE"),
    ("I believe everyone deserves a second chance.", "i believe everyone deserves a second chance", "VALUE"),
])  # fmt: skip
def test_what_does_something_to_somebody_tells_of_them(said: str, told: str, kind: str) -> None:
    assert (told, kind) in _told(said)


@pytest.mark.parametrize("said", [
    "The tool lets me merge files.",
    "The patch helps me.",
    "Tea is not a part of me.",
    "Love brings so much joy.",
    "This reminds me of an old film.",
    "What bothers me is this error.",
    "The second step comes first.",
    "We're passionate about it.",
    "He believes everyone deserves a chance.",
    "I believe the test should pass.",
    "I believe everyone got the letter.",
    "It's not my aunts that keep me going.",
    "God help me.",
    "She has three goats now, heaven help me",
    "lord give me strength",
    "So help me god.",
    "Kill me now.",
    "I could eat a horse.",
    "I'm dead.",
])  # fmt: skip
def test_what_does_nothing_to_oneself_is_not_told(said: str) -> None:
    assert _told(said) == []


@pytest.mark.parametrize(("said", "told", "kind"), [
    ("I hope to become a better listener.", "i hope to become a better listener", "BELIEF_ABOUT_SELF"),
    ("I want to be a nurse.", "i want to be a nurse", "BELIEF_ABOUT_SELF"),
    ("I hope to start a family.", "i hope to start a family", "BELIEF_ABOUT_SELF"),
    ("I'd love to become a teacher.", "i want to become a teacher", "BELIEF_ABOUT_SELF"),
    ("I want my sisters to be happy.", "i want my sisters to be happy", "RELATIONAL"),
    ("I try to eat well.", "i try to eat well", "BELIEF_ABOUT_SELF"),
    ("I have high standards.", "i have high standards", "TRAIT"),
    ("I have a strong sense of justice.", "i have a strong sense of justice", "TRAIT"),
    ("I have an interest in old coins.", "i have an interest in old coins", "PREFERENCE"),
    ("I rarely go out.", "i do not go out", "BELIEF_ABOUT_SELF"),
    ("I hate being stared at.", "i hate being stared at", "PREFERENCE"),
    ("I hate being told what to do.", "i hate being told what to do", "PREFERENCE"),
    ("I want to get better at chess.", "i want to get better at chess", "BELIEF_ABOUT_SELF"),
    ("I'm ready to be a mother.", "i am ready to be a mother", "BELIEF_ABOUT_SELF"),
    ("I'm not gonna give up on my bakery.", "i do not give up on my bakery", "BELIEF_ABOUT_SELF"),
    ("I'm always looking for old maps.", "i look for old maps", "BELIEF_ABOUT_SELF"),
    ("Because I'm shy, I'm writing to Ann.", "i am shy", "TRAIT"),
    ("I dream of opening a bakery.", "i dream of opening a bakery", "BELIEF_ABOUT_SELF"),
    ("I've always wanted to learn Welsh.", "i want to learn welsh", "BELIEF_ABOUT_SELF"),
    ("I'm not giving up on my bakery.", "i do not give up on my bakery", "BELIEF_ABOUT_SELF"),
    ("I'm working on being more patient.", "i work on being more patient", "BELIEF_ABOUT_SELF"),
    ("I'm focusing on my health.", "i focus on my health", "BELIEF_ABOUT_SELF"),
    ("I'm still learning to say no.", "i learn to say no", "BELIEF_ABOUT_SELF"),
    ("I find peace in old churches.", "i find peace in old churches", "FEELING_STATE"),
    ("I spend my weekends hiking.", "i spend my weekends hiking", "BELIEF_ABOUT_SELF"),
    ("I do yoga to relax.", "i do yoga", "BELIEF_ABOUT_SELF"),
    ("I've been weaving for ten years.", "i weave", "BELIEF_ABOUT_SELF"),
    ("I can't live without coffee.", "i cannot live without coffee", "VALUE"),
    ("I can't imagine life without chess.", "i cannot imagine life without chess", "VALUE"),
    ("I'm always trying new recipes.", "i try new recipes", "BELIEF_ABOUT_SELF"),
    ("I always forget birthdays.", "i forget birthdays", "BELIEF_ABOUT_SELF"),
    ("I do love watching herons.", "i love watching herons", "PREFERENCE"),
    ("I called because I'm a nurse.", "i am a nurse", "BELIEF_ABOUT_SELF"),
    ("I'm opening a bakery 'cause I'm passionate about bread.", "i am passionate about bread", "VALUE"),
])  # fmt: skip
def test_what_somebody_pursues_and_why(said: str, told: str, kind: str) -> None:
    assert _told(said) == [(told, kind)]


@pytest.mark.parametrize("said", [
    "I hope to see it.",
    "I want to get it done.",
    "I'm ready to go.",
    "I'm ready to be picked up.",
    "I'm going to give up my seat.",
    "I'm always looking for the key.",
    "It's been tough going since May.",
    "I'd love to see your garden.",
    "I'd like to go home.",
    "I'd like to be a part of it.",
    "I want my boss to approve it.",
    "I'm trying to sleep.",
    "I have interest payments.",
    "I have dreams at night.",
    "I always log in.",
    "I hope you are well.",
    "I want to be a part of it.",
    "I'm not giving up on it.",
    "I'm working on my essay.",
    "I'm learning to code.",
    "I find errors in the log.",
    "I spent the day fixing it.",
    "I use a script to relax the rules.",
    "I've been waiting for ten years.",
    "I couldn't imagine life without it.",
    "I often read the manual.",
    "It's not because I'm lazy.",
    "She says I fail because I'm lazy.",
    "It was odd because I couldn't swim.",
    "I never ring because I'm shy.",  # the reason of a habit is a part of it
])  # fmt: skip
def test_what_is_done_at_the_moment_is_not_told(said: str) -> None:
    assert [one for one in _told(said) if one[0] != "i do not ring"] == []


@pytest.mark.parametrize(("said", "told"), [
    ("Feeling hopeful today.", ["i feel hopeful"]),
    ("Been feeling lonely lately.", ["i feel lonely"]),
    ("Staying positive and looking for a way out.", ["i stay positive"]),
    ("Trying to be patient.", ["i try to be patient"]),
    ("Loving my new garden!", ["i love my new garden"]),
    ("Always been interested in old maps and I'm happy here.", ["i am interested in old maps", "i am happy here"]),
    ("Love being out at sea.", ["i love being out at sea"]),
    ("Love my garden!", ["i love my garden"]),
    ("Love this map, it helps.", []),
    ("Love yourself!", []),
    ("Feeling tired?", []),
    ("Being my own cook!", []),
    ("Getting old is hard.", []),
    ("Working on my essay.", []),
    ("Loving the warmth and the noise.", []),
    ("Been a long week, so I'm tired.", ["i am tired"]),
])  # fmt: skip
def test_an_i_may_be_left_out(said: str, told: list[str]) -> None:
    assert [atom.text for atom in atoms_of(said)] == told


@pytest.mark.parametrize(("said", "told"), [
    ("As a single parent, my days are long.", [("i am a single parent", "RELATIONAL")]),
    ("As a writer, my desk is old, so I need a new one.", [("i am a writer", "TRAIT")]),
    ("As a nurse, my nights are long.", [("i am a nurse", "BELIEF_ABOUT_SELF")]),
    ("It tells of my journey as a deaf woman.", [("i am a deaf woman", "BELIEF_ABOUT_SELF")]),
    ("As a result, my nights are long.", []),
    ("As a user, I want to reset my password.", []),
    ("As a kid, my nights were long.", []),
    ("As a nurse, she works at night.", []),
    ("My work as a nurse ended.", []),
    ("It tells of her journey as a deaf woman.", []),
])  # fmt: skip
def test_what_somebody_is_said_to_be_in_passing(said: str, told: list[tuple[str, str]]) -> None:
    assert _told(said) == told


@pytest.mark.parametrize(("said", "told"), [
    ("I love mending old clocks. It keeps me calm.", "i feel calm because of mending old clocks"),
    ("I enjoy rowing. It helps me think clearly.", "i am helped by rowing to think clearly"),
])  # fmt: skip
def test_an_it_may_be_what_one_likes_to_do(said: str, told: str) -> None:
    assert told in [atom.text for atom in atoms_of(said)]


def test_what_is_liked_to_be_done_with_one_thing_may_be_either() -> None:
    assert [atom.text for atom in atoms_of("I love painting my boat. It calms me.")] == ["i love painting my boat"]
