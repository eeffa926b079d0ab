"""Writes GraphML: every node and edge with typed attributes. yEd, Gephi, igraph and networkx read it."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from kg_assets.exports.attributes import EDGE_ATTRIBUTES, EDGES, NODE_ATTRIBUTES, NODES, Attribute
from kg_assets.exports.source import ExportedBuild, Row, counting_rows
from kg_assets.exports.xmltext import xml_text, xml_value

_HEAD = """\
<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
"""
_LABEL = Attribute("label")
_NODE_KEYS = (_LABEL, *NODE_ATTRIBUTES)


def write_graphml(build: ExportedBuild, target: Path) -> dict[str, int]:
    """Write the graph as a GraphML file. Returns how many nodes and edges it holds, under the keys "node" and
    "edge"."""
    counts: dict[str, int] = {}
    with target.open("w", encoding="utf-8", newline="\n") as stream:
        stream.write(_HEAD)
        stream.writelines(_keys("node", _NODE_KEYS))
        stream.writelines(_keys("edge", EDGE_ATTRIBUTES))
        stream.write(f'  <graph id="{xml_text(str(build.manifest.ref))}" edgedefault="directed">\n')
        stream.writelines(_nodes(counting_rows(build.rows_of(NODES), counts, "node")))
        stream.writelines(_edges(counting_rows(build.rows_of(EDGES), counts, "edge")))
        stream.write("  </graph>\n</graphml>\n")
    return counts


def _key(kind: str, attribute: Attribute) -> str:
    return f"{kind}_{attribute.name}"


def _keys(kind: str, attributes: Sequence[Attribute]) -> Iterator[str]:
    for one in attributes:
        yield f'  <key id="{_key(kind, one)}" for="{kind}" attr.name="{one.name}" attr.type="{one.type}"/>\n'


def _nodes(rows: Iterator[Row]) -> Iterator[str]:
    keys = [(_key("node", one), one.name) for one in _NODE_KEYS]
    for row in rows:
        yield f'    <node id="{row["node_id"]}">{_data(row, keys)}</node>\n'


def _edges(rows: Iterator[Row]) -> Iterator[str]:
    keys = [(_key("edge", one), one.name) for one in EDGE_ATTRIBUTES]
    for row in rows:
        ends = f'source="{row["src_node_id"]}" target="{row["dst_node_id"]}"'
        yield f'    <edge id="{row["edge_id"]}" {ends}>{_data(row, keys)}</edge>\n'


def _data(row: Row, keys: Sequence[tuple[str, str]]) -> str:
    """The values of a row as `<data>` elements; a missing value gets no element."""
    return "".join(f'<data key="{key}">{xml_value(row[name])}</data>' for key, name in keys if row[name] is not None)
