"""Reads who is close to the writer where only several sentences together, or words in an order of their own, say it:
"Moose is a 90 pound lab, how much should he eat?", "can rats eat avocado? Biscuit stole mine", "Wes dumped me",
"hired a kid, Cody", "aunt since Tuesday, he's called Bram".
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from kg_assets.claims.parsed.births import births
from kg_assets.claims.parsed.circle import is_told_as_a_story
from kg_assets.claims.parsed.funerals import buried
from kg_assets.claims.parsed.people import Who
from kg_assets.claims.parsed.pets_meant import animal_words, names_animals, pets_meant
from kg_assets.claims.parsed.who import relative_at
from kg_assets.claims.parsed.words import relation_of, shared, words
from kg_assets.claims.reading.model import SELF
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

Tokens = tuple[int, ...]
_MINE = ("my", "our")
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_MYSELF = Who(SELF, "self", None)
_NAMING = (",", "called", "named")
_ME = ("me", "i", "myself")
_IS_AN_EXERCISE = re.compile(r"[-=]+>|→")  # "my sister left -> passive"


class Close(NamedTuple):
    """What a sentence says of somebody close: of whom, the predicate, the tokens of the object (or, for an event, of
    the words that tell it), and the verb that dates it, if one does."""

    one: Who
    predicate: str
    tokens: Tokens
    is_negative: bool = False
    is_event: bool = False
    verb: int | None = None


def close_ones(sentences: Sequence[Sentence], text: str) -> Mapping[int, Sequence[Close]]:
    """What the sentences of a message say of people and pets close to the writer, by the place where a sentence begins.
    Empty if the message tells a story."""
    parsed = [s for s in sentences if s.is_parsed]
    # What is only asked or wished for is not parsed, and its words still tell what the message is about.
    unparsed = list(_between(parsed, text))
    lows = [*(s.low for s in parsed), *unparsed]
    if all(_cues().isdisjoint(low) for low in lows):
        return {}
    made_up = words("made_up_worlds") | words("told_anew") | words("scenes_told")
    is_a_scene = any(not made_up.isdisjoint(low) for low in lows) or any(_is_of_a_scene(s) for s in parsed)
    if is_a_scene or is_told_as_a_story(parsed) or _IS_AN_EXERCISE.search(text):
        return {}
    found: dict[int, list[Close]] = {s.char_start: [] for s in parsed}
    is_a_sample = any(not words("samples_of_texts").isdisjoint(low) for low in lows)
    if not is_a_sample:
        for s, one, predicate, name in (*pets_meant(parsed, unparsed), *births(parsed)):
            found[s.char_start].append(Close(one, predicate, name))
    is_at_work = not is_a_sample and any(_speaks_of_a_business(low) for low in lows)
    is_of_animals = any(names_animals(low) for low in lows)
    for s in parsed:
        found[s.char_start] += [Close(_MYSELF, "partner_is", name) for name in _together(s)]
        readers: tuple[Callable[[Sentence], Iterator[Close]], ...] = (_parted, _paired_since)
        for read in readers:
            found[s.char_start].extend(read(s))
        own_names = list(_own_names(s))
        if own_names and not any(_is_for_others(low) for low in lows):
            found[s.char_start].extend(own_names)
        found[s.char_start].extend(Close(one, "pass_away", said, is_event=True) for one, said in buried(s))
        found[s.char_start].extend(_put_down(s, is_of_animals))
        found[s.char_start] += [Close(_MYSELF, "colleague_is", name) for name in _hired(s, is_at_work)]
    return found


@cache
def _cues() -> frozenset[str]:
    """Words of which a message that any of these readers reads has one."""
    listed = ("funerals", "own_surnames", "signing", "lengths_of_a_pair", "new_at_work", "somebody_new", "young_people")
    kin = {row.split()[0] for row in words("kin_by_birth")}
    named = frozenset(one for name in listed for one in words(name))
    named |= {said.split()[-1] for said in words("been_by_a_pair")}
    return named | kin | animal_words() | {"born", "dumped", "down", "name", "names"}


def _is_of_a_scene(s: Sentence) -> bool:
    """Whether a sentence is a speech of somebody in a scene: "Wes dumped me, says Mia"."""
    return any(s.low[at] in words("speaking_up") and s.low[at - 1] == "," for at in range(1, len(s) - 1))


def _speaks_of_a_business(low: Sequence[str]) -> bool:
    """Whether a sentence speaks of a business that is not somebody else's ("his crew", "in an ad"), or of somebody
    who begins at work."""
    return any(
        (one in words("of_ones_business") and not _is_of_another(low, at)) or one in words("beginning_at_work")
        for at, one in enumerate(low)
    )


def _is_of_another(low: Sequence[str], at: int) -> bool:
    return tuple(low[max(0, at - 2) : at]) == ("in", "an") or (at > 0 and low[at - 1] in ("his", "her", "their"))


def _is_for_others(low: Sequence[str]) -> bool:
    """Whether a letter is somebody else's: "on behalf of her", "a card from my kids", "an email for our CEO", "from
    Ben". Jokes tell no name either."""
    if not (words("signed_for_others") | words("laughing") | words("speakers_in_play")).isdisjoint(low):
        return True
    others = words("others_or_theirs") | shared("given_names")
    return any(one in words("letters_of") and low[at + 1] in others for at, one in enumerate(low[:-1]))


