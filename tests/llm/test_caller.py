"""Calls over real HTTP: every way an endpoint can behave is logged, retried or given up as it should be."""

import json
import logging
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kg_assets.core.canonical import canonical
from kg_assets.core.codeversion import import_closure
from kg_assets.core.errors import ConfigError
from kg_assets.llm.caller import ModelCaller
from kg_assets.llm.log import CallLog
from kg_assets.llm.replay import Answer, answer_from
from kg_assets.llm.request import Request
from kg_assets.store.calls import MODEL_CALL, erase_calls_about, standing_calls
from kg_assets.store.home import Home
from kg_assets.store.registry import open_ledger
from tests.llm.asking import SCHEMA, WORDS, ask, run, settings
from tests.llm.server import Behaviour, echoes, fails, hangs_up, raw, says, serving, sleeps, speaks_no_http

ROOT = Path(__file__).resolve().parents[2]
GOOD = says('{"word":"alpha"}')


def logged(home: Home) -> list[dict[str, Any]]:
    """The bodies of the logged attempts, in ledger order."""
    return [dict(entry.body) for entry in open_ledger(home).entries([MODEL_CALL.name])]


def outcomes(home: Home) -> list[str]:
    return [body["outcome"] for body in logged(home)]


def told(answers: Sequence[Answer]) -> list[tuple[Any, ...]]:
    """What an answer tells a stage."""
    return [(a.request.identity, a.status, a.value, a.reason, a.call) for a in answers]


def test_a_good_answer_is_used_and_logged_whole(home: Home) -> None:
    """Guards the log (seed 000 §4.4.4): the request as it went over the wire, the response as it came."""
    with serving(says('{"word":"alpha"}', system_fingerprint="fp_1")) as endpoint:
        chosen = settings(base_url=endpoint.base_url)
        request = ask("alpha", chosen)
        (answer,), caller = run(home, chosen, request)
    assert (answer.status, answer.value, answer.reason) == ("answered", {"word": "alpha"}, None)
    assert json.loads(endpoint.received[0].body) == request.body
    assert answer.call is not None
    exchange = caller.log.exchange(answer.call)
    assert exchange.request == request.body
    assert exchange.status == 200
    assert exchange.body["choices"][0]["message"]["content"] == '{"word":"alpha"}'
    (body,) = logged(home)
    assert body | {"duration_ms": 0} == {
        "identity": request.identity,
        "vote": 0,
        "model": "test-model",
        "endpoint": endpoint.base_url,
        "about": ["message-alpha"],
        "retry_count": 0,
        "outcome": "answered",
        "parse_success": True,
        "seed_honored": True,
        "system_fingerprint": "fp_1",
        "prompt_tokens": 11,
        "completion_tokens": 5,
        "duration_ms": 0,
    }
    assert (caller.budget.calls, caller.budget.tokens, caller.budget.stopped) == (1, 16, None)
    (entry,) = open_ledger(home).entries([MODEL_CALL.name])
    assert "alpha" not in str(entry.body).replace("message-alpha", ""), "an entry itself says nothing private"


