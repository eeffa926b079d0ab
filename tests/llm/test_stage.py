"""A stage reads logged calls up to its build's position; calls change its fingerprint and never the build's id."""

from typing import Any

import pytest

from kg_assets.core.config import Config
from kg_assets.core.data import data_path
from kg_assets.core.yamlfile import read_yaml
from kg_assets.engine.runner import Engine, StageOutcome
from kg_assets.engine.session import put_request, run_build
from kg_assets.engine.stagerun import Given
from kg_assets.store.builds import build_id
from kg_assets.store.calls import erase_calls_about
from kg_assets.store.home import Home
from kg_assets.store.registry import open_ledger
from kg_assets.store.rows import read_table
from kg_assets.store.settings import StoreSettings
from tests.llm.asking import ask, run, settings
from tests.llm.server import echoes, serving
from tests.llm.staged import HOUSE

AS_OF = "2026-01-31T12:00:00.000Z"


@pytest.fixture(autouse=True)
def _code_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    # The version of a stage's code is taken over modules of the package; the stage here is one of the tests.
    monkeypatch.setattr("kg_assets.engine.runner.stage_code_version", lambda *_: "0" * 64)


def engine(home: Home, **changed: Any) -> Engine:
    store = StoreSettings.model_validate(read_yaml(data_path("config/pipeline.yaml"))["store"])
    return Engine(home, HOUSE, Config({"store": store, "models": settings(**changed)}), 1)


def request(home: Home) -> str:
    """Ask for a build, as `annals build` does; its id."""
    position = open_ledger(home).decision_position()
    build = build_id(AS_OF, [], position)
    put_request(engine(home), build, Given(as_of=AS_OF), position)
    return build


def built(home: Home, build: str, **changed: Any) -> tuple[StageOutcome, list[tuple[str, str | None]]]:
    made = engine(home, **changed)
    outcome = run_build(made, build)["answers"]
    rows = read_table(made.contents.path(outcome.tables["kg.answers"][0])).to_pydict()
    return outcome, list(zip(rows["status"], rows["answer"], strict=True))


def test_calls_change_the_fingerprint_and_not_the_build(home: Home) -> None:
    """Guards design §5: asked for again, the same build sees the new calls; until then it stays as it was."""
    build = request(home)
    without, rows = built(home, build)
    assert rows == [("missing", None), ("missing", None)]
    with serving(echoes()) as endpoint:
        chosen = settings(base_url=endpoint.base_url, budget_calls=1)
        run(home, chosen, ask("alpha", chosen), ask("beta", chosen))
    pinned, _ = built(home, build)
    assert pinned.reused
    assert pinned.fingerprint == without.fingerprint
    assert request(home) == build
    called, rows = built(home, build)
    assert called.fingerprint != without.fingerprint
    assert rows == [("answered", "alpha"), ("missing", None)]


def test_a_replayed_build_is_the_live_one(home: Home) -> None:
    """Guards replay: another endpoint, another budget and mode replay find the live build's result."""
    with serving(echoes()) as endpoint:
        chosen = settings(base_url=endpoint.base_url)
        run(home, chosen, ask("alpha", chosen), ask("beta", chosen))
        live, rows = built(home, request(home), base_url=endpoint.base_url)
    replayed, again = built(home, request(home), mode="replay", budget_calls=1)
    assert (replayed.fingerprint, again, replayed.reused) == (live.fingerprint, rows, True)
    assert rows == [("answered", "alpha"), ("answered", "beta")]


def test_erased_calls_leave_a_build_as_if_never_made(home: Home) -> None:
    """Guards erasure: the same fingerprint, and so the same bytes, as before the calls."""
    build = request(home)
    never, rows = built(home, build)
    with serving(echoes()) as endpoint:
        chosen = settings(base_url=endpoint.base_url)
        run(home, chosen, ask("alpha", chosen), ask("beta", chosen))
    assert built(home, request(home))[0].fingerprint != never.fingerprint
    erase_calls_about(open_ledger(home), frozenset({"message-alpha", "message-beta"}))
    erased, again = built(home, request(home))
    assert (erased.fingerprint, again) == (never.fingerprint, rows)
