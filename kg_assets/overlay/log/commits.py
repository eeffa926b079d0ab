"""A person's decisions as commits (§37, design §9): each is a patch of one document, with the reverse patch.

The document is what the person has decided: one value for each thing that is decided about. Undoing a decision changes
nothing that the ledger already holds; it is a commit of its own. Its patch reverses the decision, unless a later one
has replaced it.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from kg_assets.core.canonical import canonical_text
from kg_assets.core.hashing import sha256_hex
from kg_assets.store.decisions import undone_positions

UNDONE = "decision_undone"
# The fields that name the thing on which a decision is made. Of two decisions on the same thing the later one holds.
_ABOUT: Mapping[str, tuple[str, ...]] = {
    "relation_reviewed": ("source_node_id", "target_node_id", "relation_type"),
    "mention_retargeted": ("message_id", "char_start", "char_end"),
    "mention_suppressed": ("normalized_mention", "scope", "work_context_id", "surface"),
    "name_decided": ("normalized_mention",),
    "entities_merged": ("merged",),
    "entities_split": ("merged",),
    "claim_confirmed": ("message_id", "quote", "fact_key", "polarity"),
    "claim_rejected": ("message_id", "quote", "fact_key", "polarity"),
    "claim_corrected": ("message_id", "quote", "fact_key", "polarity"),
}
KINDS = (*_ABOUT, UNDONE)
# Kinds of decisions on the same things share one key in the document.
_PLACES = {kind: kind.split("_", maxsplit=1)[0] for kind in _ABOUT}
Entry = Mapping[str, Any]
Row = dict[str, Any]
Document = dict[str, Any]


def commits(entries: Iterable[Entry]) -> tuple[list[Row], list[Row]]:
    """Two lists of rows: those of `overlay.knowledge_commits`, one for each entry of the ledger (the same command only
    once); and those that say what each commit changes (its mutations)."""
    seen: set[str] = set()
    made: list[Row] = []
    changed: list[Row] = []
    decided = _Decided()
    for entry in sorted(entries, key=lambda entry: int(entry["position"])):
        if entry.get("command_id") in seen:
            continue  # the same command twice is one commit
        if entry.get("command_id"):
            seen.add(entry["command_id"])
        commit_id = _id(entry)
        mutations = list(_mutations(commit_id, *decided.add(entry, commit_id)))
        parent = made[-1]["commit_id"] if made else None
        made.append(_commit(entry, commit_id, decided, len(mutations), parent))
        changed += mutations
    return made, changed


class _Decided:
    """All that the person has decided, as one document that grows entry by entry. When a decision is undone, the
    decision before it on the same thing holds again."""

    def __init__(self) -> None:
        self._at: dict[str, list[Entry]] = {}  # for each thing all decisions on it, in order
        self._place_of: dict[int, str] = {}
        self._undone: list[Entry] = []
        self._gone: frozenset[int] = frozenset()
        self.ids: dict[int, str] = {}

    def add(self, entry: Entry, commit_id: str) -> tuple[Document, Document]:
        """Take a ledger entry in. Returns the parts of the document that the entry may change, twice: as they were
        before it and as they are after it."""
        self.ids[entry["position"]] = commit_id
        if entry["kind"] != UNDONE:
            place = self._place_of[entry["position"]] = _place(entry)
            before = self._held([place])
            self._at.setdefault(place, []).append(entry)
            return before, self._held([place])
        self._undone.append(entry)
        gone = undone_positions(self._undone)
        # An undone entry has no place if it is unknown or is itself an undoing.
        places = {self._place_of[position] for position in gone ^ self._gone if position in self._place_of}
        before = self._held(places)
        self._gone = gone
        return before, self._held(places)

    def after(self, position: int) -> list[str]:
        """The ids of the later commits that still hold and decide about the same thing as the entry at `position`."""
        place = self._place_of.get(position)
        later = self._at[place] if place is not None else []
        return [
            self.ids[entry["position"]]
            for entry in later
            if entry["position"] > position and entry["position"] not in self._gone
        ]

    def _held(self, places: Iterable[str]) -> Document:
        found = {}
        for place in places:
            said = next((e for e in reversed(self._at.get(place, ())) if e["position"] not in self._gone), None)
            if said is not None:
                found[place] = _said(said)
        return found


def _place(entry: Entry) -> str:
    about = [entry.get(name) for name in _ABOUT[entry["kind"]]]
    return f"/{_PLACES[entry['kind']]}/{sha256_hex(canonical_text(about).encode())[:32]}"


def _said(entry: Entry) -> dict[str, Any]:
    left_out = ("position", "command_id")
    return {name: value for name, value in entry.items() if name not in left_out and value is not None}


def _mutations(commit_id: str, before: Document, after: Document) -> Iterable[Row]:
    """The differences between two documents as JSON patches (RFC 6902), each with its reverse patch."""
    for seq, place in enumerate(sorted(p for p in before.keys() | after.keys() if before.get(p) != after.get(p))):
        yield {
            "commit_id": commit_id,
            "seq": seq,
            "type": "create" if place not in before else "archive" if place not in after else "update",
            "target_id": place,
            "patch": canonical_text(_patch(place, before, after)),
            "reverse_patch": canonical_text(_patch(place, after, before)),
        }


def _patch(place: str, before: Document, after: Document) -> dict[str, Any]:
    if place not in after:
        return {"op": "remove", "path": place}
    return {"op": "replace" if place in before else "add", "path": place, "value": after[place]}


def _commit(entry: Entry, commit_id: str, decided: _Decided, mutations: int, parent: str | None) -> Row:
    is_rollback = entry["kind"] == UNDONE
    undone = entry.get("undone_position")
    return {
        "commit_id": commit_id,
        "position": entry["position"],
        "parent_commit_id": parent,
        "kind": "rollback" if is_rollback else "forward",
        "rolled_back_commit_id": decided.ids.get(undone) if undone is not None else None,
        "source_event": entry["kind"],
        "idempotency_key": entry.get("command_id") or commit_id,
        "mutation_count": mutations,
        # These decisions stay, although the one before them was undone.
        "conflicts_with": decided.after(undone) if undone is not None else [],
    }


def _id(entry: Entry) -> str:
    return sha256_hex(canonical_text(["commit", entry["kind"], entry["position"]]).encode())[:32]
