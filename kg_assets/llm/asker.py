"""Questions of one kind to a language model: the same instructions and answer schema, each with its own text."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from kg_assets.core.canonical import canonical_text
from kg_assets.llm.request import PromptMessage, Request, make_request, telling_schema
from kg_assets.llm.settings import ModelSettings


class Asker:
    """Makes requests; what all of them have in common is made and proved once.

    `accepted` is what an answer must at least be, where that is less than what is asked for: what is wrong with an item
    of an answer then costs that item alone.
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
        """The request that shows this, of these messages."""
        messages = [*self._frame.body["messages"], {"role": "user", "content": canonical_text(shown)}]
        about = tuple(sorted(set(message_ids)))
        return replace(self._frame, body={**self._frame.body, "messages": messages}, about=about)
