"""Reads what people take for their health: "they put me on X", "I'm on 20 mg of X", "came off the X", "I take X for my
blood pressure", "I can't have X, it makes me ill".

Which words may name a medicine is decided in `medicine_names`.
"""

from collections.abc import Iterator
from typing import NamedTuple

from kg_assets.claims.parsed.medicine_names import (
    is_for_own_illness,
    is_illness,
    is_surely_one,
    is_taken_or_eaten,
    is_unknown,
    medicine_at,
)
from kg_assets.claims.parsed.words import relation_of, shared, words
from kg_assets.language.clauses import Clause
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

Tokens = tuple[int, ...]
_ME = frozenset({"me", "us"})
_MINE = frozenset({"my", "our"})
_THEIRS = frozenset({"his", "her", "their"})
_THEM = frozenset({"him", "her", "them"})
_IT = frozenset({"it", "them", "that", "those"})
_TAKERS = frozenset({"he", "she", "they"})
_NEAR = 6  # tokens of the next sentence that may tell of the medicine: "but I never took it"
_FAR = 14  # tokens behind a medicine among which another one may stand: ", 5 mg twice a day with food, and"
_PAST = ("past", "past_progressive")
_TOWARDS = ("to", "onto", "on")


class Taken(NamedTuple):
    """What a clause says of a medicine: that somebody takes it, began or stopped taking it, or cannot tolerate it.

    `is_own` says that it is about the writer, although the clause may have another subject ("they put me on X").
    `is_over` makes the claim negative: it is denied or has ended. `begins` says that the time is that of the beginning.
    """

    predicate: str
    tokens: Tokens
    is_own: bool = False
    is_over: bool = False
    begins: bool = False
    modality: str = "state"


def taken(s: Sentence, clause: Clause, after: Sentence | None) -> Taken | None:
    """What a clause says of a medicine, corrected by the words behind it ("but never took it"); None if it names no
    medicine."""
    if clause.tense in ("future", "modal", "wish", "gerund", "infinitive") or _is_for_another(s, clause):
        return None
    readings = (
        _given, _handed, _told_to_stop, _taken_off, _put_on, _prescribed, _is_on, _is_it_now, _stopped, _began, _takes,
        _taken_for,
    )  # fmt: skip
    found = next((one for one in (reading(s, clause) for reading in readings) if one is not None), None)
    if found is None or found.is_over or found.predicate != "uses":
        return found
    is_own = found.is_own or _is_first(s, clause)
    fate = _told_behind(s, range(found.tokens[-1] + 1, len(s)), is_own)
    if fate is None and after is not None:
        fate = _told_behind(after, range(min(_NEAR, len(after))), is_own)
    if fate == "never":
        return found._replace(is_over=True, begins=False, modality="fact")
    is_over = fate == "stopped" and clause.tense != "present"
    return found._replace(begins=False, modality="fact") if is_over else found


def on_it_now(s: Sentence) -> Taken | None:
    """The medicine of a sentence without a verb: "on X now", "still on X", "fully off the X", "X now as well"."""
    root = s.root
    if s.low_at(1) in ("on", "off") and s.low[0] in words("how_far_on") and not s.ends_asking:
        tokens = medicine_at(s, 2)
        return Taken("uses", tokens, True, s.low[1] == "off") if tokens else None
    is_now = "now" in s.low[1:4] and s.pos[root] in ("NOUN", "PROPN") and root == 0
    if s.ends_asking or not (is_now or (s.low[root] in ("on", "off") and root <= 1)):
        return None
    tokens = medicine_at(s, 0 if is_now else root + 1)
    return Taken("uses", tokens, True, s.low[root] == "off") if tokens else None


def not_borne(s: Sentence, clause: Clause) -> Taken | None:
    """The food or medicine that somebody cannot have because it makes them ill: "I can't have X, it makes me sick"."""
    what = s.child(clause.verb, "dobj")
    cannot = any(s.low[child] in ("can", "ca") for child in s.children(clause.verb, "aux"))
    if what is None or not (cannot and clause.is_negative) or clause.lemma not in ("have", "take", "do"):
        return None
    is_thing = is_taken_or_eaten(s, what) and not s.children(what, "det", "poss")
    if not is_thing or not _makes_ill(s, what + 1, _is_first(s, clause)):
        return None
    return Taken("tolerate", (*s.children(what, "compound", "amod"), what), False, True)


