"""Worlds that are built once for a whole run, by whichever worker asks first, and copies of them to be changed."""

import fcntl
import shutil
from collections.abc import Callable
from pathlib import Path

from kg_assets.store.home import Home
from kg_assets.store.opened import open_current


class Worlds:
    """Folders by name, in a place that all workers of a run share; each is filled once."""

    def __init__(self, root: Path) -> None:
        self._root = root
        root.mkdir(exist_ok=True)

    def made(self, name: str, make: Callable[[Path], object]) -> Path:
        """The folder of a world, made now if nobody has made it. A home in it is copied by who asks or changes it."""
        folder, done = self._root / name, self._root / f"{name}.made"
        with (self._root / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not done.exists():
                # What a worker left that failed in the middle would not be what the next one makes.
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir()
                make(folder)
                done.touch()
        return folder


def copied(world: Home, root: Path) -> Home:
    """The same home elsewhere, to be asked and changed."""
    shutil.copytree(world.root, root, symlinks=True, dirs_exist_ok=True)
    home = Home(root)
    open_current(home).close()  # what it shows names its own place from now on
    return home
