"""Finds where phrases begin and end: noun phrases, verb phrases, and lists of them."""

from collections.abc import Callable

from kg_assets.claims.reading.lexicon import lexicon, word_list
from kg_assets.claims.reading.model import Object
from kg_assets.claims.reading.sentence import HARD, Sentence

_ENDS_PHRASE_WORDS = word_list("phrases", "ends_phrase_words")
_ORG_WORDS = word_list("objects_world", "org_words")
_ENTITY_PHRASE_WORDS = word_list("phrases", "entity_phrase_words")
_VERB_PHRASE_WORDS = word_list("phrases", "verb_phrase_words")
_REMARKS = word_list("phrases", "remarks")
_LISTED_WORDS = word_list("phrases", "listed_words")

Bounds = tuple[int, int]
_INNER = word_list("phrases", "inner")
_DETERMINERS = word_list("phrases", "determiners")
_QUANTIFIERS = (
    "a lot of",
    "lots of",
    "a bit of",
    "all kinds of",
    "all sorts of",
    "all of the",
    "a couple of",
    "a few",
    "tons of",
    "plenty of",
    "both",
    "all the",
    "all",
    "several",
    "mostly",
    "mainly",
    "also",
    "lots and lots of",
    "all things",
    "the whole",
    "too many",
    "too much",
    "many",
    "much",
    "so many",
    "more",
    "kind of",
    "no",
)
_QUANTIFIER_WORDS: dict[str, list[tuple[str, ...]]] = {}
for _quantifier in sorted(_QUANTIFIERS, key=lambda q: (-len(q), q)):
    _QUANTIFIER_WORDS.setdefault(_quantifier.split()[0], []).append(tuple(_quantifier.split()))
_CLAUSE_OPENS = word_list("phrases", "clause_opens")
_AWAY = frozenset({"there", "here"})
_VP_STOPS = word_list("phrases", "vp_stops")
_PURPOSE_AFTER = word_list("phrases", "purpose_after")
MOST_WORDS = 16
# The first person of an assistant's text, as `persons` rewrites it.
OTHER_PERSON = frozenset({"@i", "@we", "@my", "@our", "@me"})
_NO_BEGINNING = lexicon()["pointing"] | OTHER_PERSON
_LED_BY_NAMES = lexicon()["stops"] | lexicon()["prepositions"]
_LOOSE_ENDS = lexicon()["adverbs"] | lexicon()["prepositions"] | lexicon()["determiners"] | _AWAY
_ACTED_ON = word_list("phrases", "acted_on")


def skip_determiners(s: Sentence, index: int, end: int) -> int:
    """The index behind the words like "a", "the", "my" and "a lot of" that begin at `index`."""
    at = index
    moved = True
    while moved and at < end:
        moved = False
        for quantifier in _QUANTIFIER_WORDS.get(s.low[at], ()):
            if s.starts_with(at, quantifier) and at + len(quantifier) < end:
                at += len(quantifier)
                moved = True
                break
        if not moved and s.low[at] in _DETERMINERS and at + 1 < end:
            at += 1
            moved = True
    return at


def _ends_phrase(s: Sentence, at: int, end: int, first: int, inner: frozenset[str]) -> bool:
    low = s.low[at]
    if low == ",":
        return not joins_adjectives(s, at, end)
    if s.has_pause(at):
        return True
    if at == first:
        return False
    if (low in s.words["stops"] and not s.is_name(at)) or s.adjunct(at, end) or s.begins_time(at, end):
        return True
    if low in ("living", "working", "based", "located", "studying", "trying", "looking") and s.word(at + 1) in (
        "in",
        "at",
        "for",
        "as",
        "on",
        "to",
        "from",
        "near",
    ):
        return True
    if low in _ENDS_PHRASE_WORDS:
        return not (low == "&" and s.is_name(at - 1) and at + 1 < end and s.is_name(at + 1))
    if _trails(s, at, end) or _is_acting(s, at):
        return True
    if low in s.words["prepositions"]:
        return low not in inner or at + 1 >= end or _turns_away(s, at, end)
    return False


def _trails(s: Sentence, at: int, end: int) -> bool:
    """Whether a participle begins at `at` that says more of the name before it: "humming" in "a Dell T30 humming
    away"."""
    return (
        s.low[at].endswith("ing")
        and (s.is_name(at - 1) or s.low[at - 1][0].isdigit())
        and not s.is_name(at)
        and at + 1 < end
        and (s.low[at + 1] in s.words["prepositions"] or s.low[at + 1] == "away")
    )


def _is_acting(s: Sentence, at: int) -> bool:
    """Whether a verb in the past with a pronoun as its object begins at `at`, so that the words before it are its
    subject: "made me" in "the shelter made me feel great"."""
    if s.word(at + 1) not in _ACTED_ON:
        return False
    tags = {tag for _, tag in s.words.forms.get(s.low[at], ())}
    return "past" in tags and "base" not in tags


