"""The tables of the first phases of reading beliefs: from a message to canonical atoms with their frames (seed 002 §2,
phases 1 to 6)."""

from kg_assets.beliefs.canonicalizer import INVALID_REASONS
from kg_assets.beliefs.frame import BELIEF_TYPES, MODALITIES, POLARITIES, TEMPORAL_SCOPES
from kg_assets.beliefs.source_context import MODES
from kg_assets.core.contract import STRETCHES, Chart, Column, Rule, Table
from kg_assets.sources.offsets import true_offsets

EXPERIENCE_TYPES = ("self_definition",)
READERS = ("rules", "model")

_EXPERIENCE = Column(
    "experience_id", "text", "The experience it belongs to", references="beliefs.experiences.experience_id"
)
BELIEF_TYPE = Column("belief_type", "text", "What kind of belief it is", values=BELIEF_TYPES)
POLARITY = Column("polarity", "text", "Whether it is affirmed or denied", values=POLARITIES)
EXTRACTOR_VERSION = Column(
    "extractor_version", "text", "Hash of the words, patterns, models and thresholds that read it"
)
_MESSAGE = Column("message_id", "text", "The message it stands in", references="kg.messages.message_id")
_START = Column("char_start", "int", "First codepoint of its words in the message")
_END = Column("char_end", "int", "Codepoint after them")

EXPERIENCES = Table(
    name="beliefs.experiences",
    meaning="Sentences in which the person says who they are: of their own messages and notes, without questions, "
    "quotations, code, requests for a role-play and texts that are to be worked on.",
    decided_by="kg_assets/beliefs/read.py (_messages); "
    "kg_assets/beliefs/read.py (_stated); "
    "kg_assets/beliefs/source_context.py (ContextClassifier); "
    "kg_assets/beliefs/atomizer.py (Atomizer); "
    "kg_assets/beliefs/extraction/reader.py (ModelReader)",
    columns=(
        Column("experience_id", "text", "Id made from message and place"),
        Column("experience_type", "text", "What kind of experience", values=EXPERIENCE_TYPES),
        _MESSAGE,
        Column("conversation_id", "text", "The conversation it was said in"),
        _START,
        _END,
        Column("surface_text", "text", "The sentence as it stands", content=True),
        Column("said_at_utc", "instant", "When it was said, where the message knows", nullable=True),
    ),
    key=("experience_id",),
    order=("message_id", "char_start"),
    rules=(
        true_offsets("beliefs.experiences"),
        Rule(
            "said_by_the_person",
            "Every experience stands in prose of the person.",
            "SELECT 1 FROM {beliefs.experiences} e JOIN {kg.messages} m USING (message_id)"
            " WHERE m.role <> 'user' OR NOT m.is_prose",
        ),
        Rule(
            "has_an_atom",
            "Every experience gave at least one atom, valid or not.",
            "SELECT 1 FROM {beliefs.experiences} e ANTI JOIN {beliefs.raw_atoms} a USING (experience_id)",
        ),
    ),
)

SOURCE_CONTEXTS = Table(
    name="beliefs.source_contexts",
    meaning="In what situation each experience was said, and what weight that gives it (§4.1).",
    decided_by="kg_assets/beliefs/source_context.py (ContextClassifier)",
    columns=(
        _EXPERIENCE,
        Column("mode", "text", "The situation", values=MODES),
        Column(
            "source_weight",
            "float",
            "How much weight a sentence has by the situation it was said in, 0 to 1",
            formula=(
                "mode_weights of its mode - profanity_penalty if has_profanity - caps_penalty if has_capitals - "
                "exclaim_penalty if has_exclamations - arousal_weight * arousal of an imported record (0 of all "
                "else), within 0 and 1; the numbers stand in config/beliefs/context.yaml"
            ),
        ),
        Column("context_id", "text", "Conversation and mode: what counts as one context"),
        Column("has_profanity", "bool", "Whether the message swears"),
        Column("has_capitals", "bool", "Whether it shouts in capitals"),
        Column("has_exclamations", "bool", "Whether it is full of exclamation marks"),
    ),
    key=("experience_id",),
    rules=(
        Rule(
            "weights_are_shares",
            "A weight lies between 0 and 1.",
            "SELECT 1 FROM {beliefs.source_contexts} WHERE source_weight NOT BETWEEN 0 AND 1",
        ),
        Rule(
            "every_experience_has_one",
            "Every experience has its context.",
            "SELECT 1 FROM {beliefs.experiences} e ANTI JOIN {beliefs.source_contexts} c USING (experience_id)",
        ),
    ),
    charts=(
        Chart(
            "modes",
            "How many experiences of each mode.",
            "SELECT mode, 'experiences', count(*) FROM {rows} GROUP BY ALL",
        ),
    ),
)

