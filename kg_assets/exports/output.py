"""Writes an export to disk whole or not at all, and records which files it wrote, so that a later export can replace
them.

An export is written in a workplace, a hidden folder beside its target, which its process keeps locked. A
workplace without a lock was left by a killed process.
"""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kg_assets.core.errors import QueryError
from kg_assets.store.files import explained, link_into_place, read_object, sync_directory, sync_file, write_json
from kg_assets.store.home import Home

# A file beside what an export wrote, with the list of these files, so that a later export replaces them and nothing
# else.
MARKER = ".annals-export.json"
_PREFIX = ".annals-export-"
# The folders of a workplace: for the export that is being written, and for the earlier one that was moved aside. Each
# keeps its own name in them.
_NEW, _BEFORE = "new", "before"


def check_target(home: Home, path: Path, is_folder: bool, force: bool, own: Path | None = None) -> None:
    """Refuse a target path at which an export must not be written, before any work is done. `own` is the one path
    inside the home that is allowed, if there is one."""
    if not path.parent.is_dir():
        raise QueryError(f"there is no folder {path.parent}; make it, or name another place with --out")
    if path != own:
        _check_outside(home, path)
    if not os.path.lexists(path):
        return
    if not force:
        raise QueryError(f"{path} exists already; --force replaces it, --out names another place")
    if is_folder and not (path / MARKER).is_file():
        raise QueryError(f"{path} is not a folder that an export made, so it is not replaced; name another with --out")
    if not is_folder and not path.is_file():
        raise QueryError(f"{path} is no file, so it is not replaced; name another place with --out")


def _check_outside(home: Home, path: Path) -> None:
    """Refuse a target inside this home or any other, even if it is reached by links or other names.

    If the target is a link, both the link and the path that it leads to are checked.
    """
    for place in {path.parent.resolve() / path.name, path.resolve()}:
        for folder in (place, *place.parents):
            if _is_same(folder, home.root) or _is_home(folder):
                raise QueryError(
                    f"{path} lies in {folder}, a home, where only annals writes what belongs there; "
                    f"name another place with --out"
                )


def _is_same(one: Path, other: Path) -> bool:
    """Whether two paths lead to the same folder. Comparing names is not enough: they may differ in case or by
    mounts."""
    try:
        return one.samefile(other)
    except OSError:
        return False


def _is_home(folder: Path) -> bool:
    other = Home(folder)
    return other.ledger.is_dir() and other.contents.is_dir() and other.builds.is_dir()


def clear_leavings(folder: Path) -> None:
    """Remove the workplaces that killed exports left in a folder. If a killed export had renamed an earlier export to
    make room, that one gets its name back, unless the name is taken by now."""
    with _folder_lock(folder):
        for left in sorted(folder.glob(f"{_PREFIX}*")):
            if not left.is_symlink() and left.is_dir() and _is_abandoned(left):
                _put_back(left, folder)
                shutil.rmtree(left, ignore_errors=True)


def _is_abandoned(workplace: Path) -> bool:
    """Whether a folder is the workplace of an export (seen by its contents) whose lock no process holds."""
    try:
        descriptor = os.open(workplace, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        # The folder belongs to somebody else, or is gone by now.
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return set(os.listdir(descriptor)) <= {_NEW, _BEFORE}
    except OSError:
        return False
    finally:
        os.close(descriptor)


def _put_back(workplace: Path, folder: Path) -> None:
    before = workplace / _BEFORE
    for aside in sorted(before.iterdir()) if before.is_dir() else ():
        if not os.path.lexists(folder / aside.name):
            os.rename(aside, folder / aside.name)


@contextmanager
def new_file(path: Path, force: bool) -> Iterator[Path]:
    """Yields a private path to write to. At the end the file gets its real name; if something failed, it is
    removed."""
    with _workplace(path) as folder:
        made = folder / _NEW / path.name
        yield made
        with explained(path):
            made.chmod(0o600)
            sync_file(made)
            if force:
                os.replace(made, path)
            elif not link_into_place(made, path):
                raise QueryError(f"{path} was made by another program in the meantime; name another place with --out")
            sync_directory(path.parent)


@contextmanager
def new_folder(path: Path, force: bool) -> Iterator[Path]:
    """As `new_file`, for a folder. Files in the old folder that no export wrote are kept."""
    with _workplace(path) as folder:
        made = folder / _NEW / path.name
        made.mkdir(mode=0o700)
        yield made
        with explained(path):
            written = sorted(file.relative_to(made).as_posix() for file in made.rglob("*") if file.is_file())
            write_json(made / MARKER, {"written": written})
            for file in written:
                sync_file(made / file)
            if force and path.exists():
                _keep_strangers(path, made)
            _swap(path, made, folder / _BEFORE / path.name)
            sync_directory(path.parent)


@contextmanager
def _workplace(path: Path) -> Iterator[Path]:
    """A temporary folder beside the target. It must be there, because a rename is a single step only within one file
    system. It stays locked while it is used."""
    with explained(path), _folder_lock(path.parent):
        try:
            folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=path.parent))
        except FileNotFoundError:
            # The folder exists, but no file can be made in it (such as /proc).
            raise QueryError(f"{path.parent} takes no new files; name another place with --out") from None
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX)
    try:
        for name in (_NEW, _BEFORE):
            (folder / name).mkdir(mode=0o700)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(descriptor)


@contextmanager
def _folder_lock(folder: Path) -> Iterator[None]:
    """Lock the folder of the targets while a workplace is made or abandoned ones are removed. So no other export sees a
    new workplace before it has its own lock."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        # On a file system without locks, no workplace ever counts as abandoned.
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _keep_strangers(old: Path, new: Path) -> None:
    """Copy into the new folder those files of the old one that no export wrote: a person's own notes, an editor's
    settings."""
    ours = {*read_object(old / MARKER).get("written", []), MARKER}
    for file in sorted(old.rglob("*")):
        name = file.relative_to(old)
        if name.as_posix() in ours or (file.is_dir() and not file.is_symlink()):
            continue
        target = new / name
        if not os.path.lexists(target):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, target, follow_symlinks=False)


def _swap(path: Path, made: Path, aside: Path) -> None:
    """Put a finished folder in the place of an old one: `path` is renamed to `aside`, then `made` to `path`. If the
    second rename fails, the old folder gets its name back."""
    is_replaced = path.exists()
    if is_replaced:
        os.rename(path, aside)
    try:
        os.rename(made, path)
    except OSError:
        if is_replaced:
            os.rename(aside, path)
        raise
