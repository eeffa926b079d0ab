"""Declares the stages that decide who is who: what they read and write, and which functions run them."""

from kg_assets.core.stage import Asking, Room, Stage
from kg_assets.memory.people.confirming import PROMPT_FILE
from kg_assets.memory.people.contracts import CLAIM_ENTITY, GRAPH_TABLES, MENTION_CLUE, PEOPLE_TABLES
from kg_assets.memory.people.decisions import LEDGER_KINDS
from kg_assets.memory.people.settings import PeopleSettings
from kg_assets.memory.people.words import WORD_FILES, WORDS_FILE

# The rows and columns that tell who is who, of tables in which a verdict changes much else.
_SEEN = ("sql/people_seen/kg.assertions.sql", "sql/people_seen/kg.predicates.sql")

READ_CLUES = Stage(
    name="read_clues",
    group="memory_people",
    meaning="Reads what the words beside names tell of who is meant.",
    tables=(MENTION_CLUE,),
    function="kg_assets.memory.people.read:run_shard",
    plan="kg_assets.memory.people.read:plan",
    reads=("kg.messages", "memory.entity_mention__rules"),
    texts=("kg.messages", "memory.entity_mention__rules"),
    by_message=True,
    config=("sources", "memory"),
    files=WORD_FILES,
)

PEOPLE = Stage(
    name="people",
    group="memory_people",
    meaning="Decides which names, addresses and relations are one person, organization or thing across all sources.",
    tables=PEOPLE_TABLES,
    function="kg_assets.memory.people.resolve:run",
    config=("sources", "models", "people"),
    files=(*WORD_FILES, PROMPT_FILE, "sql/people", *_SEEN),
    sees=_SEEN,
    distributions=("PyStemmer",),
    ledger=(*LEDGER_KINDS, "model_call"),
)  # fmt: skip

# A stage of its own, because a verdict gives a claim another id, but seldom another person.
PEOPLE_CLAIMS = Stage(
    name="people_claims",
    group="memory_people",
    meaning="Says whom each claim means, now that people are resolved.",
    tables=(CLAIM_ENTITY,),
    function="kg_assets.memory.people.claims:run",
    reads=("memory.entity",),  # by the check that every entity of a claim is one
    files=("sql/people_claims",),
)

PEOPLE_GRAPH = Stage(
    name="people_graph",
    group="memory_people",
    meaning="Draws who acts in events, what they are about, and who may be the same.",
    tables=GRAPH_TABLES,
    function="kg_assets.memory.people.graph:run",
    config=("sources",),
    files=("sql/people_graph",),
)  # fmt: skip

CONFIRM = Asking(
    about="people who may be one",
    stage=PEOPLE,
    requests="kg_assets.memory.people.resolve:requests",
    most="kg_assets.memory.people.resolve:most_asked",
)

STAGES = (READ_CLUES, PEOPLE, PEOPLE_CLAIMS, PEOPLE_GRAPH)

ROOM = Room(
    stages=STAGES,
    sections={"people": PeopleSettings},
    askings=(CONFIRM,),
    readers={WORDS_FILE.removeprefix("config/"): ("kg_assets.memory.people.words:read_file PATH",)},
)
