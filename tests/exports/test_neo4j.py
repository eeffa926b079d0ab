"""The folder for Neo4j: headers as its import wants them, ends that exist, and the exact command."""

import csv
import os
import subprocess
from pathlib import Path
from typing import Any

from tests.exports.conftest import Exported


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
    quotes = {node["source_id"]: node["quote"] for node in nodes if node[":LABEL"] == "Assertion"}
    assert quotes == dict(published.execute("SELECT assertion_id, surface_text FROM assertions").fetchall())


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
