"""Of a sharded stage whose other shards are published, rules are asked of the new ones, and of no fewer."""

from pathlib import Path

import pytest

from kg_assets.core.config import load_config
from kg_assets.core.errors import ContractError
from kg_assets.engine import runner
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import make_build, put_request
from kg_assets.engine.stagerun import Given
from kg_assets.store.builds import build_id
from kg_assets.store.home import Home
from tests.engine.ruled import HOUSE, NUMBERS


@pytest.fixture(autouse=True)
def _as_code(monkeypatch: pytest.MonkeyPatch) -> None:
    # The version of a stage's code is taken over modules of the package; the stages here are of the tests.
    monkeypatch.setattr("kg_assets.engine.runner.stage_code_version", lambda *_: "0" * 64)


def _build(home: Home, day: int, numbers: list[int]) -> None:
    engine = Engine(home, HOUSE, load_config(HOUSE.sections))
    as_of, sha256 = f"2026-01-{day:02d}T12:00:00.000Z", f"{day:064x}"
    build = build_id(as_of, [sha256], 0)
    source = {"sha256": sha256, "bytes": 1, "numbers": numbers}
    put_request(engine, build, Given(sources=(source,), as_of=as_of, horizon=as_of), 0)
    make_build(engine, build)


def _asked(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The files of the table whose rules are asked, by check."""
    asked: list[list[str]] = []

    def noted(connection, contracts, files, news, unchanged):  # type: ignore[no-untyped-def]
        asked.append([Path(path).name for path in news.get(NUMBERS.name, files[NUMBERS.name])])
        return check_tables(connection, contracts, files, news, unchanged)

    check_tables = runner.check_tables
    monkeypatch.setattr(runner, "check_tables", noted)
    return asked


def test_rules_are_asked_of_what_is_new(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = _asked(monkeypatch)
    _build(home, 1, [3, 4])
    _build(home, 2, [3, 4, 5])
    _build(home, 3, [4, 5])
    assert [len(files) for files in asked] == [2, 1, 0]
    assert not set(asked[0]) & set(asked[1])


@pytest.mark.parametrize(
    ("numbers", "broken"),
    [
        ([3, 4, -6], "it_counts"),
        # Of what all shards have together, all are asked.
        ([3, 4, -4], r"unique\(name\)"),
    ],
)
def test_what_a_new_shard_breaks_is_seen_each_time(home: Home, numbers: list[int], broken: str) -> None:
    """Guards that a shard whose rows were kept, in a build that was not, counts as new the next time too."""
    _build(home, 1, [3, 4])
    for _ in range(2):
        with pytest.raises(ContractError, match=broken):
            _build(home, 2, numbers)
