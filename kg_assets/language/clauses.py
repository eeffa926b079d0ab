"""Clauses of a parsed sentence: the verb, its subject, its complement, its tense and its mood.

What a clause says about somebody's life is decided by the modules that read clauses, not here.
"""

from typing import NamedTuple

from kg_assets.core.once import kept
from kg_assets.language.moods import (
    AUXILIARIES,
    PAST_TAGS,
    SUBJECTS,
    VERBS,
    WH_TAGS,
    Mood,
    Tense,
    in_question,
    is_asked,
    is_denied_by_cleft,
    is_hedged,
    is_negative,
    mood_of,
    tense_of,
)
from kg_assets.language.phrases import complement
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

_HEADS = frozenset({"ROOT", "conj", "ccomp", "advcl", "relcl", "parataxis", "acl", "dep", "appos", "pcomp", "csubj"})
_OPENERS = frozenset({"CCONJ", "INTJ", "ADV", "PUNCT", "X", "SYM", "SCONJ", "SPACE"})
_IN_LISTS = frozenset({"dobj", "pobj", "attr", "conj", "pcomp", "nsubj"})


class Clause(NamedTuple):
    """A verb with the words that belong to it. Numbers are indexes of tokens in the sentence."""

    verb: int
    lemma: str
    particle: int | None
    antecedent: int | None  # the noun that a relative clause describes ("the car" for "I bought" in "the car I bought")
    subject: int | None  # None if the speaker left out an "I"
    tense: Tense
    mood: Mood
    is_negative: bool
    is_passive: bool
    is_hedged: bool
    is_linked: bool  # it shares the subject of the clause before it
    complement: tuple[int, ...]  # from the first to the last token, without gaps
    first: int
    last: int


@kept
def clauses_of(s: Sentence) -> tuple[Clause, ...]:
    """The clauses of a sentence that have a subject (or left out an "I"), in order. They are kept on the sentence,
    because several readers ask for them."""
    if not s.is_parsed:
        return ()
    verbs = [token for token in range(len(s)) if _is_head(s, token)]
    known: dict[int, Mood] = {}
    readings = {verb: mood_of(s, verb, known) for verb in verbs}
    asks = any(mood == "asked" for mood in readings.values())
    found = []
    for verb in verbs:
        subject, is_known, is_linked = _subject(s, verb)
        if is_known and not (subject is None and _opens_a_sentence_of_its_own(s, verb)):
            found.append(_clause(s, verb, subject, is_linked, in_question(s, verb, readings, asks)))
    return tuple(found)


def trailing_clauses(s: Sentence) -> list[Clause]:
    """Clauses behind a comma that have no subject of their own and go on about somebody else: "living in Hull" in
    "Bernard is back, living in Hull". Their subject is that of the clause before."""
    known: dict[int, Mood] = {}
    found = []
    for verb in range(len(s)) if s.is_parsed else ():
        head = s.head[verb]
        if s.dep[verb] != "advcl" or s.tag[verb] != "VBG" or head >= verb or s.pos[head] not in VERBS:
            continue
        opens = s.first_below(verb)
        is_bare = s.child(verb, "mark", "aux", "auxpass", *SUBJECTS) is None
        subject, is_known, _ = _subject(s, head)
        if is_bare and opens > 0 and s.low[opens - 1] == "," and is_known and subject is not None:
            found.append(_clause(s, verb, subject, True, mood_of(s, head, known))._replace(tense="progressive"))
    return [clause for clause in found if s.low[clause.subject or 0] not in closed_class("first_persons")]


def _is_head(s: Sentence, token: int) -> bool:
    if s.pos[token] not in VERBS or s.tag[token] == "MD" or s.dep[token] in AUXILIARIES:
        return False
    if s.dep[token] in _HEADS:
        return True
    # Two sentences without a full stop between them: the parser takes the second verb for a complement. It has a
    # subject of its own.
    return s.child(token, "nsubj", "nsubjpass") is not None


