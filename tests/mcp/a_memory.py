"""A small memory that is asked: a few conversations over two years, built and published as a person would."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

# (id, title, day, turns), each turn (role, text).
TALKS: tuple[tuple[str, str, str, Sequence[tuple[str, str]]], ...] = (
    ("c-rent", "A flat by the harbour", "2024-02-03", (
        ("user", "My sister Nadia lives in Bergen. Where should I look for a flat?"),
        ("assistant", "Look near the harbour, and ask about the heating before you sign."),
        ("user", "I live in Oslo. I want to move in spring."),
    )),
    ("c-job", "A new post", "2024-06-11", (
        ("user", "My sister Nadia works at Fjordlab. I work at Nordvik."),
        ("assistant", "What does Fjordlab make?"),
        ("user", "Sensors for buoys."),
    )),
    ("c-boat", "The boat", "2024-09-20", (
        ("user", "My friend Ruben owns a wooden boat. Ruben lives in Molde."),
        ("assistant", "A wooden hull wants fresh varnish every second year."),
        ("user", "How much varnish does a hull of nine metres take?"),
        ("assistant", "Six litres for two coats."),
    )),
    ("c-move", "Boxes", "2025-03-08", (
        ("user", "My sister Nadia moved to Tromsø. She packed forty boxes in two days."),
        ("assistant", "Label the boxes by room."),
        ("user", "I am learning Sami with her old textbook."),
    )),
    ("c-bread", "Rye bread", "2025-05-17", (
        ("user", "The sourdough for my rye bread tastes bitter."),
        ("assistant", "Feed it twice a day and keep it at 26 degrees."),
        ("user", "My sister is allergic to nuts, which flour is safe?"),
    )),
)  # fmt: skip

# One question to each tool, but for `why`, which takes the id of a claim.
QUESTIONS: dict[str, dict[str, Any]] = {
    "hybrid_search": {"query": "where does Nadia live", "graph_expand": True, "expand_neighbors": True},
    "sql": {"sql": "SELECT role, count(*) AS n FROM messages GROUP BY role ORDER BY role"},
    "facts_as_of": {"valid_at": "2024-07", "about": "Nadia"},
    "timeline": {"entity": "Nadia"},
    "changes": {"since": "2024", "until": "2026", "about": "Nadia"},
    "entity": {"name": "Nadia"},
    "what_mattered": {"period": "2024"},
    "beliefs": {"stream": "identity", "by": "activation"},
    "inspect_knowledge": {"query_type": "search_knowledge", "target": "Nadia"},
    "get_related_threads": {"about": "Nadia", "limit": 2},
    "search_conversation_history": {"query": "the boat in September 2024"},
    "resume_context": {"about": "Nadia"},
    "inspect_knowledge_summary": {"query": "Nadia", "include_timeline": True},
    "graph_query": {"kind": "entity_neighbors", "targets": ["Nadia"], "depth": 2},
    "known_already": {"participants": ["Nadia"], "text": "Nadia moved to Bergen"},
    "weekly_digest": {},
    "graph_health": {},
    "entity_review_queue": {"limit": 5},
    "job_status": {"limit": 1},
}


def write_export(folder: Path) -> Path:
    """The conversations as an export."""
    path = folder / "conversations.json"
    path.write_text(json.dumps([_conversation(*talk) for talk in TALKS]), encoding="utf-8")
    return path


def _conversation(name: str, title: str, day: str, turns: Sequence[tuple[str, str]]) -> dict[str, Any]:
    began = datetime.fromisoformat(f"{day}T10:00:00").replace(tzinfo=UTC).timestamp()
    ids = [f"{name}-{place}" for place in range(len(turns))]
    mapping: dict[str, Any] = {"root": {"id": "root", "message": None, "parent": None, "children": ids[:1]}}
    for place, (role, text) in enumerate(turns):
        message = {
            "id": ids[place], "author": {"role": role}, "create_time": began + 60 * place,
            "content": {"content_type": "text", "parts": [text]},
        }  # fmt: skip
        mapping[ids[place]] = {
            "id": ids[place], "parent": ids[place - 1] if place else "root", "children": ids[place + 1 : place + 2],
            "message": message,
        }  # fmt: skip
    return {
        "id": name, "title": title, "create_time": began, "update_time": began + 3600, "current_node": ids[-1],
        "mapping": mapping,
    }  # fmt: skip
