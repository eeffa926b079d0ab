"""Asking a language model about the next build, before it is made (design §1.1). No Dagster.

It is asked about messages and, where the third tier of the profiles is on, about what mattered and nothing else could
sort. The stages before are run first, so that just those requests are asked whose answers the next build looks for. No
build is requested for that and nothing points to the results: the next build finds them, and none is left unfinished.
Answers go to the ledger as they come; `annals build` reads them there.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from kg_assets.claims.extraction.asking import PROMPT_FILE, VOCABULARY_FILE, read_prompt, request_about
from kg_assets.claims.extraction.settings import ExtractionSettings
from kg_assets.claims.extraction.stages import EXTRACT
from kg_assets.claims.extraction.windows import read_material, windows
from kg_assets.core.errors import SourceError
from kg_assets.core.faults import Gathered
from kg_assets.core.stage import House, Stage, StageRun
from kg_assets.engine.runner import Engine, Progress
from kg_assets.engine.session import require_kept
from kg_assets.engine.stagerun import Given, Run
from kg_assets.graph.profiles import most_votes, vote_requests
from kg_assets.graph.stages import PROFILE
from kg_assets.intake.asking import horizon_of
from kg_assets.llm.caller import ModelCaller
from kg_assets.llm.estimate import Plan, plan_calls
from kg_assets.llm.log import CallLog
from kg_assets.llm.recorder import open_log
from kg_assets.llm.replay import Answer
from kg_assets.llm.request import Request
from kg_assets.llm.settings import ModelSettings
from kg_assets.store.calls import MODEL_CALL, standing_calls
from kg_assets.store.contents import Content
from kg_assets.store.ledger import Ledger
from kg_assets.store.registry import member_rows, open_ledger, registered

MESSAGES = "messages"
VOTES = "what mattered"


@dataclass
class Collected:
    """What a run of questions brought."""

    answered: int = 0
    failed: Counter[str] = field(default_factory=Counter)
    left: int = 0
    calls: int = 0
    tokens: int = 0
    stopped: str | None = None
    has_endpoint_failed: bool = False

    def add(self, answer: Answer) -> None:
        """Count one answer, or why there is none; what the run did not come to is no failure."""
        if answer.status == "answered":
            self.answered += 1
        elif answer.status == "failed":
            self.failed[answer.reason or "unknown"] += 1


class _Share:
    """How many more messages and members a run may ask about."""

    def __init__(self, limit: int | None) -> None:
        self._left = limit
        self.is_short = False

    def take(self) -> bool:
        if self._left is None:
            return True
        if self._left == 0:
            self.is_short = True
            return False
        self._left -= 1
        return True


class Questions:
    """What a model is to be asked for the next build. Requests are made anew each time: together they are large."""

    def __init__(self, engine: Engine, limit: int | None) -> None:
        self.models: ModelSettings = engine.config.section("models")
        self.most_votes = most_votes(_profiling(engine, {}))
        self._engine = engine
        self._settings: ExtractionSettings = engine.config.section("extraction")
        self._prompt = read_prompt(engine.config.file(PROMPT_FILE), engine.config.file(VOCABULARY_FILE))
        self._ledger: Ledger = open_ledger(engine.home)
        files = files_before(engine, EXTRACT)
        self._material = read_material(lambda table: files[table])
        self._limit = limit
        self.do_votes_wait = False

    def plan(self) -> dict[str, Plan]:
        """How many calls and tokens they take, by what is asked about."""
        log, share = open_log(self._ledger), _Share(self._limit)
        plans = {MESSAGES: plan_calls(self._runs(self._about_messages(), log, share), log, self.models)}
        if self.most_votes:
            self.do_votes_wait = share.is_short
            plans[VOTES] = plan_calls(self._runs(self._about_members(share), log, share), log, self.models)
        return plans

    def ask(self, plans: Mapping[str, Plan], done: Progress) -> Collected:
        """Ask what the log does not settle, within the budget; `done` is told how many answers there are.

        Votes come last: what the messages bring decides who is voted on and what is shown of them.
        """
        caller = ModelCaller(self.models, self._ledger)
        collected, share = Collected(), _Share(self._limit)
        messages = self._runs(self._about_messages(), caller.log, share)
        self._collect(caller, MESSAGES, messages, plans[MESSAGES].calls, collected, done)
        if caller.budget.stopped is not None:
            collected.left += plans[VOTES].calls if VOTES in plans else 0
        elif self.most_votes:
            votes = list(self._runs(self._about_members(share), caller.log, share))
            calls = plan_calls(votes, caller.log, self.models).calls
            self._collect(caller, VOTES, votes, calls, collected, done)
        collected.calls, collected.tokens = caller.budget.calls, caller.budget.tokens
        collected.stopped = caller.budget.stopped
        collected.has_endpoint_failed = caller.budget.has_endpoint_failed
        return collected

    def _collect(
        self, caller: ModelCaller, about: str, runs: Iterable[Request], calls: int, collected: Collected, done: Progress
    ) -> None:
        """Ask one kind of question and count what comes; of so many calls, what has no answer at the end is left."""
        before = collected.answered + collected.failed.total()
        heard: set[str] = set()
        with closing(caller.answers(self._unsettled(caller, runs))) as answers:
            for answer in answers:
                # One call can answer several: the same words in two places.
                if answer.request.identity not in heard:
                    heard.add(answer.request.identity)
                    collected.add(answer)
                    done(f"answers about {about}", len(heard), calls)
        collected.left += calls - (collected.answered + collected.failed.total() - before)

    def _unsettled(self, caller: ModelCaller, runs: Iterable[Request]) -> Iterator[Request]:
        for request in runs:
            if caller.budget.stopped is not None:
                return
            if not self._is_settled(caller.log, request):
                yield request

    def _runs(self, requests: Iterable[Request], log: CallLog, share: _Share) -> Iterator[Request]:
        """Every run of every request; of those that are not settled only as many as may be asked."""
        for request in requests:
            runs = request.runs(self.models)
            if all(self._is_settled(log, run) for run in runs) or share.take():
                yield from runs

    def _about_messages(self) -> Iterator[Request]:
        """In the order of §4.9."""
        for window in windows(self._material, self._settings, Gathered()):
            yield request_about(window, self._prompt, self.models)

    def _about_members(self, share: _Share) -> list[Request]:
        """None while messages are left: what they bring changes these requests, which would be paid for twice."""
        if share.is_short:
            return []
        return vote_requests(_profiling(self._engine, files_before(self._engine, PROFILE)))

    def _is_settled(self, log: CallLog, request: Request) -> bool:
        return log.is_settled(request.identity, self.models.max_retries)


def _profiling(engine: Engine, files: Mapping[str, Sequence[Path]]) -> StageRun:
    """What the profiles' stage is given, as far as its requests hang on it."""
    inputs = {name: [str(path) for path in files[name]] for name in PROFILE.inputs if name in files}
    run = Run(PROFILE, engine.home, engine.config, Given(), inputs, {}, engine.threads)
    # The protocol's attributes can be set and those of a run cannot; no stage sets them.
    return cast(StageRun, run)


