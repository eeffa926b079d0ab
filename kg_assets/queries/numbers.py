"""The settings by which commands find and list things (section `serve` of the configuration), read once per process."""

from collections.abc import Sequence
from functools import cache

from kg_assets.core.harmless import harmless
from kg_assets.queries.configured import reading_config
from kg_assets.queries.settings import ServeSettings


@cache
def serve_settings() -> ServeSettings:
    settings: ServeSettings = reading_config().section("serve")
    return settings


def listed(names: Sequence[str]) -> str:
    """The first few names as text, without control characters, and how many more there are: "a, b and 3 more"."""
    most = serve_settings().most_listed
    return ", ".join(map(harmless, names[:most])) + (f" and {len(names) - most} more" if len(names) > most else "")
