"""Finds which files of a build's tables are in the store."""

import os

from kg_assets.store.builds import Manifest, TableRecord
from kg_assets.store.contents import file_name
from kg_assets.store.home import Home

TableFiles = dict[str, list[str]]  # table → files, in the build's order


class Shelf:
    """Lists the files in the store, with one listing per table, since asking for each of thousands of files
    would take longer."""

    def __init__(self, home: Home) -> None:
        self.root = os.fspath(home.contents.absolute())
        self._listed: dict[str, frozenset[str]] = {}

    def files(self, manifest: Manifest) -> TableFiles:
        """The existing Parquet files of a build's tables, as paths within the store. Tables without such a
        file are left out."""
        found = {name: self._files_of(name, record) for name, record in sorted(manifest.tables.items())}
        return {name: paths for name, paths in found.items() if paths}

    def _files_of(self, table: str, record: TableRecord) -> list[str]:
        folder = table.replace(".", "/")
        names = [file_name(content) for content in record.contents if content.file_format == "parquet"]
        held = self._names_in(os.path.join(self.root, folder))
        return [f"{folder}/{name}" for name in names if name in held]

    def _names_in(self, folder: str) -> frozenset[str]:
        if folder not in self._listed:
            try:
                self._listed[folder] = frozenset(os.listdir(folder))
            except FileNotFoundError:
                self._listed[folder] = frozenset()
        return self._listed[folder]
