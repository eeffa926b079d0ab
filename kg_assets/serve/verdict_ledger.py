"""A person's verdicts on claims in the ledger: recorded, looked up, taken back, told."""

from collections.abc import Mapping, Sequence
from typing import Any

from kg_assets.claims.verdicts import Verdict, standing_verdicts
from kg_assets.core.errors import QueryError
from kg_assets.serve.claims import Claim
from kg_assets.serve.console import harmless
from kg_assets.store.decisions import undone_positions
from kg_assets.store.ledger import Entry, Ledger
from kg_assets.store.registry import DECISIONS

_VERDICTS = ("claim_confirmed", "claim_rejected", "claim_corrected")
_UNDONE = "decision_undone"
_WIDEST_QUOTE = 80


def given_entries(ledger: Ledger, kind: str) -> list[dict[str, Any]]:
    """The entries of a kind as a stage is given them."""
    return [{**entry.body, "position": entry.position} for entry in ledger.entries([kind])]


def standing(ledger: Ledger) -> list[Verdict]:
    """The verdicts that hold now."""
    confirmed, rejected, corrected = (given_entries(ledger, kind) for kind in _VERDICTS)
    return standing_verdicts(confirmed, rejected, corrected, given_entries(ledger, _UNDONE))


def verdict_on(verdicts: Sequence[Verdict], claim: Claim) -> Verdict | None:
    """What holds of a claim."""
    own = claim.judged()
    wanted = (own.message_id, own.fact_key, own.polarity, own.quote)
    return next((v for v in verdicts if (v.message_id, v.fact_key, v.polarity, v.quote) == wanted), None)


def record(ledger: Ledger, kind: str, claim: Claim, replacement: Mapping[str, str | None] | None = None) -> int | None:
    """Append a verdict; its position, or None when it stands already."""
    before = verdict_on(standing(ledger), claim)
    if before is not None and before.kind == kind and (before.replacement or None) == (replacement or None):
        return None
    body = claim.judged().model_dump(mode="json")
    if replacement is not None:
        body["replacement"] = dict(replacement)
    return ledger.append(f"claim_{kind}", body).position


def undo(ledger: Ledger, position: int | None = None) -> Entry:
    """Take a decision back, the last one that holds unless one is named; what was taken back."""
    entries = ledger.entries(list(DECISIONS))
    gone = undone_positions(given_entries(ledger, _UNDONE))
    if position is None:
        holding = [entry for entry in entries if entry.kind != _UNDONE and entry.position not in gone]
        if not holding:
            raise QueryError("there is no decision to take back")
        entry = holding[-1]
    else:
        entry = _decision_at(entries, position)
        if position in gone:
            raise QueryError(
                f"decision {position} is taken back already ({told(entry)}); undo the undoing to restore it"
            )
    ledger.append(_UNDONE, {"undone_position": entry.position})
    return entry


def _decision_at(entries: Sequence[Entry], position: int) -> Entry:
    for entry in entries:
        if entry.position == position:
            return entry
    last = ", ".join(f"{entry.position} ({entry.kind})" for entry in entries[-5:]) or "none"
    raise QueryError(f"position {position} of the ledger is no decision; the last ones are {last}")


def told(entry: Entry) -> str:
    """A decision in words."""
    body = entry.body
    if entry.kind == _UNDONE:
        return f"the undoing of decision {body['undone_position']}"
    if entry.kind == "entities_merged":
        return f"{_name(body['merged'])} is {_name(body['into'])}"
    if entry.kind == "entities_split":
        return f"{_name(body['merged'])} is one of its own"
    words = " ".join(harmless(body["quote"]).split())
    quoted = words if len(words) <= _WIDEST_QUOTE else words[: _WIDEST_QUOTE - 1] + "…"
    changes = {name: value for name, value in (body.get("replacement") or {}).items() if value is not None}
    to = f", to {', '.join(f'{name} {harmless(value)}' for name, value in sorted(changes.items()))}" if changes else ""
    return f"{entry.kind.removeprefix('claim_')} “{quoted}”{to}"


def _name(entity: Mapping[str, Any]) -> str:
    return f"{harmless(entity['entity_key'])} ({entity['entity_type']})"
