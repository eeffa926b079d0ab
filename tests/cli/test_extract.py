"""`annals extract` over real HTTP: what it says, what it sends, what becomes of failures, and that a build replays.

Guards design §1.1, §5 and §6 for the model's part of stage 4.
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
from tests.claims.extraction.talk import (
    ANSWER,
    GOOD,
    LIVES,
    TALK,
    TEA,
    THANKS,
    answers_by_text,
    build,
    claim,
    engine,
    hashes,
    in_turn,
    override_file,
    rows,
    target_of,
    where,
    write_talk,
)
from tests.llm.server import Behaviour, Endpoint, fails, hangs_up, says, serving, sleeps

pytestmark = pytest.mark.whole

Extract = Callable[..., tuple[int, str]]


@pytest.fixture(scope="module")
def talked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home whose stages before the extraction have run once."""
    folder = tmp_path_factory.mktemp("talk")
    home = Home(folder / "home").prepare()
    off = override_file(folder, mode="off")
    register(engine(home, off), write_talk(folder))
    build(home, off)
    return folder


@pytest.fixture
def talk(talked: Path, tmp_path: Path) -> Home:
    """A copy of that home."""
    shutil.copytree(talked / "home", tmp_path / "talk", symlinks=True)
    return Home(tmp_path / "talk").prepare()


