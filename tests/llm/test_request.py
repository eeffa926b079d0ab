"""A request's identity hangs on what is asked and on nothing else, and holds for good."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kg_assets.core.canonical import canonical_text
from kg_assets.core.hashing import sha256_hex
from kg_assets.llm.request import PromptMessage, make_request
from tests.llm.asking import SCHEMA, ask, settings

ROOT = Path(__file__).resolve().parents[2]
# Written out so that no change of code can move it unseen: every logged answer hangs on it.
ALPHA = (
    '{"max_tokens":4000,"messages":[{"content":"Repeat the word.","role":"system"},{"content":"alpha","role":"user"}],'
    '"model":"test-model","response_format":{"json_schema":{"name":"word","schema":{"additionalProperties":false,'
    '"properties":{"word":{"minLength":1,"type":"string"}},"required":["word"],"type":"object"},"strict":true},'
    '"type":"json_schema"},"seed":7,"temperature":0,"top_p":1}'
)


def test_identity_is_the_hash_of_the_canonical_request_and_the_vote() -> None:
    """Guards the formula (design §5): logs of earlier versions must still be found."""
    request = ask("alpha")
    assert canonical_text(request.body) == ALPHA
    assert request.identity == sha256_hex(f'{{"request":{ALPHA},"vote":0}}')
    assert request.runs(settings(multi_run_count=3))[2].identity == sha256_hex(f'{{"request":{ALPHA},"vote":2}}')
    assert request.runs(settings()) == [request]


@pytest.mark.parametrize(
    "changed",
    [
        {"model": "other"},
        {"temperature": 0.5},
        {"temperature": None},
        {"top_p": 0.9},
        {"seed": 8},
        {"seed": None},
        {"max_output_tokens": None},
        {"output_limit_key": "max_completion_tokens"},
        {"response_format": "json_object"},
    ],
)
def test_what_is_asked_makes_the_identity(changed: dict[str, Any]) -> None:
    assert ask("alpha", settings(**changed)).identity != ask("alpha").identity


@pytest.mark.parametrize(
    "changed",
    [
        {"base_url": "https://elsewhere.example/v1"},
        {"api_key_env": "A_KEY"},
        {"mode": "replay"},
        {"timeout_seconds": 1, "max_retries": 0, "backoff_seconds": 9, "max_wait_seconds": 99, "give_up_after": 1},
        {"max_parallel": 9, "budget_calls": None, "budget_tokens": 1, "chars_per_token": 9, "multi_run_count": 3},
    ],
)
def test_where_and_how_it_is_asked_does_not(changed: dict[str, Any]) -> None:
    """Guards replay on another machine: endpoint, key, waiting and budgets are no part of a request."""
    assert ask("alpha", settings(**changed)).identity == ask("alpha").identity


def test_identity_does_not_hang_on_the_process_or_on_the_order_of_ids() -> None:
    """Guards determinism: another process and hash seed, ids in another order and twice."""
    code = "from tests.llm.asking import ask; print(ask('alpha', None, ('b', 'a', 'b')).identity)"
    command = [sys.executable, "-c", code]
    found = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, env={"PYTHONHASHSEED": "77"})
    assert found.stdout.strip() == ask("alpha").identity
    assert ask("alpha", None, ("b", "a", "b")).about == ("a", "b")


def test_a_schema_that_answers_could_not_be_checked_against_is_refused() -> None:
    with pytest.raises(ValueError, match=r"uses \$ref; known are"):
        make_request(settings(), [PromptMessage("user", "x")], "x", SCHEMA | {"$ref": "#"}, ())
