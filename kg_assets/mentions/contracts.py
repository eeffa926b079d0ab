"""Declares the tables of stage 2A and what their rows mean; other modules make the rows."""

from kg_assets.core.contract import Column, Rule, Table
from kg_assets.sources.offsets import true_offsets

REASONS = (
    "OVERLAP_HIGHER_SCORE", "INTERSECTS_CODE_FENCE", "INTERSECTS_CITATION_MARKER", "INTERSECTS_INLINE_CODE",
    "INSIDE_TIME", "NO_OFFSETS_UNRELIABLE", "CODE_LIKE_TOKEN",
)  # fmt: skip
RESOLVED_TYPES = ("instant", "interval", "unresolved")
GRANULARITIES = (
    "second", "minute", "hour", "part_of_day", "day", "week", "month", "quarter", "half", "year", "decade", "century",
    "range",
)  # fmt: skip

MESSAGE = Column("message_id", "text", "The message it stands in", references="kg.messages.message_id")
# The columns that a candidate shares with the mention that it becomes.
DETECTED = (
    Column("detector", "text", "Who found it; NER names its model"),
    Column("detector_version", "text", "Version of the detector and its rules"),
    Column("entity_type_hint", "text", "What it seems to be"),
    Column("char_start", "int", "First codepoint", nullable=True),
    Column("char_end", "int", "Codepoint after the last", nullable=True),
    Column("surface_text", "text", "The words as they stand", nullable=True, content=True),
    Column("surface_hash", "text", "sha256 of the UTF-8 surface, or of a marker where there is none"),
    Column("normalized_value", "text", "The one form of what it names", nullable=True, content=True),
    Column(
        "confidence",
        "float",
        "How sure the detector is, 0 to 1",
        formula="of a pattern the number `confidence` of its file in config/detectors, where that holds several "
        "(confidence_clear, …) the one of its kind, given by its reader in kg_assets/mentions/detect; of a term "
        "lexicon_confidence; of a name of the gazetteers the number of its evidence under gazetteer in "
        "config/detectors/ner.yaml, given in kg_assets/mentions/ner/gazetteer.py; of a name that a pipeline of spaCy "
        "reads model_confidence there",
    ),
)


def no_overlap(table: str) -> Rule:
    """The rule that the winning mentions of one message never overlap. `table` is the table that must obey it."""
    return Rule(
        "winners_do_not_overlap",
        "Spans of one message are disjoint.",
        "SELECT 1 FROM (SELECT char_start, max(char_end) OVER (PARTITION BY message_id ORDER BY char_start, char_end "
        f"ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before FROM {{{table}}} WHERE char_start IS NOT NULL) "
        "WHERE char_start < before",
    )


ENTITY_MENTION_CANDIDATES = Table(
    name="kg.entity_mention_candidates__detected",
    meaning="Everything that any detector found, also what was suppressed, before the personal lexicon is matched.",
    decided_by="kg_assets/mentions/detect/engine.py (DetectEngine); "
    "kg_assets/mentions/ner/candidates.py (candidates_of); "
    "kg_assets/mentions/winners.py (decide)",
    columns=(
        Column("candidate_id", "text", "Id made from message, detector family, type, offsets and surface"),
        MESSAGE,
        *DETECTED,
        Column("is_eligible", "bool", "Whether it took part in the choice of winners"),
        Column("suppressed_by_candidate_id", "text", "The winner that overlaps it", nullable=True),
        Column("suppression_reason", "text", "Why it was not emitted; NULL for winners", nullable=True, values=REASONS),
        Column("raw_candidate_json", "json", "Particulars of the detector", nullable=True, content=True),
    ),
    key=("candidate_id",),
    order=("message_id", "char_start"),
    rules=(
        true_offsets("kg.entity_mention_candidates__detected"),
        Rule(
            "suppressed_has_a_reason",
            "What was not eligible has a reason, and what lost to a winner names it.",
            "SELECT 1 FROM {kg.entity_mention_candidates__detected} "
            "WHERE (NOT is_eligible AND suppression_reason IS NULL) "
            "OR (suppression_reason = 'OVERLAP_HIGHER_SCORE') <> (suppressed_by_candidate_id IS NOT NULL)",
        ),
        Rule(
            "losers_name_winners",
            "What suppresses a candidate is a winner of the same message.",
            "SELECT 1 FROM {kg.entity_mention_candidates__detected} c LEFT JOIN {kg.entity_mentions__detected} m "
            "ON m.candidate_id = c.suppressed_by_candidate_id AND m.message_id = c.message_id "
            "WHERE c.suppressed_by_candidate_id IS NOT NULL AND m.candidate_id IS NULL",
        ),
    ),
)

