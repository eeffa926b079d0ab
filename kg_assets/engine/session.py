"""A build from its request to its publication, stage by stage, with its locks.

This module does not use Dagster. Dagster's assets call these functions one by one; benchmarks and tests of whole builds
call `run_build`.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from kg_assets.core.errors import ContractError, WarehouseError
from kg_assets.engine.macros import macros_of
from kg_assets.engine.runner import Engine, StageOutcome
from kg_assets.engine.stagerun import Given
from kg_assets.store.builds import BuildRef, Manifest, StageRecord, TableRecord
from kg_assets.store.calls import CALLS, standing_calls
from kg_assets.store.contents import ContentStore
from kg_assets.store.health import clear_problems, outlives_builds
from kg_assets.store.locks import Locks
from kg_assets.store.publish import Verdict, current, may_publish, publish
from kg_assets.store.registry import open_ledger

_held_builds: set[str] = set()


@contextmanager
def holding(engine: Engine, build: str, purpose: str) -> Iterator[None]:
    """While this context is open, hold the lock of the warehouse (others may share it) and the lock of one build.
    BusyError if they are taken. If this process holds them already, nothing more is taken."""
    if build in _held_builds:
        yield
        return
    locks = Locks(engine.home)
    with ExitStack() as stack:
        stack.enter_context(locks.warehouse_shared(purpose))
        stack.enter_context(locks.build(build, purpose))
        _held_builds.add(build)
        try:
            yield
        finally:
            _held_builds.discard(build)
            engine.stop_workers()


@contextmanager
def held_by_parent(build: str) -> Iterator[None]:
    """Treat the locks of a build as held, in a step that runs in its own process: the process that started
    the run holds them."""
    _held_builds.add(build)
    try:
        yield
    finally:
        _held_builds.discard(build)


def put_request(engine: Engine, build: str, given: Given, ledger_position: int, **further: Any) -> None:
    """Write the request of a build, so that it can be made now, again or later, also from the UI."""
    engine.builds.put_request(
        build,
        further
        | {
            "as_of": given.as_of,
            "horizon": given.horizon,
            "sources": [dict(source) for source in given.sources],
            "ledger_position": ledger_position,
            # Not part of the build's id: a build that is asked for again sees the calls made since.
            "calls_position": open_ledger(engine.home).position(),
        },
    )


def request_of(engine: Engine, build: str) -> Mapping[str, Any]:
    """The request of a build. Without one an error names the command that makes a build."""
    request = engine.builds.request(build) if build in engine.builds.requested() else None
    if request is None:
        raise WarehouseError(
            f"no build {build!r} was requested: a build is made by `annals build PATH`, or by dropping an export into "
            f"{engine.home.inbox.name}/; known builds are listed by `annals builds`"
        )
    return request


def given_of(engine: Engine, build: str) -> Given:
    """What the stages of a build are given besides tables: its sources, horizon and as_of, and the ledger entries of
    the kinds that stages read, up to the build's ledger position."""
    request = request_of(engine, build)
    kinds = sorted({kind for stage in engine.house.stages for kind in stage.ledger})
    ledger: dict[str, Sequence[Mapping[str, Any]]] = {}
    if kinds:
        opened = open_ledger(engine.home)
        withheld = frozenset(request.get("withheld", ()))  # entries that the readers of this build may not see
        entries = [e for e in opened.entries(kinds, until=request["ledger_position"]) if e.position not in withheld]
        ledger = {kind: [dict(e.body) | {"position": e.position} for e in entries if e.kind == kind] for kind in kinds}
        # Calls are looked up by identity (design §5): no position, nothing of this machine, nothing erased.
        until = request.get("calls_position", request["ledger_position"])
        ledger |= {kind.name: standing_calls(opened, until, kind) for kind in CALLS if kind.name in kinds}
    return Given(tuple(request["sources"]), request["horizon"], request["as_of"], ledger)


