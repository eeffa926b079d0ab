"""Readers for objects that are health, diet, feelings and traits."""

import re
from collections.abc import Callable

from kg_assets.claims.reading.lexicon import lexicon, word_list
from kg_assets.claims.reading.model import Object
from kg_assets.claims.reading.objects_sums import Found
from kg_assets.claims.reading.phrases import gerund_phrase, is_gerund, noun_phrase, skip_determiners, verb_phrase
from kg_assets.claims.reading.sentence import Sentence

_DIET_PHRASE_WORDS = word_list("objects_self", "diet_phrase_words")
BODY_PARTS = word_list("objects_body", "body_parts")
_TRAIT_WORDS = word_list("objects_self", "trait_words")
_TRAIT_WORDS_2 = word_list("objects_self", "trait_words_2")
INTENSE = word_list("objects_states", "intense")
_SITUATIONAL = word_list("objects_self", "situational")
_MARITAL = word_list("objects_states", "marital")
_IMPAIRED = word_list("objects_states", "impaired")
_BIRTH_DEFECTS = word_list("objects_states", "birth_defects")
_CAUSES = word_list("objects_states", "causes")
_EAGER = word_list("objects_states", "eager")
_POLITE = word_list("objects_states", "polite")
_CAUGHT = word_list("objects_states", "caught")
_FEELING_PHRASES: dict[str, list[list[str]]] = {}
for _phrase in sorted(word_list("objects_states", "feeling_phrases")):
    _FEELING_PHRASES.setdefault(_phrase.split()[0], []).append(_phrase.split())
_REGRETTED = word_list("objects_states", "regretted")
_CLOSES = word_list("objects_self", "closes")
_ADDRESSES = word_list("objects_self", "addresses")


def diet(s: Sentence, index: int, end: int) -> Found:
    at = _past_intense(s, index, end)
    if at < end and s.low[at] in ("a", "an"):
        at += 1
    at = _past_intense(s, at, end)
    for length in (2, 1):
        if (
            at + length <= end
            and " ".join(s.low[at : at + length]) in s.words["diets"]
            and s.word(at + length) not in ("recipe", "recipes", "restaurant", "options", "meal", "food", "chef", "-")
        ):
            return [Object(at, at + length)]
    return None


def diet_phrase(s: Sentence, index: int, end: int) -> Found:
    """The diet that somebody keeps: "low-carb" in "a low-carb diet", "vegan" in "eat vegan", "kosher" in
    "keep kosher"."""
    at = skip_determiners(s, _past_intense(s, index, end), end)
    at = _past_intense(s, at, end)
    for length in (2, 1):
        if (
            at + length <= end
            and " ".join(s.low[at : at + length]) in s.words["diets"]
            and s.word(at + length) in _DIET_PHRASE_WORDS
        ):
            return [Object(at, at + length)]
    return None


def _past_intense(s: Sentence, index: int, end: int) -> int:
    while (index < end and s.low[index] in INTENSE and s.low[index] != "a") or (
        index < end and s.low[index] == "a" and s.word(index + 1) in ("bit", "little")
    ):
        index += 1
    return index


def allergic(s: Sentence, index: int, end: int) -> Found:
    at = _past_intense(s, index, end)
    if s.word(at) not in ("allergic", "intolerant") or s.word(at + 1) != "to" or at + 2 >= end:
        return None
    found: list[Object] = []
    stop = at + 2
    while stop < end and len(found) < 8:
        bounds = noun_phrase(s, stop, end, frozenset({"of"}))
        if bounds is None:
            break
        value = None if not found else f"{s.surface(at, at + 2)} {s.surface(*bounds)}"
        found.append(Object(at if not found else bounds[0], bounds[1], "string", value))
        stop = bounds[1]
        joined = stop
        while joined < end and s.low[joined] in (",", "and", "or", "&"):
            joined += 1
        if joined == stop:
            break
        stop = joined
    return found or None


def _starts(phrase: str) -> list[str]:
    """A phrase and each of its beginnings before a blank or hyphen: "hard of hearing", "hard", "hard of". One of these
    is the first token of the phrase in a text."""
    return [phrase, *(phrase[: sign.start()] for sign in re.finditer("[ -]", phrase))]


