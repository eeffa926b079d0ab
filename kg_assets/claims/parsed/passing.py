"""What is said of the moment or of the talk alone, and says nothing to who did not hear it."""

from collections.abc import Sequence

from kg_assets.claims.parsed.words import words
from kg_assets.claims.reading.model import SELF
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

_OBJECTS = ("dobj", "pobj", "dative")
_SUBJECTS = ("nsubj", "nsubjpass")
_NOUNS = ("NOUN", "PROPN")
# What makes a vague word say which one is meant ("something that flies", "one of the vans").
_TELLING = ("relcl", "acl", "prep", "compound")
Tokens = Sequence[int]


def is_of_the_talk(s: Sentence, subject: str, predicate: str, tokens: Tokens) -> bool:
    """Whether an object is known from the talk alone: the listener's, an "it" from the turn before, "something new"."""
    if not tokens or predicate in words("said_by_itself"):
        return False
    if is_yours(s, tokens) and predicate in words("of_verbs"):
        return True
    is_elses = subject == SELF and _is_somebody_elses(s, tokens)
    return is_elses or _points_back(s, predicate, tokens) or _is_vague(s, tokens)


def is_yours(s: Sentence, tokens: Tokens) -> bool:
    """What is planned or wanted with the listener is of the talk ("talk about your formatting")."""
    holders = [child for token in tokens for child in s.children(token, "poss")]
    return any(s.low[token] in closed_class("second_persons") for token in (*tokens, *holders))


def _points_back(s: Sentence, predicate: str, tokens: Tokens) -> bool:
    """What is done with "it" is known from the turn before alone, unless what it stands for is named before it."""
    deps = (*_OBJECTS, *_SUBJECTS) if predicate in words("of_verbs") else _OBJECTS
    named = 0
    for token in tokens:
        if s.dep[token] in deps and _stands_for_something(s, token) and not (named > 1 and _is_of_a_noun(s, token)):
            return True
        named += s.pos[token] in _NOUNS and s.low[token] not in words("empty_objects")
        # "Meet my cousins and hug them", but not "put work into it".
        if named and s.pos[token] == "VERB":
            return False
    return False


def _stands_for_something(s: Sentence, token: int) -> bool:
    is_relative = s.low[token] == "that" and (s.tag[token] == "WDT" or s.dep[s.head[token]] == "relcl")
    return s.low[token] in words("pointing_back") and not is_relative and s.child(token, *_TELLING) is None


def _is_of_a_noun(s: Sentence, token: int) -> bool:
    """ "A cake with berries on it": what it stands for is in the same phrase."""
    return s.dep[token] == "pobj" and s.pos[s.head[s.head[token]]] in _NOUNS


def _is_somebody_elses(s: Sentence, tokens: Tokens) -> bool:
    """ "I love their work": whose that is was said before."""
    holders = s.children(_head(s, tokens), "poss")
    return any(s.low[holder] in closed_class("others_words") and s.tag[holder] == "PRP$" for holder in holders)


def _head(s: Sentence, tokens: Tokens) -> int:
    own = set(tokens)
    return next((token for token in tokens if s.head[token] not in own or s.head[token] == token), tokens[-1])


def _is_vague(s: Sentence, tokens: Tokens) -> bool:
    own = set(tokens)
    head = _head(s, tokens)
    if s.lemma[head].lower() in words("going_on") and _is_no_more_than_going_on(s, head):
        return True
    if s.pos[head] == "VERB":
        thing = s.child(head, "dobj")
        if thing is None or thing not in own or s.children(head, "prep", "advcl", "xcomp"):
            return False
        head = thing
    return s.low[head] in words("vague") and s.child(head, *_TELLING) is None


def _is_no_more_than_going_on(s: Sentence, head: int) -> bool:
    """ "Keep going", "keep working hard": what goes on is not said."""
    inner = s.child(head, "xcomp")
    if inner is None or s.lemma[inner].lower() not in words("goes_on"):
        return False
    thing = s.child(inner, "dobj")
    return thing is None or s.low[thing] == "best"
