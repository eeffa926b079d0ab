"""Whose words the messages of a chat are: another one at the keyboard, a game of roles, a text that was put in."""

from pathlib import Path

import pytest

from kg_assets.language.voices import Turn, shipped_voices
from kg_assets.store.home import Home
from tests.language.reading import export_of, rows_of, run_reading

_OF = {"own": "o", "another": "a", "role": "r", "copied": "c"}


def _voices(*texts: str) -> str:
    """A letter for each of the person's messages, with an answer between any two."""
    turns: list[Turn] = []
    for number, text in enumerate(texts):
        turns.append(Turn(f"u{number}", turns[-1].message_id if turns else None, text))
        turns.append(Turn(f"a{number}", f"u{number}", None))
    return _told(turns, len(texts))


def _told(turns: list[Turn], many: int) -> str:
    voices = shipped_voices()
    signs = {turn.message_id: voices.signs(turn.text) for turn in turns if turn.text is not None}
    found = {one.message_id: one.voice for one in voices.of_conversation(turns, signs)}
    return "".join(_OF[found.get(f"u{number}", "own")] for number in range(many))


@pytest.mark.parametrize(("expected", "texts"), [
    ("aao", ("hi its tess here, colins niece, using my uncles account for a bit. i live in bath",
             "ta, giving it back to him now", "right, the fence")),
    ("aa", ("Hello, this is Noor on my sister's login. I'm a vet", "I have two sons")),
    ("aao", ("hey, on my flatmate's chatgpt rn, i'm coeliac", "also vegan", "me again, that was my flatmate")),
    ("aao", ("Colin's niece here. I'm expecting a baby", "due in june", "ok it's colin again now")),
    ("aaa", ("this isn't colin, it's his son. i have gout", "and a dog", "my name is Jude")),
    ("aa", ("Hi, Jude again on Dad's account. i study law", "Jude here again: i also row")),
    ("oao", ("letting my grandson have a go on this", "im 6 and i live in a castle", "sorry, that was my grandson")),
    ("oao", ("passing you over to my wife", "i am a potter", "back to me, thanks")),
    ("a", ("my aunt lent me her account. i work nights",)),
    ("o", ("hi, it's noor here on jude's laptop. i'm allergic to wasps",)),
    ("aa", ("hiya, niece here, uncle's letting me use this. i live in bath", "i'm 30")),
    ("a", ("hello its his wife, i'm diabetic",)), ("a", ("I'm not the account owner, I'm his niece. I have asthma",)),
    ("a", ("my name is Tess and I'm using my uncle's account. I row",)),
    ("aao", ("on mum's login, i'm 14", "i hate maths", "Hi it's Noor, that was my son. I'm a teacher")),
    ("aao", ("tess here on my uncles account, i'm a nurse", "ok bye, logging off", "i have a goat")),
    ("aao", ("hi, noor typing on jude's account, i teach chemistry", "jude's back, ta", "i mended the roof")),
])  # fmt: skip
def test_another_one_at_the_keyboard(expected: str, texts: tuple[str, ...]) -> None:
    assert _voices(*texts) == expected


@pytest.mark.parametrize("text", [
    "hi its foggy here", "I'm here", "my uncle here thinks I should sell", "hi, Noor here, I'm a vet in Bath",
    "this is Tess, Colin's niece. she's 30 and lives in Bath", "I'm on my uncle's Netflix account and it won't load",
    "im using my wife's account at the bank, is that ok", "i saw a charge on my uncle's account",
    "I'm typing this on my aunt's laptop, sorry. I live in Bath", "I'm Noor's sister, what do I say at her wedding?",
    "a friend of my niece's here has asthma", "my grandson will take over the shop next year",
    "im retiring in june and letting my son take over.",
    "we're passing the house to my son", "I manage my aunt's account for her", "its me again, i moved to bath",
    "This is my wife's account of what happened: she fell", "on my uncle's side I'm Irish", "Mum here, I have twins",
    "my son is using my account for homework, he's 12", "hi, this is my niece's homework. I'm a nurse",
    "my brother let me use his car", "hi, I'm Colin's niece and I need a speech for his 60th. I'm a nurse",
    "as Colin's wife I handle the books", "it's my son again. he's got a rash", "using my aunt's recipe I make bread",
    "it's not Max, it's his brother Rex that is ill. I have two dogs", "hi, mum of Leo here, he's 7",
    "my wife wants to talk to you about college, I'm her driver", "I'm not Colin's boss, I'm his landlord",
    "my wife's phone is here and mine is lost", "German guy here. I live in Porto",
])  # fmt: skip
def test_the_person_speaks_of_others_and_of_accounts(text: str) -> None:
    assert _voices(text) == "o"


