"""Readers for objects that are projects, gatherings and opinions. Also a test whether words tell how often something is
done."""

import re
from collections.abc import Callable

from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.model import Object
from kg_assets.claims.reading.objects_plans import LOOSE, Found, is_task
from kg_assets.claims.reading.objects_tastes import WORLD_STOP
from kg_assets.claims.reading.phrases import gerund_phrase, is_gerund, noun_phrase
from kg_assets.claims.reading.sentence import Sentence

# Names of gatherings by their ending ("PyCon", "GopherFest").
_GATHERING = re.compile(r"[a-z](?:con|conf|fest|camp|expo|jam)\d{0,4}$", re.ASCII)
_PROJECT_WORDS = word_list("objects_acts", "project_words")
_PROJECT_WORDS_2 = word_list("objects_acts", "project_words_2")
_ARTICLES = word_list("objects_acts", "articles")
_BARE_THE = word_list("objects_acts", "bare_the")
_NEW_CLAUSE = word_list("objects_acts", "new_clause")
_SHORT_TEXTS = word_list("objects_acts", "short_texts")
_EVENT_WORDS = word_list("objects_acts", "event_words")
_OPINION_WORDS = word_list("objects_acts", "opinion_words")
_OPINION_LOOSE_WORDS = word_list("objects_acts", "opinion_loose_words")
_DAYS = word_list("objects_acts", "days")
_MOST_TIMES = word_list("objects_acts", "most_times")
_FREQUENCY = word_list("objects_acts", "frequency")
_JOINS_DAYS = word_list("objects_acts", "joins_days")
_PARTS_OF_DAYS = word_list("objects_acts", "parts_of_days")
_NO_GATHERINGS = word_list("objects_acts", "no_gatherings")
_OWN_WORKS = word_list("objects_acts", "own_works")
_STATIVE = word_list("objects_acts", "stative")
_HABIT_VERBS = word_list("objects_acts", "habit_verbs")
_MAKES = word_list("objects_acts", "makes")
_OPINION_VERBS = word_list("objects_acts", "opinion_verbs")
STATIVE, HABIT_VERBS = _STATIVE, _HABIT_VERBS


def project(s: Sentence, index: int, end: int) -> Found:
    """What somebody is making: a name, a gerund with its words, or a noun phrase without words of a task for the
    assistant."""
    if is_gerund(s, index):
        bounds = gerund_phrase(s, index, end)
        return [Object(*bounds)] if bounds and bounds[1] - bounds[0] > 1 and not is_task(s, *bounds, LOOSE) else None
    found = noun_phrase(s, index, end, frozenset({"of", "for", "about", "on", "in", "with", "to"}))
    if found is None:
        return None
    first, last = found
    place = next((at for at in range(first + 1, last - 1) if _is_workplace(s, at)), last)
    last = place
    words = s.low[first:last]
    if set(words) & (s.words["task_words"] - _PROJECT_WORDS_2) or "api" in words:
        return None
    if s.is_name(first):
        stop = first
        while stop < last and (s.is_name(stop) or s.low[stop][0].isdigit()):
            stop += 1
        last = stop if stop < last and s.low[stop] in s.words["prepositions"] else last
        return [Object(first, last, "entity")]
    if set(words) <= _PROJECT_WORDS or words[0] in _DAYS:
        return None
    if words[0] in ("assignment", "essay", "homework", "exercise"):
        return None
    if words[-1] in WORLD_STOP | {"assignment", "homework", "task", "exercise", "it", "question"} or s.low[index] in (
        "this",
        "that",
        "these",
        "it",
    ):
        return None
    if s.low[index] == "the" and len(words) == 1 and words[0] not in _OWN_WORKS:
        return None
    return [Object(first, last)]


def _is_workplace(s: Sentence, at: int) -> bool:
    """Whether words like "in the shed" begin at `at`. They say where the work is done, not which work it is."""
    return s.low[at] in ("in", "at") and s.low[at + 1] in ("the", "my", "our")


def making_of(s: Sentence, index: int, end: int) -> Found:
    """What somebody is making, behind the gerund: "a memoir" in "in the middle of writing a memoir"."""
    return crafted(s, index + 1, end) if is_gerund(s, index) and index + 1 < end else None


