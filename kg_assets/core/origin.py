"""Which file makes a table: the SQL file whose first line names it ("-- `kg.entities`: …"), else the function."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kg_assets.core.data import shipped_path
from kg_assets.core.stage import Stage


@dataclass(frozen=True, slots=True)
class Origin:
    """A file of the repository, and the function in it unless the whole file is one SELECT."""

    file: str
    function: str = ""

    def __str__(self) -> str:
        return f"{self.file} ({self.function})" if self.function else self.file


def origin_of(stage: Stage, table: str) -> Origin:
    """Where a table of a stage is made."""
    for name, head in _heads(stage.files):
        if head.startswith(f"-- `{table}`"):
            return Origin(name)
    module, _, function = stage.function.partition(":")
    return Origin(f"{module.replace('.', '/')}.py", function)


@cache
def _heads(files: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The declared SQL files with the first line of each."""
    return tuple((name, path.read_text(encoding="utf-8").partition("\n")[0]) for name, path in _sql_files(files))


def _sql_files(files: tuple[str, ...]) -> Iterator[tuple[str, Path]]:
    for name in files:
        if name.startswith("sql/"):
            place = shipped_path(name)
            for path in [place] if place.is_file() else sorted(place.rglob("*.sql")):
                yield (name if place.is_file() else f"{name}/{path.relative_to(place).as_posix()}"), path
