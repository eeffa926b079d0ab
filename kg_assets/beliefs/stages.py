"""Declares the stages of self-beliefs: what each reads and writes, and which functions run it."""

from kg_assets.beliefs.contracts import READ_TABLES
from kg_assets.beliefs.deciding import LEDGER_KINDS
from kg_assets.beliefs.epistemics import CUES_FILE
from kg_assets.beliefs.extraction.asking import ATOMS_PROMPT, FRAME_PROMPT, MATCH_PROMPT
from kg_assets.beliefs.lexicon import WORDS_FILE
from kg_assets.beliefs.network_contracts import NETWORK_TABLES
from kg_assets.beliefs.settings import BeliefSettings
from kg_assets.beliefs.source_context import CONTEXT_FILE
from kg_assets.beliefs.streams import STREAMS_FILE
from kg_assets.claims.parsed.words import LISTED_IN
from kg_assets.claims.reading.lexicon import LISTS_FILE
from kg_assets.core.stage import Asking, Room, Stage
from kg_assets.language.words import CLOSED_CLASSES_FILE

READ = Stage(
    name="read_beliefs",
    group="self_beliefs",
    meaning="Finds what the person says of themselves, takes it apart into beliefs of one thing each, and reads when, "
    "how surely and how strongly each is said.",
    tables=READ_TABLES,
    function="kg_assets.beliefs.read:run_shard",
    plan="kg_assets.beliefs.read:plan",
    reads=("kg.messages", "kg.sentences"),
    texts=("kg.messages", "kg.sentences"),
    config=("sources", "language", "models", "beliefs"),
    files=(
        WORDS_FILE,
        CUES_FILE,
        CONTEXT_FILE,
        ATOMS_PROMPT,
        FRAME_PROMPT,
        CLOSED_CLASSES_FILE,
        *LISTED_IN,
        LISTS_FILE,
    ),
    ledger=("model_call",),
)

RESOLVE = Stage(
    name="resolve_beliefs",
    group="self_beliefs",
    meaning="Tells which beliefs are the same, links and sets against each other those that may be, and says how "
    "firmly each stands.",
    tables=NETWORK_TABLES,
    function="kg_assets.beliefs.resolve:run",
    texts=("beliefs.experiences", "beliefs.raw_atoms", "beliefs.canonical_atoms"),
    config=("sources", "models", "beliefs"),
    files=(WORDS_FILE, STREAMS_FILE, MATCH_PROMPT, "sql/beliefs"),
    ledger=(*LEDGER_KINDS, "model_call"),
    reads_horizon=True,
    reads_as_of=True,
    models=("beliefs.embedding_model",),
    distributions=("rapidfuzz", "sentence-transformers"),  # the latter is imported only where a model is named
)

STAGES = (READ, RESOLVE)

ASKINGS = (
    Asking(
        about="self-beliefs",
        stage=READ,
        requests="kg_assets.beliefs.read:atom_requests",
        most="kg_assets.beliefs.read:most_asked",
    ),
    Asking(
        about="how beliefs are meant",
        stage=READ,
        requests="kg_assets.beliefs.read:frame_requests",
        most="kg_assets.beliefs.read:most_asked",
    ),
    Asking(
        about="beliefs that may be one",
        stage=RESOLVE,
        requests="kg_assets.beliefs.resolve:match_requests",
        most="kg_assets.beliefs.read:most_asked",
        goes_on=True,
    ),
)

ROOM = Room(
    stages=STAGES,
    sections={"beliefs": BeliefSettings},
    readers={
        "beliefs/context.yaml": ("kg_assets.beliefs.source_context:read_context PATH",),
        "beliefs/cues.yaml": ("kg_assets.beliefs.epistemics:read_cues PATH",),
        "beliefs/streams.yaml": ("kg_assets.beliefs.streams:read_streams PATH",),
        "beliefs/words.yaml": ("kg_assets.beliefs.lexicon:read_lexicon PATH",),
    },
    views=("sql/views/beliefs.sql",),
    askings=ASKINGS,
)