@pytest.mark.parametrize(
    ("behaviour", "outcome"),
    [
        (says("not json {"), "invalid_json"),
        (says('{"word": NaN}'), "invalid_json"),
        (says(""), "invalid_json"),
        (says(None), "invalid_json"),
        (says('{"words":"alpha"}'), "wrong_schema"),
        (says('{"word":7}'), "wrong_schema"),
        (raw(b"<html>busy</html>"), "malformed_response"),
        (raw(b'{"choices":[]}'), "malformed_response"),
        (raw(b'{"choices":[7]}'), "malformed_response"),
        (raw(b'{"choices":[{"message":"x"}]}'), "malformed_response"),
        (raw(b"[1]"), "malformed_response"),
        (raw(b"\xff\xfe"), "malformed_response"),
        (fails(429, Retry_After="0.05"), "rate_limited"),
        (fails(500), "server_error"),
        (fails(503, b"down"), "server_error"),
        (fails(408), "server_error"),
        (sleeps(0.15), "timeout"),
        (hangs_up, "disconnected"),
        (fails(200, b"no gzip", Content_Encoding="gzip"), "disconnected"),
        (speaks_no_http, "disconnected"),
    ],
)
def test_what_may_fare_better_is_tried_again(home: Home, behaviour: Behaviour, outcome: str) -> None:
    """Guards retries: a retry with the same request counts as an attempt, and both stand in the log."""
    with serving(behaviour, GOOD) as endpoint:
        chosen = settings(base_url=endpoint.base_url, timeout_seconds=0.1 if outcome == "timeout" else 5)
        (answer,), caller = run(home, chosen, ask("alpha", chosen))
    assert answer.value == {"word": "alpha"}
    assert [(b["outcome"], b["retry_count"], b["parse_success"]) for b in logged(home)] == [
        (outcome, 0, outcome == "wrong_schema"),  # JSON it is
        ("answered", 1, True),
    ]
    assert endpoint.received[0].body == endpoint.received[1].body
    assert caller.budget.calls == 2


@pytest.mark.parametrize(
    ("behaviour", "outcome"),
    [
        (says(None, message={"refusal": "I cannot."}), "refused"),
        (says("", finish="content_filter"), "refused"),
        (says('{"word":"alp', finish="length"), "truncated"),
        (fails(400), "rejected"),
        (fails(422), "rejected"),
    ],
)
def test_what_would_come_out_alike_is_not_tried_again(home: Home, behaviour: Behaviour, outcome: str) -> None:
    """Guards the purse: no second call for what the same request would get again."""
    with serving(behaviour, GOOD) as endpoint:
        chosen = settings(base_url=endpoint.base_url)
        (answer,), caller = run(home, chosen, ask("alpha", chosen))
        assert (answer.status, answer.reason, answer.value) == ("failed", outcome, None)
        assert outcomes(home) == [outcome]
        assert caller.budget.stopped is None
        # What the endpoint rejects it may take once it is set up otherwise; what the model said, it has said.
        (later,), _ = run(home, chosen, ask("alpha", chosen))
    assert later.status == ("answered" if outcome == "rejected" else "failed")


@pytest.mark.parametrize("status", [401, 403, 404, 307])
def test_an_endpoint_that_refuses_ends_the_run(home: Home, status: int) -> None:
    """Guards against asking a thousand times with a wrong key, and against following a redirect with private words."""
    with serving(fails(status, Location="http://127.0.0.1:1/v1/chat/completions")) as endpoint:
        chosen = settings(base_url=endpoint.base_url)
        answers, caller = run(home, chosen, *(ask(word, chosen) for word in WORDS[:3]))
    assert [a.status for a in answers] == ["not_asked"] * 3
    assert len(endpoint.received) == 1
    assert f"status {status}" in (caller.budget.stopped or "")


def test_attempts_are_bounded_and_failure_is_remembered(home: Home) -> None:
    """Guards max_retries: 3 retries are 4 attempts; what is settled is not paid for again by the next run."""
    with serving(says("no json")) as endpoint:
        chosen = settings(base_url=endpoint.base_url, max_retries=3)
        first, _ = run(home, chosen, ask("alpha", chosen))
        second, caller = run(home, chosen, ask("alpha", chosen))
    assert outcomes(home) == ["invalid_json"] * 4
    assert told(first) == told(second)
    assert (second[0].status, second[0].reason, caller.budget.calls) == ("failed", "invalid_json", 0)


def test_what_the_network_did_is_asked_again_by_the_next_run(home: Home) -> None:
    """Guards against an hour without network spoiling a request for good."""
    with serving(fails(500)) as endpoint:
        chosen = settings(base_url=endpoint.base_url, max_retries=1)
        (failed,), _ = run(home, chosen, ask("alpha", chosen))
    with serving(GOOD) as endpoint:
        chosen = settings(base_url=endpoint.base_url, max_retries=1)
        (answer,), _ = run(home, chosen, ask("alpha", chosen))
    assert (failed.status, failed.reason, answer.status) == ("failed", "server_error", "answered")
    assert [b["retry_count"] for b in logged(home)] == [0, 1, 2]


