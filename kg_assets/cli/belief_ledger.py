"""Records a person's decisions about beliefs in the ledger, reads those that hold, and says them in words."""

from collections.abc import Mapping
from typing import Any

from kg_assets.beliefs.deciding import LEDGER_KINDS, Decisions, standing_decisions
from kg_assets.core.harmless import harmless
from kg_assets.queries.beliefs import Belief
from kg_assets.store.ledger import Entry, Ledger

KINDS = tuple(kind for kind in LEDGER_KINDS if kind != "decision_undone")


def reference(belief: Belief) -> dict[str, str]:
    """A belief in the form in which a decision names it: its canonical hash and text."""
    return {"canonical_hash": belief.canonical_hash, "canonical_text": belief.text}


def decisions(ledger: Ledger, further: Mapping[str, Mapping[str, Any]] | None = None) -> Decisions:
    """The decisions about beliefs that hold. `further` holds decisions that are not recorded yet, by kind; they count
    as if they were the next entries of the ledger."""
    entries: dict[str, list[dict[str, Any]]] = {
        kind: [{**entry.body, "position": entry.position} for entry in ledger.entries([kind])] for kind in LEDGER_KINDS
    }
    for kind, body in (further or {}).items():
        entries[kind].append({**body, "position": ledger.position() + 1})
    return standing_decisions(entries)


def record(ledger: Ledger, kind: str, body: Mapping[str, Any]) -> int | None:
    """Append a decision. Returns its position, or None where it would change nothing."""
    if decisions(ledger, {kind: body}) == decisions(ledger):
        return None
    return ledger.append(kind, dict(body)).position


def told(entry: Entry) -> str:
    """A decision about beliefs in words. A whole example: `“I am a nurse” is a belief of its own`."""
    body = entry.body
    if entry.kind == "beliefs_merged":
        return f"{_words(body['merged'])} is the belief {_words(body['into'])}"
    if entry.kind == "belief_split":
        return f"{_words(body['words'])} is a belief of its own"
    if entry.kind == "belief_link_judged":
        return f"{_words(body['one'])} and {_words(body['other'])} are {'one' if body['is_same'] else 'two beliefs'}"
    if entry.kind == "extractor_rolled_back":
        return f"what version {body['extractor_version']} of the extractor read counts no more"
    return f"of {_words(body['one'])} and {_words(body['other'])} {_outcome(body)}"


def _outcome(body: Mapping[str, Any]) -> str:
    if body["by"] != "person":
        return "what was said last counts" if body["by"] == "newer" else "what weighs more counts"
    return "both stand" if body.get("kept") is None else f"{_words(body['kept'])} counts"


def _words(reference: Mapping[str, str]) -> str:
    return f"“{harmless(reference['canonical_text'])}”"
