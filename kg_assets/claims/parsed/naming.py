"""Reads the names of pets and children whom a message has just brought up: "We adopted a kitten and she's called Miso",
"the cat threw up, her name is Miso", "our granddaughter was born on Monday and they have named her Alice"."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from kg_assets.claims.parsed.events import OF_CLAUSES
from kg_assets.claims.parsed.people import Who, gender_of, is_a_person
from kg_assets.claims.parsed.who import (
    in_relation,
    is_name,
    name_ending_at,
    names_called,
    names_joined,
    relative_at,
    relative_named,
)
from kg_assets.claims.parsed.words import relation_of, shared, told_as, words
from kg_assets.claims.reading.model import SELF
from kg_assets.language.clauses import Clause
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

NEWCOMER_RULE = f"{OF_CLAUSES}newcomer"
_NAMING = frozenset({"called", "named", "name", "names"})
_HE, _SHE, _THEY = frozenset({"he", "him", "his"}), frozenset({"she", "her"}), frozenset({"they", "them", "their"})
_THE_NEW_ONE = frozenset({"him", "her", "it", "them"})
_NAMED_IN = frozenset({"past", "perfect", "present", "progressive"})
_ENDS = ("PUNCT", "CCONJ", "INTJ")
_MYSELF = Who(SELF, "self", None)
_Tokens = tuple[int, ...]
Told = tuple[str, _Tokens]


class _Newcomer(NamedTuple):
    """A noun for a person or pet whom somebody has, got or speaks of: "kitten" in "my sister got a kitten". `at` is its
    token. `is_own` says that the person or pet is the writer's. `holder` is the near relative of the writer's who has
    or got them ("my sister"), if there is one."""

    noun: str
    at: int
    is_own: bool
    holder: Who | None = None


class Named(NamedTuple):
    """A name that is given to a pet or child. `one` is the person whose pet or child it is, and `predicate` is what the
    pet or child is to that person."""

    one: Who
    predicate: str
    name: _Tokens


def newcomers_called(s: Sentence, clause: Clause, before: Sentence | None) -> Iterator[Named]:
    """The names that a clause gives to a pet or child whom it calls by a pronoun, each with the person to whom the pet
    or child belongs: "Miso" in "We adopted a kitten and she's called Miso". Nothing if the pronoun may mean somebody
    else."""
    pronoun = _named_by_a_pronoun(s, clause)
    if pronoun is None:
        return
    meant = _meant(s, clause, before, s.low[pronoun])
    one = None if meant is None else _MYSELF if meant.is_own else meant.holder
    predicate = None if meant is None else told_as(meant.noun)
    if meant is None or one is None or predicate is None:
        return
    for name in _names_given(s, clause, pronoun, predicate == "pet_is"):
        yield Named(one, predicate, name)
        if meant.noun in words("grandchildren"):
            yield from (Named(parent, "child_is", name) for parent in _namers(s, clause))


def newcomers_described(s: Sentence, before: Sentence | None) -> Iterator[Told]:
    """The predicate and the name of a new pet, from a sentence without a verb that describes the pet of the sentence
    before: "Got a dog. A pit mix named Tank"."""
    low = () if before is None else before.low
    is_for_another = any(one == "for" and other in ("my", "our") for one, other in pairwise(low))
    is_not_now = "had" in low or "getting" in low or not _is_a_pet(s, s.root)
    names = () if is_for_another or is_not_now else names_called(s, range(len(s)))
    new = _new_before(s, 0, before) if names else []
    if len(new) == 1 and new[0].is_own and relation_of(new[0].noun) == "pet_is":
        yield from (("pet_is", name) for name in names)


def newcomers_named(s: Sentence, clause: Clause) -> Iterator[Told]:
    """The predicate and the name of each person or pet whom the writer has or got, when the name stands right
    beside the noun: "I've got a brother, Joe, and a sister, Beth"."""
    for one in _newcomers(s, range(clause.first, clause.last + 1)):
        predicate, name = relation_of(one.noun), in_relation(s, one.at)[2] or _called_beside(s, one)
        if one.is_own and name and predicate not in (None, "other"):
            yield from ((predicate, own) for own in (name, *names_joined(s, name)))


def are_all_named(s: Sentence, clause: Clause) -> bool:
    """Whether a name stands beside each pet that somebody got: "a cat, an orange boy named tofu"."""
    new = [one for one in _newcomers(s, range(clause.first, clause.last + 1)) if relation_of(one.noun) == "pet_is"]
    return bool(new) and all(_called_beside(s, one) for one in new)


def newcomers_of_others(s: Sentence, clause: Clause) -> Iterator[Told]:
    """The predicate and the name of each person or pet whom somebody else, the subject of a clause, has or got: "she's
    got two cats, Tom and Jerry"."""
    for one in _newcomers(s, range(clause.first, clause.last + 1)):
        predicate, name = relation_of(one.noun), in_relation(s, one.at)[2]
        if not one.is_own and name and predicate not in (None, "other") and s.head[one.at] == clause.verb:
            yield from ((predicate, own) for own in (name, *names_joined(s, name)))


