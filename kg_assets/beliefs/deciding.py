"""Combines a person's decisions about beliefs into those that hold now: merges, splits, judged links, resolved
conflicts, extractor versions rolled back.

A decision names a belief by the hash of its words, so that it applies in every later build. The commands ask for
decisions and record them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kg_assets.lexicon.merges import join, way_up
from kg_assets.store.decisions import ResolvedBy, undone_positions

LEDGER_KINDS = (
    "beliefs_merged", "belief_split", "belief_link_judged", "belief_conflict_resolved", "extractor_rolled_back",
    "decision_undone",
)  # fmt: skip
Entry = Mapping[str, Any]  # the body of a ledger entry, and its position
HashPair = frozenset[str]


@dataclass(frozen=True, slots=True)
class Resolution:
    """How a conflict was resolved. `kept` is the canonical hash of the side that the person kept, if they chose one."""

    by: ResolvedBy
    kept: str | None


@dataclass(frozen=True, slots=True)
class Decisions:
    """The decisions that hold now. They name words by their canonical hash."""

    into: Mapping[str, str] = field(default_factory=dict)  # merged words → the words that stay in the end
    apart: frozenset[str] = frozenset()  # words that are a belief of their own
    links: Mapping[HashPair, bool] = field(default_factory=dict)  # whether the two are the same
    conflicts: Mapping[HashPair, Resolution] = field(default_factory=dict)
    rolled_back: frozenset[str] = frozenset()  # versions of the extractor


def standing_decisions(entries: Mapping[str, Iterable[Entry]]) -> Decisions:
    """Combine the ledger entries of all kinds, in ledger order, into the decisions that hold now. A later decision
    replaces an earlier one; undone decisions are left out."""
    gone = undone_positions(entries["decision_undone"])
    placed = sorted(
        ((int(entry["position"]), kind, entry) for kind in LEDGER_KINDS[:-1] for entry in entries[kind]),
        key=lambda one: one[0],
    )
    links: dict[str, str] = {}
    apart: set[str] = set()
    judged: dict[HashPair, bool] = {}
    resolved: dict[HashPair, Resolution] = {}
    rolled_back: set[str] = set()
    for position, kind, entry in placed:
        if position in gone:
            continue
        if kind == "beliefs_merged":
            merged, into = _hash(entry["merged"]), _hash(entry["into"])
            apart.discard(merged)
            join(links, merged, into)
        elif kind == "belief_split":
            words = _hash(entry["words"])
            links.pop(words, None)
            apart.add(words)
        elif kind == "belief_link_judged":
            judged[_pair(entry)] = bool(entry["is_same"])
        elif kind == "belief_conflict_resolved":
            kept = entry.get("kept")
            resolved[_pair(entry)] = Resolution(entry["by"], None if kept is None else _hash(kept))
        else:
            rolled_back.add(str(entry["extractor_version"]))
    survivors = {words: way_up(links, words)[-1] for words in sorted(links)}
    return Decisions(survivors, frozenset(apart), judged, resolved, frozenset(rolled_back))


def _hash(reference: Mapping[str, Any]) -> str:
    return str(reference["canonical_hash"])


def _pair(entry: Entry) -> HashPair:
    return frozenset((_hash(entry["one"]), _hash(entry["other"])))
