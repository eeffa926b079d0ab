"""Two sensors on what has changed since builds were made: one says so, the other (off by default) makes them anew."""

import json
from collections.abc import Sequence

import dagster as dg

from kg_assets.store.assets import config_observation, config_versions, freshness_evaluation, only_our_words, table_key
from kg_assets.store.freshness import build_states, news, stale_builds, wanted
from kg_assets.store.publish import current
from kg_assets.store.runner import Engine


def freshness_sensor(poll_seconds: int) -> dg.SensorDefinition:
    @dg.sensor(
        name="freshness",
        minimum_interval_seconds=poll_seconds,
        required_resource_keys={"warehouse"},
        default_status=dg.DefaultSensorStatus.RUNNING,
        description="Shows at each table whether the published build would come out the same today, and the versions "
        "of the configuration files. Runs nothing.",
    )
    def freshness(context: dg.SensorEvaluationContext) -> dg.SensorResult | dg.SkipReason:
        engine: Engine = context.resources.warehouse.engine()
        reported: dict[str, str] = json.loads(context.cursor) if context.cursor else {}
        published = current(engine.home)
        with only_our_words():
            states = build_states(engine, published.ref.build) if published else []
        tables = {table: state for state in states for table in state.tables}
        files = config_versions(engine.house, engine.config)
        made = _latest_materializations(context.instance, list(tables))
        # To Dagster a check is of the materialization before it: each new one must be told the state again.
        found = files | {name: f"{state.state}: {state.why} ({made.get(name)})" for name, state in tables.items()}
        changed = news(reported, found)
        if not changed:
            return dg.SkipReason("nothing has changed")
        return dg.SensorResult(
            cursor=json.dumps(found, sort_keys=True),
            asset_events=[
                freshness_evaluation(name, tables[name]) if name in tables else config_observation(name, files[name])
                for name in changed
            ],
        )

    return freshness


def _latest_materializations(instance: dg.DagsterInstance, tables: Sequence[str]) -> dict[str, int | None]:
    """The storage id of each table's newest materialization, in one question."""
    names = {table_key(table): table for table in tables}
    records = instance.get_asset_records(list(names))
    return {names[r.asset_entry.asset_key]: r.asset_entry.last_materialization_storage_id for r in records}


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
