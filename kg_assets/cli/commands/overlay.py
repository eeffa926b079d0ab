"""Commands about what the overlay knows: node, threads, digest."""

import argparse

from kg_assets.cli.console import strong
from kg_assets.core.harmless import harmless, harmless_json
from kg_assets.queries import overlay
from kg_assets.report.week import parts_of
from kg_assets.store.home import Home
from kg_assets.store.readonly import opened


def node(options: argparse.Namespace) -> int:
    """Print the page of a node, or the answer to another question about it."""
    typed = " ".join(options.node)
    with opened(Home.from_environment()) as warehouse:
        if options.ask:
            answer = overlay.inspect(warehouse, options.ask, typed)
            print(harmless_json(answer) if options.json else harmless(answer["result_summary"]))
            return 0
        found = overlay.node_meant(warehouse, typed)
        text = overlay.page_of(warehouse, found["node_id"])
        told = text or overlay.brief(warehouse, found)
    if options.json:
        print(harmless_json({"node_id": found["node_id"], "markdown": told}))
        return 0
    for line in told.splitlines():
        print(harmless(line))
    print(f"annals node {found['node_id']} --ask confidence_breakdown  how sure it is, and why")
    return 0


def threads(options: argparse.Namespace) -> int:
    """List conversations, the newest first."""
    with opened(Home.from_environment()) as warehouse:
        about = overlay.node_meant(warehouse, options.about)["node_id"] if options.about else None
        rows = overlay.threads_of(warehouse, about, options.limit)
    if options.json:
        print(harmless_json(rows))
        return 0
    for row in rows:
        print(f"{row['occurred_at'][:10]}  {harmless(row['checkpoint_summary'])}  {row['thread_id'][:8]}")
    if not rows:
        print("no conversation names it")
    return 0


def digest(options: argparse.Namespace) -> int:
    """Print the weekly digest part by part."""
    with opened(Home.from_environment()) as warehouse:
        rows = overlay.digest(warehouse)
    if options.json:
        print(harmless_json(rows))
        return 0
    if not rows:
        print("the week brought nothing new")
        return 0
    print(strong(f"The week of {rows[0]['week_start'][:10]}"))
    for title, lines in parts_of(rows):
        print(f"\n{strong(title)}")
        for line in lines:
            print(f"  {line}")
    return 0