def is_of_a_newcomer(s: Sentence, name: Sequence[int], before: Sentence | None, predicate: str) -> bool:
    """Whether a pronoun gives a name to somebody new and not to the person whose relation is told. "My girlfriend has a
    cat, she's called Mog" does not name the girlfriend; "we got a puppy for my daughter, she's called Bean" does not
    name the daughter."""
    naming = next((at for at in range(name[0] - 1, max(-1, name[0] - 3), -1) if s.low[at] in _NAMING), None)
    if naming is None:
        return False
    new = _new_before(s, naming, before)
    return bool(new) and any(not one.is_own or relation_of(one.noun) != predicate for one in new)


def newcomer_before(before: Sentence) -> str | None:
    """The noun for the only child or grandchild whom a sentence says the writer has or got: "granddaughter" in
    "We have a granddaughter". None if there is none."""
    new = list(_newcomers(before, range(len(before))))
    one = new[0] if len(new) == 1 and new[0].is_own else None
    is_child = one is not None and (relation_of(one.noun) == "child_is" or told_as(one.noun) is not None)
    return one.noun if one is not None and is_child and relation_of(one.noun) != "pet_is" else None


def _called_beside(s: Sentence, one: _Newcomer) -> _Tokens:
    """The name in the words that describe a new pet or person behind a comma: "Tank" in "a dog, a pit mix named Tank",
    "tofu" in "a cat, orange boy named tofu". Empty if there is none."""
    beside = s.child(one.at, "appos")
    naming = [] if beside is None else [verb for verb in s.children(beside, "acl") if s.low[verb] == "named"]
    names = [name for verb in naming for name in (names_called(s, s.subtree(verb)) or [_low_name(s, verb + 1)]) if name]
    is_described = beside is not None and (_is_a_pet(s, beside) or s.low[beside] in words("a_child"))
    return names[0] if len(names) == 1 and is_described and relation_of(one.noun) == "pet_is" else ()


def _is_a_pet(s: Sentence, noun: int) -> bool:
    return relation_of(s.low[noun]) == "pet_is" or s.low[noun] in shared("pet_kinds") | words("kinds_of_pets")


def _meant(s: Sentence, clause: Clause, before: Sentence | None, pronoun: str) -> _Newcomer | None:
    """The only pet or person whom the pronoun can mean to which a clause gives a name. It is somebody new or, if nobody
    is new, a pet or child of the writer's. The words for them stand before the clause or in the sentence before. None
    if nobody fits or more than one could be meant."""
    new = _new_before(s, clause.first, before)
    if not new:
        new = list(_spoken_of(s, range(clause.first))) or (
            []
            if before is None or _has_somebody(s, range(clause.first))
            else list(_spoken_of(before, range(len(before))))
        )
    fitting = [one for one in new if _fits(pronoun, one.noun)]
    return fitting[0] if len(new) == len(fitting) == 1 else None


def _fits(pronoun: str, noun: str) -> bool:
    said = gender_of(noun)
    return said is None or pronoun not in (_SHE if said == "he" else _HE)


def _new_before(s: Sentence, end: int, before: Sentence | None) -> list[_Newcomer]:
    """The new pets and people (see `_newcomers`) before the token `end` or, if there are none, in the
    sentence before."""
    here = list(_newcomers(s, range(end)))
    return here or ([] if before is None else list(_newcomers(before, range(len(before)))))


