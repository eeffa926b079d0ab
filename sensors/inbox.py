"""The inbox sensor: a dropped export becomes a source and a build."""

import json
import time

import dagster as dg

from kg_assets.core.errors import AnnalsError
from kg_assets.serve.inbox import look, to_take
from kg_assets.serve.requests import request_build
from kg_assets.store.health import record_problem
from kg_assets.store.runner import Engine


def inbox_sensor(poll_seconds: int) -> dg.SensorDefinition:
    @dg.sensor(
        name="inbox",
        job_name="build",
        minimum_interval_seconds=poll_seconds,
        required_resource_keys={"warehouse"},
        default_status=dg.DefaultSensorStatus.RUNNING,
        description="Takes what is dropped into the inbox as a source and asks for a build of all sources.",
    )
    def inbox(context: dg.SensorEvaluationContext) -> dg.SensorResult | dg.SkipReason:
        engine: Engine = context.resources.warehouse.engine()
        taken: dict[str, str] = json.loads(context.cursor) if context.cursor else {}
        present = look(engine.home.inbox)
        settle = engine.config.section("serve").inbox_settle_seconds
        names = to_take(present, taken, time.time(), settle)
        if not names or present is None:
            return dg.SkipReason("the inbox holds nothing new")
        builds = []
        for name in names:
            taken[name] = present[name].mark()
            try:
                builds.append(request_build(engine, [engine.home.inbox / name]).build)
            except AnnalsError as error:
                record_problem(engine.home, "inbox", str(error))
                context.log.warning("the inbox holds something that could not be taken; see `annals doctor`")
        cursor = json.dumps({name: mark for name, mark in sorted(taken.items()) if name in present})
        if not builds:
            return dg.SensorResult(cursor=cursor, skip_reason="nothing in the inbox could be taken")
        newest = builds[-1]
        return dg.SensorResult(
            cursor=cursor,
            run_requests=[dg.RunRequest(run_key=f"inbox:{newest}:{cursor}", partition_key=newest)],
            dynamic_partitions_requests=[dg.DynamicPartitionsDefinition(name="builds").build_add_request([newest])],
        )

    return inbox
