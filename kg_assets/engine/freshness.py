"""Tells which tables of a build are stale, and why, by comparing recorded with expected fingerprints, stage
by stage (design §4).

The warehouse decides; Dagster shows staleness of one level only.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from kg_assets.core.hashing import sha256_hex
from kg_assets.core.stage import Stage
from kg_assets.engine.ingredients import changes_in_words, parts_of, why_unreadable
from kg_assets.engine.runner import Engine, StageOutcome
from kg_assets.engine.session import given_of
from kg_assets.engine.stagerun import Given
from kg_assets.store.builds import BuildRef
from kg_assets.store.health import outlives_builds, problems_of
from kg_assets.store.publish import current

State = Literal["fresh", "stale", "below"]


@dataclass(frozen=True, slots=True)
class StageState:
    """The state of a stage in a build: `fresh`; `stale`, so that it must be run again; or `below`: it reads from a
    stale stage, so its result may or may not change."""

    stage: str
    tables: tuple[str, ...]
    state: State
    why: str


def build_states(engine: Engine, build: str) -> list[StageState]:
    """The state of every stage of a build, in order."""
    given = given_of(engine, build)
    states: dict[str, StageState] = {}
    for stage in engine.house.stages:
        names = tuple(table.name for table in stage.tables)
        outcome = engine.outcome_of(build, stage)
        above = [name for name in engine.house.upstream(stage) if states[name].state != "fresh"]
        if outcome is None:
            states[stage.name] = StageState(stage.name, names, "stale", "it has not been made, or its files are gone")
        elif (why := why_unreadable(stage, engine.config)) is not None:
            states[stage.name] = StageState(stage.name, names, "stale", f"it cannot be made anew: {why}")
        elif above:
            states[stage.name] = StageState(stage.name, names, "below", f"it reads from {', '.join(above)}")
        elif engine.fingerprint(stage, given, engine.inputs_of(build, stage)) != outcome.fingerprint:
            states[stage.name] = StageState(stage.name, names, "stale", _reason(engine, build, stage, given))
        else:
            states[stage.name] = StageState(stage.name, names, "fresh", "")
    return list(states.values())


def is_stale(states: Sequence[StageState]) -> bool:
    return any(state.state == "stale" for state in states)


def is_shown(engine: Engine, build: str) -> bool:
    """Whether readers see a build as its stages are now: the results are sealed, and also published if this is the
    published build and it is not pinned. False after a run that was killed before it sealed and published."""
    sealed, published = sealed_as(engine, build), current(engine.home)
    if sealed is None:
        return False
    # A person may have pinned an older generation.
    return published is None or published.pinned or published.ref.build != build or published.ref == sealed


def standing(engine: Engine, build: str) -> dict[str, StageOutcome] | None:
    """What each stage of a build gave, by the name of the stage, if nothing is left to do: all stages are fresh, sealed
    and published, and nothing failed since. None if something is left to do."""
    if any(state.state != "fresh" for state in build_states(engine, build)):
        return None
    published = current(engine.home)
    if published is None or published.ref != sealed_as(engine, build):
        return None
    # A source file that cannot be read is no reason to make a build anew that does not contain it.
    if any(not outlives_builds(problem["source"]) for problem in problems_of(engine.home)):
        return None
    found = {stage.name: engine.outcome_of(build, stage) for stage in engine.house.stages}
    return {name: outcome for name, outcome in found.items() if outcome is not None}


def sealed_as(engine: Engine, build: str) -> BuildRef | None:
    """The newest sealed generation that has the very results to which the stages of a build point now. None if there is
    none.

    It need not be the newest generation of all: if a setting was changed and changed back, it is an earlier one again.
    """
    results = {name: pointer["result"] for name, pointer in engine.builds.pointers(build).items()}
    for generation in reversed(engine.builds.generations(build)):
        manifest = engine.builds.load(BuildRef(build, generation))
        if all(results.get(name) == stage.fingerprint for name, stage in manifest.stages.items()):
            return manifest.ref
    return None


def wanted(engine: Engine) -> str:
    """A hash of the code and configuration that builds are made with today. When it changes, builds may be stale."""
    versions = [(stage.name, engine.code_version(stage), engine.config_hash(stage)) for stage in engine.house.stages]
    return sha256_hex(repr(versions))


def stale_builds(engine: Engine) -> list[str]:
    """The sealed builds that a rerun would make or publish again, oldest as_of first."""
    builds = sorted({ref.build for ref in engine.builds.sealed()})
    return [build for build in builds if is_stale(build_states(engine, build)) or not is_shown(engine, build)]


def news(reported: Mapping[str, str], found: Mapping[str, str]) -> list[str]:
    """The names in `found` whose state is not the one in `reported`, or that `reported` lacks; sorted."""
    return sorted(name for name, state in found.items() if reported.get(name) != state)


def _reason(engine: Engine, build: str, stage: Stage, given: Given) -> str:
    """Why a stage is stale, in words, such as "its configuration (time) changed". Builds of older versions recorded
    less, so for them the words are less exact."""
    pointer = engine.builds.pointer(build, stage.name) or {}
    now = parts_of(stage, engine.config, given, engine.inputs_of(build, stage))
    changed = changes_in_words(pointer.get("made_of", {}), now)
    if changed:
        return f"{changed} changed"
    manifest = engine.builds.latest(build)
    recorded = manifest.stages.get(stage.name) if manifest else None
    if recorded is not None and recorded.code_version != engine.code_version(stage):
        return "its code or a file that it reads changed"
    if recorded is not None and recorded.config_hash != engine.config_hash(stage):
        return f"its configuration ({', '.join(stage.config)}) changed"
    return "what it was made from has changed"
