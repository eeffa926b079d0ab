"""Whether a clause is asserted: what before it takes that away."""

from dataclasses import dataclass

from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.model import Subject, VerbGroup
from kg_assets.claims.reading.sentence import Sentence

_OPENS_WELL_WORDS = word_list("clauses", "opens_well_words")
CONNECTORS = word_list("clauses", "connectors")
_THAT_AFTER = word_list("assertion", "that_after")
_COGNITION = word_list("assertion", "cognition")
_OPENERS = word_list("assertion", "openers")
_REPORTS = word_list("clauses", "reports")
_BLOCK_SKIP = word_list("clauses", "block_skip")


@dataclass(frozen=True, slots=True)
class Clause:
    """Subject and verb with the range of the complement; `lead` is where the clause with its connectors begins."""

    subject: Subject
    verb: VerbGroup
    lead: int
    start: int
    end: int
    is_continued: bool = False


def is_asserted(s: Sentence, clause: Clause, first: int, before: int) -> bool:
    """Whether nothing before the clause takes its assertion away; `before` is where the clause before it ended."""
    index = clause.subject.first
    conditionals = s.words["conditionals"]
    for at in range(first, index):
        if (
            s.low[at] in conditionals
            and not _harmless_if(s, at)
            and not (s.low[at] == "say" and s.word(at - 1) in ("i", "to", "you", "d", "would"))
        ):
            return False
    at = index - 1
    while at >= first and s.low[at] in _BLOCK_SKIP:
        at -= 1
    if at < first:
        return True
    low = s.low[at]
    if low == "that":
        return s.word(at - 1) in _THAT_AFTER or at == first
    if low == "now" or s.has_pause(at):
        return True
    if low in s.words["blockers"] or low in _REPORTS:
        return False
    if low in ("when", "whenever", "once", "until", "till", "before", "after"):
        return clause.verb.tense in ("past", "perfect", "used_to", "past_progressive")
    if low in CONNECTORS or low in _OPENERS or low in _COGNITION or s.word(index - 1) == ",":
        return True
    return _opens_well(s, first if before < 0 else before, index)


def _harmless_if(s: Sentence, at: int) -> bool:
    """ "if it matters", "in case you're wondering": no condition on what is said."""
    return (
        s.low[at] == "if"
        and s.word(at + 1) in ("it", "that", "this", "you")
        and s.word(at + 2) in ("matters", "helps", "'s", "are", "is", "need", "must")
        and s.word(at + 3) not in ("a",)
    )


def _opens_well(s: Sentence, first: int, index: int) -> bool:
    """Whether the words before the subject are an adverbial ("last year I …", "for work I …")."""
    at = first
    while at < index and (s.low[at] in CONNECTORS | _OPENERS or s.low[at] == ","):
        at += 1
    if at >= index:
        return True
    low = s.low[at]
    return (
        low in s.words["prepositions"] | s.words["adverbs"] | _OPENS_WELL_WORDS
        and (low not in ("a", "my", "two", "three", "one") or "ago" in s.low[at:index])
    ) or s.timed[at] >= 0
