"""What people take for their health: "they put me on X", "I'm on 20 mg of X", "came off the X", "I take X for my
blood pressure", "I can't have X, it makes me ill".

Few medicines are in a list. A word is one because of a dose, an ending, who gives it or what it is for.
"""

from collections.abc import Sequence
from typing import NamedTuple

from kg_assets.claims.parsed.words import shared, words
from kg_assets.language.clauses import Clause
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

Tokens = tuple[int, ...]
_GIVEN = frozenset({"put", "start", "keep", "have", "get", "try"})
_OFF = frozenset({"be", "come", "get", "go", "wean"})
_LONG = 6  # letters: short words end like medicines by chance ("april")
_ME = frozenset({"me", "us"})
_DETERMINERS = frozenset({"the", "my", "a", "an", "some", "his", "her"})


class Taken(NamedTuple):
    """What a clause says that somebody takes, took to or gave up: the predicate, the tokens of the object, whether it
    is the writer although the clause is about another, and whether it is denied or over."""

    predicate: str
    tokens: Tokens
    is_own: bool = False
    is_over: bool = False
    begins: bool = False


def speaks_of_health(sentences: Sequence[Sentence]) -> bool:
    """Whether a message speaks of doses, doctors or illness, so that an unknown word behind "on" may be a medicine."""
    return any(not words("of_health").isdisjoint(s.low) or _doses(s, range(len(s))) for s in sentences)


def taken(s: Sentence, clause: Clause, is_of_health: bool) -> Taken | None:
    """What a clause says of a medicine; None if it says nothing of one."""
    if clause.tense in ("future", "modal", "wish", "gerund", "infinitive"):
        return None
    found = (reading(s, clause, is_of_health) for reading in (_given, _prescribed, _is_on, _taken_for))
    return next((one for one in found if one is not None), None)


def on_it_now(s: Sentence, is_of_health: bool) -> Taken | None:
    """The medicine of a sentence without a verb: "on X now", "off the X since May", "X now as well"."""
    root = s.root
    is_now = "now" in s.low[1:4] and s.pos[root] in ("NOUN", "PROPN") and root == 0
    if s.ends_asking or not (is_now or (s.low[root] in ("on", "off") and root <= 1)):
        return None
    tokens = _medicine(s, 0, False) if is_now else _medicine(s, root + 1, is_of_health)
    return Taken("uses", tokens, True, s.low[root] == "off") if tokens else None


def _given(s: Sentence, clause: Clause, is_of_health: bool) -> Taken | None:
    """What the writer was put on."""
    whom = s.child(clause.verb, "dobj", "dative")
    if clause.lemma not in _GIVEN or whom is None or s.low[whom] not in _ME or s.low[whom + 1 : whom + 2] != ("on",):
        return None
    giver = clause.subject is not None and s.low[clause.subject] in words("who_prescribes")
    tokens = _medicine(s, whom + 2, is_of_health or giver)
    return Taken("uses", tokens, True, clause.is_negative, True) if tokens else None


def _prescribed(s: Sentence, clause: Clause, is_of_health: bool) -> Taken | None:
    """What was prescribed to the writer, or to whom the clause is about."""
    at = next((t for t in range(clause.first, clause.last + 1) if s.low[t] == "prescribed"), None)
    if at is None or clause.is_negative or at + 1 >= len(s):
        return None
    is_me = s.low[at + 1] in _ME
    is_own = clause.lemma == "be" or clause.is_passive or clause.subject is None
    tokens = _medicine(s, at + 1 + is_me, True, allows_article=True)
    return Taken("uses", tokens, is_me, False, True) if tokens and (is_me or is_own) else None


def _is_on(s: Sentence, clause: Clause, is_of_health: bool) -> Taken | None:
    """What somebody is on, or came off."""
    at = next((t for t in range(clause.verb + 1, min(clause.verb + 4, len(s))) if s.low[t] in ("on", "off")), None)
    if at is None or clause.lemma not in _OFF or clause.is_passive:
        return None
    is_over = s.low[at] == "off"
    if not is_over and clause.lemma in ("come", "wean"):
        return None
    tokens = _medicine(s, at + 1, is_of_health)
    return Taken("uses", tokens, False, is_over != clause.is_negative) if tokens else None


