"""Reads an endpoint's reply: a usable value, or the reason why there is none. It treats live and logged
replies the same."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kg_assets.core.canonical import ParseError, clean_text, parse
from kg_assets.llm.request import Request
from kg_assets.llm.schema import fits
from kg_assets.llm.vector_request import read_vectors

_FENCE = "```"
# Statuses after which no other request to this address would succeed either, so the session ends.
_ENDPOINT_REFUSES = frozenset({401, 403, 404})
_OVERLOADED = frozenset({408, 409, 425})


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply to one call. If it has no status, `failure` says how the connection failed."""

    status: int | None
    text: str
    failure: str | None
    retry_after_seconds: float | None
    duration_ms: int


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read from a reply: `outcome` is one of the ledger's outcomes; `value` is the answer if the outcome is
    `answered`."""

    outcome: str
    value: Any = None


def stored_body(text: str) -> Any:
    """A reply's body as the log keeps it: its JSON value, or its text if it is no JSON or RFC 8785 cannot
    hold the value."""
    try:
        parsed = parse(text.encode("utf-8", "surrogatepass"))
    except ParseError:
        return clean_text(text)
    return clean_text(text) if parsed.profile else parsed.value


def read_reply(request: Request, status: int, body: Any) -> Reading:
    """What a reply amounts to, by its status and its stored body: a usable answer, or why there is none."""
    if status != 200:
        return Reading(_status_outcome(status))
    if request.form == "vectors":
        return Reading(*read_vectors(request.body, body))
    choice = _first_choice(body)
    if choice is None:
        return Reading("malformed_response")
    message, finish = choice
    content = message.get("content")
    if message.get("refusal") or finish == "content_filter":
        return Reading("refused")
    reading = _read_content(request, content if isinstance(content, str) else "")
    # An answer that is complete although the limit was reached counts as an answer.
    return Reading("truncated") if finish == "length" and reading.outcome != "answered" else reading


def usage_of(body: Any) -> tuple[int | None, int | None]:
    """The numbers of tokens of prompt and answer that the endpoint reports; None for a number that it does not
    report."""
    usage = body.get("usage") if isinstance(body, Mapping) else None
    if not isinstance(usage, Mapping):
        return None, None
    return _count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens"))


def fingerprint_of(body: Any) -> str | None:
    """The endpoint's name for the exact configuration that answered; None if it gives none."""
    found = body.get("system_fingerprint") if isinstance(body, Mapping) else None
    return found if isinstance(found, str) and found else None


def _status_outcome(status: int) -> str:
    if status == 429:
        return "rate_limited"
    if status >= 500 or status in _OVERLOADED:
        return "server_error"
    # A redirect counts as a refusal: following it would send the person's words to an address that nobody named.
    return "endpoint_refused" if status < 400 or status in _ENDPOINT_REFUSES else "rejected"


def _first_choice(body: Any) -> tuple[Mapping[str, Any], Any] | None:
    choices = body.get("choices") if isinstance(body, Mapping) else None
    first = choices[0] if isinstance(choices, list) and choices else None
    message = first.get("message") if isinstance(first, Mapping) else None
    return (
        (message, first.get("finish_reason")) if isinstance(first, Mapping) and isinstance(message, Mapping) else None
    )


def _read_content(request: Request, content: str) -> Reading:
    try:
        parsed = parse(_unfenced(content).encode("utf-8", "surrogatepass"))
    except ParseError:
        return Reading("invalid_json")
    if parsed.profile:
        return Reading("invalid_json")
    return Reading("answered", parsed.value) if fits(parsed.value, request.schema) else Reading("wrong_schema")


def _unfenced(content: str) -> str:
    """The text without the code fence ("```json") that models without a JSON mode tend to put around it."""
    text = content.strip()
    if not (text.startswith(_FENCE) and text.endswith(_FENCE) and "\n" in text):
        return text
    return text[text.index("\n") + 1 : -len(_FENCE)].strip()


def _count(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
