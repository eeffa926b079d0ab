"""`annals doctor --deep`: what is not as it was written is named with what to do, and doing that mends it."""

import shutil
from pathlib import Path

import pytest

from kg_assets.cli.examination import Finding, examine
from kg_assets.engine.runner import Engine
from kg_assets.store.contents import Content
from kg_assets.store.home import Home
from kg_assets.store.registry import open_ledger, registered
from kg_assets.store.results import files_of
from kg_assets.store.vault import Vault
from tests.cli.a_life import built, engine_over, names_in_order, renewed
from tests.worlds import copied

pytestmark = pytest.mark.whole


@pytest.fixture(scope="module")
def two_builds(tmp_path_factory: pytest.TempPathFactory, twice_noted: Home) -> tuple[Home, Path, list[str]]:
    """A home, a copy of its state with two builds, and their names; the second is published."""
    folder = tmp_path_factory.mktemp("integrity")
    home = copied(twice_noted, folder / "home")
    shutil.copytree(home.root, folder / "state")
    return home, folder / "state", names_in_order(home)


@pytest.fixture
def engine(two_builds: tuple[Home, Path, list[str]]) -> Engine:
    renewed(two_builds[0], two_builds[1])
    return engine_over(two_builds[0])


def _turn_a_bit(path: Path) -> None:
    """What a failing disk does: the length stays."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.chmod(0o600)
    path.write_bytes(data)


def _files(engine: Engine) -> list[Finding]:
    return [finding for finding in examine(engine, is_deep=True) if finding.what == "files"]


def _contents(engine: Engine, build: str) -> set[Content]:
    manifest = engine.builds.latest(build)
    assert manifest is not None
    return set(manifest.contents())


def test_a_sound_home_says_how_much_was_read(engine: Engine) -> None:
    (found,) = _files(engine)
    stored = [path for path in engine.home.contents.rglob("*") if path.is_file()]
    stored += [path for path in engine.home.sources.iterdir() if path.is_file()]
    stored += list((engine.home.ledger / "payloads").iterdir())
    assert found.is_well
    assert found.said.startswith(f"{len(stored)} files, "), "every file of the store, the vault and the ledger"


def test_a_turned_bit_is_found_where_nothing_has_failed(
    engine: Engine, two_builds: tuple[Home, Path, list[str]]
) -> None:
    """Only sizes were compared unless something had failed already."""
    old, new = (_contents(engine, build) for build in two_builds[2])
    shared, of_old = (min(found, key=engine.contents.path) for found in (old & new, old - new))
    for content in (shared, of_old):
        _turn_a_bit(engine.contents.path(content))
    assert all(finding.is_well for finding in examine(engine) if finding.what == "files"), "not without being asked"
    found = {finding.said.partition(" ")[0]: finding for finding in _files(engine)}
    assert found.keys() == {str(engine.contents.path(content)) for content in (shared, of_old)}
    assert found[str(engine.contents.path(shared))].mend == "rm that file, then annals build"
    older = found[str(engine.contents.path(of_old))]
    assert older.mend == f"rm that file, then annals backfill --stale --build {two_builds[2][0]}"


def test_a_file_that_is_gone_or_cut_short_is_told_apart(
    engine: Engine, two_builds: tuple[Home, Path, list[str]]
) -> None:
    of_new = sorted(_contents(engine, two_builds[2][1]) - _contents(engine, two_builds[2][0]), key=engine.contents.path)
    gone, cut = (engine.contents.path(content) for content in of_new[:2])
    gone.unlink()
    cut.write_bytes(cut.read_bytes()[:-1])
    said = {finding.said: finding.mend for finding in _files(engine)}
    assert said == {
        f"{gone} of {of_new[0].table} is missing": "annals build",
        f"{cut} of {of_new[1].table} is cut short": "rm that file, then annals build",
    }


def test_what_only_a_later_build_would_use_again_is_read_too(
    engine: Engine, two_builds: tuple[Home, Path, list[str]]
) -> None:
    """A shard's rows are merged into a table, and taken again as they lie there when the next build is made."""
    held = set().union(*(_contents(engine, build) for build in two_builds[2]))
    named = {c for path in engine.home.results.glob("*.json") for c in files_of(engine.results.read(path.stem) or {})}
    alone = min(named - held, key=engine.contents.path)
    _turn_a_bit(engine.contents.path(alone))
    (found,) = _files(engine)
    assert str(engine.contents.path(alone)) in found.said


def test_a_damaged_source_and_a_damaged_payload(engine: Engine) -> None:
    ledger = open_ledger(engine.home)
    source = registered(ledger)[0]
    _turn_a_bit(Vault(engine.home).path(source.members[0].sha256))
    named = {"entity_id": "e", "entity_type": "PERSON", "entity_key": "bob"}
    entry = ledger.append("entities_split", {"merged": named})
    _turn_a_bit(ledger.payloads / str(entry.payload))
    copy, payload = _files(engine)
    assert f"the copy of {source.members[0].name}, is damaged" in copy.said
    assert copy.mend.startswith(f"rm that file, then annals build {source.path}")
    assert (payload.said.endswith("is damaged"), payload.mend) == (True, "restore it from a backup or erase it")


def test_doing_what_it_says_mends_it(engine: Engine, two_builds: tuple[Home, Path, list[str]]) -> None:
    content = min(_contents(engine, two_builds[2][1]), key=engine.contents.path)
    path = engine.contents.path(content)
    before = path.read_bytes()
    _turn_a_bit(path)
    assert not _files(engine)[0].is_well
    path.unlink()
    built(engine_over(engine.home))
    assert path.read_bytes() == before
    assert [finding.is_well for finding in _files(engine)] == [True]
