"""Keeps those words of an atom that can be understood without the sentences before: of "i feel hopeful after reading
it" it keeps "i feel hopeful".

A phrase that means somebody or something named before is left out if it only adds to what the person is or feels. If it
is itself what is liked or done, there is no atom.
"""

from collections.abc import Sequence

from kg_assets.claims.parsed.passing import is_bare_demonstrative, stands_for_another
from kg_assets.claims.reading.model import SELF
from kg_assets.language.sentence import Sentence

# What may be left out if it depends on a feeling, a trait or a noun.
_LOOSE = frozenset({"prep", "advcl", "relcl", "acl", "xcomp", "pcomp", "agent"})
_HOLDERS = frozenset({"ADJ", "NOUN", "PROPN"})
_FELT = frozenset({"acomp", "attr", "oprd", "conj"})
# Verbs whose "it" stands for nothing: "make it work", "give it my all".
OF_NOTHING = frozenset({"make", "give", "take", "call", "keep"})
_OF = "of"


def understood(s: Sentence, verb: int, kept: Sequence[int], meant: frozenset[int]) -> list[int] | None:
    """The tokens of an atom, without the phrases that only earlier sentences explain. None if the atom is about such a
    phrase. The tokens `meant` count as explained."""
    left = list(kept)
    while (unknown := _unknown(s, left, meant)) is not None:
        piece = _piece(s, verb, unknown, left)
        if piece is None:
            return None
        left = [token for token in left if token not in piece]
    return left


def _unknown(s: Sentence, tokens: Sequence[int], meant: frozenset[int]) -> int | None:
    """The first token that stands for something that these tokens do not name: "it" in "hopeful after reading it". None
    if there is none."""
    for at, token in enumerate(tokens):
        if token in meant:
            continue
        is_degree = s.dep[token] == "advmod"  # "this bitter"
        if is_degree or (s.low[token] == "it" and _is_empty(s, token)):
            continue
        if s.dep[token] != "det" and stands_for_another(s, SELF, token, tokens[:at]):
            return token
        is_thing = s.pos[token] in ("NOUN", "PROPN") and s.child(token, "compound", "prep") is None  # "this lemon cake"
        is_thing = is_thing and s.dep[token] not in ("attr", "acomp")
        points = is_thing and is_bare_demonstrative(s, token, tokens)
        if points or _is_of_others(s, token, tokens[:at]) or _is_like_another(s, token):
            return token
    return None


def _is_empty(s: Sentence, token: int) -> bool:
    """Whether an "it" stands for nothing, or for the clause that follows: "make it work", "like it when it rains"."""
    above = [s.lemma[verb].lower() for verb in s.ancestors(token)[:2]]
    has_clause = s.dep[token] == "dobj" and s.child(s.head[token], "advcl", "ccomp") is not None
    # "I find it hard to say no"
    has_clause = has_clause or any(s.tag[t] == "VB" and s.low[t - 1] == "to" for t in range(token + 2, len(s)))
    return not OF_NOTHING.isdisjoint(above) or has_clause or above[:1] in (["rain"], ["snow"])


def _is_like_another(s: Sentence, token: int) -> bool:
    """Whether a word only says what its thing is like or unlike: "something similar", "something else"."""
    beside = {s.low[child] for child in s.children(token, "amod", "advmod")}
    return s.low[token] in ("something", "somewhere") and not beside.isdisjoint({"similar", "else", "alike"})


def _is_of_others(s: Sentence, token: int, before: Sequence[int]) -> bool:
    """Whether a token is a possessive such as "their" or "her" that means somebody who was not named before it."""
    is_theirs = s.tag[token] == "PRP$" and s.low[token] in ("his", "her", "their", "its")
    return is_theirs and not any(s.pos[one] in ("NOUN", "PROPN") for one in before)


def _piece(s: Sentence, verb: int, unknown: int, kept: Sequence[int]) -> frozenset[int] | None:
    """The tokens to leave out together with the token `unknown`, which nothing before it explains.

    They are the outermost phrase around it that depends on a feeling, a trait or a noun ("after reading it" in "hopeful
    after reading it"), or a phrase behind a verb that has an object ("in this way" in "serving my town in this way").
    For a plural without an article ("kids who need one") they are only the relative clause. None if there is no such
    phrase, if nothing meaningful would be left, or if only the phrase says which thing is meant ("the calm it brings").
    """
    found: int | None = None
    token = unknown
    while token != verb and s.head[token] != token:
        head = s.head[token]
        is_loose = s.dep[token] in _LOOSE and not (s.low[token] == _OF and s.pos[head] in ("NOUN", "PROPN"))
        is_held = s.pos[head] in _HOLDERS or s.dep[head] in _FELT or (head == verb and _has_felt(s, verb, kept))
        # "Serving my town in this way": without "in this way" it still says what is done.
        is_whole = s.dep[token] == "prep" and found is None and s.child(head, "dobj") is not None
        if is_loose and is_whole and head in kept and head != verb:
            found = token
            break
        if is_loose and is_held and (head in kept or head == verb):
            found = token
            if s.dep[token] == "relcl" and s.tag[head] == "NNS" and s.child(head, "det", "poss") is None:
                break
        token = head
    is_which = found is not None and s.dep[found] == "relcl" and _is_the(s, s.head[found])
    if found is None or is_which:
        return None  # "the calm it brings": nothing else says which
    gone = frozenset(s.subtree(found))
    rest = [token for token in kept if token not in gone]
    says = any(s.pos[token] in ("ADJ", "NOUN", "PROPN", "VERB", "ADV") for token in rest)
    return gone if says else None


def _is_the(s: Sentence, noun: int) -> bool:
    """Whether a noun has the article "the", or is joined to a noun that has it."""
    while s.child(noun, "det", "poss") is None and s.dep[noun] == "conj":
        noun = s.head[noun]
    return any(s.low[article] == "the" for article in s.children(noun, "det"))


def _has_felt(s: Sentence, verb: int, kept: Sequence[int]) -> bool:
    """Whether the verb has a feeling as its complement ("feel hopeful after …") or is the feeling itself."""
    return any(child in kept and s.dep[child] in ("acomp", "attr", "oprd") for child in s.children(verb)) or (
        s.tag[verb] in ("VBN", "JJ") or s.pos[verb] == "ADJ"
    )
