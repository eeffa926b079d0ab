"""Finds the belief type of a verb that says what the "I" does, likes, values, feels or can."""

import itertools
from collections.abc import Sequence

from kg_assets.beliefs.extent import is_object_clause
from kg_assets.beliefs.frame import BeliefType
from kg_assets.beliefs.situation import (
    DEFINITE,
    NEAR,
    Situation,
    is_definite,
    is_named_before,
    is_of_machines,
    points_away,
    speaks_of_people,
)

_ABLE = frozenset({"can", "cannot", "could"})


def tense_allows(at: Situation, kind: BeliefType) -> bool:
    tense = at.clause.tense
    if tense == "present" or (at.clause.above and at.clause.verb != at.clause.head):
        return True
    if tense == "perfect":
        is_going_on = at.s.tag[at.clause.head] == "VBG"
        return at.is_habit or is_going_on or kind not in ("BELIEF_ABOUT_SELF", "RELATIONAL")
    lasting = kind in ("PREFERENCE", "VALUE", "META_BELIEF", "FEELING_STATE")
    if tense == "past":
        return lasting
    if kind == "PREFERENCE":
        return not at.clause.above  # "I'm loving my new job"
    return kind in ("FEELING_STATE", "CAPABILITY_LIMIT") or at.lemma in ("learn", "doubt", "question")


def is_habit(at: Situation) -> bool:
    if (at.lemma in at.lexicon.never_self and not _is_of_any(at)) or (
        at.clause.tense == "past" and at.clause.verb == at.clause.head
    ):
        return False
    is_lowered = any(at.s.lemma[token].lower() in at.lexicon.raising_habits for token in at.clause.above)
    if at.clause.tense == "progressive" and not is_lowered and not at.is_habit:
        return False
    if at.clause.tense == "past" and not any(at.s.lemma[token].lower() == "use" for token in at.clause.above):
        return False  # "I kept playing" tells of a time; "I used to play" of a habit
    is_lasting = any(at.s.lemma[token].lower() == "keep" for token in at.clause.above)
    needed = at.lexicon.character_with.get(at.lemma)
    if needed and not is_lasting and not needed & {at.words[token] for token in at.rest}:
        return False
    if at.clause.tense == "perfect" and at.lemma in ("want", "need", "mean"):
        return False  # "I've always wanted to see it" is a wish
    if any(at.words[token] in ("could", "can") for token in at.s.children(at.clause.head, "aux")) and not at.is_denied:
        return False
    return (is_lowered or at.is_habit or _is_manner(at)) and not is_definite(at, at.rest)


def _is_of_any(at: Situation) -> bool:
    """Whether a clause says who somebody is because they do it with any things of a kind, although its verb alone would
    not say so: "I always forget birthdays", "I'm always trying new routes"."""
    ways = (way for way in at.s.children(at.verb, "prep") if at.words[way] == "for")  # "always looking for new books"
    things = (*at.s.children(at.verb, "dobj"), *(t for way in ways for t in at.s.children(way, "pobj")))
    is_kind = all(
        (at.s.tag[t] == "NNS" and not at.s.children(t, "det", "poss", "nummod"))
        or (at.words[t] == "something" and at.s.child(t, "amod") is not None)
        for t in things
    )
    return at.lemma in at.lexicon.habits_of_things and bool(things) and is_kind


def _is_manner(at: Situation) -> bool:
    """Whether a clause says what somebody is like, not what they did: "I cry easily", "I spend too much", "I eat when
    I'm bored"."""
    if at.clause.tense != "present":
        return False
    words = [at.words[token] for token in at.rest] if "too" in at.words else []
    if any(one == "too" and other in ("much", "many") for one, other in itertools.pairwise(words)):
        return True
    return any(at.words[token] in at.lexicon.manners for token in at.s.children(at.verb, "advmod")) or at.is_of_mood


def type_of_verb(at: Situation) -> BeliefType | None:
    for reader in (_liking, _valuing, _minding, _feeling, _ability, _character):
        kind = reader(at)
        if kind is not None:
            return kind
    return None


