"""The graph and the profiles (stage 6): whether they say what mattered each month, and what they cost.

    make bench ONLY=graph                    everything
    python benchmarks/graph.py profiles 1 5  only the months, on invented lives of seeds 1 to 5
    python benchmarks/graph.py edges 200000  only the cost of a graph of so many assertions

`profiles` builds each life and compares the pairs of project and month that the profiles hold with the truth file: a
project belongs to the months in which somebody says its name. Beside it stand the capitalised phrases that are most
frequent in each month, as many a month as give those phrases the best score.

`edges` times the stage over assertions made for it, in multiples of Y: parsing 100 MB of export with orjson without the
cyclic collector, measured in the same process on a smaller export.
"""

import re
import resource
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb
import orjson
import pyarrow as pa
import pyarrow.parquet as pq
from _yardstick import yardstick

from kg_assets.core.config import load_config
from kg_assets.corpus.generator import CorpusSpec, demo, write_export
from kg_assets.engine.checks import check_tables
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import run_build, seal_and_publish
from kg_assets.engine.stagerun import Given, Run
from kg_assets.graph.contracts import GRAPH_EDGES
from kg_assets.graph.stages import GRAPH, PROFILE
from kg_assets.house import HOUSE
from kg_assets.intake.asking import request_build
from kg_assets.store.contents import ContentStore
from kg_assets.store.home import Home
from kg_assets.store.sqlrun import session

SEEDS = (1, 5)
ASSERTIONS = 200_000
MOST_PHRASES = 8
_PHRASE = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+(?: [A-Z][a-z]+)*\b")
Pairs = set[tuple[str, str]]


@dataclass(frozen=True)
class Score:
    """How found pairs compare with the true pairs, as counts."""

    right: int
    found: int
    true: int

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        return self.right / self.true if self.true else 0.0

    @property
    def f1(self) -> float:
        return 2 * self.right / (self.found + self.true) if self.found + self.true else 0.0

    def __add__(self, other: "Score") -> "Score":
        return Score(self.right + other.right, self.found + other.found, self.true + other.true)

    def __str__(self) -> str:
        return f"{self.precision:.3f} {self.recall:.3f} {self.f1:.3f}"


def score(found: Pairs, true: Pairs) -> Score:
    return Score(len(found & true), len(found), len(true))


def true_pairs(truth: Path) -> Pairs:
    """The pairs of project and month in which anybody says the project's name, as the truth file has them."""
    projects = orjson.loads(truth.read_bytes())["projects"]
    return {
        (name.lower(), month)
        for name, project in projects.items()
        for month, counts in project["activity"].items()
        if counts["mentioning"]
    }


def profile_pairs(home: Home) -> Pairs:
    """The pairs of project and month in which the project was spoken of, as the profiles have them."""
    with duckdb.connect(str(home.database), read_only=True) as connection:
        rows = connection.execute(
            "SELECT DISTINCT lower(label), window_label FROM profile_members"
            " WHERE granularity = 'month' AND category_key = 'project' AND basis <> 'valid'"
        ).fetchall()
    return {(str(label), str(month)) for label, month in rows}


def phrases(home: Home) -> dict[str, list[str]]:
    """The capitalised phrases of each month, the most frequent first. Phrases at the beginning of a sentence do not
    count."""
    with duckdb.connect(str(home.database), read_only=True) as connection:
        rows = connection.execute(
            "SELECT strftime(created_at_utc, '%Y-%m'), text_raw FROM messages"
            " WHERE is_prose AND text_raw IS NOT NULL AND created_at_utc IS NOT NULL"
        ).fetchall()
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for month, text in rows:
        counts[month].update({phrase.lower() for phrase in _PHRASE.findall(text)})
    return {month: sorted(found, key=lambda phrase: (-found[phrase], phrase)) for month, found in counts.items()}


def best_phrases(found: dict[str, list[str]], true: Pairs) -> Score:
    """The score of the capitalised phrases, with as many a month as give the best score."""
    scores = [
        score({(phrase, month) for month, ranked in found.items() for phrase in ranked[:most]}, true)
        for most in range(1, MOST_PHRASES + 1)
    ]
    return max(scores, key=lambda one: one.f1)


