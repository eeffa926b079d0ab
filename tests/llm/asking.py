"""Requests and settings that the tests of models share."""

from typing import Any

from kg_assets.core.data import data_path
from kg_assets.core.yamlfile import read_yaml
from kg_assets.llm.caller import ModelCaller
from kg_assets.llm.replay import Answer
from kg_assets.llm.request import PromptMessage, Request, make_request
from kg_assets.llm.settings import ModelSettings
from kg_assets.store.home import Home
from kg_assets.store.registry import open_ledger

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"word": {"type": "string", "minLength": 1}},
    "required": ["word"],
    "additionalProperties": False,
}
WORDS = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta")


def settings(**changed: Any) -> ModelSettings:
    """The shipped settings, live and without long pauses, with these keys changed."""
    shipped = read_yaml(data_path("config/pipeline.yaml"))["models"]
    quick = {"mode": "live", "model": "test-model", "backoff_seconds": 0.01, "max_wait_seconds": 0.2, "max_parallel": 1}
    return ModelSettings.model_validate(shipped | quick | changed)


def ask(word: str, chosen: ModelSettings | None = None, about: tuple[str, ...] = ()) -> Request:
    """A request that asks for a word back."""
    messages = [PromptMessage("system", "Repeat the word."), PromptMessage("user", word)]
    return make_request(chosen or settings(), messages, "word", SCHEMA, about or (f"message-{word}",))


def run(home: Home, chosen: ModelSettings, *requests: Request) -> tuple[list[Answer], ModelCaller]:
    """Ask them all in one run, as a command does."""
    caller = ModelCaller(chosen, open_ledger(home))
    return list(caller.answers(requests)), caller
