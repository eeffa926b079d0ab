"""Declares the tables of beliefs with their occurrences, links, conflicts and streams (seed 002 §3, §9)."""

from kg_assets.beliefs.conflicts import CONFLICT_STATUSES, CONFLICT_TYPES, DETECTION_METHODS, RESOLUTIONS
from kg_assets.beliefs.contracts import BELIEF_TYPE, EXTRACTOR_VERSION, POLARITY, READERS
from kg_assets.beliefs.resolution import OUTCOMES
from kg_assets.beliefs.scoring import JUDGES, LINK_STATUSES, STATUSES
from kg_assets.beliefs.streams import STREAMS
from kg_assets.core.contract import STRETCHES, Chart, Column, Rule, Table, members

_NODE = "beliefs.belief_nodes.belief_id"
_BELIEF = Column("belief_id", "text", "The belief", references=_NODE)

BELIEF_NODES = Table(
    name="beliefs.belief_nodes",
    meaning="One row for each distinct belief of the person about themselves, with how firmly it stands at the build's "
    "as_of (§3.1).",
    decided_by="kg_assets/beliefs/network.py (Network); kg_assets/beliefs/scoring.py (core_score)",
    columns=(
        Column("belief_id", "text", "Id made from canonical_hash"),
        Column(
            "canonical_text", "text",
            "The canonical words that name it: those said first, or those that the person merged it into", content=True,
        ),
        Column("canonical_hash", "text", "First 32 hex digits of their SHA-256"),
        Column("concept_text", "text", "What it affirms or denies", content=True),
        BELIEF_TYPE,
        POLARITY,
        Column("embedding", "bytes", "Its vector, float32, where a model gave one", nullable=True),
        Column(
            "activation", "float", "Sum of the weights of its occurrences, halved with age (§4.16)",
            formula=(
                "sum over its occurrences of source_weight * exp(-ln 2 * days from created_at_utc to as_of / "
                "half_life_days of its primary_stream)"
            ),
        ),
        Column(
            "support", "float", "How much evidence there is for it, 0 to 1 (§4.17)",
            formula="1 - exp(-weighted occurrences / support_k), where each occurrence weighs source_weight * "
            "atom_confidence (`kg_assets/beliefs/scoring.py`, as the five others)",
        ),
        Column(
            "spread", "float", "Over how long a time it was said, 0 to 1 (§4.17)",
            formula="sigmoid((days from the first to the last - spread_midpoint_days) / spread_temperature_days)",
        ),
        Column(
            "diversity", "float", "In how many contexts it was said, 0 to 1 (§4.17)",
            formula="sigmoid((contexts - diversity_midpoint_contexts) / diversity_temperature_contexts)",
        ),
        Column(
            "conflict_penalty", "float", "How much recent conflicts take from it (§4.17)",
            formula=(
                "conflict_weight * open conflicts of the last conflict_window_days / weighted occurrences, 0 "
                "where these are 0"
            ),
        ),
        Column(
            "core_score", "float", "The product of the three less the penalty, 0 to 1",
            formula="support * spread * diversity - conflict_penalty, within 0 and 1",
        ),
        Column("status", "text", "What the core score makes of it", values=STATUSES),
        Column("occurrence_count", "int", "Experiences that say it"),
        Column("conflict_count", "int", "Open conflicts with others"),
        Column("created_at_utc", "instant", "When it was said first"),
        Column("last_reinforced_at_utc", "instant", "When it was said last"),
    ),
    key=("belief_id",),
    unique=(("canonical_hash",), ("canonical_text",)),
    rules=(
        Rule(
            "scores_are_shares",
            "Core score and its parts lie between 0 and 1, activation and penalty are not negative.",
            "SELECT 1 FROM {beliefs.belief_nodes} WHERE NOT (core_score BETWEEN 0 AND 1 AND support BETWEEN 0 AND 1"
            " AND spread BETWEEN 0 AND 1 AND diversity BETWEEN 0 AND 1 AND activation >= 0 AND conflict_penalty >= 0)",
        ),
        Rule(
            "scores_recompute",
            "The core score is what its parts make, and counts are those of occurrences and open conflicts.",
            "SELECT 1 FROM {beliefs.belief_nodes} n LEFT JOIN (SELECT belief_id, count(*) AS said"
            " FROM {beliefs.belief_occurrences} GROUP BY belief_id) o USING (belief_id)"
            " LEFT JOIN (SELECT belief_id, count(*) AS open FROM (SELECT node_a_id AS belief_id FROM"
            " {beliefs.conflict_edges} WHERE status = 'active' UNION ALL SELECT node_b_id FROM {beliefs.conflict_edges}"
            " WHERE status = 'active') GROUP BY belief_id) c USING (belief_id)"
            " WHERE n.occurrence_count <> coalesce(o.said, 0) OR n.conflict_count <> coalesce(c.open, 0)"
            " OR abs(n.core_score - greatest(0, n.support * n.spread * n.diversity - n.conflict_penalty)) > 1e-9",
        ),
        Rule(
            "is_said",
            "A belief was said at least once, and was created and last said when its occurrences were.",
            "SELECT 1 FROM {beliefs.belief_nodes} n LEFT JOIN (SELECT belief_id, min(created_at_utc) AS first,"
            " max(created_at_utc) AS last FROM {beliefs.belief_occurrences} GROUP BY belief_id) o USING (belief_id)"
            " WHERE n.created_at_utc IS DISTINCT FROM o.first OR n.last_reinforced_at_utc IS DISTINCT FROM o.last",
        ),
    ),
    charts=(
        Chart("statuses", "How many beliefs of each type stand how.",
              "SELECT belief_type, status, count(*) FROM {rows} GROUP BY ALL"),
    ),
)  # fmt: skip

