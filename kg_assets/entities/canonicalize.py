"""Stage 3: chooses the best name of every active entity, by weights for who said it and which detector found it.

The SQL files of `sql/naming` weigh and choose. This module runs them in order, and writes one row about the choice as a
whole and the history of changed names.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

import pyarrow as pa

from kg_assets.core.canonical import canonical_text
from kg_assets.core.ids import IdSpace, sha256_hex
from kg_assets.core.stage import StageRun
from kg_assets.entities.contracts import CANONICALIZATION_RUNS, ENTITIES_NAMED, NAME_HISTORY
from kg_assets.entities.history import selection
from kg_assets.entities.settings import NamingSettings
from kg_assets.lexicon.settings import TrustSettings

METHOD = "detector_role_weighted"
_BREAKDOWNS = (
    "entities_by_type", "changes_by_type", "surface_distribution", "detector_tier_distribution", "decisions",
)  # fmt: skip


def run(stage: StageRun) -> None:
    """Write `kg.entities__named`, the one row of `kg.entity_canonicalization_runs`, and the history of
    changed names."""
    naming: NamingSettings = stage.settings("naming")
    trust: TrustSettings = stage.settings("trust")
    parameters = _parameters(naming, trust)
    surfaces = stage.query("sql/naming/surfaces.sql", parameters=parameters)
    ranked = stage.query("sql/naming/ranked.sql", parameters=parameters, tables={"surfaces": surfaces})
    choices = stage.query("sql/naming/choices.sql", parameters=parameters, tables={"ranked": ranked})
    given = {"choices": choices, "ranked": ranked}
    evidence = stage.query("sql/naming/evidence.sql", tables=given)
    stage.write(ENTITIES_NAMED.name, stage.query("sql/naming/named.sql", tables=given, contract=ENTITIES_NAMED.name))

    ids = IdSpace(stage.settings("sources").id_namespace)
    weights = weights_of(naming, trust)
    config_json = canonical_text(weights)
    run_id = ids.make("canon_run", sha256_hex(config_json), METHOD)
    history = _history(ids, run_id, stage.horizon, weights, choices, evidence)
    stage.write(NAME_HISTORY.name, pa.Table.from_pylist(history, schema=NAME_HISTORY.arrow_schema()))
    statistics = _statistics(stage.query("sql/naming/statistics.sql", tables={"choices": choices}).to_pylist())
    row = _run_row(run_id, config_json, stage.horizon, statistics)
    stage.write(CANONICALIZATION_RUNS.name, pa.Table.from_pylist([row], schema=CANONICALIZATION_RUNS.arrow_schema()))
    _count(stage, statistics)


def weights_of(naming: NamingSettings, trust: TrustSettings) -> dict[str, float]:
    """Every number that decides a name (§3.7), by the number's name. They go into the history of names, the row about
    the choice, and the SQL."""
    return {
        **naming.model_dump(),
        "trust_weight_user": trust.trust_weight_user,
        "trust_weight_assistant_uncorroborated": trust.trust_weight_assistant_uncorroborated,
    }


def _parameters(naming: NamingSettings, trust: TrustSettings) -> dict[str, Any]:
    """The numbers of `weights_of` as SQL parameters, with the detectors' weights also under the names that
    the SQL uses.
    """
    return {
        **weights_of(naming, trust),
        "weight_structured": naming.detector_weight_tier1,
        "weight_pattern": naming.detector_weight_tier2,
        "weight_lexicon": naming.detector_weight_tier3,
        "weight_recogniser": naming.detector_weight_tier4,
    }


def _history(
    ids: IdSpace,
    run_id: str,
    horizon: str | None,
    weights: Mapping[str, float],
    choices: pa.Table,
    evidence: pa.Table,
) -> list[dict[str, Any]]:
    """One row for each entity whose name changed (§3.4.7), in the order of `choices`."""
    surfaces = {key: list(rows) for key, rows in groupby(evidence.to_pylist(), key=itemgetter("entity_id"))}
    return [
        {
            "history_id": ids.make("canon_hist", choice["entity_id"], run_id),
            "entity_id": choice["entity_id"],
            "run_id": run_id,
            "previous_name": choice["previous_name"],
            "canonical_name": choice["canonical_name"],
            "selection_method": METHOD,
            "confidence": choice["confidence"],
            "selected_at_utc": horizon,
            "raw_selection_json": canonical_text(selection(choice, surfaces[choice["entity_id"]], weights)),
        }
        for choice in choices.filter(choices["is_changed"]).to_pylist()
    ]


def _statistics(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The statistics of §3.5.1 as one dict: totals by name, and under the name of each breakdown a dict of its
    numbers."""
    found: dict[str, Any] = {name: {} for name in _BREAKDOWNS}
    for row in rows:
        if row["part"] is None:
            found[row["statistic"]] = row["value"]
        else:
            found[row["statistic"]][row["part"]] = row["value"]
    return found


def _run_row(run_id: str, config_json: str, horizon: str | None, statistics: Mapping[str, Any]) -> dict[str, Any]:
    totals = {"entities_processed", "names_changed"}  # they have columns of their own
    return {
        "run_id": run_id,
        "method": METHOD,
        "config_json": config_json,
        "started_at_utc": horizon,
        "completed_at_utc": horizon,
        "entities_processed": int(statistics["entities_processed"]),
        "names_changed": int(statistics["names_changed"]),
        "raw_stats_json": canonical_text({name: value for name, value in statistics.items() if name not in totals}),
    }


def _count(stage: StageRun, statistics: Mapping[str, Any]) -> None:
    """Add the totals of `_statistics` to what the stage reports of itself."""
    stage.count("entities_processed", statistics["entities_processed"])
    stage.count("names_changed", statistics["names_changed"])
    stage.count("lexicon_bonus_applied", statistics["lexicon_bonus_applied_count"])
    for tier, winners in statistics["detector_tier_distribution"].items():
        stage.count(f"winners_of_tier:{tier}", winners)
