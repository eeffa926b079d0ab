"""The analysts' view over claims, on rows made by hand."""

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

import duckdb
import pyarrow as pa
import pytest

from kg_assets.claims.contracts import ASSERTIONS, ENTITIES, PREDICATES
from kg_assets.core.data import data_path
from kg_assets.history.macros import WORDS
from kg_assets.mentions.contracts import TIME_MENTIONS
from tests.instants import as_in_files

VIEW = "sql/views/claims.sql"
FIRST = ["message_id", "subject", "predicate", "object", "polarity", "modality", "qualifier", "confidence"]


def table_of(contract: Any, rows: Sequence[dict[str, Any]]) -> pa.Table:
    names = contract.arrow_schema().names
    schema = pa.schema([field.with_nullable(True) for field in contract.arrow_schema()])
    return pa.Table.from_pylist([{name: row.get(name) for name in names} for row in rows], schema)


def claim(key: str, predicate: str, **more: Any) -> dict[str, Any]:
    base = {
        "assertion_id": key, "message_id": f"m-{key}", "subject_entity_id": "e-self", "predicate_id": f"p-{predicate}",
        "polarity": "positive", "modality": "state", "confidence_final": 0.9, "asserted_role": "user",
        "asserted_at_utc": "2026-01-01T00:00:00.000Z", "surface_text": f"words of {key}",
    }  # fmt: skip
    return base | more


CLAIMS = [
    claim("a", "works_at", object_entity_id="e-acme", temporal_qualifier_type="since", temporal_qualifier_id="t1"),
    claim("b", "likes", object_value_type="string", object_value='"tea \\"and\\" cake"', polarity="negative"),
    claim("c", "age_is", object_value_type="number", object_value="34.5"),
    claim("d", "is_tired", superseded_by_assertion_id="c", supersession_type="correction"),
    claim("e", "born_on", object_value_type="date", object_value='"1990-05-01"', supersession_type="retraction"),
    claim("f", "likes", object_value_type="json", object_value='{"a":1}', temporal_qualifier_type="until"),
]


@pytest.fixture(scope="module")
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    labels = ("works_at", "likes", "age_is", "is_tired", "born_on")
    tables = {
        "assertions": table_of(ASSERTIONS, CLAIMS),
        "entities": table_of(
            ENTITIES,
            [{"entity_id": "e-self", "canonical_name": "SELF"}, {"entity_id": "e-acme", "canonical_name": "Acme"}],
        ),
        "predicates": table_of(PREDICATES, [{"predicate_id": f"p-{x}", "canonical_label": x} for x in labels]),
        "time_mentions": table_of(TIME_MENTIONS, [{"time_mention_id": "t1", "surface_text": "March 2024"}]),
    }
    with duckdb.connect() as opened:
        for name, rows in tables.items():
            opened.register("given", as_in_files(rows))
            opened.execute(f"CREATE TABLE {name} AS SELECT * FROM given")
            opened.unregister("given")
        opened.execute(data_path(WORDS).read_text(encoding="utf-8"))
        opened.execute(data_path(VIEW).read_text(encoding="utf-8"))
        yield opened


def test_every_claim_in_words(connection: duckdb.DuckDBPyConnection) -> None:
    rows = connection.execute(f"SELECT {', '.join(FIRST)} FROM claims_readable ORDER BY message_id").fetchall()
    assert rows == [
        ("m-a", "SELF", "works_at", "Acme", "positive", "state", "since March 2024", 0.9),
        ("m-b", "SELF", "likes", 'tea "and" cake', "negative", "state", None, 0.9),
        ("m-c", "SELF", "age_is", "34.5", "positive", "state", None, 0.9),
        ("m-d", "SELF", "is_tired", None, "positive", "state", None, 0.9),
        ("m-e", "SELF", "born_on", "1990-05-01", "positive", "state", None, 0.9),
        ("m-f", "SELF", "likes", '{"a":1}', "positive", "state", "until", 0.9),
    ]


def test_what_else_the_view_holds(connection: duckdb.DuckDBPyConnection) -> None:
    names = [row[0] for row in connection.execute("DESCRIBE claims_readable").fetchall()]
    assert names == [*FIRST, "assertion_id", "said_at_utc", "role", "quote", "is_superseded"]
    gone = connection.execute("SELECT assertion_id FROM claims_readable WHERE is_superseded ORDER BY 1").fetchall()
    assert gone == [("d",), ("e",)]


def test_a_build_without_claims_stays_readable() -> None:
    with duckdb.connect() as empty:
        for statement in empty.extract_statements(data_path(VIEW).read_text(encoding="utf-8")):
            with contextlib.suppress(duckdb.CatalogException, duckdb.BinderException):
                empty.execute(statement)
        assert empty.execute("SELECT 1 FROM duckdb_views() WHERE view_name = 'claims_readable'").fetchall() == []


def test_the_view_says_what_it_is(connection: duckdb.DuckDBPyConnection) -> None:
    (found,) = connection.execute("SELECT comment FROM duckdb_views() WHERE view_name = 'claims_readable'").fetchall()
    assert found[0]