CLAIM_CANDIDATES = Table(
    name="beliefs.claim_candidates",
    meaning="The pieces of each experience that may each be a claim of its own (§4.2).",
    decided_by="kg_assets/beliefs/segmenter.py (segments)",
    columns=(
        Column("candidate_id", "text", "Id made from experience and place"),
        _EXPERIENCE,
        _MESSAGE,
        Column("candidate_index", "int", "Place among the experience's candidates, from 0"),
        _START,
        _END,
        Column("surface_text", "text", "The words as they stand", content=True),
    ),
    key=("candidate_id",),
    order=("message_id", "char_start", "candidate_index"),
    unique=(("experience_id", "candidate_index"),),
    rules=(
        true_offsets("beliefs.claim_candidates"),
        Rule(
            "candidates_lie_inside",
            "A candidate lies within its experience.",
            "SELECT 1 FROM {beliefs.claim_candidates} c JOIN {beliefs.experiences} e USING (experience_id)"
            " WHERE c.char_start < e.char_start OR c.char_end > e.char_end",
        ),
    ),
)

RAW_ATOMS = Table(
    name="beliefs.raw_atoms",
    meaning="Atoms as they were read, each one statement about oneself, before anything is checked (§4.3).",
    decided_by="kg_assets/beliefs/atomizer.py (Atomizer); kg_assets/beliefs/predicates.py (predicates_of); "
    "kg_assets/beliefs/extraction/reading.py (AtomReader); kg_assets/beliefs/extraction/reader.py (ModelReader)",
    columns=(
        Column("atom_id", "text", "Id made from candidate, index, words and extractor version"),
        Column(
            "candidate_id", "text", "The candidate it was read in", references="beliefs.claim_candidates.candidate_id"
        ),
        _EXPERIENCE,
        _MESSAGE,
        Column("atom_index", "int", "Place among the experience's atoms, from 0"),
        Column("atom_text", "text", "The belief in its simplest form", content=True),
        BELIEF_TYPE,
        POLARITY,
        Column(
            "confidence",
            "float",
            "How sure the reader is, 0 to 1",
            formula="the number of `confidence` in config/beliefs/words.yaml for how it was read: by a listed word, by "
            "a word of habit, or with its I left out; of what a model read the mean of the confidences that it "
            "gives in the runs that agree",
        ),
        _START,
        _END,
        Column("surface_text", "text", "The words that it was read from, as they stand", content=True),
        Column("read_by", "text", "Who read it", values=READERS),
        EXTRACTOR_VERSION,
    ),
    key=("atom_id",),
    order=("message_id", "char_start", "atom_index"),
    unique=(("experience_id", "atom_index"),),
    rules=(
        true_offsets("beliefs.raw_atoms"),
        Rule(
            "atoms_lie_inside",
            "An atom's words lie within its experience.",
            "SELECT 1 FROM {beliefs.raw_atoms} a JOIN {beliefs.experiences} e USING (experience_id)"
            " WHERE a.char_start < e.char_start OR a.char_end > e.char_end",
        ),
    ),
    charts=(
        Chart(
            "types", "How many atoms of each type.", "SELECT belief_type, polarity, count(*) FROM {rows} GROUP BY ALL"
        ),
    ),
)

INVALID_ATOMS = Table(
    name="beliefs.invalid_atoms",
    meaning="Atoms that are no belief about oneself, and why (§4.4).",
    decided_by="kg_assets/beliefs/canonicalizer.py (Canonicalizer); "
    "kg_assets/beliefs/extraction/reading.py (AtomReader)",
    columns=(
        Column("atom_id", "text", "The atom", references="beliefs.raw_atoms.atom_id"),
        _MESSAGE,
        Column("reason", "text", "Why", values=INVALID_REASONS),
    ),
    key=("atom_id",),
    order=("message_id",),
)

