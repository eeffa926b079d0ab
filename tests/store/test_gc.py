"""The sweep keeps what kept builds reach, all of it, and nothing else."""

import errno
import io
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from kg_assets.core.contract import Table
from kg_assets.core.errors import FULL_DISK, BusyError, WarehouseError, is_of_full_disk
from kg_assets.core.worker import describe_without_content
from kg_assets.store import gc as module
from kg_assets.store.builds import BuildRef, Builds, Manifest
from kg_assets.store.contents import ContentStore
from kg_assets.store.database import prune_history
from kg_assets.store.gc import gc
from kg_assets.store.home import Home
from kg_assets.store.locks import Locks
from kg_assets.store.opened import open_current
from kg_assets.store.publish import publications, publish
from kg_assets.store.registry import open_ledger
from kg_assets.store.results import ResultStore, files_of
from kg_assets.store.vault import Vault

Make = Callable[..., Manifest]
Contracts = dict[str, Table]
MONTHS = [f"2026-0{month}-01T00:00:00.000Z" for month in range(1, 6)]


def files(home: Home) -> dict[Path, bytes]:
    kinds = (home.contents, home.results, home.builds, home.sources, home.tmp, home.ledger)
    found = [path for folder in kinds for path in folder.rglob("*") if path.is_file() and path.suffix != ".lock"]
    return {path: path.read_bytes() for path in found}


def needed(home: Home, *manifests: Manifest) -> set[Path]:
    """What a build needs, said once more and independently of the sweep."""
    store, results, builds = ContentStore(home), ResultStore(home), Builds(home)
    paths: set[Path] = set()
    for manifest in manifests:
        paths |= {store.path(content) for content in manifest.contents()}
        for fingerprint in (manifest.stages["parse"].fingerprint, f"s{manifest.build[-8:]}"):
            paths.add(results.path(fingerprint))
            paths |= {store.path(content) for content in files_of(results.read(fingerprint) or {})}
        paths |= {builds.pointer_path(manifest.build, "parse"), builds.request_path(manifest.build)}
        paths |= {builds.manifest_path(BuildRef(manifest.build, g)) for g in builds.generations(manifest.build)}
        paths |= {home.sources / source for source in manifest.sources}
    return paths


@pytest.fixture
def months(home: Home, make_build: Make, contracts: Contracts) -> list[Manifest]:
    """Four published builds; all share one message file, each has a source of its own."""
    manifests = []
    for i, month in enumerate(MONTHS[:4]):
        source, _ = Vault(home).put(io.BytesIO(f"export {i}".encode()))
        manifests.append(make_build(month, "shared", *[f"own {i}"] * (i % 2), sources=(source,)))
        publish(home, manifests[-1], contracts, [])
    return manifests


def test_the_last_two_published_builds_and_unfinished_ones_stay(
    home: Home, months: list[Manifest], make_build: Make
) -> None:
    unfinished = make_build(MONTHS[4], "unfinished", "one", seal=False)
    failed = make_build("2026-04-02T00:00:00.000Z", "sealed", "never", "published")
    Vault(home).put(io.BytesIO(b"an export that nobody registered"))
    before = files(home)
    rehearsal = gc(home, dry_run=True)
    assert files(home) == before
    report = gc(home)
    assert (rehearsal.removed, rehearsal.files, rehearsal.bytes) == (report.removed, report.files, report.bytes)
    assert report.removed == tuple(sorted([months[0].build, months[1].build, failed.build]))
    assert report.kept == tuple(sorted([months[2].build, months[3].build, unfinished.build]))
    after = files(home)
    assert set(after) == needed(home, months[2], months[3], unfinished)
    assert all(before[path] == data for path, data in after.items())
    assert report.files == len(before) - len(after)
    assert report.bytes == sum(map(len, before.values())) - sum(map(len, after.values()))
    assert gc(home).files == 0
    gc(home, include_unfinished=True)
    assert set(files(home)) == needed(home, months[2], months[3])


def test_history_forgets_removed_builds_and_the_rest_is_readable(home: Home, months: list[Manifest]) -> None:
    gc(home, keep_published=1)
    assert publications(home) == [months[3].ref]
    with open_current(home) as opened:
        rows = opened.connection.execute("SELECT DISTINCT build_id FROM kg_history.messages").fetchall()
        assert rows == [(months[3].build,)]
        comment = opened.connection.execute(
            "SELECT comment FROM duckdb_views() WHERE schema_name = 'kg_history' AND view_name = 'messages'"
        ).fetchone()
        assert comment is not None
        assert comment[0].startswith("What was said")
        assert opened.connection.execute("SELECT count(*) FROM kg.messages").fetchone() == (2,)
    assert home.database.stat().st_mode & 0o777 == 0o444


def test_an_older_published_build_counts_as_last(home: Home, months: list[Manifest], contracts: Contracts) -> None:
    publish(home, months[0], contracts, [], pin=True)
    assert gc(home).kept == tuple(sorted([months[0].build, months[3].build]))
    gc(home, keep_published=1)
    assert set(files(home)) == needed(home, months[0])