def _newcomers(s: Sentence, tokens: Iterable[int]) -> Iterator[_Newcomer]:
    """The nouns for people and pets that somebody says they got or have, with "a" or a number before them: "a kitten",
    "two cats"; also the child of a birth ("my wife gave birth")."""
    for at in tokens:
        first = s.head[at] if s.dep[at] == "conj" else at
        verb = s.head[first]
        if s.dep[first] != "dobj":
            continue
        noun = "baby" if s.low[at] == "birth" and s.lemma[verb].lower() == "give" else _got(s, at, verb)
        if noun is not None and not (s.low[verb] == "had" and relation_of(noun) == "pet_is" and s.tag[verb] == "VBD"):
            subject = s.child(verb, "nsubj", "nsubjpass")  # "she's got" is parsed as a passive
            relative = None if subject is None or _is_ours(s, subject) else relative_at(s, subject)
            is_birth = s.low[at] == "birth"
            is_own = relative is not None and relative.predicate == "partner_is" if is_birth else False
            is_own = is_own or subject is None or _is_ours(s, subject)
            is_near = relative is not None and relative.predicate in words("of_ones_family")
            yield _Newcomer(noun, at, is_own, relative_named(s, subject) if subject is not None and is_near else None)


def _is_ours(s: Sentence, subject: int) -> bool:
    """Whether the subject is the writer, alone or with others: "we", "my husband and I"."""
    return any(s.low[at] in closed_class("first_persons") for at in (subject, *s.children(subject, "conj")))


def _got(s: Sentence, at: int, verb: int) -> str | None:
    """The noun for somebody new that is the object of a verb of getting: "kitten" in "we adopted a kitten". None if the
    object is no such noun."""
    lemma = s.lemma[verb].lower()
    is_new = any(
        s.low[child] in ("a", "an", "another") or s.pos[child] == "NUM" for child in s.children(at, "det", "nummod")
    )
    if not is_new:
        return None
    noun = in_relation(s, at)[0] or ("pet" if s.low[at] in words("kinds_of_pets") | words("pets_or_things") else None)
    if lemma in words("getting_somebody"):
        return noun
    is_brought = any(f"{lemma} {s.low[child]}" in words("bringing_home") for child in s.children(verb, "prt", "advmod"))
    return noun if is_brought and noun is not None and relation_of(noun) == "pet_is" else None


def _spoken_of(s: Sentence, tokens: Sequence[int]) -> Iterator[_Newcomer]:
    """The pet or child of the writer's that is spoken of without its name, if no other person or animal is named: "the
    cat threw up", "our son was born in May"."""
    found = [(at, noun) for at in tokens if (noun := _own_noun(s, at)) is not None]
    if len(found) == 1:
        at, noun = found[0]
        others = [t for t in tokens if t != at and s.head[t] != at]
        if not _has_somebody(s, others):
            yield _Newcomer(noun, at, True)


def _has_somebody(s: Sentence, tokens: Iterable[int]) -> bool:
    """Whether a person or an animal is named."""
    return any(
        s.pos[t] in ("NOUN", "PROPN") and (is_a_person(s, t) or _is_a_pet(s, t) or s.entity[t] == "PERSON")
        for t in tokens
    )


def _own_noun(s: Sentence, at: int) -> str | None:
    """The noun for a pet or child of the writer's: "my dog", "our granddaughter", or a pet as the subject that opens a
    clause ("the cat threw up", "beagle keeps howling"). None for another word."""
    if s.pos[at] not in ("NOUN", "PROPN"):
        return None
    relative = relative_at(s, at)
    if relative is not None:
        is_young = relative.predicate in ("pet_is", "child_is") or relative.noun in words("grandchildren")
        return relative.noun if is_young and not relative.name else None
    is_subject = s.dep[at] in ("nsubj", "nsubjpass") and s.tag[at] in ("NN", "NNP") and s.low[at] not in words("toys")
    if not is_subject or relation_of(s.low[at]) != "pet_is" or s.low[at] in words("pets_or_things"):
        return None
    first = s.first_below(at)
    is_open = first == 0 or s.low[first - 1] in closed_class("clause_openings")
    is_the = s.low[first] == "the" and all(s.pos[t] != "ADP" for t in range(first, at))
    is_bare = first == at and s.tag[s.head[at]] == "VBZ"
    return s.low[at] if is_open and (is_the or is_bare) else None


