"""Carries a forgetting out. It begins with the ledger entry `forgotten` and ends with its receipt.

If the process was killed in between, `annals forget --resume` finishes the forgetting. A build made in the meantime
already lacks what is to be forgotten.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from kg_assets.core.errors import QueryError
from kg_assets.core.instants import normalize
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import publish_build, run_build, seal_and_publish
from kg_assets.forgetting.inbox import clean_inbox
from kg_assets.forgetting.plan import Plan, make_plan
from kg_assets.forgetting.targets import Target
from kg_assets.intake.asking import request_build
from kg_assets.intake.elsewhere import show_elsewhere
from kg_assets.report.settings import FILE as REPORT
from kg_assets.report.week import WEEK_FILE
from kg_assets.store.gc import gc
from kg_assets.store.health import clear_problems
from kg_assets.store.ledger import Draft, Entry
from kg_assets.store.locks import Locks
from kg_assets.store.publish import current, withdraw
from kg_assets.store.registry import ForgettingDone, Forgotten, open_ledger, registered, unfinished_forgettings

# A function that informs whoever else keeps a record of builds that some are gone.
Tell = Callable[[Engine], object]


@dataclass(slots=True)
class Receipt:
    """How much was removed, in numbers only; no word of what was removed."""

    build: str | None = None
    forgotten: dict[str, int] = field(default_factory=dict)
    removed: dict[str, int] = field(default_factory=dict)


def begin(engine: Engine, target: Target) -> Plan:
    """Cut the target out of the sources and record that in the ledger. From then on no new build has it.

    If the target occurs nowhere, nothing is recorded and the returned plan is empty.
    """
    with Locks(engine.home).warehouse_exclusive("forget"):
        ledger = open_ledger(engine.home)
        # Bodies that an older version wrote into the ledger's lines could not be erased, so they become payloads first.
        ledger.hide_bodies()
        plan = make_plan(engine, target, is_for_good=True)
        if plan.is_empty:
            return plan
        # Whole entries are compared, not only hashes: two entries with the same bytes may differ in a name that was
        # cut.
        standing = registered(ledger)
        left = [kept for _, kept in plan.sources if kept is not None and kept not in standing]
        entry = Forgotten(
            target=target.kind,
            marks=sorted(plan.found.marks),
            gone=sorted(
                {
                    added.export_sha256
                    for added, kept in plan.sources
                    if kept is None or kept.export_sha256 != added.export_sha256
                }
            ),
            erased=sorted(set(plan.erased)),
            counts=plan.counts(),
        )
        # Only the last of these entries makes the forgetting count: if the process is killed before it, nothing is
        # forgotten and nothing is lost.
        ledger.append_all(
            [
                *(Draft("source_added", kept.model_dump(mode="json")) for kept in left),
                Draft("forgotten", entry.model_dump(mode="json"), at=_now()),
            ]
        )
        return plan


def finish(engine: Engine, tell: Tell) -> Receipt:
    """Finish every unfinished forgetting: erase what was found, publish a new build without it, and remove
    the old builds.

    If no source is left, nothing is published any more. It is an error if no forgetting is unfinished.
    """
    ledger = open_ledger(engine.home)
    entries = unfinished_forgettings(ledger)
    if not entries:
        raise QueryError("nothing waits to be forgotten; `annals forget` names what should be")
    receipt = Receipt()
    for entry in entries:
        for what, count in entry.body["counts"].items():
            receipt.forgotten[what] = receipt.forgotten.get(what, 0) + count
    with Locks(engine.home).warehouse_exclusive("forget"):
        _erase(engine, entries, receipt)
    if registered(ledger):
        receipt.build = request_build(engine).build
        run_build(engine, receipt.build)
        seal_and_publish(engine, receipt.build)
        _show(engine, receipt.build)
        show_elsewhere(engine)
    else:
        withdraw(engine.home)
    swept = gc(engine.home, only={receipt.build} if receipt.build else set())
    tell(engine)
    receipt.removed |= {"builds": len(swept.removed), "files": swept.files, "bytes": swept.bytes}
    ledger.append_all(
        [
            Draft(
                "forgetting_done",
                ForgettingDone(forgotten_position=entry.position, removed=receipt.removed).model_dump(mode="json"),
                at=_now(),
            )
            for entry in entries
        ]
    )
    return receipt


def _erase(engine: Engine, entries: list[Entry], receipt: Receipt) -> None:
    """Erase the target outside of builds: payloads of the ledger, incomplete lines of the ledger, files of the inbox,
    the report and digest, recorded problems."""
    ledger, home = open_ledger(engine.home), engine.home
    payloads = sorted({payload for entry in entries for payload in entry.body["erased"]})
    standing = [payload for payload in payloads if not ledger.is_erased(payload)]
    for payload in standing:
        ledger.erase_payload(payload)
    originals = clean_inbox(engine, frozenset(gone for entry in entries for gone in entry.body["gone"]))
    made = [
        path
        for path in (*sorted(home.ledger.glob("ledger.torn.*")), home.root / REPORT, home.root / WEEK_FILE)
        if path.is_file()
    ]
    for path in made:
        path.unlink()
    # Recorded problems contain names of files, so all are cleared; those that persist will be recorded again.
    clear_problems(home, lambda source: True)
    receipt.removed |= {
        "ledger payloads": len(standing), "reports and torn lines": len(made), "files of the inbox": originals
    }  # fmt: skip


def _show(engine: Engine, build: str) -> None:
    """Publish the build, even if a newer build exists or another one is pinned."""
    shown, manifest = current(engine.home), engine.builds.latest(build)
    if manifest is None:
        raise QueryError(f"build {build} was not finished; `annals forget --resume` goes on")
    if shown is None or shown.ref != manifest.ref or shown.pinned:
        publish_build(engine, manifest)


def _now() -> str | None:
    """The present time, for ledger entries; no build reads it."""
    return normalize(datetime.now(UTC))
