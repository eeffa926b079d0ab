"""What rules read in some files of messages: candidates of claims and of retractions, with exact places."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import pyarrow.parquet as pq

from kg_assets.claims.contracts import RULE_CANDIDATES, RULE_RETRACTIONS
from kg_assets.claims.eligibility import COLUMNS, hidden_ranges, is_eligible
from kg_assets.claims.masking import Masked, masked
from kg_assets.claims.reading.model import RawClaim, ReaderSettings
from kg_assets.claims.reading.reader import ClaimReader
from kg_assets.claims.retracting.candidates import retraction_rows
from kg_assets.claims.retracting.patterns import load_settings
from kg_assets.claims.retracting.reader import RetractionReader
from kg_assets.claims.settings import ClaimSettings, reader_settings
from kg_assets.core.canonical import canonical_text
from kg_assets.core.ids import IdSpace
from kg_assets.core.stage import Shard, StageRun
from kg_assets.mentions.parts import files_by_group, grouped
from kg_assets.sources.tables import Rows

_TIMES, _NAMES = "kg.time_mentions", "kg.entity_mentions"
Time = tuple[int, int, str]
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Said:
    """What stage 2 found in a message."""

    times: Sequence[Time]
    names: Sequence[Pair]


def plan(run: StageRun) -> list[Shard]:
    """One shard for some files of messages, with the files that speak of these messages."""
    groups = grouped(run.paths("kg.messages"), run.settings("claims").files_per_shard)
    owners = {name: files_by_group(groups, run.paths(name)) for name in (_TIMES, _NAMES)}
    return [
        Shard(
            f"{index:03d}",
            inputs={"kg.messages": [str(p) for p in group]} | {name: owners[name][index] for name in owners},
        )
        for index, group in enumerate(groups)
    ]


def run_shard(run: StageRun) -> None:
    """Write the candidates of some files of messages."""
    reading = _Reading(run)
    for path in run.paths("kg.messages"):
        for message in pq.read_table(path, columns=["message_id", *COLUMNS]).to_pylist():
            reading.add(message)
    reading.write()


# A process works through many shards; compiling the patterns costs more than a small shard.
@cache
def _readers(settings: ReaderSettings) -> tuple[ClaimReader, RetractionReader]:
    claims = ClaimReader(settings)
    return claims, RetractionReader(load_settings(), claims.read)


class _Reading:
    """The rows of one shard."""

    def __init__(self, run: StageRun) -> None:
        self._run = run
        self._settings: ClaimSettings = run.settings("claims")
        self._with_quotes: bool = run.settings("mentions").ignore_markdown_blockquotes
        self._ids = IdSpace(run.settings("sources").id_namespace)
        self._claims, self._retractions = _readers(reader_settings(self._settings))
        self._said = _said(run)
        self._candidates = Rows(RULE_CANDIDATES)
        self._taken_back: list[dict[str, Any]] = []

    def add(self, message: Mapping[str, Any]) -> None:
        hidden = hidden_ranges(message, self._with_quotes)
        if not is_eligible(message, hidden, self._settings.min_extractable_chars):
            return
        self._run.count("messages_read")
        message_id, text, role = message["message_id"], message["text_raw"], message["role"]
        said = self._said.get(message_id, _Said((), ()))
        read = masked(text, hidden, self._settings.masking_strategy)
        times = [(*read.offsets.to_target(start, end), words) for start, end, words in said.times]
        names = [read.offsets.to_target(start, end) for start, end in said.names]
        excluded = list(read.hidden) if len(read.text) == len(text) else []
        for claim in self._claims.read(read.text, excluded, role, times, names):
            self._add_claim(message_id, text, read, claim)
        if role == "user":
            # Nothing of a retraction is kept without its place, so that the original text is read.
            found = self._retractions.read(text, [(start, end) for start, end, _ in hidden], said.times)
            self._taken_back += retraction_rows(self._ids, message_id, text, found)

    def _add_claim(self, message_id: str, text: str, read: Masked, claim: RawClaim) -> None:
        own = read.to_original(claim.char_start, claim.char_end)
        if own is None:
            self._run.event("WARN", "OFFSET_UNRELIABLE", message_id, rule=claim.rule_id)
        start, end = own or (None, None)
        subject, what, when = (_placed(read, s) for s in (claim.subject_span, claim.object_span, claim.qualifier_span))
        self._run.count(f"candidates:{claim.predicate}")
        self._candidates.add((
            self._ids.make(
                "claim_candidate", message_id, "rule_based", claim.rule_id, claim.subject, claim.predicate,
                claim.object, claim.modality, claim.polarity, start, end, *what,
            ),
            message_id, "rule_based", claim.rule_id, claim.priority, claim.subject, *subject, claim.predicate,
            claim.object_kind, claim.object, *what, claim.modality, claim.polarity, claim.qualifier_type,
            None if when[0] is None else text[when[0] : when[1]], *when, None, start, end,
            None if start is None else text[start:end], claim.confidence, canonical_text(claim.notes),
        ))  # fmt: skip

    def write(self) -> None:
        self._run.write(RULE_CANDIDATES.name, self._candidates.table())
        rows = Rows(RULE_RETRACTIONS)
        for row in self._taken_back:
            rows.add(tuple(row[column.name] for column in RULE_RETRACTIONS.columns))
        self._run.count("retractions_read", len(rows))
        self._run.write(RULE_RETRACTIONS.name, rows.table())


def _placed(read: Masked, span: Pair | None) -> tuple[int | None, int | None]:
    found = None if span is None else read.to_original(*span)
    return (None, None) if found is None else (found.start, found.end)


def _said(run: StageRun) -> dict[str, _Said]:
    """Times and names by message."""
    times: dict[str, list[Time]] = defaultdict(list)
    names: dict[str, list[Pair]] = defaultdict(list)
    for path in run.paths(_TIMES):
        columns = pq.read_table(path, columns=["message_id", "char_start", "char_end", "surface_text"]).to_pydict()
        for message_id, start, end, words in zip(*columns.values(), strict=True):
            times[message_id].append((start, end, words))
    for path in run.paths(_NAMES):
        columns = pq.read_table(path, columns=["message_id", "char_start", "char_end"]).to_pydict()
        for message_id, start, end in zip(*columns.values(), strict=True):
            if start is not None:
                names[message_id].append((start, end))
    return {m: _Said(times.get(m, ()), names.get(m, ())) for m in times.keys() | names.keys()}
