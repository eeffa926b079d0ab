"""Shows a person under one name: if memory has found that "my brother" is Teuvo, the report says Teuvo everywhere.

The build keeps the two as two entities. Views over its claims and entities replace "my brother" by Teuvo. Stories,
plans and profiles are then computed again from these claims, by the steps of the stages that made them, because claims
about one matter under two names belong to one story. All of this lasts as long as the connection.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import duckdb
import pyarrow as pa

from kg_assets.core.config import Config
from kg_assets.core.selects import PARAMETER, without_schema
from kg_assets.engine.steps import Step, folder_steps, ordered_steps
from kg_assets.graph import profiles
from kg_assets.graph.embedding import NEAREST
from kg_assets.graph.rules import WORDS_FILE, read_profile_words
from kg_assets.graph.settings import ProfileSettings
from kg_assets.history import tell
from kg_assets.history.story_words import PREDICATES_FILE, STORIES_FILE, read_story_words
from kg_assets.report.asking import keep, run
from kg_assets.store.sqlrun import given_tables

_RESOLVES_PEOPLE = "SELECT 1 FROM duckdb_views() WHERE schema_name = 'memory' AND view_name = 'name_bearer'"
# The steps of a profile whose rows name its members.
_OF_MEMBERS = ("members", "kept_evidence")
_MADE = "made_again_"  # put before the name of a table while a step still has that name
_SCHEMA = "kg"  # the schema by which the steps of a stage name the build's tables


def tell_as_one(connection: duckdb.DuckDBPyConnection, config: Config) -> None:
    """Make the connection show every relative under the name that memory has found. Nothing changes if the build
    resolves no people, or if no relative is also another entity."""
    if not connection.execute(_RESOLVES_PEOPLE).fetchall():
        return
    keep(connection, "relatives")
    if not connection.execute("FROM relatives LIMIT 1").fetchall():
        return
    run(connection, "as_one")
    _tell_stories(connection, config)
    _tell_profile(connection, config)


def _tell_stories(connection: duckdb.DuckDBPyConnection, config: Config) -> None:
    words = read_story_words(config.file(STORIES_FILE), config.file(PREDICATES_FILE))
    parameters = {"zone": config.section("time").anchor_timezone}
    steps = ordered_steps(folder_steps(map(config.file, tell.FOLDERS)), tell.TABLES, words.tables())
    _make_again(connection, steps, parameters, words.tables(), tell.TABLES)


def _tell_profile(connection: duckdb.DuckDBPyConnection, config: Config) -> None:
    """Compute the profile anew for the entity whose months the report shows (`sql/report/focal.sql`), with every person
    under one name. Rules decide the categories of its members. Only a category that came from a model's votes or from a
    similar predicate is taken over from the profile of the build."""
    settings: ProfileSettings = config.section("profiles")
    words = read_profile_words(config.file(WORDS_FILE), settings)
    given = {**profiles.given_of(settings, words), "nearest": NEAREST.empty_table()}
    parameters = profiles.parameters_of(settings, config.section("time").anchor_timezone)
    asked = ("focal", "voted")
    for name in asked:
        keep(connection, name)
    steps = ordered_steps(folder_steps(map(config.file, profiles.FOLDERS)), _OF_MEMBERS, (*given, *asked))
    _make_again(connection, steps, parameters, given, {step: profiles.TABLES[step] for step in _OF_MEMBERS})


def _make_again(
    connection: duckdb.DuckDBPyConnection,
    steps: Sequence[Step],
    parameters: Mapping[str, Any],
    given: Mapping[str, pa.Table],
    tables: Mapping[str, str],
) -> None:
    """Run the steps of a stage. The rows of the steps in `tables` then replace the tables of the build, as long as the
    connection lasts."""
    with given_tables(connection, given):
        for name, select in steps:
            used = {key: parameters[key] for key in PARAMETER.findall(select)}
            connection.execute(f"CREATE TEMP TABLE {name} AS {without_schema(select, _SCHEMA)}", used or None)
    names = {step: table.removeprefix("kg.") for step, table in tables.items()}
    for step, name in names.items():
        described = connection.execute(f"DESCRIBE kg.main.{name}").fetchall()
        columns = ", ".join(f"{column}::{kind} AS {column}" for column, kind, *_ in described)
        connection.execute(f"CREATE TEMP TABLE {_MADE}{name} AS SELECT {columns} FROM temp.{step}")
    for step, _ in steps:
        connection.execute(f"DROP TABLE temp.{step}")
    for name in names.values():
        connection.execute(f"ALTER TABLE temp.{_MADE}{name} RENAME TO {name}")
