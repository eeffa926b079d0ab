"""Records a person's decisions on what the overlay proposes in the ledger, each once, and says them in words."""

from collections.abc import Mapping
from typing import Any

from kg_assets.claims.saying import edge_said
from kg_assets.core.canonical import canonical_text
from kg_assets.core.harmless import harmless
from kg_assets.core.hashing import sha256_hex
from kg_assets.overlay.evidence.commands import COMMANDS as COMMANDS
from kg_assets.overlay.evidence.commands import NAME, RELATION, SUPPRESS
from kg_assets.store.decisions import undone_positions
from kg_assets.store.ledger import Entry, Ledger

_ENDS = ("source_node_id", "target_node_id", "to_node_id", "existing_node_id")
_DONE = {"approve": "is right", "reject": "is wrong", "update_relation": "is another relation"}
_NAMED = {"create_new": "is let in", "link_existing": "is a name of another node", "dismiss": "is no name"}


def record(ledger: Ledger, kind: str, body: Mapping[str, Any]) -> int | None:
    """Append a decision. Returns its position, or None where the same decision holds already.

    The `command_id` is made from the decision and the number of times it was recorded before. So the same
    decision gets a new id after it was undone.
    """
    given = [entry for entry in ledger.entries([kind]) if _said(entry.body) == _said(body)]
    gone = undone_positions([{**e.body, "position": e.position} for e in ledger.entries(["decision_undone"])])
    if any(entry.position not in gone for entry in given):
        return None
    command_id = sha256_hex(canonical_text([kind, _said(body), len(given)]).encode())[:32]
    return ledger.append(kind, {**body, "command_id": command_id}).position


def told(entry: Entry, called: Mapping[str, str] | None = None) -> str:
    """A decision in words. `called` has the names of nodes, as an entry has only their ids."""
    body, names = entry.body, called or {}
    if entry.kind == RELATION:
        source, target = (names.get(body[end]) for end in ("source_node_id", "target_node_id"))
        between = edge_said(source or "one node", body["relation_type"], target or "another")
        return f"“{harmless(between)}” {_DONE[body['action']]}"
    if entry.kind == SUPPRESS:
        return f"“{harmless(body['normalized_mention'])}” means nobody"
    if entry.kind == NAME:
        return f"“{harmless(body['normalized_mention'])}” {_NAMED[body['action']]}"
    to = names.get(body["to_node_id"])
    return f"a mention means {harmless(to)}" if to else "a mention means another node"


def nodes_of(entry: Entry) -> list[str]:
    """The ids of the nodes that a decision names."""
    return [entry.body[name] for name in _ENDS if entry.kind in COMMANDS and entry.body.get(name)]


def _said(body: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in body.items() if name != "command_id" and value is not None}