def _between(parsed: Sequence[Sentence], text: str) -> Iterator[tuple[str, ...]]:
    """The words of each stretch of a text that no parsed sentence covers."""
    ends = [0, *(s.char_end for s in parsed)]
    starts = [*(s.char_start for s in parsed), len(text)]
    for end, start in zip(ends, starts, strict=True):
        found = tuple(_WORD.findall(text[end:start].lower()))
        if found:
            yield found


def _hired(s: Sentence, is_at_work: bool) -> Iterator[Tokens]:
    """The names of those who work for the writer, if the message speaks of a business: "Cody" in "hired a new kid,
    Cody", "new hire Shawna", "my guy Cody"."""
    if not is_at_work:
        return
    for at in range(1, len(s)):
        is_new = s.low[at - 1] == "new" and s.low[at] in words("new_at_work")
        is_one = s.low[at] in words("somebody_new") or s.low[at] in words("young_people")
        is_own = is_one and _is_own_hand(s, at)
        if is_new or is_own or (is_one and _is_object_of_hiring(s, at)):
            name = at + 1 + (s.low_at(at + 1) in _NAMING)
            is_first_name = s.low_at(name) in shared("given_names") | words("short_names")
            is_known = is_first_name or (name < len(s) and s.entity[name] == "PERSON" and not is_own)
            if _is_written_name(s, name) and (is_known or not (is_new or is_own)):  # no "new hire Handbook"
                yield (name,)


def _is_own_hand(s: Sentence, at: int) -> bool:
    """Whether "my", or "my new", stands before a noun like "guy"."""
    before = s.low[at - 1]
    return before in _MINE or (at > 1 and before in words("young_or_new") and s.low[at - 2] in _MINE)


def _is_object_of_hiring(s: Sentence, noun: int) -> bool:
    """Whether a noun is whom the writer hired: "kid" in "hired a new kid", "we took on a lad"."""
    verb = s.head[noun]
    if s.dep[noun] != "dobj" or s.lemma[verb].lower() not in words("hiring") or s.child(verb, "neg") is not None:
        return False
    subject = s.child(verb, "nsubj")
    is_own = subject is None or s.low[subject] in closed_class("first_persons")
    return is_own and s.tag[verb] in ("VBD", "VBN") and s.child(verb, "auxpass") is None


def _parted(s: Sentence) -> Iterator[Close]:
    """Who left the writer: "Wes" in "Wes just dumped me over text". Not a wave that "dumped me into the sea"."""
    for at in range(1, len(s) - 1):
        is_of_me = s.low[at] == "dumped" and s.low[at + 1] == "me"
        is_a_load = s.low_at(at + 2) in words("dumped_somewhere") or _is_of_a_thing(s, at + 2)
        if not is_of_me or is_a_load:
            continue
        who = at - 1
        while who > 0 and s.pos[who] == "ADV":
            who -= 1
        is_known = s.low[who] in shared("given_names") and s.low[who] not in words("names_or_words")
        is_parting = s.low_at(at + 2) in words("ways_of_parting") and s.low_at(at + 3) in words("parted_by")
        if (is_known or is_parting) and _is_somebody_alone(s, who):
            yield Close(_MYSELF, "partner_is", (who,), is_negative=True, verb=at)


