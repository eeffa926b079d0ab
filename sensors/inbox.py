"""The inbox sensor: a dropped export becomes a source and a build."""

import json
import time

import dagster as dg

from kg_assets.core.hashing import sha256_hex
from kg_assets.requests.inbox import take
from kg_assets.store.assets import only_our_words
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
        with only_our_words():
            taking = take(engine, taken, time.time())
        if taking is None:
            return dg.SkipReason("the inbox holds nothing new")
        cursor = json.dumps(dict(sorted(taking.marks.items())))
        if taking.build is None:
            reason = f"{taking.refused} files of the inbox could not be taken; `annals doctor` says why"
            return dg.SensorResult(cursor=cursor, skip_reason=reason)
        run_key = f"inbox:{taking.build}:{sha256_hex(cursor)[:16]}"
        return dg.SensorResult(
            cursor=cursor,
            run_requests=[dg.RunRequest(run_key=run_key, partition_key=taking.build)],
            dynamic_partitions_requests=[
                dg.DynamicPartitionsDefinition(name="builds").build_add_request([taking.build])
            ],
        )

    return inbox
