"""The last asset of a build, which seals and publishes it, and the check that readers can open what was published."""

from collections.abc import Mapping
from typing import Any

import dagster as dg

from kg_assets.core.stage import House
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import seal_and_publish
from kg_assets.intake.elsewhere import show_elsewhere
from kg_assets.orchestration.failures import only_our_words
from kg_assets.orchestration.keys import BUILDS, GENERATION, OWNERS, PUBLICATION, check_of_builds, table_key
from kg_assets.orchestration.provenance import last_tables
from kg_assets.orchestration.warehouse import build_of
from kg_assets.store.builds import Manifest
from kg_assets.store.publish import Verdict, current, may_publish
from kg_assets.store.sqlrun import identifier

HOUSE_CHECK = "house_answers"


def publication_asset(house: House) -> dg.AssetsDefinition:
    """The asset that comes after all tables of a build: it seals the build and, if that is allowed, publishes it as
    `kg.duckdb`."""
    spec = dg.AssetSpec(
        key=PUBLICATION,
        deps=[table_key(name) for name in last_tables(house, house.stages)],
        description="The sealed manifest of the build and, if it is the newest, the published `kg.duckdb` of views.",
        group_name="publish",
        owners=OWNERS,
        kinds={"duckdb"},
        partitions_def=BUILDS,
    )

    @dg.multi_asset(name="publication", specs=[spec], required_resource_keys={"warehouse"})
    def publish(context: dg.AssetExecutionContext):  # type: ignore[no-untyped-def]
        with only_our_words():
            engine: Engine = context.resources.warehouse.engine()
            manifest, verdict = seal_and_publish(engine, build_of(context))
            show_elsewhere(engine)
        yield dg.MaterializeResult(asset_key=spec.key, metadata=_publication_metadata(manifest, verdict))

    return publish


def told_of_publication(engine: Engine, manifest: Manifest) -> dg.AssetMaterialization:
    """The event for the publication of a build that a command made. Report it last: it marks that the build's
    other events were reported.
    """
    verdict = may_publish(engine.home, manifest)
    return dg.AssetMaterialization(
        PUBLICATION, partition=manifest.build, metadata=_publication_metadata(manifest, verdict)
    )


def _publication_metadata(manifest: Manifest, verdict: Verdict) -> Mapping[str, Any]:
    return {
        GENERATION: manifest.generation,
        "published": verdict.allowed,
        "why": verdict.reason,
        "tables": len(manifest.tables),
        "rows": sum(table.rows for table in manifest.tables.values()),
        "bytes": sum(table.bytes for table in manifest.tables.values()),
    }


def house_check(house: House) -> dg.AssetChecksDefinition:
    """The check after a publication: if this build is the published one, each Parquet table that the house
    still declares has as many rows in the published file as were sealed. For another build it passes."""
    said = "The published file opens, and every table in it has the rows that the build was sealed with."
    spec = check_of_builds(HOUSE_CHECK, ".".join(PUBLICATION.path), said)

    @dg.multi_asset_check(
        name=HOUSE_CHECK, specs=[spec], can_subset=True, required_resource_keys={"warehouse", "house"}
    )
    def answers(context: dg.AssetCheckExecutionContext):  # type: ignore[no-untyped-def]
        with only_our_words():
            build = build_of(context)
            engine: Engine = context.resources.warehouse.engine()
            published = current(engine.home)
            if published is None or published.ref.build != build:
                shown = f"readers see {published.ref}" if published else "no build is published"
                yield _house_result(f"not the published build: {shown}", {})
                return
            manifest = engine.builds.load(published.ref)
            with context.resources.house.of(engine.home).get_connection() as connection:
                wrong = {
                    name: found - record.rows
                    for name, record in manifest.tables.items()
                    # A build of an earlier version may hold a table that is no longer declared.
                    if name in house.tables
                    and house.tables[name].file_format == "parquet"
                    and (found := _rows_of(connection, name)) != record.rows
                }
            yield _house_result(f"every table of {published.ref} answers", wrong)

    return answers


def _rows_of(connection: Any, table: str) -> int:
    # A schema named like the file would be ambiguous: the tables of `kg` stand without one.
    name = ".".join(map(identifier, table.removeprefix("kg.").split(".")))
    return int(connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0])


def _house_result(well: str, wrong: Mapping[str, int]) -> dg.AssetCheckResult:
    return dg.AssetCheckResult(
        asset_key=PUBLICATION,
        check_name=HOUSE_CHECK,
        passed=not wrong,
        severity=dg.AssetCheckSeverity.WARN,
        description=f"tables with other rows than were sealed: {', '.join(wrong)}; `annals publish --latest` makes the "
        "file anew"
        if wrong
        else well,
        metadata={name: dg.IntMetadataValue(more) for name, more in wrong.items()},
    )