def _taken_for(s: Sentence, clause: Clause, is_of_health: bool) -> Taken | None:
    """What somebody takes for a part of the body or an illness, with what it is for."""
    what = s.child(clause.verb, "dobj")
    if clause.lemma != "take" or clause.tense != "present" or what is None or s.low[what] in words("empty_objects"):
        return None
    for prep in (*s.children(clause.verb, "prep"), *s.children(what, "prep")):
        ill = s.child(prep, "pobj") if s.low[prep] == "for" else None
        if ill is not None and _is_ill(s, ill):
            return Taken("habit", tuple(range(clause.verb, ill + 1)), False, clause.is_negative)
    return None


def not_borne(s: Sentence, clause: Clause) -> Taken | None:
    """What somebody cannot have because it makes them ill."""
    what = s.child(clause.verb, "dobj")
    cannot = any(s.low[child] in ("can", "ca") for child in s.children(clause.verb, "aux"))
    behind = {*s.low[clause.verb + 1 :]}
    is_ill = bool(behind & {"me", "my", "him", "his", "her"}) and not behind.isdisjoint(words("made_ill"))
    if what is None or not (cannot and clause.is_negative and is_ill) or clause.lemma not in ("have", "take", "do"):
        return None
    is_thing = s.pos[what] in ("NOUN", "PROPN") and not s.children(what, "det", "poss")
    return Taken("tolerate", (*s.children(what, "compound", "amod"), what), False, True) if is_thing else None


def _is_ill(s: Sentence, noun: int) -> bool:
    two = " ".join(s.low[max(0, noun - 1) : noun + 1])
    listed = words("taken_for") | shared("conditions") | shared("bodily")
    return s.low[noun] in listed or two in listed or s.low[noun].endswith(tuple(shared("condition_endings")))


def _doses(s: Sentence, tokens: Sequence[int]) -> bool:
    """Whether a dose stands among tokens: "50 mg", "20mg"."""
    units = words("doses")
    return any(s.low[t] in units and t > 0 and s.low[t - 1][:1].isdigit() for t in tokens) or any(
        s.low[t][:1].isdigit() and s.low[t].lstrip("0123456789.") in units for t in tokens
    )


def _medicine(s: Sentence, first: int, is_of_health: bool, allows_article: bool = False) -> Tokens:
    """The tokens of the medicine that begins at a token; empty if none does. Its dose shows that it is one and is no
    part of it: who comes off sertraline comes off "sertraline 50 mg"."""
    start = first + (first < len(s) and s.low[first] in _DETERMINERS)
    noun = _behind_dose(s, start)
    while (
        noun + 1 < len(s)
        and not _is_surely_one(s, noun)
        and s.dep[noun] in ("compound", "amod", "nummod")
        and s.head[noun] > noun
    ):
        noun += 1
    if noun >= len(s) or s.pos[noun] not in ("NOUN", "PROPN", "VERB", "ADJ", "X") or not s.word(noun)[:1].isalpha():
        return ()
    last = noun
    while last + 2 < len(s) and s.low[last + 1][:1].isdigit() and s.low[last + 2] in words("doses"):
        last += 2
    is_sure = _doses(s, range(start, last + 1)) or _is_surely_one(s, noun)
    is_bare = start == first or allows_article  # "put me on the spot"
    is_one = is_sure or (is_of_health and is_bare and _may_be_one(s, start, noun))
    return tuple(range(_behind_dose(s, start), noun + 1)) if is_one else ()


def _behind_dose(s: Sentence, at: int) -> int:
    """The token behind a dose: "fluoxetine" of "20 mg of fluoxetine"."""
    while at + 1 < len(s) and (s.low[at][:1].isdigit() or s.low[at] in words("doses") | {"of"}):
        at += 1
    return at


def _is_surely_one(s: Sentence, noun: int) -> bool:
    """Whether a word is a medicine wherever it stands, by the list or by its ending."""
    low = s.low[noun]
    return low in words("medicines") or (len(low) > _LONG and low.endswith(tuple(words("medicine_endings"))))


def _may_be_one(s: Sentence, start: int, noun: int) -> bool:
    """Whether a word may be a medicine: one word that is no place, tool or person, and that no list has for something
    else one is on or off."""
    listed = shared("tools") | shared("known_places") | shared("given_names") | shared("months") | shared("weekdays")
    is_listed = s.low[noun] in listed | words("no_medicines") | words("time_nouns") | closed_class("particles")
    return noun == start and not is_listed and s.tag[noun] in ("NN", "NNP") and not s.low[noun].endswith("ing")
