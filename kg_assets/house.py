"""Declares the house: all rooms, in the order in which their stages run. It does not import Dagster."""

from kg_assets.beliefs.stages import ROOM as BELIEFS
from kg_assets.claims.stages import ROOM as CLAIMS
from kg_assets.core.stage import House
from kg_assets.engine.observe import ROOM as ENGINE
from kg_assets.entities.stages import ROOM as ENTITIES
from kg_assets.exports.settings import ROOM as EXPORTS
from kg_assets.graph.stages import ROOM as GRAPH
from kg_assets.history.stages import ROOM as HISTORY
from kg_assets.language.stages import ROOM as LANGUAGE
from kg_assets.lexicon.stages import ROOM as LEXICON
from kg_assets.llm.settings import ROOM as LLM
from kg_assets.mcp.settings import ROOM as MCP
from kg_assets.memory.people.stages import ROOM as PEOPLE
from kg_assets.memory.stages import ROOM as MEMORY
from kg_assets.mentions.stages import ROOM as MENTIONS
from kg_assets.overlay.stages import ROOM as OVERLAY
from kg_assets.queries.settings import ROOM as QUERIES
from kg_assets.report.settings import ROOM as REPORT
from kg_assets.search.stages import ROOM as SEARCH
from kg_assets.sources.stages import ROOM as SOURCES
from kg_assets.store.settings import ROOM as STORE

HOUSE = House.of(
    "kg_assets.house:HOUSE",
    (
        STORE,
        SOURCES,
        LANGUAGE,
        MENTIONS,
        LEXICON,
        ENTITIES,
        LLM,
        CLAIMS,
        HISTORY,
        GRAPH,
        BELIEFS,
        MEMORY,
        PEOPLE,
        OVERLAY,
        SEARCH,
        REPORT,
        EXPORTS,
        QUERIES,
        MCP,
        ENGINE,  # last: it observes all stages before it
    ),
    macros="kg_assets.history.macros:history_macros",
)
