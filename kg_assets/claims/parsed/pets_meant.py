"""Finds the pets that a message calls by name alone: "Moose is a 90 pound lab, 7 years old. Vet or wait?",
"can rats eat avocado? Biscuit just stole some".

A name alone may be that of a pet in the news or of somebody else's. So the message must say of the animal what only who
keeps it says (its age or weight), or ask about its kind and tell what it did at home, or that it has the name now
("Waffles it is").
"""

from collections.abc import Iterator, Sequence
from functools import cache

from kg_assets.claims.parsed.circle import is_a_bare_name
from kg_assets.claims.parsed.people import Who
from kg_assets.claims.parsed.words import base_form, shared, words
from kg_assets.claims.reading.lexicon import lexicon
from kg_assets.claims.reading.model import SELF
from kg_assets.language.clauses import Clause, clauses_of
from kg_assets.language.sentence import Sentence

Tokens = tuple[int, ...]
Low = tuple[str, ...]
Told = tuple[Sentence, Who, str, Tokens]
_HE_OR_SHE = frozenset({"he", "she", "it", "hes", "shes", "its"})
_OF_OTHERS = frozenset({"his", "her", "their", "your", "'s"})
_MYSELF = Who(SELF, "self", None)


def pets_meant(sentences: Sequence[Sentence], unparsed: Sequence[Low]) -> Iterator[Told]:
    """The pets of the writer that a message calls by name alone, and how old they are. `unparsed` are the words of the
    sentences that only ask or wish for something, which have no parse."""
    lows = [*(s.low for s in sentences), *unparsed]
    if all(animal_words().isdisjoint(low) for low in lows):
        return
    if any(_is_of_others(low) or not words("animals_of_others").isdisjoint(low) for low in lows):
        return
    found: dict[str, tuple[Sentence, int]] = {}
    is_of_animals = any(_is_another_kind(low) for low in lows)
    for s in sentences:
        for at in _described(s, is_of_animals):
            found.setdefault(s.low[at], (s, at))
            yield from _age_of(s, at)
    if not found and (unparsed or any(_is_asking(s) for s in sentences)) and any(names_animals(low) for low in lows):
        doing = {s.low[at]: (s, at) for s in sentences for at in (*_at_home(s), *_named_now(s, sentences))}
        found = doing if len(doing) == 1 else {}
    for s, at in found.values():
        yield s, _MYSELF, "pet_is", (at,)


def _is_of_others(low: Low) -> bool:
    """Whether a sentence speaks of an animal that somebody else keeps: "her dog", "my neighbour's lab", "a client"."""
    if not words("keepers_of_others").isdisjoint(low):
        return True
    return any(
        _is_kind(low, at) and (low[at - 1] in _OF_OTHERS or low[at - 1].endswith("'s")) for at in range(1, len(low))
    )


@cache
def _kinds() -> frozenset[str]:
    """The nouns for kinds of animals that are kept, also those of two words."""
    kept = {noun for noun, label in lexicon().relations.items() if label == "pet_is"}
    several = {f"{noun}s" for noun in kept}
    return shared("pet_kinds") | words("kinds_of_pets") | words("pets_too") | frozenset(kept | several)


@cache
def animal_words() -> frozenset[str]:
    """The words of which a message has one that speaks of an animal."""
    return frozenset(one for kind in _kinds() for one in kind.split()) | words("signs_of_an_animal")


def _is_kind(low: Low, at: int) -> bool:
    return low[at] in _kinds() or " ".join(low[max(0, at - 1) : at + 1]) in _kinds()


def _described(s: Sentence, is_of_animals: bool) -> Iterator[int]:
    """The bare names of animals of which a sentence says the kind and, with a number, the age or the weight: "Moose is
    a 90 pound lab", "Biscuit is 11, she's a lab mix". `is_of_animals`
    tells whether the message names another animal."""
    clauses = [c for c in clauses_of(s) if c.lemma == "be" and c.tense == "present" and not c.is_negative]
    for number, clause in enumerate(clauses):
        said = s.child(clause.verb, "attr")
        if said is None or clause.subject is None or clause.mood != "stated" or not _is_kind(s.low, said):
            continue
        if s.child(said, "det") is None or s.low[s.child(said, "det") or 0] not in ("a", "an"):
            continue
        named = clause.subject
        if s.low[named] in _HE_OR_SHE:
            before = clauses[number - 1].subject if number else None
            named = named if before is None else before
        is_own = is_a_bare_name(s, named) and s.low[named] not in words("animals_of_stories")
        is_animal = s.low[said] not in words("animals_or_people") or is_of_animals
        if is_own and is_animal and _is_measured(s, said):
            yield named


