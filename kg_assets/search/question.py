"""The vector of a question, made in the same way as those of the messages: on this machine, or by the endpoint, which
then sees the question.

If there is no vector, a search goes on without likeness and says why.
"""

from dataclasses import dataclass
from functools import lru_cache

from kg_assets.core.errors import AnnalsError
from kg_assets.llm.reply import read_reply, stored_body
from kg_assets.llm.settings import ModelSettings
from kg_assets.llm.vectors import vectors_of
from kg_assets.search.endpoint import asked_at, request_about
from kg_assets.search.settings import EmbeddingSettings
from kg_assets.store.arrays import Array

_REMEMBERED = 256  # questions whose vectors a process remembers: an agent asks the same one again with other filters


class NoVector(AnnalsError):
    """Raised when a question has no vector; the search is then answered without likeness."""


@dataclass(frozen=True)
class QuestionVectors:
    """Makes the vector of a question: by a model on this machine, or by the endpoint of these settings."""

    embedding: EmbeddingSettings | None = None
    models: ModelSettings | None = None

    def of(self, model: str, source: str, text: str) -> Array:
        """The vector of a question for an index made by `model` at `source`. Raises `NoVector` with the
        reason if there is none."""
        if source == "here":
            result: Array = vectors_of(model, [text])[0]
            return result
        if self.embedding is None or self.models is None or self.embedding.source != source:
            raise NoVector(
                "the vectors of messages came from an endpoint, and embedding.source names none now; name it again"
                " or run `annals build`"
            )
        if self.models.mode != "live":
            raise NoVector(f"models.mode is {self.models.mode}, so the endpoint is not asked for the question's vector")
        return _asked(self.embedding.model_copy(update={"model": model}), self.models, text)


@lru_cache(maxsize=_REMEMBERED)
def _asked(embedding: EmbeddingSettings, models: ModelSettings, text: str) -> Array:
    # Imported only now, because the client takes long to load.
    from kg_assets.llm.client import Endpoint

    there = asked_at(embedding, models).model_copy(update={"timeout_seconds": embedding.question_seconds})
    request = request_about(embedding, [text[: embedding.text_characters]], [])
    try:
        endpoint = Endpoint(there)
    except AnnalsError as error:
        raise NoVector(str(error)) from None
    try:
        reply = endpoint.send(request.body, request.form)
    finally:
        endpoint.close()
    reading = read_reply(request, reply.status, stored_body(reply.text)) if reply.status is not None else None
    if reading is None or reading.value is None:
        why = str(reply.failure if reading is None else reading.outcome).replace("_", " ")
        status = "" if reply.status is None else f", status {reply.status}"
        raise NoVector(
            f"{there.base_url} gave no vector of the question ({why}{status}); see section embedding of the settings, "
            "and whether the endpoint runs"
        )
    vector: Array = reading.value[0]
    return vector
