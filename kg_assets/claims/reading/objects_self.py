"""Readers for objects that say who somebody is: age, name, occupation and field of study."""

import re
from collections.abc import Callable

from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.model import Object
from kg_assets.claims.reading.objects_states import INTENSE
from kg_assets.claims.reading.objects_sums import Found
from kg_assets.claims.reading.objects_world import WORK_FIELDS
from kg_assets.claims.reading.phrases import noun_phrase
from kg_assets.claims.reading.sentence import Sentence
from kg_assets.claims.reading.subjects import name_run

_AGE_WORDS = word_list("objects_self", "age_words")
_JOB_WORDS = word_list("objects_self", "job_words")
_JOB_ANY_WORDS = word_list("objects_self", "job_any_words")
_SUBJECT_WORDS = word_list("objects_self", "subject_words")
_NAME_WORDS = word_list("objects_self", "name_words")
_COMPARED = word_list("objects_self", "compared")
_LEAST_IN_YRS = 16  # "10 yrs" without "old" is a length of time; from this many years on it is an age
_NO_AGENTS = word_list("objects_self", "no_agents")
_FICTIONAL = word_list("objects_self", "fictional")
_AGENT_ENDINGS = ("ist", "ician", "woman", "man", "eer", "er", "or", "grapher", "ant")
_AGE_WORD = re.compile(r"(\d{1,3})(?:-?y(?:ea)?rs?-?old|yo|y/o|-year-old|ish|[mf])?", re.ASCII)


def _is_a_length(s: Sentence, at: int, number: str) -> bool:
    """Whether a number of years is a length of time and no age: "2 years older", "nurse here, 10 yrs"."""
    is_compared = s.word(at + 1) in ("year", "years", "yrs") and s.word(at + 2) in _COMPARED
    is_short = s.word(at + 1) == "yrs" and s.word(at + 2) != "old"
    return is_compared or (is_short and number.isdigit() and int(number) < _LEAST_IN_YRS)


def age(s: Sentence, index: int, end: int) -> Found:
    """An age. A bare number after "I'm" must end its phrase."""
    at = index
    while at < end and s.low[at] in ("about", "almost", "nearly", "around", "a", "an", "only", "just"):
        at += 1
    if at >= end or "we" in s.low[max(0, index - 3) : index]:
        return None  # "we turned two": a shop, a couple, a table of two
    low = s.low[at]
    found = _AGE_WORD.fullmatch(low)
    number = found[1] if found else (str(s.words.numbers[low]) if low in s.words.numbers else "")
    if not number and "-" in low and low.split("-")[0] in s.words.numbers:
        number = low
    if not number or (number.isdigit() and not 0 < int(number) <= 120) or _is_a_length(s, at, number):
        return None
    rest = " ".join(s.low[at + 1 : at + 3])
    last = at + 1
    if (
        low.endswith("-year-old")
        and at + 1 < end
        and s.low[at + 1].isalpha()
        and s.low[at + 1] not in s.words["stops"] | {"and"}
    ):
        return None
    if (found and found[0] == number) or not found:
        if rest == "years of" and s.word(at + 3) == "age":
            last = at + 4
        elif (
            rest == "year old" and s.word(at + 3).isalpha() and s.low[at + 3] not in s.words["stops"] | {"and", "from"}
        ):
            return None
        elif rest.startswith(("years old", "year old", "yrs old", "y o")) or s.word(at + 1) in ("yo", "yrs", "y/o"):
            last = at + (3 if s.word(at + 2) in ("old", "o") else 2)
        elif (
            (at + 1 < end and not s.has_pause(at + 1) and s.low[at + 1] not in _AGE_WORDS)
            or (s.word(at + 1) in ("years", "in") and s.word(at + 2) not in s.words["months"] | {"old"})
            or s.word(at + 1) == "%"
        ):
            return None
    start, stop = s.starts[at], s.ends[at]
    value = s.text[start : start + len(number)] if found and number.isdigit() else s.text[start:stop]
    return [Object(at, last, "number", value)]


def _is_job_word(s: Sentence, word: str) -> bool:
    if word in s.words["not_jobs"]:
        return False
    singular = word[:-1] if word.endswith("s") and not word.endswith("ss") else word
    parts = word.rsplit("-", 1)[-1]
    return (
        word in s.words["jobs"]
        or singular in s.words["jobs"]
        or parts in s.words["jobs"]
        or any(word.endswith(ending) for ending in s.words["job_endings"])
    )


