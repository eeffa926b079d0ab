"""The time zone in which every command shows times: the zone in which sources' times without a zone were read."""

from zoneinfo import ZoneInfo

from kg_assets.queries.configured import reading_config


def shown_zone() -> ZoneInfo:
    return ZoneInfo(reading_config().section("time").anchor_timezone)
