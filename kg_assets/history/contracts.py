"""Declares the tables of stage 5. What their rows mean belongs here; how they are made does not."""

from kg_assets.claims.contracts import MODALITIES
from kg_assets.core.contract import TEXTS, Column, Rule, Table
from kg_assets.mentions.contracts import GRANULARITIES

VALID_TIME_TYPES = ("instant", "interval", "unknown")
STATUSES = ("active", "superseded", "retracted", "negated", "conflicted", "ineligible")
TIME_SOURCES = ("PERSON", "QUALIFIER_ID", "PROXIMITY", "ASSERTED_AT_FALLBACK", "NONE")
POLICIES = ("none", "close_previous_on_newer_state")
# What ended a claim: its own words, a denial, words that say it is over, a later claim of how long it lasted, or the
# value that followed.
END_KINDS = ("own_words", "denial", "end", "restatement", "newer_value")
DOUBTS = ("unsure", "assistant", "passing")
CONFLICT_TYPES = (
    "OBJECT_DISAGREEMENT", "NEGATION_AMBIGUOUS", "RETRACTION_TARGET_NOT_UNIQUE", "OBJ_TRANSITION_CONFLICT",
    "OBJ_CONFIDENCE_TOO_CLOSE", "SAME_TIME_DUPLICATES",
)  # fmt: skip

INVALIDATION_RULES = Table(
    name="kg.invalidation_rules",
    meaning="The rules of relations: whether only one value holds at a time, so that a newer one closes the one "
    "before, which events begin such a state, and how long it is believed.",
    decided_by="kg_assets/history/rules.py (rule_rows)",
    columns=(
        Column("rule_id", "text", "Id made from predicate and type of subject"),
        Column(
            "predicate_id", "text", "The relation; NULL for every one", nullable=True,
            references="kg.predicates.predicate_id",
        ),
        Column("subject_entity_type", "text", "The type of subject; * for every one"),
        Column("is_functional", "bool", "Whether only one value holds at a time"),
        Column("invalidation_policy", "text", "What a newer value does to the one before", values=POLICIES),
        Column("begun_by", "texts", "Relations of the events that begin such a state, by their ids", nullable=True),
        Column(
            "notes", "json", "Why, the hash and version of its file, its number there, and how long the state is "
            "believed; of the rule for everything also the numbers that decided with the rules", nullable=True,
        ),
    ),
    key=("rule_id",),
    unique=(("predicate_id", "subject_entity_type"),),
    rules=(
        Rule(
            "there_is_a_default",
            "Exactly one rule is for everything.",
            "SELECT 1 FROM (SELECT count(*) AS n FROM {kg.invalidation_rules} WHERE predicate_id IS NULL"
            " AND subject_entity_type = '*') WHERE n <> 1",
        ),
    ),
)  # fmt: skip