@pytest.mark.parametrize(("expected", "texts"), [
    ("aao", ("Jude here on Colin's account, i row", "i'm 30", "it's Mina now")),
    ("aao", ("jude typing on his dad's login", "i'm 9", "hello, it's Colin. I mend roofs")),
    ("aaa", ("jude typing on his dad's login", "i'm 9", "hello, it's Jude. I draw")),
    ("aao", ("jude typing on his dad's login", "i'm 9", "right i'm back. I mend roofs")),
    ("aa", ("hello, Mina here, Colin's niece, on his laptop", "i'm vegan")),
    ("aa", ("Mina here, uncle's letting me borrow this", "i'm vegan")),
    ("a", ("my flatmate is letting me use his login. I'm vegan",)), ("a", ("i'm on my nan's chatgpt rn, i'm nine",)),
    ("oa", ("ok, handing you over to my brother now", "i row")), ("oa", ("i'll let my niece type", "i row")),
    ("oa", ("I have a goat. Letting my son have a turn on this", "i row")), ("oa", ("my nan is typing now", "i row")),
])  # fmt: skip
def test_how_another_one_comes_and_goes(expected: str, texts: tuple[str, ...]) -> None:
    assert _voices(*texts) == expected


@pytest.mark.parametrize("text", [
    "I'm using my firm's ChatGPT account today. I'm a vet", "hi! on my college's account, I'm 17",
    "I'm on work's account again", "Hi, I'm using Gemini's AI chat now", "im on Vodafone's login now and it fails",
    "Mina here on Tesco's account today", "hello, clerk here using my office's login now", "I'm on Jude's account now",
    "I'm in my niece's chat", "I'm on her profile. She rows, should I write", "on my son's chat again, i worry",
    "my gran gave me this", "My aunt let me try this", "she gave me this, what is it", "He gave me this account",
    "Sorry, my uncle gave me this, it's a watch", "my mate lets me use his login, is that legal",
    "hi, this is Mina. I'm on my aunt's phone as mine broke", "it's Mina again, on my uncle's laptop as mine died",
    "ok here on my cousin's pc and it is slow", "ok now on his account of the war",
    "I let my nan talk to you yesterday and she loved it", "I was letting my son type his essay and the laptop broke",
    "my niece will chat with you later", "My niece is taking over now, I retired", "my son wants to talk to you.",
    "Handing you over to my nan would be awkward", "they keep passing you to their manager", "let my son ask for help",
    "On his account, he was sorry", "From my nan's account, she fell at 3", "hi, it's Mina on her account",
    "Hi, Leo's mum here! He's 4", "it's Mina here, Leo's dad's cousin is ill", "let my wife ask you that",
    "my uncle is going to chat to you about that", "Ta, I let my wife ask you about soup earlier",
])  # fmt: skip
def test_nobody_else_has_come(text: str) -> None:
    assert _voices(text, "I'm a roofer") == "oo"


