"""Asks a language model the questions of the next build before that build is made (design §1.1). It needs no Dagster.

Each room declares its kinds of questions (`core.stage.Asking`). The stages that a kind depends on are run
first, so that exactly those requests are made whose answers the next build looks up. No build is requested
for this; the next build reuses the results of these stages. Answers go to the ledger as they come.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from kg_assets.core.errors import SourceError
from kg_assets.core.stage import Asking, House, Stage, StageRun
from kg_assets.core.worker import resolve
from kg_assets.engine.runner import Engine, Progress
from kg_assets.engine.session import require_kept
from kg_assets.engine.stagerun import Given, Run
from kg_assets.intake.asking import horizon_of
from kg_assets.llm.caller import ModelCaller
from kg_assets.llm.estimate import Plan, plan_calls
from kg_assets.llm.log import CallLog
from kg_assets.llm.recorder import open_log
from kg_assets.llm.replay import Answer
from kg_assets.llm.request import Request
from kg_assets.llm.settings import ModelSettings
from kg_assets.overlay.settings import OverlaySettings
from kg_assets.sources.withholding import withheld_positions, without
from kg_assets.store.calls import CALLS, standing_calls
from kg_assets.store.contents import Content
from kg_assets.store.decisions import Visibility
from kg_assets.store.ledger import Ledger
from kg_assets.store.private import at_least, withheld
from kg_assets.store.registry import member_rows, open_ledger, registered
from kg_assets.store.vault import Vault

Made = dict[str, Mapping[str, tuple[Content, ...]]]


@dataclass
class Collected:
    """The result of a run of questions: how many answers came, failed and are left, and what they cost."""

    answered: int = 0
    failed: Counter[str] = field(default_factory=Counter)
    left: int = 0
    calls: int = 0
    tokens: int = 0
    stopped: str | None = None
    has_endpoint_failed: bool = False

    def add(self, answer: Answer) -> None:
        """Count one answer, or the reason for its failure. A request that was not sent before the run ended is no
        failure."""
        if answer.status == "answered":
            self.answered += 1
        elif answer.status == "failed":
            self.failed[answer.reason or "unknown"] += 1


class _Share:
    """How many more requests may be sent in one run of questions (None: any number), and the kinds of questions of
    which some were not sent for that reason."""

    def __init__(self, limit: int | None) -> None:
        self._left = limit
        self.short: set[str] = set()

    def take(self, about: str) -> bool:
        if self._left == 0:
            self.short.add(about)
            return False
        if self._left is not None:
            self._left -= 1
        return True


class Questions:
    """The questions that a model is to be asked for the next build. Requests are made anew whenever they are needed,
    because all together they are too large to keep."""

    def __init__(self, engine: Engine, limit: int | None) -> None:
        self._engine = engine
        self._ledger: Ledger = open_ledger(engine.home)
        self._limit = limit
        known = engine.house.askings
        self._most = {asking.about: most_answers(engine, asking) for asking in known}
        self._askings = [asking for asking in known if self._most[asking.about] != 0]
        self._before = {asking.about: self._those_before(asking) for asking in self._askings}
        self._endpoints = {asking.about: asked_at(engine, asking) for asking in self._askings}
        self._short: frozenset[str] = frozenset()
        # The inputs of the next build, and the tables made so far, each by whether the endpoint is on this machine
        # (such an endpoint may be shown more). Answers change both.
        self._given: dict[bool, Given] = {}
        self._made: dict[bool, Made] = {}

    def endpoint_of(self, about: str) -> ModelSettings:
        """The settings of the model that a kind of question is put to."""
        return self._endpoints[about]

    def plan(self) -> dict[str, Plan]:
        """For each kind of question, how many calls and tokens the questions take."""
        log, share = open_log(self._ledger), _Share(self._limit)
        plans: dict[str, Plan] = {}
        for asking in self._askings:
            requests = () if self._waits(asking, share) else self.requests(asking)
            runs = self._runs(asking, requests, log, share)
            plans[asking.about] = plan_calls(runs, log, self._endpoints[asking.about])
        self._short = frozenset(share.short)
        return plans

    def remarks(self, plans: Mapping[str, Plan]) -> Iterator[str]:
        """Lines about kinds of questions of which it is not known yet what they will ask, because that depends on
        answers to other questions."""
        for asking in self._askings:
            short = [about for about in self._before[asking.about] if about in self._short]
            asked = [about for about in self._before[asking.about] if plans[about].calls]
            if short:
                yield f"{asking.about}: asked about once nothing of {' and '.join(short)} is left"
            elif asked:
                most = self._most[asking.about]
                bound = "" if most is None else f", but never more than {most:,}"
                yield (
                    f"{asking.about}: asked about after {' and '.join(asked)}, with what these bring: other calls, "
                    f"or more{bound}"
                )

    def ask(self, plans: Mapping[str, Plan], done: Progress) -> Collected:
        """Ask for the answers that the log lacks, within the budget. `done` is called with the number of
        answers.

        A kind of question that depends on the answers to others is asked after them.
        """
        caller = ModelCaller(self._engine.config.section("models"), self._ledger)
        collected, share = Collected(), _Share(self._limit)
        for asking in self._askings:
            if caller.budget.stopped is not None:
                collected.left += plans[asking.about].calls
            elif not self._waits(asking, share):
                there = caller.at(self._endpoints[asking.about])
                self._ask(asking, plans[asking.about].calls, there, share, collected, done)
        collected.calls, collected.tokens = caller.budget.calls, caller.budget.tokens
        collected.stopped = caller.budget.stopped
        collected.has_endpoint_failed = caller.budget.has_endpoint_failed
        return collected

    def _ask(
        self, asking: Asking, planned: int, caller: ModelCaller, share: _Share, collected: Collected, done: Progress
    ) -> None:
        """Ask all questions of one kind. If answers can lead to further questions, ask again until there are none."""
        if not self._before[asking.about] and not asking.goes_on:
            runs = self._runs(asking, self.requests(asking), caller.log, share)
            self._collect(caller, asking.about, runs, planned, collected, done)
            return
        asked: set[str] = set()
        while caller.budget.stopped is None:
            wanted = (request for request in self.requests(asking) if request.identity not in asked)
            found = list(self._runs(asking, wanted, caller.log, share))
            asked |= {request.identity for request in found}
            calls = plan_calls(found, caller.log, self._endpoints[asking.about]).calls
            self._collect(caller, asking.about, found, calls, collected, done)
            if not (calls and asking.goes_on):
                return

    def _collect(
        self, caller: ModelCaller, about: str, runs: Iterable[Request], calls: int, collected: Collected, done: Progress
    ) -> None:
        """Send the requests that have no final answer in the log yet, and count in `collected` which were answered and
        which failed.

        Of the planned `calls`, those that were not made are added to `collected.left`.
        """
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
        self._given = {}

    def _unsettled(self, caller: ModelCaller, runs: Iterable[Request]) -> Iterator[Request]:
        for request in runs:
            if caller.budget.stopped is not None:
                return
            if not self._is_settled(caller.log, request):
                yield request

    def _runs(self, asking: Asking, requests: Iterable[Request], log: CallLog, share: _Share) -> Iterator[Request]:
        """Every request as often as it is to be asked (its runs). Of the requests without a final answer in the log,
        only as many as `share` allows."""
        for request in requests:
            runs = request.runs(self._endpoints[asking.about])
            if all(self._is_settled(log, run) for run in runs) or share.take(asking.about):
                yield from runs

    def _waits(self, asking: Asking, share: _Share) -> bool:
        """Whether a kind of question must wait, because questions on which it depends were not all asked. Their answers
        would change its requests, so that these would be paid for twice."""
        return not share.short.isdisjoint(self._before[asking.about])

    def _those_before(self, asking: Asking) -> tuple[str, ...]:
        """The kinds of questions whose answers change the requests of this one."""
        place = self._askings.index(asking)
        needed = {asking.stage.name, *(stage.name for stage in needed_stages(self._engine.house, asking.stage))}
        return tuple(other.about for other in self._askings[:place] if other.stage.name in needed)

    def requests(self, asking: Asking) -> Iterable[Request]:
        """The requests of one kind of question, made from sources without anything that the model may not be shown."""
        is_here = self._endpoints[asking.about].is_here
        if is_here not in self._given:
            self._given[is_here], self._made[is_here] = given_next(self._engine, is_here), {}
        given = self._given[is_here]
        files = files_before(self._engine, asking.stage, given, self._made[is_here])
        run = run_before(self._engine, asking.stage, given, files)
        requests: Iterable[Request] = resolve(asking.requests)(run)
        return requests

    def _is_settled(self, log: CallLog, request: Request) -> bool:
        models: ModelSettings = self._engine.config.section("models")
        return log.is_settled(request.identity, models.max_retries)


def asked_at(engine: Engine, asking: Asking) -> ModelSettings:
    """The model settings for a kind of question: its own endpoint, else the section `models`."""
    settings: ModelSettings = (
        engine.config.section("models") if asking.endpoint is None else resolve(asking.endpoint)(engine.config)
    )
    return settings


def most_answers(engine: Engine, asking: Asking) -> int | None:
    """The largest number of answers that a kind of question can need; 0 where it is switched off, None for no
    limit.
    """
    most: int | None = resolve(asking.most)(run_before(engine, asking.stage, Given(), {}))
    return most


def run_before(engine: Engine, stage: Stage, given: Given, files: Mapping[str, Sequence[Path]]) -> StageRun:
    """A stage with its inputs and settings, as a `StageRun` from which the stage's requests to a model are made.
    Nothing may be written through it."""
    inputs = {name: [str(path) for path in files[name]] for name in stage.inputs if name in files}
    run = Run(stage, engine.home, engine.config, given, inputs, {}, engine.threads)
    # The protocol's attributes can be set and those of a run cannot; no stage sets them.
    return cast(StageRun, run)


def files_before(engine: Engine, last: Stage, given: Given, made: Made | None = None) -> dict[str, list[Path]]:
    """The files that the next build would have of every table on which the stage `last` depends. The stages that make
    them are run, unless their results are stored.

    `made` has the tables of stages that were run before with the same `given`; the tables of further stages are added
    to it.
    """
    made = {} if made is None else made
    tables: dict[str, tuple[Content, ...]] = {}
    for stage in needed_stages(engine.house, last):
        if stage.name not in made:
            outcome = engine.run(stage, given, {name: tables[name] for name in stage.inputs})
            require_kept(outcome)
            made[stage.name] = outcome.tables
        tables |= made[stage.name]
    return {name: [engine.contents.path(content) for content in contents] for name, contents in tables.items()}


def given_next(engine: Engine, is_here: bool) -> Given:
    """The sources and ledger entries that a build requested now would be made from, without anything that the model may
    not be shown."""
    ledger = open_ledger(engine.home)
    # A model on this machine is shown what is only for this machine.
    least: Visibility = "blocked" if is_here else "local_only"
    own: OverlaySettings = engine.config.section("overlay")
    if own.personal_visibility in at_least(least):
        raise SourceError(
            f"`overlay.personal_visibility` is {own.personal_visibility}, so this model is shown nothing: "
            + (
                "name a model on this machine in `models.base_url`"
                if own.personal_visibility == "local_only"
                else "it keeps all from every model; set it to local_only for one on this machine"
            )
        )
    marks = [mark.given for mark in withheld(ledger, least)]
    members = member_rows(registered(ledger))
    if not members:
        raise SourceError("there is no source yet: name one, as in `annals build conversations.json`")
    rest = without(members, marks, Vault(engine.home), engine.config)
    sources, hidden = rest.members, withheld_positions(ledger, marks, rest.found)
    if not sources:
        raise SourceError("every source is kept back from this model; `annals private` lists the marks")
    horizon = horizon_of(engine, sources)
    kinds = sorted({kind for stage in engine.house.stages for kind in stage.ledger})
    entries: dict[str, list[dict[str, Any]]] = {kind: [] for kind in kinds}
    for entry in ledger.entries(kinds, until=ledger.decision_position()):
        if entry.position in hidden:
            continue
        entries[entry.kind].append(dict(entry.body) | {"position": entry.position})
    calls = {kind.name: standing_calls(ledger, kind=kind) for kind in CALLS if kind.name in kinds}
    return Given(sources, horizon, horizon, entries | calls)


def needed_stages(house: House, last: Stage) -> list[Stage]:
    """The stages on whose tables a stage depends, in order, without itself."""
    names = {last.name}
    needed: list[Stage] = []
    for stage in reversed(house.stages):
        if stage.name in names:
            names.update(house.upstream(stage))
            needed.append(stage)
    return needed[:0:-1]
