"""The numbers by which commands find and list things: section `serve` of the configuration, read once a process."""

from functools import cache

from kg_assets.core.config import config_from_environment
from kg_assets.house import HOUSE
from kg_assets.serve.settings import ServeSettings


@cache
def serve_settings() -> ServeSettings:
    settings: ServeSettings = config_from_environment(HOUSE.sections).section("serve")
    return settings
