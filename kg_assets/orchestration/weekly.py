"""Two weekly jobs: one writes the digest of the week into the home, the other removes what no kept build needs."""

import dagster as dg

from kg_assets.core.errors import BusyError
from kg_assets.engine.runner import Engine
from kg_assets.orchestration.dead_runs import renew_partitions
from kg_assets.orchestration.failures import only_our_words

DIGEST_JOB, COMPACTION_JOB = "weekly_digest", "weekly_compaction"
_DIGEST_SAID = "Writes what the week brought, as the published build tells it, as `digest.md` in the home."
_COMPACTION_SAID = "Removes the builds that are not kept and what only they needed, as `annals gc` does."


@dg.op(name="write_digest", description=_DIGEST_SAID, required_resource_keys={"warehouse"}, out=dg.Out(dg.Nothing))
def _write_digest(context):  # type: ignore[no-untyped-def]
    from kg_assets.report.week import write_week

    with only_our_words():
        engine: Engine = context.resources.warehouse.engine()
        lines = write_week(engine.home)
    context.add_output_metadata({"lines": lines})


@dg.op(name="sweep", description=_COMPACTION_SAID, required_resource_keys={"warehouse"}, out=dg.Out(dg.Nothing))
def _sweep(context):  # type: ignore[no-untyped-def]
    from kg_assets.store.gc import gc

    with only_our_words():
        engine: Engine = context.resources.warehouse.engine()
        try:
            swept = gc(engine.home, keep_published=engine.config.section("store").gc_keep_published)
        except BusyError:
            context.add_output_metadata({"put_off": "the warehouse is in use; the next week sweeps, or annals gc"})
            return
        renew_partitions(engine, context.instance)
    context.add_output_metadata({"builds": len(swept.removed), "files": swept.files, "bytes": swept.bytes})


def weekly_jobs() -> list[dg.JobDefinition]:
    """The two weekly jobs, each with one step."""

    @dg.job(name=DIGEST_JOB, description=_DIGEST_SAID)
    def weekly_digest() -> None:
        _write_digest()

    @dg.job(name=COMPACTION_JOB, description=_COMPACTION_SAID)
    def weekly_compaction() -> None:
        _sweep()

    return [weekly_digest, weekly_compaction]


def weekly_schedules(digest_cron: str, compaction_cron: str, timezone: str) -> list[dg.ScheduleDefinition]:
    """The schedules of both jobs. Like the nightly schedule they are off until a person switches them on."""
    return [
        dg.ScheduleDefinition(
            name=job, job_name=job, cron_schedule=cron, execution_timezone=timezone, description=said
        )
        for job, cron, said in (
            (DIGEST_JOB, digest_cron, _DIGEST_SAID), (COMPACTION_JOB, compaction_cron, _COMPACTION_SAID)
        )
    ]  # fmt: skip
