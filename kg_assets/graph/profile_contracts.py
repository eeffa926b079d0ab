"""Declares the tables of temporal profiles (seed 000 §6.6)."""

from kg_assets.core.contract import Chart, Column, Rule, Table
from kg_assets.graph.rules import MONTHS

GRANULARITIES = tuple(MONTHS)
MEMBER_TYPES = ("Entity", "Value")
RESOLUTION_MODES = ("config", "self", "most_assertions")
BASES = ("valid", "spoken", "both")
CLASSIFIERS = ("window", "other_windows", "predicate_cluster", "model", "none")

_FOCAL = Column("entity_id", "text", "Whose profile it is", references="kg.entities.entity_id")
_GRANULARITY = Column("granularity", "text", "How long its windows are", values=GRANULARITIES)
_BOUNDS = (
    Column("window_start_utc", "instant", "First instant of the window"),
    Column("window_end_utc", "instant", "Instant after its last"),
    Column("window_label", "text", "The window in words: 2025-03, 2025-Q1, 2025"),
)
_WINDOW = Column("window_id", "text", "The window", references="kg.profile_windows.window_id")

PROFILES = Table(
    name="kg.profiles",
    meaning="One temporal profile per focal entity and granularity.",
    columns=(
        Column("profile_id", "text", "Hash of entity, granularity and version: the node's source id"),
        _FOCAL,
        _GRANULARITY,
        Column("is_default", "bool", "Whether it is the one to show when none is asked for"),
        Column("window_count", "int", "Windows with enough assertions"),
        Column("total_assertions", "int", "Assertions in these windows"),
        Column("first_valid_utc", "instant", "Earliest beginning of these assertions"),
        Column("last_valid_utc", "instant", "Latest beginning of these assertions"),
        Column("profile_version", "text", "Version of the profile's shape"),
        Column("resolution_mode", "text", "How the entity was chosen", values=RESOLUTION_MODES),
    ),
    key=("profile_id",),
    order=("entity_id", "granularity"),
    unique=(("entity_id", "granularity"),),
)

PROFILE_WINDOWS = Table(
    name="kg.profile_windows",
    meaning="The windows of the profiles: months, quarters and years in which enough began to hold.",
    columns=(
        Column("window_id", "text", "Hash of entity, bounds and granularity: the node's source id"),
        Column("profile_id", "text", "The profile", references="kg.profiles.profile_id"),
        _FOCAL,
        _GRANULARITY,
        *_BOUNDS,
        Column("assertion_count", "int", "Assertions that begin to hold in it"),
        Column("window_index", "int", "Number among the profile's windows, from 0"),
    ),
    key=("window_id",),
    order=("entity_id", "granularity", "window_start_utc"),
    unique=(("profile_id", "window_index"), ("profile_id", "window_start_utc")),
    rules=(
        Rule(
            "windows_do_not_overlap",
            "A window ends where the next begins or before.",
            "SELECT 1 FROM (SELECT window_start_utc, window_end_utc, lead(window_start_utc) OVER (PARTITION BY"
            " profile_id ORDER BY window_index) AS next_start FROM {kg.profile_windows})"
            " WHERE window_end_utc <= window_start_utc OR next_start < window_end_utc",
        ),
        Rule(
            "counts_recompute",
            "assertion_count is the number of its assertions.",
            "SELECT 1 FROM {kg.profile_windows} w LEFT JOIN (SELECT window_id, count(*) AS n FROM {kg.profile_evidence}"
            " GROUP BY window_id) e USING (window_id) WHERE w.assertion_count <> coalesce(e.n, 0)",
        ),
    ),
)

PROFILE_CLUSTERS = Table(
    name="kg.profile_clusters",
    meaning="The members of each window grouped by category: one row per window and category.",
    columns=(
        Column("cluster_id", "text", "Hash of window and category: the node's source id"),
        _WINDOW,
        Column("category_key", "text", "The category"),
        Column("member_count", "int", "Number of members"),
        Column(
            "avg_salience",
            "float",
            "Mean of their salience",
            formula="score / member_count",
        ),
        Column(
            "avg_classification_confidence",
            "float",
            "Mean of how sure their category is",
            formula="sum of classification_confidence of its members / member_count",
        ),
        Column("tier_distribution_json", "json", "Members by the tier that gave the category"),
        Column(
            "score",
            "float",
            "Sum of their salience",
            formula="sum of window_salience of its members",
        ),
        Column("cluster_rank", "int", "Rank in the window: the highest score first, unclassified last"),
    ),
    key=("cluster_id",),
    order=("window_id", "category_key"),
    unique=(("window_id", "category_key"), ("window_id", "cluster_rank")),
)

