"""Where a person's data lies. Folders and their modes belong here; what is in the files does not."""

import os
from dataclasses import dataclass
from pathlib import Path

from kg_assets.store.files import make_private_folder

HOME_VARIABLE = "ANNALS_HOME"


@dataclass(frozen=True, slots=True)
class Home:
    """The folder that holds everything of one person (design §3)."""

    root: Path

    @classmethod
    def from_environment(cls) -> "Home":
        """`ANNALS_HOME`, else `data` in the current folder."""
        named = os.environ.get(HOME_VARIABLE)
        return cls(Path(named).expanduser().absolute() if named else Path.cwd() / "data")

    @property
    def inbox(self) -> Path:
        return self.root / "inbox"

    @property
    def ledger(self) -> Path:
        return self.root / "ledger"

    @property
    def warehouse(self) -> Path:
        return self.root / "warehouse"

    @property
    def dagster(self) -> Path:
        return self.root / "dagster"

    @property
    def logs(self) -> Path:
        return self.root / "logs"

    @property
    def tmp(self) -> Path:
        """Unfinished files; inside the warehouse, because a file can only be linked within one file system."""
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
        return self.warehouse / "builds"

    @property
    def sources(self) -> Path:
        return self.warehouse / "sources"

    @property
    def locks(self) -> Path:
        return self.warehouse / "locks"

    @property
    def database(self) -> Path:
        return self.warehouse / "kg.duckdb"

    @property
    def current(self) -> Path:
        return self.warehouse / "current.json"

    @property
    def published(self) -> Path:
        return self.warehouse / "published.json"

    def prepare(self) -> "Home":
        """Make every folder, readable by its owner only whatever the umask is."""
        top = (self.root, self.inbox, self.ledger, self.warehouse, self.dagster, self.logs)
        inside = (self.tmp, self.contents, self.results, self.remembered, self.builds, self.sources, self.locks)
        for folder in (*top, *inside):
            make_private_folder(folder)
        return self
