"""Readers for the objects of somebody who studies: the subject before or after "student", and the school."""

from collections.abc import Callable

from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.model import Object
from kg_assets.claims.reading.objects_places import Found
from kg_assets.claims.reading.objects_self import subject
from kg_assets.claims.reading.objects_world import SCHOOL_WORDS, school
from kg_assets.claims.reading.phrases import noun_phrase
from kg_assets.claims.reading.sentence import Sentence
from kg_assets.claims.reading.subjects import name_run

_DEGREES = word_list("objects_school", "degrees")
_STUDENT_WORDS = word_list("objects_school", "student_words")


def student(s: Sentence, index: int, end: int) -> Found:
    """The subject and school of a student: "a physics student at …", "a student of law in Graz", "an undergrad at
    …"."""
    if s.low[index] not in ("a", "an", "the", "currently") and s.low[index] not in s.words["student_words"]:
        is_bare = any(low in s.words["student_words"] for low in s.low[index : index + 4])
        if not is_bare:
            return None
    found = noun_phrase(s, _behind_the_year(s, index), end, frozenset())
    if found is None:
        return None
    first, last = found
    head = last - 1
    if s.low[head] not in s.words["student_words"]:
        return None
    objects: list[Object] = []
    at = first
    while at < head and s.low[at] in _STUDENT_WORDS:
        at += 1
    if at < head:
        objects.append(Object(at, head, "string", None, "studies"))
    if s.word(last) in ("in", "of") and last + 1 < end and not s.is_name(last + 1):
        topic = subject(s, last + 1, end)
        if topic:
            objects.append(topic[0]._replace(predicate="studies"))
            last = topic[0].last
    if s.word(last) in ("at", "in") and last + 1 < end:
        place = school(s, last + 1, end)
        if place:
            objects.append(place[0]._replace(predicate="studies_at"))
    return objects or None


def degree_school(s: Sentence, index: int, end: int) -> Found:
    """The school after "from", if the words before it name a degree."""
    return school_any(s, index, end) if _DEGREES & set(s.low[max(0, index - 10) : index]) else None


def school_known(s: Sentence, index: int, end: int) -> Found:
    """A school by a word or abbreviation for schools. Any other place that somebody went to does not
    count."""
    found = school(s, index, end)
    return found if found and set(s.low[found[0].first : found[0].last]) & SCHOOL_WORDS else None


def school_any(s: Sentence, index: int, end: int) -> Found:
    """A school by any name."""
    stop = name_run(s, index, 6)
    return [Object(index, stop, "entity")] if stop > index else school(s, index, end)


def _behind_the_year(s: Sentence, index: int) -> int:
    """The token behind "a second year" or "a final-year", since these words name no subject."""
    at = index + (s.low[index] in ("a", "an", "the"))
    if s.word(at + 1) in ("year", "yr"):
        return at + 2
    return at + 1 if s.word(at).endswith(("-year", "-yr")) else index


KINDS: dict[str, Callable[[Sentence, int, int], Found]] = {
    "student": student,
    "school_any": school_any,
    "school_known": school_known,
    "degree_school": degree_school,
}
