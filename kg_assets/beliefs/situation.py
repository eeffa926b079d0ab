"""A clause that says something of its "I", and questions about its words that several rules ask (`is_definite`,
`points_away`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from kg_assets.beliefs.clauses import SelfClause
from kg_assets.beliefs.epistemics import Reading
from kg_assets.beliefs.extent import own_tokens
from kg_assets.beliefs.lexicon import Lexicon, Words
from kg_assets.core.once import once
from kg_assets.language.sentence import Sentence

DEFINITE = frozenset({"the", "this", "that", "these", "those"})
NEAR = DEFINITE - {"the"}


# The kinds of words below a noun that say which thing it means.
_OF_NOUN = ("det", "amod", "compound", "nmod", "poss", "nummod", "prep", "relcl", "acl", "conj", "appos", "advcl")


class Heard(NamedTuple):
    """The part of a clause that decides how it is meant: its tokens, its condition, and the frame (when, how surely,
    how strongly) read from both."""

    tokens: Sequence[int]
    condition: str | None
    reading: Reading


class Hearing(Protocol):
    """Reads how the clauses of one sentence are meant."""

    @property
    def may_tell_habit(self) -> bool:
        """False only if no clause of the sentence, and no condition of one, has a cue of habit such as "always"."""

    def heard(self, at: "Situation") -> Heard: ...

    def condition(self, at: "Situation") -> str | None: ...


@dataclass(frozen=True)
class Situation:
    """A clause with everything that decides how it is read. Its frame and its condition are read only when they are
    first asked for, because most clauses are dropped before."""

    s: Sentence
    words: Sequence[str]
    clause: SelfClause
    lexicon: Lexicon
    hearing: Hearing

    @once
    def heard(self) -> Heard:
        return self.hearing.heard(self)

    @once
    def condition(self) -> str | None:
        return self.hearing.condition(self)

    @property
    def is_denied(self) -> bool:
        return self.heard.reading.polarity == "deny"

    @property
    def is_habit(self) -> bool:
        if not self.hearing.may_tell_habit:
            return False
        reading = self.heard.reading
        return reading.frame.temporal_scope == "habitual" or any(hit.says == "habitual" for hit in reading.signals)

    @property
    def is_of_mood(self) -> bool:
        """Whether the condition of the clause is a feeling of the person: "when I'm bored"."""
        words = (self.condition or "").split(" ")
        return "i" in words and not self.lexicon.feelings.isdisjoint(words)

    @once
    def rest(self) -> tuple[int, ...]:
        """The tokens that, together with the verb, say something of the "I": "rainy days" in "I love rainy days" (see
        `own_tokens`)."""
        return own_tokens(self.s, self.verb)

    @property
    def verb(self) -> int:
        return self.clause.verb

    @once
    def lemma(self) -> str:
        lemma = self.s.lemma[self.clause.verb].lower()
        return "have" if lemma == "get" and self.s.child(self.verb, "dobj") is not None and self._has_got() else lemma

    def _has_got(self) -> bool:
        return any(self.words[aux] == "have" for aux in self.s.children(self.verb, "aux"))


def is_definite(at: Situation, tokens: Sequence[int]) -> bool:
    """Whether these tokens mean one particular thing that was just spoken of, such as "this error" or "it"."""
    return any(at.words[t] in NEAR and at.s.dep[t] == "det" for t in tokens) or points_away(at, tokens)


def is_of_machines(at: Situation, rest: Sequence[int]) -> bool:
    """Whether what is hard for the person is a technical task or a thing just spoken of, so that it does not say who
    they are: "I have trouble installing numpy"."""
    doing = [token for token in rest if at.s.tag[token] == "VBG"]
    return any(at.s.lemma[token].lower() in at.lexicon.never_self for token in doing) or is_definite(at, rest)


def speaks_of_people(at: Situation, tokens: Sequence[int]) -> bool:
    """Whether these words name people. People in a subordinate clause among them do not count."""
    people = (token for token in tokens if at.words[token] in at.lexicon.people and at.words[token] != "no")
    return any(not _is_in_clause(at.s, token, tokens) for token in people)


def _is_in_clause(s: Sentence, token: int, among: Sequence[int]) -> bool:
    return any(s.dep[above] in ("relcl", "advcl", "acl") for above in (token, *s.ancestors(token)) if above in among)


def points_away(at: Situation, tokens: Sequence[int]) -> bool:
    """Whether these words mean something that only the earlier talk explains: "it" in "I like it", "the second
    version"."""
    pointing = (token for token in tokens if _is_pointing(at, token, at.lexicon.pointing))
    return any(not _is_in_clause(at.s, token, tokens) for token in pointing)


def _is_pointing(at: Situation, token: int, pointing: Words) -> bool:
    if at.words[token] not in pointing and at.s.lemma[token].lower() not in pointing:
        return False
    return at.s.dep[token] in ("dobj", "pobj", "nsubj", "attr", "dative") and at.s.tag[token] not in ("WDT", "WP")


def is_named_before(s: Sentence, words: Sequence[str], lexicon: Lexicon, thing: int) -> bool:
    """Whether only earlier sentences say which thing is meant: "I love the game", "I like the structure of the
    language"."""
    inner = [noun for prep in s.children(thing, "prep") if words[prep] == "of" for noun in s.children(prep, "pobj")]
    if inner:
        return any(is_named_before(s, words, lexicon, noun) for noun in inner)
    beside = [child for child in s.children(thing, *_OF_NOUN) if s.pos[child] != "NOUN" or s.dep[child] != "conj"]
    is_the = [words[child] for child in beside] == ["the"]
    return is_the and s.pos[thing] == "NOUN" and s.lemma[thing].lower() not in lexicon.known_to_all
