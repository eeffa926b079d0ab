"""Reading a cluster by its template gives what reading its own text gives, and offsets and order stay true."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.mentions.times import chart
from kg_assets.mentions.times.cluster import find_clusters, lower
from kg_assets.mentions.times.grammar import load_grammar
from kg_assets.mentions.times.templates import template_of

GRAMMAR = load_grammar("en")
CASES = Path(__file__).parent / "cases"
_DIGIT = re.compile(r"[0-9]+")
_QUOTED = re.compile(r'text: "(.*)"')


def sentences() -> list[str]:
    """Every sentence of the case files."""
    lines = [line for name in ("absolute", "relative", "clocks", "ranges", "zones")
             for line in _QUOTED.findall((CASES / f"{name}.yaml").read_text(encoding="utf-8"))]  # fmt: skip
    marked = (CASES / "classes.txt").read_text(encoding="utf-8").splitlines()
    return lines + [line.split(" | ")[0].replace("[", "").replace("]", "") for line in marked if " | " in line]


def with_other_figures(text: str, generator: random.Random) -> str:
    """The same text with every number another one of as many figures."""
    return _DIGIT.sub(lambda found: "".join(generator.choice("0123456789") for _ in found.group()), text)


def winners(nodes: tuple[chart.Node, ...], reading: chart.Reading) -> list[tuple[int, int, str, object]]:
    """Those that win, with what they say."""
    taken: list[tuple[int, int, str, object]] = []
    for node in nodes:
        if not any(node.start < end and start < node.end for start, end, _, _ in taken):
            taken.append((node.start, node.end, node.pattern_id, reading.expression(node)))
    return taken


def test_a_template_reads_as_the_text_itself() -> None:
    generator = random.Random(20260517)
    compared = same = 0
    differing: list[str] = []
    for sentence in [text for text in sentences() if _DIGIT.search(text)]:
        for _ in range(6):
            text = with_other_figures(sentence, generator)
            for _, clusters in find_clusters(GRAMMAR.clusters, GRAMMAR.whole, [lower(text)]):
                for one in clusters:
                    by_template = chart.read(GRAMMAR, one.text, one.lead, one.end, one.is_whole)
                    direct = chart.Reading(chart.read_cluster(GRAMMAR, one.text, one.lead, one.end, one.is_whole), None)
                    compared += 1
                    if winners(by_template.nodes, by_template) == winners(direct.nodes, direct):
                        same += 1
                    else:
                        differing.append(f"{one.text!r} by {template_of(one.text)!r}")
    assert compared > 1000
    assert differing == []


@pytest.mark.parametrize("tail", [" and it was to the", ". It was that", ", but it is in a", "? To the", " of it"])
def test_light_words_behind_an_expression_change_nothing(tail: str) -> None:
    for sentence in sentences():
        text = [lower(sentence.rstrip(".?") + tail + " garden")]
        read: list[list[object]] = []
        for pattern in (None, GRAMMAR.tail):
            found = [one for _, clusters in find_clusters(GRAMMAR.clusters, GRAMMAR.whole, text, pattern)
                     for one in clusters]  # fmt: skip
            shown: list[object] = []
            for one in found:
                reading = chart.read(GRAMMAR, one.text, one.lead, one.end, one.is_whole)
                shift = one.start_byte - one.lead
                shown += [(start + shift, end + shift, *rest) for start, end, *rest in winners(reading.nodes, reading)]
            read.append(shown)
        assert read[0] == read[1]


@given(
    st.lists(
        st.text("0123456789", min_size=1, max_size=5) | st.sampled_from(["-", "/", " to ", ":", "may"]), max_size=9
    )
)
@settings(max_examples=500)
def test_a_template_keeps_every_place_and_the_order_of_neighbours(parts: list[str]) -> None:
    text = " ".join(parts)
    template = template_of(text)
    assert len(template) == len(text)
    assert _DIGIT.sub("0", template) == _DIGIT.sub("0", text)
    assert template_of(template) == template
    ours, theirs = _DIGIT.findall(text), _DIGIT.findall(template)
    for index in range(1, len(ours)):
        pair, other = ours[index - 1 : index + 1], theirs[index - 1 : index + 1]
        if len(pair[0]) == len(pair[1]) <= 2:
            assert (pair[0] < pair[1], pair[0] == pair[1]) == (other[0] < other[1], other[0] == other[1])


@pytest.mark.parametrize(("text", "template"), [("on may 14", "on may 17"), ("2014-18", "2014-18"), ("1835", "1701")])
def test_what_stands_for_a_number(text: str, template: str) -> None:
    assert template_of(text) == template
