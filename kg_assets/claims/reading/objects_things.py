"""Readers for objects that are tools, possessions, named things and languages."""

from collections.abc import Callable

from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.model import Object
from kg_assets.claims.reading.objects_places import Found
from kg_assets.claims.reading.phrases import NAME_INNER, entity_phrase, noun_phrase
from kg_assets.claims.reading.sentence import Sentence

_LANGUAGE_WORDS = word_list("objects_world", "language_words")
_COMMON_WORDS = word_list("objects_world", "common_words")
_ESTATES = word_list("objects_world", "estates")
_NO_INSTRUMENTS = word_list("objects_things", "no_instruments")
_ABSTRACT = word_list("objects_things", "abstract")
_ABSTRACT_ENDINGS = ("tion", "sion", "ment", "ness", "ity", "ance", "ence", "ship", "ism", "ing", "cy", "sis", "ogy")
_ABSTRACT_MARKS = word_list("objects_things", "abstract_marks")
_HAD = word_list("objects_things", "had")
_BODY_PARTS = word_list("objects_body", "body_parts")
_CONSUMED = word_list("objects_things", "consumed")


def tool(s: Sentence, index: int, end: int) -> Found:
    """A tool by its name. Common nouns do not count ("a for loop", "your code"), except with an article after
    "and" or a comma."""
    found = _tool(s, index, end)
    if found is None and s.word(index - 1) in ("and", ",") and s.low[index] in ("a", "an"):
        return instrument(s, index, end)
    return found


def tool_sure(s: Sentence, index: int, end: int) -> Found:
    """A known tool: its words, or the first of them, are in the list `tools`."""
    found = _tool(s, index, end)
    if not found:
        return None
    surface = s.surface(found[0].first, found[0].last).lower()
    if surface in _COMMON_WORDS and not s.is_name(found[0].first):
        return None
    return found if surface in s.words["tools"] or surface.split()[0] in s.words["tools"] else None


def _tool(s: Sentence, index: int, end: int) -> Found:
    if s.low[index] in ("your", "this", "that", "these", "those"):
        return None
    found = entity_phrase(s, index, end)
    if found is None:
        return None
    first, last = found
    for length in (2, 1):
        if first + length <= last and " ".join(s.low[first : first + length]) in s.words["tools"]:
            stop = first + length
            while stop < last and (s.is_name(stop) or s.low[stop][0].isdigit()):
                stop += 1
            return [Object(first, last if s.is_name(first) and last - stop == 1 else stop, "entity")]
    if s.is_name(first) or (last - first <= 3 and s.is_name(last - 1) and s.low[index] in ("a", "an", "my", "the")):
        return [Object(first, _after_capitals(s, first, last), "entity")]
    return None


def _after_capitals(s: Sentence, first: int, last: int) -> int:
    """The end of a row of capitalised words, with one common noun right after them: behind "watch" in
    "Garmin watch"."""
    at = first
    while at < last and (s.is_name(at) or s.low[at][0].isdigit()):
        at += 1
    return last if last - at <= 1 else max(at, first + 1)


def _thing(s: Sentence, index: int, end: int) -> tuple[int, int] | None:
    found = noun_phrase(s, index, end, frozenset({"of"}))
    if (
        found
        and s.low[found[1] - 1] in _ESTATES
        and s.word(found[1]) in ("in", "near", "by", "on")
        and not s.begins_time(found[1], end)
    ):
        longer = noun_phrase(s, index, end, frozenset({"of", "in", "near", "by", "on"}))
        return longer if longer and not set(s.low[found[1] : longer[1]]) & {"my", "our"} else found
    return found


def is_abstract(head: str) -> bool:
    """Whether a noun is abstract, so that it names nothing that people could point at."""
    singular = head[:-1] if head.endswith("s") and not head.endswith("ss") else head
    return head in _ABSTRACT or singular in _ABSTRACT or singular.endswith(_ABSTRACT_ENDINGS)


_DRIVES = word_list("objects_things", "drives")


def thing(s: Sentence, index: int, end: int) -> Found:
    """What somebody has: its noun is one that people own, it is a product by name, or it is a concrete thing after
    "have a"."""
    found = _thing(s, index, end)
    if found is None:
        return None
    first, last = found
    words = s.low[first:last]
    if (
        set(words) & s.words["task_words"]
        or "due" in words
        or (s.word(last) in ("that", "which", "where", "who", "to") and words[-1] not in s.words["possessions"])
    ):
        return None
    head = words[-1]
    if words and "of" in words:
        head = words[words.index("of") - 1]
    singular = head[:-1] if head.endswith("s") else head
    is_thing = (
        head in s.words["possessions"]
        or singular in s.words["possessions"]
        or "-".join(words[-2:]) in s.words["possessions"]
    )
    is_product = all(s.is_name(at) or s.low[at][0].isdigit() for at in range(first, last)) and bool(
        set(words) & s.words["possessions"]
    )
    if s.word(index - 1) in _HAD and s.low[index] == "the":
        return None
    is_had = s.word(index - 1) in _HAD or (s.word(index - 1) == "got" and s.word(index - 2) in _HAD)
    is_concrete = is_had and s.low[index] in ("a", "an") and not _is_of_the_mind(s, words, head)
    is_thing = is_thing or is_product or is_concrete
    is_kind = words[-1] in s.words["pet_kinds"]
    if is_thing and not is_kind:
        return [Object(first, last)]
    return None


