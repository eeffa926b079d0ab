"""The command `annals report`: the published build as one page."""

import argparse
import os
import webbrowser
from pathlib import Path

from kg_assets.cli.console import size
from kg_assets.core.errors import QueryError
from kg_assets.core.harmless import harmless
from kg_assets.exports.output import check_target
from kg_assets.queries.configured import reading_config
from kg_assets.report.make import write_report
from kg_assets.report.page import SIGNATURE
from kg_assets.report.settings import FILE, NOTED_AS
from kg_assets.report.summary import findings
from kg_assets.store.health import clear_problems
from kg_assets.store.home import Home


def report(options: argparse.Namespace) -> int:
    """Write the report, print what it found, and with --open show it in a browser."""
    home = Home.from_environment()
    own = home.root / FILE
    path = Path(options.out).expanduser().absolute() if options.out else own
    if options.out:
        check_target(home, path, is_folder=False, force=True, own=own)
        _check_ours(path)
    lines = reported(home, path)
    print(f"{os.path.relpath(path)} ({size(path.stat().st_size)})")
    for line in lines:
        print(f"  {line}")
    if options.open and not webbrowser.open(path.absolute().as_uri()):
        print("no browser was found; open the file yourself")
    return 0


def _check_ours(path: Path) -> None:
    """Refuse to replace a file that is not a report."""
    if not path.exists():
        return
    signature = SIGNATURE.encode()
    try:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - len(signature)))
            is_ours = file.read() == signature
    except OSError:
        is_ours = False
    if not is_ours:
        raise QueryError(f"{path} is not a report, so it is not replaced; name another place with --out")


def reported(home: Home, path: Path) -> tuple[str, ...]:
    """Write the published build's report; returns the lines that say what is in it."""
    written = write_report(home, reading_config(), path)
    if path == home.root / FILE:
        # A nightly run may have noted that it could not write this report.
        clear_problems(home, lambda source: source == NOTED_AS)
    return tuple(harmless(line) for line in findings(written.report))
