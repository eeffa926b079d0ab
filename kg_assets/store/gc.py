"""The sweep: removes what no kept build needs (design §3).

Publication decides which builds a person sees, the ledger what they asked to be erased.
"""

import os
import re
import shutil
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kg_assets.core.counting import counted
from kg_assets.core.errors import WarehouseError, is_of_full_disk
from kg_assets.store.builds import BuildRef, Builds
from kg_assets.store.contents import Content, ContentStore
from kg_assets.store.database import prune_history
from kg_assets.store.files import TEMPORARY_PREFIX
from kg_assets.store.home import Home
from kg_assets.store.locks import Locks, build_lock
from kg_assets.store.opened import READER_PREFIX
from kg_assets.store.publish import current, publications, write_publications
from kg_assets.store.registry import open_ledger, registered
from kg_assets.store.results import ResultStore, files_of, remembered_of, shards_of

_SHA256 = re.compile(r"[0-9a-f]{64}", re.ASCII)


@dataclass(frozen=True, slots=True)
class GcReport:
    """What a sweep removed (or would remove) and which builds it kept."""

    removed: tuple[str, ...]
    files: int
    bytes: int
    kept: tuple[str, ...]


@dataclass(slots=True)
class _Reach:
    """Everything that the kept builds need: contents, results, copies of sources, and answers kept for later shards."""

    contents: set[Path] = field(default_factory=set)
    results: set[str] = field(default_factory=set)
    sources: set[str] = field(default_factory=set)
    remembered: set[str] = field(default_factory=set)


@dataclass(slots=True)
class _Sweep:
    """Removes files and counts them; in a rehearsal it only counts."""

    rehearsal: bool
    files: int = 0
    bytes: int = 0

    def file(self, path: Path) -> None:
        try:
            self.bytes += path.lstat().st_size
            self.files += 1
            if not self.rehearsal:
                path.unlink()
        except FileNotFoundError:
            return

    def folder(self, path: Path) -> None:
        for parent, _, names in os.walk(path):
            for name in sorted(names):
                self.file(Path(parent) / name)
        if not self.rehearsal:
            shutil.rmtree(path, ignore_errors=True)


def gc(
    home: Home, keep_published: int = 2, dry_run: bool = False, include_unfinished: bool = False,
    only: Collection[str] | None = None,
) -> GcReport:  # fmt: skip
    """Remove every build except the last `keep_published` published ones and the unfinished ones, and all files that
    only the removed builds need. With `include_unfinished` the unfinished builds are removed too. If `only` is given,
    just these builds are kept: after a forgetting all others hold what was forgotten. Of the builds for readers
    elsewhere (`Home.elsewhere`: agents and other tools) only the published one stays.

    After a kill the kept builds are whole, and the next sweep finishes the work: a build loses its sealed manifest
    last, so that it never looks unfinished, and its files are removed only when nothing names them any more. On a
    full disk the views of `kg_history` can be written only after files are gone; then they are written last.
    """
    if keep_published < 1:
        raise WarehouseError(f"gc cannot keep {keep_published} published builds: 1 or more was expected")
    with Locks(home).warehouse_exclusive("gc"):
        builds, sweep = Builds(home), _Sweep(dry_run)
        kept = _kept(home, builds, keep_published, include_unfinished) if only is None else set(only)
        removed = [build for build in builds.known() if build not in kept]
        reach = _reach(home, kept)
        elsewhere = home.elsewhere()
        shown = current(elsewhere)
        kept_elsewhere = {shown.ref.build} if shown is not None else set()
        _reach_more(elsewhere, kept_elsewhere, reach)
        _remove_unfinished_files(home, sweep)
        for build in removed:
            _remove_build(home, builds, build, sweep)
        for build in Builds(elsewhere).known():
            if build not in kept_elsewhere:
                _remove_build(elsewhere, Builds(elsewhere), build, sweep)
        is_shortened = dry_run or (_shorten_history(home, kept) and _shorten_history(elsewhere, kept_elsewhere))
        _remove_unreached(home, reach, sweep)
        if not dry_run:
            sweep.bytes += open_ledger(home).sweep()
        if not is_shortened and not (_shorten_history(home, kept) and _shorten_history(elsewhere, kept_elsewhere)):
            raise WarehouseError(
                f"removed were {counted(len(removed), 'build')} and {counted(sweep.files, 'file')}, which freed "
                f"{counted(sweep.bytes, 'byte')}, but "
                f"the disk is still full, and kg_history names builds that are gone: free some space and run "
                f"`annals gc` again"
            )
        return GcReport(tuple(removed), sweep.files, sweep.bytes, tuple(sorted(kept)))


