"""Reads claims from sentences without a subject: "Vegan, two kids, based in Leeds", "Moved to Oslo last year", "Name:
Tom"."""

import re
from collections.abc import Sequence
from functools import lru_cache

from kg_assets.claims.reading.frames import Frame, Match, match_at, registry
from kg_assets.claims.reading.lexicon import lexicon, word_list
from kg_assets.claims.reading.model import VerbGroup
from kg_assets.claims.reading.possessives import own_noun
from kg_assets.claims.reading.sentence import Sentence
from kg_assets.claims.reading.subjects import relation_at
from kg_assets.claims.reading.verbs import verb_group

_FILLS_WORDS = word_list("fragments", "fills_words")
_ITEMS_WORDS = word_list("fragments", "items_words")
_DROPPED_GROUP_WORDS = word_list("fragments", "dropped_group_words")

_HEADER = re.compile(
    r"^[\W_]{0,6}(?:(?:a bit|a little|little bit|(?:some|a few|random|quick) (?:facts|info|information|background|"
    r"context|things)|more|background|facts|info|things|context|to know)\s+)*"
    r"(?:about me|about myself|who i am|my (?:profile|background|details|info)|personal (?:info|details)|bio|"
    r"me|quick facts|background|profile)\s*[:\-–]?[\W_]{0,4}(?=$|[^\n]{0,300}$)",
    re.I,
)
_INLINE = re.compile(
    r"^[\W_]{0,6}(?:a (?:bit|little) |some (?:facts|background|context) )?(?:about me|about myself|me|profile|"
    r"background)\s*:\s*(?=\S)",
    re.I,
)
_BULLET = re.compile(r"^\s*(?:[-*•·+]|\d{1,2}[.)])\s+")
_BE_ITEMS = (
    "be.age",
    "be.diet",
    "be.job",
    "be.allergic",
    "be.trait",
    "be.based",
    "be.from",
    "be.condition",
    "be.native",
    "be.fluent",
    "be.married",
    "be.engaged",
    "be.fond",
    "be.student.of",
    "born.on",
    "be.member",
    "be.interested",
    "born.in",
    "raise.in",
    "be.employed",
    "be.employed.as",
    "diagnosed",
    "be.parent",
    "be.feeling",
    "be.into",
    "be.afraid",
    "be.bad",
    "be.owner",
)
_ITEMS = {
    "be": frozenset(_BE_ITEMS),
    "have": frozenset({"have.relative", "have.condition", "have.thing"}),
    "speak": frozenset({"speak"}),
}
_STRONG = word_list("fragments", "strong_frames")
_STRONG_VERBS = tuple(verb for verb, ids in _ITEMS.items() if ids & (_STRONG | {"be.job", "be.diet", "be.feeling"}))
_NOT_DROPPED = frozenset({"habit", "arranged", "be.name", "use.thing", "with.tool", "go.school"})
_AUXILIARIES = word_list("fragments", "auxiliaries")
_WISHES = word_list("fragments", "wishes")
# Keys whose value is surely the person's.
_SURE_KEYS = word_list("fragments", "sure_keys")
_OTHERS = word_list("fragments", "others")
_SHORT_OTHERWISE = word_list("fragments", "short_otherwise")
_NAMES_BEFORE = 4  # tokens: a colon and a name of up to three words
_DUTIES = word_list("fragments", "duties")
_LOVES = word_list("fragments", "loves")
_BEEN_SO = word_list("fragments", "been_so")


def about_lines(text: str) -> tuple[tuple[int, int], ...]:
    """The bounds of the lines that give facts about the person: those under a heading like "About me:", and
    lines like "About me: vegan, two kids"."""
    lines: list[tuple[int, int]] = []
    if (
        "me" not in text.lower()
        and "background" not in text.lower()
        and "bio" not in text.lower()
        and "profile" not in text.lower()
    ):
        return ()
    start, is_open = 0, False
    for line in text.split("\n"):
        end = start + len(line)
        if len(line) < 400 and _INLINE.match(line):
            lines.append((start, end))
        elif (
            len(line) < 80
            and _HEADER.match(line)
            and (line.rstrip(" *_").endswith((":", "me", "myself", "am")) or len(line.split()) <= 2)
            and len(line.split()) <= 6
        ):
            is_open = True
        elif is_open and line.strip():
            is_open = bool(_BULLET.match(line)) or (":" in line and len(line) < 120) or len(line) < 60
            if is_open:
                lines.append((start, end))
        elif not line.strip():
            is_open = is_open and not lines
        start = end + 1
    return tuple(lines)


@lru_cache(maxsize=1 << 12)
def _openable(verb: str, low: str) -> tuple[Frame, ...]:
    """The frames that may fit a list item which begins with the word `low`. For an adverb these are all; for another
    word, those that it opens and those that need no opening word."""
    frames = tuple(frame for frame in registry()[verb] if frame.id in _ITEMS[verb])
    if low in lexicon()["adverbs"]:
        return frames
    return tuple(frame for frame in frames if "" in frame.after or low in frame.after)