def project_new(s: Sentence, index: int, end: int) -> Found:
    """A project that was begun: a name, or "a", "my" or the like with a name or with a thing that people make
    over weeks ("building a dashboard for …")."""
    found = project(s, index, end)
    if not found:
        return None
    first, last = found[0].first, found[0].last
    if s.is_name(first) and found[0].kind == "entity":
        return found
    words = s.low[first:last]
    head = next((at for at, word in enumerate(words) if word in s.words["prepositions"]), len(words)) - 1
    is_some = s.low[index] in ("a", "an", "my", "our", "own", "another")
    is_named = s.word(last) in ("called", "named") and last + 1 < end and s.is_name(last + 1)
    return found if is_some and (is_named or (head >= 0 and words[head] in _MAKES)) else None


def made_over(s: Sentence, index: int, end: int) -> Found:
    """A room, house or vehicle that somebody renews ("the kitchen"): a noun phrase with an article or number, without
    words of a task."""
    found = noun_phrase(s, index, end)
    is_some = s.low[index] in _ARTICLES | {"the"} or s.low[index] in s.words.numbers
    return (
        [Object(*found)] if found and is_some and not set(s.low[found[0] : found[1]]) & s.words["task_words"] else None
    )


def crafted(s: Sentence, index: int, end: int) -> Found:
    """Something that takes weeks to make, with its article. Short texts and things of a task for the
    assistant do not count."""
    found = noun_phrase(s, index, end)
    if found is None or s.low[index] not in _ARTICLES:
        return None
    words = set(s.low[found[0] : found[1]])
    return None if words & (s.words["task_words"] | WORLD_STOP | _SHORT_TEXTS) else [Object(*found)]


def project_name(s: Sentence, index: int, end: int) -> Found:
    found = project(s, index, end)
    return found if found and found[0].kind == "entity" else None


def project_again(s: Sentence, index: int, end: int) -> Found:
    """A named project that somebody takes up again. A tool or a language does not count, because people go back to it
    without making it."""
    found = project_name(s, index, end)
    return found if found and s.low[index] not in s.words["tools"] | s.words["languages"] else None


def phrase(s: Sentence, index: int, end: int) -> Found:
    found = noun_phrase(s, index, end)
    if found is None or set(s.low[found[0] : found[1]]) & s.words["task_words"]:
        return None
    return [Object(*found)]


def event(s: Sentence, index: int, end: int) -> Found:
    """A gathering, recognised by its noun ("the jazz festival in Bruges")."""
    found = noun_phrase(s, index, end, frozenset({"of", "on", "about", "in", "at", "for", "with"}))
    if found is None:
        return None
    first, last = found
    words = s.low[first:last]
    head = next((at for at, word in enumerate(words) if word in s.words["prepositions"]), len(words))
    heads = words[:head]
    is_event = heads and (
        (s.is_name(first) and _GATHERING.search(heads[-1]) is not None)
        or heads[-1] in s.words["events"]
        or (heads[-1].endswith("s") and heads[-1][:-1] in s.words["events"])
        or " ".join(heads[-2:]) in s.words["events"]
    )
    if not is_event or (len(heads) == 1 and heads[0] in _EVENT_WORDS):
        return None
    return [Object(first, last)]


def event_known(s: Sentence, index: int, end: int) -> Found:
    """A gathering whose name is written in capital letters ("EGU")."""
    surface = s.surface(index, index + 1)
    is_known = len(surface) > 2 and surface.isupper() and surface.isalpha()
    is_known = is_known and s.low[index] not in s.words["tools"] | _NO_GATHERINGS
    is_closed = index + 1 >= end or not s.is_name(index + 1)
    return [Object(index, index + 1)] if is_known and is_closed else None


def race_named(s: Sentence, index: int, end: int) -> Found:
    """The race that somebody ran, by its name after "the": "Dam tot Damloop" in "ran the Dam tot Damloop"."""
    found = noun_phrase(s, index, end, frozenset({"of"})) if s.low[index] == "the" else None
    if found is None or found[1] - found[0] < 2 or not (s.is_name(found[0]) and s.is_name(found[1] - 1)):
        return None
    return [Object(*found)]


