"""The one factory that makes a stage's multi-asset from its declaration (design §4). No stage is known here by name.

Order inside a step: run or reuse, write, check; if a contract is broken, report the checks and fail; else commit, then
report. Nothing private goes into the events: columns marked `content` appear in previews as lengths.
"""

import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import dagster as dg

from kg_assets.core.config import PIPELINE_FILE, Config, section_file
from kg_assets.core.contract import DUCKDB_TYPES, Chart, Column, Table
from kg_assets.core.errors import AnnalsError
from kg_assets.core.hashing import sha256_hex
from kg_assets.core.stage import House, Stage
from kg_assets.core.worker import describe_without_content
from kg_assets.store.builds import Manifest
from kg_assets.store.checks import CheckResult
from kg_assets.store.contents import Content
from kg_assets.store.freshness import StageState, build_states
from kg_assets.store.health import refused_files
from kg_assets.store.ingredients import read_files, version_of, versions_among
from kg_assets.store.observe import FAULTS
from kg_assets.store.publish import Verdict, current, may_publish
from kg_assets.store.runner import Engine, StageOutcome
from kg_assets.store.session import given_of, require_kept, seal_and_publish
from kg_assets.store.settings import StoreSettings
from kg_assets.store.sqlrun import add_views, identifier, preview_columns, session

DATA_VERSION_TAG = "dagster/data_version"
_CODE_TAG = "dagster/code_version"
_GIVEN_TAG = "dagster/data_version_is_user_provided"
_INPUT_TAG = "dagster/input_data_version"
_POINTER_TAG = "dagster/input_event_pointer"
_NO_POINTER = "NULL"
PRIORITY_TAG = "dagster/priority"
BUILDS = dg.DynamicPartitionsDefinition(name="builds")
PUBLICATION = dg.AssetKey(["kg", "publication"])
GENERATION = "generation"
OWNERS = ["team:annals"]
CONTRACT_CHECK = "contract"
FRESHNESS_CHECK = "up_to_date"
FAULT_CHECK = "every_text_was_read"
INBOX_CHECK = "inbox_was_taken"
READABLE_CHECK = "readable"
HOUSE_CHECK = "house_answers"
REPORT_FILES = "config/report"
_MEND = "Jobs, build, Materialize: choose this build; or `annals backfill --stale`"
_LONG_ID = re.compile(r"[0-9a-f-]{32,64}", re.ASCII)  # eight of its digits tell the rows of a preview apart
_BAR = 8  # blocks of the longest bar of a chart
_KINDS_OF_TEXT = ("json", "timestamp")  # which the type of a text does not tell


def table_key(name: str) -> dg.AssetKey:
    """`kg.messages` is the asset `kg/messages`."""
    return dg.AssetKey(name.split("."))


def stage_assets(house: House, stage: Stage, engine: Engine) -> dg.AssetsDefinition:
    """The multi-asset of one stage. `engine` only tells the code version; the run takes its own from the resource."""
    specs = [_spec(house, stage, table, engine.code_version(stage)) for table in stage.tables]
    holds = "Keys, foreign keys, vocabularies, timestamps and the table's own rules hold."
    checks = [check_of_builds(CONTRACT_CHECK, table.name, holds, blocking=True) for table in stage.tables]
    if FAULTS in stage.tables:
        checks.append(check_of_builds(FAULT_CHECK, FAULTS.name, "No stage met a text that it could not read."))

    @dg.multi_asset(
        name=stage.name,
        specs=specs,
        check_specs=checks,
        # Any table can be chosen by itself; its stage is made whole, and the others are told of as well.
        can_subset=True,
        required_resource_keys={"warehouse"},
        # Of steps that are ready, a run takes first what the house names first.
        op_tags={PRIORITY_TAG: str(len(house.stages) - house.stages.index(stage))},
    )
    def materialize(context: dg.AssetExecutionContext):  # type: ignore[no-untyped-def]
        yield from _materialize(context, stage.name)

    return materialize


