"""Reads claims that a clause makes besides those of its frame: the names of related people ("my therapist is Dr.
Lambert"), the person's own role ("as a nurse"), and who is a couple."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from kg_assets.claims.parsed.events import OF_CLAUSES
from kg_assets.claims.parsed.sorts import SORTS
from kg_assets.claims.parsed.who import (
    Who,
    gender_of,
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
from kg_assets.claims.parsed.words import relation_of, shared, words
from kg_assets.language.clauses import Clause
from kg_assets.language.phrases import bare
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

NEWCOMER_RULE = f"{OF_CLAUSES}newcomer"
RELATION_RULE = f"{OF_CLAUSES}relation"
_LONGEST_NAME = 3  # words
_NAMING = frozenset({"called", "named", "name", "names"})
_THE_NEW_ONE = frozenset({"him", "her", "it", "whom"})
_LONGEST_AGE = 3  # digits
_AGE_BEFORE = 3  # tokens from "old" to the name
_BEHIND_AN_AGE = ((",",), (".",), ("and",), ("&",), (";",), ())
Told = tuple[str, tuple[int, ...]]


class _Newcomer(NamedTuple):
    """A noun for a person or pet whom somebody says they have or got ("a kitten"), its token, and whether that somebody
    is the writer."""

    noun: str
    at: int
    is_own: bool


def called(s: Sentence, clause: Clause) -> Iterator[Told]:
    """The predicate and the name of each person whom a clause names as related to the writer: `therapist_is` and "Dr.
    Lambert" for "my therapist is Dr. Lambert". Empty if the clause gives no such name.

    A denial counts, too ("my boss isn't Petra any more"). A relation without a predicate of its own gets one that is
    made from the noun, as here.
    """
    found = _who_is_called(s, clause)
    if found is not None:
        noun, relation, name = found
        for one in (name, *names_joined(s, name)):
            yield f"{noun.replace(' ', '_')}_is" if relation == "other" else relation, one


def newcomers_called(s: Sentence, clause: Clause, before: Sentence | None) -> Iterator[Told]:
    """The predicate and the names of people or pets whom the writer got or has, when a pronoun gives the name: "We
    adopted a kitten and she's called Miso". Empty if the pronoun may mean somebody else."""
    yield from _of_the_newcomer(s, _given_to_a_pronoun(s, clause), clause.first, before)


def newcomers_described(s: Sentence, before: Sentence | None) -> Iterator[Told]:
    """The predicate and the name, as `newcomers_called` gives them, for a sentence without a verb that describes the
    pet of the sentence before: "Got a dog. A pit mix named Tank"."""
    low = () if before is None else before.low
    is_for_another = any(one == "for" and other in ("my", "our") for one, other in pairwise(low))
    is_not_now = "had" in low or "getting" in low or not _is_a_pet(s, s.root)
    for told in () if is_for_another or is_not_now else _of_the_newcomer(s, names_called(s, range(len(s))), 0, before):
        if told[0] == "pet_is":
            yield told


def newcomers_named(s: Sentence, clause: Clause) -> Iterator[Told]:
    """The predicate and the name of each person or pet whom the writer has or got, when the name stands right beside
    the noun: "I've got a brother, Joe, and a sister, Beth"."""
    for one in _newcomers(s, range(clause.first, clause.last + 1)):
        predicate, name = relation_of(one.noun), in_relation(s, one.at)[2] or _called_beside(s, one.at)
        if one.is_own and name and predicate not in (None, "other"):
            yield from ((predicate, own) for own in (name, *names_joined(s, name)))


def newcomers_of_others(s: Sentence, clause: Clause) -> Iterator[Told]:
    """The same as `newcomers_named` for somebody else who is the subject of a clause: "she's got two cats, Tom and
    Jerry"."""
    for one in _newcomers(s, range(clause.first, clause.last + 1)):
        predicate, name = relation_of(one.noun), in_relation(s, one.at)[2]
        if not one.is_own and name and predicate not in (None, "other") and s.head[one.at] == clause.verb:
            yield from ((predicate, own) for own in (name, *names_joined(s, name)))


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


def is_of_a_newcomer(s: Sentence, name: Sequence[int], before: Sentence | None, predicate: str) -> bool:
    """Whether a pronoun gives its name to somebody new, and not to the person whom the relation `predicate` is
    about. "My girlfriend has a cat, she's called Mog" does not name the girlfriend; "we got a puppy for my daughter,
    she's called Bean" does not name the daughter."""
    naming = next((at for at in range(name[0] - 1, max(-1, name[0] - 3), -1) if s.low[at] in _NAMING), None)
    if naming is None:
        return False
    new = _new_before(s, naming, before)
    return bool(new) and any(not one.is_own or relation_of(one.noun) != predicate for one in new)


