"""Declares the stages of stage 5: what each reads and writes, and which function does the work."""

from kg_assets.core.stage import Room, Stage
from kg_assets.history.contracts import (
    ASSERTION_TEMPORALIZED,
    CLAIM_HOLDINGS,
    CLAIM_SPANS,
    CONFLICT_GROUPS,
    CONFLICT_MEMBERS,
    INVALIDATION_RULES,
)
from kg_assets.history.settings import HistorySettings
from kg_assets.history.story_contracts import CLAIM_MATTERS, PLANS, STORIES, STORY_MARKS
from kg_assets.history.story_words import PREDICATES_FILE, STORIES_FILE

TEMPORALIZE = Stage(
    name="temporalize",
    group="stage_5_history",
    meaning="Says when each claim was true and what became of it, and names contradictions.",
    tables=(INVALIDATION_RULES, ASSERTION_TEMPORALIZED, CLAIM_SPANS, CLAIM_HOLDINGS, CONFLICT_GROUPS, CONFLICT_MEMBERS),
    function="kg_assets.history.temporalize:run",
    config=("sources", "history"),
    reads_horizon=True,
    files=("config/invalidation_rules.yaml", "config/predicates.yaml", "sql/history"),
)  # fmt: skip

TELL = Stage(
    name="tell",
    group="stage_5_history",
    meaning="Puts the claims of one matter together: since when, until when, how it was over, which plans came true.",
    tables=(CLAIM_MATTERS, STORY_MARKS, STORIES, PLANS),
    function="kg_assets.history.tell:run",
    config=("time",),
    files=(STORIES_FILE, PREDICATES_FILE, "sql/stories", "sql/macros"),
)  # fmt: skip

STAGES = (TEMPORALIZE, TELL)

ROOM = Room(
    stages=STAGES,
    sections={"history": HistorySettings},
    readers={
        "invalidation_rules.yaml": ("kg_assets.history.rules:rules_in_use",),
        "predicates.yaml": ("kg_assets.history.rules:rules_in_use",),
        "stories.yaml": ("kg_assets.history.story_words:stories_in_use",),
    },
)
