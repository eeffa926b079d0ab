"""`annals forget`: a preview, one question, and a receipt that does not contain the forgotten words."""

import argparse
import json
import sys
from collections.abc import Collection, Mapping
from dataclasses import asdict
from pathlib import Path
from zoneinfo import ZoneInfo

from kg_assets.cli.commands.exporting import FORMATS
from kg_assets.cli.commands.keeping import engine_for, progress_of
from kg_assets.cli.console import is_agreed, size
from kg_assets.cli.orchestrate import dagster_instance
from kg_assets.core.errors import QueryError
from kg_assets.core.harmless import harmless
from kg_assets.core.when import typed_moment
from kg_assets.engine.runner import Engine
from kg_assets.exports.made import made_exports, remove_exports
from kg_assets.exports.output import MARKER
from kg_assets.forgetting import targets
from kg_assets.forgetting.carry_out import Receipt, begin, finish
from kg_assets.forgetting.plan import Plan, make_plan, places_outside
from kg_assets.forgetting.targets import Target
from kg_assets.orchestration.dead_runs import renew_partitions
from kg_assets.queries.entity_names import known_entities, meant
from kg_assets.queries.numbers import serve_settings
from kg_assets.store.home import Home
from kg_assets.store.readonly import opened
from kg_assets.store.registry import Forgettable, open_ledger, registered

_PLACES = """
SELECT m.conversation_id, coalesce(r.node_id, m.message_id), bool_and({condition}) OVER (PARTITION BY m.conversation_id)
FROM kg.messages m LEFT JOIN kg.source_renames r USING (conversation_id, message_id)
QUALIFY {condition} ORDER BY ALL
"""
_SINCE = "coalesce(m.created_at_utc >= $moment::TIMESTAMP, FALSE)"
_ONLY_ASSISTANT = """m.message_id IN (
    SELECT a.message_id FROM kg.assertions a
    WHERE a.asserted_role = 'assistant' AND NOT a.has_user_corroboration AND NOT EXISTS (
        FROM kg.assertions o WHERE o.fact_key = a.fact_key AND o.asserted_role = 'user'
    )
)"""
_ONE = {
    "titles and other texts": "title or other text", "sources removed whole": "source removed whole",
    "sources rewritten": "source rewritten", "decisions of yours": "decision of yours",
    "reports and torn lines": "report or torn line", "files of the inbox": "file of the inbox",
}  # fmt: skip


def forget(options: argparse.Namespace) -> int:
    """Say what would be removed, ask, remove it, and say what was removed."""
    engine = engine_for(Home.from_environment())
    if options.resume:
        return _finish(engine, options)
    target = target_meant(engine, options)
    plan = make_plan(engine, target, is_for_good=False)
    if plan.is_empty:
        print("nothing of it is in any source, nor in the ledger")
        return 0
    print("\n".join(_preview(engine, plan)), file=sys.stderr if options.json else sys.stdout)
    if options.dry_run:
        return 0
    if not options.yes and not is_agreed("This cannot be undone. Forget it?"):
        print("nothing was forgotten; --yes does it without asking", file=sys.stderr)
        return 1
    begin(engine, target)
    return _finish(engine, options)


def target_meant(engine: Engine, options: argparse.Namespace) -> Target:
    """What is to be forgotten, as the options of `annals forget` say. An error if they name nothing, or more than one
    thing."""
    ways = [options.target is not None, options.since is not None, options.only_assistant]
    if sum(ways) != 1 or (options.target is None) != (options.what is None):
        raise QueryError(
            "say what is to be forgotten, one thing at a time, as in: annals forget conversation ID, annals forget "
            "entity NAME, annals forget --everything-since 2024-06, annals forget --only-assistant"
        )
    if options.since is not None:
        zone = ZoneInfo(engine.config.section("time").anchor_timezone)
        return _several(engine.home, "since", _SINCE, {"moment": typed_moment(options.since, zone)})
    if options.only_assistant:
        return _several(engine.home, "assistant", _ONLY_ASSISTANT, {})
    return _named_one(engine.home, options)


def _named_one(home: Home, options: argparse.Namespace) -> Target:
    what: str = options.what
    if options.target == "source":
        return targets.source(_source(home, what))
    if options.target == "pattern":
        return targets.pattern(what, options.regex)
    if options.target == "entity":
        return targets.entity(_names(home, what, options.type))
    column = "conversation_id" if options.target == "conversation" else "message_id"
    conversation_id, message_id = _row(home, column, what)
    if options.target == "conversation":
        return targets.conversation(conversation_id)
    return targets.message(conversation_id, message_id)


def _several(home: Home, kind: Forgettable, condition: str, given: Mapping[str, str]) -> Target:
    """A target of all messages in the published build that meet a condition. If all messages of a conversation meet it,
    the whole conversation goes."""
    with opened(home) as warehouse:
        rows = warehouse.connection.execute(_PLACES.format(condition=condition), dict(given)).fetchall()
    whole = {conversation for conversation, _, is_whole in rows if is_whole}
    return targets.several(kind, whole, {(talk, node) for talk, node, is_whole in rows if not is_whole})


