"""What finding costs: an index of many messages, and `hybrid_search` over them, with and without one hop.

    make bench ONLY=finding                     100,000 messages and as many claims, 10,000 searches
    python benchmarks/finding.py 500000 200     another number of messages, another number of searches

Invented messages whose words are as unevenly frequent as those of a language, twenty to a conversation, in one process
that is warm. The tables are files as a build writes them. On a busy machine processor time tells more than the clock.
"""

import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
from _indexes import claim_index, hop_index

from kg_assets.core.config import Config, load_config
from kg_assets.core.data import data_path
from kg_assets.history.macros import WORDS
from kg_assets.house import HOUSE
from kg_assets.queries.hybrid import Hybrid, hybrid
from kg_assets.queries.searching import Search, looked_for
from kg_assets.search.index import read_words
from kg_assets.search.opened import SearchIndex
from kg_assets.search.postings import COLUMNS, index_arrays
from kg_assets.search.question import QuestionVectors
from kg_assets.search.stages import WORDS_FILE
from kg_assets.store.arrays import write_arrays
from kg_assets.store.contents import ContentStore
from kg_assets.store.home import Home
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.sqlrun import quote

MESSAGES, SEARCHES = 100_000, 10_000
IN_CONVERSATION = 20
WORDS_KNOWN, MEAN_WORDS = 60_000, 50
ENTITIES = 5_000
_BEGIN = np.datetime64("2022-01-01T00:00:00.000")


class Talk:
    """Invented words, texts and questions."""

    def __init__(self) -> None:
        self.chance = np.random.default_rng(1)
        letters = self.chance.integers(0, 26, (WORDS_KNOWN, 9)) + ord("a")
        lengths = self.chance.integers(3, 9, WORDS_KNOWN)
        words = ["".join(map(chr, row[:length])) for row, length in zip(letters, lengths, strict=True)]
        self.words = np.array(words)
        weights = 1 / np.arange(20, WORDS_KNOWN + 20)
        self.weights = weights / weights.sum()

    def texts(self, number: int) -> list[str]:
        lengths = np.minimum(400, self.chance.geometric(1 / MEAN_WORDS, number) + 3)
        words = self.words[self.chance.choice(WORDS_KNOWN, int(lengths.sum()), p=self.weights)]
        ends = np.cumsum(lengths)
        return [" ".join(words[end - length : end]) for end, length in zip(ends, lengths, strict=True)]

    def question(self) -> str:
        number = int(self.chance.integers(2, 8))
        return "when did I " + " ".join(self.words[self.chance.choice(WORDS_KNOWN, number, p=self.weights)])


def said(talk: Talk, number: int) -> pl.DataFrame:
    """The messages, by the columns that the index reads."""
    times = np.datetime_as_string(_BEGIN + np.arange(number) * np.timedelta64(60_000, "ms"))
    nothing = pl.Series([None] * number, dtype=pl.String)
    names = [f"m{place:08d}" for place in range(number)]
    conversations = [f"c{place // IN_CONVERSATION:07d}" for place in range(number)]
    roles = ["user" if place % 2 == 0 else "assistant" for place in range(number)]
    said_at = [f"{time}Z" for time in times]
    values = (names, conversations, ["chatgpt"] * number, roles, nothing, nothing, said_at, talk.texts(number))
    return pl.DataFrame(dict(zip(COLUMNS, values, strict=True)))


def indexed(config: Config, messages: pl.DataFrame, folder: Path) -> None:
    """Make the index of the messages in the folder, and print what that cost."""
    settings = config.section("search")
    words, months = read_words(data_path(WORDS_FILE), config.section("terms"))
    slices = messages.iter_slices(settings.slice_messages)
    wall, processor = time.perf_counter(), time.process_time()
    arrays, facts = index_arrays(slices, {}, settings, words, months, "UTC")
    write_arrays(folder / "index", arrays, facts)
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    size = (folder / "index").stat().st_size / 1e6
    print(f"index of {len(messages):,} messages: wall {wall:.1f} s, processor {processor:.1f} s, {size:.0f} MB")


def warehouse(folder: Path, messages: pl.DataFrame) -> OpenWarehouse:
    """The tables that a search reads, as files of a build: the messages, and as many invented claims."""
    store = ContentStore(Home(folder / "home").prepare())
    connection = duckdb.connect(str(folder / "tables.duckdb"), config={"threads": 2})
    connection.execute("CREATE SCHEMA memory")
    for name, rows in tables(messages):
        full = name if "." in name else f"kg.{name}"
        path = store.path(store.write_table(HOUSE.tables[full], _filled(full, rows)))
        connection.execute(f"CREATE VIEW {name} AS FROM read_parquet({quote(str(path))})")
    connection.execute(data_path(WORDS).read_text(encoding="utf-8"))
    manifest: Any = SimpleNamespace(tables={})
    return OpenWarehouse(connection, manifest, None)