def _called_beside(s: Sentence, at: int) -> tuple[int, ...]:
    """The name in the words that describe a new pet or person behind a comma: "Tank" in "a dog, a pit mix named
    Tank". Empty if there is none.
    """
    beside = s.child(at, "appos")
    naming = () if beside is None else [one for one in s.children(beside, "acl") if s.low[one] == "named"]
    names = [name for one in naming for name in names_called(s, s.subtree(one))]
    return names[0] if len(names) == 1 and _is_a_pet(s, beside or 0) else ()


def _is_a_pet(s: Sentence, noun: int) -> bool:
    return relation_of(s.low[noun]) == "pet_is" or s.low[noun] in shared("pet_kinds") | words("kinds_of_pets")


def _of_the_newcomer(
    s: Sentence, names: Sequence[tuple[int, ...]], end: int, before: Sentence | None
) -> Iterator[Told]:
    predicate = _newcomer_meant(s, end, before) if names else None
    if predicate not in (None, "other"):
        yield from ((predicate, name) for name in names)


def _newcomer_meant(s: Sentence, end: int, before: Sentence | None) -> str | None:
    new = _new_before(s, end, before)
    return relation_of(new[0].noun) if len(new) == 1 and new[0].is_own else None


def _new_before(s: Sentence, end: int, before: Sentence | None) -> list[_Newcomer]:
    """The newcomers before the token `end` or, if there are none, in the sentence before."""
    here = list(_newcomers(s, range(end)))
    return here or ([] if before is None else list(_newcomers(before, range(len(before)))))


def _given_to_a_pronoun(s: Sentence, clause: Clause) -> tuple[tuple[int, ...], ...]:
    """The names that a clause gives to a pronoun: one in "she's called Miso" and "his name is Otto", two in "they're
    called Salt and Pepper"; empty for other clauses."""
    subject = clause.subject
    given = _given_by_oneself(s, clause)
    if given:
        return (given,)
    if subject is None or clause.is_negative or clause.mood != "stated" or clause.tense == "past":
        return ()
    is_called = clause.is_passive and clause.lemma in words("calling") and s.low[subject] in ("he", "she", "it", "they")
    own = s.child(subject, "poss") if s.low[subject] in ("name", "names") else None
    is_name_of = clause.lemma == "be" and own is not None and s.low[own] in ("his", "her", "its", "their")
    said = s.child(clause.verb, "oprd", "attr", "dobj") if is_called or is_name_of else None
    if said is None or not is_name(s, said):
        return ()
    name = name_ending_at(s, said)
    are_several = s.low[subject] in ("they", "names")
    return (name, *names_joined(s, name)) if are_several else (name,)


def _given_by_oneself(s: Sentence, clause: Clause) -> tuple[int, ...]:
    """The name that the writer gives: "named him Otto", "a dog, whom we have named Figo"; empty for other clauses."""
    whom, name = s.child(clause.verb, "dobj"), s.child(clause.verb, "oprd")
    is_told = s.low[clause.verb] in ("named", "called") and clause.mood == "stated" and not clause.is_negative
    if whom is None or name is None or not is_told or s.low[whom] not in _THE_NEW_ONE:
        return ()
    return name_ending_at(s, name) if is_name(s, name) else ()


def _newcomers(s: Sentence, tokens: Iterable[int]) -> Iterator[_Newcomer]:
    """The nouns for people and pets that somebody says they got or have, with "a" or a number before them: "a kitten",
    "two cats"."""
    for at in tokens:
        first = s.head[at] if s.dep[at] == "conj" else at
        verb = s.head[first]
        is_got = s.dep[first] == "dobj" and s.lemma[verb].lower() in words("getting_somebody")
        before = s.children(at, "det", "nummod")
        is_new = any(s.low[child] in ("a", "an", "another") or s.pos[child] == "NUM" for child in before)
        noun = in_relation(s, at)[0] if is_got and is_new else None
        if noun is not None:
            subject = s.child(verb, "nsubj", "nsubjpass")  # "she's got" is parsed as a passive
            yield _Newcomer(noun, at, subject is None or s.low[subject] in closed_class("first_persons"))


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
        for token in (said, *s.children(said, "appos")):
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
    """The noun of relation, its predicate and the name, from clauses like "my therapist is Dr. Lambert", "my
    partner's name is Bea", "my boss is called Petra"."""
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
    """The name behind a noun ("Rufus" of "an old collie called Rufus"), else the noun itself."""
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
    """Predicates and objects of what the person says they are with "as": a job ("as a nurse") or a liking ("as a
    Manchester City fan")."""
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
    """The tokens of the second name of a couple: "Kadri" from "Kadri" or from "her husband Kadri". Empty if there is no
    name, or if it is that of another relative ("her sister Kadri")."""
    noun, _, name = in_relation(s, head)
    if noun is not None and relation_of(noun) == "partner_is" and name:
        return name
    return name_ending_at(s, head) if is_name(s, head) and not s.children(head, "poss") else ()
