"""Finds answers in the log alone, for stages and for live sessions. It uses no network."""

from dataclasses import dataclass
from typing import Any, Literal

from kg_assets.llm.log import CallLog, LoggedCall
from kg_assets.llm.reply import read_reply
from kg_assets.llm.request import Request

Status = Literal["answered", "failed", "missing", "not_asked"]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a request, or the reason why there is none.

    `answered`: `value` has the form that the request asks for. `failed`: the log has attempts, but none is usable;
    `reason` says why. `missing`: the log has no attempt. `not_asked`: a live session ended before the request was sent,
    or no model may be used. `call` is the attempt from which this is known.
    """

    request: Request
    status: Status
    value: Any = None
    reason: str | None = None
    call: LoggedCall | None = None


def answer_from(log: CallLog, request: Request) -> Answer:
    """The answer that the log has for a request, or the reason why it has none."""
    call = log.answered(request.identity)
    if call is None:
        attempts = log.attempts(request.identity)
        return Answer(request, "failed", None, attempts[-1].outcome, attempts[-1]) if attempts else missing(request)
    exchange = log.exchange(call)
    reading = read_reply(request, exchange.status or 0, exchange.body)
    if reading.outcome != call.outcome:
        # It was judged by an earlier version of the schema or of these rules.
        return Answer(request, "failed", None, reading.outcome, call)
    return Answer(request, "answered", reading.value, None, call)


def missing(request: Request) -> Answer:
    return Answer(request, "missing")
