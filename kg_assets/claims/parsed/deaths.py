"""Finds deaths that the verb does not tell by itself ("my grandma passed last week"), and deaths where the words behind
the verb only say who was there. Any other death is an event like others (`events`)."""

from kg_assets.claims.parsed.who import relative_at
from kg_assets.claims.parsed.words import words
from kg_assets.language.clauses import Clause
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class


def death_told(s: Sentence, clause: Clause, timed: frozenset[int]) -> str | None:
    """The event `die` or `pass_away`, if a clause tells of a death in one of the two ways that this module knows (see
    there). None for other clauses."""
    if _has_died(s, clause, timed):
        return "pass_away"
    if _died_among_others(s, clause):
        return "die" if clause.lemma == "die" else "pass_away"
    return None


def _has_died(s: Sentence, clause: Clause, timed: frozenset[int]) -> bool:
    """Whether "passed" says that a parent or another elder died: "my grandma passed last week", not "passed her test".
    Of others "passed" does not say it, since they may have passed an exam."""
    subject = clause.subject
    if clause.lemma != "pass" or subject is None or clause.tense not in ("past", "perfect") or clause.is_negative:
        return False
    relative = relative_at(s, subject)
    is_told = relative is not None and (relative.predicate == "parent_is" or relative.noun in words("elders"))
    behind = [t for t in clause.complement if t > clause.verb and s.pos[t] != "PUNCT"]
    said = [t for t in behind if t not in timed and s.low[t] not in words("said_of_a_death")]
    if not words("passed_as_a_test").isdisjoint(s.low):
        return False
    return is_told and clause.particle is None and bool(behind) and not said and s.low_at(clause.verb + 1) != "first"


def _died_among_others(s: Sentence, clause: Clause) -> bool:
    """Whether a clause tells of a death and, behind it, only of who was there: "Dad passed away with all of us around
    him"."""
    is_death = clause.lemma == "die" or (clause.lemma == "pass" and s.low_at(clause.verb + 1) == "away")
    is_told = clause.tense in ("past", "perfect") and not clause.is_negative and clause.subject is not None
    if not (is_death and is_told) or s.low[clause.subject or 0] in closed_class("first_persons"):
        return False
    behind = s.low[clause.verb + 1 : clause.last + 1]
    return "with" in behind and not words("pointing_back").isdisjoint(behind[behind.index("with") :])
