"""Declares the stages that make the vectors of messages and the indexes over messages, claims and hops, and
their tables."""

from kg_assets.core.contract import Column, Table
from kg_assets.core.stage import Asking, Room, Stage
from kg_assets.search.asking import ASKING_FILE
from kg_assets.search.settings import EmbeddingSettings, FindingSettings, SearchSettings, TermSettings

WORDS_FILE = "config/search/words.yaml"
CLAIMS_FILE, RELATIONS_FILE = "sql/search/claims.sql", "sql/search/relations.sql"

SEARCH_INDEX = Table(
    name="kg.search_index",
    meaning="Index over every message with text, by its words (BM25 with neighbours) and vectors; `annals search` and "
    "agents ask it.",
    decided_by="kg_assets/search/postings.py (index_arrays)",
    columns=(Column("message_id", "text", "The message that a row of the index stands for."),),
    key=("message_id",),
    file_format="arrays",
)

HOP_FILES = {name: f"sql/search/hop_{name}.sql" for name in ("begins", "entities", "items", "ways")}

HOP_INDEX = Table(
    name="kg.hop_index",
    meaning="Index over whom and what messages, claims and events speak of: with it a search goes from a "
    "message through an entity to other claims and events (one hop).",
    decided_by="sql/search/hop_items.sql; "
    "sql/search/hop_ways.sql; "
    "sql/search/hop_begins.sql; "
    "sql/search/hop_entities.sql",
    columns=(Column("item_id", "text", "The claim or event that a row of the index stands for"),),
    key=("item_id",),
    file_format="arrays",
)

CLAIM_INDEX = Table(
    name="kg.claim_index",
    meaning="Index over claims by message and by relation: with it a search shows the claims of the messages "
    "that it found, and which claims answer.",
    decided_by="sql/search/claims.sql; kg_assets/search/claims.py (claim_arrays)",
    columns=(Column("assertion_id", "text", "The claim that a row of the index stands for"),),
    key=("assertion_id",),
    file_format="arrays",
)

MESSAGE_VECTORS = Table(
    name="kg.message_vectors",
    meaning="The vector that a model gives to each message with text, as far as it was asked; empty unless "
    "`embedding.model` names one.",
    decided_by="kg_assets/llm/vectors.py (vectors_of); "
    "kg_assets/search/endpoint.py (logged); "
    "kg_assets/search/coarse.py (as_bytes)",
    columns=(
        Column("message_id", "text", "The message", references="kg.messages.message_id"),
        Column("vector", "bytes", "Its vector: a signed byte for each number, of the length 127", content=True),
    ),
    key=("message_id",),
)

EMBED = Stage(
    name="embed_messages",
    group="serve",
    meaning="Gives each message with text the vector of a model of sentences, where one is configured: made here, or "
    "logged.",
    tables=(MESSAGE_VECTORS,),
    function="kg_assets.search.embedded:run_shard",
    plan="kg_assets.search.embedded:plan",
    reads=("kg.messages",),
    texts=("kg.messages",),
    by_message=True,
    config=("embedding",),
    ledger=("vector_call",),
    models=("embedding.model",),
    distributions=("sentence-transformers",),  # imported only where a model is named
)

VECTORS = Asking(
    about="vectors of messages",
    stage=EMBED,
    requests="kg_assets.search.endpoint:requests",
    most="kg_assets.search.endpoint:most",
    endpoint="kg_assets.search.endpoint:endpoint_of",
)

SEARCH = Stage(
    name="search",
    group="serve",
    meaning="Indexes every message with text by its words and vectors.",
    tables=(SEARCH_INDEX,),
    function="kg_assets.search.index:build_index",
    reads=("kg.conversations", "kg.messages", MESSAGE_VECTORS.name),
    texts=("kg.messages", MESSAGE_VECTORS.name),
    config=("terms", "search", "embedding", "time"),
    files=(WORDS_FILE,),
    distributions=("PyStemmer",),
)

CLAIMS = Stage(
    name="index_claims",
    group="serve",
    meaning="Indexes claims by their messages, and by the relations in which they answer questions.",
    tables=(CLAIM_INDEX,),
    function="kg_assets.search.claims:run",
    config=("terms",),
    files=(WORDS_FILE, ASKING_FILE, CLAIMS_FILE, RELATIONS_FILE, "sql/macros"),
    distributions=("PyStemmer",),
)

HOPS = Stage(
    name="index_hops",
    group="serve",
    meaning="Indexes what leads from one message to another: who acts, and who or what is spoken of.",
    tables=(HOP_INDEX,),
    function="kg_assets.search.hops:run",
    files=(*HOP_FILES.values(), RELATIONS_FILE, "sql/macros"),
)  # fmt: skip

ROOM = Room(
    stages=(EMBED, CLAIMS, HOPS, SEARCH),
    askings=(VECTORS,),
    sections={
        "terms": TermSettings,
        "search": SearchSettings,
        "embedding": EmbeddingSettings,
        "finding": FindingSettings,
    },
    readers={
        WORDS_FILE.removeprefix("config/"): ("kg_assets.search.index:read_lists PATH",),
        "search/asked.yaml": ("kg_assets.search.asked:read_asked PATH",),
        ASKING_FILE.removeprefix("config/"): (
            "kg_assets.search.asking:read_asking PATH",
            "kg_assets.search.asking:read_relations PATH",
        ),
    },
)
