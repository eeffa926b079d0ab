"""What a model is asked about messages before a build."""

from collections.abc import Iterator

from kg_assets.claims.extraction.asking import PROMPT_FILE, VOCABULARY_FILE, read_prompt, request_about
from kg_assets.claims.extraction.settings import ExtractionSettings
from kg_assets.claims.extraction.windows import read_material, windows
from kg_assets.core.stage import StageRun
from kg_assets.llm.request import Request


def requests(stage: StageRun) -> Iterator[Request]:
    """A request for each message that can hold claims, in the order of §4.9. Together they are large."""
    prompt = read_prompt(stage.file(PROMPT_FILE), stage.file(VOCABULARY_FILE))
    models = stage.settings("models")
    for window in windows(read_material(stage.paths), stage.settings("extraction"), stage):
        yield request_about(window, prompt, models)


def most(stage: StageRun) -> int | None:
    """None are asked where nobody's messages are read; else nothing but the messages bounds them."""
    settings: ExtractionSettings = stage.settings("extraction")
    return None if settings.roles else 0
