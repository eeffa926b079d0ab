"""Commands that read the published build: search, show, query, tables."""

import argparse
import io
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kg_assets.core.config import config_from_environment
from kg_assets.core.errors import QueryError
from kg_assets.core.harmless import harmless
from kg_assets.house import HOUSE
from kg_assets.search.query import search as search_index
from kg_assets.search.query import wanted_words
from kg_assets.serve.branch import Message, branch_of, mention_spans
from kg_assets.serve.console import is_coloured, marked, print_table, strong
from kg_assets.serve.highlight import excerpt, highlight, highlight_spans
from kg_assets.store.contents import ContentStore
from kg_assets.store.home import Home
from kg_assets.store.readonly import opened, select

_EXCERPT_WIDTH = 160


def search(options: argparse.Namespace) -> int:
    """Find messages by words."""
    home = Home.from_environment()
    words = " ".join(options.words)
    limit = options.limit or config_from_environment(HOUSE.sections).section("search").limit
    with opened(home) as warehouse:
        table = warehouse.manifest.tables.get("kg.search_index")
        if table is None or not table.contents:
            raise QueryError("the published build holds no keyword index; run `annals build` again")
        hits = search_index(ContentStore(home).path(table.contents[0]), words, limit)
        found = {
            row[0]: row
            for row in select(
                warehouse.connection,
                "SELECT message_id, c.title, role, m.created_at_utc, text_raw, conversation_id FROM messages m "
                "JOIN conversations c USING (conversation_id) WHERE message_id IN (SELECT unnest(?))",
                [[hit.message_id for hit in hits]],
            ).fetchall()
        }
    rows = [(hit, found[hit.message_id]) for hit in hits if hit.message_id in found]
    if options.json:
        names = ("message_id", "title", "role", "created_at_utc", "text", "conversation_id")
        print(json.dumps([dict(zip(names, row, strict=True)) | {"score": hit.score} for hit, row in rows], indent=2))
        return 0
    for hit, (message_id, title, role, created, text, _) in rows:
        print(f"{strong(title or 'untitled')}  {created or 'no date'}  {role}  {hit.score:.2f}")
        print(f"  {excerpt(harmless(text), wanted_words(words), _EXCERPT_WIDTH, marked)}")
        print(f"  annals show {message_id}")
    if not rows:
        print("nothing holds these words", file=sys.stderr)
    return 0


def show(options: argparse.Namespace) -> int:
    """Show a message in its branch, or a conversation along its active branch."""
    with opened(Home.from_environment()) as warehouse:
        title, messages = branch_of(warehouse.connection, options.id)
        wants_mentions = options.mentions or is_coloured()
        spans = mention_spans(warehouse.connection, messages) if wants_mentions and not options.find else {}
    if options.json:
        print(json.dumps([message.to_json() for message in messages], indent=2, ensure_ascii=False))
        return 0
    words = wanted_words(options.find) if options.find else []
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
    # One codepoint for another, so that offsets still hold.
    text = harmless(message.text or f"[{message.content_type or 'nothing'}]")
    print(highlight(text, words, marked) if words else highlight_spans(text, spans, marked))


def query(options: argparse.Namespace) -> int:
    """Ask the published build in SQL."""
    settings = config_from_environment(HOUSE.sections).section("serve")
    with opened(Home.from_environment()) as warehouse:
        cursor = select(warehouse.connection, options.sql)
        names = [column[0] for column in cursor.description]
        if options.format == "parquet":
            return _write_parquet(cursor, options.out)
        if options.format == "table" and not options.out:
            rows = cursor.fetchmany(settings.query_rows + 1)
            print_table(names, rows[: settings.query_rows], settings.cell_width)
            if len(rows) > settings.query_rows:
                print(f"(the first {settings.query_rows} rows; --format csv prints all)", file=sys.stderr)
            return 0
        rows = cursor.fetchall()
    text = _as_json(names, rows) if options.format == "json" else _as_csv(names, rows)
    if options.out:
        with _explained(options.out):
            Path(options.out).write_text(text, encoding="utf-8", newline="")
    else:
        sys.stdout.write(text)
    return 0


def _as_json(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """An array of objects; what no JSON can hold is refused before anything is written."""
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise QueryError(
            f"several columns are called {', '.join(twice)}, and a JSON object holds each name once; use AS"
        )
    objects = [dict(zip(names, row, strict=True)) for row in rows]
    try:
        return json.dumps(objects, indent=1, ensure_ascii=False, allow_nan=False, default=_plain) + "\n"
    except ValueError:
        raise QueryError("a number is NaN or infinite, which JSON cannot say; use --format csv, or ::VARCHAR") from None


def _as_csv(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    import csv

    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(rows)
    return stream.getvalue()


@contextmanager
def _explained(out: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise QueryError(f"cannot write {out}: {error.strerror}; name another file with --out") from None


def _plain(value: object) -> object:
    if isinstance(value, bytes):
        return value.hex()
    return str(value)


def _write_parquet(cursor: Any, out: str | None) -> int:
    import pyarrow.parquet as pq

    if out is None and sys.stdout.isatty():
        raise QueryError("Parquet is not for a terminal; name a file with --out FILE, or pipe it")
    rows = cursor.to_arrow_table()
    with _explained(out or "to standard output"):
        pq.write_table(rows, Path(out) if out else sys.stdout.buffer)
    return 0


def tables(options: argparse.Namespace) -> int:
    """List what is there, with meanings."""
    contracts = HOUSE.tables
    with opened(Home.from_environment()) as warehouse:
        held = warehouse.manifest.tables
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