def others_taken(s: Sentence, found: Taken) -> Iterator[Taken]:
    """Other medicines that are taken, or given up, together with the one that was found: Y in "on X, 5 mg twice a day,
    and Y". Where the one found is the Y of "from X to Y", the X is given up."""
    first = found.tokens[0]
    if first >= 2 and s.low[first - 1] in _TOWARDS and not found.is_over:
        start = next((t for t in range(first - 2, max(0, first - 6), -1) if s.low[t] == "from"), None)
        tokens = () if start is None else medicine_at(s, start + 1)
        if tokens:
            yield found._replace(tokens=tokens, is_over=True, begins=True)
    for at in range(found.tokens[-1] + 1, min(found.tokens[-1] + _FAR, len(s) - 1)):
        tokens = medicine_at(s, at + 1) if s.low[at] in ("and", "plus", "&", ",") else ()
        if tokens and is_surely_one(s, tokens[-1]):
            yield found._replace(tokens=tokens)
        elif s.low[at] == "and" or s.pos[at] in ("VERB", "AUX", "PRON", "SCONJ") or s.low[at] in words("not_taken_in"):
            return


def _given(s: Sentence, clause: Clause) -> Taken | None:
    """The medicine that the writer was put on or changed to: "they put me on X", "they changed me to X"."""
    whom = s.child(clause.verb, "dobj", "dative")
    gives = clause.lemma in words("putting_on")
    if not (gives or clause.lemma in words("keeping_on")) or whom is None or s.low[whom] not in _ME:
        return None
    behind = whom + 1
    if s.low_at(behind) == "from":
        behind = next((t for t in range(behind + 1, min(behind + 5, len(s))) if s.low[t] in _TOWARDS), behind)
    is_changed = clause.lemma in words("changing_to") and s.low_at(behind) in ("to", "onto")
    if s.low_at(behind) != "on" and not is_changed:
        return None
    is_given = gives and clause.subject is not None and s.low[clause.subject] in words("who_prescribes")
    tokens = medicine_at(s, behind + 1, is_given and not is_changed)
    if is_changed and not (tokens and is_surely_one(s, tokens[-1])):
        return None  # "changed me to 20 mg"
    modality: str = "fact" if clause.tense in _PAST and not gives else "state"
    return Taken("uses", tokens, True, clause.is_negative, gives, modality) if tokens else None


def _handed(s: Sentence, clause: Clause) -> Taken | None:
    """The medicine that somebody gave the writer: "they gave me Symbicort", "the doc gave me pills for my back"."""
    whom = s.child(clause.verb, "dobj", "dative")
    if clause.lemma != "give" or whom is None or s.low[whom] not in _ME or clause.is_negative:
        return None
    tokens = medicine_at(s, whom + 1)
    if not tokens:
        return None
    behind = range(tokens[-1] + 1, min(tokens[-1] + 4, len(s)))
    is_dosed = any(s.low[t] in words("doses") and s.low[t - 1][:1].isdigit() for t in behind)
    # "They gave me morphine in the ambulance" tells of one time.
    return Taken("uses", tokens, True, False, True) if is_dosed or is_for_own_illness(s, behind.start) else None


def _is_it_now(s: Sentence, clause: Clause) -> Taken | None:
    """The medicine that somebody now takes in place of another: candesartan for "so now it's candesartan, 8 mg"."""
    is_it = clause.subject is not None and s.low[clause.subject] == "it" and "now" in s.low[: clause.verb + 2]
    said = s.child(clause.verb, "attr") if clause.lemma == "be" and is_it and not clause.is_negative else None
    tokens = () if said is None or clause.tense != "present" else medicine_at(s, said)
    return Taken("uses", tokens, True, False, True) if tokens and is_surely_one(s, tokens[-1]) else None


def _stopped(s: Sentence, clause: Clause) -> Taken | None:
    """The medicine that somebody stopped taking: "I quit the Zoloft two weeks ago"."""
    is_told = clause.tense in ("past", "perfect") and not clause.is_negative
    if clause.lemma not in words("giving_up") or not is_told or clause.is_passive:
        return None
    behind = clause.verb + 1 + (s.low_at(clause.verb + 1) in ("taking", "using"))
    tokens = medicine_at(s, behind)
    # "She stopped the ramipril": of the doctor's, and of the writer's medicine.
    is_theirs = clause.subject is not None and s.low[clause.subject] in words("who_prescribes") | _TAKERS
    is_own = is_theirs and s.low_at(behind) in ("the", "my") and behind == clause.verb + 1
    return Taken("uses", tokens, is_own, True, True) if tokens else None


