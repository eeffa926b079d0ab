"""Sentences about oneself that leave the "I" out: "hate mondays", "not a morning person", "never been good with money".

The parse of such a sentence is seldom right, so they are read by their first words.
"""

from collections.abc import Sequence
from typing import NamedTuple

from kg_assets.beliefs.frame import BeliefType
from kg_assets.beliefs.lexicon import Lexicon
from kg_assets.language.sentence import Sentence

_NOT_ONE = frozenset(
    {"you", "your", "yourself", "u", "ur", "it", "this", "that", "these", "those", "them", "him", "her"}
)
_OTHERS = frozenset({"you", "your", "yourself", "u", "ur"})
_BEFORE_VERB = frozenset({"can", "cannot", "not", "do", "really", "just"})
_OPENERS = _BEFORE_VERB | {"been", "used"}
_BEEN, _ARTICLES = "been", frozenset({"a", "an", "the", "much", "one"})


class Elided(NamedTuple):
    """What a sentence says of an "I" that it leaves out. `tokens` are those behind the verb ("mondays" in "hate
    mondays"). `heard` are the tokens that show when it holds, and how surely and how strongly it is said (its
    frame)."""

    verb: str
    heard: tuple[int, ...]
    tokens: tuple[int, ...]
    belief_type: BeliefType
    is_past: bool


