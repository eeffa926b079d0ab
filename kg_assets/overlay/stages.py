"""Declares the overlay's stages: what each reads and writes, and which function runs it."""

from kg_assets.claims.saying import PERSONS_FILE, SAID_BY
from kg_assets.core.stage import Asking, Room, Stage
from kg_assets.memory.people.decisions import RULINGS
from kg_assets.overlay.asking.ask import PROMPT_FILE
from kg_assets.overlay.asking.contracts import TIER4_QUEUE, TIER4_RESULTS
from kg_assets.overlay.declared import KINDS_FILE, RELATIONS_FILE
from kg_assets.overlay.evidence.commands import LEDGER_KINDS
from kg_assets.overlay.evidence.contracts import MENTION_RESOLUTIONS, MENTION_SPANS, RESOLUTION_TABLES
from kg_assets.overlay.evidence.cues import CUES_FILE
from kg_assets.overlay.evidence.judging_contracts import PROMOTION_TABLES
from kg_assets.overlay.evidence.learning import ACTIVATED
from kg_assets.overlay.evidence.spans import SPANS_FILE
from kg_assets.overlay.graph.contracts import GRAPH_TABLES
from kg_assets.overlay.log.commits import KINDS as COMMIT_KINDS
from kg_assets.overlay.log.contracts import LOG_TABLES
from kg_assets.overlay.lookup.contracts import INPUTS as LOOKUP_INPUTS
from kg_assets.overlay.lookup.contracts import LOOKUP_INDEX
from kg_assets.overlay.patterns.contracts import PATTERN_TABLES
from kg_assets.overlay.reading.contracts import READING_TABLES
from kg_assets.overlay.settings import OverlaySettings
from kg_assets.overlay.standing.contracts import STANDING_TABLES
from kg_assets.store.decisions import MADE_PRIVATE

# SELECTs of the parts of tables on which the stages below depend. If a verdict changes only other parts, these stages
# are not run again.
_SEEN_NODES = "sql/overlay/seen/overlay.nodes.sql"
_SEEN_PREDICATES = "sql/overlay/seen/kg.predicates.sql"
_SEEN_FATES = "sql/overlay/seen/kg.assertion_temporalized.sql"
_SEEN_SPANS = "sql/overlay/seen/kg.claim_spans.sql"
_SEEN_OF_MENTIONS = (_SEEN_NODES, _SEEN_PREDICATES, _SEEN_FATES, _SEEN_SPANS, "sql/overlay/seen/kg.assertions.sql")
_SEEN_OF_EDGES = (
    _SEEN_NODES, _SEEN_PREDICATES, _SEEN_FATES, _SEEN_SPANS, "sql/overlay/seen/of_edges/kg.assertions.sql",
)  # fmt: skip
_SEEN_OF_READING = (_SEEN_PREDICATES, "sql/overlay/seen/of_reading/kg.assertions.sql")
_SEEN_OF_STANDING = (
    _SEEN_FATES, "sql/overlay/seen/of_standing/kg.assertions.sql", "sql/overlay/seen/of_standing/kg.claim_spans.sql",
    "sql/overlay/seen/of_standing/kg.claim_holdings.sql", "sql/overlay/seen/of_standing/kg.predicates.sql",
    "sql/overlay/seen/of_standing/memory.claim_entity.sql",
)  # fmt: skip

NODES = Stage(
    name="overlay_nodes",
    group="overlay_nodes",
    meaning="Makes nodes of entities, conversations, goals, duties and preferences, and says how firmly each stands.",
    tables=GRAPH_TABLES,
    function="kg_assets.overlay.graph.nodes:run",
    texts=("kg.messages", "kg.entity_mentions", "kg.sentences"),
    config=("overlay",),
    files=(KINDS_FILE, RELATIONS_FILE, "sql/overlay/graph", "sql/overlay/shared"),
    ledger=(*LEDGER_KINDS, MADE_PRIVATE),
    reads_horizon=True,
    reads_as_of=True,
)  # fmt: skip

READ_SPANS = Stage(
    name="read_spans",
    group="overlay_evidence",
    meaning="Finds words of messages that look like mentions by their form.",
    tables=(MENTION_SPANS,),
    function="kg_assets.overlay.evidence.read:run_shard",
    plan="kg_assets.overlay.evidence.read:plan",
    reads=("kg.messages",),
    texts=("kg.messages",),
    by_message=True,
    config=("overlay",),
    files=(SPANS_FILE,),
)

