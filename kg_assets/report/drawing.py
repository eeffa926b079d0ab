"""A drawing of matplotlib as SVG that can stand in a page under a strict policy: no styles, no ids, no names of places.

Shapes keep their path and the classes by which the page's style sheet colours them in light and dark. Texts are written
here and not by matplotlib, which would read `$` as mathematics and measure each with a font of its own.
"""

import io
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Mapping

from markupsafe import Markup, escape
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

# What is drawn carries its classes in its group's id; everything else of matplotlib's file is left behind.
MARK = "= "
_SVG = "{http://www.w3.org/2000/svg}"
_HREF = "{http://www.w3.org/1999/xlink}href"
_NUMBER = re.compile(r"-?[0-9]+\.[0-9]+", re.ASCII)
_POINTS_PER_INCH = 72


def canvas(width: float, height: float) -> tuple[Figure, Axes]:
    """A figure of this many points whose coordinates are points from its upper left corner."""
    figure = Figure(figsize=(width / _POINTS_PER_INCH, height / _POINTS_PER_INCH), dpi=_POINTS_PER_INCH)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, width)
    axes.set_ylim(height, 0)
    axes.axis("off")
    return figure, axes


def svg_of(figure: Figure, width: float, height: float, classes: str, texts: Mapping[str, str]) -> Markup:
    """The figure as inline SVG; texts and titles of links stand in it by their key in `texts`."""
    written = io.StringIO()
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "annals", "path.simplify": False}):
        figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    tree = ElementTree.fromstring(written.getvalue())
    inside = Markup("").join(_elements(tree, texts))
    return Markup('<svg class="{}" viewBox="0 0 {:g} {:g}" aria-hidden="true" focusable="false">{}</svg>').format(
        classes, width, height, inside
    )


def _elements(tree: ElementTree.Element, texts: Mapping[str, str]) -> Iterator[Markup]:
    for group in tree.iter(f"{_SVG}g"):
        name = group.get("id", "")
        if not name.startswith(MARK):
            continue
        classes = name.removeprefix(MARK)
        link = group.find(f".//{_SVG}a")
        for shape in group.iter(f"{_SVG}path"):
            yield _path(shape, classes) if link is None else _link(shape, classes, link.get(_HREF, ""), texts)
        for text in group.iter(f"{_SVG}text"):
            yield _text(text, classes, texts)


def _path(shape: ElementTree.Element, classes: str) -> Markup:
    return Markup('<path class="{}" d="{}"/>').format(classes, _rounded(shape.get("d", "")))


def _link(shape: ElementTree.Element, classes: str, target: str, texts: Mapping[str, str]) -> Markup:
    """A shape that leads to a part of the page; the keyboard has a list of the same and need not pass through here."""
    return Markup('<a href="{}" tabindex="-1"><title>{}</title>{}</a>').format(
        target, texts[target], _path(shape, classes)
    )


def _text(text: ElementTree.Element, classes: str, texts: Mapping[str, str]) -> Markup:
    style = text.get("style", "")
    anchor = next((one for one in ("middle", "end") if f"text-anchor: {one}" in style), "start")
    return Markup('<text class="{}" text-anchor="{}" x="{}" y="{}">{}</text>').format(
        classes, anchor, _rounded(text.get("x", "")), _rounded(text.get("y", "")), escape(texts[text.text or ""])
    )


def _rounded(numbers: str) -> str:
    """A tenth of a point is finer than a screen."""
    return _NUMBER.sub(lambda found: f"{float(found[0]):.1f}".removesuffix(".0"), " ".join(numbers.split()))
