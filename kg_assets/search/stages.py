"""The stage that makes the search index. What is in it, and how, stands in `index`."""

from kg_assets.core.contract import Column, Table
from kg_assets.core.stage import Room, Stage
from kg_assets.search.settings import FindingSettings, SearchSettings

WORDS_FILE = "config/search/words.yaml"

SEARCH_INDEX = Table(
    name="kg.search_index",
    meaning="Index over the words of every message (BM25 with neighbours); `annals search` and agents ask it.",
    columns=(Column("message_id", "text", "The message that a row of the index stands for."),),
    key=("message_id",),
    file_format="arrays",
)

SEARCH = Stage(
    name="search",
    group="serve",
    meaning="Indexes the words of every message.",
    tables=(SEARCH_INDEX,),
    function="kg_assets.search.index:build_index",
    inputs=("kg.conversations", "kg.messages"),
    texts=("kg.messages",),
    config=("search", "time"),
    files=(WORDS_FILE,),
    distributions=("PyStemmer",),
)

ROOM = Room(
    stages=(SEARCH,),
    sections={"search": SearchSettings, "finding": FindingSettings},
    readers={WORDS_FILE.removeprefix("config/"): ("kg_assets.search.index:read_lists PATH",)},
)