def test_a_dead_endpoint_ends_the_run(home: Home) -> None:
    """Guards against waiting through the retries of thousands of requests when nothing listens."""
    with serving(GOOD) as endpoint:
        gone = endpoint.base_url
    chosen = settings(base_url=gone, max_retries=1, give_up_after=2)
    answers, caller = run(home, chosen, *(ask(word, chosen) for word in WORDS))
    assert {a.status for a in answers} == {"failed", "not_asked"}
    assert outcomes(home) == ["disconnected"] * 4  # 2 requests with 2 attempts each
    assert "2 requests in a row" in (caller.budget.stopped or "")


def test_a_long_retry_after_ends_the_run_and_a_date_is_understood(home: Home) -> None:
    """Guards Retry-After: honoured when short, a reason to stop when long; dates count from the reply's own date."""
    minute = {"Date": "Wed, 01 Jan 2020 00:00:00 GMT", "Retry_After": "Wed, 01 Jan 2020 00:01:30 GMT"}

    def busy(handler: Any, _: dict[str, Any]) -> None:
        handler.send_response_only(429)
        for name, value in minute.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    with serving(busy, GOOD) as endpoint:
        chosen = settings(base_url=endpoint.base_url)
        answers, caller = run(home, chosen, ask("alpha", chosen), ask("beta", chosen))
    assert [a.status for a in answers] == ["not_asked", "not_asked"]
    assert "90 seconds" in (caller.budget.stopped or "")


def test_a_short_retry_after_is_kept_by_every_call(home: Home) -> None:
    """Guards Retry-After: an endpoint that counts answers 429 to whoever comes too early, and nobody does."""
    asked: list[float] = []

    def limited(handler: Any, body: dict[str, Any]) -> None:
        asked.append(time.monotonic())
        if len(asked) == 1 or asked[-1] - asked[0] < 0.15:
            fails(429, Retry_After="0.15")(handler, body)
        else:
            echoes()(handler, body)

    with serving(limited) as endpoint:
        chosen = settings(base_url=endpoint.base_url, backoff_seconds=0, max_retries=1)
        answers, _ = run(home, chosen, *(ask(word, chosen) for word in WORDS[:3]))
    assert [a.status for a in answers] == ["answered"] * 3
    assert outcomes(home) == ["rate_limited"] + ["answered"] * 3


def test_a_log_that_was_judged_by_another_schema_is_judged_anew(home: Home) -> None:
    """Guards a stage from a value that does not have the form it asks for now."""
    with serving(GOOD) as endpoint:
        chosen = settings(base_url=endpoint.base_url, response_format="json_object")
        request = ask("alpha", chosen)
        run(home, chosen, request)
        stricter = replace(request, schema=SCHEMA | {"required": ["word", "language"]})
        assert stricter.identity == request.identity
        (answer,), _ = run(home, chosen, stricter)
    assert (answer.status, answer.reason, answer.value) == ("failed", "wrong_schema", None)


def test_requests_are_taken_as_they_are_needed(home: Home) -> None:
    """Guards memory: while the first answer is awaited, only a few of a long list of requests have been made."""
    made: list[str] = []

    def requests() -> Iterator[Request]:
        for number in range(50):
            made.append(str(number))
            yield ask(str(number), chosen)

    with serving(echoes(lambda word: 0.1 if word == "0" else 0.0)) as endpoint:
        chosen = settings(base_url=endpoint.base_url, max_parallel=2)
        answers = ModelCaller(chosen, open_ledger(home)).answers(requests())
        assert next(answers).value == {"word": "0"}
        assert len(made) <= 9  # 4 ahead for each of 2, and the one that is awaited
        assert [answer.value["word"] for answer in answers] == [str(number) for number in range(1, 50)]


