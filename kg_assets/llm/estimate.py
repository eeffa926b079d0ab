"""Estimates the calls and tokens of a session before any is spent.

The rule: a text has one token per `chars_per_token` ASCII characters and one per `wide_chars_per_token`
others, each message costs `tokens_per_message` more, and the schema is part of every prompt. An answer is
expected to have `expected_output_tokens`, fewer if its form allows only fewer, and at most
`max_output_tokens`. This is a rule of thumb, not the endpoint's tokenizer. Its numbers are meant to come out
a little high; the budget counts what the endpoint reports.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from kg_assets.core.canonical import canonical_text
from kg_assets.core.counting import counted, plural
from kg_assets.llm.log import CallLog
from kg_assets.llm.request import Request
from kg_assets.llm.settings import ModelSettings


@dataclass(frozen=True, slots=True)
class Plan:
    """The size of a session. Tokens are counted as if each request that is still to be sent took one attempt."""

    requests: int
    logged: int
    calls: int
    input_tokens: int
    expected_output_tokens: int
    most_output_tokens: int | None

    def __add__(self, other: "Plan") -> "Plan":
        most = (self.most_output_tokens, other.most_output_tokens)
        return Plan(
            requests=self.requests + other.requests,
            logged=self.logged + other.logged,
            calls=self.calls + other.calls,
            input_tokens=self.input_tokens + other.input_tokens,
            expected_output_tokens=self.expected_output_tokens + other.expected_output_tokens,
            most_output_tokens=None if most[0] is None or most[1] is None else most[0] + most[1],
        )


_NOTHING = Plan(0, 0, 0, 0, 0, 0)


def text_tokens(text: str, settings: ModelSettings) -> int:
    """About how many tokens a text has."""
    plain = len(text.encode("ascii", "ignore"))
    return math.ceil(plain / settings.chars_per_token + (len(text) - plain) / settings.wide_chars_per_token)


def input_tokens(request: Request, settings: ModelSettings) -> int:
    """About how many tokens a prompt has, or the texts whose vectors are wanted."""
    if request.form == "vectors":
        return sum(text_tokens(text, settings) for text in request.body["input"])
    messages: list[Mapping[str, str]] = request.body["messages"]
    said = sum(text_tokens(message["content"], settings) + settings.tokens_per_message for message in messages)
    return said + text_tokens(canonical_text(request.body["response_format"]), settings)


def output_tokens(request: Request, settings: ModelSettings) -> int:
    """The tokens that an answer is expected to have; 0 for vectors."""
    if request.form == "vectors":
        return 0
    expected = [settings.expected_output_tokens]
    if settings.max_output_tokens is not None:
        expected.append(settings.max_output_tokens)
    if request.answer_chars is not None:
        expected.append(math.ceil(request.answer_chars / settings.chars_per_token))
    return min(expected)


def plan_calls(requests: Iterable[Request], log: CallLog, settings: ModelSettings) -> Plan:
    """Estimate the requests that are still to be sent. A request costs nothing if the log settles it or if the same
    request came before."""
    seen: set[str] = set()
    total = logged = tokens = answers = spoken = 0
    for request in requests:
        total += 1
        if request.identity in seen or log.is_settled(request.identity, settings.max_retries):
            logged += 1
            continue
        seen.add(request.identity)
        tokens += input_tokens(request, settings)
        answers += output_tokens(request, settings)
        spoken += request.form != "vectors"
    most = settings.max_output_tokens
    return Plan(
        requests=total,
        logged=logged,
        calls=len(seen),
        input_tokens=tokens,
        expected_output_tokens=answers,
        most_output_tokens=None if most is None else spoken * most,
    )


def describe_plan(plans: Mapping[str, Plan], settings: ModelSettings) -> str:
    """The text that a person sees before they agree: where their words would go, how many calls, how many
    tokens.

    `plans` has one plan for each kind of question. If there are several, each is listed besides the total.
    """
    whole = sum(plans.values(), _NOTHING)
    most = "with no limit of its own" if whole.most_output_tokens is None else f"at most {whole.most_output_tokens:,}"
    lines = [
        f"{counted(whole.calls, 'call')} of {settings.model} at {settings.base_url}{_exposure(settings.base_url)}",
        f"  of {counted(whole.requests, 'request')}; {whole.logged:,} need none (logged already, or asked for twice)",
        *([_part(kind, plan) for kind, plan in plans.items()] if len(plans) > 1 else []),
        f"  about {counted(whole.input_tokens, 'token')} of prompts and {whole.expected_output_tokens:,} of answers "
        f"({most})",
        f"  a failed call is tried again up to {counted(settings.max_retries, 'time')}",
        f"  the run stops after {_limit(settings.budget_calls, 'call')} or {_limit(settings.budget_tokens, 'token')}; "
        f"what was answered by then is kept",
    ]
    return "\n".join(lines)


def _part(kind: str, plan: Plan) -> str:
    return (
        f"    about {kind}: {counted(plan.calls, 'call')} of {counted(plan.requests, 'request')}, "
        f"{counted(plan.input_tokens, 'token')} of prompts and {plan.expected_output_tokens:,} of answers"
    )


def _limit(budget: int | None, noun: str) -> str:
    return f"any number of {plural(noun)}" if budget is None else counted(budget, noun)


def _exposure(base_url: str) -> str:
    parts = urlsplit(base_url)
    if parts.hostname in ("localhost", "127.0.0.1", "::1"):
        return " (this machine)"
    return "" if parts.scheme == "https" else " (over an unencrypted connection)"