@pytest.mark.parametrize(("expected", "texts"), [
    ("rr", ("let's do a role play, you are the keeper of a lighthouse and i'm a smuggler", "my wife left me, keeper")),
    ("rro", ("pretend you're a miller and i'm a pedlar called finn who owns nothing", "i have three sons",
             "haha good that. me and jo are off to a quiz")),
    ("rro", ("you be the barista and i'm the customer", "a latte, i'm lactose intolerant", "ok stop. i am a nurse")),
    ("rro", ("I'll be the patient and you're the doctor", "i have had a cough for weeks", "that was fun, thanks")),
    ("oro", ("let's roleplay, you're a vampire", "i've lived here 300 years", "out of character: i live in Bath")),
    ("or", ("can we roleplay a job interview?", "I have ten years of experience at a mill")),
    ("rr", ("lets rp. you're a detective and im the thief", "i live alone and have no wife")),
    ("rr", ("I want you to be a dragon and I'll be the knight", "i have a castle in wales")),
    ("rr", ("Let's act out a scene: you're the waiter, I'm a rude guest", "I'm allergic to your face")),
    ("rr", ("act like my aunt and i'll be a rude teen", "i hate school")),
    ("rrro", ("you be gandalf and i'm frodo", "i carry the ring", "my uncle is old", "lol this is great. i row")),
    ("rro", ("role play: i'm a cop", "i live in oslo", "can we stop now? i have a goat")),
    ("oo", ("you're my favourite and i'm a fan of yours", "i live in rome")),
    ("oo", ("i play the violin and you play the hits", "i live in rome")),
    ("oo", ("how do actors stay in character?", "i act at the rep")), ("oo", ("let's play a quiz", "i am 30")),
    ("oo", ("act as my therapist, I'm a nurse and burnt out", "i have two kids")),
    ("oo", ("pretend you're a doctor. i'm a 60 year old with gout", "i take colchicine")),
    ("oo", ("you are the best and i'm a mess", "i live in bath")),
    ("oo", ("imagine i'm five and explain tides", "i have a niece")),
    ("o", ("we did a role play at work today and I was the customer",)),
    ("o", ("I love role play games",)), ("o", ("i run a d&d campaign on fridays",)),
    ("o", ("can you suggest a role play activity for my class? I teach year 4",)),
    ("o", ("i'll be a dad in may and you are the first to know",)),
])  # fmt: skip
def test_games_of_roles(expected: str, texts: tuple[str, ...]) -> None:
    assert _voices(*texts) == expected


@pytest.mark.parametrize(("expected", "texts"), [
    ("rr", ("You're the dragon and I'm the knight", "i own a castle")),
    ("rr", ("you be the waiter and i'm the guest. hi, i'm allergic to nuts", "and to milk")),
    ("rr", ("You play the villain and I'll play the hero", "i was born on a ship")),
    ("rr", ("I'll be the king, you be the jester", "i have nine wives")),
    ("or", ("can we do a role play? I'm from Bath by the way", "i own a castle")),
    ("or", ("role play with me", "i own a castle")), ("or", ("let's start a text adventure", "i own a sword")),
    ("or", ("Stay in character please", "i own a sword")), ("or", ("you be the dungeon master", "i am an elf")),
    ("or", ("could you rp with me", "i am an elf")), ("or", ("I'd like to roleplay with you", "i am an elf")),
    ("oroo", ("let's roleplay, you're a wizard", "i am an elf", "how do i boil rice? I'm vegan", "i live in bath")),
    ("oro", ("let's roleplay, you're a wizard", "i am an elf", "thanks! I have a viva on monday")),
    ("oro", ("let's roleplay, you're a wizard", "i am an elf", "now my essay on Hardy. I'm at Exeter")),
    ("orr", ("let's roleplay, you're a wizard", "what is your name? i am an elf", "i own a sword")),
])  # fmt: skip
def test_how_a_game_begins_and_ends(expected: str, texts: tuple[str, ...]) -> None:
    assert _voices(*texts) == expected


@pytest.mark.parametrize("text", [
    "I'll be the best man and you're invited", "I have to be the DM for my friends", "Our DM says you be the DM",
    "be the DM, I'm running a campaign for my kids", "I'll be the DM for my niece on Friday, help me",
    "my coach told me to always stay in character", "My aunt thinks I should stay in character at work",
    "Let's play a game where you guess my age", "let's start a game where you ask me things",
    "I'll play the cello, and you're the audience", "I'll play the bass and you play the drums, said Jude",
    "Imagine you are 60 and I'm the only one earning", "I want to try some role play at home with my husband",
    "let's do some role play for my Spanish oral", "can we role play for my interview on Friday at Boots? I'm a nurse",
    "imagine you're my trainer and I'm a beginner swimmer", "pretend you're a nurse and I'm a patient with gout",
    "You are a pirate and I'm a vet", "let's role play: you're a coach and I'm a new runner",
    "Role play: good or bad for couples? I'm married to Jude", "Pretend we're friends. I live in Bath",
    "you be honest and i'm all ears", "you be nice and i'm happy", "you be careful and i'll be fine",
    "roleplay as my therapist, I'm burnt out", "can you roleplay as a coach? I row", "you're the expert and I'm lost",
    "you're the best and I'm the mess", "I'll be a dad in May and you be a dear", "I play the harp and you be judge",
    "in that meeting I'll be the chair and you be the clerk, my boss said",
    "I am the manager at Boots and you're the editor", "so you're the doctor and I'm the worried mum",
    "you be the interviewer and I'll be the candidate",
    "act like a solicitor and I'll be a client", "You're the boss & I'm the new hire with no nerve",
    "Let's roleplay a hard talk with my mother. She's ill", "can we role-play asking my boss for a raise",
    "Let's role play so I can practise firing someone", "you be the judge and I'll be the accused in my custody case",
    "you be the tutor and i'll be the student. teach me algebra", "let's start an RPG for my kids",
    "Stay in character when you write the novel", "keep in character with the brand",
    "you be the editor, I'll be the writer", "I want you to be the therapist and I'll be the patient",
    "reply in character as Elmo for my son, he's 4",
])  # fmt: skip
def test_no_game_begins(text: str) -> None:
    assert _voices(text, "I live in Bath with my wife") == "oo"


