"""Declares the tables of stage 2B. What their rows mean belongs here; how they are made does not."""

from dataclasses import replace

from kg_assets.core.contract import TEXTS, Column, Rule, Table, members
from kg_assets.mentions.contracts import DETECTED, MESSAGE, no_overlap
from kg_assets.mentions.contracts import ENTITY_MENTION_CANDIDATES as DETECTED_CANDIDATES
from kg_assets.sources.contracts import ROLES
from kg_assets.sources.offsets import true_offsets

GENERATORS = (
    "TITLE_CASE", "ALLCAPS", "CAMEL_CASE", "HASHTAG", "HANDLE", "QUOTED", "NOUN_CHUNK", "SINGLE_TITLE",
)  # fmt: skip
# Positions and zones of an occurrence in what was said. Thoughts and notes to memory do not count as said: mentions are
# found in them, but no terms are learned from them.
POSITIONS = ("inside", "start")
SAID_ZONES = ("prose", "quote", "code")
ZONES = (*SAID_ZONES, "aside")
REJECTIONS = (
    "DENYLIST",
    "OWN_DENYLIST",
    "COMMON_SPEECH",
    "BELOW_MIN_COUNT",
    "BELOW_MIN_CONV",
    "CODE_HEAVY",
    "LOW_DIVERSITY",
    "CAP_EXCEEDED",
)
# Seed §2B.1, and the types of the detectors that the design adds (§9 "Mentions").
ENTITY_TYPES = (
    "EMAIL", "URL", "DOI", "UUID", "GIT_SHA", "HASH_HEX", "IP_ADDRESS", "PHONE", "FILEPATH", "BARE_DOMAIN", "ARXIV",
    "CVE", "ORCID", "HANDLE", "HASHTAG", "PERSON", "ORG", "LOCATION", "CUSTOM_TERM", "OTHER",
)  # fmt: skip
ENTITY_STATUSES = ("active", "merged")

_TERM_KEY = Column("term_key", "text", "The surface in lower case, spaces collapsed", content=True)
_ALIASES = Column("aliases_json", "json", "All surfaces, in code order", content=True, shape=TEXTS)

LEXICON_SIGHTINGS = Table(
    name="kg.lexicon_sightings",
    meaning="What the generators of the lexicon saw: words whose shape could make them a term of the person, "
    "counted per conversation.",
    decided_by="kg_assets/lexicon/seen.py (seen_in)",
    columns=(
        Column("conversation_id", "text", "Where it was said"),
        Column("generator", "text", "The shape", values=GENERATORS),
        Column("surface_text", "text", "The words as they stand", content=True),
        _TERM_KEY,
        Column("role", "text", "Who said it", values=ROLES),
        Column("zone", "text", "Prose, quoted or code", values=SAID_ZONES),
        Column(
            "position", "text", "Inside of a sentence, or at its start, where a capital says little", values=POSITIONS
        ),
        Column("sightings", "int", "How often"),
    ),
    key=("conversation_id", "surface_text", "generator", "role", "zone", "position"),
)

LEXICON_COMMON_WORDS = Table(
    name="kg.lexicon_common_words",
    meaning="How often words are written in lower case, by the person and in some conversations by assistants.",
    columns=(
        Column("word", "text", "The word", content=True),
        Column("times", "int", "How often"),
    ),
    key=("word",),
)

LEXICON_OCCURRENCES = Table(
    name="kg.lexicon_occurrences",
    meaning="Every place, with whole-word bounds, of every term that was seen often enough to be looked for.",
    decided_by="sql/lexicon/prospects.sql; kg_assets/lexicon/scan.py (_scan)",
    columns=(
        MESSAGE,
        Column("char_start", "int", "First codepoint"),
        Column("char_end", "int", "Codepoint after the last"),
        Column("surface_text", "text", "The words as they stand", content=True),
        _TERM_KEY,
        Column("zone", "text", "Prose, quoted, code, or an aside that was not said", values=ZONES),
        Column("is_nested", "bool", "Whether it lies inside of a longer term or name"),
        Column(
            "capital_before",
            "text",
            "A capitalised word right before a name; NULL if there is none",
            nullable=True,
            content=True,
        ),
        Column("previous_token", "text", "In prose the word before it; else, or at the start, empty", content=True),
        Column("next_token", "text", "In prose the word after it; else, or at the end, empty", content=True),
    ),
    key=("message_id", "char_start", "char_end"),
    rules=(true_offsets("kg.lexicon_occurrences"),),
)

