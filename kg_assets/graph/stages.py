"""Declares the stages of stage 6: what each reads and writes, and which function does the work."""

from kg_assets.core.stage import Asking, Room, Stage
from kg_assets.graph.contracts import GRAPH_EDGES, GRAPH_NODES
from kg_assets.graph.profile_contracts import (
    PROFILE_CLUSTERS,
    PROFILE_EVIDENCE,
    PROFILE_MEMBERS,
    PROFILE_WINDOWS,
    PROFILES,
)
from kg_assets.graph.rules import WORDS_FILE
from kg_assets.graph.settings import GraphSettings, ProfileSettings
from kg_assets.graph.voting import PROMPT_FILE

_CLAIMS = (
    "kg.messages", "kg.time_mentions", "kg.entities", "kg.predicates", "kg.assertions", "kg.assertion_temporalized",
)  # fmt: skip

PROFILE = Stage(
    name="profile",
    group="stage_6_graph",
    meaning="Says what mattered to the person in each month, quarter and year: projects, plans, problems, interests.",
    tables=(PROFILES, PROFILE_WINDOWS, PROFILE_CLUSTERS, PROFILE_MEMBERS, PROFILE_EVIDENCE),
    function="kg_assets.graph.profiles:run",
    config=("time", "models", "profiles"),
    files=(WORDS_FILE, PROMPT_FILE, "sql/graph/quality.sql", "sql/graph/profiles"),
    ledger=("model_call",),
    distributions=("sentence-transformers",),  # imported only where `profiles.embedding_model` names a model
)

VOTES = Asking(
    about="what mattered",
    stage=PROFILE,
    requests="kg_assets.graph.profiles:vote_requests",
    most="kg_assets.graph.profiles:most_votes",
)

GRAPH = Stage(
    name="graph",
    group="stage_6_graph",
    meaning="Projects claims, their times and states, conflicts and profiles into nodes and edges.",
    tables=(GRAPH_NODES, GRAPH_EDGES),
    function="kg_assets.graph.project:run",
    config=("sources", "profiles", "graph"),
    files=("sql/graph/nodes", "sql/graph/edges"),
)  # fmt: skip

STAGES = (PROFILE, GRAPH)

ROOM = Room(
    stages=STAGES,
    sections={"profiles": ProfileSettings, "graph": GraphSettings},
    readers={"graph/words.yaml": ("kg_assets.graph.rules:read_words PATH",)},
    views=("sql/views/graph.sql",),
    askings=(VOTES,),
)
