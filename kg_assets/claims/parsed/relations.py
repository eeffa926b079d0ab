"""Reads who is related to the person or to others, in whatever clause names them ("my sister Ana", "Ana's dog")."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kg_assets.claims.parsed.filling import Filled
from kg_assets.claims.parsed.living_elsewhere import living_elsewhere
from kg_assets.claims.parsed.making import Maker
from kg_assets.claims.parsed.naming import newcomers_named, newcomers_of_others
from kg_assets.claims.parsed.people import People, Who, gender_of
from kg_assets.claims.parsed.roles import age_beside
from kg_assets.claims.parsed.statements import Statements
from kg_assets.claims.parsed.subjects import companions
from kg_assets.claims.parsed.ties import Tie, done_there, is_mine, ties
from kg_assets.claims.parsed.who import in_law_named, in_relation, others_named, relative_at
from kg_assets.claims.parsed.words import relation_of, shared, told_as
from kg_assets.claims.reading.model import Polarity, RawClaim, SpanPair, relative_of_self
from kg_assets.language.clauses import Clause
from kg_assets.language.sentence import Sentence

_NOUNS = ("NOUN", "PROPN")
_OF_AGE = ("child_is", "sibling_is", "parent_is", "partner_is", "friend_is", "pet_is")


class Relations:
    """Reads the relations that one sentence tells."""

    def __init__(
        self, s: Sentence, before: Sentence | None, make: Maker, people: People, stated: Statements, is_of_life: bool,
        is_told_world: bool,
    ) -> None:  # fmt: skip
        self.s, self.before, self.make, self.people = s, before, make, people
        self.stated, self.is_of_life, self.is_told_world = stated, is_of_life, is_told_world

    def named_beside(self, clause: Clause) -> Iterator[RawClaim]:
        """The relations to relatives whose name follows the word for them ("my sister Ana"), anywhere in a clause.
        Questions count too: a question about "my sister Ana" takes it for granted that Ana is the sister."""
        if clause.mood not in ("stated", "asked") or not self._is_open(clause):
            return
        for token in range(clause.first, clause.last + 1):
            relative = relative_at(self.s, token) if self.s.pos[token] in ("NOUN", "PROPN") else None
            predicate = None if relative is None else told_as(relative.noun)
            if relative is not None and relative.name and predicate is not None:
                for name in (relative.name, *others_named(self.s, relative)):
                    yield from self._named(clause, predicate, name)
            by_marriage = in_law_named(self.s, token)
            if by_marriage:
                yield from self._named(clause, f"{self.s.low[token]}_in_law_is", by_marriage)
        for predicate, name in newcomers_named(self.s, clause) if clause.mood == "stated" else ():
            yield from self._named(clause, predicate, name)

    def named_outside(self, clauses: Sequence[Clause], alone: Clause) -> Iterator[RawClaim]:
        """The claims that the person has those relatives who are named outside all clauses: "gift for my wife Ana under
        50, she …"."""
        inside = {token for clause in clauses for token in range(clause.first, clause.last + 1)}
        for token in range(len(self.s)):
            relative = relative_at(self.s, token) if token not in inside and self.s.pos[token] in _NOUNS else None
            predicate = None if relative is None else told_as(relative.noun)
            if relative is None or predicate is None or not self._is_surely_called(predicate, relative.name):
                continue
            if self.stated.are_own_words(self.s.start[token], self.s.end[token]):
                yield from self._named(alone, predicate, relative.name)

    def living_elsewhere(self, alone: Clause) -> Iterator[RawClaim]:
        """The homes of relatives and friends ("my brother in Perth"), and that the person has those relatives."""
        for tie in living_elsewhere(self.s) if self.is_of_life else ():
            if tie.one.span is not None and self.stated.are_own_words(*tie.one.span):
                if not (tie.one.noun or "").endswith("s"):  # "my parents in Spain" says nothing new of them
                    yield from self.of_subject(alone, tie.one)
                yield self.make.tie(alone, tie)

    def _is_surely_called(self, predicate: str, name: tuple[int, ...]) -> bool:
        """Whether a name beside a noun of relation is a known name, or a pet's, and does not belong to a thing: "gift
        for my sister Amber", not "my sister amber necklace"."""
        if not name or self.s.pos[name[-1] + 1 : name[-1] + 2] == ("NOUN",):
            return False
        return predicate == "pet_is" or self.s.low[name[0]] in shared("given_names")

    def _named(self, clause: Clause, predicate: str, name: tuple[int, ...]) -> Iterator[RawClaim]:
        """The claim of the relation to somebody by name and, if it is written beside the name, the claim of their age:
        "my son Noah (4)"."""
        value, span = self.s.words(name), self.s.span(name)
        yield self.make.relation(clause, predicate, value, span)
        age = age_beside(self.s, name) if predicate in _OF_AGE else None
        if age is not None:
            made = self.make.claim(clause, Who(value, "person", span), "age_is", (age,), False, "state", "role", None)
            start, end = min(span[0], self.s.start[age]), max(span[1], self.s.end[age])
            yield replace(made, char_start=start, char_end=end, qualifier_type=None, qualifier_span=None)

    def there(self, clause: Clause) -> Tie | None:
        """The tie of somebody to the place where they live, work or study, from a clause like "at Solvane, where I
        work". Questions and requests count, too, since they take it for granted. None if there is none."""
        is_own = clause.mood in ("stated", "asked", "ordered") and self.is_of_life
        found = done_there(self.s, clause) if is_own else None
        return found if found is not None and self.stated.are_own_words(*self.s.span(found.name)) else None

    def tied(self, clause: Clause) -> Iterator[RawClaim]:
        """The relations between people that a noun beside a name shows ("Ana's dog Rex", "Mirela, Arjun's girlfriend"),
        and the one in "She's my boss"."""
        if clause.mood != "stated" or not self.is_of_life or not self._is_open(clause):
            return
        for tie in ties(self.s, clause, self.people):
            if tie.one.sort == "somebody" and self.is_told_world:
                continue
            if tie.one.sort == "kin" and tie.one.noun is not None and tie.one.span is not None:
                yield from self.of_subject(clause, tie.one)
            yield self.make.tie(clause, tie)
        told = is_mine(self.s, clause, self.before)
        if told is not None:
            predicate, where, name = told
            if where is self.s and not clause.is_negative:
                noun = in_relation(self.s, self.s.child(clause.verb, "attr") or 0)[0]
                self.people.name(Who(where.words(name), "person", where.span(name), noun, gender_of(noun or "")))
            made = self.make.relation(clause, predicate, where.words(name), where.span(name))
            end = self.s.span(range(clause.first, clause.last + 1))[1]
            polarity: Polarity = "negative" if clause.is_negative else "positive"
            modality = "fact" if clause.tense == "past" else made.modality  # "she was my wife"
            yield replace(made, char_end=end, polarity=polarity, modality=modality)

    def of_subject(self, clause: Clause, one: Who) -> Iterator[RawClaim]:
        """The claim that the person has the relative who is the subject of the clause, whatever else the clause tells.
        Nothing if the relation has no predicate."""
        predicate = relation_of(one.noun) if one.noun is not None else None
        if predicate is None or predicate == "other" or one.span is None or not _is_within(self.s, one.span):
            return
        yield self.make.relation(clause, predicate, one.value, one.span)

    def got_by(self, clause: Clause, one: Who) -> Iterator[RawClaim]:
        """The named pets and children of somebody else, the subject of the clause: "she's got two cats, Tom and
        Jerry"."""
        if one.sort in ("kin", "person", "somebody"):
            for predicate, name in newcomers_of_others(self.s, clause):
                yield self.make.tie(clause, Tie(one, predicate, name))

    def of_companions(self, clause: Clause, filled: Sequence[Filled]) -> Iterator[RawClaim]:
        """The claims that the person has those relatives who share the subject with them: that they have a wife, for
        "my wife and I"."""
        if any(one.frame.object == "companion" for one in filled):
            return
        for tokens in companions(self.s, clause):
            relative = relative_at(self.s, tokens[-1])
            if relative is not None and not relative.name and relative.predicate != "other":
                value, span = relative_of_self(relative.noun), self.s.span(tokens)
                made = self.make.relation(clause, relative.predicate, value, span)
                # "My colleagues and I" does not say who they are.
                are_several = self.s.tag[tokens[-1]] == "NNS"
                yield replace(made, notes={**made.notes, "passing": True}) if are_several else made

    def _is_open(self, clause: Clause) -> bool:
        return self.stated.hold(self.s.start[clause.verb], self.s.end[clause.verb])


def _is_within(s: Sentence, span: SpanPair) -> bool:
    return s.char_start <= span[0] and span[1] <= s.char_end
