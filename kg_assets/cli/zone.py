"""The zone in which every command shows times: that in which words that name none were read."""

from zoneinfo import ZoneInfo

from kg_assets.core.config import config_from_environment
from kg_assets.house import HOUSE


def shown_zone() -> ZoneInfo:
    return ZoneInfo(config_from_environment(HOUSE.sections).section("time").anchor_timezone)
