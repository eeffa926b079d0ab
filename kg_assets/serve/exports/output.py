"""How an export comes to stand on disk whole or not at all, and what of an earlier one it replaces."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kg_assets.core.errors import QueryError
from kg_assets.store.files import explained, link_into_place, read_object, sync_directory, sync_file, write_json
from kg_assets.store.home import Home

# Beside what an export wrote: which files these are, so that a later one replaces them and nothing else.
MARKER = ".annals-export.json"
_PREFIX = ".annals-export-"
_ASIDE = "-before"


def check_target(home: Home, path: Path, is_folder: bool, force: bool) -> None:
    """Refuse a place that an export may not take, before any work is done."""
    if not path.parent.is_dir():
        raise QueryError(f"there is no folder {path.parent}; make it, or name another place with --out")
    if path.resolve().is_relative_to(home.warehouse.resolve()):
        raise QueryError(f"{path} lies in the warehouse, which only builds write; name another place with --out")
    if not os.path.lexists(path):
        return
    if not force:
        raise QueryError(f"{path} exists already; --force replaces it, --out names another place")
    if is_folder and not (path / MARKER).is_file():
        raise QueryError(f"{path} is not a folder that an export made, so it is not replaced; name another with --out")
    if not is_folder and not path.is_file():
        raise QueryError(f"{path} is no file, so it is not replaced; name another place with --out")


@contextmanager
def new_file(path: Path, force: bool) -> Iterator[Path]:
    """A private place to write to; what was written there gets its name at the end, unless something failed."""
    folder = _workplace(path)
    try:
        made = folder / path.name
        yield made
        with explained(path):
            made.chmod(0o600)
            sync_file(made)
            if force:
                os.replace(made, path)
            elif not link_into_place(made, path):
                raise QueryError(f"{path} was made by somebody else meanwhile; name another place with --out")
            sync_directory(path.parent)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def new_folder(path: Path, force: bool) -> Iterator[Path]:
    """The same for a folder. Of an earlier export there, files that it did not write are kept."""
    folder = _workplace(path)
    try:
        made = folder / path.name
        made.mkdir(mode=0o700)
        yield made
        with explained(path):
            written = sorted(file.relative_to(made).as_posix() for file in made.rglob("*") if file.is_file())
            write_json(made / MARKER, {"written": written})
            for file in written:
                sync_file(made / file)
            if force and path.exists():
                _keep_strangers(path, made)
            _swap(path, made, folder)
            sync_directory(path.parent)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _workplace(path: Path) -> Path:
    """Beside the target, because only within one file system a rename is a single step."""
    with explained(path):
        return Path(tempfile.mkdtemp(prefix=_PREFIX, dir=path.parent))


def _keep_strangers(old: Path, new: Path) -> None:
    """Copy what the earlier export did not write: a person's own notes, an editor's settings."""
    ours = {*read_object(old / MARKER).get("written", []), MARKER}
    for file in sorted(old.rglob("*")):
        name = file.relative_to(old)
        if name.as_posix() in ours or (file.is_dir() and not file.is_symlink()):
            continue
        target = new / name
        if not os.path.lexists(target):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, target, follow_symlinks=False)


def _swap(path: Path, made: Path, folder: Path) -> None:
    """The old folder steps aside and goes only when the new one has its name."""
    aside = folder / (path.name + _ASIDE)
    is_replaced = path.exists()
    if is_replaced:
        os.rename(path, aside)
    try:
        os.rename(made, path)
    except OSError:
        if is_replaced:
            os.rename(aside, path)
        raise
