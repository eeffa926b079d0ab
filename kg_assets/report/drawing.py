"""Writes a drawing as SVG for a page with a strict content policy: without styles, ids and links to other files.

Shapes have a path and classes, which the page's style sheet colours in light and dark. Coordinates are points from the
upper left corner, rounded to a tenth, which is finer than a screen.
"""

from collections.abc import Iterable
from enum import IntEnum

from markupsafe import Markup

Point = tuple[float, float]


class Layer(IntEnum):
    """The layers, from the lowest to the highest. Within a layer a later shape covers an earlier one."""

    LINES = 0
    SHAPES = 1
    TEXTS = 2
    LINKS = 3


class Drawing:
    """Collects shapes and texts in any order, and writes them layer by layer."""

    def __init__(self, width: float, height: float, classes: str) -> None:
        self._width, self._height, self._classes = width, height, classes
        self._layers: dict[Layer, list[Markup]] = {layer: [] for layer in Layer}

    def line(self, start: Point, end: Point, classes: str) -> None:
        """Add a straight line."""
        self._layers[Layer.LINES].append(_path(_along([start, end]), classes))

    def shape(self, corners: Iterable[Point], classes: str) -> None:
        """Add a filled area with these corners."""
        self._layers[Layer.SHAPES].append(_path(f"{_along(corners)} z", classes))

    def text(self, place: Point, text: str, classes: str, anchor: str = "start") -> None:
        """Add a line of text. `anchor` (start, middle or end) says which part of it is at `place`."""
        written = Markup('<text class="{}" text-anchor="{}" x="{}" y="{}">{}</text>')
        self._layers[Layer.TEXTS].append(written.format(classes, anchor, *map(_rounded, place), text))

    def link(self, corners: Iterable[Point], target: str, title: str, classes: str) -> None:
        """Add an area that links to a part of the page. The keyboard skips it, since the page has a list of the same
        links."""
        area = _path(f"{_along(corners)} z", classes)
        written = Markup('<a href="{}" tabindex="-1"><title>{}</title>{}</a>').format(target, title, area)
        self._layers[Layer.LINKS].append(written)

    def svg(self) -> Markup:
        """The whole drawing as an SVG element."""
        inside = Markup("").join(shape for layer in Layer for shape in self._layers[layer])
        return Markup('<svg class="{}" viewBox="0 0 {:g} {:g}" aria-hidden="true" focusable="false">{}</svg>').format(
            self._classes, self._width, self._height, inside
        )


def _path(steps: str, classes: str) -> Markup:
    return Markup('<path class="{}" d="{}"/>').format(classes, steps)


def _along(points: Iterable[Point]) -> str:
    return "M " + " L ".join(f"{_rounded(x)} {_rounded(y)}" for x, y in points)


def _rounded(number: float) -> str:
    rounded = f"{number:.1f}".removesuffix(".0")
    return "0" if rounded == "-0" else rounded
