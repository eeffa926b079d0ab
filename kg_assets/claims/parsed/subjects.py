"""Finds objects of frames that stand in the subject of a clause: who shares it with the person ("my wife and I"), who
left the person ("my girlfriend left me"), and the place of "my last day at …"."""

from collections.abc import Hashable, Iterator, Sequence
from typing import Generic, TypeVar

from kg_assets.claims.parsed.who import is_name, relative_at
from kg_assets.claims.parsed.words import relation_of, words
from kg_assets.language.clauses import Clause
from kg_assets.language.phrases import bare
from kg_assets.language.sentence import Sentence

Tokens = tuple[int, ...]
Others = TypeVar("Others", bound=Hashable)  # the people with whom the person was: words or tokens
_AND = ("and", "&")
_SELVES = ("i", "me", "myself")
_SOON = 2  # sentences in which "we" may mean the people named before


def of_subject(s: Sentence, clause: Clause, how: str, preps: Sequence[str]) -> Iterator[Tokens]:
    """The tokens of the objects that a clause has in its subject. `how` is the frame's kind of object: `companion` ("my
    wife and I"), `partner` ("my girlfriend left me") or `of_subject` ("my last day at …")."""
    if how == "companion":
        # With an object the verb does not mean parting: "Mara and I split the bill".
        yield from companions(s, clause) if s.child(clause.verb, "dobj") is None else ()
    elif how == "partner":
        yield from _who_left(s, clause)
    else:
        yield from _of_what_ends(s, clause, preps)


def _of_what_ends(s: Sentence, clause: Clause, preps: Sequence[str]) -> Iterator[Tokens]:
    """The place in a subject that speaks of an end: "Lidl" in "My last day at Lidl is Friday"."""
    last = clause.subject
    if last is None or not any(s.low[child] in ("last", "final") for child in s.children(last, "amod")):
        return
    for prep in s.children(last, "prep"):
        head = s.child(prep, "pobj")
        if s.low[prep] in preps and head is not None:
            yield bare(s, s.subtree(head, ("relcl", "punct")), frozenset())


def _who_left(s: Sentence, clause: Clause) -> Iterator[Tokens]:
    """The relative who is the subject of a verb with the object "me" or "us": "My girlfriend left me"."""
    whom = s.child(clause.verb, "dobj")
    if whom is None or s.low[whom] not in ("me", "us") or clause.subject is None:
        return
    relative = relative_at(s, clause.subject)
    if relative is not None:
        yield relative.name or (clause.subject,)


def companions(s: Sentence, clause: Clause) -> Iterator[Tokens]:
    """The relatives who share the subject with the person ("my wife and I"), and other people by their names
    ("Jonas and I")."""
    if clause.subject is None or clause.is_linked:
        return
    torn = range(_first_of_all(s, clause.subject), s.first_below(clause.subject))
    for token in (*torn, *s.subtree(clause.subject, ("relcl",))):
        relative = relative_at(s, token) if s.pos[token] in ("NOUN", "PROPN") else None
        if relative is not None:
            yield relative.name or (token,)
        elif is_name(s, token) and s.dep[token] != "compound":
            yield tuple(range(min((token, *s.children(token, "compound"))), token + 1))


def _first_of_all(s: Sentence, subject: int) -> int:
    """The first token of a subject. For the "I" of "my boyfriend and I" it is "my", even if the parser does not join
    the two."""
    noun = subject - 2
    is_torn = noun >= 0 and s.low[subject] in _SELVES and s.low[subject - 1] in _AND and s.dep[noun] == "ROOT"
    return s.first_below(noun if is_torn and s.pos[noun] in ("NOUN", "PROPN") else subject)


def sharers(s: Sentence, clause: Clause) -> Tokens:
    """The other members of a subject that includes the person, as they are written ("my aunt" of "my aunt and I" and of
    "me and my aunt")."""
    if clause.subject is None or clause.is_linked or s.low[clause.subject] in ("we", "us"):
        return ()
    first = _first_of_all(s, clause.subject)
    others: Tokens = ()
    joined = next((at for at in range(first + 2, clause.verb) if _is_and_self(s, at - 1)), None)
    if joined is not None:
        others = tuple(range(first, joined - 1))
    elif first + 1 < len(s) and s.low[first] in _SELVES and s.low[first + 1] in _AND:
        others = tuple(range(first + 2, s.subtree(clause.subject, ("relcl", "punct"))[-1] + 1))
    while others and s.pos[others[-1]] == "PUNCT":
        others = others[:-1]
    return others if any(s.pos[token] in ("NOUN", "PROPN") for token in others) else ()


def _is_and_self(s: Sentence, at: int) -> bool:
    return s.low[at] in _AND and s.low[at + 1] in _SELVES


def company(s: Sentence, clause: Clause) -> Tokens:
    """The people with whom a clause says that the person was, as they are written ("with some friends from
    church")."""
    others = sharers(s, clause)
    if others:
        return others
    taken = s.child(clause.verb, "dobj") if clause.lemma in ("take", "bring", "join") else None
    beside = (s.child(token, "pobj") for token in clause.complement if s.low[token] == "with")
    head = next((at for at in (taken, *beside) if at is not None and _is_somebody(s, at)), None)
    if head is None:
        return ()
    own = [
        token
        for token in s.subtree(head, ("relcl", "acl", "punct", "npadvmod", "advmod"))
        if token in clause.complement
    ]
    return tuple(token for token in own if token <= head or own.index(token) - own.index(head) == token - head)


def _is_somebody(s: Sentence, token: int) -> bool:
    if s.pos[token] not in ("NOUN", "PROPN"):
        return False
    is_related = relation_of(s.low[token]) is not None
    return s.entity[token] == "PERSON" or is_related or s.lemma[token].lower() in words("persons") | words("who_we_are")


class Company(Generic[Others]):
    """Remembers with whom the person was in each sentence, and which sentences told a plan.

    A "we" means the people of the last `_SOON` sentences, if these sentences tell of no others.
    """

    def __init__(self) -> None:
        self._told: list[tuple[int, Others]] = []
        self._planned: int | None = None

    def plan(self, sentence: int) -> None:
        """Keep in mind that a sentence tells a plan: "We're hiking this weekend"."""
        self._planned = sentence

    def has_plans(self, sentence: int) -> bool:
        """Whether this sentence or the one right before it was noted by `plan`."""
        return self._planned is not None and sentence - self._planned <= 1

    def tell(self, sentence: int, others: Others) -> None:
        """Keep in mind with whom something was done in a sentence."""
        self._told.append((sentence, others))

    def meant(self, sentence: int) -> Others | None:
        """The people whom the "we" of a sentence means besides the person; None if that is not certain."""
        near = {others for at, others in self._told if sentence - at <= _SOON}
        return near.pop() if len(near) == 1 else None