def _clause(s: Sentence, verb: int, subject: int | None, is_linked: bool, mood: Mood) -> Clause:
    parts = complement(s, verb)
    own = [verb, *parts, *([subject] if subject is not None and not is_linked else [])]
    own += s.children(verb, "aux", "auxpass", "neg", "advmod", "prt")
    for adjunct in s.children(verb, "npadvmod", "prep", "advmod"):
        own += s.subtree(adjunct) if adjunct < verb else (adjunct,)
    return Clause(
        verb,
        s.lemma[verb].lower(),
        _particle(s, verb),
        _antecedent(s, verb, subject),
        subject,
        "progressive" if subject is None and tense_of(s, verb) == "gerund" else tense_of(s, verb),
        mood,
        is_negative(s, verb) != is_denied_by_cleft(s, verb),
        s.child(verb, "auxpass") is not None or s.child(verb, "nsubjpass") is not None,
        is_hedged(s, verb),
        is_linked,
        parts,
        min(own),
        max(own),
    )


def _particle(s: Sentence, verb: int) -> int | None:
    found = s.child(verb, "prt")
    if found is not None:
        is_near = found == verb + 1 or found + 1 >= len(s) or s.pos[found + 1] != "ADP"
        is_near = is_near and not any(s.pos[between] == "VERB" for between in range(verb + 1, found))
        return found if is_near else None
    return next(
        (c for c in s.children(verb, "advmod") if c == verb + 1 and s.low[c] in closed_class("particles")), None
    )


def _antecedent(s: Sentence, verb: int, subject: int | None) -> int | None:
    if s.dep[verb] != "relcl" or subject is None or s.tag[subject] in WH_TAGS:
        return None
    has_object = any(
        s.tag[child] not in WH_TAGS for child in s.children(verb, "dobj", "attr", "acomp", "ccomp", "xcomp")
    )
    is_when = any(s.tag[child] == "WRB" for child in s.children(verb, "advmod"))
    noun = _nearest(s, verb)
    return None if has_object or is_when or s.pos[noun] not in ("NOUN", "PROPN") else noun


def _nearest(s: Sentence, verb: int) -> int:
    """The word that a relative clause describes: the word on which the parser made it depend, or the noun right before
    the clause if that word belongs to an earlier clause ("way" in "a way to get through stuff I carry")."""
    head, before = s.head[verb], s.first_below(verb) - 1
    if before <= head or s.pos[before] not in ("NOUN", "PROPN"):
        return head
    above = s.ancestors(before)
    between = above[: above.index(head)] if head in above else ()
    return before if any(s.pos[token] in VERBS for token in between) else head


def stranded(s: Sentence, clause: Clause) -> int | None:
    """The preposition of a relative clause whose object stands before the clause: "in" of "the choir I sing in". None
    if there is none."""
    if clause.antecedent is None:
        return None
    for prep in s.children(clause.verb, "prep", "advmod"):
        with_joined = (prep, *s.children(prep, "conj"))  # "on and off the stage"
        # "That" in "the choir that I sing in" stands before the preposition.
        is_bare = all((s.child(one, "pobj", "pcomp") or -1) < one for one in with_joined)
        if prep > clause.verb and s.pos[prep] == "ADP" and is_bare and prep != clause.particle:
            return prep
    return None


