"""`annals export`: a build in a format for other tools. Each format is a module of `kg_assets.exports`."""

import argparse
import importlib
import os
from dataclasses import dataclass
from pathlib import Path

from kg_assets.cli.console import size
from kg_assets.core.counting import counted
from kg_assets.exports.made import remember
from kg_assets.exports.output import check_target, clear_leavings, new_file, new_folder
from kg_assets.exports.source import opened_build
from kg_assets.queries.configured import reading_config
from kg_assets.store.home import Home
from kg_assets.store.private import seen_elsewhere


@dataclass(frozen=True, slots=True)
class Format:
    """The function that writes a format, and the name of its file or folder where no other is given."""

    writer: str  # module:function under kg_assets.exports
    name: str
    is_folder: bool = False


FORMATS = {
    "graphml": Format("graphml:write_graphml", "annals.graphml"),
    "gexf": Format("gexf:write_gexf", "annals.gexf"),
    "neo4j": Format("neo4j:write_neo4j", "annals-neo4j", is_folder=True),
    "jsonld": Format("jsonld:write_jsonld", "annals.jsonld"),
    "notes": Format("notes:write_notes", "annals-notes", is_folder=True),
    "duckdb": Format("standalone:write_duckdb", "annals.duckdb"),
}


def export(options: argparse.Namespace) -> int:
    """Write one format completely, or change nothing."""
    home, wanted = Home.from_environment(), FORMATS[options.format]
    config = reading_config()
    path = Path(options.out or wanted.name).expanduser().absolute()
    if path.parent.is_dir():
        clear_leavings(path.parent)
    check_target(home, path, wanted.is_folder, options.force)
    module, _, function = wanted.writer.partition(":")
    write = getattr(importlib.import_module(f"kg_assets.exports.{module}"), function)
    making = new_folder if wanted.is_folder else new_file
    # A file can go anywhere: what is only for this machine is not in it.
    with opened_build(seen_elsewhere(home), config, options.build) as build, making(path, options.force) as target:
        counts = write(build, target)
    remember(home, path)
    said = ", ".join(counted(number, what) for what, number in counts.items())
    print(f"{os.path.relpath(path)}: build {build.manifest.ref}, {said}, {size(_bytes(path))}")
    return 0


def _bytes(path: Path) -> int:
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files if file.is_file())
