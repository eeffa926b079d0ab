"""`annals diff`: how two builds differ, table by table."""

import argparse
import json

from kg_assets.serve.commands.keeping import engine_for
from kg_assets.serve.comparison import compare
from kg_assets.serve.console import print_table
from kg_assets.store.home import Home


def diff(options: argparse.Namespace) -> int:
    """Rows added, removed and changed by key; tables with the same files are the same."""
    engine = engine_for(Home.from_environment())
    a = engine.builds.load(engine.builds.find_sealed(options.a))
    b = engine.builds.load(engine.builds.find_sealed(options.b))
    differences = compare(engine, a, b)
    if options.json:
        print(json.dumps([difference.to_json() for difference in differences], indent=2))
        return 0
    names = ["table", f"rows {a.ref}", f"rows {b.ref}", "added", "removed", "changed", ""]
    rows = [(d.table, d.rows_a, d.rows_b, d.added, d.removed, d.changed, d.note) for d in differences]
    print_table(names, rows, 60)
    return 0
