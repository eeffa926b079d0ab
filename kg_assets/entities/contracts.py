"""Declares the tables of stage 3: named entities, one row about the choice of names, and the history of changed
names."""

from kg_assets.core.contract import Column, Rule, Table
from kg_assets.lexicon.contracts import named

METHODS = ("detector_role_weighted", "assertion_informed", "llm_assisted", "hybrid")

ENTITIES_NAMED = named(
    "kg.entities__named",
    "Every entity under its best name. Keys, aliases and counts are those of stage 2B.",
    "sql/naming/choices.sql; sql/naming/ranked.sql; sql/naming/surfaces.sql",
    (
        Rule(
            "identity_is_kept",
            "The entities are those of stage 2B, with the same ids, keys, aliases and counts.",
            "SELECT 1 FROM {kg.entities__consolidated} a FULL JOIN {kg.entities__named} b USING (entity_id)"
            " WHERE (a.entity_type, a.entity_key, a.aliases_json, a.status, a.mention_count, a.conversation_count)"
            " IS DISTINCT FROM (b.entity_type, b.entity_key, b.aliases_json, b.status, b.mention_count,"
            " b.conversation_count)",
        ),
        Rule(
            "changes_are_on_record",
            "A name differs from that of stage 2B exactly where the history has a row, which has both names.",
            "SELECT 1 FROM {kg.entities__consolidated} a JOIN {kg.entities__named} b USING (entity_id)"
            " LEFT JOIN {kg.entity_canonical_name_history} h USING (entity_id)"
            " WHERE (a.canonical_name <> b.canonical_name) <> (h.history_id IS NOT NULL)"
            " OR (h.history_id IS NOT NULL AND (h.previous_name, h.canonical_name)"
            " IS DISTINCT FROM (a.canonical_name, b.canonical_name))",
        ),
    ),
)

CANONICALIZATION_RUNS = Table(
    name="kg.entity_canonicalization_runs",
    meaning="How the names of entities were chosen: the configuration and what came of it.",
    decided_by="sql/naming/statistics.sql",
    columns=(
        Column("run_id", "text", "Id made from configuration and method"),
        Column("method", "text", "How names were chosen", values=METHODS),
        Column("model_name", "text", "Model, where one helped", nullable=True),
        Column("model_version", "text", "Its version", nullable=True),
        Column("config_json", "json", "All parameters as canonical JSON"),
        Column("started_at_utc", "instant", "The horizon: a build has no clock", nullable=True),
        Column("completed_at_utc", "instant", "The horizon", nullable=True),
        Column("entities_processed", "int", "Active entities looked at"),
        Column("names_changed", "int", "Entities whose name changed"),
        Column(
            "raw_stats_json",
            "json",
            "Entities and changes by type, entities by number of surfaces, winners by tier and by what decided",
            nullable=True,
        ),
    ),
    key=("run_id",),
)

NAME_HISTORY = Table(
    name="kg.entity_canonical_name_history",
    meaning="Every change of a name with all that was weighed for it.",
    decided_by="sql/naming/choices.sql; "
    "sql/naming/ranked.sql; "
    "sql/naming/surfaces.sql; "
    "kg_assets/entities/history.py (selection)",
    columns=(
        Column("history_id", "text", "Id made from entity and run"),
        Column("entity_id", "text", "The entity", references="kg.entities__named.entity_id"),
        Column("run_id", "text", "The run", references="kg.entity_canonicalization_runs.run_id"),
        Column("previous_name", "text", "The name of stage 2B", nullable=True, content=True),
        Column("canonical_name", "text", "The name that was chosen", content=True),
        Column("selection_method", "text", "How it was chosen", values=METHODS),
        Column(
            "confidence", "float", "How clear the choice was",
            formula=(
                "score of the name / that of all names of the entity (1 where that is 0) + (4 - best detector tier of "
                "the name) * detector_tier_confidence_bonus, within 0 and 1; score = sum over the mentions by that "
                "name of trust_weight_user or trust_weight_assistant_uncorroborated, by who said it, * "
                "detector_weight_tier1 to detector_weight_tier4, by the detector's tier, * (least_confidence_weight + "
                "(1 - least_confidence_weight) * confidence of the mention), and once lexicon_canonical_bonus for a "
                "term under its canonical_surface"
            ),
        ),
        Column("selected_at_utc", "instant", "The horizon", nullable=True),
        Column("raw_selection_json", "json", "Scores, tiers, first places of surfaces; the reason", content=True),
    ),
    key=("history_id",),
    order=("entity_id",),
    unique=(("entity_id", "run_id"),),
)  # fmt: skip