def opened(config: Config, folder: Path, asked: OpenWarehouse) -> SearchIndex:
    """The index of messages, opened with the indexes of claims and hops; those two are made here."""
    words, _ = read_words(data_path(WORDS_FILE), config.section("terms"))
    began = time.process_time()
    claims, hops = claim_index(asked.connection, words, folder), hop_index(asked.connection, folder)
    sizes = [(folder / name).stat().st_size / 1e6 for name in ("claims", "hops")]
    told = "indexes of claims and hops: processor {:.1f} s, {:.0f} and {:.0f} MB"
    print(told.format(time.process_time() - began, *sizes))
    return SearchIndex(folder / "index", QuestionVectors(), claims, hops)


def tables(messages: pl.DataFrame) -> Iterator[tuple[str, dict[str, Any]]]:
    number = len(messages)
    names = [f"e{place:05d}" for place in range(ENTITIES)]
    chance = np.random.default_rng(2)
    subjects, objects = (chance.integers(0, ENTITIES, number) for _ in range(2))
    ids = messages["message_id"].to_list()
    claims = [f"a{place:08d}" for place in range(number)]
    conversations = messages["conversation_id"].unique(maintain_order=True).to_list()
    yield "messages", {**messages.to_dict(as_series=False), "order_index": list(range(number))}
    yield "conversations", {"conversation_id": conversations, "title": [f"Talk {name}" for name in conversations]}
    yield "predicates", {"predicate_id": ["p"], "canonical_label": ["knows"], "category": ["people"]}
    yield (
        "entities",
        {"entity_id": names, "entity_key": names, "canonical_name": names, "aliases_json": ["[]"] * ENTITIES},
    )
    yield "memory.entity", {"entity_id": names, "canonical_name": names, "entity_type": ["PERSON"] * ENTITIES}
    yield "memory.entity_alias", {"alias_id": names, "entity_id": names, "alias": names}
    acting, meant = ([names[n] for n in ends] for ends in (subjects, objects))
    yield "memory.entity_mention", {"mention_id": claims, "message_id": ids, "entity_id": acting}
    yield "memory.claim_entity", {"assertion_id": claims, "subject_id": acting, "object_id": meant}
    for table in ("event_actor", "event_evidence", "event_subject", "semantic_event"):
        yield f"memory.{table}", {HOUSE.tables[f"memory.{table}"].columns[0].name: []}
    yield "assertions", {
        "assertion_id": claims, "message_id": ids, "subject_entity_id": acting, "object_entity_id": meant,
        "predicate_id": ["p"] * number,
        "asserted_at_utc": messages["created_at_utc"].to_list(), "char_start": [0] * number, "char_end": [5] * number,
        "polarity": ["positive"] * number,
    }  # fmt: skip
    for table in ("assertion_temporalized", "claim_holdings"):
        yield table, {"assertion_id": claims}


def _filled(table: str, given: dict[str, Any]) -> pa.Table:
    """The given columns, and the other columns of the contract filled with NULL or, where NULL is not
    allowed, with one value throughout."""
    schema = HOUSE.tables[table].arrow_schema()
    number = len(next(iter(given.values())))
    empty: dict[pa.DataType, Any] = {pa.string(): "", pa.int64(): 0, pa.float64(): 0.5, pa.bool_(): False}
    columns = [
        pa.array(given[field.name], field.type)
        if field.name in given
        else pa.array([None if field.nullable else empty[field.type]] * number, field.type)
        for field in schema
    ]
    return pa.Table.from_arrays(columns, schema=schema)


def measured(index: SearchIndex, asked: OpenWarehouse, config: Config, questions: list[str], is_wide: bool) -> str:
    """Asks all questions; returns a line with the median and the 95th percentile of the milliseconds that a search
    took."""
    settings, zone, walls, processors = config.section("finding"), ZoneInfo("UTC"), [], []
    for question in questions:
        wanted = Hybrid(Search(question, 5), False, False, is_wide, 10, 5, None, True, "rrf")
        wall, processor = time.perf_counter(), time.process_time()
        hybrid(index, looked_for(asked, index, wanted.search, settings, zone), wanted, settings)
        walls.append(time.perf_counter() - wall)
        processors.append(time.process_time() - processor)
    told = [np.percentile(np.array(values) * 1000, [50, 95]) for values in (walls, processors)]
    return "wall p50 {:.1f} p95 {:.1f} ms, processor p50 {:.1f} p95 {:.1f} ms".format(*told[0], *told[1])


def main() -> int:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else MESSAGES
    searches = int(sys.argv[2]) if len(sys.argv) > 2 else SEARCHES
    config, talk = load_config(HOUSE.sections), Talk()
    messages = said(talk, number)
    with tempfile.TemporaryDirectory() as name:
        indexed(config, messages, Path(name))
        with warehouse(Path(name), messages) as asked:
            index = opened(config, Path(name), asked)
            questions = [talk.question() for _ in range(searches)]
            measured(index, asked, config, questions[:20], True)
            for label, is_wide in (("hybrid_search", False), ("with one hop", True)):
                print(f"{label}: {measured(index, asked, config, questions, is_wide)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
