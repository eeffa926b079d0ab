"""Commands that read the published build: search, show, tables."""

import argparse
import json
import sys
from collections.abc import Sequence

from kg_assets.core.config import config_from_environment
from kg_assets.core.errors import QueryError
from kg_assets.core.harmless import harmless, harmless_json, shell_command
from kg_assets.house import HOUSE
from kg_assets.search.query import search as search_index
from kg_assets.search.query import wanted_words
from kg_assets.search.settings import SearchSettings
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
    settings: SearchSettings = config_from_environment(HOUSE.sections).section("search")
    limit = settings.limit if options.limit is None else options.limit
    with opened(home) as warehouse:
        table = warehouse.manifest.tables.get("kg.search_index")
        if table is None or not table.contents:
            raise QueryError("the published build holds no keyword index; run `annals build` again")
        hits = search_index(ContentStore(home).path(table.contents[0]), words, limit, settings.most_words)
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
        print(f"{strong(harmless(title or 'untitled'))}  {created or 'no date'}  {role}  {hit.score:.2f}")
        print(f"  {excerpt(harmless(text), wanted_words(words), _EXCERPT_WIDTH, marked)}")
        print(f"  {shell_command('annals', 'show', message_id)}")
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
        print(harmless_json([message.to_json() for message in messages]))
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