def _liking(at: Situation) -> BeliefType | None:
    if at.lemma not in at.lexicon.preference or (at.lemma in at.lexicon.only_denied and not at.is_denied):
        return None
    doing = at.s.children(at.verb, "xcomp")
    direct = (
        *at.s.children(at.verb, "dobj", "dative"),
        *(one for verb in doing for one in at.s.children(verb, "dobj")),
    )
    if not at.rest or (points_away(at, direct) and not _has_object_clause(at)):
        return None
    if any(at.words[below] in NEAR for token in direct for below in at.s.children(token, "det")) and not _is_made(
        at, direct
    ):
        return None  # "I love that first movie": one thing at hand
    if any(_is_at_hand(at, token) for token in direct):
        return None
    if any(is_named_before(at.s, at.words, at.lexicon, token) for token in at.s.children(at.verb, "dobj")):
        return None
    return "RELATIONAL" if any(at.s.lemma[token].lower() in at.lexicon.people for token in direct) else "PREFERENCE"


def _is_at_hand(at: Situation, token: int) -> bool:
    """Whether a noun is a part of the picture or text that is being talked about: "I love the colors". A noun with "of
    …" or a clause behind it is not."""
    s = at.s
    if s.lemma[token].lower() not in at.lexicon.at_hand or s.children(token, "prep", "relcl", "acl"):
        return False
    return any(at.words[below] in ("the", "your") for below in s.children(token, "det"))


def _is_made(at: Situation, direct: Sequence[int]) -> bool:
    """Whether the object is an activity with one thing that is described: "I love baking this lemon cake"."""
    s = at.s
    is_doing = all(
        s.tag[s.head[token]] in ("VBG", "VB") and s.head[token] != at.verb for token in direct if s.dep[token] == "dobj"
    )
    return is_doing and any(s.children(token, "compound", "amod") for token in direct)


def _has_object_clause(at: Situation) -> bool:
    return any(is_object_clause(at.s, at.verb, child) for child in at.s.children(at.verb, "advcl"))


def _valuing(at: Situation) -> BeliefType | None:
    if at.lemma not in at.lexicon.value:
        return None
    needed = at.lexicon.value[at.lemma]
    with_it = {at.words[token] for token in at.s.children(at.verb, "prep", "prt")}
    has_object = (
        bool(at.s.children(at.verb, "dobj"))
        if needed is None
        else needed in with_it and not at.s.children(at.verb, "prt")
    )
    if not has_object or points_away(at, at.rest):
        return None
    return "VALUE"


def _minding(at: Situation) -> BeliefType | None:
    if at.lemma in at.lexicon.meta:
        return None if at.lemma == "question" and points_away(at, at.rest) else "META_BELIEF"
    needed = at.lexicon.meta_with.get(at.lemma)
    return "META_BELIEF" if needed and needed & {at.words[token] for token in at.rest} else None


def _feeling(at: Situation) -> BeliefType | None:
    return "FEELING_STATE" if at.lemma in at.lexicon.feeling and not points_away(at, at.rest) else None


def _ability(at: Situation) -> BeliefType | None:
    if at.lemma in at.lexicon.capability:
        return None if is_of_machines(at, at.rest) else "CAPABILITY_LIMIT"
    helpers = (at.words[token] for token in at.s.children(at.clause.head, "aux"))
    is_unable = not _ABLE.isdisjoint(helpers) and at.is_denied
    if not is_unable or (at.lemma in at.lexicon.never_self and at.lemma != "say") or is_definite(at, at.rest):
        return None
    if any(at.words[token] in DEFINITE for child in at.s.children(at.verb, "dobj") for token in at.s.subtree(child)):
        return None
    return "RELATIONAL" if speaks_of_people(at, at.rest) else "CAPABILITY_LIMIT"