def build(export: Path, home: Home) -> None:
    engine = Engine(home.prepare(), HOUSE, load_config(HOUSE.sections), threads=1)
    made = request_build(engine, [export]).build
    run_build(engine, made)
    seal_and_publish(engine, made)


def bench_profiles(first: int, last: int) -> None:
    """Print one line for each invented life from seed `first` to `last`, of each kind of life."""
    lives: Sequence[tuple[str, Callable[[int], CorpusSpec]]] = (
        ("demo", demo),
        ("heavy", lambda seed: CorpusSpec(seed, conversations=60)),
    )
    print(f"{'life':<6} {'seed':>5} {'pairs':>6}   {'profile P R F1':<18}  {'phrases P R F1':<18}")
    for kind, spec in lives:
        totals = [Score(0, 0, 0), Score(0, 0, 0)]
        for seed in range(first, last + 1):
            with tempfile.TemporaryDirectory() as scratch:
                folder = Path(scratch)
                write_export(spec(seed), folder / "export")
                home = Home(folder / "home")
                build(folder / "export", home)
                true = true_pairs(folder / "export" / "truth.json")
                ours, theirs = score(profile_pairs(home), true), best_phrases(phrases(home), true)
            print(f"{kind:<6} {seed:>5} {len(true):>6}   {ours}    {theirs}", flush=True)
            totals = [totals[0] + ours, totals[1] + theirs]
        print(f"{kind:<6} {'all':>5} {totals[0].true:>6}   {totals[0]}    {totals[1]}")


# Rows of the stages' inputs for $n assertions, as SELECTs; what is not named is NULL. One in ten is of the person.
ROWS = {
    "kg.entities": "SELECT md5('e' || i) AS entity_id,"
    " CASE WHEN i = 0 THEN 'PERSON' ELSE 'CUSTOM_TERM' END AS entity_type,"
    " CASE WHEN i = 0 THEN '__SELF__' ELSE 'term ' || i END AS entity_key, 'Term ' || i AS canonical_name,"
    " '[]' AS aliases_json, 'active' AS status, 0 AS mention_count, 0 AS conversation_count, i / 7e4 AS salience_score"
    " FROM range($n // 20) t(i)",
    "kg.predicates": "SELECT md5('p' || i) AS predicate_id, 'label_' || i AS canonical_label, 'label_' || i"
    " AS canonical_label_norm, 2 AS arity, 0 AS assertion_count FROM range(60) t(i)",
    "kg.messages": "SELECT md5('m' || i) AS message_id, md5('c' || i // 20) AS conversation_id,"
    " 'chatgpt' AS source_kind, CASE WHEN i % 2 = 0 THEN 'user' ELSE 'assistant' END AS role,"
    " i::VARCHAR AS tree_path, i AS order_index,"
    " strftime(TIMESTAMP '2020-01-01' + to_hours(i::INTEGER // 8), '%Y-%m-%dT%H:%M:%S.000Z') AS created_at_utc,"
    " 'original' AS timestamp_quality, 'text' AS content_type, true AS is_on_active_path, true AS is_prose,"
    " false AS is_hidden, true AS is_in_newest_source, 0 AS attachment_count, '{}' AS raw_message_json"
    " FROM range($n // 2) t(i)",
    "kg.assertions": "SELECT md5('a' || i) AS assertion_id, md5('m' || i // 2) AS message_id,"
    " 'k' || i AS assertion_key, 'f' || i AS fact_key,"
    " md5('e' || CASE WHEN i % 10 = 0 THEN 0 ELSE i % ($n // 20) END) AS subject_entity_id,"
    " 1 AS subject_detection_tier, md5('p' || i % 60) AS predicate_id,"
    " CASE WHEN i % 3 > 0 THEN md5('e' || (i * 7919 + 1) % ($n // 20)) END AS object_entity_id,"
    " CASE WHEN i % 3 = 0 THEN 'string' END AS object_value_type,"
    " CASE WHEN i % 3 = 0 THEN to_json('thing ' || i % 30011)::VARCHAR END AS object_value,"
    " 'N:__NONE__' AS object_signature, 'state' AS modality, 'positive' AS polarity, 'user' AS asserted_role,"
    " 0.8 AS confidence_extraction, 0.9 AS confidence_grounding, 0.72 + (i % 100) / 1000 AS confidence_final,"
    " false AS has_user_corroboration, 'these are some ten words that a person might have written' AS surface_text,"
    " 'rule_based' AS extraction_method, '{}' AS raw_assertion_json FROM range($n) t(i)",
    "kg.assertion_temporalized": "SELECT md5('a' || i) AS assertion_id, 'interval' AS valid_time_type,"
    " strftime(TIMESTAMP '2020-01-01' + to_hours(i::INTEGER // 16), '%Y-%m-%dT%H:%M:%S.000Z') AS valid_from_utc,"
    " 'PROXIMITY' AS time_source, true AS has_explicit_valid_time,"
    " CASE WHEN i % 50 = 0 AND i > 0 THEN 'superseded' ELSE 'active' END AS status,"
    " CASE WHEN i % 50 = 0 AND i > 0 THEN md5('a' || (i - 1)) END AS temporal_superseded_by_assertion_id,"
    " '{}' AS raw_temporalize_json FROM range($n) t(i)",
    "kg.entity_mentions": "SELECT md5('n' || i) AS mention_id, md5('m' || i // 2) AS message_id,"
    " md5('e' || (i * 104729 + 1) % ($n // 20)) AS entity_id, md5('d' || i) AS candidate_id, 'LEXICON:1' AS detector,"
    " '1' AS detector_version, 'CUSTOM_TERM' AS entity_type_hint, 'x' AS surface_hash, 0.9 AS confidence,"
    " 'k' AS entity_key FROM range($n) t(i)",
}