def item_matches(s: Sentence, index: int, end: int) -> list[Match]:
    """The match of one item of a list about the person, as a list of at most one. The item is read as if
    "I'm", "I have" or "I speak" stood before it."""
    return _item(s, index, end, tuple(_ITEMS))


def strong_matches(s: Sentence, index: int, end: int) -> list[Match]:
    """The match of one item, found as in `item_matches`, but only if the item says enough to stand alone."""
    return [matched for matched in _item(s, index, end, _STRONG_VERBS) if is_strong(s, matched, index, end)]


def _item(s: Sentence, index: int, end: int, verbs: Sequence[str]) -> list[Match]:
    low = s.word(index)
    for verb in verbs:
        if verb == "speak" and low not in ("fluent", "native"):
            continue
        for frame in _openable(verb, low):
            if (
                (verb != "be" or _may_be_item(s, frame.id, index))
                and (matched := match_at(s, frame, index, end)) is not None
                and _fills(s, matched, end)
            ):
                return [matched]
    return []


def _may_be_item(s: Sentence, frame_id: str, index: int) -> bool:
    """Whether an item of this frame may begin at `index`: a job must not begin with a verb, and a feeling must open the
    sentence."""
    if frame_id == "be.feeling":
        is_wish = s.low[index] == "happy" and index + 1 < len(s) and s.is_name(index + 1)  # "Happy Friday!"
        return index <= 1 and not is_wish
    return frame_id != "be.job" or not s.words.bases(s.low[index], "past", "gerund")


def is_strong(s: Sentence, matched: Match, start: int, end: int) -> bool:
    """Whether an item says enough to be read without a list around it: "Allergic to nuts.", "Firmware engineer at Orlo
    since 2019"."""
    last = matched.objects[-1].last
    if matched.frame.id == "be.job":
        return s.word(last) == "at" and last + 1 < end and s.is_name(last + 1)
    if matched.frame.id == "be.diet":
        return last >= end or s.low[last] in ("since", "for", "now", "here")
    if matched.frame.id == "be.feeling":
        return start <= 1 and end - start <= 8
    return matched.frame.id in _STRONG


def _fills(s: Sentence, matched: Match, end: int) -> bool:
    last = max(found.last for found in matched.objects)
    return last >= end or s.low[last] in _FILLS_WORDS or s.begins_time(last, end)


def items(s: Sentence, first: int, end: int) -> list[tuple[int, int]]:
    """The items of a list, divided at commas and words like "and". Two values for each item: its first token; and the
    token behind its last."""
    found: list[tuple[int, int]] = []
    start = first
    for at in range(first, end + 1):
        if (
            at == end
            or s.low[at] in _ITEMS_WORDS
            or (s.low[at] == "and" and at > start and s.word(at + 1) not in ("raised", "bred"))
        ):
            if at > start:
                found.append((start, at))
            start = at + 1
    return found


def tells_of_oneself(s: Sentence, start: int, end: int) -> bool:
    """Whether a part of a sentence without its "I" begins with "been", since nobody asks or orders so: "been on keto
    since April" behind "dinner ideas"."""
    return s.low[start] == "been" and dropped_group(s, start, end, False) is not None


def is_of_somebody_named(s: Sentence, start: int) -> bool:
    """Whether an item describes the relative who is named right before it: "nurse" in "wife: Ana, nurse"."""
    at = start - 2 if s.word(start - 1) in (",", "(") else -1
    colon = next((i for i in range(at, max(at - _NAMES_BEFORE, 0), -1) if s.low[i] == ":"), None)
    return colon is not None and colon < at and relation_at(s, colon - 1) is not None


def tells_of_another(s: Sentence, start: int) -> bool:
    """Whether an item begins as a clause about somebody else: "she's fine now", "my brother's back", "Bernard's out".
    The items after it that have no subject ("living in Hull") are not about the writer."""
    if s.low[start] in _OTHERS:
        return True
    is_own = s.low[start] in ("my", "our") and relation_at(s, start + 1) is not None
    is_short = s.word(start + 1) == "'s" and s.low[start] not in _SHORT_OTHERWISE
    return is_own or (is_short and s.low[start] not in s.words.own_nouns)  # "name's Tom, living in Hull"


def are_had(matches: Sequence[Match]) -> bool:
    """Whether the matches of an item say that the writer has somebody or something: "two cats" in "our dog Rex, two
    cats"."""
    return any(matched.frame.id in _ITEMS["have"] for matched in matches)


