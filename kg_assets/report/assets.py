"""The report as an asset: made after the publication of its build, and never a reason to fail that."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import dagster as dg

from kg_assets.report.settings import FILE
from kg_assets.store.assets import BUILDS, OWNERS, only_our_words
from kg_assets.store.runner import Engine

if TYPE_CHECKING:
    from kg_assets.report.make import Written

WRITTEN_CHECK = "written"


def report_asset() -> dg.AssetsDefinition:
    """`kg/report`: the page of the published build. Of another build nothing is made, and the check says so."""
    spec = dg.AssetSpec(
        key=dg.AssetKey(["kg", "report"]),
        deps=[dg.AssetKey(["kg", "publication"])],
        description="The published build as one HTML file in the home, `report.html`: what `annals report` writes.",
        group_name="publish",
        owners=OWNERS,
        kinds={"html"},
        partitions_def=BUILDS,
        skippable=True,
    )
    check = dg.AssetCheckSpec(
        WRITTEN_CHECK,
        asset=spec.key,
        description="The file in the home shows this build. If not, the build itself is none the worse.",
    )

    @dg.multi_asset(name="report", specs=[spec], check_specs=[check], required_resource_keys={"warehouse"})
    def report(context: dg.AssetExecutionContext):  # type: ignore[no-untyped-def]
        yield from _made(context.resources.warehouse, context.partition_key, spec.key)

    return report


def _made(warehouse: Any, build: str, key: dg.AssetKey) -> Iterator[dg.MaterializeResult[None] | dg.AssetCheckResult]:
    # Drawing loads libraries that would make each command of the house half a second slower.
    from kg_assets.report.renewal import renew

    with only_our_words():
        engine: Engine = warehouse.engine()
        written, why = renew(engine, build)
    check = dg.AssetCheckResult(
        asset_key=key,
        check_name=WRITTEN_CHECK,
        passed=written is not None,
        severity=dg.AssetCheckSeverity.WARN,
        description=why,
    )
    if written is None:
        yield check
    else:
        yield dg.MaterializeResult(
            asset_key=key,
            data_version=dg.DataVersion(written.sha256[:16]),
            metadata=_metadata(written),
            check_results=[check],
        )


def _metadata(written: "Written") -> Mapping[str, Any]:
    """Numbers and the file's name: what the page says is a person's own."""
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
