"""Readers for objects that are liked, learned, begun, ended or found hard."""

from collections.abc import Callable

from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.model import Object
from kg_assets.claims.reading.objects_plans import LOOSE, Found, has_time, is_task, vp
from kg_assets.claims.reading.objects_world import SCHOOL_WORDS
from kg_assets.claims.reading.phrases import gerund_phrase, is_gerund, noun_phrase, verb_phrase
from kg_assets.claims.reading.sentence import Sentence

_PREFERRED_WORDS = word_list("objects_acts", "preferred_words")
_ACTIVITY_WORDS = word_list("objects_acts", "activity_words")
_NO_ACTIVITY = word_list("objects_acts", "no_activity")
_ACTIVITY_WORDS_2 = word_list("objects_acts", "activity_words_2")
_ACTIVITY_ING_WORDS = word_list("objects_acts", "activity_ing_words")
_PROBLEM_PEOPLE = word_list("objects_acts", "problem_people")
_PROBLEM_WORDS = word_list("objects_acts", "problem_words")
_LETS_IN = word_list("objects_tastes", "lets_in")
_BARE_THE = word_list("objects_acts", "bare_the")
WORLD_STOP = word_list("objects_acts", "world_stop")
_OTHER = word_list("objects_acts", "other")
_FINITE = word_list("objects_tastes", "finite")
_INSTRUMENTS = word_list("objects_tastes", "instruments")
_FANS = word_list("objects_tastes", "fans")
_TEAM_ENDS = word_list("objects_tastes", "team_ends")
_KNOWN_TEAMS = word_list("objects_tastes", "known_teams")
_DEGREES = word_list("objects_tastes", "degrees")
_TOUCHING = word_list("objects_tastes", "touching")
_AT_HAND = word_list("objects_tastes", "at_hand")
_ORDINALS = word_list("objects_acts", "ordinals")
_CHOICES = word_list("objects_acts", "choices")


def _gerund_or_noun(s: Sentence, index: int, end: int) -> tuple[int, int] | None:
    if is_gerund(s, index):
        found = gerund_phrase(s, index, end)
        return None if found and set(s.low[found[0] : found[1]]) & _FINITE else found
    return noun_phrase(s, index, end)


def _is_choice(words: list[str]) -> bool:
    """Whether the words name one of the things that the assistant offered ("the second option")."""
    return (words[0] in _ORDINALS and (len(words) == 1 or words[-1] in _CHOICES)) or (
        words[0] in ("option", "version", "variant") and len(words) <= 2
    )


def taste(s: Sentence, index: int, end: int) -> Found:
    """What somebody likes: "jazz" in "I like jazz". It must not refer to something said before, and must not be a thing
    of the conversation ("the idea")."""
    found = _gerund_or_noun(s, index, end)
    if found is None:
        return None
    first, last = found
    words = s.low[first:last]
    if _is_choice(words) or (s.low[index] == "my" and words[-1] in s.words["materials"]):
        return None
    if (
        words[0] in _OTHER
        or s.low[index] in ("their", "his", "her", "its", "your")
        or (s.low[index] == "the" and words[-1] in _BARE_THE)
        or words[0] in ("sound", "sounds")
    ):
        return None
    if s.low[index] == "the" and set(words) & _BARE_THE and s.word(last) not in ("", "."):
        return None
    if s.word(last) in _TOUCHING and s.word(last + 1) in _AT_HAND and s.timed[last + 1] < 0:
        return None  # "bugs in this code"
    if s.low[index] == "the" and s.word(last) == "you":
        return None  # "the challenge you set me"
    return _compared(s, first, last, end)


def _compared(s: Sentence, first: int, last: int, end: int) -> Found:
    """What somebody likes, without the comparison behind it: "rye" in "like rye better than wheat", as a preference.
    None for a "better" without "than", which refers to something in the conversation."""
    at = next((at for at in range(first, last) if s.low[at] in ("better", "more", "best")), last)
    if at == last and s.word(last) not in ("better", "more") and not s.starts_with(last, ("more", "than")):
        return [Object(first, last)]
    if at == first or s.word(at + 1) != "than" or at + 1 >= end:
        return [Object(first, at)] if s.word(at) == "best" and at > first else None
    return None if _is_choice(s.low[first:at]) else [Object(first, at, "string", None, "prefers")]


def fan_of(s: Sentence, index: int, end: int) -> Found:
    """What somebody is a fan of: "Tolkien" in "a huge Tolkien fan", "coffee" in "a coffee lover"."""
    found = noun_phrase(s, index, end, frozenset()) if s.low[index] in ("a", "an", "such") else None
    if found is None or s.low[found[1] - 1] not in _FANS:
        return None
    first = found[0]
    while first < found[1] - 1 and s.low[first] in _DEGREES:
        first += 1
    return [Object(first, found[1] - 1)] if first < found[1] - 1 else None


