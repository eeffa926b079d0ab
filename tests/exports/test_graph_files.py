"""GraphML and GEXF: whole, well-formed, and read by a library that nobody here wrote."""

import re
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from kg_assets.exports.attributes import EDGE_ATTRIBUTES, NODE_ATTRIBUTES
from kg_assets.store.rows import instant_text
from tests.exports.conftest import Exported

GRAPHML = "{http://graphml.graphdrawing.org/xmlns}"
GEXF = "{http://gexf.net/1.3}"
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def _numbers(published: Any) -> tuple[int, int]:
    row = published.execute("SELECT (SELECT count(*) FROM graph_nodes), (SELECT count(*) FROM graph_edges)").fetchone()
    return row[0], row[1]


@pytest.mark.parametrize(("form", "read"), [("graphml", nx.read_graphml), ("gexf", nx.read_gexf)])
def test_networkx_reads_every_node_and_edge(exported: Exported, published: Any, form: str, read: Any) -> None:
    graph = read(exported(form))
    assert (graph.number_of_nodes(), graph.number_of_edges()) == _numbers(published)
    assert graph.is_directed()
    drawn = Counter(data["edge_type"] for _, _, data in graph.edges(data=True))
    assert drawn == dict(published.execute("SELECT edge_type, count(*) FROM graph_edges GROUP BY ALL").fetchall())


@pytest.mark.parametrize(("form", "read"), [("graphml", nx.read_graphml), ("gexf", nx.read_gexf)])
def test_what_a_claim_is_arrives_typed(exported: Exported, published: Any, form: str, read: Any) -> None:
    nodes = dict(read(exported(form)).nodes(data=True))
    rows = published.execute(
        "SELECT n.node_id, n.label, a.surface_text, a.char_start, a.confidence_final, t.status, t.valid_from_utc"
        " FROM graph_nodes n JOIN assertions a ON a.assertion_id = n.source_id JOIN assertion_temporalized t"
        " USING (assertion_id) WHERE n.node_type = 'Assertion'"
    ).fetchall()
    assert len(rows) > 20
    for node_id, label, quote, start, confidence, status, valid_from in rows:
        found = nodes[node_id]
        assert found["label"] == _as_xml_can(label)
        assert found["quote"] == _as_xml_can(quote)
        assert (found["char_start"], found["confidence"], found["status"]) == (start, confidence, status)
        assert found.get("valid_from") == instant_text(valid_from)


def _as_xml_can(text: str) -> str:
    return text.replace("\x07", "\N{REPLACEMENT CHARACTER}").replace("\x01", "\N{REPLACEMENT CHARACTER}")


def test_the_awkward_words_are_in_the_graph(published: Any) -> None:
    """Else the tests above would prove nothing about them."""
    labels = published.execute("SELECT string_agg(label, ' ' ORDER BY node_id) FROM graph_nodes").fetchone()[0]
    assert "C++ &" in labels


def test_graphml_keeps_the_rules_of_its_schema(exported: Exported) -> None:
    """Keys first, then one graph; ids unique; every datum of a declared key, no key twice in an element."""
    root = ET.parse(exported("graphml")).getroot()
    keys = [child for child in root if child.tag == f"{GRAPHML}key"]
    assert [child.tag for child in root] == [f"{GRAPHML}key"] * len(keys) + [f"{GRAPHML}graph"]
    declared = {kind: {key.get("id") for key in keys if key.get("for") == kind} for kind in ("node", "edge")}
    assert {key.get("attr.type") for key in keys} <= {"string", "long", "double", "boolean"}
    ids = [one.get("id") for one in root.iter() if one.tag in (f"{GRAPHML}node", f"{GRAPHML}edge")]
    assert len(set(ids)) == len(ids)
    for kind in ("node", "edge"):
        for element in root.iter(f"{GRAPHML}{kind}"):
            used = [datum.get("key") for datum in element]
            assert len(set(used)) == len(used)
            assert set(used) <= declared[kind]


