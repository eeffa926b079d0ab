"""The macros in `kg.duckdb`: those that its views call, and those that depend on the build."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from kg_assets.core.config import Config
from kg_assets.core.selects import SHARED_MACROS
from kg_assets.core.stage import House
from kg_assets.core.worker import resolve
from kg_assets.store.builds import Manifest


def macros_of(house: House, config: Config, manifest: Manifest, files: Mapping[str, Sequence[Path]]) -> str:
    """The SQL that makes the macros of `kg.duckdb` for this build, in the order in which it must run. `files` are those
    of the build's tables."""
    made = [shared_macros(config.file(SHARED_MACROS))]
    if house.macros:
        made.append(resolve(house.macros)(config, manifest.as_of, manifest.horizon, files))
    return "\n".join(made)


def shared_macros(folder: Path) -> str:
    """The SQL that makes the macros in the `.sql` files of a folder, in the order of the files' names."""
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.sql")))