ASSERTION_TEMPORALIZED = Table(
    name="kg.assertion_temporalized",
    meaning="When each claim was true, what became of it, and every decision on the way.",
    decided_by="sql/history/decisions.sql; "
    "sql/history/superseded.sql; "
    "sql/history/conflicted.sql; "
    "sql/history/lifecycle.sql",
    columns=(
        Column("assertion_id", "text", "The claim", references="kg.assertions.assertion_id"),
        Column("valid_time_type", "text", "From a moment on, in a span, or unknown", values=VALID_TIME_TYPES),
        Column("valid_from_utc", "instant", "Since when it was true", nullable=True),
        Column("valid_to_utc", "instant", "Until when it was true; NULL while it is open", nullable=True),
        Column("valid_until_hint_utc", "instant", "Its end where the beginning is unknown", nullable=True),
        Column(
            "valid_time_precision", "text", "How exact the words of the beginning are, or of the end without one; "
            "second where it is the message's time", nullable=True, values=GRANULARITIES,
        ),
        Column("time_source", "text", "Where the time comes from", values=TIME_SOURCES),
        Column("has_explicit_valid_time", "bool", "Whether words say the time, and not only the message's clock"),
        Column("status", "text", "What became of it", values=STATUSES),
        Column(
            "temporal_superseded_by_assertion_id", "text", "The claim that took its place", nullable=True,
            references="kg.assertions.assertion_id",
        ),
        Column(
            "retracted_by_retraction_id", "text", "The retraction that took it back or ended it", nullable=True,
            references="kg.retractions.retraction_id",
        ),
        Column(
            "negated_by_assertion_id", "text", "The denial that ended it, or the claim that says until when it was so",
            nullable=True,
            references="kg.assertions.assertion_id",
        ),
        Column(
            "rule_id_applied", "text", "The rule by which it was superseded", nullable=True,
            references="kg.invalidation_rules.rule_id",
        ),
        Column("raw_temporalize_json", "json", "The decision log, as canonical JSON"),
    ),
    key=("assertion_id",),
    rules=(
        Rule(
            "one_row_per_claim",
            "Every claim has its row, and no row is without a claim.",
            "SELECT 1 FROM {kg.assertions} a FULL JOIN {kg.assertion_temporalized} t USING (assertion_id)"
            " WHERE t.status IS NULL OR a.polarity IS NULL",
        ),
        Rule(
            "intervals_are_half_open",
            "An end lies after its beginning, an instant has no end, and what is unknown has neither.",
            "SELECT 1 FROM {kg.assertion_temporalized} WHERE valid_to_utc <= valid_from_utc"
            " OR (valid_to_utc IS NOT NULL AND valid_from_utc IS NULL)"
            " OR CASE valid_time_type WHEN 'unknown' THEN valid_from_utc IS NOT NULL"
            " WHEN 'instant' THEN valid_from_utc IS NULL OR valid_to_utc IS NOT NULL ELSE valid_from_utc IS NULL END",
        ),
        Rule(
            "a_fallback_is_not_explicit",
            "Only a time that words say is explicit, and only such a claim is active or closed by a newer state.",
            "SELECT 1 FROM {kg.assertion_temporalized} WHERE"
            " has_explicit_valid_time <> (time_source IN ('PERSON', 'QUALIFIER_ID', 'PROXIMITY'))"
            " OR (status IN ('active', 'conflicted') AND NOT has_explicit_valid_time)"
            " OR (rule_id_applied IS NOT NULL AND NOT has_explicit_valid_time)",
        ),
        Rule(
            "a_status_names_its_cause",
            "Superseded, retracted and negated claims name what did it; active and ineligible ones name nothing.",
            "SELECT 1 FROM {kg.assertion_temporalized} WHERE CASE status"
            " WHEN 'superseded' THEN temporal_superseded_by_assertion_id IS NULL"
            " WHEN 'retracted' THEN retracted_by_retraction_id IS NULL"
            " WHEN 'negated' THEN coalesce(negated_by_assertion_id, retracted_by_retraction_id) IS NULL"
            " ELSE coalesce(temporal_superseded_by_assertion_id, retracted_by_retraction_id, negated_by_assertion_id,"
            " rule_id_applied) IS NOT NULL END"
            " OR temporal_superseded_by_assertion_id = assertion_id OR negated_by_assertion_id = assertion_id",
        ),
        Rule(
            "closed_by_then",
            "What a newer state closed ends by the time at which that begins; what a denial closed ends by the moment "
            "of the denial, or, if only its end is known, as the time denied begins or ends.",
            "SELECT 1 FROM {kg.assertion_temporalized} t JOIN {kg.assertion_temporalized} c ON c.assertion_id ="
            " CASE WHEN t.rule_id_applied IS NOT NULL THEN t.temporal_superseded_by_assertion_id"
            " ELSE t.negated_by_assertion_id END"
            " JOIN {kg.assertions} a ON a.assertion_id = c.assertion_id"
            " WHERE (t.rule_id_applied IS NOT NULL OR a.polarity = 'negative')"
            " AND coalesce(CASE WHEN t.valid_to_utc IS NOT NULL THEN t.valid_to_utc > c.valid_from_utc"
            " ELSE t.valid_until_hint_utc NOT IN (c.valid_from_utc, coalesce(c.valid_to_utc, c.valid_from_utc)) END,"
            " TRUE)",
        ),
    ),
)  # fmt: skip

# What ends that a state is believed, though no words end it: days (rules, `lasts`), a death, another end (`ends_with`).
BELIEF_ENDS = ("time", "death", "other_end")