def run_build(engine: Engine, build: str) -> dict[str, StageOutcome]:
    """Run every stage of a build in order; a stage that breaks its contract stops the run with an error."""
    outcomes: dict[str, StageOutcome] = {}
    with holding(engine, build, f"build {build}"):
        given = given_of(engine, build)
        for stage in engine.house.stages:
            outcome = engine.run_in_build(build, stage, given)
            outcomes[stage.name] = outcome
            require_kept(outcome)
    return outcomes


def make_build(engine: Engine, build: str) -> Mapping[str, StageOutcome]:
    """Run every stage of a build, seal it, and publish it if allowed: everything that a command does for a
    build."""
    with holding(engine, build, f"annals build {build}"):
        engine.outcomes.clear()
        run_build(engine, build)
        seal_and_publish(engine, build)
    return engine.outcomes


def require_kept(outcome: StageOutcome) -> None:
    """Raise an error if a stage broke its contract."""
    broken = [f"{c.table}: {rule} ({n})" for c in outcome.checks for rule, n in c.violations.items() if n]
    if broken:
        raise ContractError(f"stage {outcome.stage} broke its contract, nothing was committed: {'; '.join(broken)}")


def manifest_of(engine: Engine, build: str) -> Manifest:
    """The manifest that sealing would write now. The build must have a pointer for every stage."""
    request = request_of(engine, build)
    tables: dict[str, TableRecord] = {}
    stages: dict[str, StageRecord] = {}
    for stage in engine.house.stages:
        outcome = engine.outcome_of(build, stage)
        if outcome is None:
            raise WarehouseError(f"build {build} has no result of stage {stage.name!r}; run `annals build` again")
        stages[stage.name] = StageRecord(outcome.fingerprint, outcome.code_version, engine.config_hash(stage))
        for table in stage.tables:
            tables[table.name] = TableRecord(table.version(), outcome.tables[table.name])
    return Manifest(
        build=build,
        as_of=request["as_of"],
        horizon=request["horizon"],
        sources=tuple(source["sha256"] for source in request["sources"]),
        ledger_position=request["ledger_position"],
        tables=tables,
        stages=stages,
        settings={name: engine.config.section(name).model_dump(mode="json") for name in _sections_read(engine)},
    )


def _sections_read(engine: Engine) -> list[str]:
    return sorted({name for stage in engine.house.stages for name in stage.config})


def seal_and_publish(engine: Engine, build: str) -> tuple[Manifest, Verdict]:
    """Seal the build as its next generation and publish it if it may be."""
    with holding(engine, build, f"publication of {build}"):
        manifest = manifest_of(engine, build)
        generation = engine.builds.seal(manifest)
        manifest = engine.builds.load(BuildRef(build, generation))
        verdict = may_publish(engine.home, manifest)
        if verdict.allowed:
            published = current(engine.home)
            publish_build(engine, manifest, pin=published is not None and published.pinned)
        if verdict.allowed or _is_newest(engine, manifest):
            # What failed before this build is history. Showing an older build mends nothing.
            clear_problems(engine.home, lambda source: not outlives_builds(source))
        return manifest, verdict


def _is_newest(engine: Engine, manifest: Manifest) -> bool:
    """Whether no sealed build has a later moment. A pinned build may keep the newest from being published."""
    return all(manifest.as_of >= engine.builds.load(ref).as_of for ref in engine.builds.sealed())


def publish_build(engine: Engine, manifest: Manifest, pin: bool = False) -> None:
    """Publish a sealed build: make its database of views and swap it in."""
    views = [engine.config.file(name) for name in engine.house.views]
    store = ContentStore(engine.home)
    files = {name: [store.path(content) for content in table.contents] for name, table in manifest.tables.items()}
    macros = macros_of(engine.house, engine.config, manifest, files)
    publish(engine.home, manifest, engine.house.tables, views, pin=pin, made_sql=macros)
