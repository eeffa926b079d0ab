"""Weighs whether two bearers (names with what is known of whom they mean) are one: all evidence as log-odds, a verdict
and its reason."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import Literal

from kg_assets.memory.people.matters import shared, stem_of
from kg_assets.memory.people.names import Name, Names
from kg_assets.memory.people.organizations import Organizations
from kg_assets.memory.people.settings import PeopleSettings
from kg_assets.memory.people.spheres import NOTHING, Spheres, Told
from kg_assets.memory.people.words import Words

Verdict = Literal["same", "different", "uncertain"]
VERDICTS: tuple[Verdict, ...] = ("same", "different", "uncertain")
Sort = Literal["person", "thing", "place"]

_DECIMALS = 12
_MOST_SHARED = 2
# Names that leave something out: the clues must show who is meant.
_ABBREVIATED = frozenset({"initial_and_surname", "given_and_initial", "given_of_full", "surname_of_full"})
# Names that show that there are two, if nothing else is told.
_UNFIT = frozenset({"incompatible", "other_surname"})
_SHORT = _ABBREVIATED | {"full_address", "short_address", "part_of_address"}
# Given names alone: many bear them.
_GIVEN_ALONE = frozenset({"one_given_name", "one_pet_name"})
# Whole names that would make them one, were nothing else known.
_WHOLE = frozenset({"same_full_name", "same_with_middle", "other_order", "pet_name", "double_surname"})
# The words for each kind of evidence in a sentence; {a} and {b} are the words of the two sides.
TOLD: Mapping[str, str] = {
    "same_full_name": "the full names are the same", "same_with_middle": "the names differ by a middle name",
    "other_order": "the names are the same in another order",
    "turned_given_names": "the names have the same two given names in another order",
    "pet_name": "one is a short form of the other's given name",
    "mistyped": "in one name two letters stand in the wrong order",
    "misspelt": "the names differ by a slip", "double_surname": "one has a second surname",
    "second_given_name": "one is called by the other's second given name",
    "other_script": "one name is written in other letters",
    "same_titled": "the title and the surname are the same",
    "initial_and_surname": "the surname and the initial fit", "given_and_initial": "the given name and the initial fit",
    "both_abbreviated": "both names are abbreviated", "initials_only": "the initials fit",
    "one_given_name": "both are called by the same given name", "one_pet_name": "one given name is a form of the other",
    "given_of_full": "one is called by a given name that fits",
    "surname_of_full": "one is called by a surname that fits",
    "one_surname": "both are called by the same surname", "other_surname": "the surnames differ",
    "full_address": "the address holds the full name", "short_address": "the address holds an initial and the surname",
    "part_of_address": "the address holds a part of the name", "no_name": "one is not named",
    "incompatible": "the names do not fit", "same_thing": "the names are the same",
    "abbreviation": "one name abbreviates the other", "misspelt_thing": "the names differ by a slip",
    "shortened_thing": "one name begins with the other",
    "same_email": "both have the same address", "other_email": "their addresses differ",
    "other_domain": "their addresses are at different organizations", "same_relation": "both are your {a}",
    "same_single_relation": "both are your {a}, of whom there is one", "one_of_several": "there is more than one {a}",
    "same_organization": "both belong to {a}", "domain_of_organization": "the address is at {a}",
    "same_circle": "both are of {a}", "same_role": "both are {a}",
    "same_duty": "the same is told of what they do", "same_matter": "both are named beside “{a}”",
    "complements": "what is told of their work fits together", "other_sex": "one is a man and the other a woman",
    "other_generation": "one is the elder",
    "other_age": "one is much older than the other", "two_relatives": "one is your {a}, the other your {b}",
    "relative_and_tie": "one is your {a}, the other your {b}", "two_ties": "one is your {a}, the other your {b}",
    "other_relation": "one is your {a}, the other your {b}", "relative_and_role": "one is your {a}, the other {b}",
    "other_role": "one is {a}, the other {b}", "other_organization": "one belongs to {a}, the other to {b}",
    "nothing_shared": "nothing that is told of one is told of the other",
    "short_and_nothing_shared": "nothing that is told of one is told of the other",
    "relative_and_work": "one is a relative of yours, the other is known by work or by a circle",
    "work_elsewhere": "the work of one is not done where the other belongs",
    "told_apart": "one message tells them apart", "met_together": "they are named with the same others",
    "named_together": "one message names both",
}  # fmt: skip


@dataclass(frozen=True)
class Bearer:
    """A named person, thing or place: one entity, or a part of its mentions that belong together."""

    bearer_id: str
    sort: Sort
    names: tuple[str, ...]  # the fullest first
    told: Told = NOTHING


@dataclass(frozen=True, slots=True)
class Evidence:
    kind: str
    weight: float
    words: tuple[str, ...] = ()

    def sentence(self) -> str:
        first, second = (*self.words, "", "")[:2]
        return TOLD[self.kind].format(a=first, b=second)


@dataclass(frozen=True, slots=True)
class Together:
    """What the messages show of two bearers: how many people are named beside both (`shared`), and whether one message
    names both (`is_together`)."""

    shared: int = 0
    is_together: bool = False
    is_told_apart: bool = False  # one message tells something of each


@dataclass(frozen=True)
class Weighed:
    """The result of weighing a pair: log-odds, evidence, verdict and reason."""

    log_odds: float
    evidence: tuple[Evidence, ...]
    verdict: Verdict
    reason: str

    @property
    def is_unlike(self) -> bool:
        """Whether the names alone show that these are two different bearers, so that no decision has to be written
        for the pair.
        """
        is_name = self.evidence[0].kind in _UNFIT and all(evidence.weight <= 0 for evidence in self.evidence)
        return self.verdict == "different" and is_name


@dataclass
class Scale:
    """Weighs pairs of bearers, with the word lists and weights of the configuration."""

    words: Words
    settings: PeopleSettings
    names: Names = field(init=False)
    organizations: Organizations = field(init=False)
    spheres: Spheres = field(init=False)

    def __post_init__(self) -> None:
        self.names, self.organizations = Names(self.words), Organizations(self.words)
        self.spheres = Spheres(self.words)
        # Most pairs have the same little evidence; each combination is summed up once.
        self._sum_up = lru_cache(maxsize=1 << 16)(self._summed)
        self._bare = lru_cache(maxsize=None)(self._weighted)

    def weigh(self, a: Bearer, b: Bearer, together: Together = Together()) -> Weighed:
        """Weigh a pair. The result does not depend on which bearer comes first."""
        if a.bearer_id > b.bearer_id:
            a, b = b, a
        likeness = self._likeness(a, b)
        if likeness == "incompatible":
            return self._sum_up((self._bare(likeness),))
        return self._sum_up(tuple(self._evidence(a, b, likeness, together)))

    def _summed(self, found: tuple[Evidence, ...]) -> Weighed:
        total = round(sum(evidence.weight for evidence in found), _DECIMALS)
        verdict = self.verdict(total)
        return Weighed(total, found, verdict, reason_of(verdict, found))

    def verdict(self, log_odds: float) -> Verdict:
        if log_odds >= self.settings.same_from:
            return "same"
        return "different" if log_odds <= self.settings.different_to else "uncertain"

    def _evidence(self, a: Bearer, b: Bearer, likeness: str, together: Together) -> Iterable[Evidence]:
        yield self._of(likeness)
        if a.sort != "person":
            if likeness == "shortened_thing":
                yield from self._of_matters(a.told, b.told, ())
            return
        mine, other = (self.names.read(one.names[0]) for one in (a, b))
        is_short = likeness in _ABBREVIATED
        told = [*self._of_addresses(a.told, b.told), *self._of_standing(a.told, b.told)]
        told += self._of_work(a.told, b.told, is_short)
        if likeness == "other_surname":
            told = [evidence for evidence in told if evidence.weight < 0 or self._is_of_one(evidence)]
        yield from (*told, *self._of_sex(a, b, mine, other))
        yield from self._of_lives(a, b, likeness) if not told else ()
        if likeness not in _UNFIT:
            yield from self._of_matters(a.told, b.told, told)
        if together.shared:
            yield Evidence("met_together", self.settings.weights["met_together"] * min(together.shared, _MOST_SHARED))
        if together.is_told_apart:
            yield self._of("told_apart")
        elif together.is_together and likeness in _ABBREVIATED:
            yield self._of("named_together")

    def _is_of_one(self, evidence: Evidence) -> bool:
        """Whether two different people would hardly have this evidence in common: an address, a relation that only
        one person can have, or a family relation. By contrast, two people with the same given name may well have the
        same employer and both be the person's colleagues."""
        if evidence.kind == "same_relation":
            return self.words.is_family(evidence.words)
        return evidence.kind in ("same_email", "same_single_relation")

    def may_be_renamed(self, told: Told) -> bool:
        """Whether so much is known of somebody that they can be recognised under another surname: an address, a
        relation that only one person can have, or a family relation."""
        return bool(told.emails) or any(
            self.words.file.relations[one].single or self.words.is_family((one,)) for one in told.relations
        )

    def _of_lives(self, a: Bearer, b: Bearer, likeness: str) -> Iterable[Evidence]:
        """Evidence that two bearers belong to different lives, because what is known of one shares nothing with what is
        known of the other. Asked for where their clues cannot be compared one by one."""
        is_whole = likeness not in _SHORT and not self._is_told_name(a, b)
        is_united = is_whole and likeness in _WHOLE
        if self.spheres.are_apart(a.told, b.told, is_whole, is_united):
            yield self._of("short_and_nothing_shared" if likeness in _ABBREVIATED else "nothing_shared")
        elif likeness in _GIVEN_ALONE and self.spheres.is_relative_and_work(a.told, b.told):
            yield self._of("relative_and_work")

    def _is_told_name(self, a: Bearer, b: Bearer) -> bool:
        """Whether the main names of the two do not fit. They are then compared because of another name of one of them,
        such as that before a marriage."""
        return self._of_persons(a.names[0], b.names[0]) in _UNFIT

    def _of(self, kind: str, *words: str) -> Evidence:
        return self._weighted(kind, words) if words else self._bare(kind)

    def _weighted(self, kind: str, words: tuple[str, ...] = ()) -> Evidence:
        return Evidence(kind, self.settings.weights[kind], words)

    def _likeness(self, a: Bearer, b: Bearer) -> str:
        """The best likeness between any name of `a` and any name of `b`."""
        if a.sort != b.sort:
            return "incompatible"
        compared = self._of_persons if a.sort == "person" else self.organizations.likeness
        found = {compared(x, y) for x in a.names for y in b.names}
        best = max(found, key=lambda kind: (self.settings.weights[kind], kind))
        return "no_name" if best == "incompatible" and self._is_told_address(a, b) else best

    def _is_told_address(self, a: Bearer, b: Bearer) -> bool:
        """Whether one of the two bearers is named only by an address that is also known of the other. Then the two
        fit, whatever the letters of the address."""
        shared = a.told.emails & b.told.emails
        return bool(shared) and any(name.lower() in shared for one in (a, b) for name in one.names)

    def _of_persons(self, a: str, b: str) -> str:
        return self.names.likeness(self.names.read(a), self.names.read(b))

    # --- clues ------------------------------------------------------------------------------------------------------

    def _of_addresses(self, a: Told, b: Told) -> Iterable[Evidence]:
        if not a.emails or not b.emails:
            return
        if a.emails & b.emails:
            yield self._of("same_email")
            return
        domains = [{mail.partition("@")[2] for mail in told.emails} for told in (a, b)]
        work = [self.words.work_domains(told.emails) for told in (a, b)]
        if domains[0] & domains[1]:
            yield self._of("other_email")
        elif work[0] and work[1]:
            yield self._of("other_domain")

    def _of_sex(self, a: Bearer, b: Bearer, mine: Name, other: Name) -> Iterable[Evidence]:
        sexes = [self._sexes(one.told, name) for one, name in ((a, mine), (b, other))]
        if all(sexes) and not sexes[0] & sexes[1]:
            yield self._of("other_sex")
        if a.told.generations and b.told.generations and not a.told.generations & b.told.generations:
            yield self._of("other_generation")
        if self._are_of_other_ages(a.told, b.told):
            yield self._of("other_age")

    def _are_of_other_ages(self, a: Told, b: Told) -> bool:
        """Whether the two have different age groups, or one is a child and the other has a role, duty or
        organization."""
        if a.ages and b.ages:
            return not a.ages & b.ages
        child, other = (a, b) if "child" in a.ages else (b, a)
        return child.ages == {"child"} and bool(other.roles or other.duties or other.organizations)

    def _sexes(self, told: Told, name: Name) -> set[str]:
        found = {self.words.file.relations[relation].sex for relation in told.relations}
        return {sex for sex in (*found, name.title_sex) if sex is not None}

    def _of_standing(self, a: Told, b: Told) -> Iterable[Evidence]:
        """Evidence from the relations that the two have to the person."""
        shared = sorted(a.relations & b.relations)
        if shared:
            singles = [one for one in shared if self.words.file.relations[one].single]
            yield self._of("same_single_relation", singles[0]) if singles else self._of("same_relation", shared[0])
            if not singles and shared[0] in a.several | b.several:
                yield self._of("one_of_several", shared[0])
        elif a.relations and b.relations:
            pairs = product(sorted(a.relations), sorted(b.relations))
            found = [self._of(self._of_relations(x, y), x, y) for x, y in pairs]
            yield max(found, key=lambda evidence: (evidence.weight, evidence.words))
        else:
            for one, another in ((a, b), (b, a)):
                family = sorted(r for r in one.relations if self.words.file.relations[r].side == "family")
                if family and another.own_roles:
                    yield self._of("relative_and_role", family[0], sorted(another.own_roles)[0])

    def _of_matters(self, a: Told, b: Told, told: Iterable[Evidence]) -> Iterable[Evidence]:
        """Evidence from telling words that occur beside both names, without words that other evidence already
        counts."""
        if not a.matters or not b.matters:
            return
        counted = {stem_of(word) for one in told for phrase in one.words for word in phrase.lower().split()}
        words = [word for word in shared(a.matters, b.matters) if stem_of(word) not in counted][:_MOST_SHARED]
        if words:
            weight = self.settings.weights["same_matter"] * len(words)
            yield Evidence("same_matter", weight, (" ".join(words),))

    def _of_relations(self, a: str, b: str) -> str:
        sides = {self.words.file.relations[one].side for one in (a, b)}
        free = {a, b} & self.words.file.free_relations
        if free:
            return "other_relation" if sides == {"tie"} or len(free) == 2 else "relative_and_role"
        if len(sides) == 2:
            return "relative_and_tie"
        return "two_relatives" if sides == {"family"} else "two_ties"

    def _of_work(self, a: Told, b: Told, is_abbreviated: bool) -> Iterable[Evidence]:
        """Evidence from what the two do and where: organizations, circles, roles and duties."""
        organization = self._shared_organization(a, b)
        if organization is not None:
            yield organization
        elif a.organizations and b.organizations:
            yield self._of("other_organization", sorted(a.organizations)[0], sorted(b.organizations)[0])
            if self.spheres.is_done_elsewhere(a, b):
                yield self._of("work_elsewhere")
        circles = sorted(a.circles & b.circles)
        if circles and organization is None:
            yield self._of("same_circle", circles[0])
        roles = self._of_roles(a, b)
        yield from roles
        if organization is None and not roles and is_abbreviated and self.spheres.complement(a, b):
            yield self._of("complements")

    def _shared_organization(self, a: Told, b: Told) -> Evidence | None:
        for x, y in product(sorted(a.organizations), sorted(b.organizations)):
            if self.organizations.likeness(x, y) != "incompatible":
                return self._of("same_organization", x)
        for one, another in ((a, b), (b, a)):
            for organization, mail in product(sorted(one.organizations), sorted(another.emails)):
                if self.organizations.owns_domain(organization, mail.partition("@")[2]):
                    return self._of("domain_of_organization", organization)
        return None

    def _of_roles(self, a: Told, b: Told) -> list[Evidence]:
        mine, other = (self._roles(told) for told in (a, b))
        if not mine or not other:
            return self._of_duties(a, b)
        x, y = max(product(sorted(mine), sorted(other)), key=lambda pair: (len(mine[pair[0]] & other[pair[1]]), pair))
        shared = len(mine[x] & other[y])
        if shared:
            return [self._of("same_role" if shared > 1 or len(mine[x]) == len(other[y]) == 1 else "same_duty", x)]
        if not a.relations & b.relations:
            return [self._of("other_role", x, y)]
        return []

    def _of_duties(self, a: Told, b: Told) -> list[Evidence]:
        """Evidence that the two do the same, used if one of them has no role. That they do different things is no
        evidence."""
        if a.circles & b.circles:
            return []
        mine, other = ({d: self._telling(d) for d in sorted(self._doings(told))} for told in (a, b))
        shared = [(len(words & theirs), x) for x, words in mine.items() for theirs in other.values() if words & theirs]
        return [self._of("same_role" if max(shared)[0] > 1 else "same_duty", max(shared)[1])] if shared else []

    def _doings(self, told: Told) -> frozenset[str]:
        return told.duties | told.roles | told.circles | self.words.tied(told.relations)

    def _roles(self, told: Told) -> dict[str, frozenset[str]]:
        """Each role with its telling words. A relation at work ("boss") is a role, too."""
        found = {role: self._telling(role) for role in told.roles | self.words.tied(told.relations)}
        return {role: words for role, words in found.items() if words}

    def _telling(self, phrase: str) -> frozenset[str]:
        return frozenset(self.words.ties.get(word, word) for word in phrase.split()) - self.words.empty


def reason_of(verdict: Verdict, evidence: Iterable[Evidence]) -> str:
    """The reason as one sentence: first the evidence for the verdict, then the evidence against it, the weightiest
    first (at most three of each)."""
    against = sorted((e for e in evidence if e.weight < 0), key=lambda e: (e.weight, e.kind))
    speaking = sorted((e for e in evidence if e.weight >= 0), key=lambda e: (-e.weight, e.kind))
    first, second = (against, speaking) if verdict == "different" else (speaking, against)
    told = [" and ".join(e.sentence() for e in part[:3]) for part in (first, second) if part]
    joined = ", but ".join(told)
    end = "; that is not enough to decide" if verdict == "uncertain" else ""
    return f"{joined[:1].upper()}{joined[1:]}{end}."
