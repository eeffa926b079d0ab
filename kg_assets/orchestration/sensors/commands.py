"""The sensor that reports to Dagster the builds that commands made. The commands do without Dagster, as
loading it costs seconds.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import dagster as dg

from kg_assets.core.counting import counted
from kg_assets.engine.runner import Engine
from kg_assets.orchestration.dead_runs import PARTITIONS, tell
from kg_assets.orchestration.failures import only_our_words
from kg_assets.orchestration.keys import GENERATION, PUBLICATION
from kg_assets.orchestration.publication import told_of_publication
from kg_assets.orchestration.stage_assets import told_of_stage
from kg_assets.store.builds import BuildRef
from kg_assets.store.locks import Locks, build_lock


def untold(newest: Mapping[str, int], told: Mapping[str, int]) -> list[str]:
    """The builds whose newest generation was not reported to Dagster, the latest `as_of` first."""
    return sorted((build for build, generation in newest.items() if told.get(build) != generation), reverse=True)


def commands_sensor(poll_seconds: int, builds_per_look: int) -> dg.SensorDefinition:
    @dg.sensor(
        name="commands",
        minimum_interval_seconds=poll_seconds,
        required_resource_keys={"warehouse"},
        default_status=dg.DefaultSensorStatus.RUNNING,
        description="Shows at their tables builds that commands made, or all after Dagster's folder was lost.",
    )
    def commands(context: dg.SensorEvaluationContext) -> dg.SensorResult | dg.SkipReason:
        engine: Engine = context.resources.warehouse.engine()
        with only_our_words():
            waiting = [
                build
                for build in untold(_newest(engine), _told(context.instance))
                # A run reports itself; a build that a command is still making is reported once it is finished.
                if Locks(engine.home).is_free(build_lock(build))
            ]
            if not waiting:
                return dg.SkipReason("every build is known")
            now = waiting[:builds_per_look]
            for build in now:
                tell(context.instance, build, "commands", _events(engine, context.instance, build))
        return dg.SensorResult(
            skip_reason=f"told of {', '.join(now)}; {counted(len(waiting) - len(now), 'build')} still to be told of",
            dynamic_partitions_requests=[dg.DynamicPartitionsDefinition(name=PARTITIONS).build_add_request(waiting)],
        )

    return commands


def _events(engine: Engine, instance: dg.DagsterInstance, build: str) -> Iterator[Any]:
    for stage in engine.house.stages:
        yield from told_of_stage(engine, instance, build, stage)
    yield told_of_publication(engine, engine.builds.load(BuildRef(build, _newest(engine)[build])))


def _newest(engine: Engine) -> dict[str, int]:
    found: dict[str, int] = {}
    for ref in engine.builds.sealed():
        found[ref.build] = max(ref.generation, found.get(ref.build, 0))
    return found


def _told(instance: dg.DagsterInstance) -> dict[str, int]:
    """The newest generation of each build that was reported to Dagster, from the events of its publication."""
    found: dict[str, int] = {}
    cursor, has_more = None, True
    while has_more:
        page = instance.fetch_materializations(PUBLICATION, limit=_PAGE, cursor=cursor)
        for record in page.records:
            event = record.asset_materialization
            if event is not None and event.partition is not None:
                # The newest come first.
                found.setdefault(event.partition, int(str(event.metadata[GENERATION].value)))
        cursor, has_more = page.cursor, page.has_more
    return found


_PAGE = 1000  # events asked for at once