BELIEF_OCCURRENCES = Table(
    name="beliefs.belief_occurrences",
    meaning="Each experience that says a belief, with its frame and weight: the evidence (§3.2).",
    decided_by="kg_assets/beliefs/network.py (Network)",
    columns=(
        Column("occurrence_id", "text", "Id made from belief, experience and extractor"),
        _BELIEF,
        Column(
            "source_experience_id", "text", "The experience", references="beliefs.experiences.experience_id"
        ),
        Column(
            "canonical_atom_id", "text", "The atom that says it, the surest where there are several",
            references="beliefs.canonical_atoms.canonical_atom_id",
        ),
        EXTRACTOR_VERSION,
        Column("raw_text", "text", "The belief as it was read", content=True),
        Column("raw_span", "json", "Places of its words in the message", shape=STRETCHES),
        Column("source_weight", "float", "Weight of the situation, 0 to 1",
               formula="source_weight of its experience in beliefs.source_contexts"),
        Column("atom_confidence", "float", "How sure the reader is, 0 to 1",
               formula="confidence of its atom in beliefs.raw_atoms: the number of `confidence` in "
               "config/beliefs/words.yaml for how it was read, "
               "of what a model read the mean of the confidences that it gives in the runs that agree"),
        Column(
            "epistemic_frame", "json", "Time, modality, degree and condition", content=True,
            shape=members(
                temporal_scope="text", modality="text", degree="float", conditional="text"
            ),
        ),
        Column("epistemic_confidence", "float", "How sure the frame is, 0 to 1",
               formula="confidence of the frame in beliefs.epistemic_frames"),
        Column("outcome", "text", "How it was decided which belief it is", values=OUTCOMES),
        Column("match_confidence", "float", "Likeness to the belief, or to the likest one where it is a new belief",
               formula=(
                   "1 where the words are the same or a person merged them, else the likeness to the likest belief "
                   "of the same polarity and side, 0 without one; the setting beliefs.likeness names the measure"
               )),
        Column("context_id", "text", "Conversation and mode"),
        Column("created_at_utc", "instant", "When it was said; the horizon where the message does not know"),
        Column("deleted_at_utc", "instant", "Always NULL: what an extractor read that was rolled back is left out",
               nullable=True),
    ),
    key=("occurrence_id",),
    order=("belief_id", "created_at_utc"),
    unique=(("belief_id", "source_experience_id", "extractor_version"),),
    rules=(
        Rule(
            "nothing_merges_by_itself",
            "Words that are a belief's own are never another belief's, whatever links say (§9, invariant 4).",
            "SELECT 1 FROM {beliefs.belief_occurrences} o JOIN {beliefs.canonical_atoms} a USING (canonical_atom_id)"
            " JOIN {beliefs.belief_nodes} n ON n.canonical_hash = a.canonical_hash WHERE n.belief_id <> o.belief_id",
        ),
    ),
)  # fmt: skip

