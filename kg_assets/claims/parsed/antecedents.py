"""Finds what "it" and "them" stand for, where only one thing can be meant: "I baked rye bread and burned it"."""

from collections.abc import Sequence
from typing import NamedTuple

from kg_assets.claims.parsed.words import relation_of, words
from kg_assets.language.clauses import Clause
from kg_assets.language.phrases import bare
from kg_assets.language.sentence import Sentence

_THINGS = ("dobj", "pobj", "attr", "nsubj", "nsubjpass", "conj")
_TAGS = {"it": ("NN",), "them": ("NNS",)}
_IN_FULL = ("relcl", "acl", "punct", "prep", "conj", "cc", "appos")
_OF_THINGS = frozenset({"give", "play"})  # light verbs behind which "it" is a thing all the same
_SAYS_OF_IT = ("xcomp", "ccomp", "oprd", "acomp")
Tokens = tuple[int, ...]


class Thing(NamedTuple):
    """A noun phrase: the sentence in which it stands, and its tokens there."""

    s: Sentence
    tokens: Tokens


def thing_meant(s: Sentence, clause: Clause, before: Sentence | None) -> Thing | None:
    """The only thing that "it" or "them", as the object of a clause, can stand for. It is named before in the same
    sentence, else in the sentence before. None if there is no such thing or more than one."""
    pronoun = s.child(clause.verb, "dobj")
    if pronoun is None or s.low[pronoun] not in _TAGS or pronoun < clause.verb or clause.antecedent is not None:
        return None
    if clause.lemma in (words("light_verbs") - _OF_THINGS) | words("no_events") | words("at_a_screen") | words(
        "said_of_anything"
    ):
        return None
    if any(child > pronoun for child in s.children(clause.verb, *_SAYS_OF_IT)):
        return None  # "find it hard to rest"
    tags = _TAGS[s.low[pronoun]]
    here = _things(s, range(clause.verb), tags)
    found = here or (() if before is None or _speaks_of_it(s, pronoun) else _things(before, range(len(before)), tags))
    holder = s if here else before
    return Thing(holder, found[0]) if holder is not None and len(found) == 1 else None


def things_named(s: Sentence, tags: Sequence[str]) -> list[Tokens]:
    """The things that a sentence names with nouns of these tags (parts of speech as the parser writes them): each noun
    with the words before it that belong to it, without an article."""
    return _things(s, range(len(s)), tags)


def _speaks_of_it(s: Sentence, pronoun: int) -> bool:
    """Whether the sentence has another pronoun or "which" before this pronoun, so that both may stand for
    something else."""
    return any(s.low[token] in words("pointing_back") | {"which"} for token in range(pronoun))


def _things(s: Sentence, within: Sequence[int], tags: Sequence[str]) -> list[Tokens]:
    heads = [t for t in within if s.tag[t] in tags and s.dep[t] in _THINGS and not _is_no_thing(s, t)]
    return [bare(s, [t for t in s.subtree(head, _IN_FULL) if t <= head], frozenset()) for head in heads]


def _is_no_thing(s: Sentence, token: int) -> bool:
    lemma = s.lemma[token].lower()
    is_time = s.entity[token] in ("DATE", "TIME") or lemma in words("time_nouns") | words("lengths_of_time")
    is_somebody = lemma in words("persons") or relation_of(s.low[token]) is not None
    points = any(s.low[child] in words("pointing") for child in s.children(token, "det"))  # "that film": which one
    return points or is_time or is_somebody or s.low[token] in words("empty_objects") | words("whereabouts")
