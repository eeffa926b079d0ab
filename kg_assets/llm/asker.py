"""Makes requests of one kind to a language model: all have the same instructions and answer schema, and each has its
own text."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from kg_assets.core.canonical import canonical_text
from kg_assets.llm.request import PromptMessage, Request, make_request, telling_schema
from kg_assets.llm.settings import ModelSettings


class Asker:
    """Makes requests that differ only in their text; everything else is made and checked once.

    `accepted` is the schema against which answers are checked. It may ask for less than `schema`, so that one faulty
    item of an answer costs only that item and not the whole answer.
    """

    def __init__(
        self,
        settings: ModelSettings,
        name: str,
        instructions: str,
        schema: Mapping[str, Any],
        accepted: Mapping[str, Any],
    ) -> None:
        told = telling_schema(instructions, settings, schema)
        made = make_request(settings, [PromptMessage("system", told)], name, schema, ())
        self._frame = replace(made, schema=accepted)

    def about(self, shown: Mapping[str, Any], message_ids: Iterable[str]) -> Request:
        """The request with `shown` as its text; `message_ids` are the messages in it."""
        messages = [*self._frame.body["messages"], {"role": "user", "content": canonical_text(shown)}]
        about = tuple(sorted(set(message_ids)))
        return replace(self._frame, body={**self._frame.body, "messages": messages}, about=about)
