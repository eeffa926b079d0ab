"""The nightly schedule: a build from the newest sources, every night."""

import time

import dagster as dg

from kg_assets.core.counting import counted
from kg_assets.core.errors import BusyError
from kg_assets.engine.runner import Engine
from kg_assets.intake.asking import BuildRequest, identity_of
from kg_assets.intake.nightly import WaitingError, noting_failure, request_tonight
from kg_assets.orchestration.dead_runs import report_dead_runs
from kg_assets.store.publish import current

NEWS_TAG = "annals/news"


def nightly_schedule(cron: str, timezone: str) -> dg.ScheduleDefinition:
    @dg.schedule(
        name="nightly",
        job_name="nightly",
        cron_schedule=cron,
        execution_timezone=timezone,
        required_resource_keys={"warehouse"},
        description="Looks again at the paths of all registered sources and at the inbox, and builds from what is "
        "there; what did not change is reused. Then writes the report.",
    )
    def nightly(context: dg.ScheduleEvaluationContext) -> dg.RunRequest | dg.SkipReason:
        engine: Engine = context.resources.warehouse.engine()
        # A run whose process was killed would block this night's run in the queue for ever.
        report_dead_runs(engine, context.instance)
        try:
            with noting_failure(engine):
                request = request_tonight(engine, time.time())
                if _is_quiet(engine, request.build):
                    return dg.SkipReason(f"nothing is new: build {request.build} is published as it would be made now")
        except WaitingError as error:
            return dg.SkipReason(str(error))
        except BusyError:
            return dg.SkipReason("the warehouse is in use; the next night builds")
        except Exception:
            return dg.SkipReason("nothing can be built; see `annals doctor`")
        context.instance.add_dynamic_partitions("builds", [request.build])
        news = _new_sources(engine, request)
        return dg.RunRequest(run_key=None, partition_key=request.build, tags={NEWS_TAG: news})

    return nightly


def _new_sources(engine: Engine, request: BuildRequest) -> str:
    """For the run's tag: how many of the requested sources the published build does not have."""
    published = current(engine.home)
    known = set(engine.builds.load(published.ref).sources) if published else set()
    new = sum(identity_of(source) not in known for source in request.sources)
    return f"{counted(new, 'new source')} of {len(request.sources)}"


def _is_quiet(engine: Engine, build: str) -> bool:
    # Drawing the page loads libraries that every start of the interface would pay for.
    from kg_assets.report.quiet import is_quiet

    return is_quiet(engine, build)