def _is_of_a_thing(s: Sentence, at: int) -> bool:
    """Whether a thing begins at a token: "two miles", "his work"."""
    return at < len(s) and (s.pos[at] == "NUM" or s.tag[at] == "PRP$")


def _paired_since(s: Sentence) -> Iterator[Close]:
    """With whom the writer has been a pair for a round time: "Jonty" in "Jonty and me are 6 months today". Not in "Tom
    and I are 2 years apart"."""
    for at in range(3, len(s) - 3):
        count, long, day = s.low[at + 1 : at + 4]
        is_counted = count[:1].isdigit() or count in words("counts_of_a_pair")
        is_long = long in words("lengths_of_a_pair") and day in words("days_of_a_pair")
        is_at_work = at + 4 < len(s) and (s.low[at + 4] in words("no_days_of_a_pair") or s.tag[at + 4] == "VBG")
        if s.low[at] != "are" or s.low[at - 2] not in ("and", "&", "n") or not (is_counted and is_long) or is_at_work:
            continue
        name = at - 3 if s.low[at - 1] in _ME else at - 1 if s.low[at - 3] in _ME else None
        if name is not None and _is_somebody_alone(s, name):
            yield Close(_MYSELF, "partner_is", (name,))


def _together(s: Sentence) -> Iterator[Tokens]:
    """With whom "we" have been a pair since some time, if one somebody alone is named before it in the sentence:
    "Chidinma" in "Chidinma teaches biology and we have been together since June"."""
    is_other = not (words("no_pair") | closed_class("conditions")).isdisjoint(s.low)
    for at in range(2, len(s) - 1):
        pair = next((said for said in _pairs() if s.low[at : at + len(said)] == said), None)
        is_long = pair is not None and s.low_at(at + len(pair)) in ("since", "for", "now")
        helped = at - 1 - (s.low[at - 1] in ("now", "also", "together"))
        who = helped - 1 - (s.low[helped - 1] in ("have", "'ve", "ve"))
        if not is_long or who < 0 or s.low[helped] not in ("been", "be") or is_other:
            continue
        joined = range(max(0, who - 2), who + 1)
        if s.low[who] == "we":
            above = s.head[helped]
            is_now = s.dep[helped] == "conj" and s.tag[above] in ("VBZ", "VBP")
            names = s.children(above, "nsubj") if is_now else ()
        else:
            names = tuple(t for t in joined if any(s.low[t] in _ME for t in joined) and s.low[t] not in _ME)
        found = [t for t in names if _is_written_name(s, t)]
        if len(found) == 1:
            yield (found[0],)


@cache
def _pairs() -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(said.split()) for said in sorted(words("been_by_a_pair")))


def _own_names(s: Sentence) -> Iterator[Close]:
    """The names that the writer tells of themselves beside something else: "Tess" in "my name's already Tess" and "sign
    it Tess", "Quispe" in "I keep my surname, Quispe"."""
    for at in range(1, len(s)):
        name = None
        if s.low[at] in words("own_surnames") and s.low[at - 1] in _MINE:
            name = at + 1 + (s.low_at(at + 1) == ",")
        elif s.low[at] == "name" and s.low[at - 1] in words("sorts_of_names") and s.low_at(at - 2) in _MINE:
            name = at + 1 + (s.low_at(at + 1) in (",", "is"))
            name = name if s.low[at - 1] != "middle" or s.low_at(name) in shared("given_names") else None
        elif s.low[at] in ("name", "names") and s.low[at - 1] in _MINE:
            name = _behind_is(s, at)
        elif s.low[at - 1] in words("signing") and s.low[at] in words("what_is_signed"):
            name = _signed(s, at)
        if name is not None and _is_written_name(s, name) and s.low.count(s.low[name]) == 1:  # no "Bond, James Bond"
            yield Close(_MYSELF, "name_is", _whole_name(s, name))
            return