PROFILE_MEMBERS = Table(
    name="kg.profile_members",
    meaning="What mattered: every member of every window, by what began to hold in it and by what was spoken of in it.",
    columns=(
        _FOCAL,
        _GRANULARITY,
        *_BOUNDS,
        Column("label", "text", "The member's name, or the literal", content=True),
        Column("category_key", "text", "What kind of thing it is to the focal entity"),
        Column("member_kind", "text", "Type of the entity, or of the literal"),
        Column("basis", "text", "Whether it began to hold here, was spoken of here, or both", values=BASES),
        Column("spoken_rank", "int", "Rank among what was spoken of", nullable=True),
        Column("valid_rank", "int", "Rank among what began to hold", nullable=True),
        Column(
            "spoken_salience", "float", "How much it was spoken of; 1 for the window's most", nullable=True,
            formula="weight / largest weight of the window, weight = spoken_weight_person_message * "
            "spoken_by_person + spoken_weight_other_message * other messages + spoken_weight_conversation * "
            "spoken_conversations; 0 where weight is 0",
        ),
        Column("spoken_messages", "int", "Messages that name it or claim something of it"),
        Column("spoken_by_person", "int", "Those of these messages that the person wrote"),
        Column("spoken_conversations", "int", "Conversations with such a message"),
        Column(
            "window_salience", "float", "Weighted sum of frequency, recency and confidence", nullable=True,
            formula="salience_weight_frequency * frequency + salience_weight_recency * recency + "
            "salience_weight_confidence * confidence",
        ),
        Column(
            "frequency", "float", "Share of the window's assertions that speak of it", nullable=True,
            formula="its assertions / assertions of the window",
        ),
        Column(
            "recency", "float", "How late in the window the newest of them begins", nullable=True,
            formula="0.5 ** (share of the window behind its newest beginning / recency_halflife_share)",
        ),
        Column("confidence", "float", "Mean confidence of these assertions", nullable=True,
               formula="mean of confidence_final of its assertions in the window"),
        Column("assertion_count", "int", "How many of the window's assertions speak of it"),
        Column("cluster_rank", "int", "Rank in its category by window_salience", nullable=True),
        Column("classification_tier", "int", "1 rules, 2 predicate clusters, 3 model, 0 none"),
        Column(
            "classification_confidence", "float", "How sure the category is",
            formula="the first that there is: share of the rules' votes in the window; share over all windows * "
            "other_windows_factor; likeness to the nearest predicates; confidence of the model; 0",
        ),
        Column("classified_by", "text", "What gave the category", values=CLASSIFIERS),
        Column(
            "first_message_id", "text", "First of the messages; where there are none, that of the first claim",
            references="kg.messages.message_id",
        ),
        Column("last_message_id", "text", "The last in the same way", references="kg.messages.message_id"),
        Column(
            "window_id", "text", "The profile's window, where one was kept", nullable=True,
            references="kg.profile_windows.window_id",
        ),
        Column("member_node_type", "text", "Entity or literal", values=MEMBER_TYPES),
        Column("member_source_id", "text", "The entity, or the hash of the literal: the node's source id"),
    ),
    key=("entity_id", "granularity", "window_start_utc", "member_node_type", "member_source_id"),
    rules=(
        Rule(
            "valid_members_have_a_window",
            "What began to hold in a window belongs to one that was kept, and has its salience.",
            "SELECT 1 FROM {kg.profile_members} WHERE (basis <> 'spoken') <> (window_salience IS NOT NULL)"
            " OR (basis <> 'spoken' AND window_id IS NULL) OR (basis = 'spoken') <> (valid_rank IS NULL)",
        ),
        Rule(
            "spoken_members_have_messages",
            "What was spoken of has messages.",
            "SELECT 1 FROM {kg.profile_members} WHERE (basis <> 'valid') <> (spoken_messages > 0)"
            " OR (basis = 'valid') <> (spoken_rank IS NULL)",
        ),
        Rule(
            "clusters_hold_the_members",
            "A cluster has as many members as the window has of its category.",
            "SELECT 1 FROM {kg.profile_clusters} c FULL JOIN (SELECT window_id, category_key, count(*) AS n"
            " FROM {kg.profile_members} WHERE basis <> 'spoken' GROUP BY ALL) m USING (window_id, category_key)"
            " WHERE c.member_count IS DISTINCT FROM m.n",
        ),
    ),
    charts=(
        Chart(
            "months_by_category",
            "How many things of each category were spoken of in each of the last 36 months that have any.",
            "SELECT window_label, category_key, count(*) FROM {rows} WHERE granularity = 'month' AND basis <> 'valid'"
            " AND window_label IN (SELECT DISTINCT window_label FROM {rows} WHERE granularity = 'month'"
            " AND basis <> 'valid' ORDER BY window_label DESC LIMIT 36) GROUP BY ALL",
        ),
        Chart(
            "years_by_tier",
            "How many members of each year got their category by which tier: 1 rules, 2 clusters, 3 model, 0 none.",
            "SELECT window_label, 'tier ' || classification_tier, count(*) FROM {rows} WHERE granularity = 'year'"
            " GROUP BY ALL",
        ),
    ),
)  # fmt: skip

PROFILE_EVIDENCE = Table(
    name="kg.profile_evidence",
    meaning="Which assertions lie in which window, and of which member they speak.",
    columns=(
        _WINDOW,
        Column("assertion_id", "text", "The assertion", references="kg.assertions.assertion_id"),
        Column(
            "member_node_type", "text", "Entity or literal; NULL without either", nullable=True, values=MEMBER_TYPES
        ),
        Column("member_source_id", "text", "The member's source id", nullable=True),
    ),
    key=("window_id", "assertion_id"),
    rules=(
        Rule(
            "begins_in_its_window",
            "An assertion begins to hold in its window.",
            "SELECT 1 FROM {kg.profile_evidence} e JOIN {kg.profile_windows} w USING (window_id)"
            " JOIN {kg.assertion_temporalized} t USING (assertion_id) WHERE t.valid_from_utc IS NULL"
            " OR NOT (w.window_start_utc <= t.valid_from_utc AND t.valid_from_utc < w.window_end_utc)",
        ),
    ),
)
