"""Whether a claim says enough by itself: one that lacks its thing, or names no more than a part of one, does not."""

from collections.abc import Sequence
from typing import NamedTuple

from kg_assets.claims.parsed.words import words
from kg_assets.language.clauses import Clause
from kg_assets.language.sentence import Sentence

_NOUNS = ("NOUN", "PROPN")
_MEANING = (*_NOUNS, "VERB", "NUM")
# What hangs on a noun and tells which one it is, or what of.
_TELLING = ("prep", "relcl", "acl", "compound", "appos", "nummod", "nmod", "ccomp")
_PLACES = ("GPE", "LOC", "FAC", "ORG")
_QUESTIONS = ("what", "how", "where", "whatever")
Tokens = Sequence[int]


def says_little(s: Sentence, clause: Clause, predicate: str, tokens: Tokens, is_event: bool, is_dated: bool) -> bool:
    """Whether of what was done or wanted the thing, the place or the time was left to what was said before."""
    if is_event and not tokens:
        return not is_dated and _is_bare_doing(s, clause, predicate)
    if predicate == "wants" and clause.tense in ("past", "past_progressive") and not is_dated:
        return True  # "I wanted to show the unity": at some time that is over
    if not (is_event or predicate in words("of_doings")):
        return False
    return _is_there(s, clause, tokens) or says_little_of_what(s, tokens, clause.verb)


def says_little_of_what(s: Sentence, tokens: Tokens, verb: int | None = None) -> bool:
    """Whether an object names no thing that is known again ("the color", "great progress", "see what happens").

    What the claim's own `verb` says of a noun tells nothing more of it ("the progress I made").
    """
    if not tokens:
        return False
    own = frozenset(tokens)
    head = next((token for token in tokens if s.head[token] not in own or s.head[token] == token), tokens[-1])
    thing = _Thing(s, head, own, verb)
    if s.pos[head] in ("VERB", "AUX"):
        return _is_half_doing(thing)
    return s.pos[head] in _NOUNS and (_is_half(thing) or _is_an_aspect(thing))


def _is_bare_doing(s: Sentence, clause: Clause, predicate: str) -> bool:
    """ "I powered through", "we competed", but not "I went hiking" or "I fainted"."""
    last = predicate.rpartition("_")[2]
    is_verb = last in (clause.lemma, s.low[clause.verb])
    is_linking = last in words("particles_and_prepositions")
    return (is_verb or is_linking) and clause.lemma not in words("enough_alone")


def _is_there(s: Sentence, clause: Clause, tokens: Tokens) -> bool:
    """ "I had a blast there": where no place was named before it."""
    holders = (clause.verb, *(token for token in tokens if s.head[token] == clause.verb))
    found = [t for holder in holders for t in s.children(holder, "advmod") if s.low[t] == "there"]
    return bool(found) and not any(s.entity[token] in _PLACES for token in range(min(found)))


class _Thing(NamedTuple):
    """A word of an object, with all of the object."""

    s: Sentence
    token: int
    own: frozenset[int]
    verb: int | None

    @property
    def low(self) -> str:
        return self.s.low[self.token]

    @property
    def lemma(self) -> str:
        return self.s.lemma[self.token].lower()

    def of(self, token: int) -> "_Thing":
        return self._replace(token=token)


def _is_half_doing(one: _Thing) -> bool:
    s, verb = one.s, one.token
    if one.lemma in words("verbs_of_finding_out"):
        what = s.child(verb, "ccomp")
        asked = what is not None and any(s.low[token] in _QUESTIONS for token in s.subtree(what))
        if what is not None and asked and s.lemma[what].lower() in words("happening"):
            return True  # "see what happens"
    more = [t for t in s.children(verb) if t in one.own and s.dep[t] not in ("advmod", "npadvmod", "punct")]
    if one.lemma in words("verbs_of_going"):
        return not any(s.dep[child] != "prep" or s.children(child, "pobj", "pcomp") for child in more)
    if one.lemma in words("verbs_of_handing"):
        return s.child(verb, "dobj", "dative", "ccomp") is None  # "share with my customers"
    thing = s.child(verb, "dobj")
    return thing is not None and more == [thing] and s.pos[thing] in _NOUNS and _is_half(one.of(thing))


def _is_half(one: _Thing) -> bool:
    """ "Great progress", "a ton of fun": of what, with whom or where stands nowhere."""
    if not _is_alone(one):
        return False
    if one.low in words("quantities"):
        of = one.s.child(one.token, "prep")
        inner = None if of is None else one.s.child(of, "pobj")
        return of is None if inner is None else _is_half(one.of(inner))
    return one.low in words("half_nouns") or one.lemma in words("half_nouns")


def _is_an_aspect(one: _Thing) -> bool:
    """ "The color", "the destination": of what."""
    s = one.s
    first = s.head[one.token] if s.dep[one.token] == "conj" else one.token  # "the color and texture"
    is_the = any(s.low[child] == "the" for child in s.children(first, "det"))
    return is_the and one.low in words("aspects") and _is_alone(one)


def _is_alone(one: _Thing) -> bool:
    """Whether a noun is all that an object has, but for words that describe it."""
    s, noun = one.s, one.token
    if s.pos[noun] == "PROPN" or s.children(noun, "poss"):
        return False
    is_quantity = one.low in words("quantities")
    telling = [child for child in s.children(noun) if s.dep[child] in _TELLING and child != one.verb]
    if telling and not (is_quantity and all(s.dep[child] == "prep" for child in telling)):
        return False
    behind = [token for token in one.own if token > noun and s.pos[token] in _MEANING]
    return all(is_quantity and noun in s.ancestors(token) for token in behind)