LEXICON_BUILDS = Table(
    name="kg.lexicon_builds",
    meaning="How the personal lexicon was made: its configuration and what came of it.",
    columns=(
        Column("build_id", "text", "Id made from the configuration"),
        Column("build_version", "int", "Always 1: a build does not count earlier ones"),
        Column("config_json", "json", "All parameters as canonical JSON"),
        Column("started_at_utc", "instant", "The horizon: a build has no clock", nullable=True),
        Column("completed_at_utc", "instant", "The horizon", nullable=True),
        Column("candidates_total", "int", "Candidates generated"),
        Column("terms_selected", "int", "Terms that passed"),
        Column("raw_stats_json", "json", "By generator, by reason, and how the scores lie", nullable=True),
    ),
    key=("build_id",),
)

LEXICON_TERM_CANDIDATES = Table(
    name="kg.lexicon_term_candidates",
    meaning="Every term that a generator proposed, with its statistics and why it was taken or not.",
    decided_by="sql/lexicon/candidates.sql; sql/lexicon/terms_seen.sql; kg_assets/lexicon/scan.py (vocabulary)",
    columns=(
        Column("candidate_id", "text", "Id made from build, generator and key"),
        Column(
            "build_id", "text", "The making of the lexicon that it belongs to", references="kg.lexicon_builds.build_id"
        ),
        Column("generator", "text", "The first generator, in order, that proposed it", values=GENERATORS),
        _TERM_KEY,
        Column("canonical_surface", "text", "The most frequent surface", content=True),
        _ALIASES,
        Column("total_count", "int", "All occurrences (of what was not looked for, sightings), code and quotes too"),
        Column(
            "user_weighted_count",
            "float",
            "Occurrences in prose, weighted by who speaks",
            formula="trust_weight_user * the person's + trust_weight_assistant_uncorroborated * the assistant's, "
            "both of the section `trust`",
        ),
        Column("conversation_count", "int", "Conversations with an occurrence in prose"),
        Column(
            "code_likeness_ratio",
            "float",
            "Share of the occurrences that stand in code",
            formula="occurrences in code / occurrences",
        ),
        Column(
            "context_diversity",
            "float",
            "Distinct (word before, word after) per occurrence in prose; NULL if too rare",
            nullable=True,
            formula="distinct (word before, word after) in prose / occurrences in prose",
        ),
        Column(
            "score",
            "float",
            "Selection score; NULL for what was rejected, unless by the cap",
            nullable=True,
            formula=(
                "user_weighted_count * lexicon_weight_mentions + conversation_count * "
                "lexicon_weight_conversations + context_diversity * lexicon_weight_diversity - "
                "code_likeness_ratio * lexicon_penalty_code"
            ),
        ),
        Column("is_selected", "bool", "Whether it became a term"),
        Column("rejection_reason", "text", "Why it became no term; NULL for terms", nullable=True, values=REJECTIONS),
        Column("evidence_json", "json", "Some of its occurrences and their contexts", content=True),
    ),
    key=("candidate_id",),
    order=("term_key",),
    unique=(("build_id", "term_key"),),
    rules=(
        Rule(
            "selected_or_reasoned",
            "A candidate is selected or has a reason, never both; it has no score where that is any but CAP_EXCEEDED.",
            "SELECT 1 FROM {kg.lexicon_term_candidates} WHERE is_selected = (rejection_reason IS NOT NULL)"
            " OR (score IS NULL) <> (NOT is_selected AND rejection_reason <> 'CAP_EXCEEDED')",
        ),
    ),
)

