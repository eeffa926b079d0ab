"""Readers for objects of health: a medicine by its name, what somebody is allergic to."""

from collections.abc import Callable
from functools import partial
from itertools import pairwise

from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.model import Object
from kg_assets.claims.reading.objects_places import Found
from kg_assets.claims.reading.objects_states import BODY_PARTS
from kg_assets.claims.reading.phrases import noun_phrase
from kg_assets.claims.reading.sentence import Sentence
from kg_assets.core.wordlists import word_list as listed

_words = partial(listed, "config/claims/clause_words.yaml")
_FOODS = word_list("objects_choices", "foods")
_LONG = 6  # letters: short words end like medicines by chance ("april")
_LONGEST_ALLERGEN = 3  # words: "raw egg whites"
_NEAR_NAME = 3  # words behind a name among which its kind stands: "prozac, the band"
_NEAR = 9  # words around the food among which "allergic" or "intolerant" stands


def is_named_medicine(low: str) -> bool:
    """Whether a word is a medicine wherever it stands, by the list or by its ending."""
    return low in _words("medicines") or (len(low) > _LONG and low.endswith(tuple(_words("medicine_endings"))))


def medicine(s: Sentence, index: int, end: int) -> Found:
    """A medicine or remedy that is known by its name, its form or a dose beside it: "metformin", "vitamin D",
    "nose spray", "iron, 14 mg". The dose is no part of it. Nothing if the name is only part of another thing
    ("metformin trial")."""
    first = _behind_dose(s, index + (s.low[index] in _words("before_a_medicine")), end)
    last = _name_end(s, first, end)
    if last == first:
        return None
    behind = _behind_dose(s, last, end)
    while behind < end and s.low[behind] in _words("medicine_forms"):
        behind += 1
    if behind < end and not _is_end_of_name(s, behind):
        return None
    # "Cetirizine" that opens a sentence is the "cetirizine" of another one: names are compared in any case.
    return [Object(first, last, "entity" if s.capitals[first] else "string")]


def medicine_taken(s: Sentence, index: int, end: int) -> Found:
    """A medicine that somebody takes. Nothing where the words behind it make a habit of it ("take iron every day") or
    say that it is for somebody, goes to somebody ("take insulin to my neighbour") or is no medicine here ("use
    penicillin as an example")."""
    found = medicine(s, index, end)
    if not found:
        return None
    behind = found[0].last
    is_habit = "eat" not in s.low[max(0, index - 2) : index] and s.word(behind) in _words("makes_a_habit")
    is_for = s.word(behind) in ("for", "to")
    return None if is_habit or is_for or _is_put_to_use(s, index, behind, end) else found


def medicine_at_hand(s: Sentence, index: int, end: int) -> Found:
    """A medicine in the form that somebody has: "an inhaler, salbutamol". Nothing where it is a ware or is put on a
    thing ("in stock", "on leather shoes")."""
    found = medicine(s, index, end)
    if not found:
        return None
    behind = found[0].last + (s.word(found[0].last) == ",")
    is_there = s.word(behind) in ("in", "on") and not _is_how_taken(s, behind + 1)
    return None if is_there or _is_put_to_use(s, index, behind, end) else found


def _is_put_to_use(s: Sentence, index: int, behind: int, end: int) -> bool:
    """Whether a medicine serves for something else, or comes from somewhere: "as a keyword", "from patients", "use
    heparin in the lab", "prozac, the band"."""
    behind = min(_behind_dose(s, behind, end), len(s.low) - 1)
    if s.word(behind) in _words("not_taken_behind"):
        return s.timed[behind] < 0 and (behind + 1 >= len(s.low) or s.timed[behind + 1] < 0)  # "from Monday"
    is_used = "use" in s.low[max(0, index - 3) : index] and s.word(behind) in ("in", "on")
    is_work = not _words("told_as_an_example").isdisjoint(s.low[behind : behind + _NEAR_NAME])
    return is_work or (is_used and not _is_how_taken(s, behind + 1))


