"""The weekly digest as a chapter of the report."""

from pathlib import Path

import pytest

from kg_assets.core.config import load_config
from kg_assets.house import HOUSE
from kg_assets.report.make import write_report
from kg_assets.report.week import parts_of
from kg_assets.store.home import Home

pytestmark = pytest.mark.whole


def test_the_report_tells_what_the_last_week_brought(demo_home: Home, tmp_path: Path) -> None:
    written = write_report(demo_home, load_config(HOUSE.sections), tmp_path / "report.html")
    week, page = written.report.week, (tmp_path / "report.html").read_text(encoding="utf-8")
    assert week is not None
    assert f"Of {week.first_day} and the days after it" in page
    assert '<a href="#week">Week</a>' in page
    titles = [title for title, _, _ in week.parts]
    assert "Waits for your word (annals review relations)" in titles
    for _, lines, _ in week.parts:
        assert lines
        assert all(line[0].isupper() or not line[0].isalpha() for line in lines)


def test_parts_come_in_their_order_and_empty_ones_not_at_all() -> None:
    rows = [{"section": name, "line": f"of {name}"} for name in ("stale", "new", "new", "deadlines")]
    assert list(parts_of(rows)) == [
        ("New", ["of new", "of new"]),
        ("Due soon", ["of deadlines"]),
        ("Old", ["of stale"]),
    ]