_TERMS = frozenset({"week", "weeks", "month", "months"})
_CONDITION_STARTS = frozenset(start for words in lexicon()["conditions_adjectives"] for start in _starts(words))
_CONDITION_ENDINGS = tuple(sorted(lexicon()["condition_endings"]))


def condition_adjective(s: Sentence, index: int, end: int) -> Found:
    at = _past_intense(s, index, end)
    if s.word(at).isdecimal() and s.word(at + 1) in _TERMS and s.word(at + 2) == "pregnant":
        at += 2  # "20 weeks pregnant"
    if s.word(at) not in _CONDITION_STARTS:
        return None
    for length in (4, 3, 2, 1):
        words = s.low[at : at + length]
        if at + length <= end and not {" ".join(words), "-".join(words)}.isdisjoint(s.words["conditions_adjectives"]):
            return [Object(at, _with_organ(s, at + length, end))]
    return None


def _with_organ(s: Sentence, at: int, end: int) -> int:
    """Where an illness or disability ends; after "deaf" or "blind" it includes words like "in my left ear"."""
    if at + 1 >= end or s.low[at] != "in" or s.low[at - 1] not in ("deaf", "blind"):
        return at
    bounds = noun_phrase(s, at + 1, end, frozenset())
    return bounds[1] if bounds and s.low[bounds[1] - 1] in ("ear", "eye", "ears", "eyes") else at


def condition(s: Sentence, index: int, end: int) -> Found:
    """An illness or allergy, recognised by its noun or its ending."""
    found = noun_phrase(s, index, end, frozenset({"to", "of"}))
    if found is None:
        return None
    first, last = found
    words = s.low[first:last]
    if "not" in words:
        return None  # "had the biopsy and it's not coeliac"
    if set(words) & s.words["bodily"] | set(words) & {"test", "recipe", "app", "high", "question"} - {"high"}:
        return None
    if words[-1] == "'s" and len(words) > 1:
        words = [*words[:-2], words[-2] + "'s"]
    if "chronic" in words[:-1] or (_IMPAIRED & set(words[:-1]) and words[-1] in BODY_PARTS):
        return [Object(first, last)]
    head = words[words.index("to") - 1] if "to" in words[1:] else words[-1]
    head = words[words.index("of") - 1] if "of" in words[1:] else head
    is_counted = words[0] in s.words.numbers and head in s.words["possessions"]  # "two hives" are for bees
    is_named = head in s.words["conditions"] or head.endswith(_CONDITION_ENDINGS)
    is_medical = (is_named and not is_counted) or " ".join(words) in s.words["conditions_in_words"]
    if head in ("pressure", "condition", "disorder", "disease", "sensitivity", "cholesterol") and len(words) == 1:
        return None
    if (head == "pressure" and "blood" not in words) or (
        head == "condition" and not {"heart", "skin", "medical", "thyroid", "kidney"} & set(words)
    ):
        return None
    return [Object(first, last)] if is_medical or " ".join(words).startswith("type ") else None


def condition_any(s: Sentence, index: int, end: int) -> Found:
    found = noun_phrase(s, index, end, frozenset({"of", "in"}))
    if s.word(index - 1) == ",":
        return condition(s, index, end)  # what follows a comma may be a remark ("in 2022, fun")
    return [Object(*found)] if found and found[1] - found[0] <= 6 else None


def condition_born(s: Sentence, index: int, end: int) -> Found:
    """A condition that somebody was born with. Besides illnesses it may be a noun of the list `birth_defects`."""
    found = condition(s, index, end)
    if found:
        return found
    bounds = noun_phrase(s, index, end, frozenset({"of"}))
    return [Object(*bounds)] if bounds and s.low[bounds[1] - 1] in _BIRTH_DEFECTS else None


def _feeling(s: Sentence, index: int, end: int) -> tuple[int, int, int] | None:
    at = _past_intense(s, index, end)
    if at >= end:
        return None
    low = s.low[at]
    if low == "afraid" and s.word(at + 1) in _REGRETTED:
        return None  # "I'm afraid that's wrong"
    for phrase in _FEELING_PHRASES.get(low, ()):
        if s.starts_with(at, phrase) and at + len(phrase) <= end:
            return index, at, at + len(phrase)
    two = f"{low}-{s.word(at + 1)}"
    if at + 2 <= end and (two in s.words["feelings"] or (low in s.words["feelings"] and s.low[at + 1] == "out")):
        return index, at, at + 2
    return (index, at, at + 1) if low in s.words["feelings"] else None


