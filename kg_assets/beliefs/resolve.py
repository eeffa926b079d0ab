"""Phases 7 to 13 of seed 002: from canonical atoms to beliefs, links, conflicts, streams and scores at
`as_of`.

Activation, support and streams, which the seed stores and updates, are computed anew in each build from the
ordered occurrences.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from kg_assets.beliefs import network_contracts as contracts
from kg_assets.beliefs.deciding import LEDGER_KINDS, Decisions, standing_decisions
from kg_assets.beliefs.extraction.matching import MatchReader
from kg_assets.beliefs.extraction.reading import Verdict
from kg_assets.beliefs.frame import TemporalScope
from kg_assets.beliefs.lexicon import WORDS_FILE, read_lexicon
from kg_assets.beliefs.likeness import Neighbours, Vectors, by_letters, by_terms, by_vectors, nearer_of
from kg_assets.beliefs.meaning import Meanings
from kg_assets.beliefs.network import Conflict, Network, Node, Occurrence, Pair, Said, nobody
from kg_assets.beliefs.scoring import (
    Evidence,
    LinkStatus,
    activation,
    core_score,
    link_confidence,
    link_status,
    promoted_at,
    recent_conflicts,
    status_of,
)
from kg_assets.beliefs.settings import BeliefSettings, Stream
from kg_assets.beliefs.streams import STREAMS_FILE, Classification, StreamMap, classify, half_life, read_streams
from kg_assets.core.canonical import canonical_text
from kg_assets.core.ids import IdSpace
from kg_assets.core.instants import from_millis, to_millis
from kg_assets.core.stage import StageRun
from kg_assets.graph.embedding import model_vectors
from kg_assets.llm.request import Request
from kg_assets.sources.tables import Rows

SAID_SQL, RUNS_SQL = "sql/beliefs/said.sql", "sql/beliefs/runs.sql"
_DAY = 86_400_000
_DECIMALS = 12
_PROMOTED = "spread, diversity and activation of a state that recurs"
_METHODS = {"contradiction": "polarity_flip", "tension": "semantic_opposition"}


class _Stream(NamedTuple):
    """The first stream of a belief, its stream now, and the index of the occurrence that moved it there, if it was
    moved."""

    first: Classification
    now: Stream
    moved_by: int | None


class _Verified(NamedTuple):
    """A model's verdict on whether an atom says a belief that is somewhat like it. `counts` says that the model is sure
    enough for the verdict to decide."""

    canonical_atom_id: str
    node: Node
    likeness: float
    verdict: Verdict
    counts: bool


def run(stage: StageRun) -> None:
    """Write the beliefs of a build, with their occurrences, links, conflicts, streams and scores."""
    made = _Resolving(stage, is_model_heard=stage.settings("models").mode != "off")
    made.write()


def match_requests(stage: StageRun) -> list[Request]:
    """The requests that ask a model whether two beliefs are one. The answers can lead to further requests, which are
    not among these."""
    return _Resolving(stage, is_model_heard=True).requests()


class _Resolving:
    """Makes the beliefs of one build and collects the rows of their tables."""

    def __init__(self, stage: StageRun, is_model_heard: bool) -> None:
        self._stage = stage
        self._settings: BeliefSettings = stage.settings("beliefs")
        self._model = MatchReader(stage) if is_model_heard and self._settings.ask_model else None
        self._ids = IdSpace(stage.settings("sources").id_namespace)
        self._streams: StreamMap = read_streams(stage.file(STREAMS_FILE))
        assert stage.as_of is not None
        self._now = days_of(stage.as_of)
        self._decisions: Decisions = standing_decisions({kind: stage.ledger_entries(kind) for kind in LEDGER_KINDS})
        parameters = {"horizon": stage.horizon, "as_of": stage.as_of}
        rolled_back = self._decisions.rolled_back
        rows = stage.query(SAID_SQL, parameters).to_pylist()
        self._rows: list[dict[str, Any]] = [row for row in rows if row["extractor_version"] not in rolled_back]
        self._atoms = {row["canonical_atom_id"]: row for row in self._rows}
        self._tables = {table.name: Rows(table) for table in contracts.NETWORK_TABLES}
        self._vectors: Mapping[str, bytes] = {}
        self._verdicts: list[_Verified] = []

    def requests(self) -> list[Request]:
        assert self._model is not None
        self._resolved()
        return list(self._model.asked.values())

    def write(self) -> None:
        network, places, neighbours = self._resolved()
        conflicts = network.conflicts(self._streams, places, neighbours)
        self._add_nodes(network, conflicts)
        self._add_links(network)
        self._add_verdicts()
        self._add_conflicts(network, conflicts)
        self._add_runs(network)
        for name, rows in self._tables.items():
            self._stage.write(name, rows.table())

    def _resolved(self) -> tuple[Network, Mapping[str, int], Neighbours]:
        """Three results: the network of beliefs; for the hash of each text, the index of the text in a list; and that
        list, which has for each text the earlier texts that are like it."""
        meanings = Meanings(read_lexicon(self._stage.file(WORDS_FILE)))
        said = [self._said(row, meanings) for row in self._rows]
        first = {one.canonical_hash: one for one in reversed(said)}
        distinct = [first[digest] for digest in dict.fromkeys(one.canonical_hash for one in said)]
        places = {one.canonical_hash: place for place, one in enumerate(distinct)}
        neighbours = self._neighbours(distinct)
        verified = nobody if self._model is None else self._verified
        network = Network(self._settings, lambda digest: self._ids.make("belief", digest), self._decisions, verified)
        network.resolve(said, places, neighbours)
        return network, places, neighbours

    def _verified(self, said: Said, node: Node, likeness: float) -> bool | None:
        """§4.11: whether the model says that the atom and the belief are one; None if it is not sure enough or did not
        answer."""
        assert self._model is not None
        ids = [self._atoms[atom]["message_id"] for atom in (said.canonical_atom_id, node.named.canonical_atom_id)]
        verdict = self._model.verdict(said.canonical_text, node.named.canonical_text, ids)
        if verdict is None:
            return None
        counts = verdict.confidence >= self._settings.verified_from
        self._verdicts.append(_Verified(said.canonical_atom_id, node, likeness, verdict, counts))
        return verdict.is_same if counts else None

    def _said(self, row: Mapping[str, Any], meanings: Meanings) -> Said:
        day = days_of(row["said_at_utc"])
        return Said(
            row["canonical_atom_id"], row["experience_id"], row["canonical_text"], row["canonical_hash"],
            row["belief_type"], row["polarity"], meanings.of(row["concept_text"], row["polarity"]), row["concept_text"],
            row["temporal_scope"], Evidence(day, row["source_weight"], row["confidence"], row["context_id"]), day,
        )  # fmt: skip

    def _neighbours(self, distinct: Sequence[Said]) -> Neighbours:
        least = min(self._settings.no_match_threshold, self._settings.tension_threshold)
        if self._settings.likeness == "levenshtein":
            return by_letters([one.concept for one in distinct], least)
        of_terms = by_terms([one.meaning.terms for one in distinct], least)
        if self._settings.likeness == "model" and distinct:
            assert self._settings.embedding_model is not None
            made = model_vectors(self._settings.embedding_model, [one.concept for one in distinct])
            vectors: Vectors = np.asarray(made, dtype=np.float32)
            self._vectors = {one.canonical_hash: vectors[n].tobytes() for n, one in enumerate(distinct)}
            return nearer_of(of_terms, by_vectors(vectors, least))
        return of_terms

    def _add_nodes(self, network: Network, conflicts: Sequence[Conflict]) -> None:
        open_days: dict[str, list[float]] = {belief_id: [] for belief_id in network.nodes}
        for conflict in conflicts:
            for belief_id in conflict.pair if conflict.end is None else ():
                open_days[belief_id].append(conflict.since)
        for belief_id, node in network.nodes.items():
            stream = self._stream_of(node)
            self._add_node(node, stream, open_days[belief_id])
            self._add_stream(node, stream)
            for occurrence in node.occurrences.values():
                self._add_occurrence(node, occurrence)

    def _stream_of(self, node: Node) -> _Stream:
        """The stream of a belief. The sentence that said it first decides (§4.13). A `state` becomes `identity` later
        if its evidence shows that it lasts (§4.14)."""
        scope: TemporalScope = node.begun.scope
        first = classify(self._streams, node.begun.belief_type, scope)
        if first.primary != "state":
            return _Stream(first, first.primary, None)
        moved = promoted_at(node.evidence(), half_life("state", self._settings), self._settings)
        return _Stream(first, "state" if moved is None else "identity", moved)

    def _add_node(self, node: Node, stream: _Stream, open_days: Sequence[float]) -> None:
        evidence = node.evidence()
        core = core_score(evidence, recent_conflicts(open_days, self._now, self._settings), self._settings)
        named = node.named
        self._add(
            contracts.BELIEF_NODES, node.belief_id, named.canonical_text, named.canonical_hash, named.concept,
            named.belief_type, named.polarity, self._vectors.get(named.canonical_hash),
            _rounded(activation(evidence, self._now, half_life(stream.now, self._settings))), _rounded(core.support),
            _rounded(core.spread), _rounded(core.diversity), _rounded(core.penalty), _rounded(core.score),
            status_of(core.score, self._settings), len(evidence), len(open_days),
            self._said_at(node.begun.canonical_atom_id),
            instant_of(max(one.day for one in evidence)),
        )  # fmt: skip

    def _add_stream(self, node: Node, stream: _Stream) -> None:
        said = list(node.occurrences.values())
        moved = None if stream.moved_by is None else instant_of(said[stream.moved_by].said.day)
        first_at = self._said_at(node.begun.canonical_atom_id)
        history = [] if moved is None else [{"from": "state", "to": "identity", "at": moved, "reason": _PROMOTED}]
        self._add(
            contracts.STREAM_ASSIGNMENTS, self._ids.make("stream_assignment", node.belief_id), node.belief_id,
            stream.now,
            "state" if moved else stream.first.secondary, stream.first.confidence, "state" if moved else None, moved,
            canonical_text(history), first_at, moved or first_at,
        )  # fmt: skip

    def _add_occurrence(self, node: Node, occurrence: Occurrence) -> None:
        row = self._atoms[occurrence.said.canonical_atom_id]
        frame = {name: row[name] for name in ("temporal_scope", "modality", "degree", "conditional")}
        self._add(
            contracts.BELIEF_OCCURRENCES,
            self._ids.make("occurrence", node.belief_id, row["experience_id"], row["extractor_version"]),
            node.belief_id,
            row["experience_id"], row["canonical_atom_id"], row["extractor_version"], row["atom_text"],
            row["spans_json"],
            row["source_weight"], row["confidence"], canonical_text(frame), row["epistemic_confidence"],
            occurrence.outcome, _rounded(occurrence.match_confidence), row["context_id"], row["said_at_utc"], None,
        )  # fmt: skip

    def _add_links(self, network: Network) -> None:
        judged = self._judged_links(network)
        for (one, other), link in sorted(network.links.items()):
            sure = link_confidence(link.support_both, link.support_one, self._now - link.last, self._settings)
            version = self._atoms[network.nodes[one].begun.canonical_atom_id]["extractor_version"]
            self._add(
                contracts.TENTATIVE_LINKS, self._ids.make("belief_link", one, other), one, other, _rounded(sure),
                *judged.get((one, other), (link_status(sure, self._settings), "evidence")),
                link.support_both, link.support_one, instant_of(link.last),
                canonical_text({"likeness": _rounded(link.likeness), "by": self._settings.likeness}), version,
                instant_of(link.first), instant_of(link.last),
            )  # fmt: skip

    def _judged_links(self, network: Network) -> Mapping[Pair, tuple[LinkStatus, str]]:
        """The status of each link that the person judged. A link whose two beliefs have become one is left out."""
        found: dict[Pair, tuple[LinkStatus, str]] = {}
        for hashes, is_same in self._decisions.links.items():
            nodes = {network.by_hash[digest].belief_id for digest in hashes if digest in network.by_hash}
            if len(nodes) == len(hashes):
                one, other = sorted(nodes)
                found[one, other] = ("accepted" if is_same else "rejected", "person")
        return found

    def _add_verdicts(self) -> None:
        for one in self._verdicts:
            self._add(
                contracts.MATCH_VERDICTS, self._ids.make("match_verdict", one.canonical_atom_id), one.canonical_atom_id,
                one.node.belief_id, _rounded(one.likeness), one.verdict.is_same, one.verdict.confidence,
                one.verdict.reasoning, one.counts,
            )  # fmt: skip

    def _add_conflicts(self, network: Network, conflicts: Sequence[Conflict]) -> None:
        for conflict in conflicts:
            one, other = conflict.pair
            latest = [list(network.nodes[node].occurrences)[-1] for node in conflict.pair]
            end = conflict.end
            evidence = {"likeness": _rounded(conflict.likeness), "latest_experiences": latest}
            self._add(
                contracts.CONFLICT_EDGES, self._ids.make("belief_conflict", one, other), one, other, conflict.kind,
                _METHODS[conflict.kind], canonical_text(evidence), "active" if end is None else "resolved",
                instant_of(conflict.since),
                *((None, None, None) if end is None else (instant_of(end.day), end.by, end.kept)),
            )  # fmt: skip

    def _add_runs(self, network: Network) -> None:
        said = (
            self._atoms[occurrence.said.canonical_atom_id]
            for node in network.nodes.values()
            for occurrence in node.occurrences.values()
        )
        occurrences = Counter((row["extractor_version"], row["read_by"]) for row in said)
        for row in self._stage.query(RUNS_SQL).to_pylist():
            if row["extractor_version"] in self._decisions.rolled_back:
                continue
            self._add(
                contracts.EXTRACTION_RUNS, row["extractor_version"], row["read_by"], row["experience_count"],
                row["atom_count"], row["invalid_count"], occurrences[row["extractor_version"], row["read_by"]],
            )  # fmt: skip

    def _said_at(self, canonical_atom_id: str) -> str:
        said_at: str = self._atoms[canonical_atom_id]["said_at_utc"]
        return said_at

    def _add(self, table: Any, *values: Any) -> None:
        self._tables[table.name].add(values)


def days_of(instant: str) -> float:
    """The number of days from the beginning of 1970 to an instant."""
    return to_millis(instant) / _DAY


def instant_of(day: float) -> str:
    """The instant that lies `day` days after the beginning of 1970."""
    return from_millis(round(day * _DAY))


def _rounded(value: float) -> float:
    return round(value, _DECIMALS)
