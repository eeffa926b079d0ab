"""The keys of assets, their partitions, and the specs of checks. The assets are made in the modules beside
this one.
"""

import warnings

import dagster as dg

BUILDS = dg.DynamicPartitionsDefinition(name="builds")
PUBLICATION = dg.AssetKey(["kg", "publication"])
GENERATION = "generation"
OWNERS = ["team:annals"]
REPORT_FILES = "config/report"


def table_key(name: str) -> dg.AssetKey:
    """The asset key of a table: `kg.messages` is `kg/messages`."""
    return dg.AssetKey(name.split("."))


def config_key(name: str) -> dg.AssetKey:
    return dg.AssetKey([part.replace(".", "_").replace("-", "_") for part in name.split("/")])


def check_of_builds(name: str, table: str, description: str, blocking: bool = False) -> dg.AssetCheckSpec:
    """The declaration (spec) of a Dagster check whose results are recorded for each build."""
    with warnings.catch_warnings():
        # A warning about a preview would stand before every command's output; the version of Dagster is pinned.
        warnings.simplefilter("ignore", dg.PreviewWarning)
        return dg.AssetCheckSpec(
            name, asset=table_key(table), description=description, blocking=blocking, partitions_def=BUILDS
        )
