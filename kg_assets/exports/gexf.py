"""Writes GEXF 1.3: the graph for Gephi, with typed attributes, and with spans of days for its timeline."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from kg_assets.core.instants import NO_INSTANT
from kg_assets.exports.attributes import EDGE_ATTRIBUTES, EDGES, NODE_ATTRIBUTES, NODES, Attribute
from kg_assets.exports.source import ExportedBuild, Row, counting_rows
from kg_assets.exports.xmltext import xml_text, xml_value

_HEAD = """\
<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://gexf.net/1.3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:schemaLocation="http://gexf.net/1.3 http://gexf.net/1.3/gexf.xsd" version="1.3">
"""
_GRAPH = '  <graph defaultedgetype="directed" idtype="string" mode="dynamic" timeformat="date">\n'
_DAY = 10  # characters of an instant that are its date


def write_gexf(build: ExportedBuild, target: Path) -> dict[str, int]:
    """Write the graph as a GEXF file. Returns how many nodes and edges it holds, under the keys "node" and "edge"."""
    counts: dict[str, int] = {}
    with target.open("w", encoding="utf-8", newline="\n") as stream:
        stream.write(_HEAD)
        as_of = build.manifest.as_of
        modified = "" if as_of == NO_INSTANT else f' lastmodifieddate="{as_of[:_DAY]}"'
        stream.write(f"  <meta{modified}>\n    <creator>Annals</creator>\n")
        stream.write(f"    <description>Build {xml_text(str(build.manifest.ref))}</description>\n  </meta>\n")
        stream.write(_GRAPH)
        stream.writelines(_declared("node", NODE_ATTRIBUTES))
        stream.writelines(_declared("edge", EDGE_ATTRIBUTES))
        stream.write("    <nodes>\n")
        stream.writelines(_nodes(counting_rows(build.rows_of(NODES), counts, "node")))
        stream.write("    </nodes>\n    <edges>\n")
        stream.writelines(_edges(counting_rows(build.rows_of(EDGES), counts, "edge")))
        stream.write("    </edges>\n  </graph>\n</gexf>\n")
    return counts


def _declared(kind: str, attributes: Sequence[Attribute]) -> Iterator[str]:
    yield f'    <attributes class="{kind}" mode="static">\n'
    for one in attributes:
        yield f'      <attribute id="{one.name}" title="{one.name}" type="{one.type}"/>\n'
    yield "    </attributes>\n"


def _nodes(rows: Iterator[Row]) -> Iterator[str]:
    names = [one.name for one in NODE_ATTRIBUTES]
    for row in rows:
        head = f'      <node id="{row["node_id"]}" label="{xml_text(row["label"])}"{_span(row)}>'
        yield f"{head}{_values(row, names)}</node>\n"


def _edges(rows: Iterator[Row]) -> Iterator[str]:
    names = [one.name for one in EDGE_ATTRIBUTES]
    for row in rows:
        ends = f'source="{row["src_node_id"]}" target="{row["dst_node_id"]}"'
        kind = xml_text(row["edge_type"])
        # Gephi keeps two edges between the same nodes only if their kinds differ.
        head = f'      <edge id="{row["edge_id"]}" {ends} kind="{kind}" label="{kind}"{_span(row)}>'
        yield f"{head}{_values(row, names)}</edge>\n"


def _span(row: Row) -> str:
    """The days on which Gephi's timeline shows a node or edge, as `start` and `end`. If it has neither, it is always
    shown."""
    bounds = (("start", row["shown_from"]), ("end", row["shown_to"]))
    return "".join(f' {name}="{instant[:_DAY]}"' for name, instant in bounds if instant is not None)


def _values(row: Row, names: Sequence[str]) -> str:
    held = "".join(
        f'<attvalue for="{name}" value="{xml_value(row[name])}"/>' for name in names if row[name] is not None
    )
    return f"<attvalues>{held}</attvalues>" if held else ""