TENTATIVE_LINKS = Table(
    name="beliefs.tentative_links",
    meaning="Pairs of beliefs that may be one, with the evidence (§3.3). An accepted link merges nothing by itself.",
    decided_by="kg_assets/beliefs/network.py (Network)",
    columns=(
        Column("link_id", "text", "Id made from both"),
        Column("from_belief_id", "text", "The one with the smaller id", references=_NODE),
        Column("to_belief_id", "text", "The one with the greater id", references=_NODE),
        Column(
            "confidence",
            "float",
            "How likely they are one, at the build's as_of (§3.3)",
            formula=(
                "sigmoid(link_weight_both * support_both - link_weight_one * support_one - "
                "link_decay_per_day * age in days)"
            ),
        ),
        Column("status", "text", "What the confidence makes of it, or what the person said", values=LINK_STATUSES),
        Column("judged_by", "text", "Who says so: the evidence, or the person", values=JUDGES),
        Column("support_both", "int", "Sentences that may mean either"),
        Column("support_one", "int", "Sentences that certainly mean one alone"),
        Column("last_support_at_utc", "instant", "When the last of them was said"),
        Column("signals", "json", "How like they are, as canonical JSON"),
        EXTRACTOR_VERSION,
        Column("created_at_utc", "instant", "When the second of them was said first"),
        Column("updated_at_utc", "instant", "When the last evidence came"),
    ),
    key=("link_id",),
    unique=(("from_belief_id", "to_belief_id"),),
    rules=(
        Rule(
            "pairs_are_ordered",
            "The smaller id stands first (§9, invariant 3).",
            "SELECT 1 FROM {beliefs.tentative_links} WHERE from_belief_id >= to_belief_id",
        ),
    ),
)

MATCH_VERDICTS = Table(
    name="beliefs.match_verdicts",
    meaning="Whether a model said that words mean the belief that they are somewhat like (§4.11); empty without "
    "a model.",
    decided_by="kg_assets/beliefs/resolve.py (_Resolving); kg_assets/beliefs/likeness.py (by_terms); "
    "kg_assets/beliefs/extraction/reading.py (verdicts_agreed)",
    columns=(
        Column("verdict_id", "text", "Id made from the atom"),
        Column("canonical_atom_id", "text", "What was said", references="beliefs.canonical_atoms.canonical_atom_id"),
        _BELIEF,
        Column(
            "likeness",
            "float",
            "How like the two are, within the band of doubt",
            formula="cosine of their weighted terms, or what else the setting beliefs.likeness names",
        ),
        Column("is_same", "bool", "Whether they are one, as the model says"),
        Column(
            "confidence",
            "float",
            "How sure it is, 0 to 1",
            formula="mean of the confidences that the model gives in the runs with the answer that more than half of "
            "the multi_run_count runs give",
        ),
        Column("reasoning", "text", "Why, in the model's words", content=True),
        Column("counts", "bool", "Whether it is sure enough to decide"),
    ),
    key=("verdict_id",),
    unique=(("canonical_atom_id",),),
)

CONFLICT_EDGES = Table(
    name="beliefs.conflict_edges",
    meaning="Pairs of beliefs that stand against each other (§3.4).",
    decided_by="kg_assets/beliefs/network.py (Network); kg_assets/beliefs/conflicts.py (ended)",
    columns=(
        Column("edge_id", "text", "Id made from both"),
        Column("node_a_id", "text", "The one with the smaller id", references=_NODE),
        Column("node_b_id", "text", "The one with the greater id", references=_NODE),
        Column(
            "conflict_type",
            "text",
            "contradiction: the same affirmed and denied; tension: alike, but leaning to opposite sides",
            values=CONFLICT_TYPES,
        ),
        Column("detection_method", "text", "How it was found", values=DETECTION_METHODS),
        Column("evidence", "json", "Likeness and the latest occurrence of each, as canonical JSON"),
        Column("status", "text", "Whether it stands", values=CONFLICT_STATUSES),
        Column("created_at_utc", "instant", "When the second side was said first, other than as something past"),
        Column("resolved_at_utc", "instant", "The last word of either side, where it is resolved", nullable=True),
        Column("resolution_reason", "text", "What resolved it", nullable=True, values=RESOLUTIONS),
        Column("kept_belief_id", "text", "The side that counts, where one does", nullable=True, references=_NODE),
    ),
    key=("edge_id",),
    unique=(("node_a_id", "node_b_id"),),
    rules=(
        Rule(
            "pairs_are_ordered",
            "The smaller id stands first.",
            "SELECT 1 FROM {beliefs.conflict_edges} WHERE node_a_id >= node_b_id",
        ),
        Rule(
            "resolved_with_reason",
            "What is resolved has a moment and a reason, what is open has neither; the side that counts is one of its "
            "own.",
            "SELECT 1 FROM {beliefs.conflict_edges} WHERE (status = 'resolved') <> (resolved_at_utc IS NOT NULL)"
            " OR (status = 'resolved') <> (resolution_reason IS NOT NULL)"
            " OR kept_belief_id NOT IN (node_a_id, node_b_id) OR (status = 'active' AND kept_belief_id IS NOT NULL)",
        ),
        Rule(
            "moments_do_not_conflict",
            "Two beliefs that were said of moments alone, or of what is over, stand in no conflict (§9, invariant 6).",
            "SELECT 1 FROM {beliefs.conflict_edges} e JOIN (SELECT belief_id, bool_or(temporal_scope NOT IN"
            " ('state', 'transitional', 'past')) AS lasts FROM {beliefs.belief_occurrences}"
            " JOIN {beliefs.epistemic_frames} USING (canonical_atom_id) GROUP BY belief_id) a"
            " ON a.belief_id = e.node_a_id JOIN (SELECT belief_id, bool_or(temporal_scope NOT IN"
            " ('state', 'transitional', 'past')) AS lasts FROM {beliefs.belief_occurrences}"
            " JOIN {beliefs.epistemic_frames} USING (canonical_atom_id) GROUP BY belief_id) b"
            " ON b.belief_id = e.node_b_id WHERE NOT (a.lasts OR b.lasts)",
        ),
    ),
)

