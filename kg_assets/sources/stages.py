"""Declares stages 0 and 1: what each reads and writes, and which function runs it."""

from kg_assets.core.stage import Room, Stage
from kg_assets.sources.contracts import (
    CONVERSATIONS,
    INGEST_QUARANTINE,
    MESSAGE_PARTS,
    MESSAGES,
    SOURCE_CONVERSATIONS,
    SOURCE_ELEMENTS,
    SOURCE_NODES,
    SOURCE_RECONCILIATION,
    SOURCE_REFUSALS,
    SOURCE_RENAMES,
    SOURCE_VERSIONS,
    SOURCES,
)
from kg_assets.sources.settings import SourceSettings

_MAPPINGS = tuple(
    f"config/mappings/{kind}.yaml" for kind in ("chatgpt", "claude", "note", "document", "mail", "calendar")
)

SPLIT = Stage(
    name="split",
    group="stage_0_sources",
    meaning="Cuts every source file into its elements, and names the files that were not taken in.",
    tables=(SOURCES, SOURCE_ELEMENTS, SOURCE_REFUSALS),
    function="kg_assets.sources.scan:run_split",
    plan="kg_assets.sources.scan:plan_split",
    config=("sources",),
    reads_sources=True,
    distributions=("msgspec",),
)

SCAN = Stage(
    name="scan",
    group="stage_0_sources",
    meaning="Reads the head and the nodes of every distinct element.",
    tables=(SOURCE_VERSIONS, SOURCE_NODES),
    function="kg_assets.sources.scan:run_scan",
    plan="kg_assets.sources.scan:plan_scan",
    reads=("kg.sources", "kg.source_elements"),
    config=("sources",),
    files=_MAPPINGS,
    distributions=("msgspec",),
)

UNITE = Stage(
    name="unite",
    group="stage_0_sources",
    meaning="Decides which version of each conversation is current and which message ids must give way.",
    tables=(SOURCE_CONVERSATIONS, SOURCE_RENAMES),
    function="kg_assets.sources.union:run_unite",
    reads=("kg.sources",),
    config=("sources",),
    files=("sql/sources/source_conversations.sql", "sql/sources/shared_ids.sql"),
)

INGEST = Stage(
    name="ingest",
    group="stage_1_ingest",
    meaning="Turns the elements of sources into conversations, messages and parts, without loss.",
    tables=(CONVERSATIONS, MESSAGES, MESSAGE_PARTS, INGEST_QUARANTINE),
    function="kg_assets.sources.ingest:run",
    plan="kg_assets.sources.union:plan_ingest",
    reads=("kg.sources", "kg.source_conversations", "kg.source_renames"),
    config=("sources",),
    files=_MAPPINGS,
    distributions=("msgspec", "orjson"),
)

RECONCILE = Stage(
    name="reconcile",
    group="stage_1_ingest",
    meaning="Accounts for every element, node, message and part of every source.",
    tables=(SOURCE_RECONCILIATION,),
    function="kg_assets.sources.reconcile:run",
    reads=("kg.source_elements",),
    files=("sql/sources/reconcile.sql",),
)

STAGES = (SPLIT, SCAN, UNITE, INGEST, RECONCILE)

ROOM = Room(
    stages=STAGES,
    sections={"sources": SourceSettings},
    readers={
        "mappings/chatgpt.yaml": ("kg_assets.sources.mapping:load_mapping PATH",),
        "mappings/claude.yaml": ("kg_assets.sources.mapping:load_mapping PATH",),
        "mappings/note.yaml": ("kg_assets.sources.mapping:load_mapping PATH",),
        "mappings/document.yaml": ("kg_assets.sources.mapping:load_mapping PATH",),
        "mappings/mail.yaml": ("kg_assets.sources.mapping:load_mapping PATH",),
        "mappings/calendar.yaml": ("kg_assets.sources.mapping:load_mapping PATH",),
    },
    views=("sql/views/conversations.sql",),
)
