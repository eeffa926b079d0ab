"""`annals private`: who may see a node, a source, a conversation or a message, and everything that is made from
them."""

import argparse

from kg_assets.cli.console import print_table
from kg_assets.cli.going_on import go_on
from kg_assets.core.errors import QueryError
from kg_assets.core.harmless import harmless, harmless_json
from kg_assets.lexicon.keys import RELATIVE
from kg_assets.queries import overlay
from kg_assets.queries.numbers import serve_settings
from kg_assets.sources.redact import conversation_mark, message_mark
from kg_assets.store.decisions import MADE_PRIVATE, MadePrivate, Visibility
from kg_assets.store.home import Home
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.private import standing_marks
from kg_assets.store.readonly import opened, select
from kg_assets.store.registry import open_ledger, registered

_SELF = "__SELF__"
_OWN = ("my", "our")
_MESSAGES_OF_NODE = """
SELECT DISTINCT m.conversation_id, coalesce(r.node_id, m.message_id)
FROM overlay.confidence_events e JOIN kg.messages m USING (message_id)
LEFT JOIN kg.source_renames r USING (conversation_id, message_id)
WHERE e.node_id = ? ORDER BY ALL
"""
_NAMES_OF_ENTITY = """
SELECT surface_text FROM kg.entity_mentions WHERE entity_id = $id AND surface_text IS NOT NULL
UNION SELECT canonical_name FROM kg.entities WHERE entity_id = $id
UNION SELECT unnest(aliases) FROM entity_overview WHERE entity_id = $id
ORDER BY ALL
"""
# All entities that memory has found to be the same person, and the messages of claims about that person.
_SAME_PERSON = """
SELECT other.bearer_id, e.entity_key
FROM memory.name_bearer own
JOIN memory.name_bearer other ON other.entity_id = own.entity_id
JOIN kg.entities e ON e.entity_id = other.bearer_id
WHERE own.bearer_id = $id
ORDER BY ALL
"""
_MESSAGES_ABOUT = """
SELECT DISTINCT m.conversation_id, coalesce(r.node_id, m.message_id)
FROM memory.name_bearer b
JOIN memory.claim_entity c ON b.entity_id IN (c.subject_id, c.object_id)
JOIN kg.assertions a USING (assertion_id)
JOIN kg.messages m USING (message_id)
LEFT JOIN kg.source_renames r USING (conversation_id, message_id)
WHERE b.bearer_id = $id
ORDER BY ALL
"""


def private(options: argparse.Namespace) -> int:
    """Mark one thing as private, or list the marks."""
    home = Home.from_environment()
    if not options.what:
        return _listed(home, options.json)
    with opened(home) as warehouse:
        manifest = warehouse.manifest
        given = _meant(home, warehouse, " ".join(options.what), options.visibility)
    ledger = open_ledger(home)
    said = f"{harmless(given.called)} is {given.visibility.replace('_', ' ')}"
    if given in [mark.given for mark in standing_marks(ledger)]:
        print(f"{said}: this stands already; nothing was recorded")
        return 0
    position = ledger.append(MADE_PRIVATE, given.model_dump(mode="json")).position
    if options.json:
        print(harmless_json({"position": position, "target": given.target, "visibility": given.visibility}))
        return 0
    named = "every message that names it and " if given.names else ""
    print(f"recorded: {said}, and so is {named}all that is made of it")
    print("  agents and exports are told nothing until the next build has left it out")
    print(f"  to take it back: annals undo {position}")
    return go_on(manifest, False)


def _listed(home: Home, as_json: bool) -> int:
    rows = [
        {"position": mark.position, "what": mark.given.target, "called": mark.given.called,
         "visibility": mark.given.visibility}
        for mark in standing_marks(open_ledger(home))
    ]  # fmt: skip
    if as_json:
        print(harmless_json(rows))
    elif rows:
        table = [[str(r["position"]), r["what"], harmless(str(r["called"])), r["visibility"]] for r in rows]
        print_table(["position", "what", "called", "who may see it"], table, serve_settings().widest_name)
    else:
        print("nothing is marked; `annals private NAME|ID` keeps something to yourself")
    return 0


