"""The requests about messages that a model is asked before a build."""

from collections.abc import Iterator

from kg_assets.claims.extraction.asking import PROMPT_FILE, VOCABULARY_FILE, read_prompt, request_about
from kg_assets.claims.extraction.settings import ExtractionSettings
from kg_assets.claims.extraction.windows import read_material, windows
from kg_assets.core.stage import StageRun
from kg_assets.llm.request import Request


def requests(stage: StageRun) -> Iterator[Request]:
    """A request for each message that a model is asked about, ordered by conversation and place in it (§4.9). They are
    yielded one by one, since together they are large."""
    prompt = read_prompt(stage.file(PROMPT_FILE), stage.file(VOCABULARY_FILE))
    models = stage.settings("models")
    for window in windows(read_material(stage.paths), stage.settings("extraction"), stage):
        yield request_about(window, prompt, models)


def most(stage: StageRun) -> int | None:
    """The most requests there can be: 0 if `roles` names nobody, else None, since only the number of messages
    limits them."""
    settings: ExtractionSettings = stage.settings("extraction")
    return None if settings.roles else 0
