"""Says in the tags of a table's event what the table was made from. Dagster compares these tags to tell whether the
table is stale. They are the same whether a run of Dagster or a command made the table."""

from collections.abc import Mapping, Sequence

import dagster as dg

from kg_assets.core.hashing import sha256_hex
from kg_assets.core.stage import House, Stage
from kg_assets.engine.ingredients import table_part, table_version, versions_among
from kg_assets.engine.runner import Engine
from kg_assets.orchestration.keys import config_key, table_key
from kg_assets.store.contents import Content

DATA_VERSION_TAG = "dagster/data_version"
_CODE_TAG = "dagster/code_version"
_GIVEN_TAG = "dagster/data_version_is_user_provided"
_INPUT_TAG = "dagster/input_data_version"
_POINTER_TAG = "dagster/input_event_pointer"
_NO_POINTER = "NULL"
_BEFORE_ALL = "-1"  # Dagster numbers events from one on


def data_version(contents: Sequence[Content]) -> str:
    """The data version of a table, which Dagster compares: a short hash of the hashes of its files."""
    return sha256_hex(" ".join(content.sha256 for content in contents))[:16]


def version_tags(contents: Sequence[Content], program: str) -> dict[str, str]:
    """Tags for a table's data version and for the version of the program that made it."""
    return {DATA_VERSION_TAG: data_version(contents), _CODE_TAG: program, _GIVEN_TAG: "true"}


def stage_dependencies(house: House, stage: Stage) -> list[str]:
    """The tables on which a stage's assets depend in the graph of assets."""
    if stage.reads_observations:
        position = house.stages.index(stage)
        return last_tables(house, house.stages[:position])
    return list(stage.inputs)


def last_tables(house: House, stages: Sequence[Stage]) -> list[str]:
    """The tables that these stages write and that none of them reads.

    An asset that depends on all tables names only these, since the others lie upstream of them. Naming all would hide
    Dagster's graph of assets under its edges.
    """
    read = {name for stage in stages for name in stage_dependencies(house, stage)}
    written = [table.name for stage in stages for table in stage.tables]
    return [name for name in written if name not in read]


def table_provenance(engine: Engine, instance: dg.DagsterInstance, build: str, stage: Stage) -> dict[str, str]:
    """Dagster tags for the tables that the stage read: the version of each, and the number of its newest event in
    Dagster. If a table was made anew since the stage read it, the version is the one that was read and the number is
    "-1", which is before all others."""
    tags: dict[str, str] = {}
    made_of = _made_of(engine, build, stage)
    for name in stage_dependencies(engine.house, stage):
        key = table_key(name)
        version = made_of.get(table_part(name))
        if version not in (None, table_version(_content_of(engine, build, name))):
            # The table has been made anew since, so its newest event is not of what was read.
            tags[f"{_INPUT_TAG}/{key.to_user_string()}"] = version
            tags[f"{_POINTER_TAG}/{key.to_user_string()}"] = _BEFORE_ALL
            continue
        # Dagster hashes the versions of the partitions that are read, even if there is only one.
        tags[f"{_INPUT_TAG}/{key.to_user_string()}"] = sha256_hex(data_version(_content_of(engine, build, name)))
        newest = instance.get_latest_storage_id_by_partition(key, dg.DagsterEventType.ASSET_MATERIALIZATION, {build})
        tags[f"{_POINTER_TAG}/{key.to_user_string()}"] = str(newest.get(build, _NO_POINTER))
    return tags


def config_provenance(engine: Engine, build: str, stage: Stage) -> dict[str, str]:
    """Tags for the versions of the files and settings with which the stage was run."""
    versions = versions_among(stage, _made_of(engine, build, stage))
    tags: dict[str, str] = {}
    for name, version in versions.items():
        tags[f"{_INPUT_TAG}/{config_key(name).to_user_string()}"] = version
        # Only partitions are compared by events.
        tags[f"{_POINTER_TAG}/{config_key(name).to_user_string()}"] = _NO_POINTER
    return tags


def _made_of(engine: Engine, build: str, stage: Stage) -> Mapping[str, str]:
    """What the stage's result in a build was made from, part by part, as noted when it was made."""
    parts: Mapping[str, str] = (engine.builds.pointer(build, stage.name) or {}).get("made_of", {})
    return parts


def _content_of(engine: Engine, build: str, table: str) -> Sequence[Content]:
    outcome = engine.outcome_of(build, engine.house.writer_of(table))
    return outcome.tables[table] if outcome else ()
