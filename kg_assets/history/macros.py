"""The macros of `kg.duckdb` that ask on both axes of time (design §8), as SQL for one build.

`history_at(known_at)` is stage 5 on what was known then, made from the stage's own steps; what is asked of it is SQL in
`sql/axes`. Who calls this and what is done with the text is the store's.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kg_assets.claims.contracts import ASSERTIONS, ENTITIES, PREDICATES
from kg_assets.core.config import Config
from kg_assets.core.contract import Table
from kg_assets.core.ids import IdSpace
from kg_assets.history.contracts import INVALIDATION_RULES
from kg_assets.history.rules import settings_of
from kg_assets.history.settings import HistorySettings
from kg_assets.history.steps import STATE, Step
from kg_assets.history.temporalize import parameters
from kg_assets.mentions.contracts import TIME_MENTIONS
from kg_assets.sources.contracts import MESSAGES
from kg_assets.store.rows import as_text_sql

INSTANTS = "sql/axes/instants.sql"
# Made for every build, before these.
WORDS = "sql/macros/words.sql"
TOLD = "sql/axes/told.sql"
ASKING = "sql/axes/asking.sql"
LEFT_OUT = "sql/axes/left_out.sql"
HISTORY_AT = Step("history_at", "sql/axes/history_at.sql")
_MEANING = (
    "Every claim known then, and what stage 5 says of it then: FROM history_at('2023-01-01'). Without a time, all that "
    "was known at the time of the build."
)
# The steps name the tables of the build by its file; in the file they go by their schema, whatever it is called.
_TABLE = re.compile(r"\bkg\.([a-z_]+)", re.ASCII)
# Steps compare instants as text, as a stage sees rows; whoever asks the file gets and gives TIMESTAMPs.
_AS_TEXT = "strftime({0}, '%Y-%m-%dT%H:%M:%S.%gZ')"
_READ = {table.table_name: table for table in (ASSERTIONS, ENTITIES, MESSAGES, PREDICATES, TIME_MENTIONS)}
# The order of a step's rows matters to nobody, and sorting them each time takes half as long again.
_ORDER = re.compile(r"\nORDER BY [^\n]+$", re.ASCII)
_PARAMETER = re.compile(r"\$([a-z_]+)", re.ASCII)


def history_macros(
    config: Config, as_of: str, horizon: str | None, files: Mapping[str, Sequence[Path]] | None = None
) -> str:  # fmt: skip
    """The statements that make all macros of time for a build: its rules and its numbers, whatever today's are.

    `files` are those of the build's tables; what they do not say is taken from the configuration.
    """
    newest = horizon or as_of
    recorded = settings_of((files or {}).get(INVALIDATION_RULES.name, ()))
    today: HistorySettings = config.section("history")
    settings = today.model_copy(update={name: recorded[name] for name in recorded.keys() & today.model_dump().keys()})
    ids = IdSpace(config.section("sources").id_namespace)
    given = parameters(settings, ids, newest)
    steps = [(step.name, config.file(step.file).read_text(encoding="utf-8")) for step in (*STATE, HISTORY_AT)]
    return "\n".join(
        (
            config.file(INSTANTS).read_text(encoding="utf-8"),
            config.file(TOLD).read_text(encoding="utf-8"),
            _moment_macro("build_as_of", as_of, "The moment as of which the build was made"),
            _moment_macro("build_horizon", newest, "The newest moment that the sources of the build carry"),
            history_at_sql(steps, given),
            config.file(ASKING).read_text(encoding="utf-8"),
            config.file(LEFT_OUT).read_text(encoding="utf-8"),
        )
    )


def history_at_sql(steps: Sequence[tuple[str, str]], given: Mapping[str, Any]) -> str:
    """The macro of these steps, the last of which says what it gives; `$known_at` is what it is asked."""
    literals = {name: _literal(value) for name, value in given.items()} | {"known_at": "(SELECT moment FROM known)"}
    # Not by the name of the parameter: a macro puts its argument in the place of every column that is called so.
    known = _AS_TEXT.format("instant_of(coalesce(known_at::VARCHAR, build_as_of()::VARCHAR))")
    read = {found[1] for _, text in steps for found in _TABLE.finditer(text)}
    parts = [f"known AS (SELECT {known} AS moment)"]
    parts += [
        f"_{name} AS (SELECT {_columns_as_text(_READ[name])} FROM main.{name})" for name in sorted(read & set(_READ))
    ]
    for name, text in steps:
        select = _PARAMETER.sub(lambda found: literals[found[1]], text.strip().rstrip(";"))
        select = _TABLE.sub(lambda found: f"{'_' if found[1] in _READ else 'main.'}{found[1]}", select)
        parts.append(f"{name} AS (\n{_ORDER.sub('', select)}\n)")
    return (
        f"CREATE MACRO history_at(known_at := NULL) AS TABLE WITH {', '.join(parts)} "
        f"SELECT * FROM {steps[-1][0]};\n"
        f"COMMENT ON MACRO TABLE history_at IS {_literal(_MEANING)};"
    )


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
    return "'" + str(value).replace("'", "''") + "'"
