"""What a person has decided about claims since the published build. Readers of the build see such a decision at once;
the next build takes it into account.

A published build is never changed, so a verdict changes no row of it. Readers of the build show the verdict beside the
claim.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from kg_assets.claims.verdicts import Verdict, claim_of, standing_verdicts
from kg_assets.store.home import Home
from kg_assets.store.ledger import Ledger
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import select
from kg_assets.store.registry import open_ledger

VERDICTS = ("claim_confirmed", "claim_rejected", "claim_corrected")
UNDONE = "decision_undone"
COLUMN = "decided_since"
_TAKEN_BACK = "taken back"
_CLAIMS = """
SELECT a.assertion_id
FROM kg.assertions a
WHERE
    a.fact_key = $fact AND a.polarity = $polarity
    AND ($is_everywhere OR (a.message_id = $message AND coalesce(a.surface_text, '') = $quote))
ORDER BY a.assertion_id
"""


def given_entries(ledger: Ledger, kind: str, until: int | None = None) -> list[dict[str, Any]]:
    """The ledger entries of a kind, up to the position `until` if given, in the form in which a stage gets
    them."""
    return [{**entry.body, "position": entry.position} for entry in ledger.entries([kind], until)]


def verdicts_standing(ledger: Ledger, until: int | None = None) -> list[Verdict]:
    """The verdicts on claims that hold: now, or with `until` those that held at that ledger position."""
    confirmed, rejected, corrected = (given_entries(ledger, kind, until) for kind in VERDICTS)
    return standing_verdicts(confirmed, rejected, corrected, given_entries(ledger, UNDONE, until))


def decided_since(home: Home, warehouse: OpenWarehouse) -> dict[str, str]:
    """What was decided since the build, by claim id: the kind of verdict, or "taken back"."""
    if "kg.assertions" not in warehouse.manifest.tables:
        return {}
    ledger = open_ledger(home)
    if ledger.decision_position() <= warehouse.manifest.ledger_position:
        return {}
    now = {claim_of(verdict): verdict for verdict in verdicts_standing(ledger)}
    then = {claim_of(verdict): verdict for verdict in verdicts_standing(ledger, warehouse.manifest.ledger_position)}
    new = [(verdict, verdict.kind) for claim, verdict in now.items() if then.get(claim) != verdict]
    back = [(verdict, _TAKEN_BACK) for claim, verdict in then.items() if claim not in now]
    # Verdicts on a fact wherever it is said come first, so that a verdict on a single claim overwrites them.
    told = sorted([*back, *new], key=lambda one: not one[0].is_everywhere)
    return {found: what for verdict, what in told for found in _claims(warehouse, verdict)}


def with_decisions(home: Home, warehouse: OpenWarehouse, rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The rows of claims, each with the column `decided_since`: what was decided since the build, or None."""
    since = decided_since(home, warehouse)
    return [{**row, COLUMN: since.get(row["assertion_id"])} for row in rows]


def _claims(warehouse: OpenWarehouse, verdict: Verdict) -> list[str]:
    meant = {
        "fact": verdict.fact_key, "polarity": verdict.polarity, "message": verdict.message_id, "quote": verdict.quote,
        "is_everywhere": verdict.is_everywhere,
    }  # fmt: skip
    return [row[0] for row in select(warehouse.connection, _CLAIMS, meant).fetchall()]