def attended(s: Sentence, index: int, end: int) -> Found:
    found = noun_phrase(s, index, end)
    return (
        [Object(*found)]
        if found and not set(s.low[found[0] : found[1]]) & {"school", "university", "college"}
        else None
    )


def clause(s: Sentence, index: int, end: int) -> Found:
    """The words from `index` up to a pause, a new clause or a word like "because". None if they are fewer than two."""
    last = index
    while last < end and not s.has_pause(last) and s.low[last] not in ("because", "but", "since", "btw", "tbh", "lol"):
        if s.low[last] == "," and s.word(last + 1) in _NEW_CLAUSE:
            break
        last += 1
    while last > index and s.low[last - 1] in (",", "and"):
        last -= 1
    return [Object(index, last)] if last > index + 1 else None


def clause_own(s: Sentence, index: int, end: int) -> Found:
    """The words from `index` on, as `clause` bounds them, if they begin with "I" or "we": "I need a rest" in "I think I
    need a rest"."""
    return clause(s, index, end) if s.low[index] in ("i", "we") else None


def opinion(s: Sentence, index: int, end: int) -> Found:
    """A general opinion: a clause whose subject is no pronoun and which has no words of the conversation or
    of a task."""
    found = opinion_loose(s, index, end)
    if not found:
        return None
    words = s.low[found[0].first : found[0].last]
    if (s.low[index] == "the" and not set(words) & {"most", "government", "world", "best"}) or set(words) & (
        WORLD_STOP | _OPINION_WORDS
    ):
        return None
    has_verb = any(word in _OPINION_VERBS or s.words.bases(word, "third") for word in words[1:6])
    return found if has_verb or words[0] in ("people", "everyone", "kids", "schools") else None


def opinion_loose(s: Sentence, index: int, end: int) -> Found:
    following = s.word(index + 1)
    is_matter = s.low[index] == "the" and (following in _BARE_THE or following in s.words["task_words"])
    is_part = s.low[index] in s.words["task_words"] and (following in s.words.numbers or following[:1].isdigit())
    if s.low[index] in _OPINION_LOOSE_WORDS or is_matter or is_part or following == ",":
        return None  # "paragraph three repeats …", "I feel fine, just tired"
    found = clause(s, index, end)
    if not found:
        return None
    is_short = found[0].last - index == 2 and bool(s.words.bases(s.low[index + 1], "third"))  # "honesty pays"
    return found if found[0].last - index >= 3 or is_short else None


def has_frequency(s: Sentence, first: int, last: int) -> bool:
    """Whether the words tell how often something is done ("every week")."""
    for at in range(first, last):
        low = s.low[at]
        if low == "most" and s.word(at + 1) in _MOST_TIMES:
            return True
        if (low in _FREQUENCY and s.word(at + 1) not in ("time", "single")) or (
            low in ("times", "km") and s.word(at + 1) in ("a", "per")
        ):
            return True
        if low in ("a", "per") and s.word(at + 1) in ("day", "week", "month", "night") and first < at:
            return True
        if (
            low in ("before", "after", "in", "at")
            and s.word(at + 1) in ("bed", "breakfast", "lunch", "work", "night")
            and s.timed[at + 1] < 0
        ):
            return True
        if _is_a_day(s, at) and _is_a_day(s, at + 1 + (s.word(at + 1) in _JOINS_DAYS)):
            return True  # "tues + thurs"
        if _is_a_day(s, at) and s.word(at + 1) in _PARTS_OF_DAYS:
            return True  # "weds nights"
    return False


def _is_a_day(s: Sentence, at: int) -> bool:
    return s.word(at) in s.words["short_days"] or s.word(at) in s.words["weekdays"]


KINDS: dict[str, Callable[[Sentence, int, int], Found]] = {
    "project": project,
    "made_over": made_over,
    "crafted": crafted,
    "making_of": making_of,
    "project_new": project_new,
    "project_name": project_name,
    "project_again": project_again,
    "phrase": phrase,
    "event": event,
    "event_known": event_known,
    "race_named": race_named,
    "attended": attended,
    "clause": clause,
    "clause_own": clause_own,
    "opinion": opinion,
    "opinion_loose": opinion_loose,
}
