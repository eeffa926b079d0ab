"""The stage that tells stories, step by step over rows that a test has made; its tables are named as in kg.duckdb."""

import duckdb

from kg_assets.core.data import data_path
from kg_assets.engine.steps import folder_steps, ordered_steps
from kg_assets.history.stages import TELL
from kg_assets.history.story_words import stories_in_use
from kg_assets.history.tell import FOLDERS, TABLES

_AS_TEXT = ", ".join(
    f"strftime({name}, '%Y-%m-%dT%H:%M:%S.%gZ') AS {name}"
    for name in ("from_utc", "until_utc", "believed_until_utc", "known_from_utc")
)


def tell(connection: duckdb.DuckDBPyConnection, zone: str = "UTC") -> None:
    """Make the tables of stories from those that the connection shows without a schema."""
    connection.execute("CREATE SCHEMA IF NOT EXISTS kg; CREATE SCHEMA IF NOT EXISTS steps; SET TimeZone = 'UTC'")
    for name in TELL.inputs:
        connection.execute(f"CREATE OR REPLACE VIEW {name} AS FROM main.{name.removeprefix('kg.')}")
    given = stories_in_use().tables()
    for name, rows in given.items():
        connection.register(name, rows)
    connection.execute("SET search_path = 'steps,main'")
    for name, select in ordered_steps(folder_steps(map(data_path, FOLDERS)), TABLES, given):
        connection.execute(
            f"CREATE OR REPLACE TABLE steps.{name} AS {select}", {"zone": zone} if "$zone" in select else None
        )
    connection.execute("SET search_path = 'main'")
    for step, table in TABLES.items():
        name = table.removeprefix("kg.")
        connection.execute(f"CREATE OR REPLACE TABLE main.{name} AS FROM steps.{step}")
    connection.execute("DROP SCHEMA steps CASCADE")
    for name in given:
        connection.unregister(name)


def hold(connection: duckdb.DuckDBPyConnection) -> None:
    """Make `claim_holdings` of spans that a test has made by hand, by the steps that stage 5 ends with."""
    given = {
        "spans": f"SELECT row_number() OVER (ORDER BY assertion_id) AS n, * REPLACE ({_AS_TEXT}) FROM claim_spans",
        "claims": "SELECT w.n, a.*, m.conversation_id, m.order_index, coalesce(a.char_start, 0) AS place_in_message,"
        " w.n AS pair FROM spans AS w JOIN assertions AS a USING (assertion_id) JOIN messages AS m USING (message_id)",
        "pairs": "SELECT pair, subject_entity_id, predicate_id FROM claims",
        "lifecycle": "SELECT w.n, t.status FROM spans AS w JOIN assertion_temporalized AS t USING (assertion_id)",
    }
    steps = ordered_steps(folder_steps([data_path("sql/history")]), ("holdings",), (*given, "invalidation_rules"))
    made = [*given.items(), *steps]
    parts = ", ".join(f"{name} AS ({select})" for name, select in made)
    instants = ", ".join(f"{name}::TIMESTAMP AS {name}" for name in ("starts_utc", "ends_utc", "until_utc"))
    connection.execute(
        f"CREATE OR REPLACE TABLE claim_holdings AS WITH {parts} SELECT * REPLACE ({instants}) FROM holdings"
    )
