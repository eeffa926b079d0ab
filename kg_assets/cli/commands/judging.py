"""`annals confirm|reject|correct|undo`: a person's verdicts on claims. The ledger records them, and later
builds follow them.
"""

import argparse

from kg_assets.cli.claims import claim_named, said
from kg_assets.cli.correcting import Typed, replacement_of
from kg_assets.cli.going_on import go_on
from kg_assets.cli.overlay_ledger import nodes_of
from kg_assets.cli.verdict_ledger import changes, position_meant, record, standing_on, told
from kg_assets.cli.verdict_ledger import undo as undo_decision
from kg_assets.queries.overlay import node_names
from kg_assets.store.builds import Manifest
from kg_assets.store.home import Home
from kg_assets.store.readonly import opened
from kg_assets.store.registry import open_ledger


def confirm(options: argparse.Namespace) -> int:
    """Record that a claim is right."""
    return _judge(options, "confirmed")


def reject(options: argparse.Namespace) -> int:
    """Record that a claim is wrong."""
    return _judge(options, "rejected", options.everywhere)


def correct(options: argparse.Namespace) -> int:
    """Record what a claim should say."""
    home = Home.from_environment()
    ledger = open_ledger(home)
    typed = Typed(**{name: getattr(options, name) for name in Typed.__slots__})
    with opened(home) as warehouse:
        claim, manifest = claim_named(warehouse, options.claim), warehouse.manifest
        replacement = replacement_of(warehouse, claim, typed, standing_on(ledger, claim))
    position = record(ledger, "corrected", claim, replacement)
    return _recorded(position, f"corrected {said(claim)}: {changes(replacement)}", manifest, options.build)


def undo(options: argparse.Namespace) -> int:
    """Take back a decision of any kind; without an argument the last one."""
    home = Home.from_environment()
    ledger = open_ledger(home)
    with opened(home) as warehouse:
        manifest = warehouse.manifest
        position = position_meant(warehouse, ledger, " ".join(options.decision)) if options.decision else None
        entry = undo_decision(ledger, position)
        called = node_names(warehouse, nodes_of(entry))
    print(f"taken back: decision {entry.position}, {told(entry, ledger, called)}")
    return go_on(manifest, options.build)


def _judge(options: argparse.Namespace, kind: str, is_everywhere: bool = False) -> int:
    home = Home.from_environment()
    with opened(home) as warehouse:
        claim, manifest = claim_named(warehouse, options.claim), warehouse.manifest
    where = ", wherever it is said" if is_everywhere else ""
    position = record(open_ledger(home), kind, claim, is_everywhere=is_everywhere)
    return _recorded(position, f"{kind} {said(claim)}{where}", manifest, options.build)


def _recorded(position: int | None, what: str, manifest: Manifest, is_building: bool) -> int:
    if position is None:
        print(f"{what}: this stands already; nothing was recorded")
        return 0
    print(f"recorded: {what}")
    print(f"  to take it back: annals undo {position}")
    return go_on(manifest, is_building)