@pytest.fixture
def extract(talk: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Extract:
    """Run the command as a person would, against an endpoint; the exit code and what it said."""

    def run(
        endpoint: Endpoint, *arguments: str, answer: str | None = None, home: Home = talk, **models: Any
    ) -> tuple[int, str]:
        monkeypatch.setenv("ANNALS_HOME", str(home.root))
        monkeypatch.setenv("ANNALS_THREADS", "1")
        monkeypatch.setenv("ANNALS_CONFIG", str(override_file(tmp_path, base_url=endpoint.base_url, **models)))
        if answer is not None:
            monkeypatch.setattr("builtins.input", lambda _: answer)
        capsys.readouterr()
        code = main(["extract", *arguments])
        said = capsys.readouterr()
        return code, said.out + said.err

    return run


def replayed(home: Home, folder: Path, **models: Any) -> Any:
    """The build as it is without a network."""
    return build(home, override_file(folder, mode="replay", base_url="http://localhost:1/v1", **models))


def claims(home: Home, outcome: Any) -> list[tuple[Any, ...]]:
    return sorted(
        (row["message_id"], row["subject"], row["predicate_label"], row["object"], row["surface_text"])
        for row in rows(home, outcome, "claim_candidates__model")
    )


def test_off_means_no_call_and_no_row(talk: Home, extract: Extract, tmp_path: Path) -> None:
    """Guards the default: the command refuses, the tables are there and empty."""
    with serving(answers_by_text()) as endpoint:
        code, said = extract(endpoint, "--yes", mode="off")
    assert code == 1
    assert "models.mode is off" in said
    assert endpoint.received == []
    outcome = build(talk, override_file(tmp_path, mode="off"))
    assert outcome.reused
    assert {name: sum(c.rows for c in contents) for name, contents in outcome.tables.items()} == dict.fromkeys(
        outcome.tables, 0
    )


def test_it_says_first_and_sends_only_with_a_yes(talk: Home, extract: Extract) -> None:
    """Guards §6: the amount and the endpoint are named, the person is asked once, no is the default."""
    with serving(answers_by_text()) as endpoint:
        code, said = extract(endpoint, "--estimate", mode="off")
        assert code == 0
        assert f"4 calls of test-model at {endpoint.base_url} (this machine)" in said
        code, said = extract(endpoint, answer="")
        assert (code, "nothing was sent" in said) == (1, True)
        assert endpoint.received == []
        code, said = extract(endpoint, answer="y")
        assert code == 0
        assert "4 answers, by 4 calls and 480 tokens" in said
        code, said = extract(endpoint)
        assert "nothing is left to ask of 4 requests" in said
    assert [target_of(json.loads(received.body)) for received in endpoint.received] == [text for _, text in TALK]


def test_answers_become_candidates(talk: Home, extract: Extract, tmp_path: Path) -> None:
    """Guards the whole way: true offsets, unresolved quotes, invented ids and the assistant's own words."""
    with serving(answers_by_text()) as endpoint:
        extract(endpoint, "--yes")
    outcome = replayed(talk, tmp_path)
    made = rows(talk, outcome, "claim_candidates__model")
    by_words = {(row["message_id"], row["surface_text"]): row for row in made}
    lives = by_words["m0", "I live in Oslo"]
    assert (lives["char_start"], lives["char_end"], lives["confidence"]) == (0, 14, 0.9)
    assert (lives["object_start"], lives["object_end"]) == (10, 14)
    near = by_words["m1", "you live near the fjord"]
    assert (near["subject"], near["object"], near["object_start"]) == ("SELF", "fjord", ANSWER.index("fjord"))
    # "likes coffee" was never said, "tea" stands twice.
    assert sorted(row["object"] for row in made if row["surface_text"] is None) == ["coffee", "tea"]
    rejected = {row["candidate_id"]: row["reason"] for row in rows(talk, outcome, "rejected_claims__model")}
    assert {row["surface_text"]: rejected[row["candidate_id"]] for row in made if row["candidate_id"] in rejected} == {
        "I can help": "FIRST_PERSON_OF_ASSISTANT",
        "My sister likes tea": "UNKNOWN_ENTITY",
        None: "QUOTE_NOT_FOUND",  # the coffee
    }
    (run,) = rows(talk, outcome, "llm_extraction_runs")
    # 2 + 2 + 3 claims were read, 3 of them rejected; what becomes of the others nobody knows before grounding.
    told = json.loads(run["raw_stats_json"])
    assert (run["messages_processed"], run["assertions_extracted"], told["candidates"]) == (4, None, 4)
    assert told["avg_latency_ms"] is None
    assert run["model_version"] == "test-model-2026"


def test_a_build_replays_to_the_byte_from_sources_config_and_ledger(
    talk: Home, extract: Extract, tmp_path: Path
) -> None:
    """Guards design §1.1: everything else is deleted, the endpoint is gone, every table comes out the same."""
    with serving(answers_by_text()) as endpoint:
        extract(endpoint, "--yes")
        live = build(talk, override_file(tmp_path, base_url=endpoint.base_url))
    assert not live.reused
    elsewhere = Home(tmp_path / "elsewhere").prepare()
    for kept, there in ((talk.ledger, elsewhere.ledger), (talk.sources, elsewhere.sources)):
        shutil.copytree(kept, there, dirs_exist_ok=True)
    again = replayed(elsewhere, tmp_path)
    assert not again.reused
    assert hashes(again) == hashes(live)
    assert again.fingerprint == live.fingerprint


FAILURES: dict[str, tuple[Behaviour, str]] = {
    "no JSON": (says("There are no claims."), "invalid_json"),
    "another form": (says('{"claims": "none"}'), "wrong_schema"),
    "broken off": (says('{"claims": [', finish="length"), "truncated"),
    "too slow": (sleeps(0.25), "timeout"),
    "too many": (fails(429, Retry_After="0"), "rate_limited"),
    "broken": (fails(500), "server_error"),
    "gone": (hangs_up, "disconnected"),
}


@pytest.mark.parametrize("kind", FAILURES)
def test_a_failure_costs_one_message_and_is_on_record(kind: str, talk: Home, extract: Extract, tmp_path: Path) -> None:
    """Guards §6: the others are answered, each attempt has its row, nothing is made of half an answer."""
    behaviour, outcome_word = FAILURES[kind]
    with serving(where(LIVES, behaviour, answers_by_text())) as endpoint:
        code, said = extract(endpoint, "--yes", timeout_seconds=0.1)
    assert code == 0
    assert f"1 without a usable answer: {outcome_word.replace('_', ' ')}" in said
    outcome = replayed(talk, tmp_path)
    assert {row[0] for row in claims(talk, outcome)} == {"m1", "m2"}
    attempts = [row for row in rows(talk, outcome, "llm_extraction_calls") if row["message_id"] == "m0"]
    # max_retries is 1; what broke off at the limit would break off again.
    assert [row["retry_count"] for row in attempts] == ([0] if kind == "broken off" else [0, 1])
    assert all(f'"outcome":"{outcome_word}"' in row["raw_io_json"] for row in attempts)
    assert [row["parse_success"] for row in attempts] == [kind == "another form"] * len(attempts)


@pytest.mark.parametrize("behaviour", [fails(401), fails(404), fails(503), hangs_up], ids=["401", "404", "503", "down"])
def test_an_endpoint_that_does_not_serve_is_a_failure(behaviour: Any, extract: Extract) -> None:
    """Whoever runs this from a script hears of it by the exit code; a budget that is used up is no failure."""
    with serving(behaviour) as endpoint:
        code, said = extract(endpoint, "--yes")
    assert code == 1
    assert "0 answers" in said
    with serving(answers_by_text()) as endpoint:
        assert extract(endpoint, "--yes", budget_calls=3)[0] == 0


def test_what_failed_for_a_moment_is_answered_by_the_retry(talk: Home, extract: Extract, tmp_path: Path) -> None:
    """Guards retries: an answer after a 429 and a hang-up counts, and both attempts stand in the table."""
    flaky = in_turn(fails(429, Retry_After="0"), answers_by_text())
    with serving(where(LIVES, flaky, where(TEA, in_turn(hangs_up, answers_by_text()), answers_by_text()))) as endpoint:
        _, said = extract(endpoint, "--yes")
    assert "4 answers, by 6 calls" in said
    calls = rows(talk, replayed(talk, tmp_path), "llm_extraction_calls")
    assert [row["retry_count"] for row in calls if row["message_id"] == "m0"] == [0, 1]
    assert len({row["call_id"] for row in calls}) == 6


def test_a_budget_stops_and_the_next_run_goes_on(talk: Home, extract: Extract, tmp_path: Path) -> None:
    """Guards money: what was answered is kept and never asked again; the end is that of one run."""
    with serving(answers_by_text()) as endpoint:
        _, said = extract(endpoint, "--yes", budget_calls=3)
        assert "3 answers" in said
        assert "models.budget_calls" in said
        assert "left to ask: 1 request; the same command goes on from there" in said
        part = replayed(talk, tmp_path)
        assert len(rows(talk, part, "llm_extraction_calls")) == 3
        _, said = extract(endpoint, "--yes", "--limit", "9")
        assert "1 answer, by 1 call" in said
    assert len(endpoint.received) == 4
    whole = replayed(talk, tmp_path)
    assert whole.fingerprint != part.fingerprint
    assert len(rows(talk, whole, "llm_extraction_calls")) == 4


def test_a_limit_asks_about_so_many_messages(talk: Home, extract: Extract) -> None:
    """Guards `--limit`: each run takes the next ones, whatever the votes cost."""
    with serving(answers_by_text()) as endpoint:
        for expected in (1, 2, 3):
            extract(endpoint, "--yes", "--limit", "1", multi_run_count=2)
            assert len(endpoint.received) == 2 * expected
        code, said = extract(endpoint, "--yes", "--limit", "0")
    assert code == 1
    assert "from 1 on" in said


def test_a_majority_of_three_runs_decides(talk: Home, extract: Extract, tmp_path: Path) -> None:
    """Guards §4.4.4 over the wire: Oslo is said by all (0.9, 0.6, 0.6: mean 0.7), York by one."""
    oslo = claim("I live in Oslo", "lives_in", "Oslo")
    unsure, wrong = oslo | {"confidence": 0.6}, claim("I live in Oslo", "lives_in", "York")
    votes = in_turn(*(answers_by_text({LIVES: said}) for said in ([oslo, wrong], [unsure], [unsure])))
    with serving(where(LIVES, votes, answers_by_text({}))) as endpoint:
        _, said = extract(endpoint, "--yes", multi_run_count=3)
    assert "12 answers, by 12 calls" in said
    outcome = replayed(talk, tmp_path, multi_run_count=3)
    (row,) = rows(talk, outcome, "claim_candidates__model")
    assert (row["object"], row["confidence"]) == ("Oslo", 0.7)
    assert '"runs":{"agreed":3,"of":3}' in row["notes_json"]
    indices = [r["run_index"] for r in rows(talk, outcome, "llm_extraction_calls") if r["message_id"] == "m0"]
    assert indices == [0, 1, 2]


def test_erased_calls_leave_nothing(talk: Home, extract: Extract, tmp_path: Path) -> None:
    """Guards erasure: calls that showed a message are as if never made, also those about the messages after it."""
    with serving(answers_by_text(GOOD | {THANKS: [claim("Thanks", "feels", "thanks")]})) as endpoint:
        extract(endpoint, "--yes")
    assert erase_calls_about(open_ledger(talk), frozenset({"m1"})) > 0
    outcome = replayed(talk, tmp_path)
    assert {row[0] for row in claims(talk, outcome)} == {"m0"}
    assert [row["message_id"] for row in rows(talk, outcome, "llm_extraction_calls")] == ["m0"]


def test_the_same_words_are_paid_for_once(extract: Extract, talk: Home, tmp_path: Path) -> None:
    """Guards identity: two conversations that begin alike share a call, and each message has its own rows of it."""
    register(engine(talk, override_file(tmp_path, mode="off")), write_talk(tmp_path, "c2", "n"))
    with serving(answers_by_text()) as endpoint:
        _, said = extract(endpoint, "--estimate")
        assert "4 calls" in said
        _, said = extract(endpoint, "--yes", budget_calls=3)
        assert "3 answers, by 3 calls" in said
        assert "left to ask: 1 request" in said
        extract(endpoint, "--yes")
    assert len(endpoint.received) == 4
    outcome = replayed(talk, tmp_path)
    found = rows(talk, outcome, "claim_candidates__model")
    assert {row["message_id"] for row in found} == {"m0", "m1", "m2", "n0", "n1", "n2"}
    calls = rows(talk, outcome, "llm_extraction_calls")
    assert len({row["call_id"] for row in calls}) == len(calls) == 8


def test_calls_beside_each_other_give_the_same_candidates(extract: Extract, talk: Home, tmp_path: Path) -> None:
    """Guards determinism: with four calls under way at once the rows come out as with one."""
    both = []
    for parallel in (1, 4):
        home = Home(tmp_path / f"home {parallel}")
        shutil.copytree(talk.root, home.root, symlinks=True)
        with serving(answers_by_text()) as endpoint:
            extract(endpoint, "--yes", home=home, max_parallel=parallel)
        outcome = replayed(home, tmp_path)
        both.append([hashes(outcome)[f"kg.{name}"] for name in ("claim_candidates__model", "rejected_claims__model")])
    assert both[0] == both[1]
