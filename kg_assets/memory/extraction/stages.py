"""Declares the stage in which a model reads events: what it reads and writes, and which function makes its requests."""

from kg_assets.core.stage import Asking, Stage
from kg_assets.memory.extraction.asking import INPUTS, PROMPT_FILE
from kg_assets.memory.extraction.contracts import MODEL_TABLES

EXTRACT = Stage(
    name="extract_events",
    group="memory",
    meaning="Reads the logged answers of a language model as events and names; nothing without one.",
    tables=MODEL_TABLES,
    function="kg_assets.memory.extraction.extract:run",
    reads=INPUTS,
    texts=("kg.messages", "kg.time_mentions", "kg.entity_mentions"),
    config=("sources", "models", "memory"),
    files=(PROMPT_FILE,),
    ledger=("model_call",),
)

EVENTS = Asking(
    about="events",
    stage=EXTRACT,
    requests="kg_assets.memory.extraction.asking:requests",
    most="kg_assets.memory.extraction.asking:most",
)
