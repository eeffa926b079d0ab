"""The inbox sensor: an export that is dropped into the inbox becomes a source, and a build is requested."""

import json
import time
from typing import Any

import dagster as dg

from kg_assets.core.hashing import sha256_hex
from kg_assets.engine.runner import Engine
from kg_assets.intake.inbox import take
from kg_assets.orchestration.failures import only_our_words
from kg_assets.orchestration.house_checks import inbox_evaluation
from kg_assets.store.health import refused_files


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
        before: dict[str, Any] = json.loads(context.cursor) if context.cursor else {}
        with only_our_words():
            taking = take(engine, before.get("taken", {}), time.time())
            refused = refused_files(engine.home)
        lying = f"; {refused} of its files could not be taken, `annals doctor` says why" if refused else ""
        if taking is None and refused == before.get("refused"):
            return dg.SkipReason(f"the inbox holds nothing new{lying}")
        marks = dict(sorted(taking.marks.items())) if taking else before.get("taken", {})
        cursor = json.dumps({"refused": refused, "taken": marks})
        events = [inbox_evaluation(engine.house, refused)]
        if taking is None or taking.build is None:
            said = "the inbox holds nothing new" if taking is None else "the inbox holds nothing that can be taken"
            return dg.SensorResult(cursor=cursor, asset_events=events, skip_reason=said + lying)
        return dg.SensorResult(
            cursor=cursor,
            asset_events=events,
            run_requests=[
                dg.RunRequest(
                    run_key=f"inbox:{taking.build}:{sha256_hex(cursor)[:16]}",
                    partition_key=taking.build,
                    # A tick that requests a run cannot have a message, so a tag says it.
                    tags={"annals/inbox": f"{taking.taken} taken, {taking.refused} refused"},
                )
            ],
            dynamic_partitions_requests=[
                dg.DynamicPartitionsDefinition(name="builds").build_add_request([taking.build])
            ],
        )

    return inbox