def _is_agent(s: Sentence, index: int, head: int) -> bool:
    """Whether the word after an article ends like a noun for somebody with a profession: "a tattooist"."""
    word = s.low[head]
    if s.low[index] not in ("a", "an", "the") or s.is_name(head) or len(word) < 5 or _is_no_agent(s, word):
        return False
    if s.low[index] == "the" and s.word(head + 1) not in ("at", "of", "for", "in", "here"):
        return False
    last = word.rsplit("-", 1)[-1]
    return last.endswith(_AGENT_ENDINGS) and not _is_no_agent(s, last)


def _is_no_agent(s: Sentence, word: str) -> bool:
    return word in _NO_AGENTS or any(
        word in s.words[kind] for kind in ("not_jobs", "trait_nouns", "task_words", "diets", "pet_kinds")
    )


def _job_bounds(s: Sentence, index: int, end: int) -> tuple[int, int] | None:
    found = noun_phrase(s, index, end, frozenset({"of"}))
    if found is None:
        return None
    first, last = found
    while first < last and (
        s.low[first] in INTENSE
        or (_AGE_WORD.fullmatch(s.low[first]) and s.low[first].endswith("old"))
        or s.low[first].endswith("-year-old")
    ):
        first += 1
    if s.low[first + 1 : first + 3] == ["year", "old"] and s.low[first].isdigit():
        first += 1
    if s.low[first : first + 2] in (["year", "old"], ["years", "old"]):
        first += 2
    return (first, last) if first < last else None


def job(s: Sentence, index: int, end: int) -> Found:
    """An occupation ("a freelance designer"). An age before it ("a 29-year-old carpenter") becomes a further
    object. Students do not count."""
    bounds = _job_bounds(s, index, end)
    if bounds is None or "'s" in s.low[slice(*bounds)] or _is_a_job_of_another(s, *bounds):
        return None  # "my company's CEO" is not what one is
    first, last = bounds
    head = last - 1
    if "of" in s.low[first:last]:
        head = s.low.index("of", first, last) - 1
    if "de" in s.low[first + 1 : last]:
        head = s.low.index("de", first, last) - 1
    is_job = head >= first and (_is_job_word(s, s.low[head]) or _is_agent(s, index, head))
    if not is_job or s.low[head] in s.words["child_words"] | s.words["student_words"]:
        return None
    two = " ".join(s.low[max(first, head - 1) : head + 1])
    if two in s.words["not_jobs"] or (s.low[first] in _JOB_WORDS and s.low[head] not in s.words["jobs"]):
        return None
    found = [Object(first, last)]
    return found + _inner_age(s, index, first)


def is_no_further_job(s: Sentence, index: int, found: Object, end: int) -> bool:
    """Whether the words behind "and" name no second job of the person but begin something else: true for "I'm the
    caretaker and the boiler in the hall keeps losing pressure", false for "I'm a caretaker and a nurse"."""
    if s.low[index] not in ("the", "a", "an", "my", "our"):
        return False
    is_known = any(_is_job_word(s, s.low[at]) for at in range(found.first, found.last))
    return (s.low[index] not in ("a", "an") and not is_known) or _has_a_verb_behind(s, found.last, end)


def _has_a_verb_behind(s: Sentence, at: int, end: int) -> bool:
    """Whether a verb whose subject cannot be "I" follows in the same clause."""
    while at < end and not s.has_pause(at) and s.low[at] not in (",", "and", "but", "who", "that", "which"):
        low, before = s.low[at], s.low[at - 1]
        is_counted = before in s.words.numbers or before[:1].isdigit() or before in ("my", "our", "his", "her", "'s")
        is_noun = is_counted or before in s.words["determiners"] | s.words["prepositions"]
        is_past = bool(s.words.bases(low, "past")) and not s.words.bases(low, "participle")
        if not is_noun and (is_past or s.words.bases(low, "third") or low in s.words["modals"]):
            return True
        at += 1
    return False


