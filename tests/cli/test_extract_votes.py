"""Votes on what mattered: asked for by `annals extract` over real HTTP, replayed by builds, and without a trace before.

Guards seed 000 §6.6.5 (tier 3) and design §1.1, §5 and §6, from the command to the rows of `kg.profile_members`.
"""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg_assets.cli.main import main
from kg_assets.intake.asking import register
from kg_assets.store.calls import erase_calls_about
from kg_assets.store.home import Home
from kg_assets.store.registry import open_ledger
from tests.claims.extraction.talk import ANSWER, answers_by_text, claim, override_file, write_talk
from tests.cli.voting_home import (
    built,
    engine,
    hashes,
    kinds_asked,
    published,
    rows,
    says_category,
    settings_file,
    sorting,
    thing_of,
    tiers,
    votes,
)
from tests.llm.server import Endpoint, fails, says, serving

pytestmark = pytest.mark.whole

Annals = Callable[..., tuple[int, str]]
CLAIM = "SELECT min(assertion_id) AS assertion_id FROM assertions"
FOUR_AND_THREE = ["claims"] * 4 + ["category"] * 3
NONE = ("unclassified", 0, "none", 0.0)
TEA = ("interest", 1, "window", 1.0)


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home whose talk is built and published without a model: Oslo, Nordvik and a sister are of no category."""
    folder = tmp_path_factory.mktemp("votes")
    home, settings = Home(folder / "home").prepare(), settings_file(folder, mode="off")
    register(engine(home, settings), write_talk(folder))
    outcomes = published(home, settings)
    assert tiers(home, outcomes) == {"Oslo": NONE, "Nordvik": NONE, "your sister": NONE, "tea": TEA}
    return folder


@pytest.fixture
def talk(shown: Path, tmp_path: Path) -> Home:
    """A copy of that home."""
    shutil.copytree(shown / "home", tmp_path / "talk", symlinks=True)
    return Home(tmp_path / "talk").prepare()


@pytest.fixture
def annals(talk: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Annals:
    """Run a command as a person would; the exit code and what it said."""
    monkeypatch.setenv("ANNALS_HOME", str(talk.root))
    monkeypatch.setenv("ANNALS_THREADS", "1")

    def run(
        *arguments: str, endpoint: Endpoint | None = None, settings: Path | None = None, **models: Any
    ) -> tuple[int, str]:
        models |= {"base_url": endpoint.base_url} if endpoint else {"mode": "off"}
        monkeypatch.setenv("ANNALS_CONFIG", str(settings or settings_file(tmp_path, **models)))
        capsys.readouterr()
        code = main(list(arguments))
        said = capsys.readouterr()
        return code, said.out + said.err

    return run


def replayed(home: Home, folder: Path, **models: Any) -> Any:
    """The build as it is without a network."""
    return built(home, settings_file(folder, mode="replay", base_url="http://localhost:1/v1", **models))


def test_asked_then_built_then_built_again_offline(talk: Home, annals: Annals, tmp_path: Path) -> None:
    """Guards the whole way: told by kind, sent after a yes, votes last, rows of tier 3, and the same bytes elsewhere.

    What the model reads in a message is voted on in the same run: it says that the person lives near the fjord.
    """
    read = answers_by_text({ANSWER: [claim("you live near the fjord", "lives_in", "fjord", subject="you")]})
    model = sorting({"Nordvik": says_category("project")}, says_category("unclassified"), read)
    with serving(model) as endpoint:
        code, said = annals("extract", "--estimate", endpoint=endpoint)
        assert (code, endpoint.received) == (0, []), said
        assert "7 calls of test-model at" in said
        assert "about messages: 4 calls of 4 requests" in said
        assert "about what mattered: 3 calls of 3 requests" in said
        assert "never more than 200" in said
        code, said = annals("extract", "--yes", endpoint=endpoint)
        assert (code, "8 answers, by 8 calls and 760 tokens" in said) == (0, True)  # 4 · 120 + 4 · 70
        assert kinds_asked(endpoint) == [*FOUR_AND_THREE, "category"]
        assert "fjord" in [thing_of(json.loads(received.body)) for received in endpoint.received[4:]]
        assert "nothing is left to ask of 8 requests" in annals("extract", endpoint=endpoint)[1]
    first = replayed(talk, tmp_path)
    assert tiers(talk, first) == {
        "Oslo": NONE, "your sister": NONE, "fjord": NONE, "tea": TEA, "Nordvik": ("project", 3, "model", 0.9),
    }  # fmt: skip
    assert {label: vote["reason"] for label, vote in votes(talk, first).items()} == {
        "Oslo": "unclassified", "your sister": "unclassified", "fjord": "unclassified", "Nordvik": None,
    }  # fmt: skip
    elsewhere = Home(tmp_path / "elsewhere").prepare()
    for kept, there in ((talk.ledger, elsewhere.ledger), (talk.sources, elsewhere.sources)):
        shutil.copytree(kept, there, dirs_exist_ok=True)
    again = replayed(elsewhere, tmp_path)
    assert not again["profile"].reused
    assert hashes(again) == hashes(first)


def test_what_cannot_be_used_leaves_the_row_as_it_was_and_says_why(talk: Home, annals: Annals, tmp_path: Path) -> None:
    """Guards §6.6.5 4: no JSON is tried again and given up; a refusal or a category that is none would come again."""
    model = sorting(
        {
            "Oslo": says("It is a city."),
            "Nordvik": says_category("employer"),
            "your sister": says(None, message={"refusal": "I cannot help with that."}),
        },
        fails(500),
    )
    with serving(model) as endpoint:
        code, said = annals("extract", "--yes", endpoint=endpoint)
        assert code == 0
        assert "1 without a usable answer: invalid json" in said
        assert "1 without a usable answer: refused" in said
        # max_retries is 1: Oslo was asked about twice.
        assert kinds_asked(endpoint).count("category") == 4
        assert "nothing is left to ask" in annals("extract", endpoint=endpoint)[1]
    outcomes = replayed(talk, tmp_path)
    assert tiers(talk, outcomes) == {"Oslo": NONE, "Nordvik": NONE, "your sister": NONE, "tea": TEA}
    assert {label: (vote["category"], vote["reason"]) for label, vote in votes(talk, outcomes).items()} == {
        "Oslo": (None, "invalid_json"),
        "Nordvik": (None, "unknown_category"),
        "your sister": (None, "refused"),
    }
    # Nothing of what the model wrote beside the vocabulary is on record in the tables.
    assert "employer" not in json.dumps(rows(talk, outcomes, "stage_events"))


def test_an_endpoint_that_refuses_ends_the_run_and_the_next_goes_on(talk: Home, annals: Annals, tmp_path: Path) -> None:
    """Guards §6: a key that is not accepted for votes costs one call, nothing is lost, and a build is possible."""
    with serving(sorting({}, fails(401))) as endpoint:
        code, said = annals("extract", "--yes", endpoint=endpoint)
        assert (code, kinds_asked(endpoint)) == (1, FOUR_AND_THREE[:5])
        assert f"stopped: the endpoint {endpoint.base_url} answered with status 401" in said
        assert "left to ask: 3 requests" in said
    without = replayed(talk, tmp_path)
    assert set(tiers(talk, without).values()) == {NONE, TEA}
    assert [vote["reason"] for vote in votes(talk, without).values()] == ["endpoint_refused"]
    (waiting,) = [row for row in rows(talk, without, "stage_events") if row["code"] == "VOTES_NOT_ASKED"]
    assert json.loads(waiting["detail_json"]) == {"command": "annals extract", "members": 2}
    with serving(sorting({}, says_category("plan", 0.5))) as endpoint:
        assert "3 answers, by 3 calls" in annals("extract", "--yes", endpoint=endpoint)[1]
    assert tiers(talk, replayed(talk, tmp_path))["Oslo"] == ("plan", 3, "model", 0.5)
    # What showed a message goes with it: of Oslo and Nordvik only the first speaks, of the sister the third.
    erase_calls_about(open_ledger(talk), frozenset({"m0"}))
    erased = tiers(talk, replayed(talk, tmp_path))
    assert {label: tier[1] for label, tier in erased.items()} == {
        "Oslo": 0, "Nordvik": 0, "your sister": 3, "tea": 1,
    }  # fmt: skip


def test_votes_keep_to_the_limit_and_the_budget(annals: Annals) -> None:
    """Guards money: votes wait for the last message, `--limit` counts both kinds, one budget serves both."""
    with serving(sorting({}, says_category("plan"))) as endpoint:
        _, said = annals("extract", "--estimate", "--limit", "3", endpoint=endpoint)
        assert "about what mattered: 0 calls" in said
        assert "what mattered: asked about once nothing of messages is left" in said
        assert "never more than" not in said
        assert "3 answers, by 3 calls" in annals("extract", "--yes", "--limit", "3", endpoint=endpoint)[1]
        # One message is left, so one member may be asked about.
        assert "2 answers, by 2 calls" in annals("extract", "--yes", "--limit", "2", endpoint=endpoint)[1]
        _, said = annals("extract", "--yes", endpoint=endpoint, budget_calls=1)
        assert "1 answer, by 1 call" in said
        assert "models.budget_calls" in said
        assert "left to ask: 1 request" in said
        assert "1 answer, by 1 call" in annals("extract", "--yes", endpoint=endpoint)[1]
    assert kinds_asked(endpoint) == FOUR_AND_THREE


def test_asking_leaves_no_build_behind(talk: Home, annals: Annals, tmp_path: Path) -> None:
    """Guards `doctor`: an estimate after a verdict left an unfinished build that it wanted mended.

    Neither an estimate nor answers touch the published build: the next one takes them up.
    """
    # A copy's views still look at the original.
    published(talk, settings_file(tmp_path, mode="off"))
    claimed = json.loads(annals("query", "--format", "json", CLAIM)[1])[0]["assertion_id"]
    assert annals("confirm", claimed)[0] == 0
    well = annals("doctor")
    assert well[0] == 0
    before = {path.name: path.stat().st_mtime_ns for path in sorted(talk.builds.rglob("*"))}
    with serving(sorting({}, says_category("plan"))) as endpoint:
        assert annals("extract", "--estimate")[0] == 0
        assert annals("extract", "--estimate", endpoint=endpoint)[0] == 0
        assert annals("doctor") == well
        assert annals("extract", "--yes", endpoint=endpoint)[0] == 0
        assert annals("extract", "--estimate", endpoint=endpoint)[0] == 0
    assert {path.name: path.stat().st_mtime_ns for path in sorted(talk.builds.rglob("*"))} == before
    assert annals("doctor")[0] == 0


def test_a_home_without_sources_is_told(tmp_path: Path, annals: Annals, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANNALS_HOME", str(tmp_path / "empty"))
    code, said = annals("extract", "--estimate")
    assert (code, "there is no source yet" in said) == (1, True)


def test_without_messages_only_votes_are_asked_for(annals: Annals, tmp_path: Path) -> None:
    """Guards the cheap way (docs/models.md): `extraction.roles: []` reads no message and still sorts what mattered."""
    with serving(sorting({}, says_category("plan"))) as endpoint:
        settings = settings_file(tmp_path, base_url=endpoint.base_url)
        changed = json.loads(settings.read_text()) | {"extraction": {"roles": []}}
        settings.write_text(json.dumps(changed), encoding="utf-8")
        assert "3 answers, by 3 calls" in annals("extract", "--yes", settings=settings)[1]
    assert kinds_asked(endpoint) == ["category"] * 3


@pytest.mark.parametrize("profiles", [{}, {"enable_temporal_profiles": False}])
def test_switched_off_nothing_is_voted_on(annals: Annals, tmp_path: Path, profiles: dict[str, bool]) -> None:
    """Guards the default: as shipped, and where there are no profiles, only messages are asked about."""
    settings = override_file(tmp_path, mode="off")
    settings.write_text(json.dumps(json.loads(settings.read_text()) | {"profiles": profiles}), encoding="utf-8")
    code, said = annals("extract", "--estimate", settings=settings)
    assert code == 0
    assert "4 calls of test-model" in said
    assert "what mattered" not in said
