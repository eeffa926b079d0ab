"""Reads claims that a clause makes besides those of its frame: the names of related people ("my therapist is Dr.
Lambert"), the person's own role ("as a nurse"), and who is a couple."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kg_assets.claims.parsed.events import OF_CLAUSES
from kg_assets.claims.parsed.people import Who, gender_of
from kg_assets.claims.parsed.sorts import SORTS
from kg_assets.claims.parsed.who import (
    in_relation,
    is_denied_outright,
    is_name,
    is_own,
    name_ending_at,
    names_called,
    names_joined,
    relative_at,
    relative_named,
)
from kg_assets.claims.parsed.words import relation_of, words
from kg_assets.language.clauses import Clause
from kg_assets.language.phrases import bare
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

RELATION_RULE = f"{OF_CLAUSES}relation"
_LONGEST_NAME = 3  # words
_LONGEST_AGE = 3  # digits
_AGE_BEFORE = 3  # tokens from "old" to the name
_BEHIND_AN_AGE = ((",",), (".",), ("and",), ("&",), (";",), ())
Told = tuple[str, tuple[int, ...]]


def called(s: Sentence, clause: Clause) -> Iterator[Told]:
    """The predicate and the name of each person whom a clause names as related to the writer: `therapist_is` and "Dr.
    Lambert" for "my therapist is Dr. Lambert". Empty if the clause gives no such name.

    A denial counts, too ("my boss isn't Petra any more"). A relation without a predicate in the vocabulary gets one
    that is made from the noun, as `therapist_is` is.
    """
    found = _who_is_called(s, clause)
    if found is not None:
        noun, relation, name = found
        for one in (name, *names_joined(s, name)):
            yield f"{noun.replace(' ', '_')}_is" if relation == "other" else relation, one


def age_beside(s: Sentence, name: Sequence[int]) -> int | None:
    """The token of the age that is written beside somebody's name: 7 in "Ava (7)", "Ava, 7,", "Ava, aged 7" and "my
    7-year-old son Ben"."""
    before = next((at for at in range(max(0, name[0] - _AGE_BEFORE), name[0]) if s.low[at] == "old"), None)
    numbers = [] if before is None else [at for at in range(max(0, before - 4), before) if s.low[at].isdecimal()]
    if before is not None and numbers and any(s.low[at] in ("year", "yr") for at in range(numbers[-1], before)):
        return numbers[-1]
    at = name[-1] + 1
    opening = s.low[at : at + 1]
    if opening not in ((",",), ("(",)):
        return None
    at += 2 if s.low_at(at + 1) == "aged" else 1
    is_age = at < len(s) and s.low[at].isdecimal() and len(s.low[at]) <= _LONGEST_AGE
    closing = s.low[at + 1 : at + 2]
    is_closed = closing == (")",) if opening == ("(",) else closing in _BEHIND_AN_AGE
    return at if is_age and is_closed else None


def person_called(s: Sentence, clause: Clause) -> Who | None:
    """The person whom `called` names, in the form in which a later pronoun may mean them."""
    found = _who_is_called(s, clause)
    if found is None or clause.is_negative:
        return None
    noun, _, name = found
    return Who(s.words(name), "person", s.span(name), noun, gender_of(noun))


def introduced(s: Sentence, clause: Clause) -> Iterator[Who]:
    """The people whom a clause introduces by name ("met this guy Idris", "this is Farida"): a later pronoun
    may mean them."""
    is_shown = clause.lemma == "be" and clause.subject is not None and s.low[clause.subject] in ("this", "that")
    is_met = clause.lemma in words("meeting_somebody") and _is_own_subject(s, clause)
    if not (is_shown or is_met) or clause.is_negative:
        return
    for said in s.children(clause.verb, "attr" if is_shown else "dobj"):
        # In "met a guy at the gym, Tariq" the parser attaches the name to the nearer noun.
        nearer = [noun for prep in s.children(said, "prep") for noun in s.children(prep, "pobj")]
        set_off = [name for noun in nearer for name in s.children(noun, "appos")] if is_met else []
        for token in (said, *s.children(said, "appos"), *set_off):
            if is_name(s, token) and s.entity[token] in ("PERSON", "") and not s.children(token, "poss", "det", "conj"):
                yield _by_name(s, token)


def named_alone(s: Sentence) -> Who | None:
    """The person whose name is a whole sentence ("Farid."), unless the name addresses somebody."""
    names = [token for token in range(len(s)) if s.pos[token] != "PUNCT"]
    is_told = 0 < len(names) <= _LONGEST_NAME and s.text.rstrip().endswith(".")
    if not is_told or not all(is_name(s, token) and s.entity[token] == "PERSON" for token in names):
        return None
    return _by_name(s, names[-1])


def _by_name(s: Sentence, token: int) -> Who:
    own = tuple(range(min((token, *s.children(token, "compound"))), token + 1))
    own = tuple(t for t in own if is_name(s, t))
    return Who(s.words(own), "person", s.span(own))


