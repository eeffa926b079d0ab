"""A build's report, from a connection that shows the build to the text of the file."""

from datetime import tzinfo

import duckdb

from kg_assets.serve.report.content import Report
from kg_assets.serve.report.gather import gather
from kg_assets.serve.report.page import page
from kg_assets.serve.report.settings import ReportSettings


def make_report(
    connection: duckdb.DuckDBPyConnection, build: str, as_of: str, settings: ReportSettings, zone: tzinfo
) -> tuple[Report, str]:
    """What the report says, and its HTML: the same for the same build and settings."""
    report = gather(connection, build, as_of, settings, zone)
    return report, page(report, settings)