def files_before(engine: Engine, last: Stage) -> dict[str, list[Path]]:
    """The tables that a stage of the next build would be given, by name: the stages before it, run or found."""
    given = _given_next(engine)
    tables: dict[str, tuple[Content, ...]] = {}
    for stage in needed_stages(engine.house, last):
        outcome = engine.run(stage, given, {name: tables[name] for name in stage.inputs})
        require_kept(outcome)
        tables |= outcome.tables
    return {name: [engine.contents.path(content) for content in contents] for name, contents in tables.items()}


def _given_next(engine: Engine) -> Given:
    """What a build that were requested now would be a function of."""
    ledger = open_ledger(engine.home)
    sources = tuple(member_rows(registered(ledger)))
    if not sources:
        raise SourceError("there is no source yet: name one, as in `annals build conversations.json`")
    horizon = horizon_of(engine, sources)
    kinds = sorted({kind for stage in engine.house.stages for kind in stage.ledger})
    entries: dict[str, list[dict[str, Any]]] = {kind: [] for kind in kinds}
    for entry in ledger.entries(kinds, until=ledger.decision_position()):
        entries[entry.kind].append(dict(entry.body) | {"position": entry.position})
    return Given(sources, horizon, horizon, entries | {MODEL_CALL.name: standing_calls(ledger)})


def needed_stages(house: House, last: Stage) -> list[Stage]:
    """The stages whose tables a stage hangs on, in order."""
    names = {last.name}
    needed: list[Stage] = []
    for stage in reversed(house.stages):
        if stage.name in names:
            names.update(house.upstream(stage))
            needed.append(stage)
    return needed[:0:-1]
