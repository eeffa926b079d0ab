"""Finds the file that decides a table's rows and the file that writes them.

The writer is the SQL file whose first line names the table ("-- `kg.entities`: …"), else the function of its
stage.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kg_assets.core.contract import Table
from kg_assets.core.data import shipped_path
from kg_assets.core.selects import select_of, tables_read
from kg_assets.core.stage import Stage

_TABLE_IN_HEAD = re.compile(r"-- `([\w.]+)`")


@dataclass(frozen=True, slots=True)
class Origin:
    """A file of the repository, and a function in it (empty if the whole file is one SELECT)."""

    file: str
    function: str = ""

    def __str__(self) -> str:
        return f"{self.file} ({self.function})" if self.function else self.file


def deciders_of(table: Table) -> list[Origin]:
    """The functions or files that decide which rows a table has, as its contract names them (`decided_by`). Empty if it
    names none: then what writes the table decides."""
    named = (one.partition(" ") for one in table.decided_by.split("; ") if one)
    return [Origin(file, function.strip("()")) for file, _, function in named]


def made_by(stage: Stage, table: Table, shown: Callable[[Origin], str]) -> str:
    """The sentence that says where a table is made. `shown` gives the text for each file or function."""
    origin, deciders = origin_of(stage, table.name), deciders_of(table)
    # The function that runs a SELECT gives it its parameters and the tables that no stage writes.
    steps = ", ".join(shown(step) for step in behind(stage, table, origin))
    rows = f"{shown(origin)} from {steps}" if steps else shown(origin)
    writer = rows if origin.function else f"{rows}, run by {shown(_function_of(stage))}"
    if not deciders:
        return f"Made by {writer}"
    *others, last = map(shown, deciders)
    decided = f"{', '.join(others)} and {last}" if others else last
    return f"Decided in {decided}; written by {writer}"


def origin_of(stage: Stage, table: str) -> Origin:
    """The file, or the function, that writes a table of a stage."""
    for name, head in _heads(stage.files):
        if head.startswith(f"-- `{table}`"):
            return Origin(name)
    return _function_of(stage)


def behind(stage: Stage, table: Table, origin: Origin) -> list[Origin]:
    """The SQL files that make what the SQL file `origin` reads: first steps of the same stage, by name, then files that
    write parts of the table, such as `overlay.mention_resolutions__found` for `overlay.mention_resolutions`. Empty if a
    function writes the table."""
    if origin.function:
        return []
    read = tables_read(select_of(shipped_path(origin.file)))
    steps = sorted(name for name, path in _sql_files(stage.files) if path.stem in read and name != origin.file)
    of_name = f"{table.name.partition('__')[0]}__"
    parts = (file for file, made in _heads_of_all() if made in read and made.startswith(of_name))
    return [*map(Origin, steps), *map(Origin, parts)]


@cache
def _heads_of_all() -> tuple[tuple[str, str], ...]:
    """Every SQL file whose first line says which table it makes, each with that table."""
    found = ((name, _TABLE_IN_HEAD.match(head)) for name, head in _heads(("sql",)))
    return tuple((name, match[1]) for name, match in found if match)


def _function_of(stage: Stage) -> Origin:
    module, _, function = stage.function.partition(":")
    return Origin(f"{module.replace('.', '/')}.py", function)


@cache
def _heads(files: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The declared SQL files with the first line of each."""
    return tuple((name, path.read_text(encoding="utf-8").partition("\n")[0]) for name, path in _sql_files(files))


def _sql_files(files: tuple[str, ...]) -> Iterator[tuple[str, Path]]:
    for name in files:
        if name.split("/")[0] == "sql":
            place = shipped_path(name)
            for path in [place] if place.is_file() else sorted(place.rglob("*.sql")):
                yield (name if place.is_file() else f"{name}/{path.relative_to(place).as_posix()}"), path
