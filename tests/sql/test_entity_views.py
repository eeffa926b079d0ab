"""The analysts' views over entities, on rows made by hand."""

import contextlib
import json
from collections.abc import Iterator
from typing import Any

import duckdb
import pyarrow as pa
import pytest

from kg_assets.core.data import data_path
from kg_assets.entities.contracts import ENTITIES_NAMED
from kg_assets.lexicon.contracts import ENTITY_MENTIONS
from kg_assets.sources.contracts import CONVERSATIONS, MESSAGES
from tests.instants import as_in_files

ANNA, BEN, OSLO, HANDLE, SELF = "e-anna", "e-ben", "e-oslo", "e-handle", "e-self"
LONG = "x" * 70 + " Ænna " + "y" * 70
TEXTS = {  # message → (role, is prose, when, text)
    "m1": ("user", True, "2026-01-01T00:00:00.000Z", "Anna and Ben went to Oslo with @anna"),
    "m2": ("assistant", True, "2026-01-02T00:00:00.000Z", "Anna likes Ben"),
    "m3": ("user", False, None, "Anna"),
    "m4": ("user", True, "2026-01-03T00:00:00.000Z", LONG),
    "m5": ("user", True, "2026-01-04T00:00:00.000Z", "Oslo " * 49 + "Ben"),
}
NAMES = {"Anna": ANNA, "@anna": ANNA, "Ænna": ANNA, "Ben": BEN, "Oslo": OSLO}


def rows_of(contract: Any, rows: list[dict[str, Any]]) -> pa.Table:
    """Rows under a contract; what they leave open is null, or the zero of its type where that may not be."""
    zero: dict[str, Any] = {"text": "", "json": "[]", "int": 0, "float": 0.0, "bool": False}
    filled = [{c.name: row.get(c.name, None if c.nullable else zero[c.type]) for c in contract.columns} for row in rows]
    return pa.Table.from_pylist(filled, contract.arrow_schema())


def mentions() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for message_id, (_, _, _, text) in TEXTS.items():
        start = 0
        for word in text.split(" "):
            if word in NAMES:
                found.append(
                    {
                        "mention_id": f"n{len(found):03}", "message_id": message_id, "entity_id": NAMES[word],
                        "detector": "LEXICON", "surface_text": word, "char_start": start, "char_end": start + len(word),
                    }
                )  # fmt: skip
            start += len(word) + 1
    found.append({"mention_id": "spanless", "message_id": "m2", "entity_id": BEN, "detector": "NER"})
    return found


def entity(entity_id: str, name: str, kind: str, *aliases: str, **more: Any) -> dict[str, Any]:
    base = {"entity_id": entity_id, "canonical_name": name, "entity_type": kind, "status": "active"}
    return base | {"entity_key": name.lower(), "aliases_json": json.dumps(aliases)} | more


@pytest.fixture(scope="module")
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    tables = {
        "conversations": rows_of(CONVERSATIONS, [{"conversation_id": "c1", "title": "A trip"}]),
        "messages": rows_of(
            MESSAGES,
            [
                {"message_id": key, "conversation_id": "c1", "order_index": i, "role": role, "is_prose": prose,
                 "created_at_utc": said, "text_raw": text}
                for i, (key, (role, prose, said, text)) in enumerate(TEXTS.items())
            ],
        ),
        "entity_mentions": rows_of(ENTITY_MENTIONS, mentions()),
        "entities__named": rows_of(
            ENTITIES_NAMED,
            [
                entity(ANNA, "Anna", "PERSON", "@anna", "Anna", "Ænna", mention_count=5, salience_score=0.5),
                entity(BEN, "Ben", "PERSON", "Ben", mention_count=4),
                entity(OSLO, "Oslo", "LOCATION", "Oslo", mention_count=50),
                entity(HANDLE, "@anna_k", "HANDLE", status="merged", merged_into=ANNA),
                entity(SELF, "SELF", "PERSON", entity_key="__SELF__"),
            ],
        ),
    }  # fmt: skip
    with duckdb.connect() as opened:
        for name, rows in tables.items():
            opened.register("given", as_in_files(rows))
            opened.execute(f"CREATE TABLE {name} AS SELECT * FROM given")
            opened.unregister("given")
        opened.execute(data_path("sql/views/entities.sql").read_text(encoding="utf-8"))
        yield opened


