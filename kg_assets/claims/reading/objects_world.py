"""Readers for objects that are organisations, groups and people."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.model import Object, relative_of_self
from kg_assets.claims.reading.objects_places import Found
from kg_assets.claims.reading.phrases import NAME_INNER, entity_phrase, noun_phrase, skip_determiners
from kg_assets.claims.reading.sentence import Sentence
from kg_assets.claims.reading.subjects import name_run, relation_at

_RELATIVES_WORDS = word_list("objects_world", "relatives_words")
SCHOOL_WORDS = word_list("objects_world", "school_words")
ORG_WORDS = SCHOOL_WORDS | word_list("objects_world", "org_words")
_TITLES = word_list("objects_world", "titles")
_WAYS_OF_FIRING = word_list("objects_world", "ways_of_firing")
_NO_WORKPLACES = word_list("objects_world", "no_workplaces")
_BUSINESS = word_list("objects_world", "business")
_WORK_FIELDS = word_list("objects_world", "work_fields")
WORK_FIELDS = _WORK_FIELDS


def org(s: Sentence, index: int, end: int) -> Found:
    """The employer that begins at `index`: by name, or by its kind with a word such as "a" or "the"."""
    found = entity_phrase(s, index, end)
    if found is None:
        return None
    first, last = found
    if s.low[index - 1] == "with" and s.low[first] in s.words["tools"]:
        return None
    if s.low[last - 1] in ("night", "nights", "day", "days", "weekends", "home", "all", "present"):
        return None
    if s.low[index - 1] == "by" and s.low[last - 1] in _WAYS_OF_FIRING:
        return None
    if s.low[first].rstrip(".") in _TITLES or s.low[last - 1] in s.words["weekdays"]:
        return None  # "a TA for Prof Lin", "joined the Wednesday night league"
    if any(s.is_name(at) for at in range(first, last)):
        is_place = last == first + 1 and s.low[first] in s.words["known_places"]
        is_person = s.low[index - 1] == "with" and last == first + 1 and s.low[first] in s.words["given_names"]
        return None if is_place or is_person else [Object(first, last, "entity")]
    last = _with_town(s, last, end)
    words = s.low[first:last]
    is_job = s.word(index - 1) == "at" and s.words.bases(s.word(index - 2), "base", "third", "past", "gerund")[:1] == [
        "work"
    ]
    if is_job and s.low[index] in ("a", "an", "the") and not set(words) & _NO_WORKPLACES:
        return [Object(first, last, "entity")]
    if any(word in ORG_WORDS for word in words) or (
        s.is_low
        and len(words) == 1
        and words[0] not in s.words["not_places"]
        and words[0].isalpha()
        and not s.words.forms.get(words[0])
        and s.low[index] == words[0]
        and not words[0].endswith("s")
    ):
        return [Object(first, last, "entity")]
    return None


def _with_town(s: Sentence, last: int, end: int) -> int:
    """Where an organisation's name ends; a town after it belongs to it ("a print shop in Warsaw")."""
    if s.word(last) not in ("in", "near") or last + 1 >= end:
        return last
    return max(name_run(s, last + 1), last) if name_run(s, last + 1) > last + 1 else last


def org_kind(s: Sentence, index: int, end: int) -> Found:
    """A kind of organisation with its article: "in a hospital"."""
    found = entity_phrase(s, index, end)
    if found is None or s.low[index] not in ("a", "an", "the", "my") or s.low[found[1] - 1] not in ORG_WORDS:
        return None
    return [Object(*found, "entity")]


def org_any(s: Sentence, index: int, end: int) -> Found:
    found = noun_phrase(s, index, end, NAME_INNER | {"for", "in"})
    return [Object(*found, "entity")] if found else None


def club(s: Sentence, index: int, end: int) -> Found:
    found = noun_phrase(s, index, end, NAME_INNER | {"for"})
    if found is None or not set(s.low[found[0] : found[1]]) & s.words["clubs"]:
        return None
    return [Object(*found, "entity")]


def club_any(s: Sentence, index: int, end: int) -> Found:
    found = noun_phrase(s, index, end, NAME_INNER)
    if found is None:
        return None
    is_named = s.is_name(found[0]) or bool(set(s.low[found[0] : found[1]]) & s.words["clubs"])
    return [Object(*found, "entity")] if is_named else None


