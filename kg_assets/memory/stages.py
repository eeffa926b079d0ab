"""Declares the stages of memory: what each reads and writes, and which functions run them.

Events and names are read message by message, then settled into artifacts, revisions and events. People across
sources are resolved after that, by stages that `kg_assets.memory.people` declares.
"""

from kg_assets.core.stage import Room, Stage
from kg_assets.memory.contracts import READ_TABLES, SETTLED_TABLES
from kg_assets.memory.extraction.contracts import MODEL_MENTIONED
from kg_assets.memory.extraction.stages import EVENTS, EXTRACT
from kg_assets.memory.settings import MemorySettings

READ = Stage(
    name="read_events",
    group="memory",
    meaning="Cuts documents and long messages into chunks, and reads events and who is named by rules.",
    tables=READ_TABLES,
    function="kg_assets.memory.read:run_shard",
    plan="kg_assets.memory.read:plan",
    reads=("kg.messages", "kg.sentences", "kg.time_mentions", "kg.entity_mentions"),
    texts=("kg.messages", "kg.sentences", "kg.time_mentions", "kg.entity_mentions"),
    by_message=True,
    config=("sources", "memory"),
    files=("config/memory", "config/claims", "config/language"),
)

# SETTLE sees only claims that share words with an event, so that a verdict on any other claim does not run it again.
_SEEN_CLAIMS = "sql/memory_seen/kg.assertions.sql"

SETTLE = Stage(
    name="settle_events",
    group="memory",
    meaning="Says of which artifact and revision each chunk and event is, and lays out evidence, actors and subjects.",
    tables=SETTLED_TABLES,
    function="kg_assets.memory.settle:run",
    reads=("memory.entity_mention__rules", MODEL_MENTIONED.name),
    config=("sources",),
    files=("sql/memory", _SEEN_CLAIMS),
    sees=(_SEEN_CLAIMS,),
)  # fmt: skip

STAGES = (READ, EXTRACT, SETTLE)

ROOM = Room(
    stages=STAGES,
    sections={"memory": MemorySettings},
    readers={
        "memory/events.yaml": ("kg_assets.memory.words:event_words",),
        "memory/names.yaml": ("kg_assets.memory.words:name_words",),
    },
    askings=(EVENTS,),
)