def test_gexf_keeps_the_rules_of_its_schema(exported: Exported) -> None:
    """Version 1.3, dynamic by days; values of declared attributes only; no span ends before it begins."""
    root = ET.parse(exported("gexf")).getroot()
    assert (root.tag, root.get("version")) == (f"{GEXF}gexf", "1.3")
    assert [child.tag for child in root] == [f"{GEXF}meta", f"{GEXF}graph"]
    graph = root.find(f"{GEXF}graph")
    assert graph is not None
    assert (graph.get("mode"), graph.get("timeformat")) == ("dynamic", "date")
    assert [child.tag for child in graph] == [
        f"{GEXF}{name}" for name in ("attributes", "attributes", "nodes", "edges")
    ]
    nodes = {node.get("id") for node in graph.iter(f"{GEXF}node")}
    spans = 0
    for kind, attributes in (("node", NODE_ATTRIBUTES), ("edge", EDGE_ATTRIBUTES)):
        names = {one.name for one in attributes}
        for element in graph.iter(f"{GEXF}{kind}"):
            assert {value.get("for") for value in element.iter(f"{GEXF}attvalue")} <= names
            bounds = [element.get(name) for name in ("start", "end")]
            assert all(_DAY.fullmatch(bound) for bound in bounds if bound is not None)
            if None not in bounds:
                spans += 1
                assert bounds[0] <= bounds[1]  # type: ignore[operator]
            if kind == "edge":
                assert {element.get("source"), element.get("target")} <= nodes
    assert spans


def test_gexf_uses_no_element_and_no_attribute_that_version_1_3_does_not_know(exported: Exported) -> None:
    """Readers pass over what they do not know, so a misspelt attribute would be missed by nobody but Gephi."""
    known = {
        "gexf": {"version", "{http://www.w3.org/2001/XMLSchema-instance}schemaLocation"},
        "meta": {"lastmodifieddate"}, "creator": set(), "description": set(),
        "graph": {"defaultedgetype", "idtype", "mode", "timeformat"},
        "attributes": {"class", "mode"}, "attribute": {"id", "title", "type"},
        "nodes": set(), "node": {"id", "label", "start", "end"},
        "edges": set(), "edge": {"id", "label", "source", "target", "kind", "start", "end"},
        "attvalues": set(), "attvalue": {"for", "value"},
    }  # fmt: skip
    types = {"string", "long", "double", "boolean"}
    root = ET.parse(exported("gexf")).getroot()
    for element in root.iter():
        name = element.tag.removeprefix(GEXF)
        assert set(element.keys()) <= known[name], name
        if name in ("node", "edge"):
            assert [child.tag for child in element] in ([], [f"{GEXF}attvalues"])
        if name == "attribute":
            assert element.get("type") in types
        if name == "attvalue":
            assert element.keys() == ["for", "value"]


def test_a_claim_is_shown_as_long_as_it_holds(exported: Exported, published: Any) -> None:
    """Gephi's timeline goes by start and end: those of the claim, and of the edges that say it."""
    root = ET.parse(exported("gexf")).getroot()
    shown = {
        element.get("id"): (element.get("start"), element.get("end"))
        for element in [*root.iter(f"{GEXF}node"), *root.iter(f"{GEXF}edge")]
    }
    closed = published.execute(
        "SELECT n.node_id, e.edge_id, strftime(t.valid_from_utc, '%Y-%m-%d'), strftime(t.valid_to_utc, '%Y-%m-%d')"
        " FROM assertion_temporalized t"
        " JOIN graph_nodes n ON n.source_id = t.assertion_id AND n.node_type = 'Assertion' JOIN graph_edges e"
        " ON e.src_node_id = n.node_id AND e.edge_type = 'HAS_OBJECT'"
        " WHERE t.valid_from_utc IS NOT NULL AND t.valid_to_utc IS NOT NULL"
    ).fetchall()
    assert closed
    for node, edge, since, until in closed:
        assert shown[node] == shown[edge] == (since, until)


def test_nothing_that_xml_forbids_is_written(exported: Exported) -> None:
    """Expat takes U+FFFE, which other parsers refuse; so the bytes are looked at."""
    forbidden = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
    for form in ("graphml", "gexf"):
        path: Path = exported(form)
        assert not forbidden.search(path.read_text(encoding="utf-8"))