def school(s: Sentence, index: int, end: int) -> Found:
    found = entity_phrase(s, index, end)
    if found is None:
        return None
    first, last = found
    words = set(s.low[first:last])
    if any(s.is_name(at) for at in range(first, last)):
        is_school = (
            bool(words & SCHOOL_WORDS)
            or s.low[index - 1] in ("at", "from")
            or (s.surface(first, last).isupper() and last - first == 1)
        )
        return [Object(first, last, "entity")] if is_school else None
    if s.low[first] in ("school", "university", "college", "uni"):
        return None
    return [Object(first, last, "entity")] if words & SCHOOL_WORDS and last - first > 1 else None


def business(s: Sentence, index: int, end: int) -> Found:
    found = noun_phrase(s, index, end, NAME_INNER | {"about", "for", "on"})
    said = () if found is None else s.low[found[0] : found[1]]
    # An event like "a charity race for the hospice" is no business.
    last = next((at for at, low in enumerate(said) if at and low in ("about", "for", "on")), len(said))
    if found is None or not set(said) & _BUSINESS or said[last - 1] in s.words["events"]:
        return None
    return [Object(*found, "string")]


def person(s: Sentence, index: int, end: int) -> Found:
    at = skip_determiners(s, index, end)
    for step in (1, 2):
        if s.word(at + step) in ("named", "called") and at + step + 1 < end:
            at += step + 1
            break
    stop = name_run(s, at)
    if stop > at and (s.low[at] not in s.words["tools"] or s.low[at] in s.words["given_names"]):
        return [Object(at, stop, "entity")]
    return None


def somebody_seen(s: Sentence, index: int, end: int) -> Found:
    """The name of somebody whom the person is dating ("seeing Omar"). Somebody with a title, or seen for a purpose
    ("about my roof"), does not count."""
    found = person(s, index, end)
    if not found or s.low[found[0].first].rstrip(".") in _TITLES:
        return None
    behind = found[0].last
    is_for = s.word(behind) in ("for", "about") and s.word(behind + 1) in ("my", "our", "the", "some", "her", "his")
    return None if is_for else found


class Called(NamedTuple):
    """A name in a list of names: its first token and the token behind it, the token of the age beside it, and the token
    behind all of these."""

    first: int
    last: int
    age: int | None
    behind: int


def relatives(s: Sentence, index: int, end: int) -> Found:
    """Relatives, each by name if there are names, else by the noun: "a sister named Ana", "two brothers, Max
    and Ben", "a dog called Rex", "three kids"."""
    at = index
    if s.low[at] == "the":
        return None  # "the kids" are known already: "has the kids on weekends"
    while at < end and (s.low[at] in ("a", "an", "one", "also") or s.low[at] in ("no", "any")):
        at += 1
    first = at
    while (
        at < end
        and at < first + 4
        and (
            s.low[at] in s.words.numbers
            or s.low[at].isdigit()
            or s.low[at] in s.words["materials"] | _RELATIVES_WORDS
            or s.low[at].endswith(("-year-old", "-month-old"))
        )
    ):
        at += 1
    relation = relation_at(s, at)
    if relation is None or relation[3] > end:
        return _child_by_age(s, first, at, end)
    predicate, noun, _, last = relation
    names = names_after(s, last, end)
    if names:
        behind = names[-1].behind
        behind += s.word(behind) == ","
        is_further = s.word(behind) == "and" and s.word(behind + 1) in ("a", "an", "one")
        further = (relatives(s, behind + 1, end) if is_further and behind + 1 < end else None) or []
        return [*_by_name(s, predicate, names), *further]  # "a dog, Rex, and a cat, Tim"
    if predicate in ("friend_is", "colleague_is", "manager_is", "other") or s.word(last) in ("'s", "-"):
        return None
    joined = last + (s.word(last) == ",")
    joined += s.word(joined) == "and"
    further = (relatives(s, joined, end) if last < joined < end else None) or []
    is_denied = not _NONE.isdisjoint(s.low[max(0, index - 3) : index])
    is_one = index < first and s.low[index] in ("a", "an", "one", "also") and not noun.endswith("s") and not is_denied
    if not is_one:
        return [Object(first, last, "string", None, predicate), *further]
    value = relative_of_self(noun)
    return [Object(relation[2], last, "string", value, predicate), *_age_of(s, first, relation[2], value), *further]