def _named_by_a_pronoun(s: Sentence, clause: Clause) -> int | None:
    """The pronoun to which a clause gives a name: "her" in "we have named her Tilda", "she" in "she's called Miso",
    "his" in "his name is Otto". None for other clauses."""
    if clause.is_negative or clause.mood != "stated" or clause.tense not in _NAMED_IN:
        return None
    subject, behind = clause.subject, clause.verb + 1
    if clause.lemma in words("calling") and not clause.is_passive:
        whom = s.child(clause.verb, "dobj")
        is_had = any(s.low[at] == "had" for at in s.children(clause.verb, "aux"))  # "they had named him Rex"
        if whom is not None and s.low[whom] == "whom":
            return whom
        return behind if s.low_at(behind) in _THE_NEW_ONE and not is_had else None
    if subject is None or clause.tense == "past":
        return None
    if clause.is_passive and clause.lemma in words("calling"):
        return subject if s.low[subject] in ("he", "she", "it", "they") else None
    own = s.child(subject, "poss") if s.low[subject] in ("name", "names") else None
    is_name_of = clause.lemma == "be" and own is not None and s.low[own] in ("his", "her", "its", "their")
    return own if is_name_of else None


def _names_given(s: Sentence, clause: Clause, pronoun: int, is_pet: bool) -> tuple[_Tokens, ...]:
    """The names that a clause gives to a pronoun: two in "they're called Salt and Pepper"; empty if they are no names.
    A word in lower case is the name of a pet only, or one behind "named her"."""
    are_several = s.low[pronoun] in _THEY or s.low[clause.subject or 0] == "names"
    if pronoun == clause.verb + 1:
        name = _name_at(s, pronoun + 1, clause.lemma == "name")
    else:
        said = s.child(clause.verb, "oprd", "attr", "acomp") or s.child(clause.verb, "dobj")
        if said is None or said == pronoun:
            return ()
        name = name_ending_at(s, said) if is_name(s, said) else _low_name(s, said) if is_pet else ()
    if not name or not are_several:
        return (name,) if name else ()
    joined = _name_at(s, name[-1] + 2, clause.lemma == "name") if s.low_at(name[-1] + 1) in ("and", "&") else ()
    return (name, joined) if joined else (name, *names_joined(s, name))


def _name_at(s: Sentence, at: int, is_named: bool) -> _Tokens:
    """The tokens of the name that begins at `at`: a word with a capital or a known first name or, with `is_named`, a
    single noun that ends the clause. Empty if there is none."""
    if at >= len(s) or relation_of(s.low[at]) is not None or s.low[at] in shared("weekdays") | shared("months"):
        return ()
    if s.word(at)[:1].isupper() or s.low[at] in shared("given_names"):
        end = at + 1
        while end < len(s) and s.pos[end] == "PROPN" and s.word(end)[:1].isupper():
            end += 1
        return tuple(range(at, end))
    return _low_name(s, at) if is_named else ()


def _low_name(s: Sentence, at: int) -> _Tokens:
    """A noun alone that ends a clause and can be the name of a pet: "miso" in "named her miso"."""
    if at >= len(s) or s.tag[at] not in ("NN", "NNS", "NNP", "NNPS", "JJ") or not s.word(at).isalpha():
        return ()
    before = [child for child in s.children(at) if child < at and s.low[child] not in _THE_NEW_ONE]
    is_last = at + 1 >= len(s) or s.pos[at + 1] in (*_ENDS, "PRON")
    is_time = s.entity[at] in ("DATE", "TIME") or s.low[at] in words("no_low_names")
    is_other = is_time or relation_of(s.low[at]) is not None or s.low[at] in words("no_own_names") | shared("weekdays")
    return () if before or is_other or not is_last else (at,)


def _namers(s: Sentence, clause: Clause) -> Iterator[Who]:
    """The parents by name who give a newborn its name: "Uwe and Ida" in "Uwe and Ida have named her Alice"."""
    subject = clause.subject
    for at in () if subject is None else (subject, *s.children(subject, "conj")):
        if is_name(s, at) and s.entity[at] in ("PERSON", ""):
            name = name_ending_at(s, at)
            yield relative_named(s, at) or Who(s.words(name), "somebody", s.span(name))