CANONICAL_ATOMS = Table(
    name="beliefs.canonical_atoms",
    meaning="Valid atoms in canonical words, each once in an experience (§4.5, §4.6).",
    decided_by="kg_assets/beliefs/canonicalizer.py (Canonicalizer)",
    columns=(
        Column("canonical_atom_id", "text", "Id made from experience, canonical words, polarity and type"),
        _EXPERIENCE,
        _MESSAGE,
        Column("atom_id", "text", "The surest of the atoms that it stands for", references="beliefs.raw_atoms.atom_id"),
        Column("canonical_text", "text", "The belief in canonical words", content=True),
        Column("canonical_hash", "text", "First 32 hex digits of their SHA-256"),
        Column("concept_text", "text", "What it affirms or denies: its words without the denial", content=True),
        BELIEF_TYPE,
        POLARITY,
        Column(
            "confidence",
            "float",
            "Confidence of that atom, 0 to 1",
            formula="the highest confidence of its atoms in beliefs.raw_atoms",
        ),
        Column("spans_json", "json", "Places of all the words it was read from", shape=STRETCHES),
        EXTRACTOR_VERSION,
    ),
    key=("canonical_atom_id",),
    order=("message_id", "experience_id"),
    unique=(("experience_id", "canonical_hash", "polarity", "belief_type"),),
    rules=(
        Rule(
            "hashes_recompute",
            "canonical_hash is that of the canonical words.",
            "SELECT 1 FROM {beliefs.canonical_atoms} WHERE canonical_hash <> left(sha256(canonical_text), 32)",
        ),
        Rule(
            "valid_or_invalid",
            "An atom is invalid or stands for a canonical one, never both; every experience's valid atoms are here.",
            "SELECT 1 FROM {beliefs.canonical_atoms} c JOIN {beliefs.invalid_atoms} i USING (atom_id)"
            " UNION ALL SELECT 1 FROM {beliefs.raw_atoms} r ANTI JOIN {beliefs.invalid_atoms} i USING (atom_id)"
            " ANTI JOIN {beliefs.canonical_atoms} c USING (experience_id)",
        ),
    ),
)

EPISTEMIC_FRAMES = Table(
    name="beliefs.epistemic_frames",
    meaning="How each canonical atom is meant: when it holds, how surely, how strongly, under what condition (§4.7).",
    decided_by="kg_assets/beliefs/epistemics.py (Cues); "
    "kg_assets/beliefs/atomizer.py (Atomizer); "
    "kg_assets/beliefs/extraction/reading.py (frames_agreed)",
    columns=(
        Column("canonical_atom_id", "text", "The atom", references="beliefs.canonical_atoms.canonical_atom_id"),
        _MESSAGE,
        Column("temporal_scope", "text", "When it holds", values=TEMPORAL_SCOPES),
        Column("modality", "text", "How surely it is said", values=MODALITIES),
        Column(
            "degree",
            "float",
            "How strongly, 0 to 1",
            formula=(
                "degree of the first word of `degree` in config/beliefs/cues.yaml that it says; plain_degree "
                "where it says none; of what a model read that of the first of the runs that agree"
            ),
        ),
        Column("conditional", "text", "Under what condition", nullable=True, content=True),
        Column(
            "epistemic_confidence",
            "float",
            "How sure the frame is, 0 to 1",
            formula="base - without_time where no word says when, or several_times where words of several times stand "
            "in it - several_negations where there are several; the numbers stand in `confidence` in "
            "config/beliefs/cues.yaml; of what a model read the mean of the confidences that it gives in the "
            "runs that agree",
        ),
        Column(
            "is_for_a_model",
            "bool",
            "Whether a model is asked, where there is one, because the rules are not sure enough",
        ),
        Column("signals_json", "json", "What the words say, as [says, first word, word after the last]"),
        Column("read_by", "text", "Who read it", values=READERS),
    ),
    key=("canonical_atom_id",),
    order=("message_id",),
    rules=(
        Rule(
            "degrees_are_shares",
            "Degree and confidence lie between 0 and 1.",
            "SELECT 1 FROM {beliefs.epistemic_frames} WHERE degree NOT BETWEEN 0 AND 1"
            " OR epistemic_confidence NOT BETWEEN 0 AND 1",
        ),
        Rule(
            "every_atom_has_a_frame",
            "Every canonical atom has its frame.",
            "SELECT 1 FROM {beliefs.canonical_atoms} a"
            " ANTI JOIN {beliefs.epistemic_frames} f USING (canonical_atom_id)",
        ),
    ),
    charts=(
        Chart(
            "frames",
            "How many atoms hold when, by how surely they are said.",
            "SELECT temporal_scope, modality, count(*) FROM {rows} GROUP BY ALL",
        ),
    ),
)

READ_TABLES = (
    EXPERIENCES, SOURCE_CONTEXTS, CLAIM_CANDIDATES, RAW_ATOMS, INVALID_ATOMS, CANONICAL_ATOMS, EPISTEMIC_FRAMES,
)  # fmt: skip
