"""Recognises clauses that tell of nothing that happened, although their verb may be in the past: they tell of a state,
a feeling, an aim, a duty, a habit or the talk itself."""

from kg_assets.claims.parsed.words import base_form, shared
from kg_assets.language.clauses import Clause
from kg_assets.language.sentence import Sentence
from kg_assets.memory.words import category_of_verb, event_words

_OBJECTIVE = frozenset({"me", "us", "him", "them"})


def is_untold(s: Sentence, clause: Clause) -> bool:
    """Whether a clause tells of nothing that happened, whatever its tense."""
    return (
        _is_lasting(s, clause)
        or _is_condition(s, clause)
        or _is_answer(s, clause)
        or _is_felt(s, clause)
        or _is_aim(s, clause)
        or _is_owed(s, clause)
        or _is_habit(s, clause)
        or _is_quality(s, clause)
        or _is_slip(s, clause)
        or _is_reason(s, clause)
        or _is_liked(s, clause)
    )


def is_tried(s: Sentence, clause: Clause) -> bool:
    """Whether the clause tells only of an attempt whose outcome is not known yet: "I'm trying to get it fixed"."""
    inner = s.child(clause.verb, "xcomp")
    is_to = inner is not None and s.tag[inner] == "VB"
    return is_to and s.tag[clause.verb] == "VBG" and base_form(s, clause.verb) in event_words().attempts


def is_asked_about(s: Sentence, clause: Clause) -> bool:
    """Whether a duty is in a relative clause or behind a question word. Then nobody says that they will do it: "how
    much work we still have to do"."""
    return clause.antecedent is not None or any(
        s.tag[t].startswith("W") for t in s.subtree(clause.verb) if t < clause.verb
    )


def _is_lasting(s: Sentence, clause: Clause) -> bool:
    """Whether something lasts, goes on or used to be: "I've had it for ages", "I used to have a dog", "I'm starting to
    realize"."""
    lemma = base_form(s, clause.verb)
    is_held = clause.tense in ("perfect", "progressive") or clause.antecedent is not None
    if lemma in event_words().holdings and is_held and not (lemma == "have" and clause.tense == "progressive"):
        return True
    inner = s.child(clause.verb, "xcomp")
    if lemma in ("start", "begin") and inner is not None and base_form(s, inner) in event_words().no_events:
        return True  # "I'm starting to realize"
    return lemma == "use" and inner is not None and base_form(s, inner) in event_words().holdings | {"be"}


def _is_condition(s: Sentence, clause: Clause) -> bool:
    """Whether the clause tells how somebody is: "doing good", "the kids are getting excited"."""
    lemma = base_form(s, clause.verb)
    behind = next((token for token in clause.complement if token > clause.verb), None)
    if behind is None:
        return False
    if lemma == "do":
        return s.low[behind] in event_words().conditions
    quality = s.child(clause.verb, "acomp")
    return lemma == "get" and quality is not None and category_of_verb(f"get_{s.low[quality]}") is None


def _is_answer(s: Sentence, clause: Clause) -> bool:
    """Whether the clause is only a participle that serves as an answer: "Agreed", "Appreciated!"."""
    is_bare = clause.subject is None and (not clause.complement or s.low[clause.verb] == "done")
    return is_bare and s.tag[clause.verb] in ("VBN", "VBD") and not any(s.children(clause.verb, "aux", "auxpass"))


def _is_felt(s: Sentence, clause: Clause) -> bool:
    """Whether the clause tells a feeling, or what something makes somebody feel: "you felt accepted", "it
    made me appreciate you"."""
    head = s.head[clause.verb]
    if any(base_form(s, helper) in event_words().feelings - {"be"} for helper in s.children(clause.verb, "auxpass")):
        return True
    is_inner = s.dep[clause.verb] in ("acomp", "xcomp", "ccomp", "oprd") and s.tag[clause.verb] in ("VBN", "VBD")
    has_doer = s.child(clause.verb, "nsubj", "nsubjpass") is not None
    if is_inner and not has_doer and base_form(s, head) in event_words().feelings:
        return True
    if _is_felt_too(s, clause):
        return True
    is_brought = clause.subject is not None and s.low[clause.subject] in _OBJECTIVE
    lemma = base_form(s, clause.verb)
    return is_brought and (lemma in event_words().no_events or category_of_verb(lemma) == "Feedback")


