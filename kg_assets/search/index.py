"""The keyword index of a build: SQLite FTS5 with BM25, one file, the same bytes for the same messages.

FTS5 was chosen over engines that name their segments by chance: its file is a function of what is inserted in which
order. The texts themselves are not kept in it; they are read from `kg.messages`.
"""

import sqlite3
import tempfile
from pathlib import Path

import pyarrow.parquet as pq

from kg_assets.core.contract import Column, Table
from kg_assets.core.stage import Stage, StageRun

SEARCH_INDEX = Table(
    name="kg.search_index",
    meaning="Keyword index (SQLite FTS5, BM25) over the text of every message; `annals search` reads it.",
    columns=(Column("message_id", "text", "The message that a row of the index stands for."),),
    key=("message_id",),
    file_format="sqlite",
)

SEARCH = Stage(
    name="search",
    group="serve",
    meaning="Indexes the words of every message.",
    tables=(SEARCH_INDEX,),
    function="kg_assets.search.index:build_index",
    inputs=("kg.conversations", "kg.messages"),
    texts=("kg.messages",),
    config=("search",),
)

# page_size and encoding are part of the file's bytes, so they are said rather than left to the library's defaults.
_SCHEMA = """
PRAGMA page_size = 8192;
PRAGMA encoding = 'UTF-8';
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
CREATE TABLE message (row INTEGER PRIMARY KEY, message_id TEXT NOT NULL);
CREATE VIRTUAL TABLE words USING fts5(text, title, content='', tokenize="{tokenizer}");
"""


def build_index(run: StageRun) -> None:
    """Insert every message with text in the order of the table's files, and hand over the finished file."""
    settings = run.settings("search")
    titles = _titles(run)
    with tempfile.TemporaryDirectory(prefix="annals-index-") as folder:
        path = Path(folder) / "index.sqlite"
        connection = sqlite3.connect(path, isolation_level=None)
        connection.executescript(_SCHEMA.format(tokenizer=settings.tokenizer))
        connection.execute(f"INSERT INTO words(words, rank) VALUES('automerge', {settings.automerge})")
        connection.execute(f"INSERT INTO words(words, rank) VALUES('hashsize', {settings.buffer_bytes})")
        connection.execute("BEGIN")
        row = 0
        for file in run.paths("kg.messages"):
            messages = _texts(file)
            numbered = list(enumerate(messages, start=row + 1))
            connection.executemany("INSERT INTO message VALUES (?, ?)", [(number, m[0]) for number, m in numbered])
            connection.executemany(
                "INSERT INTO words(rowid, text, title) VALUES (?, ?, ?)",
                ((number, text, titles.get(conversation)) for number, (_, conversation, text) in numbered),
            )
            row += len(messages)
        connection.execute("COMMIT")
        connection.execute("INSERT INTO words(words) VALUES('optimize')")
        connection.execute("VACUUM")
        connection.close()
        run.count("indexed_messages", row)
        run.write_file(SEARCH_INDEX.name, path, row)


def _titles(run: StageRun) -> dict[str, str]:
    titles: dict[str, str] = {}
    for path in run.paths("kg.conversations"):
        columns = pq.read_table(path, columns=["conversation_id", "title"]).to_pydict()
        titles.update(
            (key, title) for key, title in zip(columns["conversation_id"], columns["title"], strict=True) if title
        )
    return titles


def _texts(path: Path) -> list[tuple[str, str, str]]:
    columns = pq.read_table(path, columns=["message_id", "conversation_id", "text_raw"]).to_pydict()
    return [
        row
        for row in zip(columns["message_id"], columns["conversation_id"], columns["text_raw"], strict=True)
        if row[2]
    ]
