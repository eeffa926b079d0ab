"""A clause whose subject is not "I", and the statement about oneself that is put together from it."""

from collections.abc import Sequence
from typing import NamedTuple

from kg_assets.beliefs.frame import BeliefType
from kg_assets.beliefs.lexicon import Lexicon
from kg_assets.language.sentence import Sentence

Part = str | tuple[int, ...]  # words of the belief as they are, or tokens of the sentence
SUBJECTS = ("nsubj", "csubj", "nsubjpass")
HELPERS = ("aux", "neg", "advmod")
APART = ("advcl", "conj", "parataxis", "relcl", "ccomp", "intj", "preconj")
LOOSE = ("parataxis", "intj", "discourse")
NOT_STATED = frozenset({"should", "would", "could", "might", "may", "must", "will", "can", "gonna", "to"})
UNNAMED = frozenset(
    {"it", "this", "that", "these", "those", "they", "them", "he", "him", "she", "her", "his", "their", "its"}
)
ME = ("me", "myself")


class Stated(NamedTuple):
    """A statement about oneself that is put together from a clause with another subject than "I": "i value honesty"
    from "honesty matters to me"."""

    verb: str  # what the I does
    parts: tuple[Part, ...]
    heard: tuple[int, ...]  # the tokens by which it is framed
    belief_type: BeliefType
    at: int  # the verb of the clause
    is_past: bool

    def tokens(self) -> set[int]:
        """All tokens from which the statement was read."""
        told = {token for part in self.parts if not isinstance(part, str) for token in part}
        return {self.at, *self.heard, *told}


class Clause(NamedTuple):
    """A clause whose subject is not "I"."""

    s: Sentence
    words: Sequence[str]
    lexicon: Lexicon
    verb: int
    subject: int

    @property
    def lemma(self) -> str:
        return self.s.lemma[self.verb].lower()

    def stated(self, verb: str, parts: tuple[Part, ...], kind: BeliefType, *further: int) -> Stated:
        """The statement "i", `verb`, `parts`, made from this clause. The words that belong to the clause's verb and to
        the tokens `further` decide its frame (when, how surely and how strongly it holds)."""
        s = self.s
        heard = set(further)
        for token in (self.verb, *further):
            heard |= {below for child in s.children(token, *HELPERS) for below in s.subtree(child, APART)}
        return Stated(verb, parts, tuple(sorted(heard)), kind, self.verb, s.tag[self.verb] == "VBD")

    def named(self) -> tuple[int, ...]:
        """The tokens of the subject, without punctuation, joining words, and adverbs of the verb at its ends."""
        s = self.s
        tokens = list(s.subtree(self.subject, LOOSE))
        if self.verb in tokens:  # "it's music that calms me"
            tokens = [token for token in tokens if token not in s.subtree(self.verb)]
        while tokens and (
            s.pos[tokens[-1]] == "PUNCT" or s.dep[tokens[-1]] in ("case", "cc") or self._is_of_verb(tokens[-1])
        ):
            tokens.pop()
        while tokens and (s.pos[tokens[0]] in ("PUNCT", "CCONJ") or self.words[tokens[0]] in self.lexicon.leading):
            tokens.pop(0)
        return tuple(tokens)

    def _is_of_verb(self, token: int) -> bool:
        """Whether a token is an adverb of the verb that the parser attaches to the subject: "really" in "Writing it
        down really helps"."""
        return token != self.subject and self.s.pos[token] == "ADV" and self.words[token] in self.lexicon.leading

    def me(self, *deps: str) -> int | None:
        """The "me" or "myself" that depends on the clause's verb by one of `deps` ("dobj" is a direct object, "dative"
        an indirect one). None if there is none."""
        return next((child for child in self.s.children(self.verb, *deps) if self.words[child] in ME), None)


def is_infinitive(s: Sentence, token: int) -> bool:
    return s.tag[token] == "VB" and any(s.tag[aux] == "TO" for aux in s.children(token, "aux"))