ENTITY_MENTIONS = Table(
    name="kg.entity_mentions__detected",
    meaning="The winners among the candidates, before the personal lexicon is matched and entities are known.",
    decided_by="kg_assets/mentions/detect/engine.py (DetectEngine); "
    "kg_assets/mentions/ner/candidates.py (candidates_of); "
    "kg_assets/mentions/winners.py (decide)",
    columns=(
        Column("mention_id", "text", "Id made from message and candidate"),
        MESSAGE,
        Column(
            "candidate_id", "text", "The candidate that won",
            references="kg.entity_mention_candidates__detected.candidate_id",
        ),
        *DETECTED,
        Column("raw_mention_json", "json", "Particulars of the detector", nullable=True, content=True),
    ),
    key=("mention_id",),
    order=("message_id", "char_start"),
    unique=(("candidate_id",),),
    rules=(true_offsets("kg.entity_mentions__detected"), no_overlap("kg.entity_mentions__detected")),
)  # fmt: skip

# Expressions of time that can be placed only by the moment of the message: "now", "last week", "the next 3 days".
COUNTED_FROM_THE_MESSAGE = ("Now", "Relative", "RelativeName", "ToDate", "Window", "Within")
TIME_MENTIONS = Table(
    name="kg.time_mentions",
    meaning="Every expression of time, resolved only as far as its words and an original timestamp allow.",
    decided_by="kg_assets/mentions/times/engine.py (TimeEngine)",
    columns=(
        Column("time_mention_id", "text", "Id made from message, offset and surface"),
        MESSAGE,
        Column("char_start", "int", "First codepoint"),
        Column("char_end", "int", "Codepoint after the last"),
        Column("surface_text", "text", "The words as they stand", content=True),
        Column("surface_hash", "text", "sha256 of the UTF-8 surface"),
        Column("pattern_id", "text", "The pattern that matched"),
        Column("pattern_precedence", "int", "Lower is stronger"),
        Column("anchor_time_utc", "instant", "When the message was said", nullable=True),
        Column("resolved_type", "text", "What it resolves to", values=RESOLVED_TYPES),
        Column("valid_from_utc", "instant", "First instant, when resolved", nullable=True),
        Column("valid_to_utc", "instant", "Instant after the last, for an interval", nullable=True),
        Column("resolution_granularity", "text", "How exact the words are", nullable=True, values=GRANULARITIES),
        Column("timezone_assumed", "text", "Time zone in which it was read"),
        Column(
            "confidence",
            "float",
            "How sure the reading is, 0 to 1",
            formula="confidence of its pattern in config/times, of joined expressions the least of the join and its "
            "sides, times one factor of `confidence` in config/times/common.yaml for each thing that was assumed",
        ),
        Column("raw_parse_json", "json", "The decisions on the way", content=True),
    ),
    key=("time_mention_id",),
    order=("message_id", "char_start"),
    rules=(
        true_offsets("kg.time_mentions"),
        no_overlap("kg.time_mentions"),
        Rule(
            "intervals_are_half_open",
            "Instants have no end, intervals have both and end after they begin, unresolved ones have neither.",
            "SELECT 1 FROM {kg.time_mentions} WHERE CASE resolved_type "
            "WHEN 'instant' THEN valid_from_utc IS NULL OR valid_to_utc IS NOT NULL "
            "WHEN 'interval' THEN coalesce(valid_to_utc <= valid_from_utc, TRUE) "
            "ELSE valid_from_utc IS NOT NULL OR valid_to_utc IS NOT NULL END",
        ),
        Rule(
            "relative_needs_an_original_time",
            "What counts from the message's own time alone is resolved only where that is original.",
            "SELECT 1 FROM {kg.time_mentions} t JOIN {kg.messages} m USING (message_id) "
            "WHERE m.timestamp_quality <> 'original' AND t.resolved_type <> 'unresolved' "
            f"AND t.raw_parse_json ->> '$.expression.shape' IN {COUNTED_FROM_THE_MESSAGE}",
        ),
    ),
)

NER_MODEL_CALLS = Table(
    name="kg.ner_model_calls",
    meaning="Each chunk in which the name recogniser found something, and its answer; other chunks are only counted.",
    decided_by="kg_assets/mentions/ner/chunks.py (find_with_calls); kg_assets/mentions/detected.py (_Detection)",
    columns=(
        Column("call_id", "text", "Id made from run, message and chunk"),
        Column("run_id", "text", "The run"),
        MESSAGE,
        Column("chunk_index", "int", "0-based place of the chunk in the message"),
        Column("char_start", "int", "First codepoint of the chunk"),
        Column("char_end", "int", "Codepoint after the chunk"),
        Column("input_sha256", "text", "sha256 of the chunk's UTF-8 text"),
        Column("output_json", "json", "The spans as the model gave them", content=True),
    ),
    key=("call_id",),
    order=("message_id", "chunk_index"),
)

NER_MODEL_RUNS = Table(
    name="kg.ner_model_runs",
    meaning="The name recogniser of the build: its model, version and configuration, and what went in and came out.",
    decided_by="sql/mentions/ner_io.sql",
    columns=(
        Column("run_id", "text", "Id made from model, version and configuration"),
        Column("model_name", "text", "Name of the model"),
        Column("model_version", "text", "Version of the model"),
        Column("config_json", "json", "Its configuration as canonical JSON"),
        Column("started_at_utc", "instant", "The horizon: a build has no clock", nullable=True),
        Column("completed_at_utc", "instant", "The horizon", nullable=True),
        Column("raw_io_json", "json", "Counts and hashes of what went in and came out"),
    ),
    key=("run_id",),
)
