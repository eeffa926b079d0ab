"""The final candidates and mentions of some files of messages: what was detected, and the lexicon's terms among it.

Structured detectors win over the lexicon, the lexicon over the name recogniser (stage 2B.6.2); the choice itself is
`mentions.winners`. Every mention gets the key of what it names and, after the person's merges, its entity.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import pairwise
from typing import Any, NamedTuple

import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from kg_assets.core.canonical import canonical_text
from kg_assets.core.hashing import sha256_hex
from kg_assets.core.ids import IdSpace
from kg_assets.core.stage import Shard, StageRun
from kg_assets.lexicon.contracts import ENTITY_MENTION_CANDIDATES, ENTITY_MENTIONS
from kg_assets.lexicon.keys import entity_id, entity_key
from kg_assets.lexicon.merges import standing_merges
from kg_assets.mentions.detect.candidate import Candidate
from kg_assets.mentions.messages import MESSAGE_COLUMNS, Message, read_batch
from kg_assets.mentions.settings import MentionSettings
from kg_assets.mentions.winners import Verdict, decide, surface_hash
from kg_assets.sources.tables import Rows

_CANDIDATES = "kg.entity_mention_candidates__detected"
_OCCURRENCES = "kg.lexicon_occurrences"
_VERSION = "1"
_WON = Verdict(True, None, None)


class Term(NamedTuple):
    term_id: str
    entity_type: str


class Place(NamedTuple):
    char_start: int
    char_end: int
    surface: str
    term_key: str


def plan(run: StageRun) -> list[Shard]:
    """One shard for some files of messages, with the terms and the files that speak of these messages."""
    terms = _terms(run)
    payload = {"build_id": terms.pop("build_id"), "terms": terms.pop("terms")}
    identity = sha256_hex(canonical_text(payload))
    together = run.settings("lexicon").files_per_shard
    paths = run.paths("kg.messages")
    groups = [paths[at : at + together] for at in range(0, len(paths), together)]
    owners = {name: _files_by_group(groups, run.paths(name)) for name in (_CANDIDATES, _OCCURRENCES)}
    return [
        Shard(
            f"{index:03d}",
            payload=payload,
            inputs={"kg.messages": [str(p) for p in group]} | {name: owners[name][index] for name in owners},
            identity=identity,
        )
        for index, group in enumerate(groups)
    ]


def _terms(run: StageRun) -> dict[str, Any]:
    """The terms by key. Scores and counts are left out: they change with every new message, the matches do not."""
    build = run.query("sql/lexicon/terms.sql").to_pylist()
    return {
        "build_id": build[0]["build_id"] if build else "",
        "terms": {row["term_key"]: [row["term_id"], row["entity_type_hint"]] for row in build},
    }


def _files_by_group(groups: Sequence[Sequence[Any]], files: Sequence[Any]) -> list[list[str]]:
    """Which group of messages each file of another table belongs to: a part without rows has no file."""
    of_group: list[list[str]] = [[] for _ in groups]
    firsts = [(path, _first_message(path)) for path in files]
    wanted = pa.array([first for _, first in firsts if first is not None], pa.string())
    group_of: dict[str, int] = {}
    for index, group in enumerate(groups):
        for path in group:
            ids = pq.read_table(path, columns=["message_id"]).column("message_id")
            group_of |= dict.fromkeys(ids.filter(pc.is_in(ids, wanted)).to_pylist(), index)
    for path, first in firsts:
        if first is not None:
            of_group[group_of[first]].append(str(path))
    return of_group


def _first_message(path: Any) -> str | None:
    for batch in pq.ParquetFile(path).iter_batches(batch_size=1, columns=["message_id"]):
        first: str = batch.column(0)[0].as_py()
        return first
    return None


def run_shard(run: StageRun) -> None:
    """Write the final candidates and mentions of some files of messages."""
    _Settlement(run).write()


class _Settlement:
    """The rows of one shard."""

    def __init__(self, run: StageRun) -> None:
        self._run = run
        self._settings: MentionSettings = run.settings("mentions")
        self._confidence: float = run.settings("lexicon").lexicon_confidence
        self._ids = IdSpace(run.settings("sources").id_namespace)
        self._detector = f"LEXICON:{run.payload['build_id']}"
        self._terms = {key: Term(*term) for key, term in run.payload["terms"].items()}
        self._raw = {key: canonical_text({"term_id": t.term_id, "term_key": key}) for key, t in self._terms.items()}
        merges = standing_merges(run.ledger_entries("entities_merged"), run.ledger_entries("entities_split"))
        self._merged = {merge.entity_id: merge.into_id for merge in merges}
        self._entities: dict[tuple[str, str], str] = {}
        self._hashes: dict[str, str] = {}
        self._candidates = Rows(ENTITY_MENTION_CANDIDATES)
        self._mentions = Rows(ENTITY_MENTIONS)

    def write(self) -> None:
        found = self._occurrences()
        detected = self._detected()
        for message_id, rows in detected.items():
            if message_id not in found:
                self._keep(message_id, rows)
        lone = {m for m, places in found.items() if m not in detected and _are_disjoint(places)}
        for message_id in self._plain(lone):
            self._take_all(message_id, found.pop(message_id))
        for message in self._messages(found.keys()):
            self._settle(message, detected.get(message.message_id, []), found[message.message_id])
        self._run.write(self._candidates.contract.name, self._candidates.table())
        self._run.write(self._mentions.contract.name, self._mentions.table())

    def _occurrences(self) -> dict[str, list[Place]]:
        """Places of the terms, by message."""
        columns = ["message_id", "char_start", "char_end", "surface_text", "term_key"]
        found: dict[str, list[Place]] = defaultdict(list)
        for path in self._run.paths(_OCCURRENCES):
            frame = pl.DataFrame(pl.from_arrow(pq.read_table(path, columns=columns)))
            for message_id, start, end, surface, key in frame.filter(
                pl.col("term_key").is_in(list(self._terms))
            ).iter_rows():
                found[message_id].append(Place(start, end, surface, key))
        return found

    def _detected(self) -> dict[str, list[dict[str, Any]]]:
        found: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for path in self._run.paths(_CANDIDATES):
            for row in pq.read_table(path).to_pylist():
                found[row["message_id"]].append(row)
        return found

    def _plain(self, wanted: Set[str]) -> list[str]:
        """Those of the messages in which nothing is excluded, so that their text need not be read."""
        excluded = ["code_fence_ranges_json", "citation_ranges_json"]
        if self._settings.ignore_markdown_blockquotes:
            excluded.append("blockquote_ranges_json")
        plain: list[str] = []
        for path in self._run.paths("kg.messages"):
            rows = pl.DataFrame(pl.from_arrow(pq.read_table(path, columns=["message_id", "is_prose", *excluded])))
            nothing = pl.col("is_prose") & pl.all_horizontal(pl.col(name).is_null() for name in excluded)
            plain += rows.filter(nothing)["message_id"].to_list()
        return [message_id for message_id in plain if message_id in wanted]

    def _messages(self, wanted: Set[str]) -> Iterator[Message]:
        ids = pa.array(sorted(wanted), pa.string())
        for path in self._run.paths("kg.messages"):
            table = pq.read_table(path, columns=list(MESSAGE_COLUMNS))
            named = table.filter(pc.is_in(table.column("message_id"), ids))
            yield from read_batch(named.to_pydict(), self._settings.ignore_markdown_blockquotes)

    def _keep(self, message_id: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """A message without terms: what stage 2A decided stands."""
        ids = [row["candidate_id"] for row in rows]
        place_of = {candidate_id: index for index, candidate_id in enumerate(ids)}
        for row in rows:
            winner = row["suppressed_by_candidate_id"]
            verdict = Verdict(
                row["is_eligible"], None if winner is None else place_of[winner], row["suppression_reason"]
            )
            self._add(message_id, _as_candidate(row), row["candidate_id"], row["raw_candidate_json"], verdict, ids)

    def _take_all(self, message_id: str, places: Sequence[Place]) -> None:
        """A message with nothing but terms that do not overlap, and nothing excluded: all of them win."""
        for place in places:
            candidate = self._matched(place)
            self._add(
                message_id, candidate, self._matched_id(message_id, candidate), self._raw[place.term_key], _WON, ()
            )

    def _settle(self, message: Message, detected: Sequence[Mapping[str, Any]], places: Sequence[Place]) -> None:
        """The choice of stage 2A once more, with the terms among the candidates."""
        candidates = [*map(_as_candidate, detected), *map(self._matched, places)]
        ids = [row["candidate_id"] for row in detected]
        ids += [self._matched_id(message.message_id, candidate) for candidate in candidates[len(detected) :]]
        raw = [row["raw_candidate_json"] for row in detected] + [self._raw[place.term_key] for place in places]
        verdicts = decide(candidates, message.text, message.exclusions(), self._settings.emit_spanless_ner)
        for candidate, candidate_id, particulars, verdict in zip(candidates, ids, raw, verdicts, strict=True):
            self._add(message.message_id, candidate, candidate_id, particulars, verdict, ids)

    def _matched(self, place: Place) -> Candidate:
        term = self._terms[place.term_key]
        return Candidate(
            self._detector, _VERSION, term.entity_type, place.char_start, place.char_end, place.surface,
            self._confidence, place.term_key,
        )  # fmt: skip

    def _matched_id(self, message_id: str, candidate: Candidate) -> str:
        """Design §9 "Mentions"."""
        return self._ids.make(
            "candidate", message_id, "LEXICON", candidate.entity_type, candidate.char_start, candidate.char_end,
            self._hash(candidate.surface),
        )  # fmt: skip

    def _add(
        self, message_id: str, candidate: Candidate, candidate_id: str, particulars: str | None, verdict: Verdict,
        ids: Sequence[str],
    ) -> None:  # fmt: skip
        hashed = self._hash(candidate.surface)
        shared = (
            candidate.detector, candidate.detector_version, candidate.entity_type, candidate.char_start,
            candidate.char_end, candidate.surface, hashed, candidate.normalized, candidate.confidence,
        )  # fmt: skip
        suppressed_by = None if verdict.suppressed_by is None else ids[verdict.suppressed_by]
        self._candidates.add(
            (candidate_id, message_id, *shared, verdict.is_eligible, suppressed_by, verdict.reason, particulars)
        )
        if verdict.reason is None:
            key = entity_key(candidate.entity_type, candidate.surface or "", candidate.normalized)
            mention_id = self._ids.make("mention", message_id, candidate_id)
            entity = self._entity(candidate.entity_type, key)
            self._mentions.add((mention_id, message_id, entity, candidate_id, *shared, key, particulars))

    def _entity(self, entity_type: str, key: str) -> str:
        known = self._entities.get((entity_type, key))
        if known is None:
            own = entity_id(self._ids, entity_type, key)
            known = self._entities[entity_type, key] = self._merged.get(own, own)
        return known

    def _hash(self, surface: str | None) -> str:
        known = self._hashes.get(surface or "")
        if known is None:
            known = self._hashes[surface or ""] = surface_hash(surface)
        return known


def _are_disjoint(places: Sequence[Place]) -> bool:
    return all(before.char_end <= after.char_start for before, after in pairwise(sorted(places)))


def _as_candidate(row: Mapping[str, Any]) -> Candidate:
    """A stored candidate, so that the choice can be made again. What no overlap suppressed stays suppressed."""
    reason = row["suppression_reason"]
    return Candidate(
        row["detector"], row["detector_version"], row["entity_type_hint"], row["char_start"], row["char_end"],
        row["surface_text"], row["confidence"], row["normalized_value"], {},
        None if reason == "OVERLAP_HIGHER_SCORE" else reason,
    )  # fmt: skip
