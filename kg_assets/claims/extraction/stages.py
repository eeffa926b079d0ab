"""Model extraction as a declaration: what it reads and writes, and which function does it."""

from kg_assets.claims.extraction.asking import PROMPT_FILE, VOCABULARY_FILE
from kg_assets.claims.extraction.contracts import TABLES
from kg_assets.claims.extraction.windows import INPUTS
from kg_assets.claims.retracting.patterns import REGISTRY_FILE
from kg_assets.core.stage import Asking, Stage

EXTRACT = Stage(
    name="extract_claims",
    group="stage_4_claims",
    meaning="Reads the logged answers of a language model as claims; nothing without one.",
    tables=TABLES,
    function="kg_assets.claims.extraction.extract:run",
    reads=INPUTS,
    config=("sources", "models", "extraction"),
    files=(PROMPT_FILE, VOCABULARY_FILE, REGISTRY_FILE),
    ledger=("model_call",),
    reads_horizon=True,
)

MESSAGES = Asking(
    about="messages",
    stage=EXTRACT,
    requests="kg_assets.claims.extraction.questions:requests",
    most="kg_assets.claims.extraction.questions:most",
)

STAGES = (EXTRACT,)
