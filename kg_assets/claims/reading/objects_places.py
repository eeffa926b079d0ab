"""Readers for objects that are places."""

from collections.abc import Callable

from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.model import Object
from kg_assets.claims.reading.phrases import noun_phrase
from kg_assets.claims.reading.sentence import Sentence
from kg_assets.claims.reading.subjects import name_run, relation_at

_NAME_END_WORDS = word_list("objects_world", "name_end_words")
Found = list[Object] | None
_PRONOUN_PERSON = word_list("objects_world", "pronoun_person")


def _low_place_is_fine(s: Sentence, first: int, last: int) -> bool:
    """Whether a place may be written in lower case: it has a word for a kind of place, or the whole text has
    no capitals."""
    words = s.low[first:last]
    if words[-1] in s.words["not_places"] or words[0] in s.words["not_places"]:
        return False
    if s.low[first - 1] in s.words["determiners"] and not set(words) & s.words["places"]:
        return False
    return any(word in s.words["places"] for word in words) or (s.is_low and len(words) <= 3 and words[0].isalpha())


def place(s: Sentence, index: int, end: int) -> Found:
    """The place that begins at `index`: a name, with the region after a comma if there is one ("Leeds, UK"), or a word
    for a kind of place."""
    found = noun_phrase(s, index, end, frozenset({"of", "near", "in", "between", "outside"}))
    if found is None:
        return None
    first, last = found
    around = _around(s, first, last, end)
    if around is not None:
        return around
    if s.low[first] in s.words["tools"] and s.low[first] not in s.words["known_places"]:
        return None
    if s.low[last - 1] in s.words["not_places"] and not s.is_name(last - 1):
        return None
    if any(s.is_name(at) for at in range(first, last)):
        if s.is_name(first):
            last = _name_end(s, first, last)
        if s.word(last) == "," and last + 1 < end and _is_region(s, last + 1, end):
            last = name_run(s, last + 1, 3)
        return [Object(first, last, "entity")]
    return [Object(first, last, "entity")] if _low_place_is_fine(s, first, last) else None


def _around(s: Sentence, first: int, last: int, end: int) -> Found:
    """The place that a dwelling is in, if it has a name: "Porto" in "a flat in Porto"."""
    for at in range(first + 1, min(last + 1, end - 1)):
        if s.low[at] in s.words["around_a_dwelling"] and s.low[at - 1] in s.words["dwellings"] and s.timed[at + 1] < 0:
            is_low_name = s.is_low and s.low[at + 1] not in s.words["determiners"]
            is_named = s.is_name(at + 1) or is_low_name or s.low[at + 1] in s.words["known_places"]
            return place(s, at + 1, end) if is_named else None
    return None


def _name_end(s: Sentence, first: int, last: int) -> int:
    at = first
    while at < last and (s.is_name(at) or s.low[at] in _NAME_END_WORDS):
        at += 1
    return max(at, first + 1) if at < last and s.low[at] in ("in", "near", "outside", "between") else last


def _is_region(s: Sentence, at: int, end: int) -> bool:
    """Whether a name after a comma is the region of the place before it: no further comma, "and", "or" or
    verb may follow."""
    stop = name_run(s, at, 3)
    if stop == at or stop > end or s.low[at] == "i":
        return False
    following = s.word(stop)
    return (
        following not in (",", "and", "or") and not s.words.bases(following, "third") and following not in s.words["be"]
    )


def place_origin(s: Sentence, index: int, end: int) -> Found:
    """The place that somebody comes from. After "coming from" only a name counts: "coming from work" is no
    origin."""
    found = place(s, index, end)
    is_way = s.word(index - 2) == "coming" and found is not None and not s.is_name(found[0].first)
    return None if is_way else found


def birthplace(s: Sentence, index: int, end: int) -> Found:
    return None if s.timed[index] >= 0 or s.low[index][0].isdigit() else place(s, index, end)


def place_home(s: Sentence, index: int, end: int) -> Found:
    """The place that somebody calls home: "Oslo" in "call Oslo home"."""
    stop = name_run(s, index)
    return [Object(index, stop, "entity")] if stop > index and s.word(stop) == "home" else None


def travelled(s: Sentence, index: int, end: int) -> Found:
    """A place where somebody was. It must have a name, and must not be a firm or gathering in capital letters."""
    found = place(s, index, end)
    if found is None:
        return None
    first, last = found[0].first, found[0].last
    if s.words.bases(s.low[first], "base") and not s.is_name(first):
        return None
    surface = s.surface(first, last)
    if surface.isupper() and len(surface) > 3:
        return None  # letters of a gathering or a firm
    is_low_name = s.is_low and last - first == 1 and s.low[index - 2 : index] == ["been", "to"] and first == index
    is_named = is_low_name or any(s.is_name(at) for at in range(first, last))
    return found if is_named and not _is_about_people(s, first) else None


def travelled_ing(s: Sentence, index: int, end: int) -> Found:
    """The place where an activity is done: "Yosemite" in "camping in Yosemite"."""
    if not s.low[index].endswith("ing") or s.word(index + 1) not in ("in", "around", "near", "through", "across"):
        return None
    return travelled(s, index + 2, end) if index + 2 < end else None


def _is_about_people(s: Sentence, first: int) -> bool:
    return s.low[first] in s.words.relations


def visited(s: Sentence, index: int, end: int) -> Found:
    """What somebody visited: a place by its name, or another thing to see by any noun. A visit to people does not
    count."""
    found = noun_phrase(s, index, end)
    if found is None or relation_at(s, found[0]) is not None or s.low[found[0]] in _PRONOUN_PERSON:
        return None
    first, last = found
    if set(s.low[first:last]) & s.words["task_words"]:
        return None
    if s.is_name(first):
        return place(s, index, end)
    return [Object(first, last, "entity")]


def abroad(s: Sentence, index: int, end: int) -> Found:
    return [Object(index, index + 1)] if index < end and s.low[index] in ("abroad", "overseas") else None


KINDS: dict[str, Callable[[Sentence, int, int], Found]] = {
    "place": place,
    "abroad": abroad,
    "birthplace": birthplace,
    "place_origin": place_origin,
    "place_home": place_home,
    "travelled": travelled,
    "travelled_ing": travelled_ing,
    "visited": visited,
}
