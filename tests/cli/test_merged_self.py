"""After `annals review merge SELF …` the analysts' recipes answer as before, and the report has your name."""

import html
import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from kg_assets.cli.main import main
from kg_assets.store.home import Home
from kg_assets.store.readonly import opened, select
from tests.cli.test_analysts_book import PAGE, _answers
from tests.worlds import copied

pytestmark = pytest.mark.whole
# The only name of theirs that the person of the demo ever says.
OWN = "gerda.elmhoek@post.example.org"
RECIPES = [match["sql"] for match in _answers().BLOCK.finditer(PAGE)]
# Counts of entities and of what was merged are news of a merge, and so are the builds.
OF_BUILDS = [sql for sql in RECIPES if "kg_history" in sql]


def _answered(home: Home) -> dict[str, list[Any]]:
    with opened(home) as warehouse:
        return {sql: select(warehouse.connection, sql).fetchall() for sql in RECIPES}


@pytest.fixture(scope="module")
def merged(tmp_path_factory: pytest.TempPathFactory, demo_home: Home) -> Iterator[tuple[Home, dict[str, list[Any]]]]:
    """The demo after the merge, and what the recipes said before it."""
    folder = tmp_path_factory.mktemp("merged")
    home = copied(demo_home, folder / "home")
    before = _answered(home)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ANNALS_HOME", str(home.root))
        patch.setenv("ANNALS_THREADS", "1")
        assert main(["review", "merge", "SELF", OWN]) == 0
        assert main(["build"]) == 0
        assert main(["report", "--out", str(folder / "report.html")]) == 0
        yield home, before
    shutil.rmtree(folder)


def test_the_recipes_answer_as_before(merged: tuple[Home, dict[str, list[Any]]]) -> None:
    home, before = merged
    after = _answered(home)
    assert any("subject = 'SELF'" in sql for sql in RECIPES)
    for sql in RECIPES:
        assert after[sql], sql
        if sql not in OF_BUILDS:
            # What nothing else orders is ordered by ids, and a merge renames what says something of the merged name.
            assert sorted(map(repr, after[sql])) == sorted(map(repr, before[sql])), sql


def test_self_is_one_entity_that_is_called_by_both_names(merged: tuple[Home, dict[str, list[Any]]]) -> None:
    home, _ = merged
    with opened(home) as warehouse:
        found = select(
            warehouse.connection, "SELECT canonical_name, list_contains(aliases_json, ?) "
            "FROM entities WHERE entity_key = '__SELF__'", [OWN],
        ).fetchall()  # fmt: skip
    assert found == [("SELF", True)]


def test_the_report_says_what_you_are_called(merged: tuple[Home, dict[str, list[Any]]]) -> None:
    home, _ = merged
    page = (home.root.parent / "report.html").read_text(encoding="utf-8")
    assert f"written by you, <bdi>{html.escape(OWN)}</bdi>." in page
    assert os.stat(home.root.parent / "report.html").st_mode & 0o777 == 0o600
