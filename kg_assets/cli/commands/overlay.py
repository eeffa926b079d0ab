"""Commands about the overlay: `node`, `threads`, `digest`."""

import argparse
import re
import sys
from typing import Any

from kg_assets.claims.saying import edge_said
from kg_assets.cli.console import print_table, strong
from kg_assets.cli.overlay_ledger import record
from kg_assets.cli.zone import shown_zone
from kg_assets.core.errors import QueryError
from kg_assets.core.harmless import harmless, harmless_json
from kg_assets.core.when import shown_moment, typed_moment
from kg_assets.overlay.evidence.commands import NAME
from kg_assets.queries import overlay, standing
from kg_assets.queries.configured import reading_config
from kg_assets.queries.corrections import correction
from kg_assets.queries.numbers import serve_settings
from kg_assets.queries.summary import timeline
from kg_assets.queries.threads import card, recalled
from kg_assets.queries.ties import ties_of
from kg_assets.report.week import parts_of
from kg_assets.store.home import Home
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import opened
from kg_assets.store.registry import open_ledger

# For each question of --ask the columns to print; for a question that is not here its sentence says everything.
_COLUMNS = {
    "search_knowledge": ("canonical_name", "node_kind", "confidence", "marker", "node_id"),
    "connected_nodes": ("relation_type", "canonical_name", "node_kind", "confidence", "start_date"),
    "provenance_chain": ("created_at", "source_description", "verbatim_excerpt"),
    "experience_record": ("entry_type", "times", "first_at", "last_at"),
    "confidence_breakdown": ("alpha", "beta", "base", "age_days", "half_life_days", "decay", "result"),
    "injection_history": ("place", "title", "since"),
    "injection_decision": ("rule", "holds", "because"),
    "tag_explanation": ("tag", "because"),
    "suppression_list": ("normalized_mention", "mentions", "reason"),
    "agent_profile": ("agent", "source_kind", "conversations", "messages", "claims", "nodes_named"),
}
_OF_NO_NODE = ("agent_profile", "suppression_list")
_INSTANT = re.compile(r"\d{4}-\d{2}-\d{2}T[0-9:.]+Z", re.ASCII)


def node(options: argparse.Namespace) -> int:
    """Print the page of a node. An option asks for something else instead: the answer to another question, its ties at
    a moment, its decisions or its timeline; or it records a correction."""
    typed = " ".join(options.node)
    if not typed and options.ask not in _OF_NO_NODE:
        raise QueryError("no node was named; give its name, words of it, or its id: annals node NAME")
    if options.decided:
        return _decided(typed, options.about, options.json)
    if options.as_of:
        return _tied_then(typed, options.as_of, options.json)
    with opened(Home.from_environment()) as warehouse:
        if options.ask:
            answer = overlay.inspect(warehouse, options.ask, typed, with_suppressed=options.all)
            return _answered(options.ask, answer, options.json)
        found = overlay.node_meant(warehouse, typed)
        if options.correct:
            return _correct(found, options)
        if options.timeline:
            return _timeline(warehouse, found, options.json)
        page, ties = overlay.page_of(warehouse, found["node_id"]), ties_of(warehouse, found)
        told = page or overlay.brief(warehouse, found)
    if options.json:
        print(harmless_json({"node_id": found["node_id"], "ties": ties, "markdown": told}))
        return 0
    title, *lines = told.splitlines()
    for line in (title, *(["", *(f"- {tie}" for tie in ties), *lines[1:]] if page and ties else lines)):
        print(harmless(line))
    print(f"annals node {found['node_id']} --ask confidence_breakdown  how sure it is, and why")
    return 0


def _answered(question: str, answer: dict[str, Any], is_json: bool) -> int:
    """Print the answer to a question of --ask: its sentence, and the rows on which it is based."""
    if is_json:
        print(harmless_json(answer))
        return 0
    for line in answer["result_summary"].splitlines():
        print(harmless(line))
    columns = _COLUMNS.get(question, ())
    rows = [row for row in answer["result_data"] if any(row.get(name) is not None for name in columns)]
    if columns and rows:
        print()
        names = [name.replace("_", " ") for name in columns]
        cells = [[_readable(row.get(name)) for name in columns] for row in rows]
        print_table(names, cells, serve_settings().widest_sentence)
    return 0


def _readable(value: Any) -> Any:
    """An instant as its day, a float rounded to two places, any other value unchanged."""
    if isinstance(value, float):
        return round(value, 2)
    return value[:10] if isinstance(value, str) and _INSTANT.fullmatch(value) else value