def _feeling_object(s: Sentence, at: int, stop: int, end: int) -> Object:
    """A feeling as an object, together with its cause if one follows: "anxious about the exam"."""
    if (
        stop + 1 < end
        and (s.low[stop] in _CAUSES or (s.low[stop] == "in" and s.low[at] in _CAUGHT))
        and s.low[stop + 1] not in s.words["pointing"]
    ):
        gerund = stop + 1 + (s.low[stop + 1] == "not")
        bounds = gerund_phrase(s, gerund, end) if is_gerund(s, gerund) else noun_phrase(s, stop + 1, end)
        if bounds is not None and not s.begins_time(stop, end):
            return Object(at, _with_second_cause(s, bounds[1], end))
    return Object(at, stop)


def _with_second_cause(s: Sentence, at: int, end: int) -> int:
    """Where a feeling's cause ends; it includes "and family" in "grateful for my friends and family". A clause or
    another feeling after "and" is no second cause."""
    if at + 1 >= end or s.low[at] != "and" or s.low[at + 1] in s.words["feelings"] | s.words["pointing"] | INTENSE:
        return at
    is_clause = s.words.bases(s.low[at + 1], "base", "past", "third") or s.low[at + 1] in s.words["adverbs"]
    bounds = None if is_clause else noun_phrase(s, at + 1, end)
    if bounds is None or (bounds[1] < end and s.low[bounds[1]] in s.words["be"] | s.words["have"] | s.words["modals"]):
        return at
    is_verbal = any(s.words.bases(low, "third", "past") for low in s.low[bounds[0] + 1 : bounds[1]])
    return at if is_verbal else bounds[1]


def feeling(s: Sentence, index: int, end: int) -> Found:
    found = _feeling(s, index, end)
    if found is not None:
        return [_feeling_object(s, found[1], found[2], end)]
    at = _past_intense(s, index, end)
    if (
        s.word(at) == "like"
        and s.word(at + 1) in ("a", "an")
        and (bounds := noun_phrase(s, at + 1, end))
        and s.low[bounds[1] - 1] in ("failure", "impostor", "imposter", "burden", "fraud", "outsider", "stranger")
    ):
        return [Object(at, bounds[1])]
    return None


def feeling_caused(s: Sentence, index: int, end: int) -> Found:
    """A feeling told in the past. It counts only if its cause or topic follows."""
    found = feeling_be(s, index, end)
    return found if found and s.low[found[0].first + 1 : found[0].last] else None


def feeling_be(s: Sentence, index: int, end: int) -> Found:
    """A feeling after "I'm", with its cause. None if it is only polite, or about the conversation."""
    found = _feeling(s, index, end)
    if found is None:
        return None
    _, at, stop = found
    if s.low[at] in _SITUATIONAL:
        return None
    following = s.word(stop)
    if following == "to" and s.low[at] in _EAGER:
        return _feeling_to(s, at, stop, end)
    is_caused = (following in _CAUSES or (following == "in" and s.low[at] in _CAUGHT)) and s.word(stop + 1) in (
        "my",
        "our",
    )
    is_closed = stop >= end or s.has_pause(stop) or following in _CLOSES or s.begins_time(stop, end)
    if is_closed or (s.adjunct(stop, end) and not is_caused):
        return [Object(at, stop)]
    if following not in _CAUSES or set(s.low[stop + 1 : stop + 4]) & _ADDRESSES:
        return None
    if set(s.low[stop + 1 : min(end, stop + 8)]) & s.words["task_words"]:
        return None
    found_object = _feeling_object(s, at, stop, end)
    return [found_object] if found_object.last > stop else None


def _feeling_to(s: Sentence, at: int, stop: int, end: int) -> Found:
    """A feeling about something to do ("excited to start"). None if it is about the assistant, a task, or
    only polite."""
    bounds = verb_phrase(s, stop + 1, end)
    if bounds is None or set(s.low[stop + 1 : bounds[1] + 1]) & (_ADDRESSES | s.words["task_words"] | _POLITE):
        return None
    return [Object(at, bounds[1])]