def check_of_builds(name: str, table: str, description: str, blocking: bool = False) -> dg.AssetCheckSpec:
    """A check whose results stand at the build that was checked."""
    with warnings.catch_warnings():
        # A warning about a preview would stand before every command's output; the version of Dagster is pinned.
        warnings.simplefilter("ignore", dg.PreviewWarning)
        return dg.AssetCheckSpec(
            name, asset=table_key(table), description=description, blocking=blocking, partitions_def=BUILDS
        )


def _spec(house: House, stage: Stage, table: Table, code_version: str) -> dg.AssetSpec:
    return dg.AssetSpec(
        key=table_key(table.name),
        deps=[
            *(table_key(name) for name in stage_dependencies(house, stage)),
            *(config_key(name) for name in read_files(stage)),
        ],
        description=f"{table.meaning}\n\nWritten by stage `{stage.name}`: {stage.meaning}",
        group_name=stage.group,
        code_version=code_version,
        owners=OWNERS,
        kinds={"parquet", "duckdb"} if table.file_format == "parquet" else {table.file_format},
        partitions_def=BUILDS,
        metadata={
            "dagster/column_schema": dg.TableSchema(
                columns=[_column(table, column) for column in table.columns],
                constraints=dg.TableConstraints(other=[f"key: {', '.join(table.key)}"]),
            ),
            "contract_version": table.version(),
        },
    )


def _column(table: Table, column: Column) -> dg.TableColumn:
    said = [column.meaning if column.meaning.endswith((".", "?", "!")) else f"{column.meaning}."]
    if column.values:
        said.append(f"One of: {', '.join(column.values)}.")
    if column.references:
        said.append(f"Refers to {column.references}.")
    return dg.TableColumn(
        column.name,
        DUCKDB_TYPES[column.type],
        description=" ".join(said),
        constraints=dg.TableColumnConstraints(nullable=column.nullable, unique=table.key == (column.name,)),
        tags=({"private": ""} if column.content else {}) | ({column.type: ""} if column.type in _KINDS_OF_TEXT else {}),
    )


def stage_dependencies(house: House, stage: Stage) -> list[str]:
    """The tables that a stage's assets depend on in the graph."""
    if stage.reads_observations:
        position = house.stages.index(stage)
        return last_tables(house, house.stages[:position])
    return list(stage.inputs)


def last_tables(house: House, stages: Sequence[Stage]) -> list[str]:
    """The tables of these stages that none of them reads.

    What reads all depends on these: the others are above them, and naming all would hide the graph under its edges.
    """
    read = {name for stage in stages for name in stage_dependencies(house, stage)}
    written = [table.name for stage in stages for table in stage.tables]
    return [name for name in written if name not in read]


def _materialize(context: dg.AssetExecutionContext, stage_name: str) -> Iterator[Any]:
    build = context.partition_key
    with only_our_words():
        engine: Engine = context.resources.warehouse.engine()
        stage = engine.house.stage(stage_name)
        outcome = engine.run_in_build(build, stage, given_of(engine, build))
    chosen_checks = context.op_execution_context.selected_asset_check_keys
    if not outcome.ok:
        for table in stage.tables:
            for result in _check_results(outcome, table):
                if dg.AssetCheckKey(table_key(table.name), str(result.check_name)) in chosen_checks:
                    yield result
        with only_our_words():
            require_kept(outcome)
    with only_our_words():
        told = list(_told(engine, context.instance, build, stage, outcome))
    for event in told:
        # What was chosen is told as a result of the step, the rest of the stage as what came along with it.
        if isinstance(event, dg.AssetMaterialization) and event.asset_key in context.selected_asset_keys:
            yield dg.MaterializeResult(
                asset_key=event.asset_key,
                data_version=dg.DataVersion((event.tags or {})[DATA_VERSION_TAG]),
                metadata=event.metadata,
                # Dagster knows files as the sensor saw them last, not as this run read them.
                tags=_config_provenance(engine, build, stage),
            )
        elif isinstance(event, dg.AssetCheckEvaluation) and event.asset_check_key in chosen_checks:
            yield _result_of(event)
        else:
            yield event


