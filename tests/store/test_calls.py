"""Logged calls as stages are given them: in an order of their own, numbered anew, without what was erased."""

from typing import Any

import pytest

from kg_assets.core.errors import LedgerError
from kg_assets.store.calls import MODEL_CALL, erase_calls_about, standing_calls
from kg_assets.store.home import Home
from kg_assets.store.ledger import Entry
from kg_assets.store.registry import open_ledger


def body(letter: str, retry: int = 0, **changed: Any) -> dict[str, Any]:
    return {
        "identity": letter * 64,
        "vote": 0,
        "model": "m",
        "endpoint": "http://localhost/v1",
        "about": [f"m-{letter}"],
        "retry_count": retry,
        "outcome": "timeout",
        "parse_success": False,
        "seed_honored": None,
        "system_fingerprint": None,
        "prompt_tokens": None,
        "completion_tokens": None,
        "duration_ms": 12,
    } | changed


def log(home: Home, letter: str, payload: bytes, retry: int = 0) -> Entry:
    return open_ledger(home).append("model_call", body(letter, retry), "2026-01-01T00:00:00.000Z", payload)


def test_rows_do_not_show_when_or_where_a_call_stood_in_line(home: Home, tmp_path: Any) -> None:
    """Guards fingerprints: the same calls appended in another order are the same rows."""
    other = Home(tmp_path / "other").prepare()
    for letter, payload in (("b", b"1"), ("a", b"2"), ("a", b"3")):
        log(home, letter, payload)
    for letter, payload in (("a", b"2"), ("a", b"3"), ("b", b"1")):
        log(other, letter, payload)
    rows = standing_calls(open_ledger(home))
    assert rows == standing_calls(open_ledger(other))
    assert [(row["about"], row["retry_count"]) for row in rows] == [(["m-a"], 0), (["m-a"], 1), (["m-b"], 0)]
    assert not {"position", "duration_ms", "endpoint"} & rows[0].keys()


def test_calls_after_a_position_are_not_seen(home: Home) -> None:
    """Guards the pin of a build: what was logged after its position does not exist for it."""
    log(home, "a", b"1")
    log(home, "b", b"2")
    assert [row["about"] for row in standing_calls(open_ledger(home), until=1)] == [["m-a"]]


def test_an_erased_attempt_leaves_no_gap(home: Home) -> None:
    """Guards erasure: the second of two attempts becomes the first when that one's payload is gone."""
    first = log(home, "a", b"1", 0)
    log(home, "a", b"2", 1)
    ledger = open_ledger(home)
    assert first.payload is not None
    ledger.erase_payload(first.payload)
    assert [row["retry_count"] for row in standing_calls(ledger)] == [0]
    assert erase_calls_about(ledger, frozenset({"m-a"})) == 1
    assert standing_calls(ledger) == []


@pytest.mark.parametrize(
    "wrong", [{"outcome": "fine"}, {"identity": "x"}, {"vote": -1}, {"text": "private words"}, {"retry_count": None}]
)
def test_only_what_fits_is_logged_and_the_error_says_nothing_private(home: Home, wrong: dict[str, Any]) -> None:
    with pytest.raises(LedgerError) as caught:
        open_ledger(home).append(MODEL_CALL.name, body("a") | wrong)
    assert "private" not in str(caught.value)