def _is_own_subject(s: Sentence, clause: Clause) -> bool:
    return clause.subject is None or s.low[clause.subject] in closed_class("first_persons")


def _who_is_called(s: Sentence, clause: Clause) -> tuple[str, str, tuple[int, ...]] | None:
    """Three values from clauses like "my therapist is Dr. Lambert", "my partner's name is Bea" and "my boss is called
    Petra": the noun of relation ("therapist"); its predicate; and the tokens of the name. None for other clauses."""
    is_so = clause.lemma == "be" or (clause.is_passive and clause.lemma in words("calling"))
    if not is_so or clause.subject is None:
        return None
    said = _name_behind(s, s.child(clause.verb, "attr", "oprd", "dobj", "acomp"))
    if said is None or s.pos[said] != "PROPN" or s.child(said, "det", "poss"):
        return None
    is_people = s.entity[said] in ("NORP", "GPE", "LOC", "LANGUAGE")
    if clause.is_negative and (is_people or not is_denied_outright(s, clause)):
        return None  # "my wife isn't Polish"
    first = min(s.subtree(said))
    name = bare(s, tuple(token for token in clause.complement if first <= token <= said), frozenset())
    relative = relative_at(s, clause.subject)
    if relative is None:
        noun = _whose_name(s, clause.subject)
        relation = None if noun is None else relation_of(noun)
        return (noun, relation, name) if noun is not None and relation is not None and name else None
    return (relative.noun, relative.predicate, name) if not relative.name and name else None


def _name_behind(s: Sentence, said: int | None) -> int | None:
    """The last token of the name behind a noun ("Rufus" in "an old collie called Rufus"); the noun itself if there is
    no name."""
    names = [] if said is None else names_called(s, s.subtree(said))
    return names[0][-1] if len(names) == 1 else said


def _whose_name(s: Sentence, subject: int) -> str | None:
    """The noun of relation in "my partner's name", also where the apostrophe is missing."""
    if s.low[subject] not in ("name", "names"):
        return None
    for holder in s.children(subject, "poss", "compound"):
        noun = s.low[holder] if relation_of(s.low[holder]) is not None else s.low[holder].removesuffix("s")
        if relation_of(noun) is not None and (is_own(s, subject) or is_own(s, holder)):
            return noun
    return None


def roles(s: Sentence, clause: Clause) -> Iterator[Told]:
    """What the person says they are with "as", as predicates with objects: `works_as` for "as a nurse", `likes` for "as
    a Manchester City fan"."""
    if clause.subject is None or s.low[clause.subject] not in closed_class("first_persons"):
        return
    for prep in s.children(clause.verb, "prep"):
        noun = s.child(prep, "pobj")
        if s.low[prep] != "as" or noun is None or prep > clause.verb or s.child(noun, "det") is None:
            continue
        tokens = bare(s, s.subtree(noun, ("relcl", "punct")), frozenset())
        if s.low[noun] in words("devotees") and len(tokens) > 1:
            yield "likes", tokens[:-1]
        elif tokens and SORTS["job"](s, tokens):
            yield "works_as", tokens


class Couple(NamedTuple):
    """Two people who are or were a couple, as a clause says."""

    one: Who
    other: tuple[int, ...]
    are_parted: bool
    is_promised: bool  # an engagement does not say since when they are a couple


def couple(s: Sentence, clause: Clause) -> Couple | None:
    """The couple of a clause with two names and a verb that binds or parts them: "Mikko and Kadri got
    married"."""
    head = clause.subject
    is_bound, are_parted = clause.lemma in words("binding"), clause.lemma in words("parting")
    is_promised = clause.lemma in words("promising")
    if head is None or clause.is_negative or not (is_bound or are_parted or is_promised):
        return None
    if s.child(clause.verb, "dobj") is not None or (clause.lemma == "break" and clause.particle is None):
        return None
    relative = relative_at(s, head)
    of_name = (
        () if relative is None else tuple(joined for token in relative.name for joined in s.children(token, "conj"))
    )
    joined = (*s.children(head, "conj"), *of_name)
    if len(joined) != 1 or any(s.low[token] in words("nearly") for token in range(head, clause.verb)):
        return None
    one, other = _one_of_two(s, head), _other_of_two(s, joined[0])
    return None if one is None or not other else Couple(one, other, are_parted, is_promised)


def _one_of_two(s: Sentence, head: int) -> Who | None:
    relative = relative_named(s, head)
    if relative is not None:
        return relative
    if not is_name(s, head) or s.children(head, "poss"):
        return None
    name = name_ending_at(s, head)
    return Who(s.words(name), "somebody", s.span(name))


def _other_of_two(s: Sentence, head: int) -> tuple[int, ...]:
    """The tokens of the second name of a couple: "Kadri" in "Mikko and Kadri" and in "Mikko and his wife Kadri". Empty
    if there is no name, or if it is that of another relative ("her sister Kadri")."""
    noun, _, name = in_relation(s, head)
    if noun is not None and relation_of(noun) == "partner_is" and name:
        return name
    return name_ending_at(s, head) if is_name(s, head) and not s.children(head, "poss") else ()