def _result_of(event: dg.AssetCheckEvaluation) -> dg.AssetCheckResult:
    return dg.AssetCheckResult(
        asset_key=event.asset_key,
        check_name=event.check_name,
        passed=event.passed,
        metadata=event.metadata,
        description=event.description,
        severity=event.severity,
    )


def _check_results(outcome: StageOutcome, table: Table) -> list[dg.AssetCheckResult]:
    """What the checks of a table found."""
    checks = {check.table: check for check in outcome.checks}
    found = [_check_result(checks.get(table.name, CheckResult(table.name, {})))]
    return [*found, _fault_result(outcome)] if table.name == FAULTS.name else found


def told_of_stage(
    engine: Engine, instance: dg.DagsterInstance, build: str, stage: Stage
) -> Iterator[dg.AssetMaterialization | dg.AssetCheckEvaluation]:
    """What a run of the stage would have told, for a build that a command made without Dagster."""
    outcome = engine.outcome_of(build, stage)
    if outcome is not None:
        yield from _told(engine, instance, build, stage, outcome)


def _told(
    engine: Engine, instance: dg.DagsterInstance, build: str, stage: Stage, outcome: StageOutcome
) -> Iterator[dg.AssetMaterialization | dg.AssetCheckEvaluation]:
    provenance = _table_provenance(engine, instance, build, stage) | _config_provenance(engine, build, stage)
    for table in stage.tables:
        versions = {DATA_VERSION_TAG: data_version(outcome.tables[table.name]), _CODE_TAG: outcome.code_version}
        versions[_GIVEN_TAG] = "true"
        yield dg.AssetMaterialization(
            table_key(table.name),
            partition=build,
            metadata=_metadata(engine, table, outcome),
            tags=versions | provenance,
        )
        for result in _check_results(outcome, table):
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


def _table_provenance(engine: Engine, instance: dg.DagsterInstance, build: str, stage: Stage) -> dict[str, str]:
    """What was read of the build, as a run notes it: the version of each table, and its newest event."""
    tags: dict[str, str] = {}
    for name in stage_dependencies(engine.house, stage):
        key = table_key(name)
        # Dagster hashes the versions of the partitions that are read, also if it is one.
        tags[f"{_INPUT_TAG}/{key.to_user_string()}"] = sha256_hex(data_version(_content_of(engine, build, name)))
        newest = instance.get_latest_storage_id_by_partition(key, dg.DagsterEventType.ASSET_MATERIALIZATION, {build})
        tags[f"{_POINTER_TAG}/{key.to_user_string()}"] = str(newest.get(build, _NO_POINTER))
    return tags


def _config_provenance(engine: Engine, build: str, stage: Stage) -> dict[str, str]:
    """The versions of the files and settings that the stage was run with, as Dagster notes what was read."""
    made_of = (engine.builds.pointer(build, stage.name) or {}).get("made_of", {})
    versions = versions_among(stage, made_of)
    tags: dict[str, str] = {}
    for name, version in versions.items():
        tags[f"{_INPUT_TAG}/{config_key(name).to_user_string()}"] = version
        # Only partitions are compared by events.
        tags[f"{_POINTER_TAG}/{config_key(name).to_user_string()}"] = _NO_POINTER
    return tags


def _content_of(engine: Engine, build: str, table: str) -> Sequence[Content]:
    outcome = engine.outcome_of(build, engine.house.writer_of(table))
    return outcome.tables[table] if outcome else ()


