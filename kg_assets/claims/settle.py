"""Stage 4 over a whole build: what rules and model read is joined, grounded, taken back, and written once."""

from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from kg_assets.claims.contracts import CLAIM_CANDIDATES, RETRACTION_CANDIDATES, RETRACTIONS
from kg_assets.claims.extraction.merge import merged_candidates
from kg_assets.claims.ground import Grounded, assertions_of, entities_of, write
from kg_assets.claims.retracting.linking import take_back
from kg_assets.claims.retracting.patterns import load_settings
from kg_assets.claims.validation import Rejection
from kg_assets.core.ids import IdSpace
from kg_assets.core.stage import Severity, StageRun
from kg_assets.sources.tables import without_collector


def run(stage: StageRun) -> None:
    """Write the candidates, the claims with what became of them, predicates, entities and retractions."""
    with without_collector():
        _Settling(stage).run()


class _Linkable(NamedTuple):
    """What linking looks at."""

    assertions: pa.Table
    entities: pa.Table
    predicates: pa.Table


class _Settling:
    def __init__(self, stage: StageRun) -> None:
        self._stage = stage
        self._refused = _rows(stage, "kg.rejected_claims__model")
        self._read = self._candidates()
        self._grounded: Grounded | None = None
        self._told = _Told(stage)

    def run(self) -> None:
        stage = self._stage
        ids = IdSpace(stage.settings("sources").id_namespace)
        retractions = pa.concat_tables(
            [
                *(pq.read_table(path) for path in stage.paths("kg.retraction_candidates__rules")),
                *(pq.read_table(path) for path in stage.paths("kg.retraction_candidates__model")),
            ]
        ).cast(RETRACTION_CANDIDATES.arrow_schema())
        taken = take_back(stage, load_settings(), ids, retractions, self._ground)
        if self._grounded is None:
            raise RuntimeError("retractions were linked without claims being grounded")
        self._told.tell()
        refused = [
            Rejection(row["candidate_id"], row["message_id"], row["reason"], _detail(row)) for row in self._refused
        ]
        settled = self._grounded._replace(
            assertions=taken.assertions, rejections=[*self._grounded.rejections, *refused]
        )
        write(stage, settled)
        stage.write(CLAIM_CANDIDATES.name, pa.concat_tables([self._all_read(), taken.added_candidates]))
        stage.write(RETRACTION_CANDIDATES.name, retractions)
        stage.write(RETRACTIONS.name, taken.retractions)

    def _ground(self, added: pa.Table) -> _Linkable:
        """Grounded anew with every round of corrections; only what the last round has to say is told."""
        self._told = _Told(self._stage)
        grounded = assertions_of(self._told, pa.concat_tables([self._read, added]))
        self._grounded = grounded
        return _Linkable(grounded.assertions, entities_of(self._stage, grounded), grounded.labels)

    def _candidates(self) -> pa.Table:
        """What rules and model read, each claim once, without what only the request could tell to be wrong."""
        refused = {row["candidate_id"] for row in self._refused}
        model = [row for row in _rows(self._stage, "kg.claim_candidates__model") if row["candidate_id"] not in refused]
        if not model:
            rules = [pq.read_table(path) for path in self._stage.paths("kg.claim_candidates__rules")]
            return pa.concat_tables(rules).cast(CLAIM_CANDIDATES.arrow_schema())
        merged = merged_candidates(_rows(self._stage, "kg.claim_candidates__rules"), model)
        return pa.Table.from_pylist(merged, CLAIM_CANDIDATES.arrow_schema())

    def _all_read(self) -> pa.Table:
        refused = {row["candidate_id"] for row in self._refused}
        rows = [row for row in _rows(self._stage, "kg.claim_candidates__model") if row["candidate_id"] in refused]
        return pa.concat_tables([self._read, pa.Table.from_pylist(rows, CLAIM_CANDIDATES.arrow_schema())])


class _Told:
    """A stage run whose counts and events wait until they are known to be the last."""

    def __init__(self, stage: StageRun) -> None:
        self._stage = stage
        self._counts: list[tuple[str, float]] = []
        self._events: list[tuple[Severity, str, str | None, dict[str, Any]]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stage, name)

    def count(self, key: str, value: float = 1) -> None:
        self._counts.append((key, value))

    def event(self, severity: Severity, code: str, message_id: str | None = None, **detail: Any) -> None:
        self._events.append((severity, code, message_id, detail))

    def tell(self) -> None:
        for key, value in self._counts:
            self._stage.count(key, value)
        for severity, code, message_id, detail in self._events:
            self._stage.event(severity, code, message_id, **detail)


def _rows(stage: StageRun, table: str) -> list[dict[str, Any]]:
    return [row for path in stage.paths(table) for row in pq.read_table(path).to_pylist()]


def _detail(row: dict[str, Any]) -> Any:
    import orjson

    return orjson.loads(row["detail_json"])
