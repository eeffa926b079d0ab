"""The nightly schedule: a build from the newest sources, every night."""

import dagster as dg

from kg_assets.core.errors import AnnalsError, BusyError
from kg_assets.core.worker import describe_without_content
from kg_assets.serve.requests import request_build
from kg_assets.store.health import record_problem
from kg_assets.store.runner import Engine


def nightly_schedule(cron: str, timezone: str) -> dg.ScheduleDefinition:
    @dg.schedule(
        name="nightly",
        job_name="build",
        cron_schedule=cron,
        execution_timezone=timezone,
        required_resource_keys={"warehouse"},
        description="Builds from all registered sources; what did not change is reused.",
    )
    def nightly(context: dg.ScheduleEvaluationContext) -> dg.RunRequest | dg.SkipReason:
        engine: Engine = context.resources.warehouse.engine()
        try:
            request = request_build(engine)
        except BusyError:
            return dg.SkipReason("the warehouse is in use; the next night builds")
        except AnnalsError as error:
            record_problem(engine.home, "nightly", str(error))
            return dg.SkipReason("nothing can be built; see `annals doctor`")
        except Exception as error:
            record_problem(engine.home, "nightly", describe_without_content(error))
            return dg.SkipReason("nothing can be built; see `annals doctor`")
        context.instance.add_dynamic_partitions("builds", [request.build])
        return dg.RunRequest(run_key=None, partition_key=request.build)

    return nightly
