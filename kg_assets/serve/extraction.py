"""Asking a language model about the messages of the next build, before it is made (design §1.1). No Dagster.

The stages up to the extraction are run first, so that just those requests are asked whose answers the next build looks
for. Answers go to the ledger as they come; `annals build` reads them there.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from kg_assets.claims.extraction.asking import PROMPT_FILE, VOCABULARY_FILE, read_prompt, request_about
from kg_assets.claims.extraction.settings import ExtractionSettings
from kg_assets.claims.extraction.stages import EXTRACT
from kg_assets.claims.extraction.windows import Material, read_material, windows
from kg_assets.core.stage import House, Stage
from kg_assets.models.caller import ModelCaller
from kg_assets.models.estimate import Plan, plan_calls
from kg_assets.models.log import CallLog
from kg_assets.models.recorder import open_log
from kg_assets.models.replay import Answer
from kg_assets.models.request import Request
from kg_assets.models.settings import ModelSettings
from kg_assets.serve.requests import request_build
from kg_assets.store.ledger import Ledger
from kg_assets.store.registry import open_ledger
from kg_assets.store.runner import Engine
from kg_assets.store.session import given_of, holding, require_kept


@dataclass
class Collected:
    """What a run of questions brought."""

    answered: int = 0
    failed: Counter[str] = field(default_factory=Counter)
    calls: int = 0
    tokens: int = 0
    stopped: str | None = None

    def add(self, answer: Answer) -> None:
        """Count one answer, or why there is none; what the run did not come to is no failure."""
        if answer.status == "answered":
            self.answered += 1
        elif answer.status == "failed":
            self.failed[answer.reason or "unknown"] += 1


class Questions:
    """What a model is to be asked for the next build. Requests are made anew each time: together they are large."""

    def __init__(self, engine: Engine, limit: int | None) -> None:
        self.models: ModelSettings = engine.config.section("models")
        self._settings: ExtractionSettings = engine.config.section("extraction")
        self._prompt = read_prompt(engine.config.file(PROMPT_FILE), engine.config.file(VOCABULARY_FILE))
        self._material = _material(engine)
        self._ledger: Ledger = open_ledger(engine.home)
        self._limit = limit

    def plan(self) -> Plan:
        """How many calls and tokens they take."""
        log = open_log(self._ledger)
        return plan_calls(self._requests(log), log, self.models)

    def ask(self, done: Callable[[int], None]) -> Collected:
        """Ask what the log does not settle, within the budget; `done` is told how many answers there are."""
        caller = ModelCaller(self.models, self._ledger)
        collected = Collected()
        with closing(caller.answers(self._unsettled(caller))) as answers:
            for place, answer in enumerate(answers, start=1):
                collected.add(answer)
                done(place)
        collected.calls, collected.tokens = caller.budget.calls, caller.budget.tokens
        collected.stopped = caller.budget.stopped
        return collected

    def _unsettled(self, caller: ModelCaller) -> Iterator[Request]:
        for request in self._requests(caller.log):
            if caller.budget.stopped is not None:
                return
            if not self._is_settled(caller.log, request):
                yield request

    def _requests(self, log: CallLog) -> Iterator[Request]:
        """Every run of every request, in the order of §4.9; of messages that are not settled only the first few."""
        new = 0
        for window in windows(self._material, self._settings):
            runs = request_about(window, self._prompt, self.models).runs(self.models)
            if not all(self._is_settled(log, request) for request in runs):
                new += 1
                if self._limit is not None and new > self._limit:
                    continue
            yield from runs

    def _is_settled(self, log: CallLog, request: Request) -> bool:
        return log.is_settled(request.identity, self.models.max_retries)


def _material(engine: Engine) -> Material:
    """What the next build's messages, mentions, names and times are: its stages up to the extraction, run or found."""
    build = request_build(engine).build
    files: dict[str, list[Path]] = {}
    with holding(engine, build, "reading what a model is to be asked"):
        given = given_of(engine, build)
        for stage in needed_stages(engine.house, EXTRACT):
            outcome = engine.run_in_build(build, stage, given)
            require_kept(outcome)
            files |= {name: [engine.contents.path(c) for c in found] for name, found in outcome.tables.items()}
        return read_material(files.__getitem__)


def needed_stages(house: House, last: Stage) -> list[Stage]:
    """The stages whose tables a stage hangs on, in order."""
    names = {last.name}
    needed: list[Stage] = []
    for stage in reversed(house.stages):
        if stage.name in names:
            names.update(house.upstream(stage))
            needed.append(stage)
    return needed[:0:-1]
