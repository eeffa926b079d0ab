"""The house as data: every stage in the order in which it runs, and the models of the configuration. No Dagster."""

from kg_assets.beliefs.settings import BeliefSettings
from kg_assets.beliefs.stages import STAGES as BELIEF_STAGES
from kg_assets.claims.extraction.settings import ExtractionSettings
from kg_assets.claims.settings import ClaimSettings
from kg_assets.claims.stages import STAGES as CLAIM_STAGES
from kg_assets.core.stage import House
from kg_assets.exports.settings import ExportSettings
from kg_assets.graph.settings import GraphSettings, ProfileSettings
from kg_assets.graph.stages import STAGES as GRAPH_STAGES
from kg_assets.history.settings import HistorySettings
from kg_assets.history.stages import STAGES as HISTORY_STAGES
from kg_assets.language.settings import LanguageSettings
from kg_assets.language.stages import STAGES as LANGUAGE_STAGES
from kg_assets.lexicon.settings import EntitySettings, LexiconSettings, TrustSettings
from kg_assets.lexicon.stages import STAGES as LEXICON_STAGES
from kg_assets.mcp.settings import McpSettings
from kg_assets.mentions.settings import MentionSettings, TimeReadingSettings
from kg_assets.mentions.stages import STAGES as MENTION_STAGES
from kg_assets.models.settings import ModelSettings
from kg_assets.naming.settings import NamingSettings
from kg_assets.naming.stages import STAGES as NAMING_STAGES
from kg_assets.queries.settings import ServeSettings
from kg_assets.report.settings import ReportSettings
from kg_assets.search.settings import FindingSettings, SearchSettings
from kg_assets.search.stages import SEARCH
from kg_assets.sources.settings import SourceSettings
from kg_assets.sources.stages import STAGES as SOURCE_STAGES
from kg_assets.store.observe import OBSERVE
from kg_assets.store.settings import StoreSettings

HOUSE = House(
    reference="kg_assets.house:HOUSE",
    stages=(
        *SOURCE_STAGES,
        *LANGUAGE_STAGES,
        *MENTION_STAGES,
        *LEXICON_STAGES,
        *NAMING_STAGES,
        *CLAIM_STAGES,
        *HISTORY_STAGES,
        *GRAPH_STAGES,
        *BELIEF_STAGES,
        SEARCH,
        OBSERVE,
    ),
    sections={
        "store": StoreSettings,
        "sources": SourceSettings,
        "language": LanguageSettings,
        "time": TimeReadingSettings,
        "mentions": MentionSettings,
        "trust": TrustSettings,
        "lexicon": LexiconSettings,
        "entities": EntitySettings,
        "naming": NamingSettings,
        "models": ModelSettings,
        "extraction": ExtractionSettings,
        "claims": ClaimSettings,
        "history": HistorySettings,
        "profiles": ProfileSettings,
        "graph": GraphSettings,
        "beliefs": BeliefSettings,
        "search": SearchSettings,
        "finding": FindingSettings,
        "report": ReportSettings,
        "exports": ExportSettings,
        "serve": ServeSettings,
        "mcp": McpSettings,
    },
    macros="kg_assets.history.macros:history_macros",
)
