"""Logged calls of models, for answers in words or for vectors: one ledger entry per attempt, with the texts as its
payload.

How calls are made and what answers mean belongs to `kg_assets.llm`; here is only what all readers of the
ledger must agree on. The entry itself has nothing private; the payload can be erased.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from kg_assets.store.ledger import Kind, Ledger

Outcome = Literal[
    "answered",
    "invalid_json",  # the model's text is no JSON
    "wrong_schema",  # it is JSON of another form than was asked for
    "truncated",  # it broke off at the limit of tokens
    "refused",  # the model, or a filter before it, declined
    "rejected",  # the endpoint takes no such request (4xx)
    "endpoint_refused",  # no such address or model, or the key is not accepted
    "malformed_response",  # the endpoint's body is no chat completion
    "rate_limited",
    "server_error",
    "timeout",
    "disconnected",
]
Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class ModelCall(BaseModel):
    """The body of a ledger entry for one attempt to get an answer from a model."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    identity: Hash
    vote: int = Field(ge=0)
    model: str
    endpoint: str
    about: list[str]  # ids of what the request shows, so that an erasure finds every call that saw it
    retry_count: int = Field(ge=0)
    outcome: Outcome
    parse_success: bool
    seed_honored: bool | None
    system_fingerprint: str | None
    prompt_tokens: int | None
    completion_tokens: int | None
    duration_ms: int


MODEL_CALL = Kind("model_call", 1, "call", ModelCall)
# Vectors have a kind of their own, so that new ones do not make anew what reads answers, nor the reverse.
VECTOR_CALL = Kind("vector_call", 1, "call", ModelCall)
CALLS = (MODEL_CALL, VECTOR_CALL)


def standing_calls(ledger: Ledger, until: int | None = None, kind: Kind = MODEL_CALL) -> list[dict[str, Any]]:
    """Every logged attempt whose payload has not been erased, as the body that stages get; sorted by identity (the hash
    of the question), and for one identity in ledger order.

    What depends on this machine or on the attempt's position in the ledger is left out: position, duration, endpoint.
    The attempts of one identity are numbered anew from 0, so that an erased one leaves no gap, and two processes that
    asked at once do not share a number.
    """
    entries = [e for e in ledger.entries([kind.name], until) if e.payload and not ledger.is_erased(e.payload)]
    rows: list[dict[str, Any]] = []
    counted: dict[str, int] = {}
    for entry in sorted(entries, key=lambda e: (e.body["identity"], e.position)):
        identity = entry.body["identity"]
        body = {name: value for name, value in entry.body.items() if name not in ("duration_ms", "endpoint")}
        rows.append(body | {"retry_count": counted.get(identity, 0), "at": entry.at, "payload": entry.payload})
        counted[identity] = counted.get(identity, 0) + 1
    return rows


def erase_calls_about(ledger: Ledger, ids: frozenset[str]) -> int:
    """Erase the payload of every call whose request showed one of these ids; returns the bytes freed."""
    payloads = {
        e.payload
        for e in ledger.entries([kind.name for kind in CALLS])
        if e.payload and not ids.isdisjoint(e.body["about"])
    }
    return sum(ledger.erase_payload(payload) for payload in sorted(payloads) if not ledger.is_erased(payload))