@contextmanager
def only_our_words() -> Iterator[None]:
    """Errors as failures that say nothing private: exceptions of libraries may quote a person's words."""
    try:
        yield
    except AnnalsError as error:
        raise dg.Failure(description=str(error), allow_retries=False) from None
    except Exception as error:
        raise dg.Failure(description=describe_without_content(error), allow_retries=False) from None


def data_version(contents: Sequence[Content]) -> str:
    """What Dagster compares: the hashes of a table's files, shortened."""
    return sha256_hex(" ".join(content.sha256 for content in contents))[:16]


def _check_result(check: CheckResult) -> dg.AssetCheckResult:
    return dg.AssetCheckResult(
        asset_key=table_key(check.table),
        check_name=CONTRACT_CHECK,
        passed=check.passed,
        metadata={rule: dg.IntMetadataValue(found) for rule, found in check.violations.items()},
        description=_check_words(check),
    )


def _fault_result(outcome: StageOutcome) -> dg.AssetCheckResult:
    found = sum(content.rows for content in outcome.tables[FAULTS.name])
    return dg.AssetCheckResult(
        asset_key=table_key(FAULTS.name),
        check_name=FAULT_CHECK,
        passed=not found,
        severity=dg.AssetCheckSeverity.WARN,
        description=f"{found} times a stage could not read a text" if found else "every stage read every text",
        metadata={"faults": dg.IntMetadataValue(found)},
    )


def _check_words(check: CheckResult) -> str:
    broken = [f"{rule}: {found} violations" for rule, found in check.violations.items() if found]
    return "; ".join(broken) if broken else f"all {len(check.violations)} rules hold"


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


def drawn(engine: Engine, table: Table, contents: Sequence[Content], chart: Chart) -> str:
    """A chart as a Markdown table with bars: its rows down, its columns across."""
    store: StoreSettings = engine.config.section("store")
    shown = ", ".join(identifier(column.name) for column in table.columns if not column.content)
    rows = f"(SELECT {shown} FROM {table.name})"
    with session(1, store.memory_limit) as connection:
        add_views(connection, {table.name: [engine.contents.path(content) for content in contents]})
        found = connection.execute(chart.select.replace("{rows}", rows)).fetchall()
    return chart_markdown(chart.meaning, found)


