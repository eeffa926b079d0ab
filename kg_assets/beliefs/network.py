"""Beliefs, the occurrences that support them, and the links between them: phases 8, 10 and 11 of seed 002.

Atoms are taken in the order in which they were said, and those said at the same moment in the order of their ids. So
neither the order of the input nor the division of work changes the result.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from kg_assets.beliefs.conflicts import ConflictType, End, can_conflict, ended, stability_of
from kg_assets.beliefs.deciding import Decisions
from kg_assets.beliefs.frame import BeliefType, Polarity, TemporalScope
from kg_assets.beliefs.likeness import Neighbours
from kg_assets.beliefs.meaning import Meaning
from kg_assets.beliefs.resolution import Outcome, outcome_of
from kg_assets.beliefs.scoring import Evidence
from kg_assets.beliefs.settings import BeliefSettings
from kg_assets.beliefs.streams import StreamMap, classify

Pair = tuple[str, str]


class Said(NamedTuple):
    """One canonical atom as it was said, with everything that decides which belief it becomes."""

    canonical_atom_id: str
    experience_id: str
    canonical_text: str
    canonical_hash: str
    belief_type: BeliefType
    polarity: Polarity
    meaning: Meaning
    concept: str
    scope: TemporalScope
    evidence: Evidence
    day: float


@dataclass
class Occurrence:
    """A belief as one sentence (an experience) says it. If several atoms of the sentence say it, `said` is the one with
    the highest confidence."""

    said: Said
    outcome: Outcome
    match_confidence: float
    atoms: list[str] = field(default_factory=list)


@dataclass
class Link:
    """Two beliefs that may be one, with the evidence for and against it. `first` and `last` are the days of the first
    and the last evidence."""

    likeness: float
    first: float
    last: float
    support_both: int = 1
    support_one: int = 0


@dataclass
class Node:
    """A belief. `named` is the atom whose words name the belief: the atom that was said first, or the one into which a
    person merged the belief."""

    belief_id: str
    named: Said
    begun: Said  # where it was said first
    occurrences: dict[str, Occurrence] = field(default_factory=dict)  # by experience, in order

    def evidence(self) -> list[Evidence]:
        return [occurrence.said.evidence for occurrence in self.occurrences.values()]


# Says whether an atom says a belief that it is somewhat like; None if nobody can tell.
Verifier = Callable[[Said, Node, float], bool | None]


def nobody(said: Said, node: Node, likeness: float) -> bool | None:
    """A verifier for builds without a model: it never says whether two beliefs are one, so its answer is always
    None."""
    return None


class Conflict(NamedTuple):
    """Two beliefs that contradict each other or are in tension. `since` is the first day on which both sides had been
    said; sentences about something that is over do not count."""

    pair: Pair
    kind: ConflictType
    likeness: float
    since: float
    end: End | None


class Network:
    """The beliefs found so far, with the links between them."""

    def __init__(
        self,
        settings: BeliefSettings,
        belief_id: Callable[[str], str],
        decisions: Decisions,
        verified: Verifier = nobody,
    ) -> None:
        self._settings = settings
        self._verified = verified
        self._belief_id = belief_id
        self._decisions = decisions
        self.nodes: dict[str, Node] = {}
        self.links: dict[Pair, Link] = {}
        self.by_hash: dict[str, Node] = {}
        self._first_said: dict[str, Said] = {}
        self._linked: dict[str, list[str]] = defaultdict(list)

    def resolve(self, said: Sequence[Said], positions: Mapping[str, int], neighbours: Neighbours) -> None:
        """Assign every atom to a belief, old or new, in the order in which the atoms were said.

        `neighbours` has for each distinct text a list of the earlier texts that are like it; `positions` gives, for the
        hash of a text, the position of its list in `neighbours`.
        """
        known: dict[int, Node] = {}
        self._first_said = {one.canonical_hash: one for one in reversed(said)}
        for one in said:
            position = positions[one.canonical_hash]
            likes = {known[other].belief_id: like for other, like in neighbours[position] if other in known}
            node = self._resolved(one, likes)
            # Later texts are compared with a belief's own words only, not with other words that were matched to it.
            if one.canonical_hash in (node.named.canonical_hash, node.begun.canonical_hash):
                known.setdefault(position, node)

    def _resolved(self, said: Said, likes: Mapping[str, float]) -> Node:
        """§4.10: the belief that an atom says.

        If a belief has the same words, or words that a person merged with them, it is that belief. Otherwise it is the
        belief most like the atom, if they are alike enough or the verifier (a model that is asked about both) says that
        they are one. Otherwise it is a new belief. Words that a person split off get a belief of their own.
        """
        same = self.by_hash.get(said.canonical_hash) or self._merged_with(said.canonical_hash)
        if same is not None:
            self.by_hash[said.canonical_hash] = same
            self._occurs(same, said, "match", 1.0)
            self._weigh_links(same, said, likes)
            return same
        can_be = [(like, belief_id) for belief_id, like in likes.items() if self._is_on_one_side(said, belief_id)]
        candidates = sorted(can_be, key=lambda one: (-one[0], one[1]))[: self._settings.top_k]
        best, best_id = candidates[0] if candidates else (0.0, "")
        is_apart = said.canonical_hash in self._decisions.apart
        outcome: Outcome = "no_match" if is_apart else outcome_of(best, self._settings)
        if outcome == "uncertain":
            is_same = self._verified(said, self.nodes[best_id], best)
            outcome = "uncertain" if is_same is None else "match" if is_same else "no_match"
        if outcome == "match":
            node = self.nodes[best_id]
            self.by_hash[said.canonical_hash] = node
            self.by_hash.setdefault(self._staying(said), node)
            self._occurs(node, said, outcome, best)
            self._weigh_links(node, said, likes)
            return node
        node = self._new(said, outcome, best)
        if outcome == "uncertain":
            self._link(node, candidates, said.day)
        return node

    def _is_on_one_side(self, said: Said, belief_id: str) -> bool:
        named = self.nodes[belief_id].named
        return named.polarity == said.polarity and named.meaning.side == said.meaning.side

    def _merged_with(self, canonical_hash: str) -> Node | None:
        """The belief whose words are these or, if a person merged these words into others, are those others. None if it
        was not said yet."""
        return self.by_hash.get(self._decisions.into.get(canonical_hash, canonical_hash))

    def _staying(self, said: Said) -> str:
        """The hash of the words into which a person merged the atom's words, at the end of all merges; the hash of the
        atom's own words if they were not merged."""
        return self._decisions.into.get(said.canonical_hash, said.canonical_hash)

    def _new(self, said: Said, outcome: Outcome, likeness: float) -> Node:
        staying = self._staying(said)
        named = self._first_said.get(staying, said)
        node = Node(self._belief_id(named.canonical_hash), named, said)
        self.nodes[node.belief_id] = node
        self.by_hash[said.canonical_hash] = self.by_hash[named.canonical_hash] = self.by_hash[staying] = node
        self._occurs(node, said, outcome, likeness)
        return node

    def _occurs(self, node: Node, said: Said, outcome: Outcome, likeness: float) -> None:
        """§3.2: add the atom to the belief's occurrences. There is one occurrence for each experience (sentence); it
        keeps the atom with the highest confidence."""
        known = node.occurrences.get(said.experience_id)
        if known is None:
            known = node.occurrences[said.experience_id] = Occurrence(said, outcome, likeness)
        elif said.evidence.atom_confidence > known.said.evidence.atom_confidence:
            known.said, known.outcome, known.match_confidence = said, outcome, likeness
        known.atoms.append(said.canonical_atom_id)

    def _link(self, node: Node, candidates: Sequence[tuple[float, str]], day: float) -> None:
        """§4.12: link a new belief to the belief most like it. A link that already joins two beliefs which are both
        like the new one gains support."""
        near = [belief_id for like, belief_id in candidates if like >= self._settings.no_match_threshold]
        for one in near:
            for other in near:
                if one < other and (link := self.links.get((one, other))) is not None:
                    link.support_both += 1
                    link.last = day
        likeness, other_id = candidates[0]
        self.links[ordered(node.belief_id, other_id)] = Link(likeness, day, day)
        self._linked[node.belief_id].append(other_id)
        self._linked[other_id].append(node.belief_id)

    def _weigh_links(self, node: Node, said: Said, likes: Mapping[str, float]) -> None:
        """Count a newly said atom of a belief as evidence for or against each link of that belief.

        The atom supports both sides of a link if it is also like the belief at the other end and its words are not the
        own words of either side. Otherwise it supports one side alone.
        """
        for other_id in self._linked[node.belief_id]:
            link = self.links[ordered(node.belief_id, other_id)]
            if likes.get(other_id, 0.0) >= self._settings.no_match_threshold and said.canonical_text not in (
                node.named.canonical_text,
                self.nodes[other_id].named.canonical_text,
            ):
                link.support_both += 1
            else:
                link.support_one += 1
            link.last = said.day

    def conflicts(self, streams: StreamMap, places: Mapping[str, int], neighbours: Neighbours) -> list[Conflict]:
        """§4.15: the conflicts between beliefs. A contradiction is the same words once affirmed and once denied; a
        tension is two beliefs that are alike but on opposite sides. Pairs that `can_conflict` excludes are left out."""
        own = {places[node.named.canonical_hash]: node for node in self.nodes.values()}
        by_concept: dict[str, list[Node]] = defaultdict(list)
        found: dict[Pair, Conflict] = {}
        for place in sorted(own):
            node = own[place]
            for other in by_concept[node.named.concept]:
                self._add_conflict(found, streams, node, other, "contradiction", 1.0)
            by_concept[node.named.concept].append(node)
            likest = [(own[at], like) for at, like in neighbours[place] if at in own]
            for other, like in likest[: self._settings.top_k_conflict_check]:
                if like > self._settings.tension_threshold:
                    self._add_conflict(found, streams, node, other, "tension", like)
        return [found[pair] for pair in sorted(found)]

    def _add_conflict(
        self, found: dict[Pair, Conflict], streams: StreamMap, one: Node, other: Node, kind: ConflictType, like: float
    ) -> None:
        pair = ordered(one.belief_id, other.belief_id)
        is_opposite = (
            one.named.polarity != other.named.polarity
            if kind == "contradiction"
            else one.named.meaning.side != other.named.meaning.side
        )
        if pair in found or not is_opposite:
            return
        sides = [
            [
                (stability_of(o.said.scope, classify(streams, o.said.belief_type, o.said.scope).primary), o.said.day)
                for o in node.occurrences.values()
            ]
            for node in (one, other)
        ]
        if can_conflict(*([kind for kind, _ in side] for side in sides)):
            since = max(min(day for kind, day in side if kind != "over") for side in sides)
            found[pair] = Conflict(pair, kind, like, since, self._end_of(pair))

    def _end_of(self, pair: Pair) -> End | None:
        """How a conflict is resolved: as the person decided, else by the `conflict_rule` of the settings. None if it
        stays open."""
        one, other = (self.nodes[belief_id].evidence() for belief_id in pair)
        for hashes, resolution in self._decisions.conflicts.items():
            if {self._belief_of(digest) for digest in hashes} == set(pair):
                kept = self._belief_of(resolution.kept) if resolution.kept is not None else None
                return ended(resolution.by, kept, one, other, pair)
        if self._settings.conflict_rule == "none":
            return None
        return ended(self._settings.conflict_rule, None, one, other, pair)

    def _belief_of(self, digest: str) -> str | None:
        node = self.by_hash.get(digest)
        return None if node is None else node.belief_id


def ordered(one: str, other: str) -> Pair:
    """§4.12: the pair of ids with the smaller id first."""
    return (one, other) if one < other else (other, one)
