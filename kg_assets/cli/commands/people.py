"""Commands about who is who: pairs of names that may be one person, verdicts on two names, and the groups into which
the mentions of one name fall."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kg_assets.cli.console import marked, print_table, strong
from kg_assets.cli.going_on import go_on
from kg_assets.cli.keys import key_reader
from kg_assets.cli.verdict_ledger import told, undo, verdicts_on_people
from kg_assets.core.config import Config
from kg_assets.core.counting import counted
from kg_assets.core.errors import QueryError
from kg_assets.core.harmless import harmless, harmless_json
from kg_assets.queries import graph_state
from kg_assets.queries.groups import Group, groups_of
from kg_assets.queries.numbers import serve_settings
from kg_assets.queries.sides import side_meant
from kg_assets.store.home import Home
from kg_assets.store.ledger import Entry, Ledger
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import opened
from kg_assets.store.registry import open_ledger

_KEYS = "s one and the same · d two different · k skip · u undo the last · q quit"
_ALL = 1_000_000
Side = Mapping[str, Any]


def entities(options: argparse.Namespace) -> int:
    """Go through the pairs of names that may be one, the likeliest first."""
    home = Home.from_environment()
    with opened(home) as warehouse:
        waiting = graph_state.review_queue(warehouse, options.limit or _ALL, serve_settings().most_listed)
        if options.json:
            print(harmless_json(waiting))
            return 0
        if not waiting:
            print("no two names wait for a verdict")
            return 0
        session = _Session(open_ledger(home), waiting, key_reader())
        session.run()
        print(
            f"\n{counted(len(session.recorded), 'verdict')} recorded" if session.recorded else "\nnothing was recorded"
        )
        return go_on(warehouse.manifest, False) if session.recorded else 0


def same(options: argparse.Namespace) -> int:
    """Record that two names mean one person."""
    return _ruled(options, "people_same", "one and the same")


def different(options: argparse.Namespace) -> int:
    """Record that two names mean two people."""
    return _ruled(options, "people_different", "two different")


def parts(options: argparse.Namespace, warehouse: OpenWarehouse, config: Config) -> int | None:
    """Show the groups into which the mentions of a name fall; with --apart record that they are different
    people. None if there is only one group.
    """
    entity, groups = groups_of(warehouse, config, options.entity)
    if len(groups) < 2:
        return None
    if options.json and not options.apart:
        print(harmless_json([group.to_json() for group in groups]))
        return 0
    _show_groups(options.entity, groups)
    if not options.apart:
        print(f"\nto part them: annals review split {options.entity!r} --apart")
        return 0
    body = {"entity": entity, "parts": [group.places for group in groups]}
    position = open_ledger(Home.from_environment()).append("people_parted", body).position
    print(f"\nrecorded: {harmless(options.entity)} means {len(groups)}; to take it back: annals undo {position}")
    return go_on(warehouse.manifest, options.build)


def _show_groups(typed: str, groups: Sequence[Group]) -> None:
    most = serve_settings().most_listed
    for number, group in enumerate(groups, start=1):
        print(strong(f"{number}. {harmless(typed)}, {harmless(group.told)}: {counted(len(group.places), 'mention')}"))
        for words in group.said[:most]:
            print(f"   {_sentence(words)}")


def graph_health(options: argparse.Namespace) -> int:
    """Print how many nodes and edges the graph of people and events has, and how many entities wait for
    review.
    """
    with opened(Home.from_environment()) as warehouse:
        health = graph_state.graph_health(warehouse)
    if options.json:
        print(harmless_json(health))
        return 0
    rows = [*sorted(health["node_counts"].items()), *sorted(health["edge_counts"].items())]
    rows.append(("entities to review", health["entities_to_review"]))
    print_table(["what", "how many"], [[name, str(count)] for name, count in rows], 40)
    return 0


def jobs(options: argparse.Namespace) -> int:
    """List the jobs of the newest builds with how many of their stages are done."""
    rows = graph_state.job_status(Home.from_environment(), options.limit or serve_settings().most_listed)
    if options.json:
        print(harmless_json(rows))
        return 0
    shown = [[row["build"], row["job_type"], row["status"], f"{row['done']} of {len(row['stages'])}"] for row in rows]
    print_table(["build", "job", "status", "stages"], shown, 60)
    return 0


def _ruled(options: argparse.Namespace, kind: str, words: str) -> int:
    home = Home.from_environment()
    with opened(home) as warehouse:
        one, other = (side_meant(warehouse, typed) for typed in (options.one, options.other))
        if one.body == other.body:
            raise QueryError(f"{options.one!r} and {options.other!r} are one name in one place; name two")
        ledger = open_ledger(home)
        standing = _standing(ledger, one.body, other.body)
        if standing is not None and standing.kind == kind:
            raise QueryError(f"you said so before; to take it back: annals undo {standing.position}")
        position = ledger.append(kind, {"a": one.body, "b": other.body}).position
        if options.json:
            print(harmless_json({"recorded": True, "position": position, "a": one.body, "b": other.body}))
            return 0
        print(f"recorded: {harmless(one.words)} and {harmless(other.words)} are {words}")
        print(f"  to take it back: annals undo {position}")
        return go_on(warehouse.manifest, options.build)


def _standing(ledger: Ledger, one: Side, other: Side) -> Entry | None:
    """The last verdict that stands on two names, in whatever order they were given."""
    pairs = ((entry, [entry.body.get(side) for side in ("a", "b")]) for entry in verdicts_on_people(ledger))
    return next((entry for entry, sides in pairs if sides in ([one, other], [other, one])), None)


@dataclass
class _Session:
    """A session in which the person decides on two names at a time: whether they are one person. `waiting` are these
    questions, `at` is the index of the one that is shown."""

    ledger: Ledger
    waiting: Sequence[Mapping[str, Any]]
    read_key: Callable[[], str]
    at: int = 0
    recorded: list[tuple[int, int]] = field(default_factory=list)  # position in the ledger, place in the list

    def run(self) -> None:
        while self.at < len(self.waiting):
            self._show(self.waiting[self.at])
            key = self.read_key()
            if key in ("q", ""):
                return
            if key in ("s", "d"):
                self._rule("people_same" if key == "s" else "people_different")
            elif key == "k":
                self.at += 1
            elif key == "u":
                self._undo()
            else:
                print(f"  {_KEYS}")

    def _show(self, pair: Mapping[str, Any]) -> None:
        print(f"\n{strong(f'{self.at + 1} of {len(self.waiting)}')}  {harmless(pair['reason'])}")
        for side in (pair["one"], pair["other"]):
            print(f"  {strong(_called(side))}")
            for words in side["said"]:
                print(f"    {_sentence(words)}")
        print(f"  [{_KEYS}] ", end="", flush=True)

    def _rule(self, kind: str) -> None:
        pair = self.waiting[self.at]
        position = self.ledger.append(kind, {"a": body_of(pair["one"]), "b": body_of(pair["other"])}).position
        self.recorded.append((position, self.at))
        print("one and the same" if kind == "people_same" else "two different")
        self.at += 1

    def _undo(self) -> None:
        if not self.recorded:
            print("there is nothing to take back in this review; `annals undo` takes back what was decided before")
            return
        position, self.at = self.recorded.pop()
        print(f"taken back: {told(undo(self.ledger, position))}")


def body_of(side: Side) -> dict[str, Any]:
    """One of the two names of a question, as an entry of the ledger names it: its entity and, if several people bear
    the name, the place of one mention."""
    entity = {"entity_id": side["source_id"], "entity_type": "PERSON", "entity_key": side["name"].lower()}
    return {"entity": entity} | ({} if side["place"] is None else {"place": side["place"]})


def _called(side: Side) -> str:
    told = [f"your {side['relation']}" if side["relation"] else None, side["role"], side["organization"], side["email"]]
    return harmless(", ".join([side["name"], *(one for one in told if one and one != side["name"])]))


def _sentence(words: Mapping[str, Any]) -> str:
    """The words around a mention on one line, with the name marked, the day and the conversation's title."""
    line = f"{words['before']}\x00{words['surface_form']}\x01{words['after']}"
    line = harmless(" ".join(line.replace("\x00", " <<").replace("\x01", ">> ").split()))
    before, _, rest = line.partition("<<")
    name, _, after = rest.partition(">>")
    day = (words["created_at_utc"] or "no date")[:10]
    return f"{day} · {harmless(words['title'] or 'untitled')} · …{before}{marked(name)}{after}…"