def test_all_generations_of_a_kept_build_stay(home: Home, months: list[Manifest], contracts: Contracts) -> None:
    assert Builds(home).seal(replace(months[3], warned_checks=("x",))) == 2
    publish(home, Builds(home).load(BuildRef(months[3].build, 2)), contracts, [])
    assert gc(home).kept == (months[2].build, months[3].build)
    assert Builds(home).generations(months[3].build) == [1, 2]


def test_registered_sources_stay(home: Home, make_build: Make) -> None:
    sha256, size = Vault(home).put(io.BytesIO(b"registered"))
    body = {
        "export_sha256": sha256,
        "adapter": "chatgpt",
        "path": "export.zip",
        "replaces_path": False,
        "members": [{"sha256": sha256, "name": "conversations.json", "bytes": size}],
    }
    open_ledger(home).append("source_added", body)
    gc(home)
    assert Vault(home).exists(sha256)
    open_ledger(home).append("source_removed", {"export_sha256": sha256})
    gc(home)
    assert not Vault(home).exists(sha256)


def test_leftovers_of_kills_go(home: Home, months: list[Manifest]) -> None:
    clean = gc(home) and files(home)
    folders = (home.tmp, home.results, home.builds, Builds(home).folder(months[3].build), home.sources)
    store = ContentStore(home).path(months[3].contents()[0]).parent
    for folder in (*folders, store, home.ledger):
        (folder / ".unfinished-x").write_bytes(b"half")
    (home.tmp / "publish-x").mkdir()
    (home.tmp / "publish-x" / "kg.duckdb").write_bytes(b"half")
    (home.tmp / "reader-999999999-x").mkdir()
    living = open_current(home)
    report = gc(home)
    assert report.bytes == 4 * 8
    assert living.connection.execute("SELECT count(*) FROM messages").fetchone() == (2,)
    assert [path.name for path in home.tmp.iterdir()] == [living._folder.name]  # type: ignore[union-attr]
    living.close()
    assert files(home) == clean


def test_a_kill_between_any_two_removals_heals(
    home: Home, months: list[Manifest], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    real, count = module._Sweep.file, 0
    wanted = needed(home, months[2], months[3])
    while True:
        allowed = 3

        def file(sweep: module._Sweep, path: Path) -> None:
            nonlocal allowed
            if not allowed:
                raise Killed
            allowed -= 1
            real(sweep, path)

        monkeypatch.setattr(module._Sweep, "file", file)
        try:
            gc(home)
        except Killed:
            count += 1
            assert wanted <= set(files(home))
            with open_current(home) as opened:
                assert opened.connection.execute("SELECT count(*) FROM messages").fetchone() == (2,)
            continue
        break
    assert count > 3
    assert set(files(home)) == wanted


def test_nobody_works_meanwhile(home: Home, months: list[Manifest]) -> None:
    with Locks(home).warehouse_shared("a build"), pytest.raises(BusyError, match="a build"):
        gc(home)
    with pytest.raises(WarehouseError, match="1 or more was expected"):
        gc(home, keep_published=0)


def test_a_pointer_that_cannot_be_read_stops_the_sweep(home: Home, months: list[Manifest]) -> None:
    """What a damaged pointer reached cannot be known: nothing may be removed on a guess."""
    Builds(home).pointer_path(months[3].build, "parse").write_bytes(b"{")
    before = files(home)
    with pytest.raises(WarehouseError, match=r"parse\.json is damaged"):
        gc(home)
    assert files(home) == before


def full_disk(*arguments: object, **named: object) -> None:
    raise WarehouseError("cannot write") from OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("fulls", [1, 2])
def test_a_full_disk_is_freed_before_anything_is_written(
    home: Home, months: list[Manifest], monkeypatch: pytest.MonkeyPatch, fulls: int
) -> None:
    """The views of history are written once there is room; if there never is, what was done is said as it is."""
    tries: list[set[Path]] = []

    def prune(home: Home) -> bool:
        tries.append(set(files(home)))
        return full_disk() is None if len(tries) <= fulls else prune_history(home)

    monkeypatch.setattr(module, "prune_history", prune)
    if fulls == 1:
        gc(home)
        assert set(files(home)) == needed(home, months[2], months[3])
    else:
        with pytest.raises(
            WarehouseError, match=r"removed were 2 builds and \d+ files, which freed .* disk is still full"
        ):
            gc(home)
        gc(home)
        assert set(files(home)) == needed(home, months[2], months[3])
    assert len(tries[1]) < len(tries[0]), "the second try comes after files have gone"


@pytest.mark.parametrize(
    ("error", "is_it"),
    [
        (OSError(errno.ENOSPC, "x"), True),
        (sqlite3.OperationalError("database or disk is full"), True),
        (OSError(errno.EACCES, "x"), False),
        (ValueError("full"), False),
    ],
)
def test_every_library_s_full_disk_is_told_in_one_way(error: Exception, is_it: bool) -> None:
    assert is_of_full_disk(error) is is_it
    outer = RuntimeError("outer")
    outer.__cause__ = error
    assert (describe_without_content(outer) == FULL_DISK) is is_it
