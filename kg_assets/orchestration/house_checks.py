"""Checks that are not part of a stage's run: whether tables are up to date, and whether the inbox has refused
files.
"""

import dagster as dg

from kg_assets.core.counting import counted
from kg_assets.core.stage import House
from kg_assets.engine.freshness import StageState, build_states
from kg_assets.engine.runner import Engine
from kg_assets.orchestration.failures import only_our_words
from kg_assets.orchestration.keys import check_of_builds, table_key
from kg_assets.orchestration.stage_checks import result_of
from kg_assets.orchestration.warehouse import build_of
from kg_assets.store.health import refused_files

FRESHNESS_CHECK = "up_to_date"
INBOX_CHECK = "inbox_was_taken"
_MEND = "Jobs, build, Materialize: choose this build; or `annals backfill --stale`"


def freshness_checks(house: House) -> dg.AssetChecksDefinition:
    """The check `up_to_date` for each table: a warning if the table would come out different if it were made today."""
    same = "Code, configuration and sources are still those that the build was made from."
    specs = [check_of_builds(FRESHNESS_CHECK, table, same) for table in house.tables]

    @dg.multi_asset_check(name="up_to_date", specs=specs, can_subset=True, required_resource_keys={"warehouse"})
    def up_to_date(context: dg.AssetCheckExecutionContext):  # type: ignore[no-untyped-def]
        chosen = context.selected_asset_check_keys
        with only_our_words():
            engine: Engine = context.resources.warehouse.engine()
            states = build_states(engine, build_of(context))
        for state in states:
            for table in state.tables:
                if dg.AssetCheckKey(table_key(table), FRESHNESS_CHECK) in chosen:
                    yield freshness_result(table, state)

    return up_to_date


def freshness_result(table: str, state: StageState) -> dg.AssetCheckResult:
    """The result of `up_to_date` for a table, from the state of its stage."""
    return dg.AssetCheckResult(
        asset_key=table_key(table),
        check_name=FRESHNESS_CHECK,
        passed=state.state == "fresh",
        severity=dg.AssetCheckSeverity.WARN,
        description=state.why or "the build would come out the same",
        metadata={"state": state.state} | ({} if state.state == "fresh" else {"mend": _MEND}),
    )


def freshness_evaluation(table: str, state: StageState, build: str) -> dg.AssetCheckEvaluation:
    """The result of `up_to_date` as an event for a sensor to report."""
    result = freshness_result(table, state)
    return dg.AssetCheckEvaluation(
        asset_key=table_key(table),
        check_name=FRESHNESS_CHECK,
        passed=result.passed,
        severity=result.severity,
        description=result.description,
        metadata=result.metadata,
        partition=build,
    )


def inbox_check(house: House) -> dg.AssetChecksDefinition:
    """The check `inbox_was_taken`: a warning if a file in the inbox could not be taken in. Dagster shows it at the
    first table of the first stage."""
    table = house.stages[0].tables[0].name
    spec = dg.AssetCheckSpec(
        INBOX_CHECK, asset=table_key(table), description="Every file in the inbox of the home could be taken in."
    )

    @dg.multi_asset_check(name=INBOX_CHECK, specs=[spec], can_subset=True, required_resource_keys={"warehouse"})
    def inbox(context: dg.AssetCheckExecutionContext):  # type: ignore[no-untyped-def]
        with only_our_words():
            engine: Engine = context.resources.warehouse.engine()
            yield result_of(inbox_evaluation(house, refused_files(engine.home)))

    return inbox


def inbox_evaluation(house: House, refused: int) -> dg.AssetCheckEvaluation:
    """The result of `inbox_was_taken` as an event for a sensor to report. It has no names of files, which are
    private.
    """
    return dg.AssetCheckEvaluation(
        asset_key=table_key(house.stages[0].tables[0].name),
        check_name=INBOX_CHECK,
        passed=not refused,
        severity=dg.AssetCheckSeverity.WARN,
        description=f"not taken from the inbox: {counted(refused, 'file')}; `annals doctor` says which, and why"
        if refused
        else "no file of the inbox was refused",
        metadata={"refused": refused},
    )
