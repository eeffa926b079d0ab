"""The report as an asset. It is made after its build is published, and its failure never fails the build."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import dagster as dg

from kg_assets.core.config import section_file
from kg_assets.core.errors import ConfigError
from kg_assets.engine.runner import Engine
from kg_assets.orchestration.failures import only_our_words
from kg_assets.orchestration.keys import BUILDS, OWNERS, REPORT_FILES, check_of_builds, config_key
from kg_assets.orchestration.warehouse import build_of
from kg_assets.report.settings import FILE

if TYPE_CHECKING:
    from kg_assets.report.make import Written

WRITTEN_CHECK = "written"
_READ = (REPORT_FILES, section_file("report"))


def report_asset() -> dg.AssetsDefinition:
    """`kg/report`: the page of the published build. For another build nothing is written, and the result says
    so.
    """
    spec = dg.AssetSpec(
        key=dg.AssetKey(["kg", "report"]),
        deps=[dg.AssetKey(["kg", "publication"]), *map(config_key, _READ)],
        description="The published build as one HTML file in the home, `report.html`: what `annals report` writes.",
        group_name="publish",
        owners=OWNERS,
        kinds={"html"},
        partitions_def=BUILDS,
        skippable=True,
    )
    check = check_of_builds(
        WRITTEN_CHECK,
        "kg.report",
        "Of the published build the file in the home was written. If not, the build itself is none the worse.",
    )

    @dg.multi_asset(
        name="report", specs=[spec], check_specs=[check], can_subset=True, required_resource_keys={"warehouse"}
    )
    def report(context: dg.AssetExecutionContext):  # type: ignore[no-untyped-def]
        chosen = context.selected_asset_keys | context.op_execution_context.selected_asset_check_keys
        with only_our_words():
            build = build_of(context)
        for result in _made(context.resources.warehouse, build, spec.key):
            key = dg.AssetCheckKey(spec.key, WRITTEN_CHECK) if isinstance(result, dg.AssetCheckResult) else spec.key
            if key in chosen:
                yield result

    return report


def _made(warehouse: Any, build: str, key: dg.AssetKey) -> Iterator[dg.MaterializeResult[None] | dg.AssetCheckResult]:
    # Drawing loads libraries that would make each command of the house half a second slower.
    from kg_assets.report.renewal import is_published, renew

    with only_our_words():
        engine: Engine = warehouse.engine()
        unusable = engine.config.why_unusable(_READ)
        if unusable is not None:
            raise ConfigError(f"the report is not made: {unusable}")
        is_due = is_published(engine, build)
        written, why = renew(engine, build)
    if written is not None:
        version = dg.DataVersion(written.sha256[:16])
        yield dg.MaterializeResult(
            asset_key=key, data_version=version, metadata={"written": True, **_metadata(written)}
        )
    elif not is_due:
        # A result like any other: without one, all assets of an older build could never be materialized.
        yield dg.MaterializeResult(asset_key=key, metadata={"written": False, "why": why})
    yield dg.AssetCheckResult(
        asset_key=key,
        check_name=WRITTEN_CHECK,
        passed=written is not None or not is_due,
        severity=dg.AssetCheckSeverity.WARN,
        description=why,
    )


def _metadata(written: "Written") -> Mapping[str, Any]:
    """Numbers about the report and the file's name; none of its words, which are private."""
    said = written.report
    return {
        "path": FILE,
        "bytes": written.bytes,
        "sha256": written.sha256,
        "build": said.build,
        "months": len(said.months),
        "messages": said.messages,
        "threads": len(said.threads),
        "beliefs": sum(len(group.items) for group in said.beliefs) + said.beliefs_more,
        "changes": sum(len(group.items) for group in said.changes) + said.changes_more,
        "conflicts": len(said.conflicts) + said.conflicts_more,
        "quotations": len(said.words),
    }
