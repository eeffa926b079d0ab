"""What a person has decided of a claim is told from the next question on, before a build has followed it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kg_assets.core.config import load_config
from kg_assets.house import HOUSE
from kg_assets.mcp.serving import Answering, Interruptible
from kg_assets.queries.decided import decided_since
from kg_assets.store.home import Home
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import opened
from kg_assets.store.registry import open_ledger
from tests.mcp.conftest import RunCommand
from tests.worlds import copied

pytestmark = pytest.mark.whole

Ask = Callable[..., dict[str, Any]]


@pytest.fixture
def own(memory: Home, tmp_path: Path) -> Home:
    return copied(memory, tmp_path / "home")


@pytest.fixture
def asked_home(own: Home) -> Home:
    return own


@pytest.fixture
def ask(own: Home) -> Iterator[Ask]:
    config = load_config(HOUSE.sections)
    answering = Answering(own, lambda: config)
    yield lambda tool, **given: answering.call(tool, {**given, "tokens": 4000}, Interruptible())
    answering.close()


def _lives_in(ask: Ask, place: str) -> dict[str, Any]:
    (fact,) = [step for step in ask("timeline", entity="Nadia")["steps"] if step["object"] == place]
    return dict(fact)


def test_a_rejection_is_told_at_once_and_taken_back_at_once(ask: Ask, run: RunCommand) -> None:
    fact = _lives_in(ask, "Bergen")
    asked = {"query": "where does Nadia live", "limit": 5}
    assert fact["decided_since"] is None
    assert any("Bergen" in line for line in _claims(ask("hybrid_search", **asked)))
    run("reject", fact["assertion_id"])
    assert _lives_in(ask, "Bergen")["decided_since"] == "rejected"
    assert ask("why", assertion_id=fact["assertion_id"])["decided_since"] == "rejected"
    then = ask("facts_as_of", valid_at="2024-07", about="Nadia")["facts"]
    assert {one["object"]: one["decided_since"] for one in then} == {
        "Bergen": "rejected",
        "Fjordlab": None,
        "Nadia": None,
    }
    assert not any("Bergen" in line for line in _claims(ask("hybrid_search", **asked)))
    lines = run("as-of", "2024-07", "--about", "Nadia").splitlines()
    assert [line.endswith(fact["assertion_id"][:8]) for line in lines if "(rejected by you)" in line] == [True]
    assert lines[-1] == "  what you have decided since this build holds from the next one on: annals build"
    run("undo")
    assert _lives_in(ask, "Bergen")["decided_since"] is None
    assert any("Bergen" in line for line in _claims(ask("hybrid_search", **asked)))
    assert "annals build" not in run("as-of", "2024-07", "--about", "Nadia")


def test_a_confirmation_a_correction_and_what_is_rejected_everywhere(ask: Ask, run: RunCommand, own: Home) -> None:
    bergen, works = _lives_in(ask, "Bergen"), _lives_in(ask, "Fjordlab")
    run("confirm", bergen["assertion_id"])
    assert _lives_in(ask, "Bergen")["decided_since"] == "confirmed"
    run("correct", bergen["assertion_id"], "--object", "Molde")
    run("reject", works["assertion_id"], "--everywhere")
    assert _lives_in(ask, "Bergen")["decided_since"] == "corrected"
    assert "(corrected by you)" in run("timeline", "Nadia")
    with opened(own) as warehouse:
        assert decided_since(own, warehouse)[works["assertion_id"]] == "rejected"


def test_what_a_build_knows_is_not_told_beside_it_but_its_undoing_is(ask: Ask, run: RunCommand, own: Home) -> None:
    fact = _lives_in(ask, "Bergen")
    run("confirm", fact["assertion_id"])
    with opened(own) as warehouse:
        later = replace(warehouse.manifest, ledger_position=open_ledger(own).position())
        of_later = OpenWarehouse(warehouse.connection, later, None)
        assert decided_since(own, of_later) == {}
        run("undo")
        assert decided_since(own, of_later) == {fact["assertion_id"]: "taken back"}


def _claims(answer: dict[str, Any]) -> list[str]:
    return [str(claim) for hit in answer["primary_results"] for claim in hit["metadata"]["claims"]]
