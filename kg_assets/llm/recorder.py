"""Writes the log of calls: each attempt becomes a ledger entry before its answer is used."""

import threading
from datetime import UTC, datetime
from typing import Any

from kg_assets.core.canonical import CanonicalError, canonical, clean_text
from kg_assets.core.instants import normalize
from kg_assets.llm.log import ANSWERED, CallLog, LoggedCall
from kg_assets.llm.reply import Reply, fingerprint_of, read_reply, stored_body, usage_of
from kg_assets.llm.request import Request
from kg_assets.store.calls import CALLS, MODEL_CALL, VECTOR_CALL, ModelCall, standing_calls
from kg_assets.store.ledger import Ledger

# Seed 000 §4.4.4: parse_success only says whether the answer is JSON. Whether it has the form that was asked for is in
# the outcome.
_IS_JSON = frozenset({ANSWERED, "wrong_schema"})


def open_log(ledger: Ledger) -> CallLog:
    """The log of calls with all calls that the ledger has so far."""
    return CallLog((row for kind in CALLS for row in standing_calls(ledger, kind=kind)), ledger.payload)


class Recorder:
    """Appends calls to the ledger, for the threads of one session.

    `at` is the time to log for calls that were made earlier (in the demo); without it the present time is
    logged.
    """

    def __init__(self, ledger: Ledger, log: CallLog, endpoint: str, at: str | None = None) -> None:
        self._at = at
        self._ledger = ledger
        self._log = log
        self._endpoint = endpoint
        self._lock = threading.Lock()

    def record(self, request: Request, reply: Reply) -> LoggedCall:
        """Log one attempt. When this returns, it survives a power cut."""
        body = stored_body(reply.text) if reply.status is not None else None
        payload = _payload(request, reply, body)
        outcome = reply.failure or read_reply(request, reply.status or 0, body).outcome
        prompt, completion = usage_of(body)
        fingerprint = fingerprint_of(body)
        with self._lock:
            logged = ModelCall(
                identity=request.identity,
                vote=request.vote,
                model=request.body["model"],
                endpoint=self._endpoint,
                about=list(request.about),
                retry_count=len(self._log.attempts(request.identity)),
                outcome=outcome,  # type: ignore[arg-type]  # pydantic holds it to the vocabulary
                parse_success=outcome in _IS_JSON,
                seed_honored=self._seed_honored(request, fingerprint),
                system_fingerprint=fingerprint,
                prompt_tokens=prompt,
                completion_tokens=completion,
                duration_ms=reply.duration_ms,
            ).model_dump(mode="json")
            # From the wall clock: the ledger keeps when a call was made. No build reads it.
            at = self._at or normalize(datetime.now(UTC))
            kind = VECTOR_CALL if request.form == "vectors" else MODEL_CALL
            entry = self._ledger.append(kind.name, logged, at, payload)
            row = {name: value for name, value in logged.items() if name not in ("duration_ms", "endpoint")}
            call = LoggedCall.from_row(row | {"at": entry.at, "payload": entry.payload})
            self._log.add(call)
        return call

    def _seed_honored(self, request: Request, fingerprint: str | None) -> bool | None:
        """Whether the number `seed` in a request, which asks the endpoint for repeatable answers, can have had that
        effect. None if the request has no such number, or if the endpoint names no configuration (seed 000 §4.1: NULL).

        An endpoint promises repeatable answers only as long as its configuration stays the same. So the result is False
        if it names another configuration than in the first logged answer of the model.
        """
        if request.body.get("seed") is None or fingerprint is None:
            return None
        known = self._log.fingerprint(request.body["model"])
        return known is None or known == fingerprint


def _payload(request: Request, reply: Reply, body: Any) -> bytes:
    exchange = {"request": request.body, "response": {"status": reply.status, "body": body}}
    try:
        return canonical(exchange)
    except CanonicalError:
        return canonical(exchange | {"response": {"status": reply.status, "body": clean_text(reply.text)}})