def is_aspired(at: Situation) -> bool:
    """Whether the clause says that the person wants something that tells who they are: "I want to help people", "I want
    to be a better person"."""
    lexicon, s = at.lexicon, at.s
    for doing in s.children(at.verb, "xcomp"):
        things = s.children(doing, "dobj", "attr")
        is_better = any(s.tag[t] == "JJR" for t in s.children(doing, "acomp"))  # "to get stronger"
        is_being = s.lemma[doing].lower() in ("be", "become") or (is_better and s.lemma[doing].lower() == "get")
        is_somebody = is_being and any(_is_somebody(at, t) for t in things)  # "to become a nurse"
        traits = [t for t in s.children(doing, "acomp") if s.pos[t] == "ADJ"] if is_being else []
        is_back = s.lemma[doing].lower() == "give" and any(
            s.low[t] == "back" for t in s.children(doing, "advmod", "prt")
        )
        is_for = any(s.low[t] in lexicon.aspired_for for t in things) or (is_back and not things)
        is_for = is_for or is_somebody or any(at.words[t] not in lexicon.not_self | lexicon.feelings for t in traits)
        if (is_better or s.lemma[doing].lower() in lexicon.aspired) and is_for:
            told = s.subtree(doing)
            return not any(at.words[t] in ("you", "your", "it", "them", "this", "that", "there", "these") for t in told)
    return False


def _is_somebody(at: Situation, noun: int) -> bool:
    has_article = any(at.words[t] in ("a", "an") for t in at.s.children(noun, "det"))
    return has_article and at.s.lemma[noun].lower() not in at.lexicon.not_kinds | at.lexicon.pointing


def _is_wanted_for_mine(at: Situation) -> bool:
    """Whether something is wanted for the person's own people: "I want my kids to be happy"."""
    s = at.s
    whose = [t for c in s.children(at.verb, "ccomp") if s.lemma[c].lower() == "be" for t in s.children(c, "nsubj")]
    return any(
        s.lemma[t].lower() in at.lexicon.people and any(at.words[one] == "my" for one in s.children(t, "poss"))
        for t in whose
    )


def _is_dreamt_of(at: Situation) -> bool:
    """Whether a clause says what somebody has long wished for: "I dream of opening a bakery", "I've always wanted to
    learn Welsh"."""
    s, lexicon = at.s, at.lexicon
    doing = [below for way in s.children(at.verb, "prep") for below in s.children(way, "pcomp")]
    if at.lemma == "dream":
        return bool(doing) and at.clause.tense in ("present", "perfect", "progressive")
    always = any(at.words[t] == "always" for t in s.children(at.verb, "advmod"))
    long_wished = [t for t in s.children(at.verb, "xcomp") if s.lemma[t].lower() in lexicon.long_wished]
    return always and bool(long_wished)


def _character(at: Situation) -> BeliefType | None:
    lexicon = at.lexicon
    lists = (lexicon.wanting, lexicon.relational, lexicon.done_or_not, lexicon.character)
    if not any(at.lemma in verbs for verbs in lists) or points_away(at, at.rest):
        return None
    if at.lemma in lexicon.wanting:
        is_wanted = at.lemma != "hope" and any(
            at.s.lemma[t].lower() in lexicon.wanted for t in at.s.children(at.verb, "dobj")
        )
        if at.lemma == "want" and _is_wanted_for_mine(at):
            return "RELATIONAL"
        return "BELIEF_ABOUT_SELF" if is_wanted or is_aspired(at) or _is_dreamt_of(at) else None
    if at.lemma in lexicon.relational and speaks_of_people(at, at.rest):
        return "RELATIONAL"
    if at.lemma in lexicon.done_or_not and at.clause.tense == "present" and at.is_denied:
        at_hand = any(
            at.words[below] in DEFINITE for child in at.s.children(at.verb, "dobj") for below in at.s.children(child)
        )
        return None if at_hand else "BELIEF_ABOUT_SELF"
    if at.lemma not in lexicon.character:
        return None
    needed = lexicon.character_with.get(at.lemma)
    if needed and not needed & {at.words[token] for token in at.rest}:
        return None
    return "RELATIONAL" if speaks_of_people(at, at.rest) else "BELIEF_ABOUT_SELF"
