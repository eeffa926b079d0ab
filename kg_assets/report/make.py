"""Makes the report of a build: its contents and HTML from a connection to the build, and the file."""

from dataclasses import dataclass
from datetime import tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

import duckdb

from kg_assets.core.config import Config
from kg_assets.core.errors import QueryError
from kg_assets.core.hashing import sha256_hex
from kg_assets.report.content import Report, Week
from kg_assets.report.gather import gather
from kg_assets.report.one_person import tell_as_one
from kg_assets.report.page import page
from kg_assets.report.selves import Selves, selves_in
from kg_assets.report.settings import ReportSettings
from kg_assets.report.week import week_in
from kg_assets.store.files import write_atomic
from kg_assets.store.home import Home
from kg_assets.store.readonly import opened

_NEEDS = ("kg.profile_members", "kg.stories")


@dataclass(frozen=True, slots=True)
class Written:
    """A report that was written: its contents, and the file's size and hash."""

    report: Report
    bytes: int
    sha256: str


def make_report(
    connection: duckdb.DuckDBPyConnection,
    build: str,
    as_of: str,
    settings: ReportSettings,
    zone: tzinfo,
    selves: Selves,
    week: Week | None,
) -> tuple[Report, str]:
    """The contents of the report, and its HTML. They are the same for the same build and settings."""
    report = gather(connection, build, as_of, settings, zone, selves, week)
    return report, page(report, settings)


def write_report(home: Home, config: Config, path: Path) -> Written:
    """Write the published build's report to a file that only its owner may read. An older file is replaced as
    a whole."""
    if path.is_dir():
        raise QueryError(f"{path} is a folder; the report needs the name of a file")
    zone = ZoneInfo(config.section("time").anchor_timezone)
    with opened(home) as warehouse:
        manifest = warehouse.manifest
        missing = [table for table in _NEEDS if table not in manifest.tables]
        if missing:
            raise QueryError(
                f"the published build has no {missing[0]}, which the report needs; `annals build` makes one that has"
            )
        settings: ReportSettings = config.section("report")
        selves = selves_in(warehouse, config.section("beliefs"), settings)
        week = week_in(warehouse, settings.items_per_month, zone)
        tell_as_one(warehouse.connection, config)
        report, text = make_report(
            warehouse.connection, str(manifest.ref), manifest.as_of, settings, zone, selves, week
        )
    data = text.encode()
    write_atomic(path, data)
    return Written(report, len(data), sha256_hex(data))
