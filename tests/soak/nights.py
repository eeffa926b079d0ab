"""A life that grows night by night: what each night brings is a file of its own, and each night is measured.

Two ties are followed. One is spoken of in the first nights, then not for long, then again; the other is spoken of in
the first nights only, and the person approves it.
"""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg_assets.cli.overlay_ledger import record
from kg_assets.corpus.generator import CorpusSpec, generate
from kg_assets.engine.freshness import standing
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import make_build
from kg_assets.intake.asking import request_build
from kg_assets.intake.nightly import request_tonight
from kg_assets.overlay.evidence.commands import RELATION
from kg_assets.store.gc import gc
from kg_assets.store.readonly import opened, select
from kg_assets.store.registry import open_ledger

FOLLOWED = ("Priya Raman", "Kestrel Harbor")
APPROVED = ("Tomas Lindqvist", "Idle Meadow")
_TOPICS = ("budget", "tests", "harbour permit", "slides", "final report")
_LATER = 4_000_000_000.0  # everything has been still for long
_EDGES = """
SELECT s.canonical_name AS who, t.canonical_name AS what, e.source_id, e.target_id, e.relation_type, e.lifecycle_state,
    e.effective_confidence
FROM overlay.edges e JOIN overlay.nodes s ON s.node_id = e.source_id JOIN overlay.nodes t ON t.node_id = e.target_id
WHERE e.relation_type = 'linked_to_context'
"""


@dataclass(frozen=True)
class Night:
    """What a night left behind."""

    number: int
    as_of: str
    news: int  # bytes that it brought
    store: int  # bytes of tables, after the sweep
    files_made: int
    seconds: float  # of a processor
    edges: int
    faded: int
    followed: str | None
    approved: str | None
    debt: float


def nights(
    engine: Engine, folder: Path, count: int, conversations_a_night: int, spoken: int, returns_at: int
) -> Iterator[Night]:
    """So many nights over a folder that gets one file more each time.

    Both ties are spoken of in the first nights (`spoken` says how many), the followed one again from a later night on.
    """
    folder.mkdir()
    spec = CorpusSpec(seed=11, conversations=count * conversations_a_night)
    told = list(generate(spec))
    for number in range(count):
        part = told[number * conversations_a_night : (number + 1) * conversations_a_night]
        at = float(part[-1]["update_time"])
        is_back = returns_at <= number < returns_at + spoken
        ties = [FOLLOWED, APPROVED] if number < spoken else [FOLLOWED] if is_back else []
        path = folder / f"conversations-{number:03d}.json"
        path.write_text(json.dumps([*part, *(_talk(number, tie, at + 60) for tie in ties)]), encoding="utf-8")
        began = time.process_time()
        request = request_build(engine, [folder]) if number == 0 else request_tonight(engine, _LATER)
        before = _files(engine)
        make_build(engine, request.build)
        seconds = time.process_time() - began
        assert standing(engine, request.build) is not None, "a second night would have nothing to do"
        made = len(_files(engine).keys() - before.keys())
        gc(engine.home, keep_published=2)
        yield _measured(engine, number, path.stat().st_size, made, seconds)
        if number == spoken - 1:
            _approve(engine)


def _talk(number: int, tie: tuple[str, str], at: float) -> dict[str, Any]:
    who, what = tie
    name, topic = f"{what.split()[0].lower()}-{number}", _TOPICS[number % len(_TOPICS)]
    said = (
        f"I'm working on {what}, today the {topic}. {who} helps me with {what}.",
        f"{who} wants the {topic} of {what} by Friday.",
    )
    ids = [f"{name}-{place}" for place in range(len(said))]
    mapping: dict[str, Any] = {"root": {"id": "root", "message": None, "parent": None, "children": ids[:1]}}
    for place, text in enumerate(said):
        mapping[ids[place]] = {
            "id": ids[place], "parent": ids[place - 1] if place else "root", "children": ids[place + 1 : place + 2],
            "message": {"id": ids[place], "author": {"role": "user"}, "create_time": at + 60 * place,
                        "content": {"content_type": "text", "parts": [text]}},
        }  # fmt: skip
    return {"id": f"talk-{name}", "title": f"The {topic}", "create_time": at, "update_time": at + 60,
            "current_node": ids[-1], "mapping": mapping}  # fmt: skip


def _approve(engine: Engine) -> None:
    """The person says that the second tie holds."""
    with opened(engine.home) as warehouse:
        rows = select(warehouse.connection, _EDGES).named()
    (edge,) = (row for row in rows if (row["who"], row["what"]) == APPROVED)
    body = {"action": "approve", "source_node_id": edge["source_id"], "target_node_id": edge["target_id"],
            "relation_type": edge["relation_type"]}  # fmt: skip
    record(open_ledger(engine.home), RELATION, body)


def _files(engine: Engine) -> dict[Path, int]:
    return {path: path.stat().st_size for path in engine.home.contents.rglob("*") if path.is_file()}


def _measured(engine: Engine, number: int, news: int, made: int, seconds: float) -> Night:
    with opened(engine.home) as warehouse:
        rows = select(warehouse.connection, _EDGES).named()
        debt = select(
            warehouse.connection, "SELECT value FROM overlay.knowledge_health WHERE measure = 'debt_score'"
        ).fetchall()[0][0]
        as_of = warehouse.manifest.as_of
    states = {(row["who"], row["what"]): row["lifecycle_state"] for row in rows}
    return Night(
        number, as_of, news, sum(_files(engine).values()), made, seconds, len(rows),
        sum(row["lifecycle_state"] == "suppressed" for row in rows), states.get(FOLLOWED), states.get(APPROVED), debt,
    )  # fmt: skip
