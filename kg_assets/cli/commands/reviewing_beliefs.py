"""`annals review beliefs`: decisions on which beliefs are one, which side of a contradiction counts, and which version
of the belief extractor no longer counts."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kg_assets.beliefs.canonicalizer import Canonicalizer, canonical_hash
from kg_assets.beliefs.lexicon import WORDS_FILE, read_lexicon
from kg_assets.beliefs.settings import BeliefSettings
from kg_assets.cli.belief_ledger import KINDS, decisions, record, reference, told
from kg_assets.cli.console import strong
from kg_assets.cli.going_on import go_on
from kg_assets.cli.keys import key_reader
from kg_assets.cli.verdict_ledger import undo
from kg_assets.cli.zone import shown_zone
from kg_assets.core.counting import counted
from kg_assets.core.errors import QueryError
from kg_assets.core.harmless import harmless, harmless_json
from kg_assets.core.when import shown_moment
from kg_assets.queries.beliefs import (
    Belief,
    belief_meant,
    beliefs_at,
    open_conflicts,
    pending_links,
    versions,
    wordings,
)
from kg_assets.queries.configured import reading_config
from kg_assets.queries.decided import given_entries
from kg_assets.store.builds import Manifest
from kg_assets.store.decisions import undone_positions
from kg_assets.store.home import Home
from kg_assets.store.ledger import Ledger
from kg_assets.store.readonly import opened
from kg_assets.store.registry import open_ledger

_OF_LINKS = "y the same, merge them · l the same, leave them two · n two beliefs · s skip · u undo the last · q quit"
_OF_CONFLICTS = "1 the first counts · 2 the second · b both · n the newer · w the weightier · s skip · u undo · q quit"
_SHOWN = 3
Body = Mapping[str, Any]


def review(options: argparse.Namespace) -> int:
    """Let the person decide on links (pairs of beliefs that may be the same) that the evidence leaves open, then on
    open contradictions."""
    home = Home.from_environment()
    beliefs, manifest, asked = _waiting(home)
    if not asked:
        print("there is nothing left to decide")
        return 0
    session = _Session(open_ledger(home), beliefs, asked[: options.limit], key_reader())
    session.run()
    if not session.recorded:
        print("nothing was recorded")
        return 0
    print(f"{counted(len(session.recorded), 'decision')} recorded")
    return go_on(manifest, False)


def merge(options: argparse.Namespace) -> int:
    """Record that two beliefs are one."""
    home = Home.from_environment()
    beliefs, manifest = _published(home)
    into, other = belief_meant(beliefs, options.into), belief_meant(beliefs, options.other)
    if into.belief_id == other.belief_id:
        raise QueryError(f"{options.into!r} and {options.other!r} are one belief already: {harmless(into.text)}")
    return _record(home, manifest, "beliefs_merged", {"into": reference(into), "merged": reference(other)})


def split(options: argparse.Namespace) -> int:
    """Record that words which now count as another belief are a belief of their own."""
    home = Home.from_environment()
    text = Canonicalizer(read_lexicon(_config().file(WORDS_FILE))).canonical(" ".join(options.words))
    with opened(home) as warehouse:
        manifest, known = warehouse.manifest, wordings(warehouse, canonical_hash(text))
    standing = decisions(open_ledger(home))
    if known is None and canonical_hash(text) not in standing.into:
        raise QueryError(f"no belief was said as {text!r}; `annals belief ID` lists the ways in which one was said")
    if known is not None and known == text and canonical_hash(text) not in standing.into:
        raise QueryError(f"{text!r} names a belief of its own already")
    words = {"canonical_hash": canonical_hash(text), "canonical_text": text}
    return _record(home, manifest, "belief_split", {"words": words})


def resolve(options: argparse.Namespace) -> int:
    """Record how a contradiction is settled: the newer side counts, the weightier side counts, or what the person
    decides (one side, or both)."""
    home = Home.from_environment()
    beliefs, manifest = _published(home)
    one, other = belief_meant(beliefs, options.one), belief_meant(beliefs, options.other)
    if not any({row["node_a_id"], row["node_b_id"]} == {one.belief_id, other.belief_id} for row in one.contradicted):
        raise QueryError(
            f"{harmless(one.text)!r} and {harmless(other.text)!r} do not stand against each other; `annals belief ID` "
            "says what does"
        )
    kept = None
    if options.keep is not None:
        if options.by != "person":
            raise QueryError(f"--keep says what you decide; leave it out for --by {options.by}")
        kept = belief_meant([one, other], options.keep)
    return _record(home, manifest, "belief_conflict_resolved", _resolution(one, other, options.by, kept))


def rollback(options: argparse.Namespace) -> int:
    """Record that what a given version of the belief extractor has read no longer counts."""
    home = Home.from_environment()
    with opened(home) as warehouse:
        manifest, known = warehouse.manifest, versions(warehouse)
    if options.version not in known:
        raise QueryError(f"no version {options.version!r} read anything; there are {', '.join(known) or 'none'}")
    return _record(home, manifest, "extractor_rolled_back", {"extractor_version": options.version})


def decided(options: argparse.Namespace) -> int:
    """List the decisions about beliefs that stand, the newest first."""
    ledger = open_ledger(Home.from_environment())
    gone = undone_positions(given_entries(ledger, "decision_undone"))
    found = [entry for entry in ledger.entries(list(KINDS)) if entry.position not in gone][::-1]
    if options.json:
        print(harmless_json([{"position": e.position, "kind": e.kind, **e.body} for e in found]))
        return 0
    if not found:
        print("nothing is decided about beliefs; `annals review beliefs` goes through what is open")
        return 0
    for entry in found:
        print(f"{entry.position:>5}  {told(entry)}")
    print("annals undo POSITION  takes one back")
    return 0


def _config() -> Any:
    return reading_config()


def _published(home: Home) -> tuple[list[Belief], Manifest]:
    settings: BeliefSettings = _config().section("beliefs")
    with opened(home) as warehouse:
        return beliefs_at(warehouse, settings, warehouse.manifest.as_of), warehouse.manifest


def _record(home: Home, manifest: Manifest, kind: str, body: Body) -> int:
    ledger = open_ledger(home)
    position = record(ledger, kind, body)
    if position is None:
        print("this stands already; nothing was recorded")
        return 0
    (entry,) = [entry for entry in ledger.entries([kind]) if entry.position == position]
    print(f"recorded: {told(entry)}")
    print(f"  to take it back: annals undo {position}")
    return go_on(manifest, False)


def _resolution(one: Belief, other: Belief, by: str, kept: Belief | None) -> dict[str, Any]:
    return {
        "one": reference(one), "other": reference(other), "by": by, "kept": None if kept is None else reference(kept)
    }  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Asked:
    """A pair of beliefs to decide on: two that may be the same (a link), or two that contradict each other."""

    one: str
    other: str
    what: str
    is_link: bool


def _waiting(home: Home) -> tuple[Mapping[str, Belief], Manifest, list[_Asked]]:
    """Three values: the beliefs by id; the manifest of the published build; and the pairs that nobody has decided on,
    first the likeliest links, then the latest contradictions."""
    settings: BeliefSettings = _config().section("beliefs")
    standing = decisions(open_ledger(home))
    with opened(home) as warehouse:
        beliefs = {b.belief_id: b for b in beliefs_at(warehouse, settings, warehouse.manifest.as_of)}
        asked = [
            *(_Asked(r["from_belief_id"], r["to_belief_id"], f"perhaps one, {r['confidence']:.2f}", True)
              for r in pending_links(warehouse)),
            *(_Asked(r["node_a_id"], r["node_b_id"], r["conflict_type"], False) for r in open_conflicts(warehouse)),
        ]  # fmt: skip
        manifest = warehouse.manifest
    done = {True: standing.links.keys(), False: standing.conflicts.keys()}
    waiting = []
    for one in asked:
        hashes = frozenset((beliefs[one.one].canonical_hash, beliefs[one.other].canonical_hash))
        is_merged = any(digest in standing.into for digest in hashes)
        if hashes not in done[one.is_link] and not is_merged:
            waiting.append(one)
    return beliefs, manifest, waiting


@dataclass
class _Session:
    """A session in which the person decides on two beliefs at a time: whether both are one, or which of two that
    contradict each other counts. `waiting` are these decisions, `at` is the index of the one that is shown."""

    ledger: Ledger
    beliefs: Mapping[str, Belief]
    waiting: Sequence[_Asked]
    read_key: Callable[[], str]
    at: int = 0
    recorded: list[tuple[int, int]] = field(default_factory=list)  # position in the ledger, place in the list

    def run(self) -> None:
        while self.at < len(self.waiting):
            asked = self.waiting[self.at]
            self._show(asked)
            key = self.read_key()
            if key in ("q", ""):
                return
            if key == "u":
                self._undo()
            elif key == "s":
                print("skipped")
                self.at += 1
            else:
                self._decide(asked, key)

    def _show(self, asked: _Asked) -> None:
        print(f"\n{strong(f'{self.at + 1} of {len(self.waiting)}')}  {asked.what}")
        for number, belief_id in enumerate((asked.one, asked.other), start=1):
            belief = self.beliefs[belief_id]
            print(f"  {number} {harmless(belief.text)}  ×{len(belief.occurrences)}  {belief.stream}, {belief.status}")
            for row in belief.occurrences[-_SHOWN:]:
                words = " ".join(harmless(row["surface_text"]).split())
                print(f"      {shown_moment(row['created_at_utc'], shown_zone())}  “{words}”")
        print(f"  [{_OF_LINKS if asked.is_link else _OF_CONFLICTS}] ", end="", flush=True)

    def _decide(self, asked: _Asked, key: str) -> None:
        one, other = self.beliefs[asked.one], self.beliefs[asked.other]
        found = _link_decision(one, other, key) if asked.is_link else _conflict_decision(one, other, key)
        if found is None:
            print(f"  {_OF_LINKS if asked.is_link else _OF_CONFLICTS}")
            return
        kind, body = found
        position = record(self.ledger, kind, body)
        if position is not None:
            self.recorded.append((position, self.at))
            print(told(next(entry for entry in self.ledger.entries([kind]) if entry.position == position)))
        self.at += 1

    def _undo(self) -> None:
        if not self.recorded:
            print("there is nothing to take back in this review; `annals undo` takes back what was decided before")
            return
        position, self.at = self.recorded.pop()
        undo(self.ledger, position)
        print("taken back")


def _link_decision(one: Belief, other: Belief, key: str) -> tuple[str, Body] | None:
    """The kind and body of the ledger entry for the key that was pressed on a linked pair; None for an unknown key. A
    merge keeps the words that were said more often; if equally often, those said first."""
    if key == "y":
        often = sorted((one, other), key=lambda b: (-len(b.occurrences), b.occurrences[0]["created_at_utc"]))
        return "beliefs_merged", {"into": reference(often[0]), "merged": reference(often[1])}
    if key in ("l", "n"):
        return "belief_link_judged", {"one": reference(one), "other": reference(other), "is_same": key == "l"}
    return None


def _conflict_decision(one: Belief, other: Belief, key: str) -> tuple[str, Body] | None:
    kinds = {"1": ("person", one), "2": ("person", other), "b": ("person", None), "n": ("newer", None),
             "w": ("weight", None)}  # fmt: skip
    if key not in kinds:
        return None
    by, kept = kinds[key]
    return "belief_conflict_resolved", _resolution(one, other, by, kept)
