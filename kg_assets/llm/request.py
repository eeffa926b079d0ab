"""A request to a language model, and the identity under which its answer is found again (design §5).

A request depends on neither time nor machine: the endpoint's address, the key, waiting and budgets are not part of it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from kg_assets.core.canonical import canonical, canonical_text
from kg_assets.core.hashing import sha256_hex
from kg_assets.llm.schema import require_known
from kg_assets.llm.settings import ModelSettings

MessageRole = Literal["system", "user", "assistant"]
Form = Literal["completion", "vectors"]
_SCHEMA_TOLD = "\n\nThe schema of the answer:\n"


@dataclass(frozen=True, slots=True)
class PromptMessage:
    """One turn of the prompt."""

    role: MessageRole
    content: str


@dataclass(frozen=True)
class Request:
    """The body that is sent, the form that its answer must have, and which of several runs of the same request it is
    for (`vote`).

    `about` are the ids of the messages in the prompt; they are logged with the call, so that it can be erased with
    them, and are not sent. `answer_chars`, the length of the longest answer that the form allows (if there is one), is
    not sent either. `form` says whether a completion or the vectors of texts are asked for.
    """

    body: Mapping[str, Any]
    schema: Mapping[str, Any]
    about: tuple[str, ...]
    vote: int = 0
    answer_chars: int | None = None
    form: Form = "completion"

    @cached_property
    def identity(self) -> str:
        """The hash under which the answer is found in the log: sha256 of the canonical request and the number of the
        run (`vote`) (design §5)."""
        return sha256_hex(canonical({"request": self.body, "vote": self.vote}))

    def runs(self, settings: ModelSettings) -> list["Request"]:
        """The request as often as it is to be asked: once for each run (seed 000 §4.4.4), numbered by `vote`.

        Vectors are asked for only once, since there is nothing to vote on.
        """
        votes = 1 if self.form == "vectors" else settings.multi_run_count
        return [replace(self, vote=vote) for vote in range(votes)]


def make_request(
    settings: ModelSettings,
    messages: Sequence[PromptMessage],
    schema_name: str,
    schema: Mapping[str, Any],
    about: Iterable[str],
) -> Request:
    """The request for an answer of this form.

    Raises `ValueError` if answers could not be checked against the schema.
    """
    require_known(schema)
    optional = {
        "temperature": settings.temperature,
        "top_p": settings.top_p,
        "seed": settings.seed,
        settings.output_limit_key: settings.max_output_tokens,
    }
    body = {
        "model": settings.model,
        "messages": [{"role": message.role, "content": message.content} for message in messages],
        "response_format": _format(settings, schema_name, schema),
        **{key: value for key, value in optional.items() if value is not None},
    }
    return Request(body, schema, tuple(sorted(set(about))))


def telling_schema(instructions: str, settings: ModelSettings, schema: Mapping[str, Any]) -> str:
    """The instructions; if the endpoint does not get the schema in another way, with the schema added."""
    if settings.response_format == "json_schema":
        return instructions
    return instructions + _SCHEMA_TOLD + canonical_text(schema)


def _format(settings: ModelSettings, name: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    if settings.response_format == "json_object":
        return {"type": "json_object"}
    return {"type": "json_schema", "json_schema": {"name": name, "schema": schema, "strict": True}}
