"""`annals review relations`: the relations and names that the overlay proposes, and a command for each
decision.
"""

import argparse
from typing import Any

from kg_assets.cli.console import print_table
from kg_assets.cli.going_on import go_on
from kg_assets.cli.overlay_ledger import record
from kg_assets.core.errors import QueryError
from kg_assets.core.harmless import harmless, harmless_json
from kg_assets.overlay.evidence.commands import NAME, RELATION, SUPPRESS
from kg_assets.queries import overlay
from kg_assets.queries.numbers import serve_settings
from kg_assets.store.home import Home
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import opened, select
from kg_assets.store.registry import open_ledger

_PAGE = 25
_ID = 8
_RELATION_ITEM = "candidate_relation"


def review(options: argparse.Namespace) -> int:
    """List the items that wait for a decision, the most useful question first, one page of them."""
    with opened(Home.from_environment()) as warehouse:
        rows, total = overlay.waiting(warehouse, options.page, _PAGE)
    if options.json:
        print(harmless_json({"total": total, "items": rows}))
        return 0
    if not rows:
        print("nothing waits" if options.page == 1 else f"page {options.page} is empty; {total} wait in all")
        return 0
    table = [[row["queue_item_id"][:_ID], harmless(row["title"]), row["description"]] for row in rows]
    print_table(["item", "is it so?", "what speaks for it"], table, serve_settings().widest_name)
    print(f"{total} wait · annals review relations approve|reject|rename|link ITEM")
    return 0


def approve(options: argparse.Namespace) -> int:
    """Record that a proposed relation holds, or that a proposed name names something new."""
    return _decide(options.item, "approve", "create_new")


def reject(options: argparse.Namespace) -> int:
    """Record that a proposed relation does not hold, or that a proposed name names nothing."""
    return _decide(options.item, "reject", "dismiss")


def rename(options: argparse.Namespace) -> int:
    """Record that the two nodes of a proposed relation are related in another way."""
    with opened(Home.from_environment()) as warehouse:
        rows = select(warehouse.connection, "SELECT relation_type FROM overlay.relation_types").fetchall()
    known = [row[0] for row in rows]
    if options.relation not in known and not options.relation.startswith(("learned_", "domain_")):
        raise QueryError(
            f"there is no relation {options.relation!r}; name one of overlay.relation_types, or one of your own that "
            "begins with learned_"
        )
    return _decide(options.item, "update_relation", None, new_relation=options.relation)


def link(options: argparse.Namespace) -> int:
    """Record that a proposed name means a node that exists."""
    with opened(Home.from_environment()) as warehouse:
        node = overlay.node_meant(warehouse, options.node)
    return _decide(options.item, None, "link_existing", existing_node_id=node["node_id"])


def silence(options: argparse.Namespace) -> int:
    """Record that words name nothing, everywhere or in one work context."""
    home = Home.from_environment()
    with opened(home) as warehouse:
        manifest = warehouse.manifest
        words = " ".join(" ".join(options.words).split()).lower()
        if not words:
            raise QueryError("no words were given; name those that mean nobody: annals review relations silence WORDS")
        body = {"normalized_mention": words, "scope": "global", "reason": "the person said so"}
        if options.context:
            context = overlay.node_meant(warehouse, options.context)
            body |= {"scope": "work_context", "work_context_id": context["node_id"]}
        position = record(open_ledger(home), SUPPRESS, body)
    where = f" about {harmless(context['canonical_name'])}" if options.context else ""
    _say(position, f"“{harmless(words)}” means nobody{where}")
    return go_on(manifest, False)


def _decide(typed: str, of_relation: str | None, of_name: str | None, **further: Any) -> int:
    home = Home.from_environment()
    with opened(home) as warehouse:
        manifest = warehouse.manifest
        item = _item(warehouse, typed)
        is_relation = item["item_kind"] == _RELATION_ITEM
        action = of_relation if is_relation else of_name
        if action is None:
            raise QueryError(
                f"{typed} is a {'relation' if is_relation else 'name'}; what can be done with it: "
                f"{', '.join(item['available_actions'])}"
            )
        key = _relation_of(warehouse, item["primary_ref"]) if is_relation else _name_of(warehouse, item["primary_ref"])
    body = {**key, "action": action, **further}
    if action == "create_new":
        body |= {"canonical_name": item["title"], "node_kind": "world_entity"}
    position = record(open_ledger(home), RELATION if is_relation else NAME, body)
    _say(position, f"{harmless(item['title'])}: {action.replace('_', ' ')}")
    return go_on(manifest, False)


def _say(position: int | None, what: str) -> None:
    if position is None:
        print("that stands already")
    else:
        print(f"decision {position}: {what}; `annals undo {position}` takes it back")


def _item(warehouse: OpenWarehouse, typed: str) -> dict[str, Any]:
    sql = "SELECT * FROM overlay.review_queue WHERE starts_with(queue_item_id, ?) OR starts_with(primary_ref, ?)"
    rows = select(warehouse.connection, f"{sql} ORDER BY queue_item_id LIMIT 2", [typed, typed]).named()
    if len(rows) != 1:
        found = "nothing" if not rows else "more than one thing"
        raise QueryError(f"{found} in the queue begins with {typed!r}; `annals review relations` lists what waits")
    return rows[0]


def _relation_of(warehouse: OpenWarehouse, bundle: str) -> dict[str, Any]:
    names = ("source_node_id", "target_node_id", "relation_type")
    sql = f"SELECT {', '.join(names)} FROM overlay.evidence_bundles WHERE evidence_bundle_id = ?"
    row = select(warehouse.connection, sql, [bundle]).fetchone()
    return dict(zip(names, row, strict=True))


def _name_of(warehouse: OpenWarehouse, candidate: str) -> dict[str, Any]:
    sql = "SELECT normalized_mention FROM overlay.entity_creation_candidates WHERE candidate_id = ?"
    return {"normalized_mention": select(warehouse.connection, sql, [candidate]).fetchone()[0]}
