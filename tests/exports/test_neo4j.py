"""The folder for Neo4j: headers as its import wants them, ends that exist, and the exact command."""

import csv
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from kg_assets.exports.neo4j import _field, _shown, _unescaping
from tests.exports.conftest import Exported

pytestmark = pytest.mark.whole


def _unescaped(text: str) -> str:
    """As `unescape.cypher` does it; Java's and Python's expressions agree on this one."""
    return text[1:] if re.fullmatch(r"(?s)'+[=+\-@\t\r\n＝＋－＠].*", text) else text


def _read(path: Path) -> tuple[list[str], list[dict[str, str]]]:
    with path.open(encoding="utf-8", newline="") as stream:
        reader = csv.DictReader(stream, strict=True)
        rows = list(reader)
    assert reader.fieldnames is not None
    assert all(None not in row and None not in row.values() for row in rows)
    return list(reader.fieldnames), rows


def test_every_node_and_relationship_has_what_the_import_needs(exported: Exported, published: Any) -> None:
    folder = exported("neo4j")
    node_names, nodes = _read(folder / "nodes.csv")
    edge_names, edges = _read(folder / "relationships.csv")
    assert node_names[:3] == ["node_id:ID", ":LABEL", "label"]
    assert edge_names[:4] == [":START_ID", ":END_ID", ":TYPE", "edge_id"]
    types = {name.partition(":")[2] for name in (*node_names, *edge_names)} - {""}
    assert types == {"ID", "LABEL", "START_ID", "END_ID", "TYPE", "long", "double", "boolean", "datetime"}
    ids = [node["node_id:ID"] for node in nodes]
    assert sorted(ids) == [row[0] for row in published.execute("SELECT node_id FROM graph_nodes ORDER BY 1").fetchall()]
    drawn = {(edge[":START_ID"], edge[":END_ID"], edge[":TYPE"]) for edge in edges}
    wanted = published.execute("SELECT src_node_id, dst_node_id, edge_type FROM graph_edges").fetchall()
    assert drawn == set(wanted)
    assert len(edges) == len(wanted)


def test_typed_columns_hold_values_of_their_type(exported: Exported) -> None:
    for name in ("nodes.csv", "relationships.csv"):
        names, rows = _read(exported("neo4j") / name)
        for column in names:
            values = [row[column] for row in rows if row[column]]
            kind = column.partition(":")[2]
            if kind == "long":
                assert all(value.lstrip("-").isdigit() for value in values)
            elif kind == "double":
                assert all(isinstance(float(value), float) for value in values)
            elif kind == "boolean":
                assert set(values) <= {"true", "false"}
            elif kind == "datetime":
                assert all(len(value) == 24 and value.endswith("Z") for value in values)


def test_words_arrive_unchanged(exported: Exported, published: Any) -> None:
    """Quotation marks, commas and line ends are in the words; quoted fields keep them."""
    _, nodes = _read(exported("neo4j") / "nodes.csv")
    quotes = {node["source_id"]: _unescaped(node["quote"]) for node in nodes if node[":LABEL"] == "Assertion"}
    assert quotes == dict(published.execute("SELECT assertion_id, surface_text FROM assertions").fetchall())


@pytest.mark.parametrize("before", ["", "'", "''", "'" * 3, "a", " "])
@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r", "\n", "\t=", "＝", "x", "", "'"])
def test_a_cell_is_no_formula_and_comes_back_unchanged(before: str, sign: str) -> None:
    """62 cells of an export began with = + - or @: a spreadsheet runs what they say."""
    text = f"{before}{sign}cmd|' /C calc'!A0"
    written = _field(text)
    assert isinstance(written, str)
    assert not written.startswith(tuple("=+-@\t\r\n＝＋－＠"))
    assert _unescaped(written) == text


def test_no_cell_of_an_export_is_a_formula(exported: Exported) -> None:
    for name in ("nodes.csv", "relationships.csv"):
        _, rows = _read(exported("neo4j") / name)
        cells = [value for row in rows for value in row.values()]
        signed = [cell for cell in cells if cell.startswith(tuple("=+-@"))]
        assert [cell for cell in signed if not re.fullmatch(r"-[0-9.e-]+", cell)] == []


def test_the_statements_that_take_it_away_name_every_text(exported: Exported) -> None:
    names, _ = _read(exported("neo4j") / "nodes.csv")
    texts = [name for name in names if ":" not in name]
    said = (exported("neo4j") / "unescape.cypher").read_text(encoding="utf-8")
    assert said == _unescaping()
    assert [name for name in texts if f"MATCH (x) WHERE x.{name} =~ " not in said] == []
    # Cypher's literal, then the expression in it.
    (literal,) = {line.split('"')[1] for line in said.splitlines()}
    assert re.fullmatch(literal.replace("\\\\", "\\"), _shown("=1+1\n2"))


def test_the_script_calls_the_import_with_the_files_and_passes_options_on(exported: Exported, tmp_path: Path) -> None:
    """A stand-in for neo4j-admin prints how it was called: the real one is no Python package.

    Behind the files, which an option takes as many of as there are, 5.19 and later read the database's name as a file.
    """
    fake = tmp_path / "neo4j-admin"
    fake.write_text('#!/bin/sh\nprintf "%s\\n" "$(pwd)" "$@"\n', encoding="utf-8")
    fake.chmod(0o755)
    folder = exported("neo4j")
    environment = os.environ | {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["sh", str(folder / "import.sh"), "mine", "--overwrite-destination"],
        capture_output=True, text=True, check=True, env=environment, cwd=tmp_path,
    )  # fmt: skip
    where, *arguments = done.stdout.split("\n")[:-1]
    assert Path(where).resolve() == folder.resolve()
    assert arguments == [
        "database", "import", "full", "mine", "--nodes=nodes.csv", "--relationships=relationships.csv",
        "--multiline-fields=true", "--overwrite-destination",
    ]  # fmt: skip
    assert "neo4j-admin database import full neo4j --nodes=nodes.csv" in (folder / "README.md").read_text(
        encoding="utf-8"
    )
