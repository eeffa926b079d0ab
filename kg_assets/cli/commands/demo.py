"""`annals demo`: a build of an invented person's export, and what can be asked of it."""

import argparse
import os
import sys
from pathlib import Path

from kg_assets.cli.commands.keeping import engine_for, progress_of
from kg_assets.cli.commands.reporting import reported
from kg_assets.cli.demonstration import request_demo, write_settings
from kg_assets.core.counting import counted
from kg_assets.core.harmless import shell_command
from kg_assets.engine.session import make_build
from kg_assets.report.settings import FILE
from kg_assets.store.home import Home
from kg_assets.store.readonly import opened, select

_QUESTIONS = (
    ("conversations", "SELECT count(*) FROM conversations"),
    ("messages, of which the person wrote", "SELECT count(*) FROM messages"),
    ("", "SELECT count(*) FROM messages WHERE role = 'user' AND is_prose"),
    ("from", "SELECT strftime(min(created_at_utc), '%Y-%m-%d') FROM messages"),
    ("to", "SELECT strftime(max(created_at_utc), '%Y-%m-%d') FROM messages"),
)


def demo(options: argparse.Namespace) -> int:
    """Generate the export, build it, and show what came out. The demo has a home of its own, the folder
    `demo` in yours.
    """
    home = Home(Home.from_environment().root / "demo")
    write_settings(home)
    engine = engine_for(home)
    engine.progress = progress = progress_of(engine)
    try:
        request = request_demo(engine, options.seed)
        outcomes = make_build(engine, request.build)
    finally:
        progress.close()
    _say_what_is_there(home, request.build, all(outcome.reused for outcome in outcomes.values()))
    _say_what_the_report_found(home)
    return 0


def _say_what_is_there(home: Home, build: str, is_repeated: bool) -> None:
    with opened(home) as warehouse:
        numbers = [select(warehouse.connection, sql).fetchone()[0] for _, sql in _QUESTIONS]
        longest = select(
            warehouse.connection,
            "SELECT conversation_id, title, message_count FROM conversations WHERE title IS NOT NULL "
            "ORDER BY message_count DESC, conversation_id LIMIT 3",
        ).fetchall()
        named = select(
            warehouse.connection,
            "SELECT name, mentions FROM entity_overview WHERE type IN ('PERSON', 'ORG', 'LOCATION', 'CUSTOM_TERM') "
            "ORDER BY salience DESC, entity_id LIMIT 6",
        ).fetchall()
        read, kept = select(
            warehouse.connection,
            "SELECT sum(items) FILTER (status = 'read'), sum(items) FILTER (status = 'kept') "
            "FROM source_reconciliation WHERE kind = 'node'",
        ).fetchone()
    where = os.path.relpath(home.root)
    annals = f"ANNALS_HOME={shell_command(where, _program())}"
    said = "the same build as last time, all of it reused" if is_repeated else "built"
    print(f"An invented person's export, {said}: {build}\n")
    conversations, messages, written, first, last = numbers
    said = f"{counted(conversations, 'conversation')}, {counted(messages, 'message')}"
    print(f"  {said} ({written} by the person), {first} to {last}")
    print(f"  {counted(read, 'node')} read, {kept} with a message; kg.source_reconciliation accounts for every one")
    print("  who and what matters most: " + ", ".join(f"{name} ({mentions})" for name, mentions in named))
    print("  the longest conversations:")
    for _, title, count in longest:
        print(f"    {title} ({counted(count, 'message')})")
    print("\nLook further:")
    print(f"  {annals} search {max(longest[0][1].split(), key=len).lower()}")
    print(f"  {annals} {shell_command('show', longest[0][0])}")
    print(f'  {annals} query "SELECT role, count(*) AS messages FROM messages GROUP BY role"')
    print(
        f'  {annals} query "SELECT name, type, mentions, salience FROM entity_overview ORDER BY salience DESC LIMIT 10"'
    )
    print(f"  {annals} as-of {last} --about SELF")
    print(f"  {annals} timeline SELF")
    print(f"  {annals} tables")
    print(f"  {annals} ui")
    print(f"  {annals} report --open")
    print(f"\nYour own: {shell_command(_program())} build PATH-TO-YOUR-EXPORT")


def _program() -> str:
    return os.path.relpath(Path(sys.executable).with_name("annals"))


def _say_what_the_report_found(home: Home) -> None:
    path = home.root / FILE
    lines = reported(home, path)
    print(f"\nA report to open in a browser: {os.path.relpath(path)}")
    for line in lines:
        print(f"  {line}")