STREAM_ASSIGNMENTS = Table(
    name="beliefs.stream_assignments",
    meaning="The stream of each belief: who one is, a state, about one's mind, or between people (§3.5).",
    decided_by="kg_assets/beliefs/streams.py (classify); "
    "kg_assets/beliefs/scoring.py (promoted_at)",
    columns=(
        Column("assignment_id", "text", "Id made from the belief"),
        _BELIEF,
        Column("primary_stream", "text", "The stream", values=STREAMS),
        Column("secondary_stream", "text", "Another likely one; state after a move", nullable=True, values=STREAMS),
        Column("confidence", "float", "How sure the stream is, 0 to 1", formula=
            "`confidence` in config/beliefs/streams.yaml for the belief_type and the temporal_scope of "
            "what was said first"),
        Column("migrated_from", "text", "The stream before", nullable=True, values=STREAMS),
        Column("migrated_at_utc", "instant", "When it moved", nullable=True),
        Column("migration_history", "json", "Every move, as [{from, to, at, reason}]"),
        Column("created_at_utc", "instant", "When the belief was said first"),
        Column("updated_at_utc", "instant", "When it moved last, else when it was said first"),
    ),
    key=("assignment_id",),
    unique=(("belief_id",),),
    rules=(
        Rule(
            "identity_is_kept",
            "A belief moves only from state to identity, and stays there (§9, invariant 5).",
            "SELECT 1 FROM {beliefs.stream_assignments} WHERE migrated_from = 'identity'"
            " OR (migrated_from IS NOT NULL AND primary_stream <> 'identity')"
            " OR (migrated_from IS NULL) <> (migrated_at_utc IS NULL)",
        ),
        Rule(
            "every_belief_has_one",
            "Every belief has its stream.",
            "SELECT 1 FROM {beliefs.belief_nodes} n ANTI JOIN {beliefs.stream_assignments} s USING (belief_id)",
        ),
    ),
    charts=(
        Chart("streams", "How many beliefs of each stream.",
              "SELECT primary_stream, 'beliefs', count(*) FROM {rows} GROUP BY ALL"),
    ),
)  # fmt: skip

EXTRACTION_RUNS = Table(
    name="beliefs.extraction_runs",
    meaning="Each version of the extractor that read something and was not rolled back, and how much (§6).",
    decided_by="sql/beliefs/runs.sql; kg_assets/beliefs/resolve.py (_Resolving)",
    columns=(
        Column("extractor_version", "text", "The version"),
        Column("read_by", "text", "Who read", values=READERS),
        Column("experience_count", "int", "Experiences in which it found something"),
        Column("atom_count", "int", "Atoms it read"),
        Column("invalid_count", "int", "Atoms among them that are no beliefs"),
        Column("occurrence_count", "int", "Occurrences of beliefs that came of the other atoms"),
    ),
    key=("extractor_version", "read_by"),
    rules=(
        Rule(
            "every_occurrence_has_its_run",
            "Every occurrence names a version that stands here.",
            "SELECT 1 FROM {beliefs.belief_occurrences} o"
            " ANTI JOIN {beliefs.extraction_runs} r USING (extractor_version)",
        ),
    ),
)

NETWORK_TABLES = (
    BELIEF_NODES, BELIEF_OCCURRENCES, TENTATIVE_LINKS, MATCH_VERDICTS, CONFLICT_EDGES, STREAM_ASSIGNMENTS,
    EXTRACTION_RUNS,
)  # fmt: skip