def _told_to_stop(s: Sentence, clause: Clause) -> Taken | None:
    """The medicine that a doctor told the writer to stop: "the doctor told me to stop metformin"."""
    at = clause.verb + 1
    is_told = clause.lemma in words("telling_to") and clause.tense in ("past", "perfect") and not clause.is_negative
    is_theirs = clause.subject is not None and s.low[clause.subject] in words("who_prescribes") | _TAKERS
    is_to_stop = s.low_at(at) in _ME and s.low_at(at + 1) == "to" and s.low_at(at + 2) in words("giving_up")
    if not (is_told and is_theirs and is_to_stop):
        return None
    tokens = medicine_at(s, at + 3 + (s.low_at(at + 3) in ("taking", "using")))
    return Taken("uses", tokens, True, True, True) if tokens else None


def _taken_off(s: Sentence, clause: Clause) -> Taken | None:
    """The medicine that somebody took the writer off: "they took me off X"."""
    whom = s.child(clause.verb, "dobj", "dative")
    if clause.lemma not in words("taking_off") or whom is None or s.low[whom] not in _ME or clause.is_negative:
        return None
    is_given = clause.subject is not None and s.low[clause.subject] in words("who_prescribes")
    tokens = medicine_at(s, whom + 2, is_given) if s.low_at(whom + 1) == "off" else ()
    return Taken("uses", tokens, True, True, True) if tokens else None


def _put_on(s: Sentence, clause: Clause) -> Taken | None:
    """The medicine that somebody was put on or taken off, told in the passive: "Mum was put on X"."""
    behind = s.low[clause.verb + 1 : clause.verb + 2]
    ends = behind == ("off",) and clause.lemma in words("taking_off")
    begins = behind == ("on",) and clause.lemma in words("putting_on")
    if not clause.is_passive or not (begins or ends) or clause.is_negative:
        return None
    tokens = medicine_at(s, clause.verb + 2)
    return Taken("uses", tokens, False, ends, begins or ends) if tokens else None


def _prescribed(s: Sentence, clause: Clause) -> Taken | None:
    """The medicine that was prescribed to the writer ("prescribed me X") or to the subject ("Mum was prescribed X").
    Who "prescribed X" to others takes nothing."""
    at = next((t for t in range(clause.first, clause.last + 1) if s.low[t] == "prescribed"), None)
    if at is None or clause.is_negative or at + 1 >= len(s):
        return None
    is_me = s.low[at + 1] in _ME
    before = at - 1
    while before >= 0 and s.pos[before] == "ADV":
        before -= 1
    is_to_one = before < 0 or s.lemma[before].lower() in ("be", "get") or s.low[before] in ("was", "got", "been")
    tokens = medicine_at(s, at + 1 + is_me, True, allows_article=True)
    return Taken("uses", tokens, is_me, False, True) if tokens and (is_me or is_to_one) else None


def _is_on(s: Sentence, clause: Clause) -> Taken | None:
    """The medicine that somebody is on, went on or came off: "I'm on X"."""
    at = next((t for t in range(clause.verb + 1, min(clause.verb + 4, len(s))) if s.low[t] in ("on", "off")), None)
    if at is None or clause.is_passive:
        return None
    is_off = s.low[at] == "off"
    tokens = medicine_at(s, at + 1) if clause.lemma in words("coming_off" if is_off else "getting_on") else ()
    if not tokens:
        return None
    is_nearly = any(s.low[t] in words("nearly") | words("not_quite") for t in range(clause.verb + 1, at))
    if is_nearly and not is_off:
        return None
    if is_off and clause.tense == "progressive":
        return None if clause.is_negative else Taken("uses", tokens)  # who is weaning off it still takes it
    is_then = clause.lemma == "be" and clause.tense in _PAST
    begins = clause.lemma not in words("staying_on") and (not is_off or not (is_nearly or clause.is_negative))
    is_over = not (is_nearly or clause.is_negative) if is_off else clause.is_negative
    return Taken("uses", tokens, False, is_over, begins, "fact" if is_then else "state")


def _began(s: Sentence, clause: Clause) -> Taken | None:
    """The medicine that somebody began to take, where its name alone shows that it is one: "I started Mounjaro in
    May", "I started to take metformin"."""
    is_told = clause.tense in ("past", "perfect") and not (clause.is_negative or clause.is_passive)
    taking = s.child(clause.verb, "xcomp")
    verb = clause.verb if taking is None or s.lemma[taking].lower() not in ("take", "use") else taking
    what = s.child(verb, "dobj")
    if clause.lemma not in words("beginning_it") or not is_told or what is None or not is_surely_one(s, what):
        return None
    tokens = medicine_at(s, verb + 1)
    return Taken("uses", tokens, False, False, True) if tokens else None