CLAIM_SPANS = Table(
    name="kg.claim_spans",
    meaning="From when until when each claim says that it was so, and how exactly its words say it.",
    columns=(
        Column("assertion_id", "text", "The claim", references="kg.assertion_temporalized.assertion_id"),
        Column("has_beginning", "bool", "Whether words say since when; now says only that it is so"),
        Column("from_utc", "instant", "Since when it was so, by its words; NULL where they name no time",
               nullable=True),
        Column("from_precision", "text", "How exact those words are", nullable=True, values=GRANULARITIES),
        Column("from_ends_utc", "instant", "When the day, month or year that those words name is over", nullable=True),
        Column("until_utc", "instant", "When it was over; NULL while it is open", nullable=True),
        Column("until_precision", "text", "How exact the words of the end are", nullable=True, values=GRANULARITIES),
        Column("is_until_included", "bool", "Whether those words name the last time included (until 2018)"),
        Column("end_kind", "text", "Which words ended it", nullable=True, values=END_KINDS),
        Column("is_during", "bool", "Whether its words only name a time in which it was so (in March)"),
        Column("is_told_as_over", "bool", "Whether it is told as past without a beginning (I used to live there)"),
        Column(
            "believed_until_utc", "instant",
            "How long its kind of state is believed without being said again, at most until a death",
            nullable=True,
        ),
        Column(
            "believed_until_by", "text", "What sets that moment: time, a death, or the end of what it depended on",
            nullable=True, values=BELIEF_ENDS,
        ),
        Column("is_sure", "bool", "Whether it is the person's word, read surely enough, and no passing remark"),
        Column("doubt", "text", "Why it is held back", nullable=True, values=DOUBTS),
        Column("is_corrected", "bool", "Whether a correction took its place"),
        Column("known_from_utc", "instant", "When it was said; the horizon where nobody knows when", nullable=True),
        Column("decided_utc", "instant", "When the words became known that decided its status", nullable=True),
        Column(
            "decided_by_message_id", "text", "The message of those words", nullable=True,
            references="kg.messages.message_id",
        ),
        Column("is_functional", "bool", "Whether of its subject and relation only one value holds at a time"),
    ),
    key=("assertion_id",),
    rules=(
        Rule(
            "every_claim_has_its_span",
            "Every claim has its row.",
            "SELECT 1 FROM {kg.assertion_temporalized} ANTI JOIN {kg.claim_spans} USING (assertion_id)",
        ),
        Rule(
            "what_is_named_has_a_precision",
            "A time has a precision and an end of its own, an end a precision and a kind; without them these are NULL.",
            "SELECT 1 FROM {kg.claim_spans} WHERE (from_utc IS NULL) <> (from_precision IS NULL)"
            " OR (from_utc IS NULL) <> (from_ends_utc IS NULL) OR (until_utc IS NULL) <> (until_precision IS NULL)"
            " OR (until_utc IS NULL) <> (end_kind IS NULL) OR (has_beginning AND from_utc IS NULL)",
        ),
        Rule(
            "a_span_ends_after_it_begins",
            "An end lies after its beginning, and so does the end of what the beginning names.",
            "SELECT 1 FROM {kg.claim_spans} WHERE until_utc <= from_utc OR from_ends_utc <= from_utc",
        ),
        Rule(
            "what_is_held_back_says_why",
            "What is sure has no doubt, what is not sure has one.",
            "SELECT 1 FROM {kg.claim_spans} WHERE is_sure <> (doubt IS NULL)",
        ),
    ),
)  # fmt: skip