def _is_a_job_of_another(s: Sentence, first: int, last: int) -> bool:
    """Whether the words contain another subject, whose "is" is shortened or left out: "wifes a nurse", "mum a
    seamstress"."""
    return any(s.low[at] in ("a", "an") and s.low[at - 1] != "of" for at in range(first + 1, last))


def _inner_age(s: Sentence, index: int, first: int) -> list[Object]:
    """The age inside a description: 29 in "a 29-year-old carpenter"."""
    for at in range(index, first):
        found = _AGE_WORD.match(s.low[at])
        if found and found[1] and (s.low[at].endswith("old") or s.word(at + 1) in ("year", "years", "yo")):
            start = s.starts[at]
            return [Object(at, first, "number", s.text[start : start + len(found[1])], "age_is")]
    return []


def job_any(s: Sentence, index: int, end: int) -> Found:
    """An occupation after "work as": a noun phrase, but not "expected", "usual" and the like."""
    bounds = _job_bounds(s, index, end)
    if bounds is None or s.low[bounds[0]] in _JOB_ANY_WORDS or s.low[bounds[0]] in s.words["diets"]:
        return None  # "stopped being vegetarian"
    if s.word(bounds[1]) == "as":
        return None  # "works as hard as anyone"
    return [Object(*bounds)]


def field(s: Sentence, index: int, end: int) -> Found:
    """A line of work ("in marketing")."""
    if s.surface(index, index + 1) == "IT":
        return [Object(index, index + 1)]
    found = noun_phrase(s, index, end, frozenset({"and"}))
    if found is None or not set(s.low[found[0] : found[1]]) & WORK_FIELDS or found[1] - found[0] > 3:
        return None
    return [Object(*found)]


def subject(s: Sentence, index: int, end: int) -> Found:
    """A field of study. Exams, times and things of the list `subject_words` do not count."""
    found = noun_phrase(s, index, end, frozenset({"of"}))
    if (
        found is None
        or s.timed[found[0]] >= 0
        or s.low[found[0]][0].isdigit()
        or set(s.low[found[0] : found[1]]) & _SUBJECT_WORDS
    ):
        return None
    return [Object(*found)]


def exam(s: Sentence, index: int, end: int) -> Found:
    found = noun_phrase(s, index, end, frozenset({"of"}))
    return (
        [Object(*found)]
        if found and s.low[found[1] - 1] in ("exam", "certification", "test", "exams", "bar", "gre", "toefl", "ielts")
        else None
    )


def name_any(s: Sentence, index: int, end: int) -> Found:
    """A name after "called". If the whole text is in lower case, so may the name be."""
    stop = name_run(s, index)
    if (
        stop == index
        and s.low[index].isalpha()
        and (s.is_low and s.low[index] not in s.words["stops"] | s.words["determiners"] | s.words["prepositions"])
    ):
        stop = index + 1
    return [Object(index, stop)] if stop > index else None


def name(s: Sentence, index: int, end: int) -> Found:
    """A name after "I'm": capitalised words before a pause or "and". Words for traits, feelings, jobs and the
    like do not count."""
    stop = name_run(s, index, 3)
    if (
        stop == index
        or s.low[index]
        in s.words["traits"]
        | s.words["feelings"]
        | s.words["diets"]
        | s.words["languages"]
        | s.words["trait_nouns"]
        | s.words["jobs"]
        | s.words["conditions"]
    ):
        return None
    if any(len(s.surface(at, at + 1)) > 1 and s.surface(at, at + 1).isupper() for at in range(index, stop)):
        return None
    if s.low[index] in _FICTIONAL:
        return None
    following = s.word(stop)
    if stop < end and not (s.has_pause(stop) or following in _NAME_WORDS):
        return None
    return [Object(index, stop)]


def years(s: Sentence, index: int, end: int) -> Found:
    """The age in "I have 33 years", as speakers of other languages word it."""
    low = s.low[index]
    is_closed = index + 2 >= end or s.low[index + 2] in (",", "and", ".", "old")
    return (
        [Object(index, index + 1, "number")] if low.isdigit() and s.word(index + 1) == "years" and is_closed else None
    )


KINDS: dict[str, Callable[[Sentence, int, int], Found]] = {
    "age": age,
    "years": years,
    "job": job,
    "job_any": job_any,
    "field": field,
    "subject": subject,
    "exam": exam,
    "name": name,
    "name_any": name_any,
}
