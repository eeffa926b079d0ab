"""Stage 5 as a declaration: what it reads and writes, and which function does it."""

from kg_assets.core.stage import Stage
from kg_assets.history.contracts import (
    ASSERTION_TEMPORALIZED,
    CLAIM_SPANS,
    CONFLICT_GROUPS,
    CONFLICT_MEMBERS,
    INVALIDATION_RULES,
)

TEMPORALIZE = Stage(
    name="temporalize",
    group="stage_5_history",
    meaning="Says when each claim was true and what became of it, and names contradictions.",
    tables=(INVALIDATION_RULES, ASSERTION_TEMPORALIZED, CLAIM_SPANS, CONFLICT_GROUPS, CONFLICT_MEMBERS),
    function="kg_assets.history.temporalize:run",
    inputs=(
        "kg.messages", "kg.sentences", "kg.time_mentions", "kg.assertions", "kg.retractions", "kg.predicates",
        "kg.entities",
    ),
    config=("sources", "history"),
    files=("config/invalidation_rules.yaml", "config/predicates.yaml", "sql/history"),
)  # fmt: skip

STAGES = (TEMPORALIZE,)
