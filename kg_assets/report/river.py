"""Draws the river: one ribbon for each project, plan or interest, along the months. A ribbon is as wide as the number
of messages about its thread.

Ribbons lie below each other, so that each has room for its name, however thin it is. Their positions and widths are
computed here; `drawing` writes the SVG.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from markupsafe import Markup

from kg_assets.report.content import Thread
from kg_assets.report.drawing import Drawing
from kg_assets.report.threads import HEADINGS
from kg_assets.report.wording import MONTHS, month_name


@dataclass(frozen=True, slots=True)
class Shape:
    """The measures of one drawing, in points. `widest` is the width of the widest ribbon, `thinnest` the smallest width
    that is drawn."""

    classes: str
    width: float
    widest: float
    thinnest: float
    name_height: float
    character: float  # the approximate width of a character
    margin: float
    tick_distance: float  # the smallest distance between two names of months


WIDE = Shape("river wide", 1000, 64, 7, 20, 8.6, 4, 46)
NARROW = Shape("river narrow", 343, 56, 7, 20, 8.6, 2, 40)
_HEAD = 42.0  # height for the names of months and years
_HALF_TICK = 16.0  # half the width of the longest name of a month or year
_HEADING = 34.0  # height for the name of a category above its ribbons
_GAP = 10.0
_POINTS_BETWEEN = 7  # points of the curve between two months
_YEAR = 12
_STEPS = (1, 2, 3, 6, _YEAR, 2 * _YEAR, 5 * _YEAR, 10 * _YEAR)
_NUMBER_HEIGHT = 15.0  # of a ribbon that has room for its number
_NUMBER_WIDTH = 15.0
_LINE = 4.5  # from the middle of a digit to its base line


def chosen(threads: Sequence[Thread], most: int, least: int) -> list[Thread]:
    """The threads that the river shows, by category and then by their first month.

    At most `most` threads with the most messages. But the first `least` threads of each category come before all
    others, since after ten years projects would leave no room for plans.
    """
    spoken = sorted((thread for thread in threads if thread.messages), key=lambda thread: -thread.messages)
    order = list(HEADINGS)
    places = {category: 0 for category in order}
    ranked = []
    for number, thread in enumerate(spoken):
        is_extra = places[thread.category] >= least
        places[thread.category] += 1
        ranked.append((is_extra, number, thread))
    kept = sorted(ranked, key=lambda one: one[:2])[:most]
    by_time = sorted(kept, key=lambda one: (order.index(one[2].category), min(one[2].by_month), one[1]))
    return [thread for _, _, thread in by_time]


def draw(threads: Sequence[Thread], months: Sequence[str], shape: Shape) -> Markup:
    """The river of these threads over these months as SVG; each month links to its part of the page."""
    largest = max(max(thread.by_month.values()) for thread in threads)
    scale = shape.widest / largest
    height = _height(threads, shape, scale)
    drawing = Drawing(shape.width, height, shape.classes)
    step = (shape.width - 2 * shape.margin) / len(months)
    _months(drawing, months, shape, step, height)
    y = _HEAD
    for category, group in groupby(threads, key=lambda thread: thread.category):
        drawing.text((shape.margin, y + _HEADING - 12), HEADINGS[category], f"heading {category}")
        y += _HEADING
        for thread in group:
            band = max(max(thread.by_month.values()) * scale, shape.thinnest)
            _ribbon(drawing, thread, months, shape, step, scale, y, band)
            y += shape.name_height + band + _GAP
    _links(drawing, months, shape, step, height)
    return drawing.svg()


def _height(threads: Sequence[Thread], shape: Shape, scale: float) -> float:
    bands = sum(max(max(thread.by_month.values()) * scale, shape.thinnest) for thread in threads)
    categories = len({thread.category for thread in threads})
    return _HEAD + categories * _HEADING + bands + len(threads) * (shape.name_height + _GAP) + _GAP


def _months(drawing: Drawing, months: Sequence[str], shape: Shape, step: float, height: float) -> None:
    """Draw the names of months along the top, the year above the first month shown of it, and a vertical line at each
    named month."""
    every, marks = _marks(months, step, shape.tick_distance)
    for mark, before in zip(marks, [None, *marks[:-1]], strict=True):
        year, month = months[mark][:4], int(months[mark][5:7])
        is_new_year = before is None or months[before][:4] != year
        x = shape.margin + (mark + 0.5) * step
        line = "year-line" if is_new_year else "month-line"
        label_x, anchor = _kept_within(x, shape)
        drawing.line((x, _HEAD - 8), (x, height), line)
        if every < _YEAR:
            drawing.text((label_x, _HEAD - 14), MONTHS[month - 1][:3], "tick", anchor)
        if is_new_year:
            drawing.text((label_x, _HEAD - 28), year, "tick year", anchor)


def _kept_within(x: float, shape: Shape) -> tuple[float, str]:
    """The x position of the name of a month or year, and its anchor: centred unless that would cut it off."""
    if x < _HALF_TICK:
        return 0.0, "start"
    return (shape.width, "end") if x > shape.width - _HALF_TICK else (x, "middle")


def _marks(months: Sequence[str], step: float, distance: float) -> tuple[int, list[int]]:
    """Which months are named along the top: how many months each name stands for, and the indexes of the named months.
    The first month is named unless another follows too closely."""
    every = next((one for one in _STEPS if one * step >= distance), _STEPS[-1])
    numbers = [int(month[:4]) * _YEAR + int(month[5:7]) - 1 for month in months]
    marks = [place for place, number in enumerate(numbers) if number % every == 0]
    return every, marks if marks and marks[0] * step < distance else [0, *marks]


def _ribbon(
    drawing: Drawing,
    thread: Thread,
    months: Sequence[str],
    shape: Shape,
    step: float,
    scale: float,
    y: float,
    band: float,
) -> None:
    counts = [thread.by_month.get(month, 0) for month in months]
    spoken = [number for number, count in enumerate(counts) if count]
    middle = y + shape.name_height + band / 2
    left, right = shape.margin + spoken[0] * step, shape.margin + (spoken[-1] + 1) * step
    _name(drawing, thread, left, y + shape.name_height - 6, shape)
    drawing.line((left, middle), (right, middle), f"thread-line {thread.category}")
    for first, last in _runs(spoken):
        widths = [max(count * scale, shape.thinnest) for count in counts[first : last + 1]]
        places, curve = _curve(widths)
        along = shape.margin + (first + places) * step
        xs = np.concatenate([along, along[::-1]])
        ys = np.concatenate([middle - curve / 2, (middle + curve / 2)[::-1]])
        drawing.shape(zip(xs.tolist(), ys.tolist(), strict=True), f"ribbon {thread.category}")
    for number in spoken:
        if counts[number] * scale >= _NUMBER_HEIGHT and step >= _NUMBER_WIDTH:
            x = shape.margin + (number + 0.5) * step
            drawing.text((x, middle + _LINE), str(counts[number]), "number", "middle")


def _name(drawing: Drawing, thread: Thread, left: float, y: float, shape: Shape) -> None:
    """Draw a ribbon's name and number of messages above its beginning; further left if there is not enough room to the
    right."""
    number = f"  {thread.messages}"
    most = int((shape.width - 2 * shape.margin) / shape.character) - len(number)
    name = thread.item.name if len(thread.item.name) <= most else f"{thread.item.name[: most - 1]}…"
    end = left + (len(name) + len(number)) * shape.character
    is_late = end > shape.width - shape.margin
    x = shape.width - shape.margin if is_late else left
    drawing.text((x, y), name + number, f"name {thread.category}", "end" if is_late else "start")


def _runs(spoken: Sequence[int]) -> list[tuple[int, int]]:
    """The first and last index of each series of consecutive months."""
    firsts = [number for number in spoken if number - 1 not in spoken]
    lasts = [number for number in spoken if number + 1 not in spoken]
    return list(zip(firsts, lasts, strict=True))


def _curve(widths: Sequence[float]) -> tuple[np.ndarray, np.ndarray]:
    """The outline of a ribbon as two arrays: positions along the months, and the width at each. In the middle of a
    month the width is the given one. From there it goes smoothly to that of the next, and at both ends of the ribbon to
    0."""
    knots = np.array([0.0, *(number + 0.5 for number in range(len(widths))), float(len(widths))])
    values = np.array([0.0, *widths, 0.0])
    share = np.arange(_POINTS_BETWEEN) / _POINTS_BETWEEN
    rise = (1 - np.cos(np.pi * share)) / 2
    places = (knots[:-1, None] + np.diff(knots)[:, None] * share).ravel()
    curve = (values[:-1, None] + np.diff(values)[:, None] * rise).ravel()
    return np.append(places, knots[-1]), np.append(curve, 0.0)


def _links(drawing: Drawing, months: Sequence[str], shape: Shape, step: float, height: float) -> None:
    for number, month in enumerate(months):
        left, right = shape.margin + number * step, shape.margin + (number + 1) * step
        corners = [(left, 0.0), (right, 0.0), (right, height), (left, height)]
        drawing.link(corners, f"#month-{month}", month_name(month), "month")
