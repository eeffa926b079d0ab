"""What SQL reads is taken from the SQL itself, and so are the inputs of the stages that run it."""

import pytest

from kg_assets.core.contract import Column, Table
from kg_assets.core.errors import ContractError
from kg_assets.core.selects import SHARED_MACROS, tables_named, tables_read, without_schema
from kg_assets.core.stage import Stage
from kg_assets.house import HOUSE


def test_a_name_of_its_own_with_is_no_table() -> None:
    select = "WITH own AS (SELECT n FROM kg.numbers) SELECT * FROM own ASOF JOIN given AS g ON g.n >= own.n"
    assert tables_read(select) == {"kg.numbers", "given"}


def test_what_is_no_select_is_an_error() -> None:
    with pytest.raises(ContractError, match="cannot parse"):
        tables_read("SELECT FROM WHERE")


def test_a_stage_reads_what_its_python_asks_for_and_what_its_sql_names() -> None:
    """Its own tables, which one step writes and the next reads, are none of its inputs."""
    own = Table("kg.entities__consolidated", "Entities.", (Column("entity_id", "text", "Its id."),), ("entity_id",))
    stage = Stage(
        name="some", group="test", meaning="Some.", tables=(own,), function="none:none", reads=("kg.sources",),
        files=("config/claims", SHARED_MACROS, "sql/naming"),
    )  # fmt: skip
    assert stage.inputs == ("kg.entity_mentions", "kg.lexicon_terms", "kg.messages", "kg.sources")


def test_no_stage_repeats_what_its_sql_names() -> None:
    """Texts are left out by message, so that they are named wherever they are read."""
    repeated = {stage.name: {*stage.reads} & tables_named(stage.files) - {*stage.texts} for stage in HOUSE.stages}
    assert {name: tables for name, tables in repeated.items() if tables} == {}


def test_a_schema_is_left_out_of_the_names_of_tables_alone() -> None:
    """A text that looks like a table's name, and a table of another schema, stay."""
    select = "SELECT 'kg.a' AS said, $zone FROM kg.a JOIN memory.b USING (id) WHERE id IN (SELECT id FROM kg.c)"
    assert tables_read(without_schema(select, "kg")) == {"a", "memory.b", "c"}
    assert "'kg.a'" in without_schema(select, "kg")
    assert "$zone" in without_schema(select, "kg")
