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

_COURSES = word_list("objects_school", "courses") | _DEGREES
_HOW_ONE_STUDIES = word_list("objects_school", "how_one_studies")
_BEHIND_A_COURSE = word_list("objects_school", "behind_a_course")
_DAYS = word_list("objects_school", "days_of_a_course")
_COUNTED = word_list("objects_school", "counted")
_YEARS = word_list("objects_school", "years")
_CLASSES = word_list("objects_school", "classes")
_WHOSE = word_list("objects_school", "whose")
_OF_COURSES = _COURSES | _HOW_ONE_STUDIES | {"level"}
_NOT_STUDIED = word_list("objects_school", "not_studied") | word_list("objects_self", "subject_words")


def student(s: Sentence, index: int, end: int) -> Found:
    """What somebody studies and where, told by a word such as "student": "a physics student at …", "a student of law in
    Graz", "an undergrad at …"."""
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
    """The school after "from", if the words before it name a degree: "Delft" in "a master's from Delft"."""
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
    """The token behind words that name a year of study and no subject: "a second year", "a final-year"."""
    at = index + (s.low[index] in ("a", "an", "the"))
    if s.word(at + 1) in ("year", "yr"):
        return at + 2
    return at + 1 if s.word(at).endswith(("-year", "-yr")) else index


def year_of_study(s: Sentence, index: int, end: int) -> Found:
    """What and where somebody studies, told by the year: "in 3rd yr btech mech", "the first year of a part-time MBA at
    Leeds", "in year 3 at Holy Cross". Of a school pupil only the school is given, because the year names no subject."""
    at = index + (s.low[index] in _WHOSE)
    if at + 1 < end and s.low[at] in _COUNTED and s.low[at + 1] in _YEARS:
        at += 2
        at += s.word(at) == "of"
        at += at < end and s.low[at] in _WHOSE
        return _course_at(s, at, end)
    if at < end and (s.low[at] in _CLASSES or s.low[at].rstrip("0123456789") in _CLASSES):
        at += 1
        at += at < end and s.low[at][0].isdigit()
        at += at < end and len(s.low[at]) == 1 and s.low[at].isalpha()  # "class 8 B"
        place = school(s, at + 1, end) if s.word(at) in ("at", "in") and at + 1 < end else None
        return [place[0]._replace(predicate="studies_at")] if place else None
    return None


def course(s: Sentence, index: int, end: int) -> Found:
    """The subject and the school of a course that somebody does, as objects of `studies` and `studies_at`: "an online
    Sanskrit course", "my PhD on glaciers at Bergen", "a level 2 in hairdressing". None if the words name no course, or
    nothing that one studies."""
    at = index + (s.low[index] in _WHOSE)
    words = range(at, _end_of_course(s, at, end))
    is_course = any(s.low[t] in _COURSES or (s.low[t] == "level" and s.word(t + 1).isdigit()) for t in words)
    return _course_at(s, at, end) if is_course else None


def _end_of_course(s: Sentence, at: int, end: int) -> int:
    """The token behind the words that name a course."""
    while at < end and not s.has_pause(at) and s.low[at] not in _BEHIND_A_COURSE | s.words["stops"]:
        at += 1
    return at


def _course_at(s: Sentence, at: int, end: int) -> Found:
    """The subject and the school of a course whose words begin at `at`."""
    while at < end and s.low[at] in _HOW_ONE_STUDIES:
        at += 1
    first, last = at, _end_of_course(s, at, end)
    said = [t for t in range(first, last) if s.low[t] not in _OF_COURSES and not s.low[t].isdigit()]
    objects: list[Object] = []
    topic = subject(s, last + 1, end) if not said and s.word(last) in ("in", "on") and last + 1 < end else None
    if topic and not _is_place(s, topic[0].first):
        objects, last = topic[:1], topic[0].last
    elif said:
        objects = [Object(first if s.low[first] in _DEGREES else said[0], said[-1] + 1)]  # "btech mech"
    elif last > first and s.low[last - 1] in _DEGREES:
        objects = [Object(first, last)]  # "a part-time MBA"
    if any(not _NOT_STUDIED.isdisjoint(s.low[found.first : found.last]) for found in objects):
        return None
    last += s.word(last) in _DAYS  # "second yr surveying tomorrow at Otago"
    place = school(s, last + 1, end) if s.word(last) in ("at", "with", "through") and last + 1 < end else None
    told = [found._replace(kind="string", predicate="studies") for found in objects]
    return [*told, *(found._replace(predicate="studies_at") for found in (place or [])[:1])] or None


def _is_place(s: Sentence, at: int) -> bool:
    """Whether a word behind "in" is a place and no subject: "bcom in nagpur"."""
    return s.low[at] in s.words["known_places"] or (
        s.is_low and s.is_name(at) and s.low[at] not in s.words["languages"]
    )


KINDS: dict[str, Callable[[Sentence, int, int], Found]] = {
    "student": student,
    "school_any": school_any,
    "school_known": school_known,
    "degree_school": degree_school,
    "year_of_study": year_of_study,
    "course": course,
}
