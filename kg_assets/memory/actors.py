"""Finds who took part in what a clause tells: who did it, and with whom (seed 003 §2.1)."""

from collections.abc import Iterator, Sequence

from kg_assets.claims.parsed.people import Who
from kg_assets.claims.parsed.subjects import Company, company
from kg_assets.claims.parsed.who import relative_named
from kg_assets.claims.parsed.words import base_form, relation_of, shared, words
from kg_assets.language.clauses import Clause
from kg_assets.language.phrases import items
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class
from kg_assets.memory.event import BETWEEN_PEOPLE, OF_THINGS, PAST, Actor, Name, Speaker, Tokens, Told
from kg_assets.memory.words import category_of_verb, event_words

Together = Company[tuple[Actor, ...]]


def with_company(together: Together, s: Sentence, clause: Clause, actors: list[Actor], role: str) -> list[Actor]:
    """The actors of a clause, given those found in it (`actors`). If its subject is "we" and it names nobody else, the
    people named shortly before (`together`) are added. If it names others itself, they are remembered for the sentences
    that follow."""
    others = tuple(actor for actor in actors if not actor.is_self)
    if others and company(s, clause):
        together.tell(s.sentence_index, others)
    is_we = clause.subject is not None and s.low[clause.subject] == "we"
    meant = together.meant(s.sentence_index) if is_we and not others else None
    return [*actors, *(actor._replace(role=role) for actor in meant or ())]


