"""Reads the pets that a sentence brings up as the writer's own: "my kelpie Diesel ate a sock", "the dog (Luna, 4)",
"our rescue, Bo, is scared of vans", "kitten (Biscuit, 12 weeks) keeps biting"."""

from collections.abc import Iterator

from kg_assets.claims.parsed.words import base_form, relation_of, shared, words
from kg_assets.claims.reading.lexicon import lexicon
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

Tokens = tuple[int, ...]
_MINE = frozenset({"my", "our"})
_OPENS = frozenset({",", ";", ".", "?", "!", "and", "but", "so", "cos", "because"})
_BEFORE_GOT = frozenset({"i", "we", "just", "have", "'ve", "so", "recently", "finally"})
_VERBAL = ("VERB", "AUX", "PART")
_DONE = ("VBD", "VBZ", "VBN", "VBP")
_NOUNS = ("NN", "NNS", "NNP")


def own_pets(s: Sentence) -> Iterator[Tokens]:
    """The tokens that name each of the writer's pets. A pet without a name has the noun for its kind instead, but
    only if a clause is about the pet.
    """
    for at in range(len(s)):
        is_own = s.low[at] in _MINE
        if at and not is_own and not _is_the(s, at):
            continue
        last = _kind_from(s, at + (is_own or s.low[at] == "the"))
        if last is None:
            continue
        name = _set_off(s, last, is_own) or (_beside(s, last) if is_own else ()) or (() if at else _aged(s, last))
        if name:
            yield name
        elif is_own and _is_spoken_of(s, at, last):
            yield (last,)
    yield from _adopted(s)


def _is_the(s: Sentence, at: int) -> bool:
    return s.low[at] == "the" and (at == 0 or s.low[at - 1] in _OPENS)


def _kind_from(s: Sentence, first: int) -> int | None:
    """The last token of a kind of pet that begins at the token `first`, where words that describe the pet may come
    first: "greyhound" in "rescue greyhound", "lab" in "old lab". None if no kind of pet begins there."""
    at = first
    while at < len(s) and not _is_kind(s, at) and (s.pos[at] in ("ADJ", "NUM") or _is_of_age(s, at)):
        at += 1
    if at >= len(s) or not (_is_kind(s, at) or s.low[at] in words("kinds_of_pets")):
        return None
    if not words("toys").isdisjoint(s.low[first:at]) or not words("former").isdisjoint(s.low[first:at]):
        return None
    while at + 1 < len(s) and _is_kind(s, at + 1):
        at += 1
    return at


def _is_of_age(s: Sentence, at: int) -> bool:
    return (s.low[at] in words("time_nouns") and s.low[at - 1][:1].isdigit()) or s.low[at] in ("old", "-")


def _is_kind(s: Sentence, at: int) -> bool:
    """Whether a noun is a kind of pet, or the last of two words for one: "great dane"."""
    two = " ".join(s.low[max(0, at - 1) : at + 1])
    return relation_of(s.low[at]) == "pet_is" or lexicon().relations.get(two) == "pet_is"


def _set_off(s: Sentence, kind: int, is_own: bool) -> Tokens:
    """The name in brackets or between commas behind a kind of pet: "Luna" in "the dog (Luna, 4)", "Bo" in "our rescue,
    Bo, is". Empty if there is none."""
    name = kind + 2
    if name + 1 >= len(s) or not _may_name(s, name):
        return ()
    is_in_brackets = s.low[kind + 1] == "(" and s.low[name + 1] in (",", ")")
    is_apposed = is_own and s.low[kind + 1] == "," and s.low[name + 1] == "," and s.word(name)[:1].isupper()
    return (name,) if is_in_brackets or is_apposed else ()


def _beside(s: Sentence, kind: int) -> Tokens:
    """The name in lower case right behind the kind of pet, if the word after it is something that animals do:
    "nibbles" in "my hamster nibbles escaped". Empty if there is none.
    """
    name = kind + 1
    is_done = name + 1 < len(s) and base_form(s, name + 1) in words("done_by_animals") and s.tag[name + 1] in _DONE
    is_doing = s.lemma[name].lower() in words("done_by_animals") if name < len(s) else True
    return (name,) if is_done and not is_doing and _may_name(s, name) and s.low[name] not in shared("jobs") else ()


def _aged(s: Sentence, kind: int) -> Tokens:
    """The name that opens a sentence right behind the kind of pet, if an age in brackets follows: "miso" in "cat
    miso (3yo, tortie)". Empty if there is none.
    """
    name = kind + 1
    is_aged = s.low_at(name + 1) == "(" and name + 2 < len(s) and s.low[name + 2][:1].isdigit()
    return (name,) if is_aged and _may_name(s, name) else ()


def _may_name(s: Sentence, at: int) -> bool:
    """Whether a noun can be the name of a pet: no relative, and nothing that is asked for."""
    low = s.low[at]
    is_other = relation_of(low) is not None or low in closed_class("asked_for") or low in shared("task_words")
    return s.tag[at] in (*_NOUNS, "JJ", "VBZ", "VB") and low[:1].isalpha() and not is_other


def _is_spoken_of(s: Sentence, at: int, kind: int) -> bool:
    """Whether a pet without a name is what a clause is about: "my cockatiel plucks her feathers", "our old lab's hips
    are going"."""
    is_open = at == 0 or s.low[at - 1] in _OPENS
    if not is_open or kind + 1 >= len(s) or s.low[kind] in words("kinds_of_pets") | words("pets_or_things"):
        return False
    behind = kind + 1
    if not {"called", "named", "name"}.isdisjoint(s.low[behind:]):
        return False  # "our cat is a fat tabby called Mortimer" tells of one pet
    is_third = "third" in {form for _, form in lexicon().forms.get(s.low[behind], ())}
    is_verb = s.pos[behind] in _VERBAL and s.tag[behind] != "VBG"  # "my horse riding lesson"
    return is_verb or is_third or s.tag[behind] == "POS"


def _adopted(s: Sentence) -> Iterator[Tokens]:
    """The name that stands behind the word for a pet that the writer got: "natto" in "adopted a kitten, natto, when
    should she be spayed"."""
    for at in range(len(s) - 1):
        is_got = s.tag[at] in ("VBD", "VBN") and s.lemma[at].lower() in words("getting_somebody")
        if not is_got or s.low[at + 1] not in ("a", "an") or not _BEFORE_GOT.issuperset(s.low[:at]):
            continue
        kind = _kind_from(s, at + 2)
        name = len(s) if kind is None else kind + 2
        is_set_off = name + 1 < len(s) and s.low[name - 1] == s.low[name + 1] == ","
        if is_set_off and s.pos[name] == "PROPN" and _may_name(s, name):
            yield (name,)
