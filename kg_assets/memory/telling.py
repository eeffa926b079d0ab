"""Finds the words that tell an event: the first and last token of its clause, its narrative, and its quote."""

from collections.abc import Sequence

from kg_assets.language.clauses import Clause
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class
from kg_assets.memory.contracts import MOST_QUOTED_WORDS
from kg_assets.memory.event import Actor, Tokens, Told
from kg_assets.memory.words import refers_back

_MOST_TOLD_WORDS = 40
_OPENING = 4  # if one of the first so many words refers back, the sentence goes on about what was said before
# Words of these kinds before the subject of a clause are not part of what it tells.
_BEFORE = frozenset({"mark", "cc", "advmod", "punct", "intj", "discourse", "preconj"})


class Telling:
    """Puts the events of one sentence into words. `before` and `behind` are the sentences before and after it; each is
    None if there is none, or if it speaks to the listener."""

    def __init__(self, s: Sentence, before: Sentence | None, behind: Sentence | None, timed: frozenset[int]) -> None:
        self.s, self.before, self.behind, self.timed = s, before, behind, timed

    def first(self, clause: Clause) -> int:
        """The first token of the clause's words. They begin with the subject if the clause has its own; conjunctions,
        adverbs and interjections before the subject are left out."""
        s = self.s
        own = clause.subject is not None and not clause.is_linked
        first = (
            min(clause.first, min(s.subtree(clause.subject, ("relcl", "acl"))))
            if own and clause.subject is not None
            else clause.first
        )
        edge = clause.subject if own and clause.subject is not None else clause.verb
        while first < edge and (
            s.dep[first] in _BEFORE or s.pos[first] in ("PUNCT", "INTJ", "SYM", "X", "CCONJ", "SCONJ", "SPACE")
        ):
            first += 1
        return first

    def last(self, clause: Clause, told: Told) -> int:
        """The last token of the clause's words. They end where a token no longer depends on the clause's verb, or where
        a clause joined to it begins."""
        s = self.s
        last = max(clause.last, told.verb)
        own = frozenset(s.subtree(clause.verb, ("conj", "cc", "parataxis", "punct")))
        while last + 1 < len(s) and (last + 1 in own or (s.low[last + 1] == "," and last + 2 in own)):
            last += 1
        return last

    def narrative(self, clause: Clause, told: Told, actors: Sequence[Actor], first: int, last: int) -> str:
        """The event in words: the text of its sentence. If a word in it refers back ("it"), the sentence before is put
        in front. If the next sentence refers back, it is added. Of a sentence of more than 40 words only the clause is
        used.

        If the first actor is not the person and these words do not name them, the name is put in front.
        """
        s = self.s
        said = " ".join(s.text.split())
        if len(said.split()) > _MOST_TOLD_WORDS:
            said = " ".join(s.words(range(first, last + 1)).split())
        else:
            own = [token for at, token in enumerate(told.about) if not self._is_named_before(clause, told.about[:at])]
            own += [] if clause.subject is None else [clause.subject]
            if self.before is not None and refers_back((*s.low[:_OPENING], *(s.low[token] for token in own))):
                said = " ".join(f"{self.before.text} {said}".split())
            # "These are my lucky shoes" begins something new.
            is_new = self.behind is not None and self.behind.low[:1] == ("these",) and self.behind.lemma[1:2] == ("be",)
            if self.behind is not None and not is_new and refers_back(self.behind.low[:_OPENING]):
                said = " ".join(f"{said} {self.behind.text}".split())
        is_named = not actors or actors[0].is_self or (actors[0].reference.casefold() in said.casefold())
        return said if is_named else f"{actors[0].reference}: {said}"

    def _is_named_before(self, clause: Clause, about: Tokens) -> bool:
        """Whether the sentence names something before a pronoun in the clause, so that the pronoun stands for it:
        "bought a boat and painted it"."""
        before = (*range(clause.first), *about)
        return any(self.s.pos[token] in ("NOUN", "PROPN") for token in before if token not in self.timed)


def is_to_listener(s: Sentence) -> bool:
    """Whether a sentence asks the listener something, tells them to do something, or speaks of them. Such a sentence
    tells no event."""
    if s.ends_asking or not closed_class("second_persons").isdisjoint(s.low):
        return True
    is_bare = s.is_parsed and s.tag[s.root] == "VB" and s.child(s.root, "nsubj", "nsubjpass") is None
    return is_bare and all(s.low[helper] == "do" for helper in s.children(s.root, "aux"))  # "do tell me", "don't worry"


def quoted(s: Sentence, first: int, last: int) -> tuple[int, int]:
    """Start and end of a clause's words, cut off after the first MOST_QUOTED_WORDS words."""
    start, end = s.span(range(first, last + 1))
    words = 0
    at = start - s.char_start
    text = s.text
    while at < end - s.char_start:
        while at < len(text) and text[at].isspace():
            at += 1
        if words == MOST_QUOTED_WORDS:
            break
        while at < len(text) and not text[at].isspace():
            at += 1
        words += 1
    else:
        return start, end
    return start, s.char_start + len(text[:at].rstrip())
