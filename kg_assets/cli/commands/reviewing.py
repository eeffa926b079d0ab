"""`annals review claims` shows unjudged claims one by one and takes a key for the verdict; `annals review
verdicts` lists the verdicts that hold.
"""

import argparse
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field

from kg_assets.claims.verdicts import Replacement
from kg_assets.cli.claims import Claim, claims_of, said, words_in_sentence
from kg_assets.cli.console import marked, print_table, strong
from kg_assets.cli.correcting import Typed, replacement_of
from kg_assets.cli.going_on import go_on
from kg_assets.cli.keys import key_reader
from kg_assets.cli.verdict_ledger import changes, newest_first, record, told, undo, verdict_on, verdicts_on_people
from kg_assets.core.counting import counted
from kg_assets.core.errors import QueryError
from kg_assets.core.harmless import harmless, harmless_json
from kg_assets.queries.decided import verdicts_standing
from kg_assets.queries.entity_names import known_entities, meant
from kg_assets.queries.numbers import serve_settings
from kg_assets.store.home import Home
from kg_assets.store.ledger import Ledger
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import opened
from kg_assets.store.registry import open_ledger

_KEYS = "y right · n wrong · c correct · s skip · u undo the last · q quit"
_VERDICTS = {"y": "confirmed", "n": "rejected"}


def claims(options: argparse.Namespace) -> int:
    """Let the person judge the claims that have no verdict yet and that no other replaced, the least certain first."""
    home = Home.from_environment()
    with opened(home) as warehouse:
        ledger = open_ledger(home)
        verdicts = verdicts_standing(ledger)
        waiting = [c for c in _candidates(warehouse, options.about) if verdict_on(verdicts, c) is None]
        if not waiting:
            print("there is no claim left to judge")
            return 0
        session = _Session(warehouse, ledger, waiting[: options.limit], key_reader())
        session.run()
        if not session.recorded:
            print("nothing was recorded")
            return 0
        print(f"{counted(len(session.recorded), 'verdict')} recorded")
        return go_on(warehouse.manifest, False)


def verdicts(options: argparse.Namespace) -> int:
    """List the verdicts that stand, the newest first: those on claims, then those on who is who."""
    ledger = open_ledger(Home.from_environment())
    found, on_people = newest_first(verdicts_standing(ledger)), verdicts_on_people(ledger)
    if options.json:
        who = [{"position": entry.position, "kind": entry.kind, "words": told(entry)} for entry in on_people]
        print(harmless_json([*map(asdict, found), *who]))
        return 0
    if not found:
        print("no claim is judged; `annals review claims` goes through them")
    rows = [[v.position, v.kind, v.polarity, harmless(v.quote), changes(v.replacement)] for v in found]
    if rows:
        print_table(["position", "verdict", "claim is", "words", "to"], rows, serve_settings().widest_name)
    for entry in on_people:
        print(f"{entry.position}  {told(entry)}")
    if not rows and not on_people:
        return 0
    print("annals undo POSITION  takes one back")
    return 0


def _candidates(warehouse: OpenWarehouse, about: str | None) -> list[Claim]:
    order = " ORDER BY a.confidence_final, a.asserted_at_utc DESC NULLS LAST, a.assertion_id"
    if about is None:
        return claims_of(warehouse, "WHERE a.superseded_by_assertion_id IS NULL" + order, [])
    entity = meant(known_entities(warehouse), about, None, {})
    condition = "WHERE a.superseded_by_assertion_id IS NULL AND ? IN (a.subject_entity_id, a.object_entity_id)"
    return claims_of(warehouse, condition + order, [entity.entity_id])


@dataclass
class _Session:
    """A review under way. `at` is the index of the claim that is shown."""

    warehouse: OpenWarehouse
    ledger: Ledger
    waiting: list[Claim]
    read_key: Callable[[], str]
    at: int = 0
    recorded: list[tuple[int, int]] = field(default_factory=list)  # position in the ledger, place in the list

    def run(self) -> None:
        actions: Mapping[str, Callable[[], None]] = {
            "y": lambda: self._judge("confirmed"),
            "n": lambda: self._judge("rejected"),
            "c": self._correct,
            "s": self._skip,
            "u": self._undo,
        }
        while self.at < len(self.waiting):
            self._show(self.waiting[self.at])
            key = self.read_key()
            if key in ("q", ""):
                return
            action = actions.get(key)
            if action is None:
                print(f"  {_KEYS}")
            else:
                action()

    def _show(self, claim: Claim) -> None:
        print(f"\n{strong(f'{self.at + 1} of {len(self.waiting)}')}  {said(claim)}  {claim.confidence:.2f}")
        title = harmless(claim.title or "untitled")
        print(f"  {title} · {(claim.said_at or 'no date')[:10]} · {claim.role} · {claim.short_id}")
        print(f"  {words_in_sentence(claim, marked)}")
        print(f"  [{_KEYS}] ", end="", flush=True)

    def _judge(self, kind: str, replacement: Replacement | None = None) -> None:
        claim = self.waiting[self.at]
        position = record(self.ledger, kind, claim, replacement)
        if position is not None:
            self.recorded.append((position, self.at))
        print(kind if replacement is None else f"{kind}: {changes(replacement)}")
        self.at += 1

    def _correct(self) -> None:
        claim = self.waiting[self.at]
        print(
            f"\n  what it should be; nothing leaves it as it is\n  relation ({claim.predicate}): ", end="", flush=True
        )
        predicate = _line()
        print(f"  object ({harmless(claim.object or 'none')}): ", end="", flush=True)
        new_object = _line()
        print(f"  positive or negative ({claim.polarity}): ", end="", flush=True)
        polarity = _line()
        print("  since when: ", end="", flush=True)
        since = _line()
        print("  until when: ", end="", flush=True)
        until = _line()
        try:
            if polarity not in (None, "positive", "negative"):
                raise QueryError("type positive or negative, or nothing")
            replacement = replacement_of(
                self.warehouse, claim, Typed(None, predicate, new_object, polarity, since, until)
            )
        except QueryError as error:
            print(f"  {error}")
            return
        self._judge("corrected", replacement)

    def _skip(self) -> None:
        print("skipped")
        self.at += 1

    def _undo(self) -> None:
        if not self.recorded:
            print("there is nothing to take back in this review; `annals undo` takes back what was decided before")
            return
        position, self.at = self.recorded.pop()
        print(f"taken back: {told(undo(self.ledger, position), self.ledger)}")


def _line() -> str | None:
    """A typed line without spaces at its ends; None if it is empty."""
    return sys.stdin.readline().strip() or None
