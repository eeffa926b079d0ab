"""When a million claims were true and what became of them (stage 5), with their decision logs, in one process.

    make bench ONLY=history                  a million claims of 50,000 relations of subjects
    python benchmarks/history.py 100000      another number of claims

The claims are invented by arithmetic on their numbers. Each subject and relation has some twenty of them, and half of
the relations allow only one value at a time. Most claims have a time, in their own words or near by; one in twelve is a
denial; one message in fifty takes something back or ends it. Times are processor and wall seconds in multiples of Y:
parsing an export of 100 MB whole with orjson, without the cyclic collector, in the same process.
"""

import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
from _yardstick import yardstick

from kg_assets.claims.contracts import ASSERTIONS, ENTITIES, PREDICATES, RETRACTIONS
from kg_assets.claims.vocabulary import read_vocabulary
from kg_assets.core.config import load_config
from kg_assets.core.contract import Table
from kg_assets.core.data import data_path
from kg_assets.core.ids import IdSpace
from kg_assets.engine.stagerun import Given, Run
from kg_assets.history.rules import PREDICATES_FILE
from kg_assets.history.stages import TEMPORALIZE
from kg_assets.house import HOUSE
from kg_assets.mentions.contracts import TIME_MENTIONS
from kg_assets.sources.contracts import MESSAGES
from kg_assets.store.home import Home

CLAIMS = 1_000_000
PER_PAIR = 20
PER_MESSAGE = 4

# `draw(what, n, k)`: a number below k that only the name of the question and n decide.
_MACROS = """
CREATE MACRO id(kind, n) AS concat_ws('-', md5(kind || n)[1:8], md5(kind || n)[9:12], '5' || md5(kind || n)[14:16],
    '8' || md5(kind || n)[18:20], md5(kind || n)[21:32]);
CREATE MACRO draw(what, n, k) AS (('0x' || md5(what || n)[1:7])::BIGINT % k);
CREATE MACRO instant(days) AS strftime(DATE '2012-01-01' + days::INTEGER, '%Y-%m-%dT00:00:00.000Z');
"""

_TABLES = {
    MESSAGES: """
SELECT id('m', n) AS message_id, id('k', n // 20) AS conversation_id, n % 20 AS order_index,
    CASE WHEN draw('role', n, 10) < 7 THEN 'user' ELSE 'assistant' END AS role,
    instant(3000 + n * 2000 // $messages) AS created_at_utc,
    CASE WHEN draw('quality', n, 20) = 0 THEN 'imputed_prior' ELSE 'original' END AS timestamp_quality
FROM range($messages) AS t(n)""",
    TIME_MENTIONS: """
SELECT id('t', n) AS time_mention_id, id('m', n // 2) AS message_id, n % 2 * 120 AS char_start,
    n % 2 * 120 + 8 AS char_end, if(is_interval, 'interval', 'instant') AS resolved_type,
    instant(since) AS valid_from_utc, if(is_interval, instant(since + 30 + draw('days', n, 900)), NULL) AS valid_to_utc,
    'month' AS resolution_granularity, 0.8 + draw('sure', n, 20) / 100 AS confidence
FROM (
    SELECT n, draw('interval', n, 2) = 0 AS is_interval, draw('from', n, 4000) AS since
    FROM range($messages * 2) AS t(n)
)
WHERE draw('time', n, 4) > 0""",
    ASSERTIONS: """
SELECT id('a', n) AS assertion_id, id('m', n // $per_message) AS message_id,
    to_json([id('e', pair // 4), predicate_id, 'E:' || thing])::VARCHAR AS fact_key,
    id('e', pair // 4) AS subject_entity_id, 1 + draw('tier', n, 3) AS subject_detection_tier, predicate_id,
    thing AS object_entity_id, 1 + draw('tier2', n, 3) AS object_detection_tier, 'E:' || thing AS object_signature,
    CASE draw('qualifier', n, 8) WHEN 0 THEN 'since' WHEN 1 THEN 'until' WHEN 2 THEN 'at' WHEN 3 THEN 'during' END
    AS temporal_qualifier_type,
    CASE WHEN draw('qualifier', n, 8) < 4 THEN id('t', n // $per_message * 2 + n % 2) END AS temporal_qualifier_id,
    CASE WHEN draw('modality', n, 10) < 9 THEN 'state' ELSE 'intention' END AS modality,
    CASE WHEN draw('polarity', n, 12) = 0 THEN 'negative' ELSE 'positive' END AS polarity,
    CASE WHEN draw('role', n // $per_message, 10) < 7 THEN 'user' ELSE 'assistant' END AS asserted_role,
    instant(3000 + n // $per_message * 2000 // $messages) AS asserted_at_utc,
    0.65 + draw('sure', n, 30) / 100 AS confidence_final, draw('corroborated', n, 4) = 0 AS has_user_corroboration,
    FALSE AS is_passing,
    CASE WHEN draw('corrected', n, 100) = 0 THEN id('a', (n + 1) % $claims) END AS superseded_by_assertion_id,
    CASE WHEN draw('corrected', n, 100) = 0 THEN 'correction' END AS supersession_type,
    n % 2 * 120 + 5 + draw('place', n, 12) AS char_start, n % 2 * 120 + 40 AS char_end
FROM (
    SELECT n, draw('pair', n, $claims // $per_pair) AS pair, id('o', draw('object', n, 4) + 100 * (pair % 50)) AS thing
    FROM range($claims) AS t(n)
)
JOIN predicates ON predicates.number = pair % 4""",
    RETRACTIONS: """
SELECT id('r', n) AS retraction_id, id('m', n * 50) AS retraction_message_id,
    CASE draw('kind', n, 4) WHEN 0 THEN 'full' ELSE 'temporal_bound' END AS retraction_type,
    id('a', draw('target', n, $claims)) AS target_assertion_id, 0.9 AS confidence, 0 AS char_start, 20 AS char_end,
    CASE WHEN n % 2 = 0 THEN 0 END AS qualifier_start, CASE WHEN n % 2 = 0 THEN 8 END AS qualifier_end,
    TRUE AS is_described
FROM range($messages // 50) AS t(n)""",
    ENTITIES: """
SELECT id('e', n) AS entity_id, 'PERSON' AS entity_type, 0.5 AS salience_score
FROM range($claims // $per_pair // 4 + 1) AS t(n)
UNION ALL
SELECT id('o', n), 'OTHER', 0.5 FROM range(5000) AS t(n)""",
}  # fmt: skip