def _meant(home: Home, warehouse: OpenWarehouse, typed: str, visibility: Visibility) -> MadePrivate:
    """The decision that makes private what the person typed: a source, conversation or message by the beginning of its
    id, else a node by id or name."""
    found = _by_id(home, warehouse, typed, visibility) if len(typed) >= serve_settings().shortest_beginning else []
    # A full id means itself, also where others begin with it.
    found = [one for one in found if one.key == typed] or found
    if len(found) > 1:
        raise QueryError(f"{typed!r} is the beginning of {len(found)} ids; type more of it")
    return found[0] if found else _node(warehouse, typed, visibility)


def _by_id(home: Home, warehouse: OpenWarehouse, typed: str, visibility: Visibility) -> list[MadePrivate]:
    found = [
        MadePrivate(
            target="source", key=s.export_sha256, called=f"source {s.export_sha256[:12]}", visibility=visibility
        )
        for s in registered(open_ledger(home))
        if s.export_sha256.startswith(typed.lower())
    ]
    sql = (
        "SELECT conversation_id, title FROM kg.conversations WHERE starts_with(conversation_id, ?) ORDER BY ALL LIMIT 2"
    )
    rows = select(warehouse.connection, sql, [typed]).fetchall()
    found += [_conversation(name, title, visibility) for name, title in rows]
    sql = """
        SELECT DISTINCT m.message_id, m.conversation_id, coalesce(r.node_id, m.message_id) FROM kg.messages m
        LEFT JOIN kg.source_renames r USING (conversation_id, message_id)
        WHERE starts_with(m.message_id, ?) ORDER BY ALL LIMIT 2
    """
    rows = select(warehouse.connection, sql, [typed]).fetchall()
    for message, conversation, node in rows:
        marks = [message_mark(conversation, node)]
        called = f"message {message[:12]}"
        found.append(MadePrivate(target="message", key=message, called=called, visibility=visibility, marks=marks))
    return found


def _conversation(name: str, title: str | None, visibility: Visibility) -> MadePrivate:
    called = f"conversation “{title}”" if title else f"conversation {name[:12]}"
    marks = [conversation_mark(name)]
    return MadePrivate(target="conversation", key=name, called=called, visibility=visibility, marks=marks)


def _node(warehouse: OpenWarehouse, typed: str, visibility: Visibility) -> MadePrivate:
    """The decision that makes a node private. A thread is cut out by its conversation, a claim by the messages that say
    it, and any other node by its names; a person also by the messages of claims about them."""
    node = overlay.node_meant(warehouse, typed)
    called, key = str(node["canonical_name"]), str(node["node_id"])
    if node["source_kind"] == "thread":
        return _conversation(str(node["source_id"]), called, visibility)
    if node["source_kind"] == "claim":
        rows = select(warehouse.connection, _MESSAGES_OF_NODE, [key]).fetchall()
        marks = [message_mark(conversation, message) for conversation, message in rows]
        return MadePrivate(target="node", key=key, called=called, visibility=visibility, marks=marks)
    names, marks = [called], []
    if node["source_kind"] == "entity":
        names, marks = _of_entity(warehouse, str(node["source_id"]))
    if _SELF in names or called == "SELF":
        raise QueryError("you cannot be kept from those who ask about you; mark conversations, messages or sources")
    return MadePrivate(target="node", key=key, called=called, visibility=visibility, names=names, marks=marks)


def _of_entity(warehouse: OpenWarehouse, entity_id: str) -> tuple[list[str], list[str]]:
    """Two lists: every name of an entity and of all entities that are the same person ("my brother" too); and marks on
    the messages of claims about that person, which may use other words ("my older brother")."""
    same, about = {entity_id: ""}, []
    if "memory.name_bearer" in warehouse.manifest.tables:
        same |= dict(select(warehouse.connection, _SAME_PERSON, {"id": entity_id}).fetchall())
        about = select(warehouse.connection, _MESSAGES_ABOUT, {"id": entity_id}).fetchall()
    names: set[str] = set()
    for one, key in same.items():
        if key.startswith(RELATIVE):
            names |= {f"{own} {key.removeprefix(RELATIVE)}" for own in _OWN}
        names |= {row[0] for row in select(warehouse.connection, _NAMES_OF_ENTITY, {"id": one}).fetchall()}
    return sorted(names), [message_mark(conversation, message) for conversation, message in about]
