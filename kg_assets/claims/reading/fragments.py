"""Claims without a subject: "Vegan, two kids, based in Leeds", "Moved to Oslo last year", "Name: Tom"."""

import re

from kg_assets.claims.reading.frames import Match, match_at, registry
from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.model import VerbGroup
from kg_assets.claims.reading.possessives import own_noun
from kg_assets.claims.reading.sentence import Sentence
from kg_assets.claims.reading.verbs import verb_group

_FILLS_WORDS = word_list("fragments", "fills_words")
_ITEMS_WORDS = word_list("fragments", "items_words")
_DROPPED_GROUP_WORDS = word_list("fragments", "dropped_group_words")

_HEADER = re.compile(
    r"^[\W_]{0,6}(?:(?:a bit|a little|little bit|some (?:facts|info|information|background|context|things)|"
    r"more|background|facts|info|things|context)\s+)*"
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
)
_NOT_DROPPED = frozenset(
    {"habit", "arranged", "be.name", "leave.org", "quit.org", "use.thing", "with.tool", "go.school"}
)
_DUTIES = frozenset({"need", "have", "want", "hope"})
_LOVES = frozenset({"love", "loving", "hate", "prefer", "speak"})


def about_lines(text: str) -> tuple[tuple[int, int], ...]:
    """The lines that tell about the person under a heading that says so."""
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


def item_matches(s: Sentence, index: int, end: int) -> list[Match]:
    """One item of a list about the person, read as what follows "I'm" or "I have"."""
    for frame in registry()["be"]:
        if (
            frame.id in _BE_ITEMS
            and (matched := match_at(s, frame, index, end)) is not None
            and _fills(s, matched, end)
        ):
            return [matched]
    for verb, ids in (("have", ("have.relative", "have.condition", "have.thing")), ("speak", ("speak",))):
        for frame in registry()[verb]:
            if (
                frame.id in ids
                and (matched := match_at(s, frame, index, end)) is not None
                and _fills(s, matched, end)
                and (verb != "speak" or s.word(index) in ("fluent", "native"))
            ):
                return [matched]
    return []


def _fills(s: Sentence, matched: Match, end: int) -> bool:
    last = max(found.last for found in matched.objects)
    return last >= end or s.low[last] in _FILLS_WORDS


def items(s: Sentence, first: int, end: int) -> list[tuple[int, int]]:
    """The parts of a list between commas and the like."""
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


def dropped_group(s: Sentence, index: int, end: int, is_about: bool) -> VerbGroup | None:
    """The verb of a sentence whose "I" is left out; imperatives have the base form and are none."""
    at = index
    while at < end and s.low[at] in s.words["adverbs"]:
        at += 1
    if at >= end:
        return None
    low = s.low[at]
    if low in _DUTIES and s.word(at + 1) == "to":
        return verb_group(s, index, True)
    if low in _LOVES and low != "like" and s.word(at + 1) not in _DROPPED_GROUP_WORDS:
        return (
            verb_group(s, index, True) if low != "loving" else VerbGroup("love", "present", False, False, index, at + 1)
        )
    if low in ("can", "could", "do", "did") and s.word(at + 1) == "not":
        return verb_group(s, index, True)
    if low == "been":
        return _been(s, index, at)
    if low == "used" and s.word(at + 1) == "to":
        return verb_group(s, index, True)
    gerunds = s.words.bases(low, "gerund")
    if gerunds:
        return VerbGroup(gerunds[0], "progressive", False, False, index, at + 1)
    if is_about and s.words.bases(low, "base") and at + 1 < end:
        return verb_group(s, index, True)
    past = s.words.bases(low, "past")
    if past and not s.words.bases(low, "base"):
        return VerbGroup(past[0], "past", False, False, index, at + 1)
    return None


def _been(s: Sentence, index: int, at: int) -> VerbGroup | None:
    """ "Been teaching myself …", "been to Peru", "been a vegetarian since …"."""
    gerunds = s.words.bases(s.word(at + 1), "gerund")
    if gerunds:
        return VerbGroup(gerunds[0], "perfect_progressive", False, False, index, at + 2)
    is_said = s.word(at + 1) in ("to", "a", "an")
    return VerbGroup("be", "perfect", False, False, index, at + 1) if is_said else None


def is_dropped_frame(frame_id: str) -> bool:
    return frame_id not in _NOT_DROPPED


def key_value(s: Sentence, first: int, end: int) -> tuple[str, int] | None:
    """ "Name: Tom": the predicate of the key and where the value begins."""
    for at in range(first, min(first + 5, end)):
        if s.low[at] == ":" and at > first:
            found = own_noun(s, first, at)
            if found and found[2] == at:
                return found[0], at + 1
            return None
    return None