def test_an_answer_in_a_code_fence_is_read(home: Home) -> None:
    """Guards endpoints without a JSON mode, and an answer that is whole at the very limit of tokens."""
    with serving(says('```json\n{"word":"alpha"}\n```', finish="length", usage=None)) as endpoint:
        chosen = settings(base_url=endpoint.base_url, response_format="json_object")
        (answer,), caller = run(home, chosen, ask("alpha", chosen))
    assert answer.value == {"word": "alpha"}
    assert json.loads(endpoint.received[0].body)["response_format"] == {"type": "json_object"}
    # Without usage the budget takes the estimate: a prompt of some tokens and 300 expected of the answer.
    assert caller.budget.tokens > 300


def test_answers_come_in_the_order_of_requests(home: Home) -> None:
    """Guards the order under parallel calls: the first request is the slowest to be answered."""
    slowness = {word: 0.08 - 0.01 * i for i, word in enumerate(WORDS)}
    with serving(echoes(slowness.__getitem__)) as endpoint:
        chosen = settings(base_url=endpoint.base_url, max_parallel=4)
        answers, _ = run(home, chosen, *(ask(word, chosen) for word in WORDS))
    assert [a.value["word"] for a in answers] == list(WORDS)
    assert 2 <= endpoint.most_under_way <= 4


def test_equal_requests_are_asked_once_and_votes_each(home: Home) -> None:
    """Guards identity: the same request twice is one call; its votes are calls of their own with equal bodies."""
    with serving(GOOD) as endpoint:
        chosen = settings(base_url=endpoint.base_url, max_parallel=2)
        request = ask("alpha", chosen)
        answers, _ = run(home, chosen, request, request, *request.runs(settings(multi_run_count=3)))
    assert [a.status for a in answers] == ["answered"] * 5
    assert sorted(b["vote"] for b in logged(home)) == [0, 1, 2]
    assert len({received.body for received in endpoint.received}) == 1


def test_budget_of_calls_stops_and_the_next_run_goes_on(home: Home) -> None:
    """Guards the budget: not one call more, what was answered is kept, and nothing is asked twice."""
    with serving(echoes()) as endpoint:
        chosen = settings(base_url=endpoint.base_url, budget_calls=3, max_parallel=2)
        requests = [ask(word, chosen) for word in WORDS]
        first, caller = run(home, chosen, *requests)
        assert len(endpoint.received) == caller.budget.calls == 3
        assert "3 calls" in (caller.budget.stopped or "")
        assert sorted(a.status for a in first) == ["answered"] * 3 + ["not_asked"] * 5
        second, _ = run(home, chosen, *requests)
        assert sorted(a.status for a in second) == ["answered"] * 6 + ["not_asked"] * 2
        third, caller = run(home, chosen, *requests)
        assert [a.value for a in third] == [{"word": word} for word in WORDS]
        assert (len(endpoint.received), caller.budget.stopped) == (8, None)


def test_budget_of_tokens_counts_what_the_endpoint_reports(home: Home) -> None:
    """Guards the token budget, retries included: each call reports 300 + 100 tokens and about 360 are expected."""
    with serving(says("no json", usage=(300, 100)), says('{"word":"x"}', usage=(300, 100))) as endpoint:
        chosen = settings(base_url=endpoint.base_url, budget_tokens=1300)
        answers, caller = run(home, chosen, *(ask(word, chosen) for word in WORDS[:4]))
    # Before calls 1, 2, 3 there are 0, 400, 800 spent and about 360 expected; before the 4th 1200 + 360 > 1300.
    assert (caller.budget.calls, caller.budget.tokens) == (3, 1200)
    assert [a.status for a in answers] == ["answered", "answered", "not_asked", "not_asked"]
    assert "1,300 tokens" in (caller.budget.stopped or "")


def test_a_request_stopped_between_attempts_goes_on_later(home: Home) -> None:
    """Guards a budget that ends between an attempt and its retry: the request is not taken for failed."""
    with serving(fails(500), echoes()) as endpoint:
        chosen = settings(base_url=endpoint.base_url, budget_calls=1)
        (stopped,), _ = run(home, chosen, ask("alpha", chosen))
        (answer,), _ = run(home, chosen, ask("alpha", chosen))
    assert (stopped.status, stopped.reason) == ("not_asked", "server_error")
    assert answer.value == {"word": "alpha"}


