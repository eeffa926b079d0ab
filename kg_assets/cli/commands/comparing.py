"""`annals diff`: how two builds differ, table by table, and which claims have another history and why."""

import argparse

from kg_assets.cli.changed_claims import compare_claims, report_lines
from kg_assets.cli.commands.keeping import engine_as_it_is
from kg_assets.cli.comparison import SAME_FILES, compare
from kg_assets.cli.console import print_table
from kg_assets.cli.history import TABLE
from kg_assets.core.counting import counted
from kg_assets.core.errors import QueryError
from kg_assets.core.harmless import harmless_json
from kg_assets.store.home import Home


def diff(options: argparse.Namespace) -> int:
    """Print, for each table whose files differ, how many rows were added, removed and changed (rows are matched by
    key); then the changed claims with the reasons."""
    if options.limit is not None and options.limit < 0:
        raise QueryError("--limit takes a number from 0 on")
    engine = engine_as_it_is(Home.from_environment())
    a = engine.builds.load(engine.builds.find_sealed(options.a))
    b = engine.builds.load(engine.builds.find_sealed(options.b))
    differences = compare(engine, a, b)
    shown = engine.config.section("serve").diff_claims if options.limit is None else options.limit
    found = compare_claims(engine, a, b, most=options.limit if options.json else shown)
    if options.json:
        claims = [claim.to_json() for claim in found.claims] if found else []
        rows = [d.to_json() | ({"claims": claims} if d.table == TABLE else {}) for d in differences]
        print(harmless_json(rows))
        return 0
    names = ["table", f"rows {a.ref}", f"rows {b.ref}", "added", "removed", "changed", ""]
    other = [d for d in differences if d.note != SAME_FILES]
    print_table(names, [(d.table, d.rows_a, d.rows_b, d.added, d.removed, d.changed, d.note) for d in other], 60)
    print(f"the same files in {len(differences) - len(other)} of {counted(len(differences), 'table')}\n")
    if found is None:
        print("one of the builds was made before claims had a history; `annals backfill --stale` renews it")
        return 0
    for line in report_lines(found):
        print(line)
    return 0