def _behind_is(s: Sentence, at: int) -> int | None:
    """The token behind "my name is", past words like "already"; None without "is" or without such a word, since other
    rules read the plain form."""
    name = at + 1
    is_typed = name < len(s) and s.start[name] == s.start[at]  # "my names Tess"
    is_so = is_typed or s.low_at(name) in ("is", "'s")
    first = name = name + is_so
    while name < len(s) and s.low[name] in words("already"):
        name += 1
    return name if is_so and (is_typed or name > first) else None


def _signed(s: Sentence, at: int) -> int | None:
    """The token where the name may begin behind "sign it" or "sign it off with"; None if the name is in quotation
    marks, if there are two, or if somebody else bears it ("Maria, my landlady")."""
    at += 1
    while at < len(s) and s.low[at] in ("off", "from", "with", "by", ":"):
        at += 1
    is_alone = s.low_at(at + 1) not in ("and", "&", "or", "n")  # "sign it Pete and Rena" does not say which one writes
    is_alone = is_alone and not (s.low_at(at + 1) == "," and s.low_at(at + 2) in _MINE)
    return at if at < len(s) and is_alone and s.low[at] in shared("given_names") else None


def _put_down(s: Sentence, is_of_animals: bool) -> Iterator[Close]:
    """The pets that had to be put down, which the writer has no more: "Moose" in "had to put Moose down on the 18th".
    Books and babies are put down, too, so that the message must name an animal or a vet, or the day of the death of
    somebody with a first name."""
    for at in range(2, len(s)):
        is_put = s.low[at] in ("put",) and s.low[at - 1] == "to"
        name = at + 1 + (s.low_at(at + 1) == "down")
        down = at + 1 if name > at + 1 else at + 2
        is_down = s.low_at(down) == "down" and s.low_at(at + 3) not in ("for", "as", "to")
        is_dated = s.low_at(at + 3) == "on" and any(s.entity[t] == "DATE" for t in range(at + 4, min(at + 6, len(s))))
        is_a_pet = is_of_animals or (is_dated and s.low_at(name) in shared("given_names"))
        is_a_pet = is_a_pet and words("watched_or_read").isdisjoint(s.low)
        if is_put and is_down and is_a_pet and s.low[at - 2] == "had" and _is_written_name(s, name):
            yield Close(_MYSELF, "pet_is", (name,))
            one = Who(s.word(name), "person", (s.start[name], s.end[name]))
            yield Close(one, "die", (name, at), is_event=True, verb=at)


def _whole_name(s: Sentence, at: int) -> Tokens:
    """The tokens of a name in capitals that begins here; a name in lower case has one."""
    end = at + 1
    while end < len(s) and s.word(at)[:1].isupper() and s.pos[end] == "PROPN" and s.word(end)[:1].isupper():
        end += 1
    return tuple(range(at, end))


def _is_somebody_alone(s: Sentence, at: int) -> bool:
    """Whether a noun without an article, where only somebody can stand, is a name: no relative, no job and no group."""
    if _is_written_name(s, at):
        return s.low_at(at - 1) not in words("no_names_behind")
    is_noun = s.tag[at] in ("NN", "NNP") and s.word(at).isalpha() and relation_of(s.low[at]) is None
    is_other = s.low[at] in shared("jobs") | shared("tools") | words("persons") | words("no_people_alone")
    return is_noun and not is_other and not s.children(at, "det", "poss", "amod", "compound", "prep")


def _is_written_name(s: Sentence, at: int) -> bool:
    """Whether a token is a name: by its capital or the list of first names, or since the recogniser takes it for a
    person's."""
    if at >= len(s) or at < 0 or relation_of(s.low[at]) is not None or s.low[at] in words("no_own_names"):
        return False
    is_known = s.low[at] in shared("given_names") and s.low[at] not in words("names_or_words")
    is_capital = s.word(at)[:1].isupper() and not s.word(at).isupper() and s.pos[at] == "PROPN"
    is_somebody = s.entity[at] == "PERSON" and s.pos[at] in ("PROPN", "NOUN")
    is_no_one = s.low[at] in shared("months") | shared("weekdays") | shared("tools")
    return (
        (is_known or is_capital or is_somebody)
        and not is_no_one
        and relative_at(s, at) is None
        and s.word(at).isalpha()
    )
