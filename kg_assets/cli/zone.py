"""The zone in which every command shows times: that in which words that name none were read."""

from zoneinfo import ZoneInfo

from kg_assets.queries.configured import reading_config


def shown_zone() -> ZoneInfo:
    return ZoneInfo(reading_config().section("time").anchor_timezone)
