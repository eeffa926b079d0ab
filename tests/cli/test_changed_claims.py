"""Which decision tells why a claim's status differs between two builds, over rows that a test has made."""

import json
import re

import duckdb
import pyarrow as pa
import pytest

from kg_assets.cli.changed_claims import CHANGED_SQL, Kind
from kg_assets.core.data import data_path
from kg_assets.house import HOUSE


def _code(status: str, *codes: str) -> str | None:
    """The code that is told of a claim that was active before and has this status and log after."""
    connection = duckdb.connect()
    log = json.dumps({"decisions": [{"code": code} for code in codes]})
    for side, now in (("before", {"status": "active"}), ("after", {"status": status, "raw_temporalize_json": log})):
        connection.execute(f"CREATE SCHEMA {side}")
        for table, row in (
            ("assertion_temporalized", {"assertion_id": "a", **now}),
            ("assertions", {"assertion_id": "a", "subject_entity_id": "s", "predicate_id": "p"}),
            ("entities", {"entity_id": "s", "canonical_name": "SELF"}),
            ("predicates", {"predicate_id": "p", "canonical_label": "works_at"}),
        ):
            schema = HOUSE.tables[f"kg.{table}"].arrow_schema()
            rows = pa.Table.from_pylist(
                [{field.name: row.get(field.name) for field in schema}],
                pa.schema([field.with_nullable(True) for field in schema]),
            )
            connection.register("made", rows)
            connection.execute(f"CREATE TABLE {side}.{table} AS FROM made")
            connection.unregister("made")
    changed = connection.execute(data_path(CHANGED_SQL).read_text(encoding="utf-8").strip())
    names = [column[0] for column in changed.description or ()]
    (row,) = changed.fetchall()
    code: str | None = row[names.index("code")]
    return code


@pytest.mark.parametrize("code", ["NEGATED", "ENDED_BY_RETRACTION", "ENDED_BY_RESTATEMENT"])
def test_a_claim_that_is_over_now_names_what_ended_it(code: str) -> None:
    """What was later said to have lasted until some time had no cause."""
    assert _code("negated", code) == code
    assert Kind("active", "negated", code, False, None).in_words() != "active → negated"


@pytest.mark.parametrize("later", ["ENDED_BY_RETRACTION", "ENDED_BY_RESTATEMENT"])
def test_a_denial_before_the_end_that_other_words_give_is_what_ended_it(later: str) -> None:
    """The claim names the denial, and the sentence must not be of the other words."""
    assert _code("negated", later, "NEGATED") == "NEGATED"


def test_every_code_that_is_told_has_words() -> None:
    told = re.findall(r"'([A-Z_0-9]+)'", data_path(CHANGED_SQL).read_text(encoding="utf-8"))
    for code in told:
        assert Kind("active", "negated", code, False, "works_at").in_words().startswith("active → negated (")
