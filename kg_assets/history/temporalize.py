"""Stage 5: reads the rules, runs the steps of `sql/history` in one session, and writes their tables."""

from typing import Any

from kg_assets.claims.vocabulary import read_vocabulary
from kg_assets.core.ids import IdSpace
from kg_assets.core.stage import StageRun
from kg_assets.history.contracts import (
    ASSERTION_TEMPORALIZED,
    CLAIM_HOLDINGS,
    CLAIM_SPANS,
    CONFLICT_GROUPS,
    CONFLICT_MEMBERS,
    INVALIDATION_RULES,
)
from kg_assets.history.rules import PREDICATES_FILE, RULES_FILE, read_rules, rule_rows
from kg_assets.history.settings import HistorySettings

FOLDERS = ("sql/history",)
LABELS_SQL = "sql/history/labels.sql"
_TABLES = {
    "temporalized": ASSERTION_TEMPORALIZED.name,
    "spans": CLAIM_SPANS.name,
    "holdings": CLAIM_HOLDINGS.name,
    "conflict_groups": CONFLICT_GROUPS.name,
    "conflict_members": CONFLICT_MEMBERS.name,
}


def run(stage: StageRun) -> None:
    """Write the tables of stage 5: the invalidation rules (which say when a claim ends another), the claims with their
    valid times, their spans and holdings, and the conflicts with their members."""
    ids = IdSpace(stage.settings("sources").id_namespace)
    vocabulary = read_vocabulary(stage.file(PREDICATES_FILE))
    labels = {row["canonical_label_norm"]: row["predicate_id"] for row in stage.query(LABELS_SQL).to_pylist()}
    settings: HistorySettings = stage.settings("history")
    rules = rule_rows(read_rules(stage.file(RULES_FILE), vocabulary), ids, labels, settings.model_dump())
    stage.write(INVALIDATION_RULES.name, rules)
    made = stage.query_steps(
        FOLDERS,
        wanted={**_TABLES, "statistics": None, "events": None},
        parameters=parameters(settings, ids, stage.horizon),
        tables={"invalidation_rules": rules},
    )
    for step, table in _TABLES.items():
        stage.write(table, made[step])
    for row in made["statistics"].to_pylist():
        stage.count(row["key"], row["value"])
    for row in made["events"].to_pylist():
        stage.event(row["severity"], row["code"], row["message_id"], **{row["named"]: row["id"]})


def parameters(settings: HistorySettings, ids: IdSpace, horizon: str | None) -> dict[str, Any]:
    """The values of the parameters (`$name`) in the steps. `known_at` is None, so that all claims count, whenever they
    became known."""
    return {**settings.model_dump(mode="json"), "namespace": ids.namespace.hex, "known_at": None, "horizon": horizon}
