"""What is known of a bearer (`Told`), and whether what is known of two bearers can be true of one person or belongs
to different lives."""

from dataclasses import dataclass

from kg_assets.memory.people.matters import shared
from kg_assets.memory.people.words import Words


@dataclass(frozen=True, slots=True)
class Told:
    """What the clues say about a bearer: the values of each kind of clue. `own_roles` are those said with "my" or
    "our"."""

    relations: frozenset[str] = frozenset()
    several: frozenset[str] = frozenset()
    roles: frozenset[str] = frozenset()
    own_roles: frozenset[str] = frozenset()
    duties: frozenset[str] = frozenset()
    organizations: frozenset[str] = frozenset()
    circles: frozenset[str] = frozenset()
    descriptions: frozenset[str] = frozenset()
    emails: frozenset[str] = frozenset()
    generations: frozenset[str] = frozenset()
    ages: frozenset[str] = frozenset()
    matters: frozenset[str] = frozenset()  # single words


NOTHING = Told()


class Spheres:
    """Decides whether the workplaces and roles that are known of two bearers fit together, with the word lists of
    the configuration.
    """

    def __init__(self, words: Words) -> None:
        self._words = words

    def complement(self, a: Told, b: Told) -> bool:
        """Whether what is known of one bearer fills a gap in what is known of the other. Of one, a role or duty is
        known but no organization ("my dentist"); of the other, no role but an organization where such work is done (a
        dental clinic). False if a relation is known of either."""
        return any(
            (one.roles or one.duties) and not one.organizations and another.organizations and not another.roles
            and not one.relations and not another.relations and self._fit(one, another, frozenset())
            for one, another in ((a, b), (b, a))
        )  # fmt: skip

    def are_apart(self, a: Told, b: Told, is_whole: bool, is_united: bool) -> bool:
        """Whether what is known of one bearer and of the other belongs to different lives, so that they cannot be one
        person.

        That somebody is a relative or a friend sets nobody apart, nor do jobs that exist at any organization. With
        `is_whole` (both have whole names) the work domains of addresses and the descriptions count, too. With
        `is_united` (the names alone would make them one person) the distinctive words around their names (`matters`)
        count, too.
        """
        domains = [self._words.work_domains(told.emails) if is_whole else frozenset() for told in (a, b)]
        known = [
            self._is_known(told) or (is_whole and bool(told.descriptions)) or (is_united and bool(told.matters))
            for told in (a, b)
        ]
        if not all(one or domain for one, domain in zip(known, domains, strict=True)):
            return False
        if self._fit(a, b, domains[1]) or self._fit(b, a, domains[0]) or shared(a.matters, b.matters):
            return False
        return not self._are_described_alike(a, b)

    def is_done_elsewhere(self, a: Told, b: Told) -> bool:
        """Whether the work of one is not known of the other: one has a role ("dentist"), while of the other neither a
        role is known nor a place where work of that sort is done."""
        return any(
            one.roles and not another.roles and not self._fit(one, another, frozenset())
            for one, another in ((a, b), (b, a))
        )

    def is_relative_and_work(self, a: Told, b: Told) -> bool:
        """Whether one is known only as family, and the other by anything except a relation."""
        return any(
            self._words.is_family(one.relations) and not self._is_known(one)
            and not another.relations and (self._is_known(another) or bool(another.descriptions))
            for one, another in ((a, b), (b, a))
        )  # fmt: skip

    def _is_known(self, told: Told) -> bool:
        return bool(self._doings(told) or told.organizations or told.circles)

    def _are_described_alike(self, a: Told, b: Told) -> bool:
        if not (a.descriptions or b.descriptions):
            return False
        mine, other = (self._told_words(told) for told in (a, b))
        return not mine.isdisjoint(other)

    def _told_words(self, told: Told) -> frozenset[str]:
        phrases = told.descriptions | told.organizations | told.circles | self._doings(told)
        return frozenset(" ".join(phrases).lower().split()) - self._words.empty

    def _doings(self, told: Told) -> frozenset[str]:
        return told.roles | told.duties | self._words.tied(told.relations)

    def _fit(self, one: Told, another: Told, domains: frozenset[str]) -> bool:
        """Whether the work of `one` may be done at a place that is known of `another`."""
        is_at_work = bool(another.organizations or domains) or any(map(self._is_of_work, another.circles))
        if is_at_work and any(map(self._is_of_work, one.circles)):
            return True
        places = " ".join(another.organizations | another.circles | domains).lower()
        return any(self._is_done_at(doing, places, is_at_work) for doing in self._doings(one))

    def _is_of_work(self, circle: str) -> bool:
        return circle.rpartition(" ")[2] in self._words.file.work_circles

    def _is_done_at(self, doing: str, places: str, is_at_work: bool) -> bool:
        for word in reversed(doing.split()):
            where = self._words.places_of.get(word.rpartition("-")[2])
            if where is not None:
                return any(place in places for place in where) if where else is_at_work
        return False
