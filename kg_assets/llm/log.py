"""The log of calls, for reading: the rows of the calls, found by the identity of the request. Payloads (request and
reply) are read only when they are needed, one at a time.

The rows come from `kg_assets.store.calls.standing_calls`: in a command directly, in a stage through its ledger entries.
This module imports neither ledger nor network, so that their code is not part of a stage's code version.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from kg_assets.core.errors import LedgerError

ANSWERED = "answered"
# Another call would bring the same answer.
_FINAL = frozenset({"refused", "truncated"})
_UNUSABLE = frozenset({"invalid_json", "wrong_schema"})


@dataclass(frozen=True, slots=True)
class LoggedCall:
    """One attempt at a call, as the log keeps it."""

    identity: str
    vote: int
    model: str
    about: tuple[str, ...]
    retry_count: int
    outcome: str
    parse_success: bool
    seed_honored: bool | None
    system_fingerprint: str | None
    prompt_tokens: int | None
    completion_tokens: int | None
    at: str | None
    payload: str

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> "LoggedCall":
        return cls(**{**row, "about": tuple(row["about"])})


@dataclass(frozen=True, slots=True)
class Exchange:
    """The request that was sent and the reply. `status` and `body` are None if no reply came."""

    request: Mapping[str, Any]
    status: int | None
    body: Any


class CallLog:
    """The logged attempts to ask a model that were not erased: for each request, found by its `identity` (a hash), its
    attempts, the earliest first."""

    def __init__(self, rows: Iterable[Mapping[str, Any]], payload: Callable[[str], bytes | None]) -> None:
        self._payload = payload
        self._calls: dict[str, list[LoggedCall]] = {}
        self._fingerprints: dict[str, str] = {}
        for row in rows:
            self.add(LoggedCall.from_row(row))

    def add(self, call: LoggedCall) -> None:
        """Add to the log an attempt that was just made."""
        self._calls.setdefault(call.identity, []).append(call)
        if call.system_fingerprint is not None:
            self._fingerprints.setdefault(call.model, call.system_fingerprint)

    def attempts(self, identity: str) -> tuple[LoggedCall, ...]:
        return tuple(self._calls.get(identity, ()))

    def answered(self, identity: str) -> LoggedCall | None:
        """The attempt whose answer counts: the earliest one with a usable answer. None if there is none."""
        return next((call for call in self._calls.get(identity, ()) if call.outcome == ANSWERED), None)

    def is_settled(self, identity: str, max_retries: int) -> bool:
        """Whether no further call is needed: the request was answered, refused or truncated, or more than
        `max_retries` answers were unusable."""
        outcomes = [call.outcome for call in self._calls.get(identity, ())]
        if ANSWERED in outcomes or not _FINAL.isdisjoint(outcomes):
            return True
        return sum(outcome in _UNUSABLE for outcome in outcomes) > max_retries

    def fingerprint(self, model: str) -> str | None:
        """The endpoint's name for the configuration that answered, as in the first logged answer of this model that has
        one. None if no answer has one."""
        return self._fingerprints.get(model)

    def exchange(self, call: LoggedCall) -> Exchange:
        """The request and the reply of a logged call."""
        data = self._payload(call.payload)
        if data is None:
            raise LedgerError("a model call was erased while it was being read; run the command again")
        value = orjson.loads(data)
        return Exchange(value["request"], value["response"]["status"], value["response"]["body"])