RESOLVE = Stage(
    name="resolve_mentions",
    group="overlay_evidence",
    meaning="Says whom each mention means, leaves open what is not clear, and gathers names that no node has.",
    tables=RESOLUTION_TABLES,
    function="kg_assets.overlay.evidence.resolve:run",
    texts=("kg.messages", "kg.entity_mentions"),
    config=("overlay",),
    files=(CUES_FILE, RELATIONS_FILE, SPANS_FILE, "sql/overlay/resolution", "sql/overlay/shared", *_SEEN_OF_MENTIONS),
    sees=_SEEN_OF_MENTIONS,
    ledger=LEDGER_KINDS,
    reads_horizon=True,
    reads_as_of=True,
)  # fmt: skip

ASK = Stage(
    name="ask_mentions",
    group="overlay_evidence",
    meaning="Reads the logged answers of a language model about mentions that are open; passes all else on.",
    tables=(MENTION_RESOLUTIONS, TIER4_QUEUE, TIER4_RESULTS),
    function="kg_assets.overlay.asking.ask:run",
    config=("overlay", "models"),
    files=(PROMPT_FILE, "sql/overlay/asking", _SEEN_NODES),
    sees=(_SEEN_NODES,),
    ledger=("model_call",),
)  # fmt: skip

PROMOTE = Stage(
    name="promote_edges",
    group="overlay_evidence",
    meaning="Adds up what speaks for each relation, and draws the edges that have earned it.",
    tables=PROMOTION_TABLES,
    function="kg_assets.overlay.evidence.promote:run",
    config=("overlay",),
    files=(RELATIONS_FILE, *SAID_BY, "sql/overlay/evidence", "sql/overlay/shared", *_SEEN_OF_EDGES),
    sees=_SEEN_OF_EDGES,
    ledger=(*LEDGER_KINDS, ACTIVATED),
    reads_horizon=True,
    reads_as_of=True,
)  # fmt: skip

PATTERNS = Stage(
    name="find_patterns",
    group="overlay_patterns",
    meaning="Finds groups of nodes that come together again and again, and orders in which they are named.",
    tables=PATTERN_TABLES,
    function="kg_assets.overlay.patterns.find:run",
    config=("overlay",),
    files=("sql/overlay/patterns", _SEEN_NODES),
    sees=(_SEEN_NODES,),
)

READ = Stage(
    name="read_overlay",
    group="overlay_reading",
    meaning="Says what is read of the overlay: conversations, scenes, hygiene, health, the digest, and pages.",
    tables=READING_TABLES,
    function="kg_assets.overlay.reading.read:run",
    config=("overlay",),
    files=(*SAID_BY, "sql/overlay/reading", *_SEEN_OF_READING),
    sees=_SEEN_OF_READING,
    ledger=RULINGS,
    reads_horizon=True,
    reads_as_of=True,
)

LOG = Stage(
    name="log_overlay",
    group="overlay_log",
    meaning="Keeps what was done: a person's commits, what was read of each message, and the timeline.",
    tables=LOG_TABLES,
    function="kg_assets.overlay.log.read:run",
    files=("sql/overlay/log",),
    ledger=COMMIT_KINDS,
)  # fmt: skip

STANDING = Stage(
    name="read_standing",
    group="overlay_standing",
    meaning="Says how things stand: states, what changes touch, contradictions, decisions, habits.",
    tables=STANDING_TABLES,
    function="kg_assets.overlay.standing.read:run",
    config=("overlay", "time"),
    files=("sql/overlay/standing", *SAID_BY, *_SEEN_OF_STANDING),
    sees=_SEEN_OF_STANDING,
    reads_as_of=True,
)

LOOKUP = Stage(
    name="index_overlay",
    group="serve",
    meaning="Indexes nodes, their names and their ties, for programs that cannot wait.",
    tables=(LOOKUP_INDEX,),
    function="kg_assets.overlay.lookup.build:run",
    reads=LOOKUP_INPUTS,
)

STAGES = (READ_SPANS, NODES, RESOLVE, ASK, PROMOTE, PATTERNS, READ, STANDING, LOOKUP, LOG)


WHOM = Asking(
    about="mentions",
    stage=ASK,
    requests="kg_assets.overlay.asking.ask:requests",
    most="kg_assets.overlay.asking.ask:most",
)

ROOM = Room(
    stages=STAGES,
    askings=(WHOM,),
    sections={"overlay": OverlaySettings},
    readers={
        PERSONS_FILE.removeprefix("config/"): ("kg_assets.claims.saying:read_persons PATH",),
        KINDS_FILE.removeprefix("config/"): ("kg_assets.overlay.declared:read_kinds PATH",),
        RELATIONS_FILE.removeprefix("config/"): ("kg_assets.overlay.declared:read_relations PATH",),
        CUES_FILE.removeprefix("config/"): ("kg_assets.overlay.evidence.cues:read_cues PATH",),
        SPANS_FILE.removeprefix("config/"): ("kg_assets.overlay.evidence.spans:read_words PATH",),
    },
)
