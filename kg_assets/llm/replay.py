"""Answers from the log alone: what a stage is given, and what a live run gives too. No network."""

from dataclasses import dataclass
from typing import Any, Literal

from kg_assets.llm.log import CallLog, LoggedCall
from kg_assets.llm.reply import read_reply
from kg_assets.llm.request import Request

Status = Literal["answered", "failed", "missing", "not_asked"]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a request, or why there is none.

    `answered` has a `value` of the form that the request asks for. `failed`: the log holds attempts, none of them
    usable; `reason` is the outcome of the last. `missing`: the log holds none. `not_asked`: a live run stopped before
    it, or no model may be used. `call` is the attempt that decided.
    """

    request: Request
    status: Status
    value: Any = None
    reason: str | None = None
    call: LoggedCall | None = None


def answer_from(log: CallLog, request: Request) -> Answer:
    """What the log says to a request."""
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
