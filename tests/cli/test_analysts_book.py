"""docs/analysts.md: every answer in it is what a fresh demo says, so that the book cannot rot."""

import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from kg_assets.store.home import Home
from kg_assets.store.readonly import opened

pytestmark = pytest.mark.whole

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "analysts.md").read_text(encoding="utf-8")


def _answers() -> ModuleType:
    """docs/ is no package."""
    spec = importlib.util.spec_from_file_location("answers", DOCS / "answers.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def published(demo_home: Home) -> Iterator[Any]:
    with opened(demo_home) as warehouse:
        yield warehouse.connection


def test_every_answer_is_what_the_demo_says(demo_home: Home) -> None:
    """`python docs/answers.py` writes the answers anew; look at what has changed before you commit it."""
    answered = _answers().answered(PAGE, demo_home)
    assert answered.splitlines() == PAGE.splitlines()


def test_every_block_of_sql_is_asked() -> None:
    """A block that the pattern misses would keep its answer for ever."""
    blocks = PAGE.count("```sql")
    assert len(re.findall(r"^## \d+\. ", PAGE, re.MULTILINE)) == 10 <= blocks
    assert len(_answers().BLOCK.findall(PAGE)) == blocks


@pytest.mark.parametrize(
    "name",
    [
        "claims_readable", "what_mattered", "open_conflicts", "people", "projects", "facts_as_of", "timeline",
        "changes_between", "entity_overview", "kg_history",
    ],
)  # fmt: skip
def test_the_book_uses_what_is_made_for_analysts(name: str) -> None:
    asked = " ".join(match["sql"] for match in _answers().BLOCK.finditer(PAGE))
    assert re.search(rf"\b{name}\b", asked)


def test_every_view_and_macro_for_analysts_says_what_it_is(published: Any) -> None:
    views = published.execute(
        "SELECT view_name FROM duckdb_views() WHERE NOT internal AND comment IS NULL"
        " AND database_name = current_database()"
    ).fetchall()
    macros = published.execute(
        "SELECT function_name FROM duckdb_functions() WHERE NOT internal AND comment IS NULL"
        " AND function_type IN ('macro', 'table_macro') AND NOT starts_with(function_name, '_')"
    ).fetchall()
    assert (views, macros) == ([], [])
