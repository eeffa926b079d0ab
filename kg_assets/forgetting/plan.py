"""Finds what forgetting a target would remove: from which sources, which decisions of the person, which model calls."""

import io
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kg_assets.engine.runner import Engine
from kg_assets.forgetting.targets import Target
from kg_assets.intake.taking import export_hash
from kg_assets.sources.naming import names_in
from kg_assets.sources.redact import Cut, Found, Says, readers, redact, texts_of
from kg_assets.sources.scan import KIND_OF_ADAPTER
from kg_assets.store.calls import CALLS
from kg_assets.store.ledger import Entry, Ledger
from kg_assets.store.publish import current
from kg_assets.store.readonly import opened
from kg_assets.store.registry import DECISIONS, Member, SourceAdded, open_ledger, place_of, registered
from kg_assets.store.vault import Vault

_CALLS = frozenset(kind.name for kind in CALLS)
_NEUTRAL_NAME = "conversations.json"  # replaces the name of an export's file if that name is to be forgotten
# The keys under which a decision names an entity, or the wording of a belief.
_NAMING = ("entity_key", "canonical_hash")


@dataclass(slots=True)
class Plan:
    """What a forgetting removes. `sources` has a pair for each source that changes: the source, and what is left of it
    (None if nothing is)."""

    found: Found = field(default_factory=Found)
    sources: list[tuple[SourceAdded, SourceAdded | None]] = field(default_factory=list)
    decisions: int = 0
    calls: int = 0
    erased: list[str] = field(default_factory=list)  # payloads of the ledger

    @property
    def is_empty(self) -> bool:
        return not self.sources and not self.erased

    def counts(self) -> dict[str, int]:
        return {
            "messages": len(self.found.messages),
            "conversations": len(self.found.conversations),
            "titles and other texts": len(self.found.texts),
            "sources removed whole": sum(left is None for _, left in self.sources),
            "sources rewritten": sum(left is not None for _, left in self.sources),
            "decisions of yours": self.decisions,
            "model calls": self.calls,
        }


def make_plan(engine: Engine, target: Target, is_for_good: bool) -> Plan:
    """The plan for a target, made by looking through every source and the ledger. With `is_for_good`, the remaining
    part of each changed source is put into the vault."""
    ledger = open_ledger(engine.home)
    plan = Plan()
    for added in registered(ledger):
        left = None if added.export_sha256 in target.sources else _left_of(engine, added, target.cut, plan, is_for_good)
        if left != added:
            plan.sources.append((added, left))
    if target.sources:
        plan.found.add(_only_in(engine, ledger, target.sources))
    _plan_ledger(engine, ledger, target, plan)
    return plan


def _left_of(engine: Engine, added: SourceAdded, cut: Cut, plan: Plan, is_for_good: bool) -> SourceAdded | None:
    """What is left of a source after the cut: the same entry if nothing is cut, None if nothing is left."""
    vault, reader = Vault(engine.home), readers(engine.config)[KIND_OF_ADAPTER[added.adapter]]
    members: list[Member] = []
    for member in added.members:
        kept, found = redact(memoryview(vault.open_mmap(member.sha256)), member.name, reader, cut)
        plan.found.add(found)
        name = _NEUTRAL_NAME if cut.says is not None and cut.says(member.name) else member.name
        if kept is None:
            continue
        if found.marks and is_for_good:
            sha256, size = vault.put(io.BytesIO(kept))
            members.append(member.model_copy(update={"sha256": sha256, "name": name, "bytes": size}))
        elif found.marks:
            members.append(member.model_copy(update={"name": name, "bytes": len(kept)}))
        else:
            members.append(member if name == member.name else member.model_copy(update={"name": name}))
    path = "" if cut.says is not None and cut.says(added.path) else added.path
    refused = [
        one.model_copy(update={"name": _NEUTRAL_NAME}) if cut.says is not None and cut.says(one.name) else one
        for one in added.refused
    ]
    if members == added.members and path == added.path and refused == added.refused:
        return added
    if not members:
        return None
    return added.model_copy(
        update={"members": members, "path": path, "refused": refused, "export_sha256": export_hash(members)}
    )


