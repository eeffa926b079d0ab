"""What asking on both axes of time costs (design §8): the macros of kg.duckdb over a build of 200,000 claims.

    make bench ONLY=asking                  200,000 claims of 10,000 relations of subjects
    python benchmarks/asking.py 50000       another number of claims

The claims are those of the benchmark `history`. Nothing is kept between two questions: each runs stage 5 anew on the
claims that were known at the time it asks about. The first question, `history_at`, asks for nothing but that.
"""

import sys
import tempfile
import time
from pathlib import Path

import duckdb
from history import write_inputs

from kg_assets.core.config import load_config
from kg_assets.core.data import data_path
from kg_assets.engine.stagerun import Given, Run
from kg_assets.history.macros import WORDS, history_macros
from kg_assets.history.stages import TEMPORALIZE
from kg_assets.house import HOUSE
from kg_assets.store.contents import ContentStore
from kg_assets.store.home import Home
from kg_assets.store.sqlrun import quote

CLAIMS = 200_000
AS_OF = "2026-01-01T00:00:00.000Z"
QUESTIONS = (
    "history_at('2023')",
    "facts_as_of()",
    "facts_as_of('2022', '2023')",
    "facts_as_of('2022', '2023', 'dated')",
    "changes_between('2022', '2023')",
    "timeline((SELECT min(subject_entity_id) FROM assertions))",
)


def opened(folder: Path, claims: int) -> duckdb.DuckDBPyConnection:
    """A database with the tables and macros of a build over this many invented claims; the build is made here."""
    config, home = load_config(HOUSE.sections), Home(folder / "home").prepare()
    files = write_inputs(folder, claims)
    run = Run(TEMPORALIZE, home, config, Given(), files, {}, 2)
    run.execute()
    store = ContentStore(home)
    files |= {name: [str(store.path(content))] for name, content in run.contents.items()}
    connection = duckdb.connect(config={"threads": 2})
    for name, paths in files.items():
        listed = ", ".join(map(quote, paths))
        connection.execute(f"CREATE VIEW {name.removeprefix('kg.')} AS FROM read_parquet([{listed}])")
    connection.execute(data_path(WORDS).read_text(encoding="utf-8"))
    connection.execute(history_macros(config, AS_OF, AS_OF))
    return connection


def main() -> int:
    claims = int(sys.argv[1]) if len(sys.argv) > 1 else CLAIMS
    with tempfile.TemporaryDirectory() as name, opened(Path(name), claims) as connection:
        print(f"{claims} claims")
        for question in QUESTIONS:
            wall, processor = time.perf_counter(), time.process_time()
            rows = connection.sql(f"FROM {question}").to_arrow_table().num_rows
            wall, processor = time.perf_counter() - wall, time.process_time() - processor
            print(f"  {question:<60} {rows:>7} rows  wall {wall:5.2f} s  processor {processor:5.2f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
