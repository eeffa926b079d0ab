"""Writes an import for Neo4j: CSV files with typed headers for `neo4j-admin database import`, and the command that
imports them.

A spreadsheet program takes a text that begins with = + - or @ for a formula and executes it. So an apostrophe is put
before such a text. The same is done if the sign has a wide form or follows other apostrophes, and for a text that
begins with a tab or a line end. `unescape.cypher` takes the apostrophe away again.
"""

import csv
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from kg_assets.exports.attributes import EDGE_ATTRIBUTES, EDGES, NODE_ATTRIBUTES, NODES, Attribute
from kg_assets.exports.source import ExportedBuild, Row, counting_rows

_NODES_FILE, _EDGES_FILE, _UNESCAPE_FILE = "nodes.csv", "relationships.csv", "unescape.cypher"
# Some spreadsheet programs treat the wide forms of the signs like the narrow ones, and skip a tab or line end before a
# sign.
_FORMULA = re.compile("'*[=+\\-@\t\r\n＝＋－＠]")
_ESCAPED = "(?s)'+[=+\\\\-@\\\\t\\\\r\\\\n＝＋－＠].*"  # the same pattern as a literal of Cypher
# The attributes that become the label of a node or the type of a relationship.
_KIND = {"node_type", "edge_type"}
_IMPORT = f"""\
#!/bin/sh
# Makes a Neo4j database (5 or later) of this folder. Stop the server of that database first.
#   sh import.sh [DATABASE [OPTIONS OF NEO4J-ADMIN ...]]     for instance: sh import.sh neo4j --overwrite-destination
set -eu
cd "$(dirname "$0")"
database="${{1:-neo4j}}"
[ $# -gt 0 ] && shift
# The database first: later versions take a name behind the files for one more file.
exec neo4j-admin database import full "$database" --nodes={_NODES_FILE} --relationships={_EDGES_FILE} \\
    --multiline-fields=true "$@"
"""
_README = """\
# Build {build} for Neo4j

{node} nodes in `{nodes_file}`, {edge} relationships in `{edges_file}`. Nodes carry their type as label, relationships
theirs as type; what is known of them is in typed properties. Instants are `datetime` in UTC.

    neo4j-admin database import full neo4j --nodes={nodes_file} --relationships={edges_file} --multiline-fields=true

`sh import.sh` does just that; `sh import.sh neo4j --overwrite-destination` replaces a database that is there. Stop the
server (or the database) first and start it afterwards.

Texts that begin with = + - or @ stand in the files with an apostrophe before them, so that a spreadsheet shows them and
runs nothing. Once, after the import, this takes the apostrophe away again:

    cypher-shell -d neo4j -f {unescape_file}

Then in the browser:

    CREATE INDEX entity_label FOR (n:Entity) ON (n.label);

    // What is said of somebody, since when, and in which words
    MATCH (s:Entity)<-[:HAS_SUBJECT]-(a:Assertion)-[:HAS_PREDICATE]->(p:Predicate), (a)-[:HAS_OBJECT]->(o)
    RETURN s.label, p.label, o.label, a.polarity, a.status, a.valid_from, a.valid_to, a.quote
    ORDER BY a.valid_from;
"""


def write_neo4j(build: ExportedBuild, target: Path) -> dict[str, int]:
    """Write the folder with the CSV files and the command for a Neo4j import. Returns how many nodes and edges it
    holds, under the keys "node" and "edge"."""
    counts: dict[str, int] = {}
    nodes = counting_rows(build.rows_of(NODES), counts, "node")
    _write(target / _NODES_FILE, _node_header(), _node_lines(nodes))
    edges = counting_rows(build.rows_of(EDGES), counts, "edge")
    _write(target / _EDGES_FILE, _edge_header(), _edge_lines(edges))
    (target / "import.sh").write_text(_IMPORT, encoding="utf-8", newline="\n")
    (target / _UNESCAPE_FILE).write_text(_unescaping(), encoding="utf-8", newline="\n")
    names = {"unescape_file": _UNESCAPE_FILE, "nodes_file": _NODES_FILE, "edges_file": _EDGES_FILE}
    readme = _README.format(build=build.manifest.ref, **names, **counts)
    (target / "README.md").write_text(readme, encoding="utf-8", newline="\n")
    return counts


def _write(path: Path, header: Sequence[str], lines: Iterator[list[object]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        # An unknown value is an empty field without quotes, for which Neo4j makes no property.
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(lines)


def _properties(attributes: Sequence[Attribute]) -> list[Attribute]:
    return [one for one in attributes if one.name not in _KIND]


def _typed(attribute: Attribute) -> str:
    kind = "datetime" if attribute.is_instant else attribute.type
    return attribute.name if kind == "string" else f"{attribute.name}:{kind}"


def _node_header() -> list[str]:
    return ["node_id:ID", ":LABEL", "label", *map(_typed, _properties(NODE_ATTRIBUTES))]


def _edge_header() -> list[str]:
    return [":START_ID", ":END_ID", ":TYPE", "edge_id", *map(_typed, _properties(EDGE_ATTRIBUTES))]


def _node_lines(rows: Iterator[Row]) -> Iterator[list[object]]:
    names = [one.name for one in _properties(NODE_ATTRIBUTES)]
    for row in rows:
        yield [row["node_id"], row["node_type"], *(_field(row[name]) for name in ("label", *names))]


def _edge_lines(rows: Iterator[Row]) -> Iterator[list[object]]:
    names = [one.name for one in _properties(EDGE_ATTRIBUTES)]
    for row in rows:
        ends = [row["src_node_id"], row["dst_node_id"], row["edge_type"], row["edge_id"]]
        yield [*ends, *(_field(row[name]) for name in names)]


def _field(value: object) -> object:
    if isinstance(value, bool):
        return "true" if value else "false"
    # Neo4j's reader takes U+0000 for the end of the input.
    return _shown(value.replace("\x00", "\N{REPLACEMENT CHARACTER}")) if isinstance(value, str) else value


def _shown(text: str) -> str:
    return f"'{text}" if _FORMULA.match(text) else text


def _unescaping() -> str:
    """Cypher statements, one for each text property, that remove the apostrophe put before texts that look like
    formulas. They need Neo4j 5 or later."""
    nodes = ["label", *(one.name for one in _properties(NODE_ATTRIBUTES) if _is_text(one))]
    edges = [one.name for one in _properties(EDGE_ATTRIBUTES) if _is_text(one)]
    patterns = [("(x)", name) for name in nodes] + [("()-[x]->()", name) for name in edges]
    return "".join(
        f'MATCH {pattern} WHERE x.{name} =~ "{_ESCAPED}" SET x.{name} = substring(x.{name}, 1);\n'
        for pattern, name in patterns
    )


def _is_text(attribute: Attribute) -> bool:
    return attribute.type == "string" and not attribute.is_instant
