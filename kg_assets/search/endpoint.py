"""Vectors of messages from an endpoint (`embedding.source: endpoint`): the requests, and the answers in the
log.

Asking is a step before a build (`annals extract`). The build reads only the log, so that it gives the same
without a network. Several texts go in one call, but each is looked up by itself: one message more or less
changes nothing for the others.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import orjson

from kg_assets.core.config import Config
from kg_assets.core.stage import StageRun
from kg_assets.llm.log import ANSWERED
from kg_assets.llm.request import Request
from kg_assets.llm.settings import ModelSettings
from kg_assets.llm.vector_request import read_vectors, vector_request
from kg_assets.search.coarse import as_bytes
from kg_assets.search.settings import EmbeddingSettings
from kg_assets.sources.tables import read_rows

_MESSAGES, _CALLS = "kg.messages", "vector_call"


def endpoint_of(config: Config) -> ModelSettings:
    """The settings of the endpoint for vectors: the address in section `embedding`, or the one in `models` if
    it has none."""
    return asked_at(config.section("embedding"), config.section("models"))


def asked_at(embedding: EmbeddingSettings, models: ModelSettings) -> ModelSettings:
    """The settings of `endpoint_of`, made from the two sections."""
    place = {} if embedding.base_url is None else {"base_url": embedding.base_url, "api_key_env": embedding.api_key_env}
    return models.model_copy(update={"model": embedding.model or "", **place})


def most(run: StageRun) -> int | None:
    """The most answers that can be needed: 0 where vectors do not come from an endpoint, else None (no
    limit)."""
    return None if run.settings("embedding").source == "endpoint" else 0


def requests(run: StageRun) -> Iterator[Request]:
    """The requests for texts whose vector is not yet in the log. Each text is asked for once, even if several messages
    have it."""
    numbers: EmbeddingSettings = run.settings("embedding")
    said = said_in(run)
    known = _known(run, {text for _, text in said})
    about: dict[str, list[str]] = {}
    for own, text in said:
        if text not in known:
            about.setdefault(text, []).append(own)
    texts = list(about)
    for start in range(0, len(texts), numbers.texts_per_request):
        together = texts[start : start + numbers.texts_per_request]
        yield request_about(numbers, together, [own for text in together for own in about[text]])


def request_about(numbers: EmbeddingSettings, texts: Sequence[str], about: Sequence[str]) -> Request:
    """The request for the vectors of some texts; `about` are the messages with these texts."""
    return vector_request(numbers.model or "", texts, about, numbers.encoding_format, numbers.dimensions)


def said_in(run: StageRun) -> Sequence[tuple[str, str]]:
    """Each message with text: its id, and as much of the beginning of its text as is sent (`text_characters`)."""
    longest = run.settings("embedding").text_characters
    told = read_rows(run.paths(_MESSAGES), ("message_id", "text_raw"))
    return [(own, text[:longest]) for own, text in told if text and text.strip()]


def logged(run: StageRun) -> tuple[list[str], list[bytes]]:
    """Two lists: the ids of the messages whose vector is in the log, in their order; and the vectors, all of the same
    length.

    If the endpoint gave vectors of several lengths under one model name, only those with the length of the first one
    are kept: vectors of different lengths cannot be compared.
    """
    said = said_in(run)
    known = _known(run, {text for _, text in said})
    length = len(next(iter(known.values()), b""))
    found = [(own, known[text]) for own, text in said if text in known]
    fitting = [(own, vector) for own, vector in found if len(vector) == length]
    if len(found) > len(fitting):
        run.event("WARN", "VECTORS_OF_ANOTHER_LENGTH", messages=len(found) - len(fitting), kept_length=length)
    if len(said) > len(found):
        run.event("INFO", "VECTORS_NOT_ASKED", messages=len(said) - len(found))
    return [own for own, _ in fitting], [vector for _, vector in fitting]


def _known(run: StageRun, texts: Collection[str]) -> dict[str, bytes]:
    """The vectors in the log for these texts. If a text has several answers, the earliest counts."""
    model, found = run.settings("embedding").model, dict[str, bytes]()
    calls = [row for row in run.ledger_entries(_CALLS) if row["model"] == model and row["outcome"] == ANSWERED]
    for call in sorted(calls, key=lambda row: (row["at"] or "", row["identity"])):
        for text, vector in _vectors(run, call["payload"]):
            if text in texts:
                found.setdefault(text, vector)
    return found


def _vectors(run: StageRun, payload: str) -> Iterable[tuple[str, bytes]]:
    """The texts of a logged call, each with its vector; nothing if it was asked with other `dimensions`, or
    if its answer is missing or cannot be used."""
    data = run.ledger_payload(payload)
    if data is None:
        return ()
    exchange = orjson.loads(data)
    request: Mapping[str, Any] = exchange["request"]
    if request.get("dimensions") != run.settings("embedding").dimensions:
        return ()
    _, vectors = read_vectors(request, exchange["response"]["body"])
    return () if vectors is None else zip(request["input"], as_bytes(vectors), strict=True)