LEXICON_TERMS = Table(
    name="kg.lexicon_terms",
    meaning="The personal lexicon: the terms that are looked for in every text.",
    decided_by="sql/lexicon/candidates.sql; "
    "sql/lexicon/recognised_types.sql; "
    "kg_assets/lexicon/select.py (type_by_form)",
    columns=(
        Column("term_id", "text", "Id made from build and key"),
        Column(
            "build_id", "text", "The making of the lexicon that it belongs to", references="kg.lexicon_builds.build_id"
        ),
        Column("candidate_id", "text", "The candidate", references="kg.lexicon_term_candidates.candidate_id"),
        _TERM_KEY,
        Column("canonical_surface", "text", "The most frequent surface", content=True),
        _ALIASES,
        Column("score", "float", "Selection score", formula="that of its row in kg.lexicon_term_candidates"),
        Column("entity_type_hint", "text", "CUSTOM_TERM, or the type that is inferred", values=ENTITY_TYPES),
    ),
    key=("term_id",),
    order=("term_key",),
    unique=(("build_id", "term_key"), ("candidate_id",)),
    rules=(
        Rule(
            "terms_are_the_selected",
            "The terms are exactly the selected candidates.",
            "SELECT 1 FROM {kg.lexicon_term_candidates} c FULL JOIN {kg.lexicon_terms} t USING (candidate_id)"
            " WHERE coalesce(c.is_selected, false) <> (t.term_id IS NOT NULL)",
        ),
    ),
)

ENTITY_MENTION_CANDIDATES = Table(
    name="kg.entity_mention_candidates",
    meaning="Everything that any detector, the lexicon or the recogniser found, also what was suppressed.",
    decided_by="kg_assets/lexicon/mention.py (_matched); kg_assets/lexicon/contest.py (contest)",
    columns=DETECTED_CANDIDATES.columns,
    key=("candidate_id",),
    order=("message_id", "char_start"),
    rules=(
        true_offsets("kg.entity_mention_candidates"),
        Rule(
            "suppressed_has_a_reason",
            "What was not eligible has a reason, and what lost to a winner names it.",
            "SELECT 1 FROM {kg.entity_mention_candidates} WHERE (NOT is_eligible AND suppression_reason IS NULL) "
            "OR (suppression_reason = 'OVERLAP_HIGHER_SCORE') <> (suppressed_by_candidate_id IS NOT NULL)",
        ),
        Rule(
            "losers_name_winners",
            "What suppresses a candidate is a winner of the same message.",
            "SELECT 1 FROM {kg.entity_mention_candidates} c LEFT JOIN {kg.entity_mentions} m "
            "ON m.candidate_id = c.suppressed_by_candidate_id AND m.message_id = c.message_id "
            "WHERE c.suppressed_by_candidate_id IS NOT NULL AND m.candidate_id IS NULL",
        ),
        Rule(
            "nothing_detected_is_lost",
            "Every candidate of stage 2A stands here too.",
            "SELECT 1 FROM {kg.entity_mention_candidates__detected} d ANTI JOIN {kg.entity_mention_candidates} c"
            " USING (candidate_id)",
        ),
    ),
)

ENTITY_MENTIONS = Table(
    name="kg.entity_mentions",
    meaning="The mentions: who or what is named where. Each belongs to an entity.",
    decided_by="kg_assets/lexicon/mention.py (_mentions); "
    "kg_assets/lexicon/keys.py (entity_key)",
    columns=(
        Column("mention_id", "text", "Id made from message and candidate"),
        MESSAGE,
        Column("entity_id", "text", "The entity, after the person's merges"),
        Column("candidate_id", "text", "The candidate that won",
               references="kg.entity_mention_candidates.candidate_id"),
        *DETECTED,
        Column("entity_key", "text", "What it names, normalised as its type asks", content=True),
        Column("raw_mention_json", "json", "Particulars of the detector, or the term", nullable=True, content=True),
    ),
    key=("mention_id",),
    order=("message_id", "char_start"),
    unique=(("candidate_id",),),
    rules=(true_offsets("kg.entity_mentions"), no_overlap("kg.entity_mentions")),
)  # fmt: skip

