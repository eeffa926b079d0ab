"""Asks a model before a build.

Answers in the log are used; the other requests are sent, within the budget, and logged as they are answered. A session
that ends early loses nothing: the next one finds in the log what was answered and goes on from there.
"""

from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from copy import copy
from typing import TYPE_CHECKING

from kg_assets.llm.budget import Budget
from kg_assets.llm.estimate import input_tokens, output_tokens
from kg_assets.llm.log import ANSWERED, LoggedCall
from kg_assets.llm.pace import Pace
from kg_assets.llm.recorder import Recorder, open_log
from kg_assets.llm.replay import Answer, answer_from
from kg_assets.llm.reply import Reply
from kg_assets.llm.request import Form, Request
from kg_assets.llm.settings import ModelSettings
from kg_assets.store.ledger import Ledger

if TYPE_CHECKING:
    from kg_assets.llm.client import Endpoint

# How many requests may wait for their answer to be handed out, for each call that runs at once: enough that no thread
# idles.
_AHEAD = 4
# Outcomes after which another attempt at the same request may succeed.
_RETRIED = frozenset(
    {"invalid_json", "wrong_schema", "malformed_response", "rate_limited", "server_error", "timeout", "disconnected"}
)
# Outcomes in which the endpoint did its work, whatever the model answered.
_SERVED = frozenset({ANSWERED, "invalid_json", "wrong_schema", "truncated", "refused"})


class ModelCaller:
    """Makes the calls of one session.

    Afterwards `budget` has what was spent and, in `stopped`, why the session ended early. `answers` may be called again
    within the same budget, for requests that depend on earlier answers.
    """

    def __init__(self, settings: ModelSettings, ledger: Ledger) -> None:
        self._settings = settings
        self._ledger = ledger
        self.log = open_log(ledger)
        self.budget = Budget(settings)
        self._pace = Pace(settings)

    def at(self, settings: ModelSettings) -> "ModelCaller":
        """A caller for another endpoint in the same session: log and budget are shared."""
        other = copy(self)
        other._settings, other._pace = settings, Pace(settings)
        return other

    def answers(self, requests: Iterable[Request]) -> Generator[Answer]:
        """The answers in the order of the requests, even though several calls run at once."""
        if self._settings.mode == "off":
            return (Answer(request, "not_asked") for request in requests)
        if self._settings.mode == "replay":
            return (answer_from(self.log, request) for request in requests)
        return self._live(requests)

    def _live(self, requests: Iterable[Request]) -> Generator[Answer]:
        self._pace = self._pace.again()
        asking = _Asking(self._settings, self._ledger, self, self._pace)
        waiting: deque[tuple[Request, Future[None] | None]] = deque()
        try:
            for request in requests:
                waiting.append((request, asking.begin(request)))
                while waiting and (_is_done(waiting[0][1]) or len(waiting) > _AHEAD * self._settings.max_parallel):
                    yield self._finished(*waiting.popleft())
            while waiting:
                yield self._finished(*waiting.popleft())
        finally:
            asking.end()

    def _finished(self, request: Request, asked: "Future[None] | None") -> Answer:
        if asked is not None:
            asked.result()
        answer = answer_from(self.log, request)
        unsettled = answer.status != "answered" and not self.log.is_settled(
            request.identity, self._settings.max_retries
        )
        if self.budget.stopped is not None and unsettled:
            return Answer(request, "not_asked", None, answer.reason, answer.call)
        return answer


class _Asking:
    """The threads and the connection of a session whose mode is `live`."""

    def __init__(self, settings: ModelSettings, ledger: Ledger, caller: ModelCaller, pace: Pace) -> None:
        self._settings = settings
        self._log = caller.log
        self._budget = caller.budget
        self._endpoint: Endpoint | None = None
        self._recorder = Recorder(ledger, caller.log, settings.base_url)
        self._pace = pace
        self._pool = ThreadPoolExecutor(settings.max_parallel, thread_name_prefix="annals-model")
        self._asked: dict[str, Future[None]] = {}

    def begin(self, request: Request) -> "Future[None] | None":
        """Begin to ask a request. None if no call is needed: the log settles the request, or the session has ended."""
        identity = request.identity
        if identity in self._asked:
            return self._asked[identity]
        if self._budget.stopped is not None or self._log.is_settled(identity, self._settings.max_retries):
            return None
        if self._endpoint is None:
            # Made only now: a session whose answers are all logged needs no key, and the client takes long to load.
            from kg_assets.llm.client import Endpoint

            self._endpoint = Endpoint(self._settings)
        self._asked[identity] = self._pool.submit(self._ask, request, self._endpoint)
        return self._asked[identity]

    def end(self) -> None:
        """Let calls that have begun finish and be logged; begin no others."""
        self._pace.end()
        self._pool.shutdown(wait=True, cancel_futures=True)
        if self._endpoint is not None:
            self._endpoint.close()

    def _ask(self, request: Request, endpoint: "Endpoint") -> None:
        expected = input_tokens(request, self._settings) + output_tokens(request, self._settings)
        call: LoggedCall | None = None
        for retry in range(self._settings.max_retries + 1):
            if not self._pace.wait(retry) or not self._budget.reserve(expected):
                return
            call = self._attempt(request, endpoint, expected)
            if call.outcome not in _RETRIED or self._log.is_settled(request.identity, self._settings.max_retries):
                break
        if call is not None:
            self._budget.note(call.outcome in _SERVED)

    def _attempt(self, request: Request, endpoint: "Endpoint", expected: int) -> LoggedCall:
        reply = endpoint.send(request.body, request.form)
        call = self._recorder.record(request, reply)
        self._budget.settle(expected, _used(call, request.form, expected))
        self._heed(reply, call)
        return call

    def _heed(self, reply: Reply, call: LoggedCall) -> None:
        """Do what the endpoint's reply demands: wait, or end the session."""
        if call.outcome == "endpoint_refused":
            self._budget.stop(
                f"the endpoint {self._settings.base_url} answered with status {reply.status}; see its base_url, the "
                f"name {self._settings.model!r} and the key in the variable that api_key_env names"
            )
        wait = reply.retry_after_seconds
        if wait is not None and wait > self._settings.max_wait_seconds:
            self._budget.stop(f"the endpoint asks to wait {wait:.0f} seconds (models.max_wait_seconds)")
        elif wait is not None:
            self._pace.hold(wait)


def _used(call: LoggedCall, form: Form, expected: int) -> int:
    """The tokens that a call cost: the number that the endpoint reports, else the expected number. An attempt without
    an answer costs only what the endpoint reports."""
    if call.outcome not in _SERVED:
        return (call.prompt_tokens or 0) + (call.completion_tokens or 0)
    if call.prompt_tokens is None or (call.completion_tokens is None and form == "completion"):
        return expected
    return call.prompt_tokens + (call.completion_tokens or 0)


def _is_done(asked: "Future[None] | None") -> bool:
    return asked is None or asked.done()
