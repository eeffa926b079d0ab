"""The report of a long account: how large the file becomes, and what it costs.

    make bench ONLY=report                   20 MB over 18 months, and over ten years
    python benchmarks/report.py 150 120      another size in megabytes, another number of months

Processor seconds of asking, putting together and drawing, in this process; libraries are loaded before.
"""

import sys
import tempfile
import time
from datetime import date
from pathlib import Path

from kg_assets.core.config import load_config
from kg_assets.corpus.generator import CorpusSpec, write_export
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import run_build, seal_and_publish
from kg_assets.house import HOUSE
from kg_assets.intake.asking import request_build
from kg_assets.report.make import write_report
from kg_assets.store.home import Home

_SHIPPED = ((20, 18), (20, 120))
_START = date(2016, 3, 1)


def measured(folder: Path, megabytes: int, months: int) -> str:
    """Build an invented account and write its report; returns a row of the printed table."""
    export = folder / f"export-{months}"
    write_export(CorpusSpec(7, target_bytes=megabytes * 1_000_000, start=_START, months=months), export)
    config = load_config(HOUSE.sections)
    engine = Engine(Home(folder / f"home-{months}").prepare(), HOUSE, config, config.section("store").threads)
    build = request_build(engine, [export]).build
    run_build(engine, build)
    seal_and_publish(engine, build)
    began = time.process_time()
    said = write_report(engine.home, config, folder / f"report-{months}.html")
    seconds = time.process_time() - began
    return (
        f"| {megabytes} MB | {said.report.messages:,} | {len(said.report.months)} | {said.bytes / 1e6:.2f} MB |"
        f" {seconds:.1f} s |"
    )


def main() -> None:
    asked = ((int(sys.argv[1]), int(sys.argv[2])),) if len(sys.argv) > 2 else _SHIPPED
    print("| export | messages | months | file | processor time |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for megabytes, months in asked:
            print(measured(Path(folder), megabytes, months), flush=True)


if __name__ == "__main__":
    main()