def _is_another_kind(low: Low) -> bool:
    """Whether a sentence names an animal by a word that is not people's, too ("a boxer")."""
    return any(
        one in words("signs_of_an_animal") or (_is_kind(low, at) and one not in words("animals_or_people"))
        for at, one in enumerate(low)
    )


def _is_measured(s: Sentence, kind: int) -> bool:
    """Whether a number beside a kind of animal tells its age or weight: "a 90 pound lab", "a lab, 7 years old", "is 11,
    she's a lab mix"."""
    return any(
        s.low[at][:1].isdigit() and (not words("measures_of_animals").isdisjoint(_near(s, at)) or _is_alone(s, at))
        for at in range(len(s))
    )


def _near(s: Sentence, number: int) -> Tokens | tuple[str, ...]:
    return (*s.low[number : number + 4],)


def _is_alone(s: Sentence, number: int) -> bool:
    """Whether a number is what "is" says of somebody: "is 11,"."""
    return s.low[number].isdecimal() and s.low_at(number - 1) in ("is", "'s") and s.low_at(number + 1) in (",", "and")


def _age_of(s: Sentence, name: int) -> Iterator[Told]:
    """How old the animal is: 7 in "Moose is a lab, 7 years old", 5 in "Rusty is a 5 year old boxer"."""
    for at in range(name + 1, len(s) - 1):
        near = s.low[at + 1 : at + 4]
        is_age = (
            s.low[at].isdecimal() and near and near[0] in ("-", "year", "years", "yr", "yrs", "yo") and "old" in near
        )
        if is_age:
            yield s, Who(s.word(name), "person", (s.start[name], s.end[name])), "age_is", (at,)
            return


def names_animals(low: Low) -> bool:
    """Whether a sentence names a kind of animal that it does not call the writer's, or speaks of a vet: "can rats eat
    avocado", "get cat hair off"."""
    return not animal_words().isdisjoint(low) and any(
        one in words("signs_of_an_animal") or (_is_kind(low, at) and low[at - 1 : at] not in (("my",), ("our",)))
        for at, one in enumerate(low)
    )


def _is_asking(s: Sentence) -> bool:
    is_open = s.text.rstrip().endswith("?") or s.low[:1] in (("how",), ("can",))
    return is_open or any(clause.mood in ("asked", "ordered") for clause in clauses_of(s))


def _at_home(s: Sentence) -> Iterator[int]:
    """The bare names that are the subject of what animals do about the house, or can do no more: "Biscuit stole my
    toast", "Moose can't do the stairs anymore"."""
    for clause in clauses_of(s):
        at = clause.subject
        if at is None or clause.mood not in ("stated", "possible") or not _may_be_a_pet(s, at):
            continue
        if _is_done_by_an_animal(s, clause) and not any(_is_kind(s.low, t) for t in clause.complement):
            yield at


def _named_now(s: Sentence, sentences: Sequence[Sentence]) -> Iterator[int]:
    """The name that an animal has got: "Waffles it is. She's been here a week"."""
    is_meant = any(not words("somebody_meant").isdisjoint(one.low) for one in sentences)
    if is_meant and s.low[1:3] == ("it", "is") and s.word(0)[:1].isupper() and _may_be_a_pet(s, 0):
        yield 0


def _may_be_a_pet(s: Sentence, at: int) -> bool:
    """Whether a bare word can be an animal's name: no relative, no job and nobody in general."""
    no_pets = shared("jobs") | words("persons") | words("animals_of_stories")
    is_a_persons = s.entity[at] == "PERSON" or s.low[at] in shared("given_names") | words("short_names")
    if is_a_persons and s.low[at] not in words("names_of_animals"):
        return False
    return is_a_bare_name(s, at) and s.tag[at] in ("NNP", "NN") and s.low[at] not in no_pets


def _is_done_by_an_animal(s: Sentence, clause: Clause) -> bool:
    verb = base_form(s, clause.verb)
    if not words("done_by_people_only").isdisjoint(s.low[clause.verb : clause.last + 1]):
        return False
    if clause.mood == "stated" and verb in words("done_by_animals") | words("done_at_home_by_animals"):
        return _is_of_these_days(s)
    is_weak = clause.is_negative and not words("too_much_for_animals").isdisjoint(s.low[clause.verb : clause.last + 1])
    return is_weak and verb in words("done_at_last_by_animals")


def _is_of_these_days(s: Sentence) -> bool:
    """Whether a sentence speaks of its writer, or of a time that is no year: "my toast", "just", "last night". What a
    cat of a film does is told without."""
    is_near = not (words("of_oneself") | words("of_these_days")).isdisjoint(s.low)
    dated = any(s.entity[at] in ("DATE", "TIME") for at in range(len(s)))
    is_of_a_year = any(low.isdecimal() and len(low) == 4 for low in s.low)
    return is_near or (dated and not is_of_a_year)
