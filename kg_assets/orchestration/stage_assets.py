"""The one factory that makes a stage's multi-asset from its declaration (design §4). No stage is known here by name.

Order inside a step of Dagster: run the stage or find its earlier result; write; check. If a contract is broken, report
the checks and fail; else replace the build's pointer, then report. Nothing private goes into Dagster's events: what is
shown of rows is made in `previews`.
"""

import warnings
from collections.abc import Iterator, Mapping
from typing import Any

import dagster as dg

from kg_assets.core.contract import Column, Table
from kg_assets.core.data import module_file, shipped_path
from kg_assets.core.origin import Origin, behind, deciders_of, made_by, origin_of
from kg_assets.core.stage import House, Stage
from kg_assets.engine.ingredients import read_files
from kg_assets.engine.observe import FAULTS
from kg_assets.engine.runner import Engine, StageOutcome
from kg_assets.engine.session import given_of, require_kept
from kg_assets.orchestration.failures import only_our_words
from kg_assets.orchestration.keys import BUILDS, OWNERS, check_of_builds, config_key, table_key
from kg_assets.orchestration.previews import drawn, preview
from kg_assets.orchestration.provenance import (
    DATA_VERSION_TAG,
    config_provenance,
    stage_dependencies,
    table_provenance,
    version_tags,
)
from kg_assets.orchestration.stage_checks import CONTRACT_CHECK, FAULT_CHECK, check_results, result_of
from kg_assets.orchestration.warehouse import build_of

PRIORITY_TAG = "dagster/priority"
_KINDS_OF_TEXT = ("json", "instant")  # kinds of text that the column's type does not show


def stage_assets(house: House, stage: Stage, engine: Engine) -> dg.AssetsDefinition:
    """The multi-asset of one stage. `engine` only gives the program's version; a run uses the engine of its
    resource.
    """
    specs = [_spec(house, stage, table, engine.program_version(stage)) for table in stage.tables]
    holds = "Keys, foreign keys, vocabularies and the table's own rules hold."
    checks = [check_of_builds(CONTRACT_CHECK, table.name, holds, blocking=True) for table in stage.tables]
    if FAULTS in stage.tables:
        checks.append(check_of_builds(FAULT_CHECK, FAULTS.name, "No stage met a text that it could not read."))

    @dg.multi_asset(
        name=stage.name,
        specs=specs,
        check_specs=checks,
        # Any table can be chosen by itself; its stage is run as a whole, and its other tables are reported too.
        can_subset=True,
        required_resource_keys={"warehouse"},
        # Of the steps that are ready, a run takes the one whose stage comes first in the house.
        op_tags={PRIORITY_TAG: str(len(house.stages) - house.stages.index(stage))},
    )
    def materialize(context: dg.AssetExecutionContext):  # type: ignore[no-untyped-def]
        yield from _materialize(context, stage.name)

    return materialize


def _spec(house: House, stage: Stage, table: Table, program: str) -> dg.AssetSpec:
    made = made_by(stage, table, lambda origin: f"`{origin}`")
    return dg.AssetSpec(
        key=table_key(table.name),
        deps=[
            *(table_key(name) for name in stage_dependencies(house, stage)),
            *(config_key(name) for name in read_files(stage)),
        ],
        description=f"{table.meaning}\n\n{made} in stage `{stage.name}`: {stage.meaning}",
        group_name=stage.group,
        # Without the files of rules: an edit of these shows at their own assets, and needs no reloading of definitions.
        code_version=program,
        owners=OWNERS,
        kinds={"parquet", "duckdb"} if table.file_format == "parquet" else {table.file_format},
        partitions_def=BUILDS,
        metadata={
            "dagster/column_schema": dg.TableSchema(
                columns=[_column(table, column) for column in table.columns],
                constraints=dg.TableConstraints(other=[f"key: {', '.join(table.key)}"]),
            ),
            "contract_version": table.version(),
            **_code_references(stage, table),
        },
    )


def _code_references(stage: Stage, table: Table) -> dict[str, dg.CodeReferencesMetadataValue]:
    """Links to the files that decide and write a table, for the asset's page."""
    with warnings.catch_warnings():
        # Links to code are in beta; whoever runs a command need not hear of it.
        warnings.simplefilter("ignore", dg.BetaWarning)
        writer = origin_of(stage, table.name)
        origins = [*deciders_of(table), writer, *behind(stage, table, writer)]
        return {
            "dagster/code_references": dg.CodeReferencesMetadataValue(code_references=[*map(_code_reference, origins)])
        }