def _source(home: Home, typed: str) -> str:
    fewest = serve_settings().shortest_beginning
    fitting = [s.export_sha256 for s in registered(open_ledger(home)) if s.export_sha256.startswith(typed.lower())]
    if len(typed) < fewest or len(fitting) != 1:
        raise QueryError(f"{typed!r} fits {len(fitting)} sources; `annals sources` lists them with their hashes")
    return fitting[0]


def _row(home: Home, column: str, typed: str) -> tuple[str, str]:
    """Two ids: that of the conversation, and that of the message in its export. The message is the one whose `column`
    is the typed id or begins with it; an error if none or several messages fit."""
    if len(typed) < serve_settings().shortest_beginning:
        raise QueryError(f"{typed!r} is too short to name a {column.removesuffix('_id')}")
    with opened(home) as warehouse:
        # A full id means itself, also where another begins with it.
        found = warehouse.connection.execute(
            f"SELECT m.conversation_id, min(coalesce(r.node_id, m.message_id)), m.{column} = $typed "
            "FROM kg.messages m LEFT JOIN kg.source_renames r USING (conversation_id, message_id) "
            f"WHERE starts_with(m.{column}, $typed) GROUP BY m.conversation_id, m.{column} ORDER BY 3 DESC, 1 LIMIT 2",
            {"typed": typed},
        ).fetchall()
    if not found or (len(found) > 1 and not found[0][2]):
        what = f"{'no' if not found else 'more than one'} {column.removesuffix('_id')}"
        raise QueryError(f"{typed!r} names {what} of the published build; `annals search WORDS` shows ids")
    conversation_id, node_id, _ = found[0]
    return str(conversation_id), str(node_id)


def _names(home: Home, typed: str, wanted_type: str | None) -> set[str]:
    """Every way in which an entity, or one that was merged into it, is written in the published build."""
    with opened(home) as warehouse:
        known = known_entities(warehouse)
        survivors = {entity.entity_id: entity.merged_into for entity in known if entity.merged_into}
        entity = meant(known, typed, wanted_type.upper() if wanted_type else None, survivors)
        if entity.reference.is_self:
            raise QueryError("you cannot be forgotten in your own home; remove its folder if that is meant")
        rows = warehouse.connection.execute(
            "SELECT DISTINCT surface_text FROM kg.entity_mentions WHERE entity_id = ? AND surface_text IS NOT NULL",
            [entity.entity_id],
        ).fetchall()
    parts = [other for other in known if other.merged_into == entity.entity_id]
    return {
        entity.name,
        *entity.aliases,
        *(alias for part in parts for alias in part.aliases),
        *(row[0] for row in rows),
    }


def _preview(engine: Engine, plan: Plan) -> list[str]:
    lines = [f"  {count:>7,} {_named(count, what)}" for what, count in plan.counts().items() if count]
    lines.append(
        "These go from all sources in the vault, every build but the new one is removed, and the report with it."
    )
    exports = made_exports(engine.home)
    if exports:
        lines.append(f"Exports that were made of it go too: {', '.join(harmless(str(path)) for path in exports)}")
    others = _not_its_own(exports)
    if others:
        lines.append(f"Exports here that this home does not know for its own stay: {', '.join(others)}")
    outside = places_outside(engine, plan)
    if outside:
        listed = ", ".join(harmless(str(path)) for path in outside[: serve_settings().most_listed])
        lines.append(f"Your own files stay as they are and hold it still: {listed}")
    return lines


def _named(number: int, what: str) -> str:
    """The word for a thing that a receipt counts, in the singular if the number is one."""
    return _ONE.get(what, what.removesuffix("s")) if number == 1 else what


def _not_its_own(exports: Collection[Path]) -> list[str]:
    """The names of exports in the current folder that this home does not know for its own, but that have the names
    which `annals export` gives."""
    places = [Path(form.name) for form in FORMATS.values()]
    found = (place for place in places if place.is_file() or (place / MARKER).is_file())
    return sorted(place.name for place in found if place.absolute() not in exports)


def _tell_dagster(engine: Engine) -> None:
    """Remove the builds that are gone from Dagster's partitions and runs."""
    if any(engine.home.dagster.iterdir()):
        with dagster_instance(engine.home) as instance:
            renew_partitions(engine, instance)


def _finish(engine: Engine, options: argparse.Namespace) -> int:
    progress = progress_of(engine)
    engine.progress = progress
    exports = remove_exports(engine.home)
    try:
        receipt = finish(engine, _tell_dagster)
    finally:
        progress.close()
    receipt.removed["exports"] = exports
    if options.json:
        print(json.dumps(asdict(receipt), indent=2))
    else:
        print("\n".join(_receipt_lines(receipt)))
    return 0


def _receipt_lines(receipt: Receipt) -> list[str]:
    counts = {**receipt.forgotten, **receipt.removed}
    lines = [
        f"  {size(n) if what == 'bytes' else f'{n:,}':>9} {'freed' if what == 'bytes' else _named(n, what)}"
        for what, n in counts.items()
        if n
    ]
    shown = (
        f"build {receipt.build} is published"
        if receipt.build
        else "there is no source any more, and nothing is published"
    )
    return ["forgotten:", *lines, f"{shown}; `annals report` writes the page anew"]