def _by_name(s: Sentence, predicate: str | None, names: Sequence[Called]) -> Iterator[Object]:
    """An object for each relative with one of these names, and one for each age beside a name. If `predicate` is None,
    the predicate of the frame applies."""
    for first, last, age, _ in names:
        yield Object(first, last, "entity", None, predicate)
        if age is not None and predicate in (None, *AGED):
            yield Object(age, age + 1, "number", s.low[age], "age_is", (("who", s.surface(first, last)),))


def _child_by_age(s: Sentence, first: int, at: int, end: int) -> Found:
    """The child and the child's age in "a 6-year-old named Theo", or the child alone in "a 6 year old and a newborn".
    None for other words ("a 6 year old laptop")."""
    if _is_child_alone(s, first, at):
        is_joined = s.word(at) == "and" and at + 1 < end
        further = (relatives(s, at + 1, end) if is_joined else None) or []
        if is_joined and not (further and further[0].predicate == "child_is"):
            return None  # "a 4 year old and a new laptop"
        return [Object(first, at, "string", None, "child_is"), *further]
    low = s.low[first] if first < end else ""
    number = low.split("-")[0]
    names = names_after(s, at, end) if low.endswith("-year-old") and at == first + 1 and number.isdigit() else []
    if not names:
        return None
    name = s.surface(names[0].first, names[0].last)
    age = Object(first, first + 1, "number", number, "age_is", (("who", name),))
    return [Object(names[0].first, names[0].last, "entity", None, "child_is"), age]


def _is_child_alone(s: Sentence, first: int, behind: int) -> bool:
    """Whether tokens are only the age of a child, such as "6 year old" or "3-month-old", and what follows speaks of
    somebody: "and a newborn", "who won't sleep", ", she …"."""
    said = " ".join(s.low[first:behind]).replace("-", " ").split()
    is_age = len(said) == 3 and said[1] in ("year", "yr", "month", "week") and said[2] == "old"
    number = (int(said[0]) if said[0].isdecimal() else s.words.numbers.get(said[0], 0)) if is_age else 0
    at = behind + (s.word(behind) == ",")
    is_somebody = s.word(at) in _BEHIND_A_CHILD and not (at > behind and s.word(at) == "and")
    is_second = "and" in s.low[max(0, first - 2) : first]  # "a 6 year old and a 4 year old"
    return 0 < number <= _OLDEST_CHILD and (is_somebody or is_second)


def _age_of(s: Sentence, first: int, last: int, who: str) -> list[Object]:
    """The age of a relative as an object, if the phrase tells it: 4 in "a 4 year old daughter". `who` is the subject of
    its claim."""
    low = s.low[first]
    number = low.split("-")[0]
    is_age = number.isdigit() and ("old" in s.low[first:last] or low.endswith("-old"))
    if not is_age or s.low[first + 1 : first + 2] == ["month"]:
        return []
    return [Object(first, first + 1, "number", number, "age_is", (("who", who),))]


_NONE = word_list("objects_world", "none")
_BEHIND_A_CHILD = word_list("objects_world", "behind_a_child")
_OLDEST_CHILD = 17
_MOST_NAMES = 8
_FAR_FROM_A_PET = (
    14  # tokens behind a pet among which it is named: "a dog from the shelter, a young pointer called Bram"
)
_OTHERS_THAN_PETS = word_list("objects_world", "others_than_pets")
_TOO_LONG_AN_AGE = 4
_BEHIND_AN_AGE = (",", "and", "&", ".", ";", "!", "?", "")
# The relations for which a number beside the name is an age.
AGED = ("child_is", "pet_is", "sibling_is", "partner_is", "parent_is")