def joins_adjectives(s: Sentence, at: int, end: int) -> bool:
    """Whether the comma joins two adjectives ("a safe, inviting place")."""
    following = s.word(at + 1)
    return (
        s.word(at - 2) in ("a", "an")
        and at + 2 < end
        and following.isalpha()
        and not s.is_name(at - 1)
        and not s.is_name(at + 1)
        and s.low[at - 1]
        not in s.words["possessions"] | s.words["pet_kinds"] | s.words["jobs"] | s.words["trait_nouns"]
        and following not in s.words["determiners"] | s.words["stops"] | s.words["prepositions"] | {"and", "or"}
        and s.low[at + 2].isalpha()
        and s.low[at + 2] not in ("and", "or")
    )


_NO_GERUNDS = word_list("phrases", "no_gerunds")


def is_gerund(s: Sentence, at: int) -> bool:
    """Whether a word has the form of a gerund ("swimming")."""
    low = s.word(at)
    return bool(s.words.bases(low, "gerund")) or (low.endswith("ing") and len(low) > 5 and low not in _NO_GERUNDS)


def gerund_phrase(s: Sentence, index: int, end: int) -> Bounds | None:
    """The bounds of a gerund (a form in "-ing") with the words that belong to it; an "and" or "or" before another
    gerund ends it."""
    found = verb_phrase(s, index, end)
    if found is None:
        return None
    first, last = found
    for at in range(first + 1, last):
        if s.low[at] in ("and", "or", "&") and (at == first + 1 or is_gerund(s, at + 1)):
            return first, at
    return found


def _turns_away(s: Sentence, at: int, end: int) -> bool:
    """Whether the preposition at `at` and the words after it belong to the clause and not to the noun before them."""
    low, following = s.low[at], s.low[at + 1]
    if following in s.words["pointing"] and following not in ("such",):
        return following not in ("your", "things") or low != "of"
    if low == "to" and s.words.bases(following, "base"):
        return s.low[at - 1] not in _PURPOSE_AFTER and not s.low[at - 1].endswith("ing")
    return s.has_pause(at + 1)


def noun_phrase(s: Sentence, index: int, end: int, inner: frozenset[str] = _INNER) -> Bounds | None:
    """The bounds of the noun phrase that begins at `index`, without words like "the" or "my" before it. None if there
    is none, or if it refers to something in the conversation."""
    first = skip_determiners(s, index, end)
    if first >= end or s.low[first] in _NO_BEGINNING or s.has_pause(first):
        return None
    if s.low[first] in _LED_BY_NAMES and not s.is_name(first):
        return None
    last = first
    while last < min(end, first + MOST_WORDS) and not _ends_phrase(s, last, end, first, inner):
        last += 1
    while last > first and s.low[last - 1] in _LOOSE_ENDS:
        last -= 1
    return (first, last) if last > first else None


NAME_INNER = frozenset({"of"})


def entity_phrase(s: Sentence, index: int, end: int) -> Bounds | None:
    """The bounds of a phrase that names something. A preposition other than "of" ends it, and so does an activity
    behind a name ("Tesco stacking shelves")."""
    found = noun_phrase(s, index, end, NAME_INNER)
    if found is None or not s.is_name(found[0]):
        return found
    first, last = found
    at = first
    while at < last and (s.is_name(at) or s.low[at] in _ENTITY_PHRASE_WORDS or s.low[at].isdigit()):
        at += 1
    # "Building" in "Leeds Building Society" is no activity.
    is_done = at + 1 < last and is_gerund(s, at) and _ORG_WORDS.isdisjoint(s.low[at:last])
    is_over = at < last and (s.low[at] in s.words["adverbs"] or is_done)
    return (first, max(at, first + 1)) if is_over else found


def verb_phrase(s: Sentence, index: int, end: int) -> Bounds | None:
    """The bounds of the words from a verb to the end of its clause, without a time or a phrase like "after all" at the
    end."""
    first = index
    while first < end and s.low[first] in s.words["adverbs"] and s.low[first] not in s.words.forms:
        first += 1
    last = first
    while last < min(end, first + 2 * MOST_WORDS):
        low = s.low[last]
        if s.has_pause(last) or (low == "," and not joins_adjectives(s, last, end)):
            break
        if last > first and (
            low in _VP_STOPS
            or _is_hour(s, last, end)
            or (s.begins_time(last, end) and not _is_rhythm(s, last))
            or (_tail_adjunct(s, last, end) and s.low[last - 1] != "to")
        ):
            break
        if last > first and low in ("after", "before") and s.word(last + 1) in _CLAUSE_OPENS:
            break
        if low in ("and", "or", "&") and _verb_follows(s, last + 1, end):
            break
        last += 1
    while last > first and s.low[last - 1] in _VERB_PHRASE_WORDS:
        last -= 1
    return (first, last) if last > first else None