def _is_felt_too(s: Sentence, clause: Clause) -> bool:
    """Whether the verb is a second feeling that the parser takes for an action: "I felt free and empowered by it"."""
    verb, head = clause.verb, s.head[clause.verb]
    felt = s.child(head, "acomp")
    if s.dep[verb] != "conj" or felt is None or base_form(s, head) not in event_words().feelings:
        return False
    is_next = felt < verb and all(s.dep[token] in ("cc", "advmod") for token in range(felt + 1, verb))
    by_what = [*s.children(verb, "agent"), *(t for t in s.children(verb, "xcomp", "advcl") if s.tag[t] == "VBG")]
    by_what += [t for t in s.children(verb, "prep") if s.low[t] in ("by", "about")]
    return is_next and bool(by_what) and s.child(verb, "dobj") is None


def _is_aim(s: Sentence, clause: Clause) -> bool:
    """Whether the clause says what an aim was: "my aim was to show warmth"."""
    subject = clause.subject
    return subject is not None and s.lemma[subject].lower() in event_words().aim_nouns and _is_be(s, clause)


def _is_be(s: Sentence, clause: Clause) -> bool:
    head = s.head[clause.verb]
    return s.lemma[clause.verb].lower() == "be" or s.lemma[head].lower() == "be"


def _is_owed(s: Sentence, clause: Clause) -> bool:
    """Whether the clause has "gotta", which the parser splits in two: "we gotta push ourselves" is a duty. "I got to
    teach", in separate words, is not."""
    verb, behind = clause.verb, clause.verb + 1
    return (
        clause.lemma in ("get", "got") and behind < len(s) and s.tag[behind] == "TO" and s.start[behind] <= s.end[verb]
    )


def _is_habit(s: Sentence, clause: Clause) -> bool:
    """Whether the clause tells a habit: "I'm always trying out new recipes"."""
    own = range(clause.first, clause.last + 1)
    return clause.tense == "progressive" and any(s.low[token] in event_words().habits for token in own)


def _is_quality(s: Sentence, clause: Clause) -> bool:
    """Whether the verb is a participle that says how somebody is: "I'm happy and inspired by it", "Excited for this
    chapter!"."""
    verb, head = clause.verb, s.head[clause.verb]
    if s.tag[verb] != "VBN" or any(s.children(verb, "aux", "auxpass")):
        return False
    if s.dep[verb] == "conj":
        return s.pos[head] == "ADJ" or s.dep[head] in ("acomp", "oprd")
    return s.dep[verb] == "ROOT" and clause.subject is None and s.low[verb] in shared("feelings")


def _is_slip(s: Sentence, clause: Clause) -> bool:
    """Whether the clause says that somebody forgot that something is so: "a boat I forgot I owned".
    Forgetting is no event."""
    return base_form(s, clause.verb) == "forget" and s.child(clause.verb, "ccomp") is not None


def _is_reason(s: Sentence, clause: Clause) -> bool:
    """Whether the verb of the clause belongs to a "why": "why I began" in "it reminds me of why I began"."""
    return any(s.low[token] == "why" for token in s.children(clause.verb, "advmod"))


def _is_liked(s: Sentence, clause: Clause) -> bool:
    """Whether the parser took a verb of liking for an auxiliary: "I enjoy curling up with a book" is no
    event."""
    helpers = (token for token in s.children(clause.verb, "aux") if s.tag[token] in ("VBP", "VBZ"))
    return any(s.lemma[token].lower() not in ("be", "have", "do") for token in helpers)
