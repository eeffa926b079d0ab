"""The river: as wide as what was counted, readable names, the same bytes each time."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from kg_assets.core.data import data_path
from kg_assets.report.content import Item, Thread
from kg_assets.report.river import NARROW, WIDE, Shape, _curve, _runs, chosen, draw

MONTHS = [f"2025-{month:02d}" for month in range(1, 13)]
_TEXT = re.compile(r'<text class="([^"]*)" text-anchor="([a-z]+)" x="([0-9.-]+)" y="([0-9.-]+)">([^<]*)</text>')


def _thread(name: str, category: str = "project", **by_month: int) -> Thread:
    months = {f"2025-{month.removeprefix('m')}": count for month, count in by_month.items()}
    return Thread(category, Item(name, "", ()), months)


def test_a_ribbon_is_as_wide_as_its_count_in_the_middle_of_the_month_and_never_wider() -> None:
    """Widths 10 and 30: nothing at 0 and 2, 10 at 0.5, 30 at 1.5, and (10 + 30) / 2 = 20 half way between."""
    places, curve = _curve([10.0, 30.0])
    at = dict(zip(places.round(6).tolist(), curve.round(6).tolist(), strict=True))
    assert (at[0.0], at[0.5], at[1.5], at[2.0]) == (0.0, 10.0, 30.0, 0.0)
    assert curve.max() == 30.0
    assert (curve[(places >= 0.5) & (places <= 1.5)] >= 10.0).all()


def test_months_of_silence_part_a_ribbon() -> None:
    assert _runs([0, 1, 4, 6, 7]) == [(0, 1), (4, 4), (6, 7)]


def test_the_most_spoken_of_are_chosen_and_stand_under_their_category_in_the_order_of_time() -> None:
    threads = [_thread("much", "interest", m01=9), _thread("late", m04=8), _thread("early", m02=5), _thread("none")]
    assert [thread.item.name for thread in chosen(threads, 3, 0)] == ["early", "late", "much"]
    assert [thread.item.name for thread in chosen(threads, 2, 0)] == ["late", "much"]


def test_each_category_has_its_ribbons_however_much_is_said_of_another() -> None:
    """Of 3 ribbons the plan has one, though every project is spoken of more; the other 2 go to the loudest projects."""
    threads = [_thread(f"project {number}", m01=9 - number) for number in range(4)] + [_thread("plan", "plan", m02=1)]
    assert [thread.item.name for thread in chosen(threads, 3, 1)] == ["project 0", "project 1", "plan"]


def test_names_are_written_as_they_are_and_stay_within_the_drawing() -> None:
    """A dollar is no mathematics, a script no element, and a name at the end of the river runs to the left of it."""
    names = ("$x^2$ & <script>", "今日の計画 \u202eback", "an undertaking with rather a long name")
    svg = draw([_thread(name, m12=3) for name in names], MONTHS, NARROW)
    assert "$x^2$ &amp; &lt;script&gt;" in svg
    texts = [found for found in _TEXT.findall(svg) if found[0].startswith("name")]
    assert len(texts) == 3
    for _, anchor, x, _, _ in texts:
        assert (anchor, 0 <= float(x) <= NARROW.width) == ("end", True)


@pytest.mark.parametrize("shape", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("number", [1, 2, 11, 18, 60, 121, 400])
def test_names_of_months_and_years_do_not_touch(shape: Shape, number: int) -> None:
    """From one month to thirty-three years, whatever month it begins in; a name of 3 letters takes about 25 points."""
    months = [f"{2001 + (7 + place) // 12}-{(7 + place) % 12 + 1:02d}" for place in range(number)]
    svg = draw([Thread("project", Item("one", "", ()), {months[0]: 3})], months, shape)
    for kind in ("tick", "tick year"):
        found = [(float(x), anchor) for classes, anchor, x, _, _ in _TEXT.findall(svg) if classes == kind]
        along = [x for x, _ in found]
        assert all(16 <= x <= shape.width - 16 for x, anchor in found if anchor == "middle"), "none is cut off"
        assert along == sorted(along)
        assert all(later - earlier >= 25 for earlier, later in pairwise(along))
    assert "2001" in svg or number > 60


def test_each_month_is_a_link_with_its_name_that_the_keyboard_passes_by() -> None:
    svg = draw([_thread("one", m01=3)], MONTHS, WIDE)
    assert len(re.findall(r'<a href="#month-2025-[0-9]{2}" tabindex="-1"><title>[A-Z][a-z]+ 2025</title>', svg)) == 12


def test_the_drawing_holds_no_style_no_address_and_is_the_same_each_time() -> None:
    threads = [_thread("one", m01=3, m02=1), _thread("two", "problem", m03=2)]
    svg = draw(threads, MONTHS, WIDE)
    assert svg == draw(threads, MONTHS, WIDE)
    assert not re.search(r"style=|http|<defs|<metadata|\bid=", svg)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_texts_and_ribbons_stand_out_from_the_page(theme: str) -> None:
    """WCAG: 4.5 for text on the page and for numbers on ribbons, 3 for the ribbons themselves, in both themes."""
    colours = _colours(data_path("config/report/page.css"), theme)
    for name in ("ink", "soft", "project", "plan", "problem", "interest"):
        assert _contrast(colours[name], colours["paper"]) >= 4.5, name
    assert _contrast(colours["ink"], colours["mark"]) >= 4.5
    for name in ("project-fill", "plan-fill", "problem-fill", "interest-fill"):
        assert _contrast(colours[name], colours["paper"]) >= 3, name
        assert _contrast(colours["ink"], colours[name]) >= 4.5, name


def _colours(style: Path, theme: str) -> dict[str, str]:
    light, dark = re.findall(r":root \{(.*?)\}", style.read_text(encoding="utf-8"), re.DOTALL)
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", light if theme == "light" else dark))


def _contrast(one: str, other: str) -> float:
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