def _is_of_the_mind(s: Sentence, words: list[str], head: str) -> bool:
    """Whether a phrase is something that nobody owns: something abstract, a task, an event, a person, a part
    of the body or an illness."""
    matters = s.words["task_words"] | s.words["events"] | s.words["clubs"] | s.words["jobs"] | s.words["conditions"]
    return (
        is_abstract(head)
        or head in matters
        or any(head.endswith(ending) for ending in s.words["condition_endings"])
        or head in s.words.relations
        or head in s.words["trait_nouns"]
        or head in _BODY_PARTS
        or bool(set(words) & (s.words["bodily"] | _ABSTRACT_MARKS))
        or not head.isalnum()
    )


def thing_any(s: Sentence, index: int, end: int) -> Found:
    found = _thing(s, index, end)
    if found is None or s.low[found[1] - 1] in s.words["pet_kinds"]:
        return None
    return [Object(*found)]


def thing_bought(s: Sentence, index: int, end: int) -> Found:
    """What somebody bought, and so owns. It needs an article; what is eaten, used up or bought for somebody does not
    count."""
    if s.low[index] not in ("a", "an", "my", "our", "another", "two", "the"):
        return None
    found = _thing(s, index, end)
    if (
        found is None
        or set(s.low[found[0] : found[1]]) & (s.words["task_words"] | _CONSUMED)
        or s.low[found[1] - 1] in s.words["pet_kinds"]
    ):
        return None
    return [Object(*found)] if s.word(found[1]) != "for" else None


def vehicle(s: Sentence, index: int, end: int) -> Found:
    if s.low[index] not in ("a", "an", "my"):
        return None
    if s.low[index - 1] in _DRIVES and s.is_name(min(index + 1, end - 1)):
        return entity(s, index, end)
    found = thing(s, index, end)
    bounds = None if found else noun_phrase(s, index, end, NAME_INNER)
    if bounds and s.low[index - 1] in _DRIVES and s.is_name(bounds[1] - 1):
        return [Object(*bounds)]  # "drive an old Skoda"
    if found and s.low[index - 1] in ("play", "plays"):
        return None
    return found


def entity(s: Sentence, index: int, end: int) -> Found:
    """The phrase that begins at `index`, if a name is among its words or it is a known tool."""
    found = entity_phrase(s, index, end)
    if found is None:
        return None
    first, last = found
    if any(s.is_name(at) for at in range(first, last)) or " ".join(s.low[first:last]) in s.words["tools"]:
        return [Object(first, last, "entity")]
    return None


def language(s: Sentence, index: int, end: int) -> Found:
    at = index
    while at < end and s.low[at] in _LANGUAGE_WORDS:
        at += 1
    if at < end and (s.low[at] in s.words["languages"] or _is_tongue(s, at)):
        first = at - (s.low[at - 1] == "brazilian" and at > index)
        last = at + 1
        while s.word(last) in ("fluently", "natively", "well") and last < end:
            last += 1
        return [Object(first, at + 1)]
    return None


def _is_tongue(s: Sentence, at: int) -> bool:
    """Whether a word after "speak" is written like the name of a language: a capital and an ending like
    "-ish"."""
    return (
        s.is_name(at) and s.word(at - 1) != "the" and s.low[at].endswith(("ian", "ish", "ese", "ic", "ri", "li", "hi"))
    )


def native_speaker(s: Sentence, index: int, end: int) -> Found:
    """The language that somebody speaks from birth: "German" in "a native German speaker"."""
    at = index
    while at < end and s.low[at] in ("a", "an", "native", "fluent"):
        at += 1
    if at < end and s.low[at] in s.words["languages"] and s.word(at + 1) == "speaker":
        return [Object(at, at + 1)]
    return None


def instrument(s: Sentence, index: int, end: int) -> Found:
    """A common thing that somebody uses: with "a", "an" or "my" before it, or in the plural. Things of code, text or
    method do not count."""
    found = noun_phrase(s, index, end, NAME_INNER)
    if found is None:
        return None
    first, last = found
    words = set(s.low[first:last])
    is_some = s.low[index] in ("a", "an", "my") or (
        index == first and s.low[last - 1].endswith("s") and last - first <= 3
    )
    if not is_some or words & (s.words["task_words"] | _NO_INSTRUMENTS) or is_abstract(s.low[last - 1]):
        return None
    return [Object(first, last)]


def tool_brand(s: Sentence, index: int, end: int) -> Found:
    """A product by name after an article ("with a Nikon Z6"), or a known tool."""
    if s.low[index] not in ("a", "an", "my", "our"):
        return tool_sure(s, index, end)
    found = entity_phrase(s, index, end)
    return [Object(*found, "entity")] if found and s.is_name(found[0]) else None


KINDS: dict[str, Callable[[Sentence, int, int], Found]] = {
    "tool": tool,
    "tool_sure": tool_sure,
    "tool_brand": tool_brand,
    "instrument": instrument,
    "thing": thing,
    "thing_any": thing_any,
    "thing_bought": thing_bought,
    "vehicle": vehicle,
    "entity": entity,
    "language": language,
    "native_speaker": native_speaker,
}
