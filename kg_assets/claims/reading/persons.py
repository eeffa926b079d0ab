"""Rewrites an assistant's pronouns: "you" becomes the person's "I", and the assistant's own "I" is marked so that no
rule reads it."""

from kg_assets.claims.reading.sentence import Sentence

_TURNED = {"you": "i", "your": "my", "yours": "mine", "i": "@i", "we": "@we", "my": "@my", "our": "@our", "me": "@me"}


def turn_to_person(s: Sentence) -> None:
    """Replace the pronouns of the sentence, in place. "User's name" and "the user lives" come to mean the person,
    too."""
    for at, low in enumerate(s.low):
        if low in _TURNED:
            s.low[at] = _TURNED[low]
        elif low == "user" and (at == 0 or s.low[at - 1] in ("the", ".", ",")):
            s.low[at] = "my" if s.word(at + 1) == "'s" and _is_possessive(s, at + 2) else "i"
            if s.low[at] == "my":
                s.low[at + 1] = "current"
        if s.low[at] == "i" and at > 0 and s.low[at - 1] == "the":
            s.low[at - 1] = "so"


def _is_possessive(s: Sentence, at: int) -> bool:
    low = s.word(at)
    return low in s.words.own_nouns or low in s.words.relations or low in ("favorite", "favourite", "full", "current")
