"""The steps of a stage's SQL: which files of its folders are needed for the wanted rows, and in which order.

A step is one SELECT in a file with the step's name; other steps read its rows under that name like a table.
There is no list of dependencies: DuckDB's parser tells which tables a SELECT reads. What happens with the
rows does not belong here.
"""

from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

from kg_assets.core.errors import ContractError
from kg_assets.core.selects import select_of, tables_read


class Step(NamedTuple):
    """A SELECT, and the name under which other steps read its rows."""

    name: str
    select: str


def folder_steps(folders: Iterable[Path]) -> dict[str, Step]:
    """Every step of these folders by its name."""
    steps: dict[str, Step] = {}
    for path in (path for folder in folders for path in sorted(folder.glob("*.sql"))):
        if path.stem in steps:
            raise ContractError(f"two steps are called {path.stem}; rename {path.name} in one of the folders")
        steps[path.stem] = Step(path.stem, select_of(path))
    return steps


def ordered_steps(steps: Mapping[str, Step], wanted: Iterable[str], given: Iterable[str] = ()) -> list[Step]:
    """The steps that the wanted ones need, themselves included, each after all steps that it reads.

    The order is the same in every run. A name in `given` is no step, even if a file has that name.
    """
    known = steps.keys() - set(given)
    missing = sorted(set(wanted) - known)
    if missing:
        raise ContractError(f"no step is called {', '.join(missing)}; there are {', '.join(sorted(known))}")
    reads: dict[str, frozenset[str]] = {}
    waiting = list(wanted)
    while waiting:
        name = waiting.pop()
        if name not in reads:
            reads[name] = tables_read(steps[name].select) & (known - {name})
            waiting += sorted(reads[name])
    return [steps[name] for name in _sorted(reads)]


def _sorted(reads: Mapping[str, frozenset[str]]) -> Iterator[str]:
    sorter = TopologicalSorter(reads)
    try:
        sorter.prepare()
    except CycleError as circle:
        raise ContractError(f"steps read each other in a circle: {' reads '.join(circle.args[1][::-1])}") from circle
    while sorter.is_active():
        ready = sorted(sorter.get_ready())
        yield from ready
        sorter.done(*ready)
