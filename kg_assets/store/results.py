"""The results of stages by fingerprint: `warehouse/results/<fingerprint>.json`, each created once (design
§3).

How a fingerprint is made does not belong here. A result is an object with `contents` and, if the stage reports on
itself, `observations` (lists of `Content` objects), and `shards` (the fingerprints of the shards' own results; empty
for a stage without shards). A shard's own result may have `remembered` (names of files kept for later shards). Other
keys belong to the runner.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kg_assets.core.errors import DeterminismError, WarehouseError
from kg_assets.store.contents import Content, ContentStore
from kg_assets.store.files import DifferentContentError, canonical, create_only, read_object
from kg_assets.store.home import Home


def contents_of(result: Mapping[str, Any]) -> list[Content]:
    """The files of the tables that a result names, in the order of the result."""
    return [Content.from_json(value) for value in result.get("contents", ())]


def files_of(result: Mapping[str, Any]) -> list[Content]:
    """Every file that a result names: those of the stage's tables, and those with what the stage reported of itself."""
    return contents_of(result) + [Content.from_json(value) for value in result.get("observations", ())]


def shards_of(result: Mapping[str, Any]) -> list[str]:
    """The fingerprints of the shards' results from which a result is made."""
    return list(result.get("shards", ()))


def remembered_of(result: Mapping[str, Any]) -> list[str]:
    """The names of the files that a shard kept for later shards (`remembered`)."""
    return list(result.get("remembered", ()))


class ResultStore:
    """Reads and records the results of stages by fingerprint."""

    def __init__(self, home: Home, contents: ContentStore | None = None) -> None:
        self._folder = home.results
        self._contents = contents or ContentStore(home)

    def path(self, fingerprint: str) -> Path:
        if not fingerprint.isalnum():
            raise WarehouseError(f"{fingerprint!r} is no fingerprint: letters and digits were expected")
        return self._folder / f"{fingerprint}.json"

    def read(self, fingerprint: str) -> dict[str, Any] | None:
        """The recorded result, whether or not its files are there; None if none is recorded."""
        path = self.path(fingerprint)
        return read_object(path) if path.exists() else None

    def get(self, fingerprint: str) -> dict[str, Any] | None:
        """The recorded result, if all files that it names exist. Only then can it be reused."""
        result = self.read(fingerprint)
        if result is None or not all(self._contents.exists(content) for content in files_of(result)):
            return None
        return result

    def record(self, fingerprint: str, result: Mapping[str, Any]) -> None:
        """Record a result once. Its contents must be synced before. A different result under the same
        fingerprint is an error."""
        path = self.path(fingerprint)
        try:
            create_only(path, canonical(dict(result)))
        except DifferentContentError as error:
            raise DeterminismError(self._difference(fingerprint, result)) from error

    def _difference(self, fingerprint: str, result: Mapping[str, Any]) -> str:
        before, now = read_object(self.path(fingerprint)), dict(result)
        head = f"two runs of fingerprint {fingerprint} differ"
        for old, new in zip(files_of(before), files_of(now), strict=False):
            if old != new:
                return (
                    f"{head}: {old.table} was {old.sha256} ({old.rows} rows), {new.table} now is {new.sha256} "
                    f"({new.rows} rows); compare {self._contents.path(old)} with {self._contents.path(new)}"
                )
        keys = sorted(key for key in before.keys() | now.keys() if before.get(key) != now.get(key))
        return f"{head} in {', '.join(keys)}; the first is {self.path(fingerprint)}"
