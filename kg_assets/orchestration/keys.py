"""The names of assets, of their partitions and of their checks; what stands behind them is made beside this module."""

import warnings

import dagster as dg

BUILDS = dg.DynamicPartitionsDefinition(name="builds")
PUBLICATION = dg.AssetKey(["kg", "publication"])
GENERATION = "generation"
OWNERS = ["team:annals"]
REPORT_FILES = "config/report"


def table_key(name: str) -> dg.AssetKey:
    """`kg.messages` is the asset `kg/messages`."""
    return dg.AssetKey(name.split("."))


def config_key(name: str) -> dg.AssetKey:
    return dg.AssetKey([part.replace(".", "_").replace("-", "_") for part in name.split("/")])


def check_of_builds(name: str, table: str, description: str, blocking: bool = False) -> dg.AssetCheckSpec:
    """A check whose results stand at the build that was checked."""
    with warnings.catch_warnings():
        # A warning about a preview would stand before every command's output; the version of Dagster is pinned.
        warnings.simplefilter("ignore", dg.PreviewWarning)
        return dg.AssetCheckSpec(
            name, asset=table_key(table), description=description, blocking=blocking, partitions_def=BUILDS
        )
