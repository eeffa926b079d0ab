"""Reads what people tell of their health in words that the parser takes apart: "did my knee at derby", "no cigarettes
since Easter", "the doctor took me off it", "they cut the ramipril back to 2.5"."""

from collections.abc import Sequence

from kg_assets.claims.parsed.antecedents import Thing
from kg_assets.claims.parsed.medicine_names import is_surely_one, is_whole_name
from kg_assets.claims.parsed.words import relation_of, words
from kg_assets.claims.reading.objects_states import BODY_PARTS
from kg_assets.language.clauses import Clause, clauses_of
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

Tokens = tuple[int, ...]
_ME = frozenset({"me", "us", "myself"})
_IT = frozenset({"it", "that", "them", "those", "this"})
_NEAR = 4  # tokens between a verb and the "it" that it takes one off
_CLOSE = 3  # tokens behind "I did my knee" among which the place or the sport stands


def part_hurt(s: Sentence, clause: Clause) -> Tokens:
    """The part of the body that the writer hurt, told with "did" alone: "did my knee at derby". Empty if none. The
    parse often makes the part the subject, as of a question."""
    at = clause.verb + 1 + (s.low_at(clause.verb + 1) == "in")
    is_own = clause.subject is None or clause.subject > clause.verb or s.low[clause.subject] == "i"
    if s.low[clause.verb] not in ("did", "done") or not is_own or s.low_at(at) != "my" or s.ends_asking:
        return ()
    part = at + 1 + (s.low_at(at + 1) in words("sides"))
    is_part = s.low_at(part) in BODY_PARTS and (part + 1 >= len(s) or s.low[part + 1] in words("where_one_is_hurt"))
    is_training = not words("days_of_training").isdisjoint(s.low[part + 1 :])
    return tuple(range(at + 1, part + 1)) if is_part and not is_training else ()


def given_up_since(s: Sentence) -> Tokens:
    """What the writer has not had for some time: "cigarettes" in "no cigarettes since Easter", "no booze in three
    weeks", "I've been off the booze since May". Empty if none, as in rules ("no smoking in here")."""
    at = _what_is_given_up(s)
    if at is None or s.low_at(at) not in words("smoked_or_drunk") or s.ends_asking:
        return ()
    behind = s.low[at + 2 : at + 3 + _CLOSE]
    is_long = s.low_at(at + 1) in ("for", "in") and not words("times_without").isdisjoint(behind[:_CLOSE])
    is_long = is_long and "the" not in behind and "of" not in behind  # no "in the last week of the trial"
    return (at,) if s.low_at(at + 1) == "since" or is_long else ()


def _what_is_given_up(s: Sentence) -> int | None:
    """The token behind "no", "no more" or "off the" that a sentence begins with, an "I've been" before it aside."""
    if s.low[0] in ("no", "zero"):
        return 1 + (s.low_at(1) in ("more", "single"))
    off = next((at for at in range(min(len(s), _NEAR)) if s.low[at] not in words("being_off_it")), len(s))
    return off + 1 + (s.low_at(off + 1) == "the") if s.low_at(off) == "off" else None


def taken_off_it(s: Sentence, before: Sentence | None) -> Thing | None:
    """The medicine that the writer takes no more, told as "it": "the doctor took me off it", "I came off them". None if
    no medicine, or more than one, is named before."""
    for at in range(1, len(s) - 1):
        if s.low[at] != "off" or s.low[at + 1] not in _IT:
            continue
        clause = next((one for one in clauses_of(s) if at - _NEAR <= one.verb < at and _is_over(s, one, at)), None)
        for holder, end in ((s, at), (before, -1)):
            found = [] if clause is None or holder is None else _medicines(holder, len(holder) if end < 0 else end)
            if found:
                return Thing(holder, found[0]) if holder is not None and len(set(_low(holder, found))) == 1 else None
    return None


def dose_changed(s: Sentence, clauses: Sequence[Clause]) -> Tokens:
    """The medicine of the writer whose dose was changed: "they cut the ramipril back to 2.5". Empty if none."""
    for clause in clauses:
        subject = clause.subject
        is_by_doctor = subject is not None and s.low[subject] in (words("who_prescribes") - {"vet"}) | {"they"}
        ways = words("changing_a_dose" if is_by_doctor else "changing_ones_dose")
        is_done = clause.lemma in ways and clause.tense in ("past", "perfect")
        if not (is_by_doctor or subject is None or s.low[subject] == "i") or not is_done or clause.is_negative:
            continue
        at = clause.verb + 1
        while at < min(len(s) - 1, clause.verb + 4) and s.low[at] in words("before_a_medicine") | words("dosing_ways"):
            at += 1
        is_one = at < len(s) and s.low[at - 1] in ("the", "my") and is_surely_one(s, at) and is_whole_name(s, at)
        if is_one and clause.mood == "stated" and not _is_of_a_trial(s, at + 1):
            return (at,)
    return ()


def _is_over(s: Sentence, clause: Clause, off: int) -> bool:
    """Whether a clause says that the writer came off, or was taken off, a medicine."""
    is_told = clause.mood == "stated" and clause.tense in ("past", "perfect", "present") and not clause.is_negative
    subject = clause.subject
    is_own = subject is None or s.low[subject] in closed_class("first_persons")
    if not is_told:
        return False
    if s.low[off - 1] in _ME:
        is_by_doctor = subject is not None and s.low[subject] in words("who_prescribes") | {"they", "he", "she"}
        return clause.lemma in words("taking_off") and is_by_doctor and clause.tense != "present"
    is_off_now = clause.lemma == "be" and clause.tense != "past"
    return is_own and (is_off_now or (clause.lemma in words("coming_off") and clause.tense != "present"))


def _is_of_a_trial(s: Sentence, behind: int) -> bool:
    """Whether the words behind a medicine show that no dose of somebody is told: "in the trial", "with fentanyl"."""
    if s.low_at(behind) in words("no_dose_behind"):
        return True
    return (
        s.low_at(behind) == "in" and s.low_at(behind + 1) != "half" and s.entity[behind + 1 : behind + 2] != ("DATE",)
    )


def _medicines(s: Sentence, end: int) -> list[Tokens]:
    """The medicines before a token that the words say somebody takes. None where the words speak of others, who may be
    those who take them."""
    if any(relation_of(low) not in (None, "other") for low in s.low[:end]):
        return []
    return [(at,) for at in range(end) if is_surely_one(s, at) and is_whole_name(s, at) and _is_taken(s, at)]


def _is_taken(s: Sentence, medicine: int) -> bool:
    """Whether the words before a medicine say that one takes it ("tried X", "been on 50 mg of X"), or it is told what
    the medicine does or how it is ("X made my legs ache")."""
    at = medicine - 1
    while at >= 0 and (
        s.low[at] in words("before_a_medicine") | words("doses") | {"of", "that", "this"} or s.pos[at] == "NUM"
    ):
        at -= 1
    if at < 0:
        is_kind = s.child(s.head[medicine], "attr") is not None  # "Zyrtec is a good brand"
        return s.dep[medicine].startswith("nsubj") and not is_kind
    is_on = s.low[at] in ("on", "with") and s.lemma[at - 1].lower() in words("getting_on") | words("putting_on") | _ME
    return (
        is_on or s.lemma[at].lower() in words("ways_of_taking") or s.low[at] in ("since", "because", "but", "and", ",")
    )


def _low(s: Sentence, found: Sequence[Tokens]) -> list[str]:
    return [s.low[tokens[0]] for tokens in found]