def write_inputs(folder: Path, claims: int) -> dict[str, list[str]]:
    """The stage's inputs as files, by table."""
    ids = IdSpace(load_config(HOUSE.sections).section("sources").id_namespace)
    labels = sorted(read_vocabulary(data_path(PREDICATES_FILE)).terms)
    predicates = [{"predicate_id": ids.make("pred", label), "canonical_label": label, "canonical_label_norm": label}
                  for label in labels]  # fmt: skip
    said = [{"number": n, "predicate_id": ids.make("pred", label)}
            for n, label in enumerate(("lives_in", "works_at", "uses", "likes"))]  # fmt: skip
    given: dict[str, Any] = {
        "claims": claims, "messages": claims // PER_MESSAGE, "per_message": PER_MESSAGE, "per_pair": PER_PAIR,
    }  # fmt: skip
    tables = {PREDICATES: pa.Table.from_pylist(predicates)}
    with duckdb.connect() as connection:
        connection.execute(_MACROS)
        connection.register("predicates", pa.Table.from_pylist(said))
        for table, select in _TABLES.items():
            used = {name: value for name, value in given.items() if f"${name}" in select}
            tables[table] = connection.sql(select, params=used).to_arrow_table()
    return {table.name: [str(_written(folder, table, rows))] for table, rows in tables.items()}


def _written(folder: Path, table: Table, rows: pa.Table) -> Path:
    path = folder / f"{table.name}.parquet"
    whole = [
        rows[field.name].cast(field.type) if field.name in rows.column_names else pa.nulls(len(rows), field.type)
        for field in table.arrow_schema()
    ]
    pq.write_table(pa.table(whole, [field.name for field in table.arrow_schema()]), path, row_group_size=122_880)
    return path


def main() -> int:
    claims = int(sys.argv[1]) if len(sys.argv) > 1 else CLAIMS
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        y_wall, y_processor = yardstick(folder / "export")
        inputs = write_inputs(folder, claims)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        home = Home(folder / "home").prepare()
        run = Run(TEMPORALIZE, home, load_config(HOUSE.sections), Given(), inputs, {}, 2)
        wall, processor = time.perf_counter(), time.process_time()
        run.execute()
        wall, processor = time.perf_counter() - wall, time.process_time() - processor
        print(f"{claims} claims, Y = {y_wall:.2f} s")
        for table, content in sorted(run.contents.items()):
            print(f"  {table:<28} {content.rows:>9} rows {content.bytes / 1e6:>7.1f} MB")
        for key, value in sorted(run.counts.items()):
            print(f"    {key:<50} {value:>9.0f}")
        print(
            f"wall {wall:.1f} s = {wall / y_wall:.1f} Y, processor {processor:.1f} s = {processor / y_processor:.1f} Y"
        )
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print(f"memory at most {peak / 1e6:.2f} GB (before the stage {before / 1e6:.2f} GB)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