def _correct(found: dict[str, Any], options: argparse.Namespace) -> int:
    """Record in the ledger that a node is called by another name, too. For any other kind of correction print what
    to do instead."""
    route, body = correction(found, options.correct, options.to)
    if body is None:
        told = {
            "directive_authority": "what you said is corrected claim by claim: annals review claims --about NAME",
            "graph_correction_only": "a tie is corrected where it is proposed: annals review relations",
            "transient_only": "nothing is kept of what holds only for now",
        }
        print(told[route])
        return 0
    position = record(open_ledger(Home.from_environment()), NAME, body)
    if position is None:
        print("that stands already")
    else:
        print(f"decision {position}: {harmless(found['canonical_name'])} is called “{harmless(options.to)}”, too, "
              f"from the next build on; `annals undo {position}` takes it back")  # fmt: skip
    return 0


def _timeline(warehouse: OpenWarehouse, found: dict[str, Any], is_json: bool) -> int:
    rows = timeline(warehouse, found["node_id"])
    if is_json:
        print(harmless_json(rows))
        return 0
    for row in rows:
        when = row["created_at"][:10] if row["created_at"] else f"decision {row['position']}"
        became = f": {row['prior_state'] or ''} → {row['new_state']}" if row["new_state"] else ""
        print(f"{when}  {row['kind'].replace('_', ' ')}{became}")
    return 0


def _recalled(warehouse: OpenWarehouse, words: str, most: int) -> tuple[list[dict[str, Any]], str]:
    return recalled(warehouse, words, reading_config(), most)


def _tied_then(typed: str, moment: str, as_json: bool) -> int:
    """Print the nodes to which a node was tied at a moment."""
    zone = shown_zone()
    at = typed_moment(moment, zone)
    with opened(Home.from_environment()) as warehouse:
        found = overlay.node_meant(warehouse, typed)
        rows = overlay.neighbours(warehouse, found["node_id"], at=at)
    if as_json:
        print(harmless_json(rows))
        return 0
    print(strong(harmless(f"{found['canonical_name']}, as of {shown_moment(at, zone)}")))
    for row in rows:
        ends = (found["canonical_name"], row["canonical_name"])
        source, target = ends if row["is_source"] else reversed(ends)
        told = edge_said(source, row["relation_type"], target, is_over=row["end_date"] is not None)
        until = f" to {row['end_date'][:10]}" if row["end_date"] else ""
        print(f"  {harmless(told)} (since {row['start_date'][:10]}{until})")
    if not rows:
        print("  it was tied to nothing then")
    return 0


def _decided(typed: str, about: str | None, as_json: bool) -> int:
    """Print the decisions that name a node (and `about`, if it is given), each with its reasoning in quotation marks if
    it has one."""
    with opened(Home.from_environment()) as warehouse:
        actor = overlay.node_meant(warehouse, typed)["node_id"]
        subject = overlay.node_meant(warehouse, about)["node_id"] if about else None
        rows = standing.decisions_of(warehouse, actor, subject, is_local=True)
    if as_json:
        print(harmless_json(rows))
        return 0
    for row in rows:
        print(f"{row['known_at'][:10]}  {harmless(row['description'])}  {row['thread_id'][:8]}")
        if row["reasoning"]:
            print(f"            “{harmless(' '.join(row['reasoning'].split()))}”")
    if not rows:
        print("no decision names it")
    return 0


def threads(options: argparse.Namespace) -> int:
    """List conversations, the newest first, or those that fit the words; with --resume print the first as a
    card.
    """
    if options.words and options.about:
        raise QueryError("words and --about NAME are two ways to look; say one of them")
    with opened(Home.from_environment()) as warehouse:
        about = overlay.node_meant(warehouse, options.about)["node_id"] if options.about else None
        if options.words:
            rows, understood = _recalled(warehouse, " ".join(options.words), options.limit)
            print(understood, file=sys.stderr)
        else:
            rows = overlay.threads_of(warehouse, about, 1 if options.resume else options.limit)
    if options.json:
        print(harmless_json(rows))
        return 0
    if options.resume and rows:
        for line in card(rows[0]).splitlines():
            print(harmless(line))
        return 0
    for row in rows:
        print(f"{row['occurred_at'][:10]}  {harmless(row['checkpoint_summary'])}  {row['thread_id'][:8]}")
    if not rows:
        print("no conversation names it")
    return 0


def digest(options: argparse.Namespace) -> int:
    """Print the weekly digest part by part."""
    with opened(Home.from_environment()) as warehouse:
        rows = overlay.digest(warehouse)
    if options.json:
        print(harmless_json(rows))
        return 0
    if not rows:
        print("the week brought nothing new")
        return 0
    print(strong(f"The week of {rows[0]['week_start'][:10]}"))
    for title, lines in parts_of(rows):
        print(f"\n{strong(title)}")
        for line in lines:
            print(f"  {line}")
    return 0