def dropped_group(s: Sentence, index: int, end: int, is_about: bool) -> VerbGroup | None:
    """The verb of a sentence that leaves out its "I" ("Moved to Oslo", "need to call mum"); None if there is none. A
    base form is mostly a command ("write a poem"), except in lines about the person (`is_about`)."""
    at = index
    while at < end and s.low[at] in s.words["adverbs"]:
        at += 1
    if at >= end:
        return None
    low = s.low[at]
    if low in ("not", "never"):
        return _denied(s, index, at)
    if low == "been":
        return _been(s, index, at)
    if low == "loving" and s.word(at + 1) not in _DROPPED_GROUP_WORDS:
        return VerbGroup("love", "present", False, False, index, at + 1)
    if _is_finite(s, at):
        return verb_group(s, index, True)
    if (lemma := _told_past(s, at)) is not None:
        return VerbGroup(lemma, "past", False, False, index, at + 1)
    gerunds = s.words.bases(low, "gerund")
    if gerunds:
        return VerbGroup(gerunds[0], "progressive", False, False, index, at + 1)
    if is_about and s.words.bases(low, "base") and at + 1 < end:
        return verb_group(s, index, True)
    past = s.words.bases(low, "past")
    if past and not s.words.bases(low, "base"):
        return VerbGroup(past[0], "past", False, False, index, at + 1)
    return None


def _is_finite(s: Sentence, at: int) -> bool:
    """Whether a verb begins at `at` that no command can begin with: "don't own …", "would love to …", "need to …",
    "used to …"."""
    low, following = s.low[at], s.word(at + 1)
    return (
        (low in _AUXILIARIES and following == "not")
        or (low == "would" and following in _WISHES)
        or (low == "must" and following not in ("have", "be"))
        or (low in _DUTIES | {"used"} and following == "to")
        or (low in _LOVES and following not in _DROPPED_GROUP_WORDS)
    )


def _told_past(s: Sentence, at: int) -> str | None:
    """The base form of the verb in phrases such as "was at …" or "quit my …", if their words show that the person tells
    of their past; None for other words."""
    low, following = s.low[at], s.word(at + 1)
    if low == "was" and following in ("at", "in", "born"):
        return "be"
    is_own = following in ("my", "our") or bool(s.words.bases(following, "gerund"))
    return "quit" if low == "quit" and is_own else None


def _denied(s: Sentence, index: int, at: int) -> VerbGroup | None:
    """The denied verb of a sentence without its "I": "Not planning to …", "not interested in …", "never been
    to …", "never liked …"."""
    following = s.word(at + 1)
    if s.low[at] == "not":
        gerunds = s.words.bases(following, "gerund")
        if gerunds and following not in s.words["traits"]:
            return VerbGroup(gerunds[0], "progressive", True, False, index, at + 2)
        return VerbGroup("be", "present", True, False, index, at + 1)
    if following == "been":
        return VerbGroup("be", "perfect", True, False, index, at + 2)
    past = s.words.bases(following, "participle", "past")
    return VerbGroup(past[0], "perfect", True, False, index, at + 2) if past and following != "mind" else None


def _been(s: Sentence, index: int, at: int) -> VerbGroup | None:
    """The verb of a sentence that begins with "been": "Been teaching myself …", "been to Peru", "been a
    vegetarian since …"."""
    gerunds = s.words.bases(s.word(at + 1), "gerund")
    if gerunds:
        return VerbGroup(gerunds[0], "perfect_progressive", False, False, index, at + 2)
    is_diet = f"{s.word(at + 1)} {s.word(at + 2)}" in s.words["diets"]
    is_said = is_diet or s.word(at + 1) in s.words["feelings"] | s.words["diets"] | _BEEN_SO
    return VerbGroup("be", "perfect", False, False, index, at + 1) if is_said else None


def has_finite(s: Sentence, first: int, last: int) -> bool:
    """Whether a verb follows a gerund, so that the gerund is the subject of the sentence ("Learning German is
    fun")."""
    finite = s.words["be"] | s.words["have"] | s.words["modals"] | {"'s"}
    return any(s.low[at] in finite and s.timed[at] < 0 for at in range(first, last))


def is_dropped_frame(frame_id: str) -> bool:
    return frame_id not in _NOT_DROPPED


def key_values(s: Sentence, first: int, end: int, is_about: bool) -> list[tuple[str, int]]:
    """Two values for each key in "Name: Tom, city: Graz": its predicate; and the token at which its value begins."""
    if ":" not in s.low:
        return []
    found: list[tuple[str, int]] = []
    nouns: list[str] = []
    at = first
    while at < end and len(found) < 12:
        colon = next((i for i in range(at + 1, min(at + 5, end)) if s.low[i] == ":"), None)
        key = own_noun(s, at, colon) if colon is not None else None
        if colon is None or key is None or key[2] != colon:
            break
        found.append((key[0], colon + 1))
        nouns.append(key[1])
        at = next((i + 1 for i in range(colon + 1, end) if s.low[i] in (",", ";", "|") and _is_keyed(s, i, end)), end)
    is_sure = is_about or len(found) > 1 or (nouns and nouns[0] in _SURE_KEYS)
    return found if is_sure else []


def _is_keyed(s: Sentence, at: int, end: int) -> bool:
    return ":" in s.low[at + 1 : min(at + 5, end)]
