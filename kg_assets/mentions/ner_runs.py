"""Writes `kg.ner_model_runs`: one row that says with which name recogniser this build found names."""

import pyarrow as pa

from kg_assets.core.canonical import canonical_text
from kg_assets.core.ids import IdSpace
from kg_assets.core.stage import StageRun
from kg_assets.mentions.contracts import NER_MODEL_RUNS
from kg_assets.mentions.detected import ner_config_json, ner_run_id
from kg_assets.mentions.ner.candidates import ner_backend


def run(stage: StageRun) -> None:
    """Write the one row about the name recogniser of this build; no row if it is switched off."""
    settings = stage.settings("mentions")
    schema = NER_MODEL_RUNS.arrow_schema()
    if not settings.enable_ner:
        stage.write(NER_MODEL_RUNS.name, schema.empty_table())
        return
    backend = ner_backend(settings.ner_model, stage.settings("language").model)
    (totals,) = stage.query("sql/mentions/ner_io.sql").to_pylist()
    row = {
        "run_id": ner_run_id(IdSpace(stage.settings("sources").id_namespace), backend, settings),
        "model_name": backend.name,
        "model_version": backend.version,
        "config_json": ner_config_json(backend, settings),
        "started_at_utc": stage.horizon,
        "completed_at_utc": stage.horizon,
        "raw_io_json": canonical_text(totals),
    }
    stage.write(NER_MODEL_RUNS.name, pa.Table.from_pylist([row], schema=schema))
