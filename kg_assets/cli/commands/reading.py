"""Commands that read the published build: show, tables."""

import argparse
import json
from collections.abc import Sequence

from kg_assets.cli.branch import Message, branch_of, mention_spans
from kg_assets.cli.console import is_coloured, marked, print_table, strong
from kg_assets.cli.highlight import highlight, highlight_spans
from kg_assets.core.errors import QueryError
from kg_assets.core.harmless import harmless, harmless_json
from kg_assets.house import HOUSE
from kg_assets.store.home import Home
from kg_assets.store.readonly import opened, select

_COLUMNS_OF_VIEW = (
    "SELECT column_name, data_type FROM duckdb_columns() JOIN duckdb_views() AS v USING (database_name, schema_name)"
    " WHERE v.view_name = ? AND table_name = v.view_name AND NOT v.internal ORDER BY column_index"
)


def show(options: argparse.Namespace) -> int:
    """Show a message in its branch, or a conversation along its active branch."""
    with opened(Home.from_environment()) as warehouse:
        title, messages = branch_of(warehouse.connection, options.id)
        wants_mentions = options.mentions or is_coloured()
        spans = mention_spans(warehouse.connection, messages) if wants_mentions and not options.find else {}
    if options.json:
        print(harmless_json([message.to_json() for message in messages]))
        return 0
    words = options.find.replace('"', " ").split() if options.find else []
    print(strong(harmless(title or "untitled")))
    for message in messages:
        _print_message(message, words, spans.get(message.message_id, []))
    return 0


def _print_message(message: Message, words: Sequence[str], spans: Sequence[tuple[int, int]]) -> None:
    notes = [message.role, message.created_at_utc or "no date"]
    if message.timestamp_quality not in (None, "original"):
        notes.append(f"time {message.timestamp_quality}")
    notes += [note for note, holds in (("hidden", message.is_hidden), ("branches", message.siblings > 1)) if holds]
    pointer = ">> " if message.is_asked_for else ""
    print(f"\n{pointer}{strong(' · '.join(notes))}  {message.message_id}")
    # `harmless` replaces one code point by one, so that offsets still hold.
    text = harmless(message.text or f"[{message.content_type or 'nothing'}]")
    print(highlight(text, words, marked) if words else highlight_spans(text, spans, marked))


def tables(options: argparse.Namespace) -> int:
    """List the tables of the published build with their meanings; or the columns of one table or view."""
    contracts = HOUSE.tables
    with opened(Home.from_environment()) as warehouse:
        held = warehouse.manifest.tables
        is_view = options.table and "." not in options.table and f"kg.{options.table}" not in contracts
        columns = select(warehouse.connection, _COLUMNS_OF_VIEW, [options.table]).fetchall() if is_view else []
    if columns:
        return _view(options, columns)
    if options.table:
        return _columns(options)
    rows = [
        {
            "table": name,
            "rows": record.rows,
            "bytes": record.bytes,
            "meaning": contracts[name].meaning if name in contracts else "(of an older version)",
        }
        for name, record in sorted(held.items())
    ]
    if options.json:
        print(json.dumps(rows, indent=2))
        return 0
    print_table(["table", "rows", "meaning"], [(r["table"], r["rows"], r["meaning"]) for r in rows], 110)
    return 0


def _view(options: argparse.Namespace, columns: Sequence[tuple[str, str]]) -> int:
    """Print the columns of a view with their types. Only the file of the view says what they mean."""
    if options.json:
        print(json.dumps([{"column": column, "type": kind} for column, kind in columns], indent=2))
        return 0
    print(f'{strong(options.table)}: a view, read with `annals query "FROM {options.table}"`\n')
    print_table(["column", "type"], columns, 110)
    return 0


def _columns(options: argparse.Namespace) -> int:
    import difflib

    contracts = HOUSE.tables
    name = options.table if "." in options.table else f"kg.{options.table}"
    if name not in contracts:
        near = difflib.get_close_matches(name, list(contracts), n=3, cutoff=0.4)
        hint = f"; did you mean {' or '.join(near)}?" if near else "; `annals tables` lists them"
        raise QueryError(f"there is no table {options.table!r}{hint}")
    contract = contracts[name]
    rows = [
        {"column": c.name, "type": c.type, "null": c.nullable, "key": c.name in contract.key, "meaning": c.meaning}
        for c in contract.columns
    ]
    if options.json:
        print(json.dumps(rows, indent=2))
        return 0
    print(f"{strong(contract.name)}: {contract.meaning}\n")
    print_table(
        ["column", "type", "", "meaning"],
        [
            (r["column"], r["type"], "key" if r["key"] else "may be null" if r["null"] else "", r["meaning"])
            for r in rows
        ],
        110,
    )
    return 0
