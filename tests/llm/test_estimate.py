"""What a person is told before words leave the machine: calls, tokens, place and limits."""

from dataclasses import replace

from kg_assets.llm.estimate import Plan, describe_plan, input_tokens, output_tokens, plan_calls, text_tokens
from kg_assets.llm.log import CallLog
from kg_assets.llm.recorder import open_log
from kg_assets.store.home import Home
from kg_assets.store.registry import open_ledger
from tests.llm.asking import ask, run, settings
from tests.llm.server import says, serving


def test_the_rule_by_hand() -> None:
    """Guards the rule: 7 ASCII characters at 3.5 are 2 tokens, 3 others at 1.0 are 3, a started token counts."""
    chosen = settings(chars_per_token=3.5, wide_chars_per_token=1.0)
    assert [text_tokens(text, chosen) for text in ("", "abcdefg", "äöü", "abcdefgäöü", "abcdefgh")] == [0, 2, 3, 5, 3]


def test_a_prompt_costs_its_messages_and_the_schema() -> None:
    """Guards the sum: ceil(16 / 4) + 3 and ceil(5 / 4) + 3 for the messages, ceil(196 / 4) for the schema."""
    chosen = settings(chars_per_token=4, tokens_per_message=3)
    request = ask("alpha", chosen)
    assert input_tokens(request, chosen) == (4 + 3) + (2 + 3) + 49


def test_what_is_logged_or_asked_twice_costs_nothing(home: Home) -> None:
    """Guards the amount that is asked for: after a run of one request, one of two is left."""
    with serving(says('{"word":"x"}')) as endpoint:
        chosen = settings(base_url=endpoint.base_url, max_output_tokens=200, expected_output_tokens=300)
        run(home, chosen, ask("alpha", chosen))
    requests = [ask("alpha", chosen), ask("beta", chosen), ask("beta", chosen)]
    fresh = plan_calls(requests, CallLog([], lambda _: None), chosen)
    assert (fresh.requests, fresh.logged, fresh.calls, fresh.expected_output_tokens) == (3, 1, 2, 400)
    each = input_tokens(requests[1], chosen)
    assert plan_calls(requests, open_log(open_ledger(home)), chosen) == Plan(3, 2, 1, each, 200, 200)


def test_the_estimate_is_not_below_what_an_endpoint_counts() -> None:
    """Guards the calibration on plain English: 44 characters that common tokenizers take as 10 tokens."""
    text = "The quick brown fox jumps over the lazy dog."
    assert 10 <= text_tokens(text, settings()) <= 15


def test_a_person_is_told_where_and_how_much() -> None:
    """Guards the question that `live` asks (design §6): endpoint, calls, tokens, limits, and what is not private."""
    plan = Plan(requests=1500, logged=300, calls=1200, input_tokens=900_000, expected_output_tokens=360_000,
                most_output_tokens=None)  # fmt: skip
    far = describe_plan(
        {"messages": plan}, settings(base_url="http://models.example/v1", budget_calls=1000, budget_tokens=None)
    )
    assert "1,200 calls of test-model at http://models.example/v1 (over an unencrypted connection)" in far
    assert "of 1,500 requests; 300 need none" in far
    assert "about 900,000 tokens of prompts and 360,000 of answers (with no limit of its own)" in far
    assert "after 1,000 calls or any number of tokens" in far
    assert "(this machine)" in describe_plan({"messages": plan}, settings(base_url="http://localhost:1/v1"))
    assert "/v1\n" in describe_plan({"messages": plan}, settings(base_url="https://models.example/v1"))


def test_what_is_asked_about_is_told_one_by_one_and_together() -> None:
    """Guards the amounts by kind: 10 + 2 calls, 900 + 100 tokens of prompts, 3,000 + 36 of answers."""
    messages = Plan(15, 5, 10, 900, 3000, 40_000)
    votes = Plan(requests=3, logged=1, calls=2, input_tokens=100, expected_output_tokens=36, most_output_tokens=8000)
    assert messages + votes == Plan(18, 6, 12, 1000, 3036, 48_000)
    told = describe_plan({"messages": messages, "votes": votes}, settings())
    assert told.startswith("12 calls of test-model")
    assert "of 18 requests; 6 need none" in told
    assert "about messages: 10 calls of 15 requests, 900 tokens of prompts and 3,000 of answers" in told
    assert "about votes: 2 calls of 3 requests, 100 tokens of prompts and 36 of answers" in told
    assert "about 1,000 tokens of prompts and 3,036 of answers (at most 48,000)" in told
    assert "about messages" not in describe_plan({"messages": messages}, settings())


def test_an_answer_of_a_short_form_is_expected_to_be_short() -> None:
    """Guards the expectation: 70 characters at 3.5 are 20 tokens, where 300 are expected of others."""
    chosen = settings(expected_output_tokens=300, max_output_tokens=4000, chars_per_token=3.5)
    request = ask("alpha", chosen)
    assert output_tokens(request, chosen) == 300
    short = replace(request, answer_chars=70)
    assert output_tokens(short, chosen) == 20
    assert short.identity == request.identity
    assert plan_calls([short, ask("beta", chosen)], CallLog([], lambda _: None), chosen).expected_output_tokens == 320
