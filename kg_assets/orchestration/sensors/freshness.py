"""Two sensors on builds that have become stale: one reports them, the other (off by default) makes them anew."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

import dagster as dg

from kg_assets.core.counting import counted
from kg_assets.core.hashing import sha256_hex
from kg_assets.engine.freshness import build_states, news, stale_builds, wanted
from kg_assets.engine.runner import Engine
from kg_assets.orchestration.config_assets import config_names, config_observation, config_versions, readable_evaluation
from kg_assets.orchestration.dead_runs import tell
from kg_assets.orchestration.failures import only_our_words
from kg_assets.orchestration.house_checks import freshness_evaluation
from kg_assets.orchestration.keys import table_key
from kg_assets.store.publish import current


def freshness_sensor(poll_seconds: int, builds_per_look: int) -> dg.SensorDefinition:
    @dg.sensor(
        name="freshness",
        minimum_interval_seconds=poll_seconds,
        required_resource_keys={"warehouse"},
        default_status=dg.DefaultSensorStatus.RUNNING,
        description="Shows at each table whether each build would come out the same today, and the versions of the "
        "configuration files. Runs nothing.",
    )
    def freshness(context: dg.SensorEvaluationContext) -> dg.SensorResult | dg.SkipReason:
        engine: Engine = context.resources.warehouse.engine()
        before: dict[str, Any] = json.loads(context.cursor) if context.cursor else {}
        told: dict[str, dict[str, str]] = before.get("builds", {})
        with only_our_words():
            made = latest_materializations(context.instance, engine.house.tables)
            marks = {build: _mark(engine, build, made.get(build, {})) for build in _sealed(engine)}
            due = [build for build, mark in marks.items() if told.get(build, {}).get(_MARK) != mark]
            found = {
                build: _report(engine, context.instance, build, told.get(build, {}), made.get(build, {}))
                for build in due[:builds_per_look]
            }
        files = config_versions(engine.house, engine.config)
        changed = news(before.get("files", {}), files)
        reasons = {name: engine.config.why_unusable([name]) for name in config_names(engine.house)}
        # A sentence can be long: only a hash is kept, which tells it from another.
        usable = {name: sha256_hex(why)[:8] if why else "" for name, why in reasons.items()}
        judged = news(before.get("usable", {}), usable)
        if not found and not changed and not judged:
            return dg.SkipReason("nothing has changed")
        kept = {build: told[build] for build in marks if build in told}
        cursor = {
            "files": files,
            "usable": usable,
            "builds": kept | {b: states | {_MARK: marks[b]} for b, (states, _) in found.items()},
        }
        said = [words for _, words in found.values()]
        said += [f"another version of {counted(len(changed), 'file')}"] if changed else []
        unusable = sorted(name for name, why in reasons.items() if why)
        said += [f"cannot be used: {', '.join(unusable)}"] if unusable else []
        said += [f"{counted(len(due) - len(found), 'build')} still to be looked at"] if len(due) > len(found) else []
        return dg.SensorResult(
            cursor=json.dumps(cursor, sort_keys=True),
            skip_reason="; ".join(said),
            asset_events=[
                *(config_observation(name, files[name]) for name in changed),
                *(readable_evaluation(name, reasons[name]) for name in judged),
            ],
        )

    return freshness


_MARK = ""  # the key, beside the states of a build's tables, for the mark under which they were found


def _sealed(engine: Engine) -> list[str]:
    """The finished builds: the published one first, then by name, the latest `as_of` first."""
    published = current(engine.home)
    builds = sorted({ref.build for ref in engine.builds.sealed()}, reverse=True)
    return sorted(builds, key=lambda build: published is None or published.ref.build != build)


def _mark(engine: Engine, build: str, made: Mapping[str, int]) -> str:
    """A hash to remember what was reported: it differs as soon as the state of one of the build's tables may have
    changed, or Dagster has a new materialization, for which the state must be reported again."""
    results = {name: pointer["result"] for name, pointer in engine.builds.pointers(build).items()}
    return sha256_hex(repr((wanted(engine), sorted(results.items()), sorted(made.items()))))[:16]


def _report(
    engine: Engine, instance: dg.DagsterInstance, build: str, told: Mapping[str, str], made: Mapping[str, int]
) -> tuple[dict[str, str], str]:
    """Report to Dagster the states of a build's tables that it was not told yet. Returns the states of all tables as
    short hashes, by table, and a sentence about them."""
    tables = {table: state for state in build_states(engine, build) for table in state.tables}
    # Dagster assigns a check to the materialization before it, so the state is reported again after each new one.
    states = {t: sha256_hex(f"{s.state}: {s.why} ({made.get(t)})")[:8] for t, s in tables.items()}
    changed = news(told, states)
    if changed:
        tell(instance, build, "freshness", [freshness_evaluation(t, tables[t], build) for t in changed])
    kinds = [state.state for state in tables.values()]
    return states, (
        f"build {build}: {counted(kinds.count('stale'), 'table')} stale, {kinds.count('below')} below those, "
        f"{kinds.count('fresh')} up to date, {len(changed)} reported"
    )


def latest_materializations(instance: dg.DagsterInstance, tables: Iterable[str]) -> dict[str, dict[str, int]]:
    """For each build, the storage id of the newest materialization of each table."""
    found: dict[str, dict[str, int]] = {}
    for table in tables:
        ids = instance.get_latest_storage_id_by_partition(table_key(table), dg.DagsterEventType.ASSET_MATERIALIZATION)
        for build, number in ids.items():
            found.setdefault(build, {})[table] = number
    return found


def stale_builds_sensor(poll_seconds: int) -> dg.SensorDefinition:
    @dg.sensor(
        name="stale_builds",
        job_name="build",
        minimum_interval_seconds=poll_seconds,
        required_resource_keys={"warehouse"},
        default_status=dg.DefaultSensorStatus.STOPPED,
        description="Switch it on to have builds made anew, each as its next generation, when code or configuration "
        "made them stale. `annals backfill --stale` does the same once.",
    )
    def stale(context: dg.SensorEvaluationContext) -> dg.SensorResult | dg.SkipReason:
        engine: Engine = context.resources.warehouse.engine()
        with only_our_words():
            builds = stale_builds(engine)
        if not builds:
            return dg.SkipReason("every build is up to date")
        # A build is asked for once per state of code and configuration, also when its run fails.
        version = wanted(engine)[:16]
        return dg.SensorResult(
            run_requests=[dg.RunRequest(run_key=f"stale:{build}:{version}", partition_key=build) for build in builds],
            dynamic_partitions_requests=[dg.DynamicPartitionsDefinition(name="builds").build_add_request(builds)],
        )

    return stale