ENTITY_COLUMNS = (
    Column("entity_id", "text", "Id made from type and key; no name is in it"),
    Column("entity_type", "text", "What it is", values=ENTITY_TYPES),
    Column("entity_key", "text", "What its mentions have in common", content=True),
    Column("canonical_name", "text", "What it is called", content=True),
    _ALIASES,
    Column("status", "text", "merged when the person joined it to another", values=ENTITY_STATUSES),
    Column("merged_into", "text", "The entity that it was joined to", nullable=True),
    Column("first_seen_at_utc", "instant", "When it was first mentioned", nullable=True),
    Column("last_seen_at_utc", "instant", "When it was last mentioned", nullable=True),
    Column("mention_count", "int", "Mentions, those of merged entities included"),
    Column("conversation_count", "int", "Conversations with a mention"),
    Column(
        "salience_score",
        "float",
        "How much it matters; NULL for what is merged",
        nullable=True,
        formula=(
            "mention_count * salience_weight_mentions + conversation_count * salience_weight_conversations + "
            "share of mentions by the person * salience_weight_user_ratio + 0.5 ** (age in days / "
            "salience_recency_halflife_days) * salience_weight_recency"
        ),
    ),
    Column(
        "raw_stats_json",
        "json",
        "The parts of the salience",
        nullable=True,
        shape=members(
            age_days="float",
            recency_factor="float",
            user_mention_count="int",
            user_mention_ratio="float",
        ),
    ),
)

ENTITIES_CONSOLIDATED = Table(
    name="kg.entities__consolidated",
    meaning="Every entity with what its mentions add up to, before names are weighed.",
    decided_by="sql/entities/consolidated.sql; "
    "kg_assets/lexicon/consolidate.py (identities_of); "
    "sql/entities/names.sql",
    columns=ENTITY_COLUMNS,
    key=("entity_id",),
    order=("entity_type", "entity_key"),
    unique=(("entity_type", "entity_key"),),
    rules=(
        Rule(
            "every_mention_has_its_entity",
            "Every mention belongs to an active entity.",
            "SELECT 1 FROM {kg.entity_mentions} m LEFT JOIN {kg.entities__consolidated} e USING (entity_id)"
            " WHERE e.status IS DISTINCT FROM 'active'",
        ),
        Rule(
            "counts_recompute",
            "Counts and first and last times are what the mentions say.",
            "SELECT 1 FROM {kg.entities__consolidated} e LEFT JOIN (SELECT entity_id, count(*) AS mentions,"
            " count(DISTINCT conversation_id) AS conversations, min(created_at_utc) AS first,"
            " max(created_at_utc) AS last"
            " FROM {kg.entity_mentions} JOIN {kg.messages} USING (message_id) GROUP BY entity_id) n USING (entity_id)"
            " WHERE e.mention_count <> coalesce(n.mentions, 0)"
            " OR e.conversation_count <> coalesce(n.conversations, 0)"
            " OR e.first_seen_at_utc IS DISTINCT FROM n.first OR e.last_seen_at_utc IS DISTINCT FROM n.last",
        ),
        Rule(
            "self_is_there",
            "The person is an entity.",
            "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM {kg.entities__consolidated} WHERE entity_type = 'PERSON'"
            " AND entity_key = '__SELF__')",
        ),
        Rule(
            "merged_names_its_entity",
            "What is merged names an active entity, and nothing else does.",
            "SELECT 1 FROM {kg.entities__consolidated} e LEFT JOIN {kg.entities__consolidated} t"
            " ON t.entity_id = e.merged_into WHERE (e.status = 'merged') <> (e.merged_into IS NOT NULL)"
            " OR (e.status = 'merged' AND t.status IS DISTINCT FROM 'active')",
        ),
    ),
)  # fmt: skip


def named(name: str, meaning: str, decided_by: str, rules: tuple[Rule, ...]) -> Table:
    """The contract of a later table of entities, with the columns and the key of `kg.entities__consolidated`. The
    formula of each number becomes "that of its row in kg.entities__consolidated"."""
    columns = tuple(column.carried(ENTITIES_CONSOLIDATED.name) for column in ENTITY_COLUMNS)
    return replace(
        ENTITIES_CONSOLIDATED, name=name, meaning=meaning, decided_by=decided_by, columns=columns, rules=rules
    )