@pytest.mark.parametrize(("expected", "texts"), [
    ("co", ("I work at a mill", "this is from a blog")), ("co", ("I work at a mill", "this is from a blog, true?")),
    ("co", ("I work at a mill", "that's from a blog. can I bake it with rye")),
    ("oc", ("I work at a mill", "This is from a blog. I am a stone")),
    ("oc", ("I work at a mill", "This is what he wrote. I hate you")),
    ("oc", ("I work at a mill", "this is what my landlord sent. Dear tenant, pay")),
    ("oc", ("I work at a mill", "This is copied from a website. I am a stone")),
    ("oo", ("I work at a mill", "This is from a website. I bake a lot, is it right?")),
    ("oo", ("I work at a mill", "I found this on Facebook, is it real? A man says he flies")),
    ("oo", ("I work at a mill", "my cousin wrote this, what do you think: roses are red")),
    ("oo", ("I work at a mill", "this is from a book I had. \"I am a stone\"")),
    ("co", ("I work at a mill", "not mine, found it on reddit")), ("co", ("I hate figs", "a guy online wrote that")),
    ("co", ("I hate figs", "it was my niece who wrote that")), ("co", ("I hate figs", "that's my son messing about")),
    ("co", ("I hate figs", "it's not me, it's a character")), ("co", ("I hate figs", "it's made up")),
    ("co", ("I hate figs", "i copied that from a forum")),
])  # fmt: skip
def test_what_is_copied_stands_before_or_behind(expected: str, texts: tuple[str, ...]) -> None:
    assert _voices(*texts) == expected


@pytest.mark.parametrize("text", [
    "I copied it, ta", "I copied that. what now", "copied that from my notes", "someone wrote that it is harmful",
    "A woman on the internet said that figs are harmful", "It was a made-up name I used", "that's fiction I write",
    "it's my brother who wrote the songs", "This is my niece typing for me, I'm blind", "it's for my dentist, not me",
    "That's my son typing badly, sorry, I meant Jo", "it's not about me, it's about the figs",
    "not mine, found the gloves though", "it's not for me, it's for my niece's wedding",
    "that's not mine, it's from my neighbour - the van that blocks me", "it was my niece being born",
    "that's from my blog", "that's taken from my own website", "that was from a song I wrote",
    "those are from the internet", "that was my wife who asked", "that's about right, and not me complaining",
    "that was my wife, ignore the call",
])  # fmt: skip
def test_nothing_is_copied(text: str) -> None:
    assert _voices("I work at a mill and have two cats", text, "I'm a roofer") == "ooo"


