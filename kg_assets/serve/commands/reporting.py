"""The command `annals report`: the published build as one page."""

import argparse
import os
import webbrowser
from pathlib import Path
from zoneinfo import ZoneInfo

from kg_assets.core.config import config_from_environment
from kg_assets.core.errors import QueryError
from kg_assets.house import HOUSE
from kg_assets.serve.console import harmless, size
from kg_assets.serve.readonly import opened
from kg_assets.serve.report.make import make_report
from kg_assets.serve.report.summary import findings
from kg_assets.store.files import write_atomic
from kg_assets.store.home import Home

FILE = "report.html"
_NEEDS = ("kg.profile_members", "kg.assertion_temporalized")


def report(options: argparse.Namespace) -> int:
    """Write the report, say what it found, and open it when asked to."""
    home = Home.from_environment()
    path = Path(options.out).expanduser() if options.out else home.root / FILE
    if path.is_dir():
        raise QueryError(f"{path} is a folder; name the file that --out is to write")
    lines = write_report(home, path)
    print(f"{os.path.relpath(path)} ({size(path.stat().st_size)})")
    for line in lines:
        print(f"  {line}")
    if options.open and not webbrowser.open(path.absolute().as_uri()):
        print("no browser was found; open the file yourself")
    return 0


def write_report(home: Home, path: Path) -> tuple[str, ...]:
    """Write the published build's report to a file that only its owner may read; the lines that say what it found."""
    config = config_from_environment(HOUSE.sections)
    zone = ZoneInfo(config.section("time").anchor_timezone)
    with opened(home) as warehouse:
        manifest = warehouse.manifest
        missing = [table for table in _NEEDS if table not in manifest.tables]
        if missing:
            raise QueryError(
                f"the published build has no {missing[0]}, which the report needs; `annals build` makes one that has"
            )
        said, text = make_report(
            warehouse.connection, str(manifest.ref), manifest.as_of, config.section("report"), zone
        )
    write_atomic(path, text.encode())
    return tuple(harmless(line) for line in findings(said))
