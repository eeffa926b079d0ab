"""Writes the macros of `kg.duckdb` that ask about both kinds of time, valid time and known time (design §8), as SQL for
one build.

`history_at(known_at)` repeats stage 5 on what was known at that moment, with the stage's own steps. Without a moment it
gives what was known at the build's moment; if the stage's tables hold exactly that, it reads them. The macros that read
`history_at` are SQL in `sql/axes`. `engine.macros` collects the text, and `store` puts it into the file.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from kg_assets.claims.contracts import ASSERTIONS, ENTITIES, PREDICATES
from kg_assets.core.config import Config
from kg_assets.core.contract import Table
from kg_assets.core.ids import IdSpace
from kg_assets.core.selects import PARAMETER
from kg_assets.engine.steps import Step, folder_steps, ordered_steps
from kg_assets.history.contracts import (
    ASSERTION_TEMPORALIZED,
    CLAIM_HOLDINGS,
    CLAIM_SPANS,
    INVALIDATION_RULES,
)
from kg_assets.history.rules import settings_of
from kg_assets.history.settings import HistorySettings
from kg_assets.history.temporalize import FOLDERS, parameters
from kg_assets.mentions.contracts import TIME_MENTIONS
from kg_assets.sources.contracts import MESSAGES
from kg_assets.store.rows import as_text_sql, read_table

INSTANTS = "sql/axes/instants.sql"
# A file of macros that every build gets, before the ones made here.
WORDS = "sql/macros/words.sql"
TOLD = "sql/axes/told.sql"
ASKING = "sql/axes/asking.sql"
LEFT_OUT = "sql/axes/left_out.sql"
HISTORY_AT = "sql/axes/history_at.sql"
_MEANING = (
    "Every claim known then, and what stage 5 says of it then: FROM history_at('2023-01-01'). Without a time, all that "
    "was known at the time of the build."
)
# The steps name tables as in a stage (`kg.…`). In the published file the schema is called `main`, which is right under
# whatever name the file is attached.
_TABLE = re.compile(r"\bkg\.([a-z_]+)", re.ASCII)
# The steps compare instants as text, as a stage does; users of the file give and get TIMESTAMPs.
_AS_TEXT = "strftime({0}, '%Y-%m-%dT%H:%M:%S.%gZ')"
# Sorts after every instant.
LATEST = "~"
# The tables of the stage that the last step reads, by the names of the steps that made them.
_STORED = {"lifecycle": ASSERTION_TEMPORALIZED, "spans": CLAIM_SPANS, "holdings": CLAIM_HOLDINGS}
_READ = {table.table_name: table for table in (ASSERTIONS, ENTITIES, MESSAGES, PREDICATES, TIME_MENTIONS)}
# The stage gives this table to its steps; the published file has it as a table.
_GIVEN = (INVALIDATION_RULES.table_name,)
# The order of a step's rows does not matter here, and sorting them would make each call half as long again.
_ORDER = re.compile(r"\nORDER BY [^\n]+$", re.ASCII)


def history_macros(
    config: Config, as_of: str, horizon: str | None, files: Mapping[str, Sequence[Path]] | None = None
) -> str:  # fmt: skip
    """The statements that make all macros about time for a build.

    They use the rules and numbers with which the build was made, whatever the configuration says today. `files` are
    the files of the build's tables; numbers that are not recorded in them are taken from the configuration.
    """
    newest = horizon or as_of
    recorded = settings_of((files or {}).get(INVALIDATION_RULES.name, ()))
    today: HistorySettings = config.section("history")
    numbers = today.model_dump()
    settings = HistorySettings(**numbers | {name: recorded[name] for name in recorded.keys() & numbers.keys()})
    ids = IdSpace(config.section("sources").id_namespace)
    given = parameters(settings, ids, newest)
    last = Step("history_at", config.file(HISTORY_AT).read_text(encoding="utf-8").strip())
    steps = [*ordered_steps(folder_steps(map(config.file, FOLDERS)), _STORED, _GIVEN), last]
    return "\n".join(
        (
            config.file(INSTANTS).read_text(encoding="utf-8"),
            config.file(TOLD).read_text(encoding="utf-8"),
            _moment_macro("build_as_of", as_of, "The moment as of which the build was made"),
            _moment_macro("build_horizon", newest, "The newest moment that the sources of the build carry"),
            history_at_sql(steps, given, is_stored=_is_all_known(as_of, files or {})),
            config.file(ASKING).read_text(encoding="utf-8"),
            config.file(LEFT_OUT).read_text(encoding="utf-8"),
        )
    )


def history_at_sql(steps: Sequence[Step], given: Mapping[str, Any], is_stored: bool = False) -> str:
    """The statement that makes the macro `history_at` of these steps.

    The macro gives the rows of the last step. Its argument, a moment, replaces `$known_at`; without it, the build's
    moment is taken. With `is_stored`, a call without a moment reads the tables that the stage wrote, instead of
    repeating the steps.
    """
    literals = {name: _literal(value) for name, value in given.items()} | {"known_at": "(SELECT moment FROM known)"}
    # Not named `known_at`: a macro replaces every column that has the name of its parameter by the argument.
    known = _AS_TEXT.format("instant_of(coalesce(known_at::VARCHAR, build_as_of()::VARCHAR))")
    read = {found[1] for _, text in steps for found in _TABLE.finditer(text)}
    parts = [f"known AS (SELECT {known} AS moment)"]
    parts += [
        f"_{name} AS (SELECT {_columns_as_text(_READ[name])} FROM main.{name})" for name in sorted(read & set(_READ))
    ]
    for name, text in steps:
        select = PARAMETER.sub(lambda found: literals[found[1]], text)
        select = _TABLE.sub(lambda found: f"{'_' if found[1] in _READ else 'main.'}{found[1]}", select)
        parts.append(f"{name} AS (\n{_ORDER.sub('', select)}\n)")
    asked = f"WITH {', '.join(parts)} SELECT * FROM {steps[-1][0]}"
    if is_stored:
        # For a given argument one of the two conditions is constantly false, and DuckDB then does not read that part.
        asked = (
            f"SELECT * FROM ({_of_tables(steps[-1][1])}) WHERE known_at IS NULL "
            f"UNION ALL SELECT * FROM ({asked}) WHERE known_at IS NOT NULL"
        )
    return (
        f"CREATE MACRO history_at(known_at := NULL) AS TABLE {asked};\n"
        f"COMMENT ON MACRO TABLE history_at IS {_literal(_MEANING)};"
    )


def _of_tables(last: str) -> str:
    """A SELECT that gives the rows of the last step from the tables that the stage wrote, instead of from the rows
    of the steps before it."""
    parts = [f"{step} AS (SELECT * FROM main.{table.table_name})" for step, table in _STORED.items()]
    select = _ORDER.sub("", _TABLE.sub(r"main.\1", last))
    return f"WITH {', '.join(parts)} SELECT * FROM (\n{select}\n)"


def _is_all_known(as_of: str, files: Mapping[str, Sequence[Path]]) -> bool:
    """Whether the stage's tables hold exactly what was known at the build's moment.

    They hold more if a message is later than that moment. They lack columns if an older version of the program made the
    build.
    """
    for table in _STORED.values():
        found = files.get(table.name, ())
        wanted = {column.name for column in table.columns}
        if not found or any(not wanted <= set(pq.read_schema(file).names) for file in found):
            return False
    for file in files[CLAIM_SPANS.name]:
        rows = read_table(file, ("known_from_utc", "decided_utc"))
        known = [known or LATEST for known in rows["known_from_utc"].to_pylist()]
        if max(known + rows["decided_utc"].drop_null().to_pylist(), default="") > as_of:
            return False
    return True


def _columns_as_text(table: Table) -> str:
    told = [
        f"{as_text_sql(column.name, column.type)} AS {column.name}"
        for column in table.columns
        if column.type == "instant" or column.shape is not None
    ]
    return f"* REPLACE ({', '.join(told)})"


def _moment_macro(name: str, moment: str, meaning: str) -> str:
    return f"CREATE MACRO {name}() AS {_literal(moment)}::TIMESTAMP;\nCOMMENT ON MACRO {name} IS {_literal(meaning)};"


def _literal(value: Any) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, bool | float | int):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_literal, value))}]"
    return "'" + str(value).replace("'", "''") + "'"