def side(s: Sentence, index: int, end: int) -> Found:
    """The team that somebody supports: a name that ends with a word for teams ("Hull City"), or a known team."""
    found = noun_phrase(s, index, end, frozenset())
    if found is None or found[0] != index:
        return None
    said = s.low[found[0] : found[1]]
    is_one = (len(said) > 1 and said[-1] in _TEAM_ENDS) or " ".join(said) in _KNOWN_TEAMS
    return [Object(*found, "entity")] if is_one and said[0] not in ("the", "my", "our", "a") else None


def taste_entered(s: Sentence, index: int, end: int) -> Found:
    """An interest that somebody got into ("got into jazz"). What one has to be admitted to ("a master's", "Oxford",
    "the team") does not count."""
    found = taste(s, index, end)
    return None if any(_lets_in(s, at) for one in found or () for at in range(one.first, one.last)) else found


def _lets_in(s: Sentence, at: int) -> bool:
    low = s.low[at]
    return low in _LETS_IN | SCHOOL_WORDS or low in s.words["known_places"]


def taste_past(s: Sentence, index: int, end: int) -> Found:
    """What somebody liked as a child: "horses" in "loved horses as a child". Other likings told in the past may be
    about a single occasion."""
    if s.low[index] in ("the", "this", "that", "your", "our") or not any(
        s.low[at] in ("child", "kid", "growing", "teenager") for at in range(index, min(end + 6, len(s)))
    ):
        return None
    return taste(s, index, end)


def preference(s: Sentence, index: int, end: int) -> Found:
    """What somebody prefers: "tea" in "tea over coffee". The other thing, if named, goes into the notes as
    `preferred_over`."""
    found = _preferred(s, index, end)
    if found is None:
        at = index + (s.word(index) == "to")
        bounds = verb_phrase(s, at, end) if at > index else None
        if bounds and s.low[bounds[1] : bounds[1] + 2] == ["at", "night"]:
            bounds = (bounds[0], bounds[1] + 2)  # the time is what is preferred
        return [Object(*bounds)] if bounds and s.low[bounds[0]] not in s.words["task_verbs"] else None
    first, last = found
    is_text = s.low[last - 1] in s.words["task_words"] and s.low[first].endswith(("er", "less", "more"))
    is_asked = s.word(index - 2) == "would" and s.low[last - 1] in s.words["task_words"]  # "I'd prefer a table"
    is_shown = s.low[last - 1] in ("version", "option", "approach", "variant", "one", "ones")
    if is_shown or is_text or is_asked or _is_choice(s.low[first:last]):
        return None
    at = last
    if s.word(at) == ",":
        at += 1
    if s.word(at) == "rather" and s.word(at + 1) == "than":
        at += 1
    if s.word(at) in ("over", "to", "than", "not", "instead") and at + 1 < end:
        other = noun_phrase(s, at + 1 + (s.word(at + 1) == "of"), end)
        if other:
            return [
                Object(
                    first,
                    other[1],
                    "string",
                    s.surface(first, last),
                    None,
                    (("preferred_over", s.surface(*other)), ("object_last", last)),
                )
            ]
    return [Object(first, last)]


def _preferred(s: Sentence, index: int, end: int) -> tuple[int, int] | None:
    """The place of the preferred thing: a gerund with its time ("working in the mornings"), or a noun phrase."""
    if not is_gerund(s, index):
        return noun_phrase(s, index, end, frozenset({"of", "in", "with", "on", "for", "by", "at", "from"}))
    last = index + 1
    while last < end and not s.has_pause(last) and s.low[last] not in _PREFERRED_WORDS:
        if s.low[last] == "to" and (is_gerund(s, last + 1) or not is_gerund(s, last - 1)):
            break
        last += 1
    return index, last


def preference_verb(s: Sentence, index: int, end: int) -> Found:
    """The activity that somebody would rather do: "walk" in "I'd rather walk than drive". The other activity goes into
    the notes."""
    bounds = verb_phrase(s, index, end)
    if bounds is None or s.low[bounds[0]] in s.words["task_verbs"] | {"not"}:
        return None
    first, last = bounds
    if "than" in s.low[first:last]:
        cut = s.low.index("than", first, last)
        return (
            [
                Object(
                    first,
                    last,
                    "string",
                    s.surface(first, cut),
                    None,
                    (("preferred_over", s.surface(cut + 1, last)), ("object_last", cut)),
                )
            ]
            if cut > first and cut + 1 < last
            else None
        )
    return None


def activity(s: Sentence, index: int, end: int) -> Found:
    """An activity that somebody began or ended, as a gerund with its words or as a noun: "playing chess", "yoga". Words
    of the conversation or of a task do not count."""
    low = s.low[index]
    gerund = s.words.bases(low, "gerund")
    if gerund or (low.endswith("ing") and low.isalpha() and len(low) > 5):
        if gerund and gerund[0] in _ACTIVITY_WORDS_2:
            return None
        bounds = verb_phrase(s, index, end)
        is_own = bounds is not None and s.word(bounds[1]) not in ("you", "your")
        return [Object(*bounds)] if bounds and is_own and not is_task(s, *bounds, LOOSE) else None
    found = noun_phrase(s, index, end)
    if (
        found is None
        or set(s.low[found[0] : found[1]]) & s.words["task_words"]
        or s.low[found[0]] in s.words.relations
        or s.low[found[1] - 1] in _NO_ACTIVITY
        or low in _ACTIVITY_WORDS
    ):
        return None
    return [Object(*found)]