def test_replay_gives_the_same_answers_when_the_endpoint_is_gone(home: Home) -> None:
    """Guards replay (design §1.1): the same answers from the same log, without network, in caller and stage alike."""
    with serving(says("no json"), echoes()) as endpoint:
        live = settings(base_url=endpoint.base_url, budget_calls=4)
        requests = [ask(word, live) for word in WORDS[:3]]
        called, _ = run(home, live, *requests)
    before = open_ledger(home).path.read_bytes()
    replayed, _ = run(home, settings(mode="replay"), *requests, ask("unknown"))
    assert told(replayed[:3]) == told(called)
    assert canonical([a.value for a in replayed[:3]]) == canonical([a.value for a in called])
    assert replayed[3].status == "missing"
    rows = json.loads(json.dumps(standing_calls(open_ledger(home))))
    log = CallLog(rows, open_ledger(home).payload)
    staged = [answer_from(log, request) for request in requests]
    assert told(list(staged)) == told(called)
    assert open_ledger(home).path.read_bytes() == before


def test_off_asks_nothing_and_reads_nothing(home: Home) -> None:
    """Guards the default: without a model even logged answers are left alone."""
    with serving(GOOD) as endpoint:
        chosen = settings(base_url=endpoint.base_url)
        run(home, chosen, ask("alpha", chosen))
        (answer,), _ = run(home, settings(mode="off", base_url=endpoint.base_url), ask("alpha", chosen))
    assert answer.status == "not_asked"
    assert len(endpoint.received) == 1


def test_an_erased_call_was_never_made(home: Home) -> None:
    """Guards erasure (design §6): the payload is gone, the call has no row, and a live run asks again."""
    with serving(echoes()) as endpoint:
        chosen = settings(base_url=endpoint.base_url)
        requests = [
            ask("alpha", chosen, ("m1", "m2")),
            ask("beta", chosen, ("m2", "m3")),
            ask("gamma", chosen, ("m4",)),
        ]
        run(home, chosen, *requests)
        ledger = open_ledger(home)
        assert erase_calls_about(ledger, frozenset({"m2", "m9"})) > 0
        assert erase_calls_about(ledger, frozenset({"m2"})) == 0
        kept = b"".join(path.read_bytes() for path in sorted(home.ledger.rglob("*")) if path.is_file())
        assert b"alpha" not in kept
        assert b"gamma" in kept
        replayed, _ = run(home, settings(mode="replay"), *requests)
        assert [a.status for a in replayed] == ["missing", "missing", "answered"]
        assert [row["about"] for row in standing_calls(ledger)] == [["m4"]]
        again, _ = run(home, chosen, *requests)
    assert [a.value["word"] for a in again] == ["alpha", "beta", "gamma"]
    assert len(endpoint.received) == 5


