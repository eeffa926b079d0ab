"""Decides from the words before a clause whether the clause is stated, and not a condition, a report or a doubt."""

from typing import NamedTuple

from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.model import Subject, VerbGroup
from kg_assets.claims.reading.sentence import Sentence

_OPENS_WELL_WORDS = word_list("clauses", "opens_well_words")
CONNECTORS = word_list("clauses", "connectors")
_THAT_AFTER = word_list("assertion", "that_after")
_COGNITION = word_list("assertion", "cognition")
_OPENERS = word_list("assertion", "openers")
_REPORTS = word_list("clauses", "reports")
_TOLD = word_list("assertion", "told")
_BLOCK_SKIP = word_list("clauses", "block_skip")
_DENIALS = frozenset(word_list("assertion", "denials"))
# "The thing is, I …", "I said I …": the person's own words.
_TRUTHS = word_list("assertion", "truths")
_BACK_TO_LIFE = word_list("assertion", "back_to_life")
_SURE = word_list("assertion", "sure")
_ALMOST = frozenset(word_list("assertion", "almost"))
_OTHERS = frozenset(word_list("assertion", "others"))


_WHENS = frozenset(word_list("assertion", "whens"))


class Clause(NamedTuple):
    """The subject and verb of a clause, and the range of what follows the verb (`start` to `end`). `lead` is the token
    at which the clause begins, with words such as "and" or "because" before its subject."""

    subject: Subject
    verb: VerbGroup
    lead: int
    start: int
    end: int
    is_continued: bool = False


def is_asserted(s: Sentence, clause: Clause, first: int, before: int) -> bool:
    """Whether a clause states something: nothing before it makes it a condition ("if I …"), somebody else's words ("she
    says I …") or a doubt ("I'm not sure I …"). `before` is where the clause before it ended."""
    if _is_unreal(s, clause, first):
        return False
    index = clause.subject.first
    at = index - 1
    while at >= first and s.low[at] in _BLOCK_SKIP:
        at -= 1
    if at < first:
        return True
    low = s.low[at]
    if low == "that":
        return _is_after_that(s, at, first)
    if low == "now" or s.has_pause(at) or _is_filler(s, at, first) or _is_own_word(s, at):
        return True
    is_unsure = low in _SURE and s.word(at - 1) in s.words["negators"]  # "I'm not sure I …"
    if is_unsure or low in s.words["blockers"] or low in _REPORTS or _is_told(s, at):
        return False
    if low in ("when", "whenever", "once", "until", "till", "before", "after"):
        return clause.verb.tense in ("past", "perfect", "used_to", "past_progressive")
    if low in _COGNITION and s.word(at - 1) in _OTHERS:
        return False
    if low in CONNECTORS or low in _OPENERS or low in _COGNITION or s.word(index - 1) == ",":
        return True
    return _opens_well(s, first if before < 0 else before, index)


def tells_when(s: Sentence, clause: Clause) -> bool:
    """Whether a clause about an age only dates something else: "When I turned ten, …", "by the time I hit
    forty, …"."""
    at = clause.subject.first - 1
    while at >= 0 and s.low[at] in _BLOCK_SKIP:
        at -= 1
    return at >= 0 and s.low[at] in _WHENS and clause.verb.tense not in ("present", "perfect")


def _is_after_that(s: Sentence, at: int, first: int) -> bool:
    """Whether the clause after this "that" is asserted, as in "I know that I …", "on top of that I …" or
    "That I …" at the beginning of the sentence."""
    before = s.word(at - 1)
    is_pronoun = s.word(at + 1) == "," or before in s.words["prepositions"]  # "Scratch that, I …", "on top of that I …"
    is_second = before in ("and", "or") and "that" in s.low[first : at - 1]  # "that you live in Bergen and that you …"
    said = s.low[max(first, at - 4) : at]
    is_known = before in _THAT_AFTER and _DENIALS.isdisjoint(said) and "no longer" not in " ".join(said)
    return at == first or is_pronoun or is_second or is_known


def _is_own_word(s: Sentence, at: int) -> bool:
    """Whether the words before a clause introduce the person's own statement: "I'd say I …", "the thing is, I
    …", "I said I …"."""
    low, before = s.low[at], s.word(at - 1)
    is_saying = low in ("say", "guess") and before in ("i", "would")
    return is_saying or (low in ("is", "'s", "said", "mentioned", "told") and before in _TRUTHS)


def _is_unreal(s: Sentence, clause: Clause, first: int) -> bool:
    """Whether the clause is under a condition ("if I …") or has an "almost" before its verb or in it."""
    index = clause.subject.first
    if not _ALMOST.isdisjoint(s.low[index : clause.verb.last + 1]):
        return True
    conditionals = s.words["conditionals"]
    return any(
        s.low[at] in conditionals
        and not _harmless_if(s, at)
        and not (s.low[at] == "say" and s.word(at - 1) in ("i", "to", "you", "d", "would"))
        for at in range(_after_turn(s, first, index), index)
    )


def _after_turn(s: Sentence, first: int, index: int) -> int:
    """The token of the "but" with which the speaker returns from something imagined to real life ("but right now");
    `first` if there is none."""
    for at in range(index - 1, first, -1):
        if s.low[at] == "but" and _BACK_TO_LIFE & set(s.low[at:index]):
            return at
    return first


def _is_filler(s: Sentence, at: int, first: int) -> bool:
    """Whether "like" is only a filler word: "and like I …"."""
    return s.low[at] == "like" and (at == first or s.low[at - 1] in ("and", "but", "so", ",", "um", "uh"))


def _is_told(s: Sentence, at: int) -> bool:
    """Whether the clause only repeats what somebody else says: "he told everyone I …"."""
    return s.word(at - 1) in _TOLD and s.word(at - 2) not in ("i", "we", "have", "already", "just")


def _harmless_if(s: Sentence, at: int) -> bool:
    """Whether this "if" sets no condition for what is said: "if it matters", "if that helps"."""
    return (
        s.low[at] == "if"
        and s.word(at + 1) in ("it", "that", "this", "you")
        and s.word(at + 2) in ("matters", "helps", "'s", "are", "is", "need", "must")
        and s.word(at + 3) not in ("a",)
    )


_LEADS = word_list("assertion", "leads")


def _opens_well(s: Sentence, first: int, index: int) -> bool:
    """Whether the words before the subject begin like a phrase of time or place ("last year I …", "for work I …") or
    only join clauses ("and"), so that the clause is asserted."""
    at = first
    if s.low[first] in _LEADS:
        return True
    while at < index and (s.low[at] in CONNECTORS | _OPENERS or s.low[at] == ","):
        at += 1
    if at >= index:
        return True
    low = s.low[at]
    return (
        low in s.words["prepositions"] | s.words["adverbs"] | _OPENS_WELL_WORDS
        and (low not in ("a", "my", "two", "three", "one") or not {"ago", "day"}.isdisjoint(s.low[at:index]))
    ) or s.timed[at] >= 0
