"""The command `python -m kg_assets.corpus`, which writes an export of a given size, for benchmarks."""

import argparse
import sys
from datetime import date
from pathlib import Path

from kg_assets.corpus.generator import CorpusSpec, demo, write_export
from kg_assets.corpus.layouts import LAYOUTS


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m kg_assets.corpus", description=__doc__)
    parser.add_argument("--seed", type=int, required=True, help="another seed is another person")
    size = parser.add_mutually_exclusive_group(required=True)
    size.add_argument("--megabytes", type=float, help="size of the raw JSON")
    size.add_argument("--conversations", type=int, help="number of conversations")
    size.add_argument("--demo", action="store_true", help="the short life that `annals demo` shows")
    parser.add_argument("--out", type=Path, required=True, help="folder for the export and truth.json")
    parser.add_argument("--layout", choices=LAYOUTS, default="single")
    parser.add_argument("--months", type=int, default=18)
    parser.add_argument("--start", type=date.fromisoformat, default=date(2024, 9, 1), help="first day, YYYY-MM-DD")
    options = parser.parse_args(arguments)
    if options.demo:
        spec = demo(options.seed)
    else:
        target = None if options.megabytes is None else int(options.megabytes * 1_000_000)
        spec = CorpusSpec(options.seed, options.conversations, target, options.start, options.months)
    truth = write_export(spec, options.out, options.layout)
    totals = truth.counts["totals"]
    size_of = f"{totals['conversations']} conversations, {totals['messages']} messages"
    print(f"{size_of}, {len(truth.facts)} facts, {len(truth.names)} names")
    return 0


if __name__ == "__main__":
    sys.exit(main())