def test_the_key_is_sent_and_written_nowhere(
    home: Home, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Guards the key: in the header of each call, and in no entry, payload or log line, even when it is thrown back."""
    key = "sk-very-private-123"
    monkeypatch.setenv("ANNALS_TEST_KEY", key)
    caplog.set_level(logging.DEBUG)
    with serving(fails(500, f'{{"error":"bad key {key}"}}'.encode()), says('{"word":"secretword"}')) as endpoint:
        chosen = settings(base_url=endpoint.base_url, api_key_env="ANNALS_TEST_KEY")
        (answer,), _ = run(home, chosen, ask("secretword", chosen, ("m1",)))
    assert answer.status == "answered"
    assert [received.headers["authorization"] for received in endpoint.received] == [f"Bearer {key}"] * 2
    written = b"".join(path.read_bytes() for path in sorted(home.root.rglob("*")) if path.is_file())
    assert b"[key]" in written
    assert key.encode() not in written
    assert key not in caplog.text
    assert not [
        record for record in caplog.records if record.levelno > logging.DEBUG and "secret" in record.getMessage()
    ]


def test_a_missing_key_is_named_before_any_call(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """Guards the message: which variable, for which endpoint, and what else could be meant."""
    monkeypatch.delenv("ANNALS_TEST_KEY", raising=False)
    chosen = settings(api_key_env="ANNALS_TEST_KEY")
    with pytest.raises(ConfigError, match="ANNALS_TEST_KEY, which is not set"):
        run(home, chosen, ask("alpha", chosen))


@pytest.mark.parametrize("key", ["sk-private\n", "sk private", "sk-privät"])
def test_what_is_no_key_is_refused_without_showing_it(home: Home, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    """Guards a pasted key with a line break, which would fail each call, from being printed with the reason."""
    monkeypatch.setenv("ANNALS_TEST_KEY", key)
    chosen = settings(api_key_env="ANNALS_TEST_KEY")
    with pytest.raises(ConfigError, match="set it to the key alone") as caught:
        run(home, chosen, ask("alpha", chosen))
    assert "priv" not in str(caught.value)


def test_a_run_whose_answers_are_all_logged_needs_no_key(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """Guards live mode on a machine without the key: nothing is left to call, so nothing is connected."""
    with serving(GOOD) as endpoint:
        chosen = settings(base_url=endpoint.base_url)
        run(home, chosen, ask("alpha", chosen))
    monkeypatch.delenv("ANNALS_TEST_KEY", raising=False)
    (answer,), _ = run(home, settings(api_key_env="ANNALS_TEST_KEY"), ask("alpha", chosen))
    assert answer.value == {"word": "alpha"}


def test_another_configuration_behind_the_same_name_is_noticed(home: Home) -> None:
    """Guards seed_honored (seed 000 §4.1): 1 while the endpoint's configuration stays, 0 when it moved, else NULL."""
    script = [says('{"word":"x"}', system_fingerprint=name) for name in ("fp_1", "fp_1", "fp_2")]
    with serving(*script, says('{"word":"x"}')) as endpoint:
        chosen = settings(base_url=endpoint.base_url)
        run(home, chosen, *(ask(word, chosen) for word in WORDS[:4]))
        unseeded = settings(base_url=endpoint.base_url, seed=None)
        run(home, unseeded, ask("alpha", unseeded))
    assert [b["seed_honored"] for b in logged(home)] == [True, True, False, None, None]


def test_only_a_live_run_loads_the_client() -> None:
    """Guards the start of commands: planning, replaying and voting do not pay for the network client."""
    modules = ("caller", "recorder", "estimate", "replay", "votes", "request", "settings")
    code = f"import sys; {'; '.join(f'import kg_assets.llm.{m}' for m in modules)}; print('openai' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_a_stage_that_reads_answers_hangs_on_neither_network_nor_ledger() -> None:
    """Guards code versions: changing how calls are made or stored makes no stage stale that only reads answers."""
    ours, others = import_closure(["kg_assets.llm.replay", "kg_assets.llm.votes"])
    assert "openai" not in others
    assert not [name for name in ours if name.startswith("kg_assets.store") or name.endswith((".caller", ".client"))]


def test_whoever_stops_reading_loses_no_answer(home: Home) -> None:
    """Guards an interrupted run: calls under way are logged, no other begins, and no thread stays behind."""
    with serving(echoes(lambda _: 0.02)) as endpoint:
        chosen = settings(base_url=endpoint.base_url, max_parallel=2)
        answers = ModelCaller(chosen, open_ledger(home)).answers(ask(word, chosen) for word in WORDS)
        next(answers)
        answers.close()  # type: ignore[attr-defined]
        made = len(endpoint.received)
    assert outcomes(home) == ["answered"] * made
    assert made < len(WORDS)


_ONE_PROCESS = """
import sys
from pathlib import Path
from kg_assets.store.home import Home
from tests.llm.asking import ask, run, settings
chosen = settings(base_url=sys.argv[2], max_parallel=2)
answers, _ = run(Home(Path(sys.argv[1])), chosen, *(ask(word, chosen) for word in sys.argv[3:]))
assert [a.value["word"] for a in answers] == sys.argv[3:]
"""


def test_two_processes_append_to_one_log(home: Home) -> None:
    """Guards the ledger under two runs at once: every line whole, the earliest answer counts, numbers are unique."""
    with serving(echoes(lambda _: 0.02)) as endpoint:
        shares = (WORDS[:6], WORDS[3:])
        running = [
            subprocess.Popen([sys.executable, "-c", _ONE_PROCESS, str(home.root), endpoint.base_url, *words], cwd=ROOT)
            for words in shares
        ]
        assert [process.wait(timeout=60) for process in running] == [0, 0]
    rows = standing_calls(open_ledger(home))
    assert {row["about"][0] for row in rows} == {f"message-{word}" for word in WORDS}
    assert len({(row["identity"], row["retry_count"]) for row in rows}) == len(rows)
    replayed, _ = run(home, settings(mode="replay"), *(ask(word) for word in WORDS))
    assert [a.value["word"] for a in replayed] == list(WORDS)
    positions = {entry.payload: entry.position for entry in reversed(open_ledger(home).entries([MODEL_CALL.name]))}
    for answer in replayed:
        calls = [row for row in rows if row["identity"] == answer.request.identity]
        assert answer.call is not None
        assert positions[answer.call.payload] == min(positions[row["payload"]] for row in calls)


_UNTIL_KILLED = """
import sys
from pathlib import Path
from kg_assets.llm.caller import ModelCaller
from kg_assets.store.home import Home
from kg_assets.store.registry import open_ledger
from tests.llm.asking import ask, settings
chosen = settings(base_url=sys.argv[2])
for answer in ModelCaller(chosen, open_ledger(Home(Path(sys.argv[1])))).answers(ask(w, chosen) for w in sys.argv[3:]):
    print(answer.value["word"], flush=True)
"""


def test_a_killed_run_has_lost_no_answer_that_it_gave(home: Home) -> None:
    """Guards what was paid for: after kill -9 every answer given is logged, and the next run asks only for the rest."""
    with serving(echoes(lambda _: 0.02)) as endpoint:
        command = [sys.executable, "-c", _UNTIL_KILLED, str(home.root), endpoint.base_url, *WORDS]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as running:
            assert running.stdout is not None
            given = [running.stdout.readline().strip() for _ in range(3)]
            running.kill()
        kept = {row["about"][0].removeprefix("message-") for row in standing_calls(open_ledger(home))}
        assert given == list(WORDS[:3])
        assert kept >= set(given)
        chosen = settings(base_url=endpoint.base_url)
        answers, caller = run(home, chosen, *(ask(word, chosen) for word in WORDS))
    assert [a.value["word"] for a in answers] == list(WORDS)
    assert caller.budget.calls == len(WORDS) - len(kept)


def test_appending_calls_leaves_the_position_of_decisions_alone(home: Home) -> None:
    """Guards the build's id (design §3): it hangs on decisions, so calls do not rename a build."""
    before = open_ledger(home).decision_position()
    with serving(GOOD) as endpoint:
        chosen = settings(base_url=endpoint.base_url)
        run(home, chosen, ask("alpha", chosen))
    assert open_ledger(home).decision_position() == before
    assert open_ledger(home).position() == 1


def test_questions_that_come_later_share_the_budget(home: Home) -> None:
    """Guards money over both kinds of questions: two calls are allowed, one is left for what is asked second."""
    with serving(echoes()) as endpoint:
        chosen = settings(base_url=endpoint.base_url, budget_calls=2)
        caller = ModelCaller(chosen, open_ledger(home))
        first = list(caller.answers([ask("alpha", chosen)]))
        second = list(caller.answers([ask("alpha", chosen), ask("beta", chosen), ask("gamma", chosen)]))
    assert [answer.status for answer in (*first, *second)] == ["answered", "answered", "answered", "not_asked"]
    assert (len(endpoint.received), caller.budget.calls) == (2, 2)
    assert "models.budget_calls" in (caller.budget.stopped or "")
