"""The folders of a person's data, and their modes. What is in the files does not belong here."""

import os
import re
from dataclasses import dataclass
from pathlib import Path

from kg_assets.core.counting import counted
from kg_assets.core.data import HOME_SETTINGS, HOME_VARIABLE, home_root
from kg_assets.core.errors import WarehouseError
from kg_assets.core.harmless import harmless
from kg_assets.core.names import readable
from kg_assets.store.files import make_private_folder

_UNOPENABLE = re.compile(r"[?*\[\\]|%[0-9A-Fa-f]{2}", re.ASCII)
_WAREHOUSE, _LEDGER = "warehouse", "ledger"
_WHOLE = {_WAREHOUSE, _LEDGER}
_LOST_AND_FOUND = "lost+found"  # stands in every freshly made file system


@dataclass(frozen=True, slots=True)
class Home:
    """The folder that holds everything of one person (design §3).

    With `is_elsewhere` it is the same folder as readers elsewhere may see it: the publication for them and
    its builds are separate; sources, files of tables and the ledger are the same.
    """

    root: Path
    is_elsewhere: bool = False

    @classmethod
    def from_environment(cls) -> "Home":
        """`ANNALS_HOME`, else `data` in the current folder."""
        return cls(home_root())

    def elsewhere(self) -> "Home":
        """The same home as readers elsewhere see it: agents and other tools."""
        return Home(self.root, is_elsewhere=True)

    @property
    def inbox(self) -> Path:
        return self.root / "inbox"

    @property
    def ledger(self) -> Path:
        return self.root / _LEDGER

    @property
    def warehouse(self) -> Path:
        return self.root / _WAREHOUSE

    @property
    def dagster(self) -> Path:
        return self.root / "dagster"

    @property
    def logs(self) -> Path:
        return self.root / "logs"

    @property
    def settings(self) -> Path:
        """The settings file that goes with these data; it may not exist."""
        return self.root / HOME_SETTINGS

    @property
    def tmp(self) -> Path:
        """The folder of unfinished files. It is inside the warehouse, because a file can only be linked
        within one file system."""
        return self.warehouse / "tmp"

    @property
    def contents(self) -> Path:
        return self.warehouse / "store"

    @property
    def results(self) -> Path:
        return self.warehouse / "results"

    @property
    def remembered(self) -> Path:
        return self.warehouse / "remembered"

    @property
    def builds(self) -> Path:
        return self._shown / "builds"

    @property
    def sources(self) -> Path:
        return self.warehouse / "sources"

    @property
    def locks(self) -> Path:
        return self.warehouse / "locks"

    @property
    def database(self) -> Path:
        return self._shown / "kg.duckdb"

    @property
    def current(self) -> Path:
        return self._shown / "current.json"

    @property
    def published(self) -> Path:
        return self._shown / "published.json"

    @property
    def _shown(self) -> Path:
        """The folder of what is published and its builds."""
        return self.warehouse / "elsewhere" if self.is_elsewhere else self.warehouse

    def prepare(self) -> "Home":
        """Make every folder, readable by its owner only, whatever the umask is.

        A folder that is no home yet and holds other files is refused: it would be closed to everyone who uses
        it.
        """
        _refuse_unopenable(self.root)
        own = (self.inbox, self.ledger, self.dagster, self.logs)
        _refuse_other_folder(self.root, {path.name for path in (*own, self.settings)})
        top = (self.root, self.warehouse, *own)
        inside = (self.tmp, self.contents, self.results, self.remembered, self.sources, self.locks)
        for folder in (*top, self._shown, self.builds, *inside):
            make_private_folder(folder)
        return self


def _refuse_unopenable(root: Path) -> None:
    """Refuse a path that some library does not take as it stands: DuckDB takes `?`, `*` and `[` for patterns
    and a backslash for a folder, Dagster's storage reads `%41` as A. Signs that cannot be printed are refused
    too."""
    odd = sorted({*_UNOPENABLE.findall(str(root)), *(sign for sign in str(root) if not sign.isprintable())})
    if odd:
        raise WarehouseError(
            f"{readable(root)} cannot be the home of the data: its path holds {', '.join(map(ascii, odd))}, with which "
            f"the database opens no file; name another folder in {HOME_VARIABLE}"
        )


def _refuse_other_folder(root: Path, own: set[str]) -> None:
    """Refuse a folder that exists, is not empty, and is no home, neither complete nor begun. Folders of other homes
    may lie in it."""
    try:
        found = {entry.name for entry in os.scandir(root)}
    except FileNotFoundError:
        return
    except OSError as error:
        raise WarehouseError(
            f"{root} cannot be the home of the data: {error.strerror}; name another folder in {HOME_VARIABLE}"
        ) from None
    if found >= _WHOLE:
        return
    # The demo makes its home within yours, which may not be there yet.
    strangers = [name for name in sorted(found - own - {_WAREHOUSE, _LOST_AND_FOUND}) if not _is_whole(root / name)]
    if strangers:
        raise WarehouseError(
            f"{root} holds {counted(len(strangers), 'file')} of others ({harmless(readable(strangers[0]))} ...), and "
            f"would be closed to others as the home of the data; name a new or empty folder in {HOME_VARIABLE}"
        )


def _is_whole(folder: Path) -> bool:
    """Whether a folder has the folders of a complete home."""
    try:
        return {entry.name for entry in os.scandir(folder)} >= _WHOLE
    except OSError:
        return False