def _subject(s: Sentence, verb: int) -> tuple[int | None, bool, bool]:
    """Three values: the subject, or None; whether there is a subject at all (an "I" that is left out counts, though
    its value is None); and whether the subject is that of another clause to which this one is joined."""
    own = s.child(verb, *SUBJECTS)
    if own is not None:
        return own, True, False
    of_helper = next((s.child(helper, *SUBJECTS) for helper in s.children(verb, *AUXILIARIES)), None)
    if of_helper is not None:
        return of_helper, True, False  # "and they're inspiring", where the parser hangs "they" on the helper
    is_joined = s.dep[verb] == "conj" and (s.pos[s.head[verb]] in VERBS or _goes_on_behind_a_noun(s, verb))
    if is_joined and not _is_order(s, verb):
        lent, is_known, _ = _subject(s, _joined_to(s, verb))
        is_third = "VBZ" in (s.tag[verb], *(s.tag[helper] for helper in s.children(verb, *AUXILIARIES)))
        agrees = lent is None or not is_third or s.low[lent] not in closed_class("first_persons")
        return lent, is_known and agrees, True
    if s.dep[verb] == "relcl":
        return None, False, False
    return None, _leaves_out_i(s, verb), False


def _goes_on_behind_a_noun(s: Sentence, verb: int) -> bool:
    """Whether a verb continues an earlier clause although the parser joins it to a noun: "I studied law but work as
    a chef"."""
    return s.low[verb - 1] in ("and", "but") and s.lemma[verb].lower() in closed_class("no_orders")


def _joined_to(s: Sentence, verb: int) -> int:
    """The verb that a joined verb continues: usually the one to which the parser joins it. But in "Dad's been lost
    since mum died and rings me most days" it is the verb of "Dad's been lost" and not "died": a verb in the present
    does not continue a side clause in the past, but its main clause."""
    head = s.head[verb]
    if s.pos[head] not in VERBS:
        return next((above for above in s.ancestors(verb) if s.pos[above] in VERBS), head)
    is_aside = s.dep[head] == "advcl" and s.child(head, "mark") is not None and s.tag[head] == "VBD"
    return s.head[head] if is_aside and s.tag[verb] in ("VBZ", "VBP", "VB") else head


def _opens_a_sentence_of_its_own(s: Sentence, verb: int) -> bool:
    """Whether a gerund is the subject of the sentence ("Trying new things has been a blast")."""
    behind = complement(s, verb)
    after = (behind[-1] if behind else verb) + 1
    if s.tag[verb] == "VBG" and not s.children(verb, "aux") and any(_is_short_is(s, token) for token in behind):
        return True
    return (
        s.tag[verb] == "VBG"
        and after < len(s)
        and s.tag[after] in ("VBZ", "VBP", "VBD", "MD")
        and not s.children(verb, "aux")
    )


def _is_short_is(s: Sentence, token: int) -> bool:
    """Whether a 's that the parser takes for a possessive is short for "is", because an article follows: "Finding a
    flat's a tough job"."""
    return s.low[token] == "'s" and token + 1 < len(s) and s.low[token + 1] in ("a", "an", "the", "no", "my", "so")


def _is_order(s: Sentence, verb: int) -> bool:
    """Whether a joined verb is a command of its own ("tell" in "I moved, tell me …"): a base form behind a verb that
    has another form."""
    head = s.head[verb]
    if any(s.tag[helper] == "MD" for helper in s.children(verb, "aux")):
        return False  # "I moved and can't speak it yet"
    if s.lemma[head] == "be" and s.tag[verb] in ("VB", "VBP"):
        return True
    if s.low[verb - 1] in ("and", "but") and s.lemma[verb].lower() in closed_class("no_orders"):
        return False  # "I grew up in Dundee but live in Cork"
    return s.tag[verb] == "VB" and s.tag[head] not in ("VB", "VBP") and not s.children(head, "aux")


