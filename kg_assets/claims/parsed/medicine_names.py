"""Finds the tokens that name a medicine. Four things show it: the list of medicines, an ending ("-pril"), a dose beside
it, or that somebody prescribes it or it is for an illness.

What a clause says of a medicine is read by `medicines`.
"""

from collections.abc import Sequence

from kg_assets.claims.parsed.words import shared, words
from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.objects_medicines import is_named_medicine
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

Tokens = tuple[int, ...]
_NOUNS = ("NOUN", "PROPN", "VERB", "ADJ", "X")
_DETERMINERS = frozenset({"the", "my", "a", "an", "some", "his", "her"})
_COMMON = (
    "task_words",
    "possessions",
    "feelings",
    "traits",
    "trait_nouns",
    "events",
    "diets",
    "languages",
    "conditions",
)


def medicine_at(s: Sentence, first: int, is_given: bool = False, allows_article: bool = False) -> Tokens:
    """The tokens of the medicine that begins at the token `first`; empty if none does.

    A dose shows that a word is a medicine, but is no part of its name: "sertraline 50 mg" gives "sertraline". An
    unknown word counts only if somebody who prescribes gives it (`is_given`) or if it is for an illness of the writer's
    own.
    """
    start = first + (first < len(s) and s.low[first] in _DETERMINERS)
    for length in (3, 2):  # "brown inhaler": taken by its form, without a name
        if " ".join(s.low[start : start + length]) in words("medicines_in_words"):
            return tuple(range(start, start + length))
    noun = _noun_from(s, _behind_dose(s, start))
    if noun >= len(s) or s.pos[noun] not in _NOUNS or not s.word(noun)[:1].isalpha():
        return ()
    last = noun
    while last + 2 < len(s) and s.low[last + 1][:1].isdigit() and s.low[last + 2] in words("doses"):
        last += 2
    if _is_of_something_else(s, noun, last):
        return ()
    is_sure = _doses(s, range(start, last + 1)) or is_surely_one(s, noun)
    is_bare = start == first or allows_article  # "put me on the spot"
    is_shown = is_given or is_for_own_illness(s, last + 1)
    is_one = is_sure or (is_shown and is_bare and noun == start and is_unknown(s, noun))
    return tuple(range(_behind_dose(s, start), noun + 1)) if is_one else ()


def is_surely_one(s: Sentence, noun: int) -> bool:
    """Whether a word is a medicine wherever it stands, by the list or by its ending."""
    return is_named_medicine(s.low[noun])


def is_whole_name(s: Sentence, noun: int) -> bool:
    """Whether a medicine is no part of the name of something else: "the X price", "X the song"."""
    behind = noun + 1
    known = words("medicine_forms") | words("doses") | words("time_nouns") | words("daters")
    if behind >= len(s) or s.low[behind] in known:
        return True
    is_rate = s.low_at(behind + 1) in words("time_nouns") | words("lengths_of_time")  # "a day"
    is_named_more = (s.low[behind] in ("the", "a", "'s") and not is_rate) or s.tag[behind] == "HYPH"
    return not is_named_more and (s.pos[behind] not in ("NOUN", "PROPN") or s.entity[behind] in ("DATE", "TIME"))


def is_taken_or_eaten(s: Sentence, noun: int) -> bool:
    """Whether a word is a medicine, a remedy or a food: something that one may take, or be unable to tolerate."""
    own = words("remedies") | word_list("objects_choices", "foods")
    return is_surely_one(s, noun) or s.low[noun] in own or s.lemma[noun].lower() in own


def is_unknown(s: Sentence, noun: int) -> bool:
    """Whether a word may be a medicine because no list knows it as anything else: as a place, a tool, a person or a
    thing."""
    low = s.low[noun]
    listed = shared("tools") | shared("known_places") | shared("given_names") | shared("months") | shared("weekdays")
    is_listed = low in listed | words("no_medicines") | words("time_nouns") | closed_class("particles")
    is_common = any(low in shared(name) for name in _COMMON)
    return not is_listed and not is_common and s.tag[noun] in ("NN", "NNP") and not low.endswith("ing")


def is_for_own_illness(s: Sentence, at: int) -> bool:
    """Whether "for my blood pressure" or "for eczema" begins at a token."""
    behind = at + 1 + (s.low_at(at + 1) in ("my", "the"))
    is_for = s.low_at(at) == "for"
    return is_for and any(is_illness(s, noun) for noun in range(behind, min(behind + 2, len(s))))


def is_illness(s: Sentence, noun: int) -> bool:
    """Whether a noun is an illness, or a part of the body for which one takes something."""
    two = " ".join(s.low[max(0, noun - 1) : noun + 1])
    listed = words("taken_for") | shared("conditions") | shared("bodily")
    return s.low[noun] in listed or two in listed or s.low[noun].endswith(tuple(shared("condition_endings")))


def _noun_from(s: Sentence, at: int) -> int:
    """The last token of the name that begins at a token."""
    while (
        at + 1 < len(s)
        and not is_surely_one(s, at)
        and s.dep[at] in ("compound", "amod", "nummod")
        and s.head[at] > at
        and s.low[at + 1] not in words("time_nouns")
    ):
        at += 1
    return at


def _is_of_something_else(s: Sentence, noun: int, last: int) -> bool:
    """Whether a medicine is only part of the name of another thing: "Ozempic's mailing list", "insulin pumps"."""
    if last + 1 >= len(s):
        return False
    behind = last + 1
    is_owner = s.tag[behind] == "POS" or s.low[behind] == "'s"
    is_other = s.low[behind] not in words("doses") | words("medicine_forms") | words("time_nouns")
    is_joined = s.dep[noun] == "compound" and s.head[noun] >= behind and s.tag[behind].startswith("NN")
    return is_owner or (is_joined and is_other)


def _doses(s: Sentence, tokens: Sequence[int]) -> bool:
    """Whether these tokens include a dose: "50 mg", "20mg"."""
    units = words("doses")
    return any(s.low[t] in units and t > 0 and s.low[t - 1][:1].isdigit() for t in tokens) or any(
        s.low[t][:1].isdigit() and s.low[t].lstrip("0123456789.") in units for t in tokens
    )


def _behind_dose(s: Sentence, at: int) -> int:
    """The token behind a dose: "fluoxetine" of "20 mg of fluoxetine" and of "five milligrams of fluoxetine"."""
    at += at + 2 < len(s) and s.pos[at] == "NUM" and s.low[at + 1] in words("doses")
    while at + 1 < len(s) and (s.low[at][:1].isdigit() or s.low[at] in words("doses") | {"of"}):
        at += 1
    return at