def test_the_overview_counts_and_leaves_the_person_and_the_merged_out(connection: duckdb.DuckDBPyConnection) -> None:
    rows = connection.execute(
        "SELECT entity_id, name, type, aliases, mentions, by_person, salience FROM entity_overview ORDER BY entity_id"
    ).fetchall()
    # Anna: m1 twice and m4 once by the person; m2 is the assistant's, m3 is no prose.
    assert rows == [
        (ANNA, "Anna", "PERSON", ["@anna", "Anna", "Ænna"], 5, 3, 0.5),
        (BEN, "Ben", "PERSON", ["Ben"], 4, 2, None),
        (OSLO, "Oslo", "LOCATION", ["Oslo"], 50, 50, None),
    ]


def test_what_is_named_together(connection: duckdb.DuckDBPyConnection) -> None:
    """A message counts once however often it says a name, and m5 with its fifty mentions not at all."""
    found = dict(connection.execute("SELECT entity_id, top_co_mentions FROM entity_overview").fetchall())
    assert found[ANNA] == [{"name": "Ben", "messages": 2}, {"name": "Oslo", "messages": 1}]
    assert found[BEN] == [{"name": "Anna", "messages": 2}, {"name": "Oslo", "messages": 1}]
    # One message each: the names decide.
    assert found[OSLO] == [{"name": "Anna", "messages": 1}, {"name": "Ben", "messages": 1}]


@pytest.mark.parametrize("who", ["Anna", "ANNA", "@Anna", "ænna", "E-ANNA", "@anna_K", HANDLE])
def test_mentions_are_found_by_any_name_in_order(connection: duckdb.DuckDBPyConnection, who: str) -> None:
    rows = connection.execute(
        "SELECT message_id, char_start, char_end, surface_text, title FROM mentions_of(?)", [who]
    ).fetchall()
    assert rows == [
        ("m1", 0, 4, "Anna", "A trip"),
        ("m1", 31, 36, "@anna", "A trip"),
        ("m2", 0, 4, "Anna", "A trip"),
        ("m4", 71, 75, "Ænna", "A trip"),
        ("m3", 0, 4, "Anna", "A trip"),  # without a time: last
    ]


def test_surroundings_are_sixty_codepoints(connection: duckdb.DuckDBPyConnection) -> None:
    found = connection.execute("SELECT before, after FROM mentions_of('Ænna') WHERE message_id = 'm4'").fetchall()
    assert found == [("x" * 59 + " ", " " + "y" * 59)]
    found = connection.execute("SELECT before, after FROM mentions_of('ben') WHERE message_id = 'm2'").fetchall()
    assert found == [("Anna likes ", ""), (None, None)], "a mention without a place has no surroundings"
    (columns,) = connection.execute("SELECT list(column_name) FROM (DESCRIBE FROM mentions_of('x'))").fetchall()
    assert columns[0] == [
        "said_at_utc", "role", "title", "surface_text", "before", "after", "detector", "message_id", "char_start",
        "char_end",
    ]  # fmt: skip


def test_nobody_has_no_mentions(connection: duckdb.DuckDBPyConnection) -> None:
    for who in ("", "nobody", "%", "Ann"):
        assert connection.execute("SELECT * FROM mentions_of(?)", [who]).fetchall() == []


def test_a_build_without_these_tables_stays_readable() -> None:
    """Publication leaves out what an older build cannot answer, but only when the catalog is what says so."""
    with duckdb.connect() as empty:
        for statement in empty.extract_statements(data_path("sql/views/entities.sql").read_text(encoding="utf-8")):
            with contextlib.suppress(duckdb.CatalogException, duckdb.BinderException):
                empty.execute(statement)
        assert empty.execute("SELECT 1 FROM duckdb_views() WHERE view_name = 'entity_overview'").fetchall() == []


def test_views_and_macro_say_what_they_are(connection: duckdb.DuckDBPyConnection) -> None:
    said = connection.execute(
        "SELECT comment FROM duckdb_views() WHERE view_name = 'entity_overview' UNION ALL "
        "SELECT comment FROM duckdb_functions() WHERE function_name = 'mentions_of'"
    ).fetchall()
    assert len(said) == 2
    assert all(comment for (comment,) in said)
