"""The stage that tells stories, step by step over rows that a test has made; its tables are named as in kg.duckdb."""

from pathlib import Path

import duckdb

from kg_assets.core.data import data_path
from kg_assets.history.stages import TELL
from kg_assets.history.story_words import stories_in_use
from kg_assets.history.tell import STEPS, TABLES


def tell(connection: duckdb.DuckDBPyConnection, zone: str = "UTC") -> None:
    """Make the tables of stories from those that the connection shows without a schema."""
    connection.execute("CREATE SCHEMA IF NOT EXISTS kg; CREATE SCHEMA IF NOT EXISTS steps; SET TimeZone = 'UTC'")
    for name in TELL.inputs:
        connection.execute(f"CREATE OR REPLACE VIEW {name} AS FROM main.{name.removeprefix('kg.')}")
    given = stories_in_use().tables()
    for name, rows in given.items():
        connection.register(name, rows)
    connection.execute("SET search_path = 'steps,main'")
    for name, file in STEPS:
        select = Path(data_path(file)).read_text(encoding="utf-8")
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
