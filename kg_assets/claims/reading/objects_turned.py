"""Readers for objects of fixed expressions (the patterns of `turns`): the partner in a couple, a name by itself, a
food, something done regularly."""

from collections.abc import Callable

from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.model import Object
from kg_assets.claims.reading.objects_choices import avoided
from kg_assets.claims.reading.objects_named import employer, owner
from kg_assets.claims.reading.objects_places import Found
from kg_assets.claims.reading.objects_plans import wish_gerund, wished_thing
from kg_assets.claims.reading.objects_things import thing
from kg_assets.claims.reading.objects_world import ORG_WORDS
from kg_assets.claims.reading.phrases import is_gerund, noun_phrase
from kg_assets.claims.reading.sentence import Sentence
from kg_assets.claims.reading.subjects import name_run

_HABIT_BOUNDS_WORDS = word_list("habits", "habit_bounds_words")
_NO_TEAMS = word_list("objects_turned", "no_teams")
_LONGEST_TEAM = 4  # words
_NO_WISHES = word_list("objects_turned", "no_wishes")


def number(s: Sentence, index: int, end: int) -> Found:
    """A number written in digits."""
    return [Object(index, index + 1, "number")] if s.low[index].isdigit() else None


def name_alone(s: Sentence, index: int, end: int) -> Found:
    """A name of more than one letter that is no tool, month or language."""
    stop = name_run(s, index)
    is_other = s.low[index] in s.words["tools"] | s.words["months"] | s.words["languages"]
    is_short = s.ends[index] - s.starts[index] == 1
    return [Object(index, stop, "entity")] if index < stop and not is_other and not is_short else None


def name_of(s: Sentence, index: int, end: int) -> Found:
    """The name of a relative."""
    stop = name_run(s, index, 3)
    return [Object(index, stop, "entity")] if stop > index else None


def with_me(s: Sentence, index: int, end: int) -> Found:
    """The name of somebody joined to "I" or "me": "Jonas" in "Jonas and I" and in "me and Jonas"."""
    is_before = s.word(index - 1) == "and" and s.word(index - 2) == "me"
    is_behind = s.word(end) == "and" and s.word(end + 1) in ("i", "me", "myself")
    return name_alone(s, index, end) if is_before or is_behind else None


def employer_named(s: Sentence, index: int, end: int) -> Found:
    """An employer before its verb: a name, or a kind of organisation with its article."""
    found = employer(s, index, end)
    if found:
        return found
    bounds = noun_phrase(s, index, end)
    is_kind = bounds is not None and s.low[index] in ("the", "a", "an") and bool(ORG_WORDS & set(s.low[index:end]))
    return [Object(*bounds, "entity")] if bounds and is_kind else None


def team_in_passing(s: Sentence, index: int, end: int) -> Found:
    """A team or group by its name, in upper or lower case, where the words before it show that it is one. Words without
    a capital must be in the plural ("the disc jockeys") or include a word for teams."""
    at = index + (s.low[index] == "the")
    named = name_run(s, at, 5) if at < end else at
    bounds = noun_phrase(s, at, end, frozenset()) if at < end else None
    stop = named if bounds is None or bounds[0] != at else max(named, bounds[1])
    if stop == at or stop - at > _LONGEST_TEAM:
        return None
    said = set(s.low[at:stop])
    is_other = said & (s.words["task_words"] | s.words["pointing"] | s.words["weekdays"] | _NO_TEAMS)
    is_of_people = s.low[at] in s.words.relations or (s.low[at] in s.words["given_names"] and stop - at == 1)
    is_named = s.is_name(at) and not (stop - at == 1 and s.surface(at, stop).isupper())  # "the NHS"
    are_several = stop - at > 1 and s.low[stop - 1].endswith("s") and s.low[stop - 1][:-1] not in s.words["jobs"]
    is_one = is_named or are_several or (stop - at > 1 and bool(said & s.words["clubs"]))
    return [Object(at, stop, "entity")] if is_one and not is_other and not is_of_people else None


def wished_noun(s: Sentence, index: int, end: int) -> Found:
    """What somebody longs for: an object, an animal, a change of life, an activity."""
    found = wished_thing(s, index, end) or thing(s, index, end)
    if found or is_gerund(s, index):
        return found or wish_gerund(s, index, end)
    bounds = noun_phrase(s, index, end, frozenset({"of", "in"})) if s.low[index] in ("a", "an") else None
    is_task = bounds is not None and set(s.low[bounds[0] : bounds[1]]) & (s.words["task_words"] | _NO_WISHES)
    return [Object(*bounds)] if bounds and not is_task else None


def food(s: Sentence, index: int, end: int) -> Found:
    """The food that begins at `index`. The frame, not this object, says whether somebody eats it."""
    found = avoided(s, index, end)
    return [found[0]._replace(is_negated=False)] if found else None


def owner_whole(s: Sentence, index: int, end: int) -> Found:
    """The owner or maker of something: a name, with or without "the", or a relative."""
    start = index + (s.low[index] == "the")
    stop = name_run(s, start, 6) if start < end else start
    return [Object(start, stop, "entity")] if stop > start else owner(s, index, end)


def rhythm(s: Sentence, index: int, end: int) -> Found:
    """An activity that is done regularly, together with the words that say how often."""
    bounds = rhythm_bounds(s, index, end)
    return [Object(*bounds)] if bounds and bounds[0] == index else None


def rhythm_bounds(s: Sentence, first: int, end: int) -> tuple[int, int] | None:
    """The bounds of a verb phrase, including the words that say how often something is done ("every morning")."""
    last = first
    while last < min(end, first + 24):
        low = s.low[last]
        if s.has_pause(last) or low == "," or (last > first and low in _HABIT_BOUNDS_WORDS):
            break
        if (
            last > first
            and low in ("these", "lately", "now", "currently", "anymore")
            and s.word(last + 1) in ("days", "", ".")
        ):
            break
        if low == "any" and s.word(last + 1) == "more":
            break
        last += 1
    while last > first and s.low[last - 1] in ("and", "or", "too", "then", "with", "to", "in"):
        last -= 1
    return (first, last) if last > first else None


KINDS: dict[str, Callable[[Sentence, int, int], Found]] = {
    "number": number,
    "name_alone": name_alone,
    "team_in_passing": team_in_passing,
    "name_of": name_of,
    "with_me": with_me,
    "employer_named": employer_named,
    "wished_noun": wished_noun,
    "food": food,
    "owner_whole": owner_whole,
    "rhythm": rhythm,
}