def _only_in(engine: Engine, ledger: Ledger, sources: frozenset[str]) -> Found:
    """What only these sources hold: messages and conversations that are in no other source. They are not kept out for
    good: a later source may bring them again."""
    going, staying = Found(), Found()
    everything = Cut(says=lambda text: True)
    for added in registered(ledger):
        reader = readers(engine.config)[KIND_OF_ADAPTER[added.adapter]]
        held = going if added.export_sha256 in sources else staying
        for member in added.members:
            data = memoryview(Vault(engine.home).open_mmap(member.sha256))
            held.add(redact(data, member.name, reader, everything)[1])
    return Found(
        message_ids=going.message_ids - staying.message_ids,
        messages=going.messages - staying.messages,
        conversations=going.conversations - staying.conversations,
    )


# --- the ledger -----------------------------------------------------------------------------------------------------


def _plan_ledger(engine: Engine, ledger: Ledger, target: Target, plan: Plan) -> None:
    keys = _only_there(engine, "kg.entity_mentions", "entity_key", plan.found.message_ids) - {"__SELF__"}
    words = _only_there(engine, "beliefs.canonical_atoms", "canonical_hash", plan.found.message_ids)
    named = _either(target.cut.says, names_in(_names_of(engine, keys)))
    changed = {added.export_sha256 for added, _ in plan.sources}
    paths = {added.path for added, _ in plan.sources if added.export_sha256 in target.sources}
    for entry in ledger.entries():
        if entry.payload is None:
            continue
        if entry.kind in DECISIONS:
            is_hit = _judges(entry, plan.found.message_ids, keys | words) or _says(entry.body, named)
            plan.decisions += is_hit
        elif entry.kind in _CALLS:
            is_hit = not ledger.is_erased(entry.payload) and _shows(ledger, entry, plan.found.message_ids, named)
            plan.calls += is_hit
        elif entry.kind == "source_added":
            body = entry.body
            is_hit = body["export_sha256"] in changed or body["path"] in paths or _says(body, target.cut.says)
        else:
            is_hit = False
        if is_hit:
            plan.erased.append(entry.payload)


def _judges(entry: Entry, message_ids: set[str], keys: frozenset[str]) -> bool:
    """Whether a decision in the ledger is about what is forgotten: it names one of the messages, or one of the `keys`
    (of an entity or belief) that occur only in them."""
    named, messages = set(_values_of(entry.body, _NAMING)), set(_values_of(entry.body, ("message_id",)))
    return not messages.isdisjoint(message_ids) or not keys.isdisjoint(named)


def _values_of(value: Any, keys: Iterable[str]) -> Iterator[str]:
    """The strings that stand under these keys in a JSON value, at any depth."""
    if isinstance(value, Mapping):
        yield from (value[key] for key in keys if isinstance(value.get(key), str))
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from _values_of(inner, keys)


def _shows(ledger: Ledger, entry: Entry, message_ids: set[str], named: Says | None) -> bool:
    if not message_ids.isdisjoint(entry.body["about"]):
        return True
    if named is None or entry.payload is None:
        return False
    data = ledger.payload(entry.payload)
    return data is not None and _says(json.loads(data), named)


def _says(value: Any, says: Says | None) -> bool:
    return says is not None and any(map(says, texts_of(value, reads_json=True)))


def _either(*tests: Says | None) -> Says | None:
    given = [test for test in tests if test is not None]
    return (lambda text: any(test(text) for test in given)) if given else None


def _only_there(engine: Engine, table: str, column: str, message_ids: set[str]) -> frozenset[str]:
    """The values of a column of the published table that occur in rows of these messages and in no others: for example
    keys of entities."""
    if current(engine.home) is None or not message_ids:
        return frozenset()
    with opened(engine.home) as warehouse:
        if table not in warehouse.manifest.tables:
            return frozenset()
        rows = warehouse.connection.execute(
            f"SELECT {column} FROM {table} WHERE {column} IS NOT NULL "
            f"GROUP BY {column} HAVING bool_and(list_contains(?, message_id))",
            [sorted(message_ids)],
        ).fetchall()
    return frozenset(key for (key,) in rows)


def _names_of(engine: Engine, keys: Iterable[str]) -> set[str]:
    wanted = sorted(keys)
    if not wanted:
        return set()
    with opened(engine.home) as warehouse:
        rows = warehouse.connection.execute(
            "SELECT DISTINCT surface_text FROM kg.entity_mentions "
            "WHERE list_contains(?, entity_key) AND surface_text IS NOT NULL",
            [wanted],
        ).fetchall()
    return {surface for (surface,) in rows}


def places_outside(engine: Engine, plan: Plan) -> list[Path]:
    """The person's own files that still contain what is forgotten: the paths from which the changed sources came, if
    they still exist."""
    paths = {place_of(engine.home, added) for added, _ in plan.sources}
    return sorted(path for path in paths if path is not None and path.exists())
