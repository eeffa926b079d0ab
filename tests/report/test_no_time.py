"""A build of sources without any time: nobody is told of a day in 1970."""

from zoneinfo import ZoneInfo

from kg_assets.core.instants import NO_INSTANT
from kg_assets.core.when import shown_moment
from kg_assets.report.wording import day_text

UTC = ZoneInfo("UTC")


def test_no_time_is_no_day() -> None:
    assert shown_moment(NO_INSTANT, UTC) == "an unknown day"
    assert day_text(NO_INSTANT, UTC) == "one day"
    assert shown_moment("1970-01-02T00:00:00.000Z", UTC) == "1970-01-02"
