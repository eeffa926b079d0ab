"""The asset `kg/night`: what a run of the job `nightly` did, step by step, on one page."""

import dagster as dg

from kg_assets.engine.runner import Engine
from kg_assets.orchestration.failures import only_our_words
from kg_assets.orchestration.keys import BUILDS, OWNERS, PUBLICATION
from kg_assets.orchestration.warehouse import build_of

NIGHT = dg.AssetKey(["kg", "night"])
_SAID = (
    "What the night of a build did, step by step in its order: what was taken in and read, what earned an edge, what "
    "faded, what the cleanup jobs found, how the house stands. Numbers alone; `annals doctor` says how to look at each."
)


def night_asset() -> dg.AssetsDefinition:
    """`kg/night`: the last step of the job `nightly`, after the publication and the report."""
    spec = dg.AssetSpec(
        key=NIGHT,
        deps=[PUBLICATION, dg.AssetKey(["kg", "report"])],
        description=_SAID,
        group_name="publish",
        owners=OWNERS,
        kinds={"markdown"},
        partitions_def=BUILDS,
    )

    @dg.multi_asset(name="night", specs=[spec], required_resource_keys={"warehouse"})
    def night(context: dg.AssetExecutionContext):  # type: ignore[no-untyped-def]
        # Loads what draws the report, which the interface needs not at its start.
        from kg_assets.report.night import steps_of_night

        with only_our_words():
            engine: Engine = context.resources.warehouse.engine()
            steps = steps_of_night(engine.home, build_of(context))
        lines = ["| step | what it did |", "|---|---|", *(f"| {step.name} | {step.said} |" for step in steps)]
        numbers = {name: dg.MetadataValue.float(float(n)) for step in steps for name, n in step.numbers.items()}
        yield dg.MaterializeResult(
            asset_key=NIGHT, metadata={"story": dg.MetadataValue.md("\n".join(lines)), **numbers}
        )

    return night