def trait(s: Sentence, index: int, end: int) -> Found:
    """A lasting description of somebody: "shy", "quick to forgive", "an introvert"."""
    at = _past_intense(s, index, end)
    if at >= end or (s.low[at] == "curious" and s.word(at - 1) == "just"):  # "just curious" says why somebody asks
        return None
    if s.low[at] in ("a", "an", "more", "not"):
        return _trait_noun(s, at, end)
    if s.low[at] == "the":
        bounds = noun_phrase(s, at, end, frozenset())
        is_kind = bounds is not None and s.low[bounds[1] - 1] in ("type", "child", "kid") and bounds[1] - bounds[0] > 1
        return [Object(*bounds)] if bounds and is_kind else None
    two = " ".join(s.low[at : at + 2])
    first = at
    if at + 2 <= end and (two in s.words["traits"] or two.replace(" ", "-") in s.words["traits"]):
        return [Object(first, at + 2)]
    if s.low[at] == "easily" and s.word(at + 1) in (
        "distracted",
        "bored",
        "overwhelmed",
        "annoyed",
        "frustrated",
        "startled",
    ):
        return [Object(at, at + 2)]
    if (length := _compound_trait(s, at)) > 0:
        return [Object(at, at + length)]
    if s.low[at] not in s.words["traits"] and s.low[at] != "easily":
        return None
    stop = at + 1
    if s.low[at] in ("curious", "honest", "sensitive", "practical", "specific") and s.word(stop) not in (
        "",
        ".",
        "and",
        "by",
    ):
        return None
    if (
        s.word(stop) in ("with", "about", "in", "around", "to")
        and stop + 1 < end
        and s.low[stop + 1] not in s.words["pointing"] | _TRAIT_WORDS
    ):
        if s.low[at] in ("curious", "honest", "new", "open") or s.low[stop] == "to":
            return None
        bounds = noun_phrase(s, stop + 1, end)
        stop = bounds[1] if bounds else stop
    elif stop < end and s.low[stop].isalpha() and s.low[stop] not in s.words["stops"] | _TRAIT_WORDS_2:
        return None
    return [Object(first, stop)]


def _compound_trait(s: Sentence, at: int) -> int:
    """The number of words in a trait like "quick to forgive", "half Greek", or "divorced" in "divorced with two kids";
    0 for other words."""
    if s.word(at + 1) == "with" and s.low[at] in _MARITAL:
        return 1
    is_quick = s.low[at] in ("quick", "slow", "prone") and s.word(at + 1) == "to"
    if is_quick and s.words.bases(s.word(at + 2), "base"):
        return 3
    return 2 if s.low[at] == "half" and s.word(at + 1) in s.words["traits"] else 0


def _trait_noun(s: Sentence, index: int, end: int) -> Found:
    if s.starts_with(index, ("an", "only", "child")) and index + 3 <= end:
        return [Object(index + 1, index + 3)]
    found = noun_phrase(s, index, end, frozenset({"of", "in", "at", "to", "about"}))
    if found is None:
        return None
    first, last = found
    words = s.low[first:last]
    head = next((at for at, word in enumerate(words) if word in s.words["prepositions"]), len(words)) - 1
    is_listed = (
        words[head] in s.words["trait_nouns"] or "-".join(words[max(0, head - 1) : head + 1]) in s.words["trait_nouns"]
    )
    if (
        head < 0
        or not is_listed
        or words[0] in ("bit", "paying", "new", "registered")
        or (words[head] in ("person", "type", "native") and (head == 0 or words[head - 1] in s.words["tools"]))
    ):
        return None
    return [Object(_past_intense(s, first, last - 1), last)]  # "a very shy person"


def skilled(s: Sentence, index: int, end: int) -> Found:
    """What somebody is good at, together with the two words before it: "good at chess"."""
    found = noun_phrase(s, index, end)
    if found is None or s.low[found[0]] in s.words["task_words"]:
        return None
    return [Object(max(index - 2, 0), found[1])]


KINDS: dict[str, Callable[[Sentence, int, int], Found]] = {
    "diet": diet,
    "diet_phrase": diet_phrase,
    "allergic": allergic,
    "condition": condition,
    "condition_any": condition_any,
    "condition_born": condition_born,
    "condition_adjective": condition_adjective,
    "feeling": feeling,
    "feeling_be": feeling_be,
    "feeling_caused": feeling_caused,
    "trait": trait,
    "skilled": skilled,
}