class Actors:
    """Finds who took part in the clauses of one sentence, given the names in it and its writer."""

    def __init__(self, s: Sentence, names: Sequence[Name], speaker: Speaker) -> None:
        self._s, self._names, self._speaker = s, names, speaker

    def of(self, clause: Clause, one: Who | None, told: Told, has_kind: bool) -> list[Actor] | None:
        """The actors of an event: first those who do it (in a passive about a person, that person), then others who
        take part.

        None if the clause tells no event, for instance because "you" did it. A passive about a thing that names no doer
        is an event only with `has_kind`, that is, if its verb has a category of its own.
        """
        s = self._s
        does, takes_part = event_words().roles[told.category]
        actors: list[Actor] = []
        if clause.is_passive and (one is None or one.sort in ("thing", "own")):
            actors += self._agents(clause, does)
            if not actors and one is not None and one.sort == "own" and self._speaker.is_self and has_kind:
                actors += [self._self(does, None)] if told.category in OF_THINGS else []
            if not actors and not has_kind:
                return None
        elif clause.subject is not None and s.low[clause.subject] in closed_class("second_persons"):
            return None
        else:
            found = self._doers(clause, one, told, does)
            if found is None:
                return None
            actors += found
        known = {(actor.start, actor.end) for actor in actors}
        beside = self._companions(clause, told, takes_part)
        actors += [actor for actor in beside if (actor.start, actor.end) not in known]
        if actors and not any(actor.is_self for actor in actors) and self._is_done_to_me(told.verb):
            actors.append(self._self(takes_part, None))
        return actors

    def _is_done_to_me(self, verb: int) -> bool:
        """Whether the writer is the object of the verb ("Dad signed me up"), so that the writer took part."""
        return any(self._s.low[token] in ("me", "us") for token in self._s.children(verb, "dobj", "dative"))

    def _doers(self, clause: Clause, one: Who | None, told: Told, role: str) -> list[Actor] | None:
        s, subject = self._s, clause.subject
        if one is None:
            return self._named_doers(subject, role) or None
        if one.sort == "thing":
            named = self._named_doers(subject, role)
            if not named and subject is not None and is_person(s, subject):
                person = self._unnamed(s.subtree(subject, ("relcl", "acl")), role, may_be_group=False)
                named = [] if person is None else [person]  # "a buddy of mine"
            return named if named or _told_of_a_thing(s, clause) else None
        if one.sort == "own":
            if clause.tense not in PAST or told.category not in OF_THINGS:
                return None
            group = [] if subject is None else [self._unnamed(i, role, may_be_group=True) for i in items(s, subject)]
            own = [self._self(role, None)] if self._speaker.is_self else []
            return [*(actor for actor in group if actor is not None), *own]  # "my crew won"
        if one.sort == "self":
            return [self._self(role, one.span), *self._with_me(clause, role)]
        return [self._other(one, role), *self._joined(subject, role)]

    def _self(self, role: str, span: tuple[int, int] | None) -> Actor:
        start, end = span if span is not None else (None, None)
        if self._speaker.is_self:
            return Actor("SELF", role, start, end, True)
        return Actor(self._speaker.name or "the writer", role, start, end, False)

    def _other(self, one: Who, role: str) -> Actor:
        if one.span is None:
            return Actor(one.value, role, None, None, False)
        start, end = one.span
        reference = one.value.removeprefix("__SELF__/")
        if one.sort == "kin" or reference == one.noun:
            owner = "my" if self._speaker.is_self else f"{self._speaker.name or 'the writer'}'s"
            reference = f"{owner} {reference}"
        return Actor(reference, role, start, end, False)

    def _named_doers(self, subject: int | None, role: str) -> list[Actor]:
        """The people and organizations named within the subject."""
        if subject is None:
            return []
        head = [self._at(item, role) for item in items(self._s, subject)]
        return [actor for actor in head if actor is not None]

    def _with_me(self, clause: Clause, role: str) -> list[Actor]:
        """The others who are named in the subject beside "I": "my brother and I", "some friends from church and I"."""
        s, subject = self._s, clause.subject
        tops = s.children(clause.verb, "nsubj", "nsubjpass") or (() if subject is None else (subject,))
        is_and = any(s.low[top - 1] == "and" for top in tops[1:])  # the parser may take both for subjects
        if not is_and and not any(s.children(top, "conj") for top in tops):
            return []
        found = (
            self._at(item, role) or self._unnamed(item, role, may_be_group=True)
            for top in tops
            for item in items(s, top)
        )
        return [actor for actor in found if actor is not None]

    def _joined(self, subject: int | None, role: str) -> list[Actor]:
        if subject is None:
            return []
        found = [self._at(item, role) for item in items(self._s, subject)[1:]]
        return [actor for actor in found if actor is not None]

    def _at(self, tokens: Tokens, role: str) -> Actor | None:
        """The person or organization that these tokens name: a name within them, a relative or friend ("my sister"), or
        a known given name. None if they name nobody."""
        start, end = self._s.span(tokens)
        told = {self._s.start[t] for t in self._said_of(tokens)}
        for name in self._names:
            is_within = start <= name.start and name.end <= end and name.type in ("person", "org")
            if is_within and name.start not in told and not self._is_kind(name, tokens):
                return Actor(name.surface, role, name.start, name.end, False)
        relatives = (relative_named(self._s, t) for t in tokens if self._s.head[t] not in tokens)
        relative = next((r for r in relatives if r is not None), None)
        if relative is not None:
            return self._other(relative, role)
        given = (t for t in tokens if self._s.pos[t] == "PROPN" and self._s.low[t] in shared("given_names"))
        head = next((t for t in given if not self._is_of_kind(t, tokens)), None)
        return None if head is None else Actor(self._s.word(head), role, self._s.start[head], self._s.end[head], False)

    def _said_of(self, tokens: Tokens) -> Iterator[int]:
        """The tokens that only say more about somebody unnamed: "who is a fan of Moby Dick" in "my friend who is a fan
        of Moby Dick"."""
        s = self._s
        head = next((token for token in tokens if s.head[token] not in tokens), None)
        if head is not None and s.pos[head] == "NOUN":
            for clause in s.children(head, "relcl"):
                yield from s.subtree(clause)

    def _unnamed(self, tokens: Tokens, role: str, *, may_be_group: bool) -> Actor | None:
        """The actor for unnamed people ("a few colleagues") and, with `may_be_group`, for a group ("the crew").
        Otherwise None: in "we hosted a club" the club is a thing."""
        s = self._s
        head = next((token for token in tokens if s.head[token] not in tokens), tokens[-1])
        is_group = (
            may_be_group
            and s.pos[head] == "NOUN"
            and s.lemma[head].lower() in words("who_we_are") | event_words().groups
        )
        if not is_group and not is_person(s, head):
            return None
        named = next((t for t in s.children(head, "appos") if s.pos[t] == "PROPN"), None)  # "a woman, Jean"
        if named is not None:
            return Actor(s.word(named), role, s.start[named], s.end[named], False)
        first = next(token for token in tokens if token == head or s.dep[token] != "det")
        start, end = s.span(range(first, head + 1))
        return Actor(" ".join(s.words(range(first, head + 1)).split()), role, start, end, False)

    def _is_kind(self, name: Name, tokens: Tokens) -> bool:
        """Whether a name only says what sort of person or thing is meant: in "a Moby Dick fan" the fan is meant, not
        Moby Dick."""
        last = next((t for t in reversed(tokens) if self._s.start[t] < name.end), None)
        return last is not None and self._is_of_kind(last, tokens)

    def _is_of_kind(self, token: int, tokens: Tokens) -> bool:
        s = self._s
        while s.dep[token] in ("compound", "nmod", "amod") and s.head[token] in tokens:
            token = s.head[token]
            if s.pos[token] == "NOUN" and relative_named(s, token) is None:
                return True
        return False

    def _agents(self, clause: Clause, role: str) -> list[Actor]:
        """The actors behind "by" in a passive: "was reviewed by Alice"."""
        found = []
        for by in self._s.children(clause.verb, "agent"):
            for child in self._s.children(by, "pobj"):
                found += [actor for item in items(self._s, child) if (actor := self._at(item, role)) is not None]
        return found

    def _companions(self, clause: Clause, told: Told, role: str) -> list[Actor]:
        """The other actors of the clause: people behind "with" and similar words, and the objects of verbs between
        people ("met Anna", "took my kids")."""
        s = self._s
        heads, groups = [], frozenset[int]()
        is_carried = base_form(s, clause.verb) in event_words().carriers  # "used to help my family"
        verb = told.verb if is_carried else clause.verb
        does = base_form(s, verb)
        if told.category in BETWEEN_PEOPLE or does in event_words().takings:
            heads += [t for t in s.children(verb, "dobj", "dative") if t in clause.complement]
        if told.category in BETWEEN_PEOPLE and clause.antecedent is not None:
            heads.append(clause.antecedent)  # "a fan I met"
        if does not in event_words().gatherings | event_words().takings:
            groups = frozenset(heads)
        elif does in event_words().takings:
            # "Took my fam camping": the parser makes one thing of both.
            heads += [t for head in heads for t in s.children(head, "compound") if s.children(head, "poss")]
            groups = frozenset(t for t in heads if s.child(t, "poss") is not None or s.dep[t] == "compound")  # no class
        particle = "" if clause.particle is None else s.low[clause.particle]
        is_got = f"{base_form(s, clause.verb)}_{particle}" in event_words().not_of_kind  # "ended up with a good crew"
        with_whom = frozenset() if is_got else event_words().companions
        is_given = s.child(verb, "dobj") is not None and does not in event_words().takings  # "sold the boat to my aunt"
        with_whom |= {"to"} if is_given or told.category in BETWEEN_PEOPLE else frozenset()
        for prep in range(clause.verb, clause.last + 1):
            if s.dep[prep] in ("prep", "dative") and s.low[prep] in with_whom and not _is_of_another(s, prep, verb):
                with_them = s.children(prep, "pobj")
                heads += with_them
                groups |= frozenset(with_them) if s.low[prep] != "to" else frozenset()
        found = []
        for head in heads:
            for item in items(s, head):
                actor = self._at(item, role) or self._unnamed(item, role, may_be_group=head in groups)
                if actor is not None and actor not in found and s.span(item).start <= (actor.start or 0):
                    found.append(actor)
        return found


