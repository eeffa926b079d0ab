"""Stage 4 as declarations: what its parts read and write, and which functions do them."""

from kg_assets.claims.contracts import (
    ASSERTIONS,
    CLAIM_CANDIDATES,
    ENTITIES,
    PREDICATES,
    REJECTED_CLAIMS,
    RETRACTION_CANDIDATES,
    RETRACTIONS,
    RULE_CANDIDATES,
    RULE_RETRACTIONS,
)
from kg_assets.claims.extraction.settings import ExtractionSettings
from kg_assets.claims.extraction.stages import EXTRACT, MESSAGES
from kg_assets.claims.settings import ClaimSettings
from kg_assets.core.stage import Room, Stage
from kg_assets.lexicon.merges import LEDGER_KINDS

READ = Stage(
    name="read_claims",
    group="stage_4_claims",
    meaning="Reads claims, and what takes claims back, by rules.",
    tables=(RULE_CANDIDATES, RULE_RETRACTIONS),
    function="kg_assets.claims.read:run_shard",
    plan="kg_assets.claims.read:plan",
    reads=("kg.messages", "kg.time_mentions", "kg.entity_mentions", "kg.sentences", "kg.message_voices"),
    texts=("kg.messages", "kg.time_mentions", "kg.entity_mentions", "kg.sentences", "kg.message_voices"),
    by_message=True,
    config=("sources", "mentions", "claims"),
    files=("config/claims", "config/language"),
)

_READ = (
    "kg.claim_candidates__rules", "kg.retraction_candidates__rules", "kg.claim_candidates__model",
    "kg.rejected_claims__model", "kg.retraction_candidates__model",
)  # fmt: skip

GROUND = Stage(
    name="ground",
    group="stage_4_claims",
    meaning="Grounds what was read in entities, values and times, weighs it, and settles what was taken back.",
    tables=(
        CLAIM_CANDIDATES, RETRACTION_CANDIDATES, ASSERTIONS, PREDICATES, ENTITIES, REJECTED_CLAIMS, RETRACTIONS,
    ),
    function="kg_assets.claims.settle:run",
    reads=_READ,
    # Not the messages: if grounding fails at a message, only its candidates are left out; its mentions and times stay.
    texts=_READ,
    config=("sources", "time", "mentions", "trust", "claims"),
    # Values are read by the rules of detectors and times too.
    files=("config/predicates.yaml", "config/claims", "config/detectors", "config/times", "sql/claims"),
    ledger=(*LEDGER_KINDS, "claim_confirmed", "claim_rejected", "claim_corrected"),
)  # fmt: skip

STAGES = (READ, EXTRACT, GROUND)

ROOM = Room(
    stages=STAGES,
    sections={"extraction": ExtractionSettings, "claims": ClaimSettings},
    readers={
        "claims/frames.yaml": (
            "kg_assets.claims.reading.frames:registry",
            "kg_assets.claims.reading.frames:factors",
        ),
        "claims/clause_frames.yaml": (
            "kg_assets.claims.parsed.frames:frames_by_verb",
            "kg_assets.claims.parsed.frames:factors",
            "kg_assets.claims.parsed.ones_own:own_rows",
        ),
        "claims/cues.yaml": ("kg_assets.claims.reading.cues:person_cue",),
        "claims/held_since.yaml": ("kg_assets.claims.parsed.held_since:ways",),
        "claims/clause_words.yaml": ("kg_assets.core.wordlists:every_list config/claims/clause_words.yaml",),
        "claims/turns.yaml": ("kg_assets.claims.reading.turns:turns",),
        "claims/words.yaml": ("kg_assets.claims.reading.lexicon:lexicon",),
        "claims/nouns.yaml": ("kg_assets.claims.reading.lexicon:lexicon",),
        "claims/literals.yaml": ("kg_assets.claims.literals:read_number_words PATH",),
        "claims/retractions.yaml": ("kg_assets.claims.retracting.patterns:registry",),
        "predicates.yaml": ("kg_assets.claims.vocabulary:read_vocabulary PATH",),
    },
    views=("sql/views/claims.sql",),
    askings=(MESSAGES,),
)