def chart_markdown(meaning: str, found: Sequence[tuple[str, str, int]]) -> str:
    """Numbers as bars in a table; rows and columns in the order of their names."""
    if not found:
        return "_nothing to count_"
    numbers = {(row, column): number for row, column, number in found}
    columns = sorted({column for _, column, _ in found})
    longest = max(numbers.values())
    lines = [meaning, "", "| | " + " | ".join(columns) + " |", "|" + "---|" * (len(columns) + 1)]
    for row in sorted({row for row, _, _ in found}):
        cells = [_bar(numbers.get((row, column), 0), longest) for column in columns]
        lines.append(f"| {row} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _bar(number: int, longest: int) -> str:
    if not number:
        return ""
    return "█" * max(1, round(_BAR * number / longest)) + f" {number}"


def preview(engine: Engine, table: Table, contents: Sequence[Content]) -> str:
    """The first rows as a Markdown table, private columns as lengths."""
    if table.file_format != "parquet" or not contents:
        return "_not a table of rows_"
    store: StoreSettings = engine.config.section("store")
    with session(1, store.memory_limit) as connection:
        add_views(connection, {table.name: [engine.contents.path(contents[0])]})
        cursor = connection.execute(
            f"SELECT {', '.join(preview_columns(table))} FROM {table.name} LIMIT {store.preview_rows}"
        )
        names = [column[0] for column in cursor.description]
        rows = cursor.fetchall()
    if not rows:
        return "_no rows_"
    lines = ["| " + " | ".join(names) + " |", "|" + "---|" * len(names)]
    lines += ["| " + " | ".join(_cell(value) for value in row) + " |" for row in rows]
    return "\n".join(lines)


def _cell(value: object) -> str:
    text = "" if value is None else str(value)
    if _LONG_ID.fullmatch(text):
        text = f"{text[:8]}…"
    text = text if len(text) <= 40 else f"{text[:39]}…"
    return text.replace("|", "\\|").replace("\n", " ")


def publication_asset(house: House) -> dg.AssetsDefinition:
    """The last asset of a build: seals it and, if it may, publishes it as `kg.duckdb`."""
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
            manifest, verdict = seal_and_publish(engine, context.partition_key)
        yield dg.MaterializeResult(asset_key=spec.key, metadata=_publication_metadata(manifest, verdict))

    return publish


def told_of_publication(engine: Engine, manifest: Manifest) -> dg.AssetMaterialization:
    """The publication of a build that a command made. It is told last: what tells of it has told all."""
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
    """After a publication: what readers open is this build, and each of its tables answers with all of its rows."""
    said = "The published file opens, and every table in it has the rows that the build was sealed with."
    spec = check_of_builds(HOUSE_CHECK, ".".join(PUBLICATION.path), said)

    @dg.multi_asset_check(
        name=HOUSE_CHECK, specs=[spec], can_subset=True, required_resource_keys={"warehouse", "house"}
    )
    def answers(context: dg.AssetCheckExecutionContext):  # type: ignore[no-untyped-def]
        with only_our_words():
            engine: Engine = context.resources.warehouse.engine()
            published = current(engine.home)
            if published is None or published.ref.build != context.partition_key:
                shown = f"readers see {published.ref}" if published else "no build is published"
                yield _house_result(f"not the published build: {shown}", {})
                return
            manifest = engine.builds.load(published.ref)
            with context.resources.house.of(engine.home).get_connection() as connection:
                wrong = {
                    name: found - record.rows
                    for name, record in manifest.tables.items()
                    if house.tables[name].file_format == "parquet"
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


def freshness_checks(house: House) -> dg.AssetChecksDefinition:
    """One warning per table, `up_to_date`: would this build come out the same today?"""
    same = "Code, configuration and sources are still those that the build was made from."
    specs = [check_of_builds(FRESHNESS_CHECK, table, same) for table in house.tables]

    @dg.multi_asset_check(name="up_to_date", specs=specs, can_subset=True, required_resource_keys={"warehouse"})
    def up_to_date(context: dg.AssetCheckExecutionContext):  # type: ignore[no-untyped-def]
        chosen = context.selected_asset_check_keys
        with only_our_words():
            engine: Engine = context.resources.warehouse.engine()
            states = build_states(engine, context.partition_key)
        for state in states:
            for table in state.tables:
                if dg.AssetCheckKey(table_key(table), FRESHNESS_CHECK) in chosen:
                    yield freshness_result(table, state)

    return up_to_date


def freshness_result(table: str, state: StageState) -> dg.AssetCheckResult:
    """A stage's state as the result of a table's check."""
    return dg.AssetCheckResult(
        asset_key=table_key(table),
        check_name=FRESHNESS_CHECK,
        passed=state.state == "fresh",
        severity=dg.AssetCheckSeverity.WARN,
        description=state.why or "the build would come out the same",
        metadata={"state": state.state} | ({} if state.state == "fresh" else {"mend": _MEND}),
    )


def freshness_evaluation(table: str, state: StageState, build: str) -> dg.AssetCheckEvaluation:
    """The same as an event that a sensor reports."""
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
    """A warning at the first table: does a file lie in the inbox that could not be taken?"""
    table = house.stages[0].tables[0].name
    spec = dg.AssetCheckSpec(
        INBOX_CHECK, asset=table_key(table), description="Every file in the inbox of the home could be taken in."
    )

    @dg.multi_asset_check(name=INBOX_CHECK, specs=[spec], can_subset=True, required_resource_keys={"warehouse"})
    def inbox(context: dg.AssetCheckExecutionContext):  # type: ignore[no-untyped-def]
        with only_our_words():
            engine: Engine = context.resources.warehouse.engine()
            yield _result_of(inbox_evaluation(house, refused_files(engine.home)))

    return inbox


def inbox_evaluation(house: House, refused: int) -> dg.AssetCheckEvaluation:
    """The result of that check as an event that a sensor reports. Names of files are a person's own."""
    return dg.AssetCheckEvaluation(
        asset_key=table_key(house.stages[0].tables[0].name),
        check_name=INBOX_CHECK,
        passed=not refused,
        severity=dg.AssetCheckSeverity.WARN,
        description=f"{refused} files of the inbox could not be taken; `annals doctor` names them and says why"
        if refused
        else "no file of the inbox was refused",
        metadata={"refused": refused},
    )


def config_names(house: House) -> list[str]:
    """The files and folders that stages or the report read, and every section of the settings."""
    names = {name for stage in house.stages for name in read_files(stage)}
    return sorted(names | {section_file(section) for section in house.sections} | {REPORT_FILES})


def config_versions(house: House, config: Config) -> dict[str, str]:
    """All of these with their versions."""
    return {name: version_of(name, config) for name in config_names(house)}


def readable_checks(house: House) -> dg.AssetChecksDefinition:
    """One check per file and section: can it be used, or is the version of it that ANNALS_CONFIG gives mistyped?"""
    said = "The file, or the version of it that ANNALS_CONFIG gives, can be used. If not, what reads it does not run."
    specs = [
        dg.AssetCheckSpec(READABLE_CHECK, asset=config_key(name), description=said) for name in config_names(house)
    ]

    @dg.multi_asset_check(name=READABLE_CHECK, specs=specs, can_subset=True, required_resource_keys={"warehouse"})
    def readable(context: dg.AssetCheckExecutionContext):  # type: ignore[no-untyped-def]
        with only_our_words():
            config: Config = context.resources.warehouse.engine().config
        for name in config_names(house):
            if dg.AssetCheckKey(config_key(name), READABLE_CHECK) in context.selected_asset_check_keys:
                yield _result_of(readable_evaluation(name, config.why_unusable([name])))

    return readable


def readable_evaluation(name: str, why: str | None) -> dg.AssetCheckEvaluation:
    """The result of that check as an event that a sensor reports: which file, which place, what is expected there."""
    return dg.AssetCheckEvaluation(
        asset_key=config_key(name), check_name=READABLE_CHECK, passed=why is None, description=why or "it can be used"
    )


def config_key(name: str) -> dg.AssetKey:
    return dg.AssetKey([part.replace(".", "_").replace("-", "_") for part in name.split("/")])


def config_observation(name: str, version: str) -> dg.AssetObservation:
    """The version of a file as an event that a sensor reports."""
    return dg.AssetObservation(config_key(name), tags={DATA_VERSION_TAG: version})


def config_assets(house: House, config: Config) -> list[dg.AssetsDefinition | dg.SourceAsset]:
    """What is read besides tables, as observable source assets: their version is their hash."""
    return [_config_asset(name, config) for name in config_names(house)]


def _config_asset(name: str, config: Config) -> dg.AssetsDefinition | dg.SourceAsset:
    with warnings.catch_warnings():
        # Beta in name only for years; the warning would stand before every command's output.
        warnings.simplefilter("ignore", dg.BetaWarning)
        return _observable(name, config)


def _observable(name: str, config: Config) -> dg.AssetsDefinition | dg.SourceAsset:
    section = name.removeprefix(f"{PIPELINE_FILE}/")
    what = f"The file {name}" if section == name else f"The section {section!r} of {PIPELINE_FILE}"

    @dg.observable_source_asset(
        key=config_key(name),
        description=f"{what}, or the version of it that ANNALS_CONFIG gives.",
        group_name="config",
    )
    def observe() -> dg.DataVersion:
        return dg.DataVersion(version_of(name, config))

    return observe
