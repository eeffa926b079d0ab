"""What is typed can only read: every escape that was tried is refused, and all that reads still passes."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from kg_assets.core.errors import QueryError
from kg_assets.core.yamlfile import read_yaml
from kg_assets.queries.statement import CHANGING_FUNCTIONS, READING_TABLE_FUNCTIONS, only_reading
from kg_assets.store.home import Home
from kg_assets.store.readonly import opened

ATTACKS: dict[str, list[str]] = read_yaml(Path(__file__).with_name("attacks.yaml"))
ESCAPES = [text for kind, texts in ATTACKS.items() if kind not in ("reading", "places") for text in texts]
ESCAPES.append("SELECT '\ud800'")  # YAML cannot say it


def filled(text: str, home: Home) -> str:
    """A statement with the places of a home in it."""
    file = next(iter(sorted((home.contents / "kg" / "messages").iterdir())))
    return text.format(
        file=file, new=home.contents / "new.parquet", ledger=home.ledger / "ledger.jsonl",
        outside=home.root.parent / "outside.csv",
    )  # fmt: skip


def state(folder: Path) -> list[tuple[str, int, int, int]]:
    """Every file below a folder with what changes when it is written."""
    files = [Path(base, name) for base, _, names in os.walk(folder) for name in names if "reader-" not in base]
    return sorted((str(f), s.st_size, s.st_mtime_ns, s.st_ino) for f in files for s in [f.lstat()])


@pytest.fixture(scope="module")
def connection(asked_home: Home) -> Iterator[Any]:
    with opened(asked_home) as warehouse:
        yield warehouse.connection


def test_enough_was_tried() -> None:
    assert len(ESCAPES) + len(ATTACKS["places"]) >= 150


@pytest.mark.parametrize("text", ESCAPES)
def test_an_escape_is_refused(text: str, connection: Any, asked_home: Home) -> None:
    before = state(asked_home.root)
    with pytest.raises((QueryError, duckdb.BinderException, duckdb.CatalogException, duckdb.InvalidInputException)):
        connection.execute(only_reading(connection, filled(text, asked_home))).fetchall()
    assert state(asked_home.root) == before


@pytest.mark.parametrize("text", [t for k in ("writing", "nested", "explained", "functions") for t in ATTACKS[k]])
def test_what_writes_is_refused_before_it_runs(text: str, connection: Any, asked_home: Home) -> None:
    with pytest.raises(QueryError):
        only_reading(connection, filled(text, asked_home))


@pytest.mark.parametrize("text", ATTACKS["places"])
def test_files_beside_the_builds_cannot_be_named(text: str, connection: Any, asked_home: Home) -> None:
    with pytest.raises((QueryError, duckdb.Error)) as refused:
        connection.execute(only_reading(connection, filled(text, asked_home))).fetchall()
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("text", ATTACKS["reading"])
def test_what_only_reads_passes(text: str, connection: Any, asked_home: Home) -> None:
    cursor = connection.execute(only_reading(connection, filled(text, asked_home)))
    assert cursor.description
    assert len(cursor.fetchmany(5)) <= 5


def test_every_function_of_duckdb_was_looked_at(connection: Any) -> None:
    """A new version may bring functions that write: this fails until somebody has read what they do."""
    tables = connection.execute(
        "SELECT DISTINCT lower(function_name) FROM duckdb_functions() WHERE internal AND function_type = 'table'"
    ).fetchall()
    known = READING_TABLE_FUNCTIONS | _OTHER_TABLE_FUNCTIONS
    assert {row[0] for row in tables} <= known
    lasting = connection.execute(
        "SELECT DISTINCT lower(function_name) FROM duckdb_functions() WHERE has_side_effects AND internal"
    ).fetchall()
    assert {row[0] for row in lasting} <= CHANGING_FUNCTIONS | _HARMLESS_FUNCTIONS


_HARMLESS = """
current_connection_id current_query current_query_id current_transaction_id error gen_random_uuid random setseed
stats uuid uuidv4 uuidv7 vector_type
"""
_HARMLESS_FUNCTIONS = set(_HARMLESS.split())
_OTHERS = """
add_parquet_key arrow_scan arrow_scan_dumb checkpoint copy_database create_external_resource database_list
database_size deregister_external_resource destroy_external_resource disable_checkpoint_on_shutdown disable_logging
disable_object_cache disable_optimizer disable_print_progress_bar disable_profile disable_profiling
disable_progress_bar disable_verification disable_verify_parallelism duckdb_approx_database_count
duckdb_available_metrics duckdb_connection_count duckdb_coordinate_systems duckdb_dependencies duckdb_dialects
duckdb_eviction_queues duckdb_extension_repositories duckdb_extensions duckdb_external_file_cache
duckdb_external_resource_types duckdb_external_resources duckdb_grammar_extensions duckdb_log_contexts duckdb_logs
duckdb_logs_parsed duckdb_memory duckdb_optimizers duckdb_prepared_statements duckdb_profiling_settings
duckdb_secret_type_parameters duckdb_secret_types duckdb_secrets duckdb_table_sample duckdb_temporary_files
duckdb_triggers duckdb_variables enable_checkpoint_on_shutdown enable_logging enable_object_cache enable_optimizer
enable_print_progress_bar enable_profile enable_profiling enable_progress_bar enable_verification extension_versions
force_checkpoint glob import_database json_execute_serialized_sql metadata_info pandas_scan parquet_bloom_probe
parquet_file_metadata parquet_full_metadata parquet_kv_metadata parquet_metadata parquet_scan parquet_schema
platform pragma_database_size pragma_metadata_info pragma_platform pragma_storage_info pragma_user_agent
python_arrow_scan python_map_function query query_table read_blob read_csv read_csv_auto read_duckdb read_json
read_json_auto read_json_objects read_json_objects_auto read_ndjson read_ndjson_auto read_ndjson_objects
read_parquet read_single_csv_file read_single_json_file read_single_parquet_file read_text
register_external_resource register_external_resource_type seq_scan sniff_csv storage_info truncate_duckdb_logs
user_agent verify_parallelism which_secret
"""
_OTHER_TABLE_FUNCTIONS = set(_OTHERS.split())