def _leaves_out_i(s: Sentence, verb: int) -> bool:
    """Whether a verb opens the sentence, or a part of it, and its subject "I" was left out ("Sold the car in May")."""
    aux = s.children(verb, *AUXILIARIES)
    opens = min((verb, *aux))
    if _is_said_of_a_thing(s, verb) or _is_joined_to_a_thing(s, verb):
        return False
    opens_question = s.dep[verb] == "advcl" and verb == 0 and is_asked(s, s.head[verb])
    if not opens_question and s.dep[verb] not in (
        ("ROOT", "conj") if s.tag[verb] == "VBG" and not aux else ("ROOT", "conj", "ccomp", "advcl")
    ):
        return False
    is_denied = s.tag[opens] in ("VBP", "MD", "VB") and opens != verb and bool(s.children(verb, "neg"))
    if is_denied and s.lemma[opens] == "do" and s.lemma[verb].lower() not in closed_class("denied_states"):
        return False  # "don't worry" is an order
    is_advised = s.low_at(opens - 1 - (s.low_at(opens - 1) == ",")) in closed_class("advice_openers")
    is_quit = s.low[verb] in closed_class("past_forms") and s.tag[verb] == "VBD" and not is_advised  # an order is VB
    is_sure = opens == verb and (s.low[verb] in closed_class("pasts") or is_quit)
    if opens == verb and not is_sure and s.low[verb] == s.lemma[verb].lower() and s.tag[verb] != "VBG":
        return False  # "split the list" is an order as well as a past
    is_past = is_sure or s.tag[opens] in PAST_TAGS
    if not is_past and s.tag[opens] != "VBG" and not is_denied and s.low[opens] not in ("gon", "ca"):
        return False
    if (
        s.child(verb, "mark") is not None
        or any(not _is_passive_of_oneself(s, verb, helper) for helper in s.children(verb, "auxpass"))
        or (s.low[verb] in closed_class("said_of_others") and not _is_surely_own(s, verb))
    ):
        return False
    before = range(_last_stop(s, opens) + 1, opens)
    return all(s.pos[token] in _OPENERS and s.tag[token] not in WH_TAGS for token in before)


def _is_passive_of_oneself(s: Sentence, verb: int, helper: int) -> bool:
    """Whether a passive without a subject is about the speaker: "got hired", "been diagnosed diabetic"."""
    return s.low[helper] == "got" or (
        s.low[helper] in ("been", "getting") and s.lemma[verb].lower() in closed_class("undergone_by_oneself")
    )


def _is_said_of_a_thing(s: Sentence, verb: int) -> bool:
    """Whether the subject that is left out before a verb is "it" and not "I": "Took some luck", "cost a fortune",
    "meant a lot"."""
    if s.low[verb] in closed_class("said_of_things"):
        return True
    taken = s.child(verb, "dobj", "npadvmod") if s.low[verb] in ("took", "taking", "taken") else None
    return taken is not None and s.lemma[taken].lower() in closed_class("taken_by_things")


def _is_joined_to_a_thing(s: Sentence, verb: int) -> bool:
    """Whether a gerund is one item in a list of things: "Exercise, music, and spending time with friends"."""
    head = s.head[verb]
    if s.dep[verb] != "conj" or s.tag[verb] != "VBG" or s.pos[head] in VERBS:
        return False
    while s.dep[head] == "appos" and s.pos[s.head[head]] in ("NOUN", "PROPN"):
        head = s.head[head]
    is_list = s.dep[head] == "ROOT" and any(s.low[token] == "," for token in range(head + 1, verb))
    return is_list or s.dep[head] in _IN_LISTS


def _is_surely_own(s: Sentence, verb: int) -> bool:
    """Whether the left-out subject of a verb can only be the person: "Looking forward to May", "made my first loaf",
    "been busy painting". Other forms of "look", "make" and "be" may be said of things."""
    behind = s.low_at(verb + 1)
    is_forward = (s.low[verb], behind) in (("looking", "forward"), ("made", "my"), ("made", "our"))
    said = s.child(verb, "acomp") if s.low[verb] == "been" else None
    is_there = s.low[verb] == "been" and any(s.low[prep] == "to" for prep in s.children(verb, "prep"))
    return is_forward or is_there or (said is not None and s.low[said] in closed_class("own_states"))


def _last_stop(s: Sentence, token: int) -> int:
    return next((at for at in range(token - 1, -1, -1) if s.low[at] in (".", "!", "?", ",", ";", ":", "-", "—")), -1)