def _is_how_taken(s: Sentence, at: int) -> bool:
    """Whether a time, the writer's own body or the way of taking begins at a token: "on my eczema", "on an empty
    stomach"."""
    if at >= len(s.low):
        return False
    if s.low[at] == "my" and s.low[at - 1] == "in":  # "in my paper"
        return s.word(at + 1) in BODY_PARTS
    return s.timed[at] >= 0 or s.low[at] in _words("taken_there")


def allergen(s: Sentence, index: int, end: int) -> Found:
    """What is refused with "no" before it: "shellfish" in "no shellfish please, I'm allergic". The object is
    "allergic to shellfish"."""
    found = irritant(s, index, end) if s.word(index - 1) == "no" else None
    if not found:
        return None
    first, last = found[0].first, found[0].last
    how = "intolerant of" if "intolerant" in s.low[max(0, index - _NEAR) : last + _NEAR] else "allergic to"
    return [Object(first, last, value=f"{how} {s.surface(first, last)}")]


def irritant(s: Sentence, index: int, end: int) -> Found:
    """A food or thing that one may be allergic to, without an article: "prawns" in "prawns make my face swell"."""
    found = noun_phrase(s, index, end, frozenset())
    if found is None or found[1] - found[0] > _LONGEST_ALLERGEN:
        return None
    never = _words("no_allergens") | s.words["task_words"] | s.words["pointing"] | _words("before_a_medicine")
    is_said_by_others = any(a == "," and b in _words("speaking_up") for a, b in pairwise(s.low))
    is_known = s.low[found[1] - 1] in _words("allergens") | _FOODS  # no "meetings give me hives"
    return [Object(*found)] if is_known and not is_said_by_others and never.isdisjoint(s.low[slice(*found)]) else None


def _name_end(s: Sentence, first: int, end: int) -> int:
    """The end of the name of a medicine that begins at a token; the token itself if none begins."""
    if first >= end:
        return first
    if is_named_medicine(s.low[first]):
        return first + 1
    first -= s.low[first] == "pill" and s.word(first - 1) == "the"
    for length in (3, 2):
        if first + length <= end and " ".join(s.low[first : first + length]) in _words("medicines_in_words"):
            return first + length
    if s.low[first] in ("vitamin", "vitamins"):
        letter = s.word(first + 1)
        return first + 1 + (letter[:1].isalpha() and (len(letter) == 1 or letter[1:].isdigit()))
    is_dosed = _dose_at(s, first + 1 + (s.word(first + 1) == ","), end) > 0
    if is_dosed and (s.low[first] in _words("remedies") or s.word(first + 1) != ","):
        return first + (s.low[first].isalpha() and len(s.low[first]) > 3)
    return first


def _dose_at(s: Sentence, at: int, end: int) -> int:
    """How many tokens the dose has that begins here, as "20 mg" or "20mg"; 0 if none does."""
    low = s.word(at)
    if at >= end or not low[:1].isdigit():
        return 0
    if low.lstrip("0123456789.") in _words("doses_of_medicines"):
        return 1
    return 2 if at + 1 < end and s.low[at + 1] in _words("doses_of_medicines") else 0


def _behind_dose(s: Sentence, at: int, end: int) -> int:
    long = _dose_at(s, at, end)
    if long:
        return at + long + (s.word(at + long) == "of")
    return at + (at < end and s.low[at].replace(".", "").isdigit())


def _is_end_of_name(s: Sentence, at: int) -> bool:
    """Whether a token shows that the name before it is complete: a sign, a time or a small word."""
    if s.low[at] in ("to", "like"):
        return False
    small = s.words["prepositions"] | s.words["adverbs"] | s.words["be"] | _words("behind_a_medicine")
    return s.has_pause(at) or s.low[at] == "," or s.timed[at] >= 0 or s.low[at] in small


KINDS: dict[str, Callable[[Sentence, int, int], Found]] = {
    "medicine": medicine,
    "medicine_taken": medicine_taken,
    "medicine_at_hand": medicine_at_hand,
    "allergen": allergen,
    "irritant": irritant,
}