def may_leave_out(s: Sentence, words: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether a sentence begins as one that leaves its "I" out ("hate", "never been"), or has a feeling at its root."""
    first = _first(s, words, lexicon)
    if first == len(s):
        return False
    return words[s.root] in lexicon.bare or words[first] in _OPENERS or words[first] in lexicon.preference


def _first(s: Sentence, words: Sequence[str], lexicon: Lexicon) -> int:
    """The index of the first token that is neither punctuation nor a leading word such as "well" or "so"."""
    first = 0
    while first < len(s) and (words[first] in lexicon.leading or s.pos[first] == "PUNCT"):
        first += 1
    return first


def elided_predicate(s: Sentence, words: Sequence[str], lexicon: Lexicon) -> Elided | None:
    """The predicate of a sentence that leaves its "I" out; None if the sentence has an "I", or if it is not certain
    that an "I" is left out."""
    first = _first(s, words, lexicon)
    end = _end(s, words, first, lexicon)
    rest = tuple(range(first, end))
    felt = _felt(s, words, lexicon) if rest else None
    if felt is not None:
        return felt
    if not rest or s.ends_asking or any(words[token] in _NOT_ONE for token in rest):
        return None
    heard = tuple(range(end))
    return (
        _been(words, heard, rest, lexicon, s)
        or _not_a(words, heard, rest, lexicon, s)
        or _not_able(words, heard, rest, lexicon)
        or _verb(s, words, heard, rest, lexicon)
    )


def _felt(s: Sentence, words: Sequence[str], lexicon: Lexicon) -> Elided | None:
    """What a sentence without "I" says if it is only a feeling; None for others. "So thankful for my friends" gives
    "thankful for my friends". Only the feeling is kept if the words after it contain a pronoun such as "it" or "them":
    "pretty proud of it" gives "proud"."""
    core = s.root
    subject = s.child(core, "nsubj", "nsubjpass", "expl", "csubj", "aux", "auxpass", "cop")
    if words[core] not in lexicon.bare or subject is not None or s.ends_asking:
        return None
    before = [token for token in range(core) if s.pos[token] != "PUNCT"]
    if any(s.pos[token] not in ("ADV", "INTJ") or words[token] in ("how", "not") for token in before):
        return None
    beside = {t for clause in s.children(core, "advcl") if s.tag[clause] != "VB" for t in s.subtree(clause)}
    told = [t for t in s.subtree(core, ("parataxis", "punct", "conj", "cc")) if t >= core and t not in beside]
    if any(words[token] in _OTHERS or lexicon.is_polite(words[core], s.lemma[token]) for token in told):
        return None
    if any(words[token] in _NOT_ONE for token in told):
        told = [core]
    return Elided("be", (*before, *told), tuple(told), "FEELING_STATE", False)


def _end(s: Sentence, words: Sequence[str], first: int, lexicon: Lexicon) -> int:
    """The index of the first token after the clause.

    The clause ends at "because", at one of , ; . ! and at a joining word other than "and" and "so".
    """
    stops = (lexicon.joining - {"and", "so"}) | {"because", ",", ";", ".", "!"}
    return next((token for token in range(first + 1, len(s)) if words[token] in stops), len(s))


def _been(
    words: Sequence[str], heard: tuple[int, ...], rest: tuple[int, ...], lexicon: Lexicon, s: Sentence
) -> Elided | None:
    """The predicate "be good with money" of a sentence such as "never been good with money"; None for others."""
    before = [words[token] for token in heard[: heard.index(rest[0])]]
    if words[rest[0]] != _BEEN or not {"never", "always"} & set(before) or len(rest) < 2:
        return None
    kind: BeliefType = (
        "CAPABILITY_LIMIT" if lexicon.abilities.get(words[rest[1]], frozenset()) & _after(words, rest) else "TRAIT"
    )
    return Elided("be", heard, rest[1:], kind, False) if s.pos[rest[1]] in ("ADJ", "DET", "ADV") else None


def _after(words: Sequence[str], rest: tuple[int, ...]) -> set[str]:
    return {words[token] for token in rest[2:]}


def _not_a(
    words: Sequence[str], heard: tuple[int, ...], rest: tuple[int, ...], lexicon: Lexicon, s: Sentence
) -> Elided | None:
    """The predicate "be a morning person" of a sentence such as "not a morning person at all"; None for others."""
    if words[rest[0]] != "not" or len(rest) < 3 or words[rest[1]] not in _ARTICLES:
        return None
    nouns = [token for token in rest if s.lemma[token].lower() in lexicon.kinds | lexicon.liking_nouns | lexicon.roles]
    if not nouns:
        return None
    kind: BeliefType = "PREFERENCE" if s.lemma[nouns[-1]].lower() in lexicon.liking_nouns else "TRAIT"
    return Elided("be", heard, rest[1:], kind, False)


def _not_able(words: Sequence[str], heard: tuple[int, ...], rest: tuple[int, ...], lexicon: Lexicon) -> Elided | None:
    """The predicate "be great at texting back" of a sentence such as "not great at texting back"; None for others."""
    at = next((place for place, token in enumerate(rest[:3]) if words[token] in lexicon.abilities), 0)
    if (
        words[rest[0]] != "not"
        or at == 0
        or not lexicon.abilities[words[rest[at]]] & {words[t] for t in rest[at + 1 : at + 2]}
    ):
        return None
    return Elided("be", heard, rest[1:], "CAPABILITY_LIMIT", False)


def _verb(
    s: Sentence, words: Sequence[str], heard: tuple[int, ...], rest: tuple[int, ...], lexicon: Lexicon
) -> Elided | None:
    """The predicate of "hate mondays", "can't stand crowds", "used to love running" and the like; None for
    others."""
    at = 0
    is_past = words[rest[:1][0]] == "used" and len(rest) > 2 and words[rest[1]] == "to"
    at = 2 if is_past else at
    while at < len(rest) and words[rest[at]] in _BEFORE_VERB:
        at += 1
    if at + 1 >= len(rest):
        return None
    verb = words[rest[at]]
    is_denied = "not" in (words[token] for token in rest[:at])
    if verb not in lexicon.preference or (verb in lexicon.only_denied) != (is_denied and verb in lexicon.only_denied):
        return None
    # "Love yourself", "love mondays!" said to others: only dislike goes without saying whose it is.
    is_mine = s.tag[rest[at + 1]] == "VBG" or "my" in (words[token] for token in rest[at + 1 :])  # "love my garden"
    is_own = lexicon.preference[verb] < 0 or is_denied or is_past or (is_mine and verb in lexicon.elided_likings)
    return Elided(verb, heard, rest[at + 1 :], "PREFERENCE", is_past) if is_own else None