def made_inputs(folder: Path, assertions: int) -> dict[str, list[Path]]:
    """Files for the inputs of the two stages, except those that the two write themselves. `ROWS` has a SELECT for some
    of these tables and gives rows for so many assertions; the other tables are empty."""
    written = {table.name for stage in (PROFILE, GRAPH) for table in stage.tables}
    files: dict[str, list[Path]] = {}
    with duckdb.connect() as connection:
        for name in sorted({*PROFILE.inputs, *GRAPH.inputs} - written):
            contract = HOUSE.tables[name]
            columns = contract.arrow_schema().names
            select = ROWS.get(name, "SELECT NULL AS nothing WHERE false").replace("$n", str(assertions))
            found = connection.sql(select).to_arrow_table()
            empty = pa.nulls(found.num_rows)
            rows = pa.table({c: found[c] if c in found.column_names else empty for c in columns})
            schema = pa.schema([field.with_nullable(True) for field in contract.arrow_schema()])
            files[name] = [folder / f"{name}.parquet"]
            pq.write_table(rows.cast(schema), files[name][0])
    return files


def bench_edges(assertions: int = ASSERTIONS) -> None:
    """Print the processor time of each stage: writing its tables, and checking them."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        _, y = yardstick(folder / "export")
        files = made_inputs(folder, assertions)
        home, config = Home(folder / "home").prepare(), load_config(HOUSE.sections)
        print(f"\n{assertions:,} assertions, Y = {y:.2f} s")
        for stage in (PROFILE, GRAPH):
            started = time.process_time()
            inputs = {name: [str(path) for path in files[name]] for name in stage.inputs}
            run = Run(stage, home, config, Given(), inputs, {}, 1)
            run.execute()
            written = time.process_time() - started
            files |= {name: [ContentStore(home).path(content)] for name, content in run.contents.items()}
            with session(1, "4GB") as connection:
                results = check_tables(connection, stage.tables, files)
            broken = [rule for result in results for rule, count in result.violations.items() if count]
            checked = time.process_time() - started - written
            rows = ", ".join(f"{content.rows:,} {name}" for name, content in sorted(run.contents.items()))
            print(f"{stage.name}: {rows}")
            print(f"  written {written / y:.1f} Y, checked {checked / y:.1f} Y, broken rules: {broken or 'none'}")
        million = run.contents[GRAPH_EDGES.name].rows / 1e6
        print(f"  a million edges, written and checked: {(written + checked) / y / million:.1f} Y")
        print(f"  peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def main(arguments: Sequence[str]) -> int:
    part = arguments[0] if arguments else "all"
    numbers = [int(text) for text in arguments[1:]]
    if part in ("all", "profiles"):
        bench_profiles(*(numbers or SEEDS))
    if part in ("all", "edges"):
        bench_edges(*numbers)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