CLAIM_HOLDINGS = Table(
    name="kg.claim_holdings",
    meaning="The stretches of time in which each claim counts by all that was said, and the states that events began.",
    columns=(
        Column("assertion_id", "text", "The claim", references="kg.claim_spans.assertion_id"),
        Column("predicate_id", "text", "The relation, or the state begun", references="kg.predicates.predicate_id"),
        Column("is_begun", "bool", "Whether the row is of the state that the claim's event began"),
        Column("stretch", "int", "Which stretch of the claim, from 0"),
        Column("modality", "text", "That of the claim; of a state begun, state", values=MODALITIES),
        Column("is_dated", "bool", "Whether words date it; else it counts from when it was said"),
        Column("starts_utc", "instant", "From when it counts; NULL if nobody knows", nullable=True),
        Column("ends_utc", "instant", "Until when it counts; NULL while it is open", nullable=True),
        Column(
            "until_utc", "instant", "When the claim is over by its words, its denial or the value after it, whatever "
            "counts instead of it before; NULL while it is open", nullable=True,
        ),
        Column("until_precision", "text", "How exact those words are", nullable=True, values=GRANULARITIES),
        Column("is_until_included", "bool", "Whether those words name the last time included (until 2018)"),
        Column("is_held", "bool", "Whether it counts at all; FALSE in the one row of a claim that never does"),
        Column(
            "is_displaced", "bool",
            "Whether it does not count in this stretch, because a value counts that was said without a time",
        ),
    ),
    key=("assertion_id", "is_begun", "predicate_id", "stretch"),
    rules=(
        Rule(
            "every_claim_has_its_own",
            "Every claim that is no question and was neither taken back nor corrected has a row of its own relation.",
            "SELECT 1 FROM {kg.assertions} a JOIN {kg.assertion_temporalized} t USING (assertion_id)"
            " JOIN {kg.claim_spans} w USING (assertion_id)"
            " FULL JOIN (SELECT DISTINCT assertion_id FROM {kg.claim_holdings} WHERE NOT is_begun) h"
            " USING (assertion_id)"
            " WHERE (a.modality <> 'question' AND t.status <> 'retracted' AND NOT w.is_corrected)"
            " IS DISTINCT FROM (h.assertion_id IS NOT NULL)",
        ),
        Rule(
            "stretches_follow_each_other",
            "A stretch ends after it begins and no later than the next begins, and what never counts has one row.",
            "SELECT 1 FROM (SELECT *, lead(starts_utc) OVER (PARTITION BY assertion_id, is_begun, predicate_id"
            " ORDER BY stretch) AS next_utc FROM {kg.claim_holdings}) WHERE is_held AND (ends_utc <= starts_utc"
            " OR next_utc < ends_utc OR (next_utc IS NOT NULL AND ends_utc IS NULL) OR starts_utc IS NULL)"
            " OR (NOT is_held AND (stretch > 0 OR is_displaced OR next_utc IS NOT NULL))",
        ),
        Rule(
            "ends_have_a_precision",
            "An end that words gave has a precision.",
            "SELECT 1 FROM {kg.claim_holdings} WHERE (until_utc IS NULL) <> (until_precision IS NULL)",
        ),
    ),
)  # fmt: skip

CONFLICT_GROUPS = Table(
    name="kg.conflict_groups",
    meaning="Claims that contradict each other or say the same of one time, and denials and retractions that could "
    "mean several claims.",
    columns=(
        Column("conflict_group_id", "text", "Id made from the key"),
        Column("conflict_type", "text", "What kind of conflict", values=CONFLICT_TYPES),
        Column("conflict_key", "json", "What it is about: its kind, ids and words", content=True, shape=TEXTS),
        Column("detected_at_utc", "instant", "When the last of its members was said", nullable=True),
        Column("raw_conflict_json", "json", "What was compared, as canonical JSON", nullable=True),
    ),
    key=("conflict_group_id",),
    unique=(("conflict_key",),),
    rules=(
        Rule(
            "has_members",
            "A conflict has two members or more.",
            "SELECT 1 FROM {kg.conflict_groups} g LEFT JOIN (SELECT conflict_group_id, count(*) AS n"
            " FROM {kg.conflict_members} GROUP BY conflict_group_id) m USING (conflict_group_id)"
            " WHERE coalesce(m.n, 0) < 2",
        ),
    ),
)

CONFLICT_MEMBERS = Table(
    name="kg.conflict_members",
    meaning="Which claims are in which conflict.",
    columns=(
        Column("conflict_group_id", "text", "The conflict", references="kg.conflict_groups.conflict_group_id"),
        Column("assertion_id", "text", "The claim", references="kg.assertions.assertion_id"),
    ),
    key=("conflict_group_id", "assertion_id"),
    rules=(
        Rule(
            "conflicted_claims_have_a_conflict",
            "Every claim whose status is conflicted is a member of a conflict.",
            "SELECT 1 FROM {kg.assertion_temporalized} t ANTI JOIN {kg.conflict_members} m USING (assertion_id)"
            " WHERE t.status = 'conflicted'",
        ),
    ),
)
