"""Turns the results of the contract checks of a stage's tables into Dagster's form."""

import dagster as dg

from kg_assets.core.contract import Table
from kg_assets.engine.checks import CheckResult
from kg_assets.engine.observe import FAULTS
from kg_assets.engine.runner import StageOutcome
from kg_assets.orchestration.keys import table_key

CONTRACT_CHECK = "contract"
FAULT_CHECK = "every_text_was_read"


def check_results(outcome: StageOutcome, table: Table) -> list[dg.AssetCheckResult]:
    """The results of a table's checks: of its contract, and for the table of faults also whether there are
    any.
    """
    checks = {check.table: check for check in outcome.checks}
    found = [_check_result(checks.get(table.name, CheckResult(table.name, {})))]
    return [*found, fault_result(outcome)] if table.name == FAULTS.name else found


def _check_result(check: CheckResult) -> dg.AssetCheckResult:
    return dg.AssetCheckResult(
        asset_key=table_key(check.table),
        check_name=CONTRACT_CHECK,
        passed=check.passed,
        metadata={rule: dg.IntMetadataValue(found) for rule, found in check.violations.items()},
        description=_check_words(check),
    )


def _check_words(check: CheckResult) -> str:
    broken = [f"{rule}: {found} violations" for rule, found in check.violations.items() if found]
    return "; ".join(broken) if broken else f"all {len(check.violations)} rules hold"


def fault_result(outcome: StageOutcome) -> dg.AssetCheckResult:
    found = sum(content.rows for content in outcome.tables[FAULTS.name])
    return dg.AssetCheckResult(
        asset_key=table_key(FAULTS.name),
        check_name=FAULT_CHECK,
        passed=not found,
        severity=dg.AssetCheckSeverity.WARN,
        description=f"{found} times a stage could not read a text" if found else "every stage read every text",
        metadata={"faults": dg.IntMetadataValue(found)},
    )


def result_of(event: dg.AssetCheckEvaluation) -> dg.AssetCheckResult:
    return dg.AssetCheckResult(
        asset_key=event.asset_key,
        check_name=event.check_name,
        passed=event.passed,
        metadata=event.metadata,
        description=event.description,
        severity=event.severity,
    )