def _code_reference(origin: Origin) -> dg.LocalFileCodeReference:
    place = shipped_path(origin.file) if origin.file.startswith("sql/") else module_file(origin.file)
    return dg.LocalFileCodeReference(file_path=str(place), line_number=1, label=str(origin))


def _column(table: Table, column: Column) -> dg.TableColumn:
    said = [column.sentence if column.sentence.endswith((".", "?", "!")) else f"{column.sentence}."]
    if column.values:
        said.append(f"One of: {', '.join(column.values)}.")
    if column.references:
        said.append(f"Refers to {column.references}.")
    return dg.TableColumn(
        column.name,
        column.duckdb_type,
        description=" ".join(said),
        constraints=dg.TableColumnConstraints(nullable=column.nullable, unique=table.key == (column.name,)),
        tags=({"private": ""} if column.content else {}) | ({column.type: ""} if column.type in _KINDS_OF_TEXT else {}),
    )


def _materialize(context: dg.AssetExecutionContext, stage_name: str) -> Iterator[Any]:
    with only_our_words():
        build = build_of(context)
        engine: Engine = context.resources.warehouse.engine()
        stage = engine.house.stage(stage_name)
        outcome = engine.run_in_build(build, stage, given_of(engine, build))
    chosen_checks = context.op_execution_context.selected_asset_check_keys
    if not outcome.ok:
        for table in stage.tables:
            for result in check_results(outcome, table):
                if dg.AssetCheckKey(table_key(table.name), str(result.check_name)) in chosen_checks:
                    yield result
        with only_our_words():
            require_kept(outcome)
    with only_our_words():
        told = list(_told(engine, context.instance, build, stage, outcome))
    for event in told:
        # Chosen tables are reported as results of the step, the other tables of the stage as materialized beside them.
        if isinstance(event, dg.AssetMaterialization) and event.asset_key in context.selected_asset_keys:
            yield dg.MaterializeResult(
                asset_key=event.asset_key,
                data_version=dg.DataVersion((event.tags or {})[DATA_VERSION_TAG]),
                metadata=event.metadata,
                # Dagster knows files as the sensor saw them last, not as this run read them.
                tags=config_provenance(engine, build, stage),
            )
        elif isinstance(event, dg.AssetCheckEvaluation) and event.asset_check_key in chosen_checks:
            yield result_of(event)
        else:
            yield event


def told_of_stage(
    engine: Engine, instance: dg.DagsterInstance, build: str, stage: Stage
) -> Iterator[dg.AssetMaterialization | dg.AssetCheckEvaluation]:
    """The events that a run of the stage would have reported, for a build that a command made without
    Dagster.
    """
    outcome = engine.outcome_of(build, stage)
    if outcome is not None:
        yield from _told(engine, instance, build, stage, outcome)


def _told(
    engine: Engine, instance: dg.DagsterInstance, build: str, stage: Stage, outcome: StageOutcome
) -> Iterator[dg.AssetMaterialization | dg.AssetCheckEvaluation]:
    provenance = table_provenance(engine, instance, build, stage) | config_provenance(engine, build, stage)
    for table in stage.tables:
        yield dg.AssetMaterialization(
            table_key(table.name),
            partition=build,
            metadata=_metadata(engine, table, outcome),
            tags=version_tags(outcome.tables[table.name], engine.program_version(stage)) | provenance,
        )
        for result in check_results(outcome, table):
            yield dg.AssetCheckEvaluation(
                asset_key=table_key(table.name),
                check_name=str(result.check_name),
                passed=result.passed,
                metadata=result.metadata,
                description=result.description,
                severity=result.severity,
                blocking=result.check_name == CONTRACT_CHECK,
                partition=build,
            )


def _metadata(engine: Engine, table: Table, outcome: StageOutcome) -> Mapping[str, dg.MetadataValue]:
    contents = outcome.tables[table.name]
    return {
        "dagster/row_count": dg.MetadataValue.int(sum(content.rows for content in contents)),
        "preview": dg.MetadataValue.md(preview(engine, table, contents)),
        "bytes": dg.MetadataValue.int(sum(content.bytes for content in contents)),
        "files": dg.MetadataValue.int(len(contents)),
        "reused": dg.MetadataValue.bool(outcome.reused),
        "seconds": dg.MetadataValue.float(round(outcome.seconds, 3)),
        "fingerprint": dg.MetadataValue.text(outcome.fingerprint),
        **{chart.name: dg.MetadataValue.md(drawn(engine, table, contents, chart)) for chart in table.charts},
    }