def _kept(home: Home, builds: Builds, keep_published: int, include_unfinished: bool) -> set[str]:
    sealed = {ref.build for ref in builds.sealed()}
    newest_first = dict.fromkeys(ref.build for ref in reversed(publications(home)) if ref.build in sealed)
    kept = set(list(newest_first)[:keep_published])
    now = current(home)
    if now is not None:
        kept.add(now.ref.build)
    if not include_unfinished:
        kept.update(build for build in builds.known() if build not in sealed)
    return kept


def _reach(home: Home, kept: Iterable[str]) -> _Reach:
    reach = _Reach()
    _reach_more(home, kept, reach)
    reach.sources.update(member.sha256 for source in registered(open_ledger(home)) for member in source.members)
    return reach


def _reach_more(home: Home, kept: Iterable[str], reach: _Reach) -> None:
    builds, store, results = Builds(home), ContentStore(home), ResultStore(home)
    for build in sorted(kept):
        for generation in builds.generations(build):
            manifest = builds.load(BuildRef(build, generation))
            reach.contents.update(map(store.path, manifest.contents()))
            reach.sources.update(manifest.sources)
            for stage in manifest.stages.values():
                _follow(stage.fingerprint, store, results, reach)
        for pointer in builds.pointers(build).values():
            _follow(pointer["result"], store, results, reach)
        reach.sources.update(_hashes_in(builds.request(build) or {}))


def _follow(fingerprint: str, store: ContentStore, results: ResultStore, reach: _Reach) -> None:
    pending = [fingerprint]
    while pending:
        name = pending.pop()
        if name in reach.results:
            continue
        reach.results.add(name)
        result: Mapping[str, Any] = results.read(name) or {}
        contents: list[Content] = files_of(result)
        reach.contents.update(map(store.path, contents))
        reach.remembered.update(remembered_of(result))
        pending += shards_of(result)


def _hashes_in(value: Any) -> Iterator[str]:
    """Every sha256 that a request mentions, wherever it stands."""
    if isinstance(value, str):
        if _SHA256.fullmatch(value):
            yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _hashes_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _hashes_in(inner)


def _remove_build(home: Home, builds: Builds, build: str, sweep: _Sweep) -> None:
    sweep.folder(builds.folder(build))
    sweep.file(builds.request_path(build))
    for generation in reversed(builds.generations(build)):
        sweep.file(builds.manifest_path(BuildRef(build, generation)))
    sweep.file(home.locks / f"{build_lock(build)}.lock")


def _shorten_history(home: Home, kept: set[str]) -> bool:
    """Remove the builds that are gone from the views and the list of publications; returns False if the disk
    was too full."""
    try:
        prune_history(home)
        before = publications(home)
        after = [ref for ref in before if ref.build in kept]
        if after != before:
            write_publications(home, after)
    except Exception as error:
        if not is_of_full_disk(error):
            raise
        return False
    return True


def _remove_unreached(home: Home, reach: _Reach, sweep: _Sweep) -> None:
    for path in sorted(home.results.glob("*.json")):
        if path.stem not in reach.results:
            sweep.file(path)
    for path in sorted(home.remembered.glob("*.json")):
        if path.name not in reach.remembered:
            sweep.file(path)
    for path in sorted(home.contents.glob("*/*/*")):
        if path not in reach.contents:
            sweep.file(path)
    for path in sorted(home.sources.iterdir()):
        if path.name not in reach.sources:
            sweep.file(path)


def _remove_unfinished_files(home: Home, sweep: _Sweep) -> None:
    """Remove files that killed processes left behind. Folders of readers that still run stay; these readers
    hold no lock."""
    for path in sorted(home.tmp.iterdir()):
        if _is_of_living_reader(path.name):
            continue
        if path.is_dir():
            sweep.folder(path)
        else:
            sweep.file(path)
    for folder in (home.warehouse, home.results, home.remembered, home.builds, *sorted(home.builds.glob("*/"))):
        for path in sorted(folder.glob(f"{TEMPORARY_PREFIX}*")):
            sweep.file(path)


def _is_of_living_reader(name: str) -> bool:
    owner = name.removeprefix(READER_PREFIX).partition("-")[0]
    if not name.startswith(READER_PREFIX) or not owner.isdigit():
        return False
    try:
        os.kill(int(owner), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