@pytest.mark.parametrize(("expected", "texts"), [
    ("co", ("Leek soup: I always fry mine, my gran swore by nutmeg. Serves 4.", "thats off a website, onions ok")),
    ("co", ("bio for the site: I am a master potter with 20 years of shows", "that's the template, i have 2. fix it")),
    ("co", ("My husband left me and I have three goats", "not mine, copied it")),
    ("co", ("I threw my brother out because he sold my boat", "someone on reddit wrote that")),
    ("co", ("add that i'm expecting twins", "that's for my boss, not me")),
    ("co", ("Dear Noor, We regret to tell you. I have been your landlord since May", "thats the letter they sent")),
    ("co", ("I hate my kids", "sorry that was my son messing")),
    ("c", ("I'm divorced and live in Oslo (copied from reddit)",)),
    ("co", ("I have four goats and a ferret", "oh thats from a song")),
    ("co", ("I hate my wife", "lol that was my brother, ignore")), ("co", ("I hate my wife", "my son typed that lol")),
    ("co", ("I have never been kissed", "that's not me, it's a character")),
    ("co", ("I have never been kissed", "that wasn't me, my mate grabbed my phone")),
    ("co", ("I'm allergic to penicillin. What do you give?", "that's a practice question btw")),
    ("co", ("I work nights at a mill", "^ found that on reddit")),
    ("oo", ("I work at a mill", "that's not me complaining")), ("oo", ("I write a blog", "that's from the blog stats")),
    ("oo", ("I'm a nurse", "my friend wrote that on my card")), ("oo", ("I lost my ring", "that was my mum's")),
    ("oo", ("I'm allergic to wasps", "that's from my mum")), ("oo", ("I bought a dress", "that's the one i want")),
    ("oo", ("help me write a letter, i lost my job friday", "that's the letter! thanks")),
    ("oo", ("I have a goat", "it's not mine, it's my sister's")), ("oo", ("I'm vegan", "that's for me, not for him")),
    ("oo", ("I have a goat", 'my niece wrote this: "I am vegan". what do i say')),
    ("oo", ("I have a goat", "this is the letter they sent\nDear Noor, I am your landlord")),
    ("oo", ("I moved to Bath", "my mum said that")), ("oo", ("I live in Bath", "that is out of the way")),
])  # fmt: skip
def test_a_text_that_the_next_message_says_is_copied(expected: str, texts: tuple[str, ...]) -> None:
    assert _voices(*texts) == expected


_WORDS = [
    "ha", "haha ", "ok ", "hi ", "well ", "here ", "please ", "so, ", "^", "sorry - ", "you be the ", "i'm the ",
    "and, ", "my son is ", "that's from ", "you're ", "not ", "copied ",
]  # fmt: skip


@pytest.mark.parametrize("word", _WORDS)
def test_a_word_said_two_thousand_times_is_read_at_once(word: str) -> None:
    assert _voices("let's role play, you're a wizard", word * 2000 + " really", "ok stop")[1:] == "ro"
    assert _voices("Tess here on my uncle's account", word * 2000 + " i row", word * 150 + "i row") == "aaa"
    assert _voices("i row", word * 2000 + " i row", word * 150 + "i row") == "ooo"


@pytest.mark.parametrize(("expected", "said"), [
    ("rrro", "you be the elf and i'm the king"), ("orro", "role play with me"), ("aaao", "i'm on my nan's account now"),
    ("oaao", "passing you over to my nan"), ("aaaa", "Tess here on my uncle's account"),
    ("aaaa", "Colin's niece here. hi"),
])  # fmt: skip
def test_a_long_silence_ends_a_game_and_the_stay_of_one_without_a_name(expected: str, said: str) -> None:
    hours = ("09:00", "09:10", "14:00", "21:00")
    turns: list[Turn] = []
    for number, (hour, text) in enumerate(zip(hours, (said, "i row", "i bake", "i knit"), strict=True)):
        turns.append(Turn(f"u{number}", f"a{number - 1}", text, f"2025-03-01T{hour}:00.000Z"))
        turns.append(Turn(f"a{number}", f"u{number}", None))
    assert _told(turns, len(hours)) == expected


def test_each_branch_has_its_own_voices() -> None:
    turns = [
        Turn("u0", None, "hello"), Turn("u1", "u0", "Tess here on my uncle's account, i live in bath"),
        Turn("u2", "u1", "i row"), Turn("u3", "u0", "i live in oslo"),
    ]  # fmt: skip
    assert _told(turns, 4) == "oaao"


def test_what_is_not_the_persons_is_not_read(home: Home, tmp_path: Path) -> None:
    said = [
        ("user", "hi, Tess here on my uncle's account. I live in Bath."),
        ("assistant", "Since you live in Bath, take the train."),
        ("user", "My husband is a vet."), ("user", "colin again now. I live in Oslo."),
    ]  # fmt: skip
    engine, outcome = run_reading(home, export_of(tmp_path / "conversations.json", said))
    found = rows_of(engine, outcome)
    own = [row["sentence_text"] for row in found if row["unread_reason"] is None]
    assert own == ["colin again now.", "I live in Oslo."]
    assert "Since you live in Bath, take the train." in [
        row["sentence_text"] for row in found if row["unread_reason"] == "not_own"
    ]
