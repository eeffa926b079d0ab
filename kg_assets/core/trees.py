"""What was seen in the sources of our modules, kept beside their bytecode: to read them anew costs most of a second."""

import atexit
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from kg_assets.core.derived import keep, kept

_MOST = 4000  # sources of which trees are kept, more than a few versions of the house

Imported = tuple[str | None, tuple[str, ...]]


class Tree(NamedTuple):
    """A module: the hash of its syntax tree, and its import statements."""

    sha256: str
    imports: tuple[Imported, ...]


class KnownTrees:
    """Trees by the hash of the source, read from a file and added to it when the process ends.

    `how` says in which way trees are read; a file of another way is not used.
    """

    def __init__(self, path: Path, how: str) -> None:
        self._path = path
        self._how = how
        self._kept = self._load()
        self._used: dict[str, Tree] = {}
        atexit.register(self.keep)

    def of(self, source: str, read: Callable[[], Tree]) -> Tree:
        """The tree of the source of this hash."""
        found = self._kept.get(source)
        self._used[source] = found = read() if found is None else found
        return found

    def keep(self) -> None:
        """Write what is new."""
        if not self._used.keys() <= self._kept.keys():
            keep(self._path, self._how, self._used if len(self._kept) > _MOST else self._kept | self._used)

    def _load(self) -> dict[str, Tree]:
        try:
            return {
                source: Tree(str(sha256), tuple((module, tuple(names)) for module, names in imports))
                for source, (sha256, imports) in (kept(self._path, self._how) or {}).items()
            }
        except (ValueError, TypeError, AttributeError):
            return {}