def _is_hour(s: Sentence, at: int, end: int) -> bool:
    """Whether an hour in words begins at `at`: "at five", "by nine"."""
    is_number = s.low[at] in ("at", "by", "before", "until") and s.word(at + 1) in s.words.numbers
    return is_number and (
        at + 2 >= end or not s.low[at + 2].isalpha() or s.low[at + 2] in s.words["stops"] | {"in", "and"}
    )


def _is_rhythm(s: Sentence, at: int) -> bool:
    """Whether "on Mondays" or the like begins at `at`. Unlike other times it stays a part of the verb phrase."""
    return s.low[at] == "on" and s.word(at + 1).endswith("days") and s.word(at + 1)[:-1] in s.words["weekdays"]


def _tail_adjunct(s: Sentence, at: int, end: int) -> bool:
    """Whether a fixed phrase like "after all" or "right now" begins at `at` and ends the clause or the item of a list.
    False if more words of the object follow ("the day after all our tests"): then it belongs to the object."""
    length = s.adjunct(at, end)
    return length > 0 and (at + length >= end or s.low[at + length] in (",", ".", "and", "but"))


def _verb_follows(s: Sentence, at: int, end: int) -> bool:
    while at < end and s.low[at] in s.words["adverbs"]:
        at += 1
    if at >= end:
        return True
    low = s.low[at]
    is_verb = bool(s.words.forms.get(low)) or low in s.words["be"] | s.words["modals"]
    follows = s.word(at + 1)
    is_noun = not follows or follows in (",", "and", ".", "of") or at + 1 >= end
    return low in ("i", "we", "he", "she", "they", "you", "it") or (is_verb and not is_noun)


def listed(s: Sentence, index: int, end: int, one: Callable[[int], Object | None]) -> list[Object]:
    """The objects of a list, each read by `one`, at most 12. Empty if `one` finds none at `index`."""
    found: list[Object] = []
    at = index
    while at < end and len(found) < 12:
        item = one(at)
        if item is None:
            break
        found.append(item)
        at = item.last
        joined = at
        if at < end and (length := _aside(s, at, end)) and s.word(at + length) in ("and", ","):
            joined = at + length
        while joined < end and s.low[joined] in _LISTED_WORDS:
            joined += 1
        if "as" in s.low[at:joined] and "well" not in s.low[at:joined]:
            break
        if joined == at and (beyond := _past_purpose(s, at, end)) > at:
            joined = beyond
        if (
            joined == at
            or _is_remark(s, joined, end)
            or (joined < end and s.low[joined] in HARD)
            or _is_apposition(s, item, joined, end)
            or (s.word(joined) == "its" and s.word(joined + 1) in _DETERMINERS)  # "and its my works do"
        ):
            break
        at = joined
    return found


def _past_purpose(s: Sentence, at: int, end: int) -> int:
    """The token at which the next name begins behind a purpose: "Krita" in "Blender for the renders and Krita for
    textures"; `at` if there is none."""
    if at >= end or s.low[at] != "for":
        return at
    for joined in range(at + 2, min(at + 6, end - 1)):
        if s.low[joined] in ("and", ","):
            is_next = s.is_name(joined + 1) or s.low[joined + 1] in s.words["tools"]
            return joined + 1 if is_next else at
    return at


def _is_remark(s: Sentence, at: int, end: int) -> bool:
    """Whether the words after a comma are a request, a remark or a clause, not the next item."""
    if at >= end or s.low[at - 1] != ",":
        return False
    if s.low[at] in _REMARKS:
        return True
    stop = at
    while stop < min(end, at + 6) and s.low[stop].isalpha() and s.low[stop] not in s.words["prepositions"]:
        low = s.low[stop]
        if stop > at and (low in s.words["be"] | s.words["modals"] or low in ("need", "do", "does", "has", "have")):
            return True
        stop += 1
    return False


def _aside(s: Sentence, at: int, end: int) -> int:
    """The number of tokens of a time or a phrase like "after all" between two items: 2 in "Scotland in 2019 and Wales".
    0 if there is none."""
    if not s.begins_time(at, end):
        return s.adjunct(at, end)
    stop = at + 1
    while stop < end and s.timed[stop] >= 0:
        stop += 1
    return stop - at


def _is_apposition(s: Sentence, item: Object, joined: int, end: int) -> bool:
    """Whether a comma and an article behind a name begin words that name the same thing again ("Lone Beacon, a
    dashboard")."""
    return (
        joined < end
        and s.low[joined - 1] == ","
        and s.low[joined] in ("a", "an", "the", "my")
        and s.is_name(item.first)
    )