def _is_of_another(s: Sentence, token: int, verb: int) -> bool:
    """Whether a token belongs to a relative clause below the verb, like "with" in "a club that helps kids with
    sports"."""
    above = (token, *s.ancestors(token))
    own = above[: above.index(verb)] if verb in above else ()
    return any(s.dep[one] in ("relcl", "acl") for one in own)


def is_person(s: Sentence, token: int) -> bool:
    """Whether a noun stands for people: a relation ("sister"), a job, or a word for people. Pets do not count."""
    if s.pos[token] != "NOUN":
        return False
    forms = {s.low[token], s.lemma[token].lower()}
    if not forms.isdisjoint(shared("jobs") | words("persons") | event_words().people):
        return True
    return any(relation_of(form) not in (None, "pet_is") for form in forms)


def _told_of_a_thing(s: Sentence, clause: Clause) -> bool:
    """Whether a clause tells what happened to a thing ("the server crashed"), not what a thing does or is."""
    what = s.child(clause.verb, "dobj", "attr", "acomp", "oprd")
    if what is not None and not clause.is_passive and s.pos[s.root] != "PROPN":
        return False
    if clause.lemma == "become":
        return False  # "writing has become like an escape"
    return category_of_verb(base_form(s, clause.verb)) in ("QualityRisk", "Change") and clause.tense in PAST
