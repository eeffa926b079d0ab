"""`annals confirm|reject|correct|undo`: a person's verdicts on claims. Recorded in the ledger, kept by later builds."""

import argparse

from rapidfuzz import process

from kg_assets.cli.claims import Claim, claim_named, said
from kg_assets.cli.commands.deciding import go_on
from kg_assets.cli.verdict_ledger import changes, position_meant, record, told
from kg_assets.cli.verdict_ledger import undo as undo_decision
from kg_assets.core.errors import QueryError
from kg_assets.store.builds import Manifest
from kg_assets.store.decisions import ClaimReplacement
from kg_assets.store.home import Home
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import opened, select
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
    with opened(home) as warehouse:
        claim, manifest = claim_named(warehouse, options.claim), warehouse.manifest
        replacement = replacement_of(
            warehouse, claim, options.predicate, options.object, options.polarity, options.subject
        )
    position = record(open_ledger(home), "corrected", claim, replacement)
    return _recorded(position, f"corrected {said(claim)}, to {changes(replacement)}", manifest)


def undo(options: argparse.Namespace) -> int:
    """Take a decision back."""
    home = Home.from_environment()
    ledger = open_ledger(home)
    with opened(home) as warehouse:
        manifest = warehouse.manifest
        position = position_meant(warehouse, ledger, " ".join(options.decision)) if options.decision else None
    entry = undo_decision(ledger, position)
    print(f"taken back: decision {entry.position}, {told(entry, ledger)}")
    return go_on(manifest, False)


def replacement_of(
    warehouse: OpenWarehouse, claim: Claim, predicate: str | None, new_object: str | None, polarity: str | None,
    subject: str | None = None,
) -> dict[str, str | None]:  # fmt: skip
    """What a correction changes; a change of nothing or to an unknown relation is an error."""
    if predicate is not None:
        predicate = _known_predicate(warehouse, predicate)
    if new_object is not None:
        _fits(warehouse, predicate or claim.predicate, new_object)
    if subject is not None and (not subject.strip() or "\n" in subject):
        raise QueryError("--subject wants a name, or SELF for yourself")
    changed = {
        "subject": None if subject == claim.subject else subject,
        "predicate": None if predicate == claim.predicate else predicate,
        "object": None if new_object == claim.object else new_object,
        "polarity": None if polarity == claim.polarity else polarity,
    }
    if not any(changed.values()):
        raise QueryError(
            "say what it should be, with --subject, --predicate, --object or --polarity; to say that it is wrong "
            f"altogether: annals reject {claim.short_id}"
        )
    return ClaimReplacement.model_validate(changed).model_dump(mode="json")


def _fits(warehouse: OpenWarehouse, predicate: str, new_object: str) -> None:
    """Refuse an object that the relation cannot have, while the person can still say another."""
    if not new_object.strip() or "\n" in new_object:
        raise QueryError("--object wants one line of words")
    sql = "SELECT value_type_constraint FROM kg.predicates WHERE canonical_label = ?"
    row = select(warehouse.connection, sql, [predicate]).fetchone()
    if row is not None and row[0] in ("number", "date") and not any(c.isdigit() for c in new_object):
        raise QueryError(f"{predicate} wants a {row[0]}, and {new_object!r} holds no figure; name another --object")


def _known_predicate(warehouse: OpenWarehouse, typed: str) -> str:
    rows = select(warehouse.connection, "SELECT canonical_label FROM kg.predicates ORDER BY canonical_label").fetchall()
    labels = [str(row[0]) for row in rows]
    wanted = "_".join(typed.lower().split())
    if wanted in labels:
        return wanted
    near = ", ".join(label for label, _, _ in process.extract(wanted, labels, limit=3))
    raise QueryError(
        f"there is no relation {typed!r}; near are {near}; `annals query 'FROM predicates'` lists them all"
    )


def _judge(options: argparse.Namespace, kind: str, is_everywhere: bool = False) -> int:
    home = Home.from_environment()
    with opened(home) as warehouse:
        claim, manifest = claim_named(warehouse, options.claim), warehouse.manifest
    where = ", wherever it is said" if is_everywhere else ""
    position = record(open_ledger(home), kind, claim, is_everywhere=is_everywhere)
    return _recorded(position, f"{kind} {said(claim)}{where}", manifest)


def _recorded(position: int | None, what: str, manifest: Manifest) -> int:
    if position is None:
        print(f"{what}: this stands already; nothing was recorded")
        return 0
    print(f"recorded: {what}")
    print(f"  to take it back: annals undo {position}")
    return go_on(manifest, False)
