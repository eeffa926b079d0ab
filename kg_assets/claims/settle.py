"""Stage 4 over a whole build: joins the candidates of rules and model, grounds them, links retractions, and
writes the tables."""

import orjson
import pyarrow as pa
import pyarrow.compute as pc

from kg_assets.claims.contracts import CLAIM_CANDIDATES, REJECTED_CLAIMS, RETRACTION_CANDIDATES, RETRACTIONS
from kg_assets.claims.extraction.merge import merged_tables
from kg_assets.claims.ground import Grounding, write
from kg_assets.claims.retracting.linking import take_back
from kg_assets.claims.retracting.patterns import load_settings
from kg_assets.claims.spill import on_disk
from kg_assets.claims.validation import Rejection
from kg_assets.core.contract import Table
from kg_assets.core.ids import IdSpace
from kg_assets.core.stage import StageRun
from kg_assets.sources.tables import without_collector
from kg_assets.store.rows import read_table


def run(stage: StageRun) -> None:
    """Write the candidates, the claims with what superseded them, predicates, entities, rejections and
    retractions."""
    with without_collector():
        _settle(stage)


def _settle(stage: StageRun) -> None:
    refused = _table(stage, "kg.rejected_claims__model", REJECTED_CLAIMS)
    model = _table(stage, "kg.claim_candidates__model", CLAIM_CANDIDATES)
    is_refused = pc.is_in(model["candidate_id"], refused["candidate_id"].combine_chunks())
    rules = _table(stage, "kg.claim_candidates__rules", CLAIM_CANDIDATES)
    read = on_disk(rules.schema, [merged_tables(rules, model.filter(pc.invert(is_refused)))])
    del rules
    retractions = pa.concat_tables(
        [
            _table(stage, "kg.retraction_candidates__rules", RETRACTION_CANDIDATES),
            _table(stage, "kg.retraction_candidates__model", RETRACTION_CANDIDATES),
        ]
    )
    grounding = Grounding(stage, read)
    ids = IdSpace(stage.settings("sources").id_namespace)
    taken = take_back(stage, load_settings(), ids, retractions, grounding.with_added)
    # Written first: it is compressed in the background while the rows of the claims are made, not together with them.
    stage.write(CLAIM_CANDIDATES.name, pa.concat_tables([read, model.filter(is_refused), taken.added_candidates]))
    settled = grounding.settled(taken.fates)
    del grounding  # the claims of a large build take as much memory as their rows
    stage.write(RETRACTION_CANDIDATES.name, retractions)
    stage.write(RETRACTIONS.name, taken.retractions)
    write(stage, settled._replace(rejections=[*settled.rejections, *map(_rejection, refused.to_pylist())]))


def _table(stage: StageRun, name: str, contract: Table) -> pa.Table:
    """An input table, cast to the schema of another contract."""
    schema = contract.arrow_schema()
    parts = [read_table(path).cast(schema) for path in stage.paths(name)]
    return pa.concat_tables([schema.empty_table(), *parts])


def _rejection(row: dict[str, str]) -> Rejection:
    return Rejection(row["candidate_id"], row["message_id"], row["reason"], orjson.loads(row["detail_json"]))