def names_after(s: Sentence, at: int, end: int) -> list[Called]:
    """The names that follow a noun of relation, behind "named", "called", a comma, a colon, a bracket or a dash."""
    if s.word(at) not in ("named", "called", ",", ":", "(", "-", "–", "—"):
        return []
    is_said = s.low[at] in ("named", "called")
    at += 1
    if s.word(at) in ("named", "called"):
        is_said, at = True, at + 1
    return names_in_a_row(s, at, end, is_said)


def names_in_a_row(s: Sentence, at: int, end: int, is_said: bool = False) -> list[Called]:
    """Names joined by commas and "and", each with its age if one follows: "Ava, 7, and Mia (9)". With `is_said` a word
    in lower case counts as a name, too."""
    found: list[Called] = []
    while at < end and len(found) < _MOST_NAMES:
        stop = name_run(s, at, 3)
        if stop == at and not (is_said and s.is_low and s.low[at].isalpha() and (stop := at + 1)):
            break
        age, behind = _age_behind(s, stop)
        is_last = at > 0 and s.low[at - 1] in ("and", "&")
        found.append(Called(at, stop, age, behind))
        at = behind
        while at + 1 < end and s.low[at] in (",", "and", "&") and (s.is_name(at + 1) or s.low[at + 1] == "and"):
            is_last = is_last and s.low[at] == ","  # "my kids Ines and Pavel, Legoland is a must"
            at += 1
        if at == behind or is_last:
            break
    return found


def _age_behind(s: Sentence, at: int) -> tuple[int | None, int]:
    """Two values: the token of an age beside a name (", 7", "(7)", ", aged 7"); and the token behind the age with its
    signs. Without an age, None and `at`."""
    number = at + 1 + (s.word(at + 1) == "aged")
    is_age = s.word(at) in (",", "(") and s.word(number).isdecimal() and len(s.word(number)) < _TOO_LONG_AN_AGE
    closes = s.word(number + 1)
    if not is_age or closes not in ((")",) if s.word(at) == "(" else _BEHIND_AN_AGE):
        return None, at
    return number, number + 1 + (closes == ")" or (closes == "," and s.low[number + 2 : number + 3] == ["and"]))


def pets(s: Sentence, index: int, end: int) -> Found:
    found = relatives(s, index, end)
    if found:
        named = _called_later(s, found[0].last) if len(found) == 1 and found[0].kind == "string" else []
        pets_found = list(_by_name(s, "pet_is", named)) or found
        return pets_found if found[0].predicate == "pet_is" else None
    if s.low[index - 1] not in ("adopted", "rescued", "adopt"):
        return None
    kind = noun_phrase(s, index, end, frozenset())
    names = names_after(s, kind[1], end) if kind else []
    return list(_by_name(s, "pet_is", names)) or None


def _called_later(s: Sentence, at: int) -> list[Called]:
    """The name that a pet is given behind where it comes from or what kind it is: "Bram" in "a dog from the shelter, a
    young pointer called Bram"."""
    is_apposed = False  # not of "a dog from a breeder called Tom"
    for called in range(at, min(at + _FAR_FROM_A_PET, len(s) - 1)):
        if s.low[called] in ("called", "named"):
            return names_in_a_row(s, called + 1, len(s), True)[:1] if is_apposed else []
        if s.low[called] in _OTHERS_THAN_PETS:
            break
        is_kind = s.low[called] == "," and s.low[called + 1] in ("a", "an", "the")
        is_apposed = is_kind or (is_apposed and s.low[called] != "from")
    return []


def children(s: Sentence, index: int, end: int) -> Found:
    low = s.low[index]
    if low in ("twins", "triplets"):
        return [Object(index, index + 1)]
    if low in s.words.numbers or low.isdigit():
        last = index + 1 + (s.word(index + 1) in s.words["child_words"])
        names = names_after(s, last, len(s)) if s.word(last) in (",", ":", "(") else []
        return list(_by_name(s, None, names)) or [Object(index, last)]
    return person(s, index, end)


KINDS: dict[str, Callable[[Sentence, int, int], Found]] = {
    "org": org,
    "org_kind": org_kind,
    "org_any": org_any,
    "club": club,
    "club_any": club_any,
    "school": school,
    "business": business,
    "person": person,
    "somebody_seen": somebody_seen,
    "relatives": relatives,
    "pets": pets,
    "children": children,
}
