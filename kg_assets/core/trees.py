"""Hashes and imports of our modules' sources, kept next to their bytecode. Reading all sources again takes
most of a second."""

from pathlib import Path
from typing import Any, NamedTuple

from kg_assets.core.derived import Known

_MOST = 4000  # sources of which trees are kept, more than a few versions of the house

Imported = tuple[str | None, tuple[str, ...]]


class Tree(NamedTuple):
    """A module: the hash of its syntax tree, and its import statements."""

    sha256: str
    imports: tuple[Imported, ...]


def known_trees(path: Path, how: str) -> Known[Tree]:
    """The known trees by the hash of the source. `how` is the hash of the code that reads trees."""
    return Known(path, how, _MOST, _tree)


def _tree(value: Any) -> Tree:
    sha256, imports = value
    return Tree(str(sha256), tuple((module, tuple(names)) for module, names in imports))