def _taken_for(s: Sentence, clause: Clause) -> Taken | None:
    """The habit of taking something for an illness or a part of the body, from the verb to what it is for: "take X for
    my blood pressure"."""
    what = s.child(clause.verb, "dobj")
    if clause.lemma != "take" or clause.tense != "present" or what is None or s.low[what] in words("empty_objects"):
        return None
    parts = [what, *s.children(what, "compound")]
    is_bare = s.child(what, "det", "poss", "amod", "compound") is None and is_unknown(s, what)
    if not is_bare and not any(is_taken_or_eaten(s, part) for part in parts):
        return None
    whose = _MINE if _is_first(s, clause) else _THEIRS
    for prep in (*s.children(clause.verb, "prep", "dative"), *s.children(what, "prep")):
        ill = s.child(prep, "pobj") if s.low[prep] == "for" else None
        is_own = ill is not None and all(s.low[of] in whose for of in s.children(ill, "poss"))
        if ill is not None and is_own and is_illness(s, ill):
            return Taken("habit", tuple(range(clause.verb, ill + 1)), False, clause.is_negative)
    return None


def _takes(s: Sentence, clause: Clause) -> Taken | None:
    """The medicine that somebody takes, where the name alone shows that it is one: "I take amlodipine"."""
    what = s.child(clause.verb, "dobj")
    if clause.lemma != "take" or clause.tense != "present" or what is None or not is_surely_one(s, what):
        return None
    tokens = medicine_at(s, clause.verb + 1)
    if not tokens or not words("not_taken_in").isdisjoint(s.low[tokens[-1] + 1 : tokens[-1] + 2]):
        return None
    return Taken("uses", tokens, False, clause.is_negative)


def _told_behind(s: Sentence, tokens: range, is_own: bool) -> str | None:
    """What these tokens say of the medicine named before them: "never" for "but never took it", "stopped" for "but I
    stopped" and "but I'm off it now". None if they say neither."""
    for at in tokens:
        is_it = at + 1 < len(s) and s.low[at + 1] in _IT
        verb = s.head[at] if s.low[at] == "off" else at
        subject = s.child(verb, "nsubj")
        if subject is not None and (s.low[subject] in closed_class("first_persons")) != is_own:
            continue
        if subject is not None and not is_own and s.low[subject] not in _TAKERS:
            continue
        if s.low[at] == "off" and is_it and not _is_denied(s, verb):
            return "stopped"
        if s.lemma[at].lower() == "take" and is_it and _is_denied(s, at):
            return "never"
        if s.lemma[at].lower() in words("giving_up") and s.tag[at] in ("VBD", "VBN") and _is_of_it(s, at):
            return None if _is_denied(s, at) else "stopped"
    return None


def _is_of_it(s: Sentence, verb: int) -> bool:
    """Whether a verb of stopping is about the medicine named before: "I stopped", "I stopped it", "stopped taking
    them"."""
    behind = verb + 1 + (s.low_at(verb + 1) in ("taking", "using"))
    is_bare = behind == verb + 1 and s.child(verb, "dobj", "xcomp", "prep", "ccomp") is None
    return is_bare or (behind < len(s) and s.low[behind] in _IT)


def _is_denied(s: Sentence, verb: int) -> bool:
    return s.child(verb, "neg") is not None or any(s.low[child] == "never" for child in s.children(verb, "advmod"))


def _is_first(s: Sentence, clause: Clause) -> bool:
    return clause.subject is None or s.low[clause.subject] in closed_class("first_persons")


def _is_for_another(s: Sentence, clause: Clause) -> bool:
    """Whether a clause about the writer says that the medicine is for somebody else: "for my cat"."""
    for at in range(clause.verb + 1, len(s) - 2):
        if s.low[at] == "for" and s.low[at + 1] in _MINE and _is_first(s, clause):
            return _is_somebody(s, at + 2)
    return False


def _is_somebody(s: Sentence, noun: int) -> bool:
    return relation_of(s.low[noun]) is not None or s.low[noun] in shared("pet_kinds")


def _makes_ill(s: Sentence, first: int, is_first: bool) -> bool:
    """Whether the words from the token `first` on say that the thing named before makes somebody ill: "it makes me
    sick"."""
    whom = _ME | _MINE if is_first else _THEM | _THEIRS
    for at in range(first, len(s) - 2):
        subject = s.child(at, "nsubj")
        is_it = subject is None or s.low[subject] in words("what_makes_ill")
        if s.lemma[at].lower() not in words("making_ill") or not is_it or s.low[at + 1] not in whom:
            continue
        if s.low[at + 1] in _MINE | _THEIRS and _is_somebody(s, at + 2):
            return False  # "it makes my son ill"
        return any(
            s.low[ill] in words("made_ill") and s.low_at(ill + 1) not in ("with", "of")
            for ill in range(at + 2, min(at + 6, len(s)))
        )
    return False
