"""Recognizes what somebody works at, turns to and lives for: "I'm working on being more patient", "I do yoga to
unwind", "I find peace in nature", "I've been painting for ten years".
"""

from kg_assets.beliefs.frame import BeliefType
from kg_assets.beliefs.situation import Situation, is_definite

_WORKED = frozenset({"work", "focus"})
_TRIED = frozenset({"learn", "try"})
_LIVED = frozenset({"live", "imagine"})
_SOURCES = frozenset({"in", "from"})
_UNABLE = frozenset({"can", "cannot", "could"})


def pursued(at: Situation) -> BeliefType | None:
    """The belief type of a clause that says what somebody works at, turns to or lives for. None for other clauses, and
    if the clause is about a single thing at hand ("this page")."""
    kind = _type_of(at)
    return None if kind is None or is_definite(at, at.rest) else kind


def _type_of(at: Situation) -> BeliefType | None:
    """What `pursued` gives, but also for clauses about a single thing at hand ("this page"), which `pursued` leaves
    out."""
    if _is_lived_for(at):
        return "VALUE"
    if at.clause.tense == "past":
        return None
    if _is_put_first(at):
        return "VALUE"
    if _is_source(at):
        return "FEELING_STATE"
    is_pursued = _is_worked_on(at) or _is_learnt(at) or _is_spent(at) or _is_to_unwind(at) or _is_done_long(at)
    return "BELIEF_ABOUT_SELF" if is_pursued else None


def _is_put_first(at: Situation) -> bool:
    """Whether the clause is like "I put my family first"."""
    if at.lemma != "put" or all(at.words[t] != "first" for t in at.s.children(at.verb, "advmod")):
        return False
    return any(_is_mine(at, t) for t in at.s.children(at.verb, "dobj"))


def _is_mine(at: Situation, noun: int) -> bool:
    return any(at.words[t] == "my" for t in at.s.children(noun, "poss"))


def _is_lived_for(at: Situation) -> bool:
    """Whether the clause is like "I can't live without coffee" or "I can't imagine life without music"."""
    if at.lemma not in _LIVED or not at.is_denied:
        return False
    if _UNABLE.isdisjoint(at.words[t] for t in at.s.children(at.clause.head, "aux")):
        return False
    lives = [t for t in at.s.children(at.verb, "dobj") if at.words[t] == "life"]
    if at.lemma == "imagine" and not lives:
        return False
    ways = [way for top in (at.verb, *lives) for way in at.s.children(top, "prep") if at.words[way] == "without"]
    return any(at.s.child(way, "pobj", "pcomp") is not None for way in ways)


def _is_source(at: Situation) -> bool:
    """Whether the clause is like "I find peace in nature"."""
    if at.lemma != "find":
        return False
    found = [t for t in at.s.children(at.verb, "dobj") if at.s.lemma[t].lower() in at.lexicon.given]
    ways = [way for top in (at.verb, *found) for way in at.s.children(top, "prep") if at.words[way] in _SOURCES]
    return bool(found) and bool(ways)


def _is_worked_on(at: Situation) -> bool:
    """Whether the clause is like "I'm working on being more patient" or "I'm focusing on my health"."""
    if at.lemma not in _WORKED:
        return False
    ways = [way for way in at.s.children(at.verb, "prep") if at.words[way] == "on"]
    being = [t for way in ways for t in at.s.children(way, "pcomp") if at.s.lemma[t].lower() in at.lexicon.being]
    traits = [core for t in being for core in at.s.children(t, "acomp") if at.words[core] not in at.lexicon.not_self]
    things = [t for way in ways for t in at.s.children(way, "pobj") if at.s.lemma[t].lower() in at.lexicon.worked_on]
    return bool(traits) or any(at.words[t] == "myself" or _is_mine(at, t) for t in things)


def _is_learnt(at: Situation) -> bool:
    """Whether the clause is like "I'm learning to say no" or "I try to forgive"."""
    if at.lemma not in _TRIED:
        return False
    is_rule = at.lemma == "try" and at.clause.tense == "present"  # "I'm trying to sleep" is of the moment
    known = at.lexicon.learnt_of_oneself | (at.lexicon.tried if is_rule else frozenset())
    return any(at.s.lemma[t].lower() in known for t in at.s.children(at.verb, "xcomp"))


def _is_spent(at: Situation) -> bool:
    """Whether the clause is like "I spend my weekends hiking"."""
    if at.lemma != "spend" or at.clause.tense != "present":
        return False
    is_time = any(at.s.lemma[t].lower() in at.lexicon.spent for t in at.s.children(at.verb, "dobj"))
    return is_time and any(at.s.tag[t] == "VBG" for t in at.s.children(at.verb, "xcomp", "advcl"))


def _is_to_unwind(at: Situation) -> bool:
    """Whether the clause is like "I do yoga to unwind"."""
    if at.clause.tense != "present" or at.lemma in at.lexicon.never_self or at.lemma in at.lexicon.wanting:
        return False
    aims = [t for t in at.s.children(at.verb, "advcl") if at.s.tag[t] == "VB" and t > at.verb]
    return any(at.s.lemma[t].lower() in at.lexicon.unwinding for t in aims) and not at.is_denied


def _is_done_long(at: Situation) -> bool:
    """Whether the clause is like "I've been painting for ten years"."""
    if at.clause.tense != "perfect" or at.s.tag[at.clause.head] != "VBG" or at.lemma in at.lexicon.never_self:
        return False
    ways = [way for way in at.s.children(at.verb, "prep") if at.words[way] in ("for", "since")]
    times = [t for way in ways for t in at.s.children(way, "pobj") if at.s.lemma[t].lower() in at.lexicon.long_times]
    return any(at.s.tag[t] == "NNS" or _is_mine(at, t) for t in times)  # "since my childhood"
