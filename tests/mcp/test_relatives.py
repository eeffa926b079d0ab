"""A relative who is named in one message and called "my sister" in another is one person wherever facts are told."""

import html
import re
from pathlib import Path
from typing import Any

import pytest

from kg_assets.core.config import load_config
from kg_assets.house import HOUSE
from kg_assets.mcp.serving import Answering, Interruptible
from kg_assets.store.home import Home
from tests.mcp.conftest import RunCommand

pytestmark = pytest.mark.whole


def test_facts_of_a_moment_stand_under_the_name(run: RunCommand) -> None:
    lines = [" ".join(line.split()[2:-1]) for line in run("as-of", "2025-06-01").splitlines() if line.startswith("  ")]
    assert "Nadia is allergic to nuts" in lines
    assert not any("your sister" in line or "you have a sister" in line for line in lines)


@pytest.mark.parametrize("line", [("as-of", "2025-06-01", "--about", "SELF"), ("timeline", "SELF")])
def test_what_the_person_has_is_told_by_name_too(run: RunCommand, line: tuple[str, ...]) -> None:
    told = run(*line)
    assert "your sibling is Nadia" in told
    assert "you have a sister" not in told


def test_changes_are_told_of_the_name(run: RunCommand) -> None:
    told = run("changes", "2025-05", "2025-06")
    assert "Nadia is allergic to nuts" in told
    assert "your sister" not in told


@pytest.mark.parametrize("words", ["my sister", "Sister", "your sister", "Nadia", "my sister Nadia", "sis"])
def test_a_relative_is_found_by_the_relation(run: RunCommand, words: str) -> None:
    told = run("timeline", words)
    assert told.splitlines()[0] == "Nadia, your sister"
    assert "Nadia is allergic to nuts" in told
    assert "Nadia lives in Bergen" in told


@pytest.mark.parametrize("who", ["Nadia", "my sister"])
def test_a_search_for_a_relative_finds_what_was_said_of_them_without_the_name(run: RunCommand, who: str) -> None:
    assert "My sister is allergic to »nuts«" in run("search", "nuts", "--entity", who)


def test_a_relation_that_was_only_said_beside_a_name_is_found_too(run: RunCommand) -> None:
    assert run("timeline", "my friend").splitlines()[0] == "Ruben, your friend"


def test_agents_are_told_the_name(memory: Home) -> None:
    config = load_config(HOUSE.sections)
    answering = Answering(memory, lambda: config)
    given: dict[str, Any] = {"valid_at": "2025-06", "tokens": 4000}
    facts = answering.call("facts_as_of", given, Interruptible())["facts"]
    answering.close()
    told = {(one["subject"], one["predicate"]) for one in facts}
    assert ("Nadia", "has_condition") in told
    assert not any(subject.startswith("your ") for subject, _ in told)


def test_the_report_tells_of_the_name(memory: Home, run: RunCommand, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    run("report", "--out", str(page))
    markup = re.sub(r"<(script|style).*?</\1>", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    told = " ".join(html.unescape(re.sub("<[^>]+>", " ", markup)).split())
    (of_nadia,) = re.findall(r"People .*?(Nadia your sibling · .*? named in)", told)
    assert "allergic to nuts" in of_nadia
    assert "lives in Tromsø" in of_nadia
