"""The content of the demo's home: an invented export, decisions of its person, and answers of a model.

All three come from `kg_assets/corpus`, so that every mechanism appears in the demo whatever its seed.
"""

from typing import Any

import yaml

from kg_assets.claims.extraction.asking import PROMPT_FILE, VOCABULARY_FILE, read_prompt, request_about
from kg_assets.claims.extraction.stages import EXTRACT
from kg_assets.claims.extraction.windows import read_material, windows
from kg_assets.cli.extraction import files_before, given_next
from kg_assets.core.canonical import canonical_text
from kg_assets.core.faults import Gathered
from kg_assets.core.ids import IdSpace
from kg_assets.corpus.generator import demo as demo_spec
from kg_assets.corpus.generator import write_export
from kg_assets.corpus.scenes import scenes, told
from kg_assets.engine.runner import Engine
from kg_assets.intake.asking import BuildRequest, register, request_build
from kg_assets.lexicon.keys import entity_id
from kg_assets.llm.recorder import Recorder, open_log
from kg_assets.llm.reply import Reply
from kg_assets.llm.settings import ModelSettings
from kg_assets.store.decisions import EntitiesMerged, EntityReference
from kg_assets.store.home import Home
from kg_assets.store.registry import open_ledger

_ENDPOINT = "http://localhost/"  # an address that is never called


def write_settings(home: Home) -> None:
    """Write the settings file of the demo into the demo's home."""
    home.prepare().settings.write_text(yaml.safe_dump(told()["settings"]), encoding="utf-8")


def request_demo(engine: Engine, seed: int | None = None) -> BuildRequest:
    """Write the demo's export and ledger, and request its build. Repeated with the same seed, it changes
    nothing.
    """
    folder = engine.home.root / "export"
    write_export(demo_spec() if seed is None else demo_spec(seed), folder)
    export = folder / "conversations.json"
    register(engine, export)
    _decide(engine)
    _log_answers(engine)
    return request_build(engine, [export])


def _decide(engine: Engine) -> None:
    """Record the merges that the demo's person has made, each once."""
    ledger = open_ledger(engine.home)
    decided = [entry.body for entry in ledger.entries(["entities_merged"])]
    ids = IdSpace(engine.config.section("sources").id_namespace)
    for pair in told()["merged"]:
        into, merged = (
            EntityReference(entity_id=entity_id(ids, kind, key), entity_type=kind, entity_key=key) for kind, key in pair
        )
        body = EntitiesMerged(into=into, merged=merged).model_dump(mode="json")
        if body not in decided:
            ledger.append("entities_merged", body)


def _log_answers(engine: Engine) -> None:
    """Record in the ledger the invented answers of a model about messages of the scenes, as answers to the
    requests that a build makes about these messages."""
    answers = {turn.said: turn.reading for scene in scenes() for turn in scene.turns if turn.reading is not None}
    models: ModelSettings = engine.config.section("models")
    ledger = open_ledger(engine.home)
    log = open_log(ledger)
    recorder = Recorder(ledger, log, _ENDPOINT, told()["answered_at"])
    files = files_before(engine, EXTRACT, given_next(engine, engine.config.section("models").is_here))
    prompt = read_prompt(engine.config.file(PROMPT_FILE), engine.config.file(VOCABULARY_FILE))
    for window in windows(read_material(lambda table: files[table]), engine.config.section("extraction"), Gathered()):
        if window.text in answers:
            request = request_about(window, prompt, models)
            if not log.is_settled(request.identity, models.max_retries):
                recorder.record(request, _reply(answers[window.text]))


def _reply(reading: dict[str, Any]) -> Reply:
    message = {"role": "assistant", "content": canonical_text(reading)}
    body = {"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}
    return Reply(200, canonical_text(body), None, None, 0)
