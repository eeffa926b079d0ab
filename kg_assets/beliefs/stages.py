"""Self-beliefs as declarations: what their parts read and write, and which functions do them."""

from kg_assets.beliefs.contracts import READ_TABLES
from kg_assets.beliefs.epistemics import CUES_FILE
from kg_assets.beliefs.lexicon import WORDS_FILE
from kg_assets.beliefs.source_context import CONTEXT_FILE
from kg_assets.core.stage import Stage

READ = Stage(
    name="read_beliefs",
    group="self_beliefs",
    meaning="Finds what the person says of themselves, takes it apart into beliefs of one thing each, and reads when, "
    "how surely and how strongly each is said.",
    tables=READ_TABLES,
    function="kg_assets.beliefs.read:run_shard",
    plan="kg_assets.beliefs.read:plan",
    inputs=("kg.messages", "kg.sentences"),
    texts=("kg.messages", "kg.sentences"),
    config=("sources", "language", "beliefs"),
    files=(WORDS_FILE, CUES_FILE, CONTEXT_FILE),
)

STAGES = (READ,)