def activity_ing(s: Sentence, index: int, end: int) -> Found:
    found = activity(s, index, end)
    if found and (s.low[index].endswith("ing") or s.low[index] in _ACTIVITY_ING_WORDS):
        return found
    return None


def activity_vp(s: Sentence, index: int, end: int) -> Found:
    found = vp(s, index, end)
    if (
        not found
        or s.low[found[0].first] not in s.words["life_verbs"]
        or is_task(s, found[0].first, found[0].last, frozenset())
    ):
        return None
    return found


def problem(s: Sentence, index: int, end: int) -> Found:
    """What somebody has difficulty with in their life. A difficulty with code or a file does not count, because people
    ask the assistant about it."""
    at = index
    bounds = _gerund_or_noun(s, at, end)
    if bounds is None or is_task(
        s, *bounds, frozenset({"numbers", "words", "word", "email", "emails", "tests", "time", "index"})
    ):
        return None
    if s.low[index] in ("this", "that", "the", "my", "your") and (
        set(s.low[bounds[0] : bounds[1]]) & WORLD_STOP | {"assignment", "homework"} & set(s.low[bounds[0] : bounds[1]])
    ):
        return None
    if s.word(index - 1) == "at" and s.low[bounds[0] : bounds[1]] in (["work"], ["home"], ["night"]):
        return None  # "by 4 pm I'm useless at work"
    is_people = bool(set(s.low[bounds[0] : bounds[1]]) & _PROBLEM_PEOPLE)
    if s.low[bounds[0]] in _PROBLEM_WORDS and not has_time(s, 0) and s.low[bounds[0]] != "getting" and not is_people:
        return None
    return [Object(*bounds)]


def found_hard(s: Sentence, index: int, end: int) -> Found:
    """The thing that somebody finds hard: "small talk" in "I find small talk exhausting"."""
    bounds = noun_phrase(s, index, end)
    if (
        bounds is None
        or bounds[1] - bounds[0] < 2
        or s.low[bounds[0]] in ("it", "this", "that")
        or s.low[index] in ("the", "an", "a")
    ):
        return None
    if s.low[bounds[1] - 1] in (
        "hard",
        "difficult",
        "challenging",
        "tough",
        "overwhelming",
        "exhausting",
        "stressful",
        "confusing",
    ):
        return [Object(bounds[0], bounds[1] - 1)]
    return None


def lessons(s: Sentence, index: int, end: int) -> Found:
    """What somebody takes lessons in: "piano" in "taking piano lessons", "pottery" in "taking a pottery class"."""
    found = noun_phrase(s, index, end, frozenset({"in", "of", "on"}))
    if found is None:
        return None
    first, last = found
    for at in range(first, last):
        if s.low[at] in ("lessons", "classes", "class", "course", "courses"):
            if at > first and s.low[first] not in ("online", "a", "evening", "private"):
                return [Object(first, at)]
            return [Object(at + 2, last)] if s.word(at + 1) in ("in", "on") and at + 2 < last else None
    return None


def skill(s: Sentence, index: int, end: int) -> Found:
    """The skill that somebody learns: "swim" in "learning to swim", "Dutch" in "learning Dutch". None for a fact just
    heard ("learned that …") and for learning "about" something."""
    if s.word(index) in ("about", "that", "how", "more", "a", "from", "the", "to") and s.word(index) not in (
        "the",
        "a",
        "to",
        "how",
    ):
        return None
    if s.word(index) in ("to", "how"):
        at = index + 1 + (s.word(index + 1) == "to")
        return vp(s, at, end)
    if s.low[index] in s.words["languages"] and s.word(index + 1) in ("on", "with", "in", "at", "through"):
        return [Object(index, index + 1)]
    bounds = _gerund_or_noun(s, index, end)
    if bounds is None or set(s.low[bounds[0] : bounds[1]]) & {"lot", "lesson", "thing", "things"}:
        return None
    return [Object(*bounds)]


def instrument_played(s: Sentence, index: int, end: int) -> Found:
    """What somebody plays or practises over months: an instrument or a language."""
    found = noun_phrase(s, index, end, frozenset())
    known = _INSTRUMENTS | s.words["languages"]
    return [Object(*found)] if found and s.low[found[1] - 1] in known else None


KINDS: dict[str, Callable[[Sentence, int, int], Found]] = {
    "taste": taste,
    "taste_entered": taste_entered,
    "fan_of": fan_of,
    "side": side,
    "taste_past": taste_past,
    "preference": preference,
    "preference_verb": preference_verb,
    "activity": activity,
    "activity_ing": activity_ing,
    "activity_vp": activity_vp,
    "problem": problem,
    "found_hard": found_hard,
    "lessons": lessons,
    "skill": skill,
    "instrument_played": instrument_played,
}
