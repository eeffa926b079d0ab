"""A small life through the overlay: an edge is earned, looked at, decided on and explained (D72-104, -140, -141)."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from kg_assets.core.errors import QueryError
from kg_assets.queries import overlay
from kg_assets.queries.questions import QUESTIONS
from kg_assets.store.home import Home
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import opened, select

pytestmark = pytest.mark.whole

_DAYS = ("2025-01-07", "2025-02-04", "2025-03-04", "2025-04-01", "2025-04-29")
_SELDOM = "Tomas Lindqvist drew the map."
_TOPICS = ("budget", "tests", "harbour permit", "slides", "final report")


def _export(folder: Path) -> Path:
    talks = []
    for number, (day, topic) in enumerate(zip(_DAYS, _TOPICS, strict=True)):
        began = datetime.fromisoformat(f"{day}T10:00:00").replace(tzinfo=UTC).timestamp()
        said = [
            ("user", f"I'm working on Kestrel Harbor, today the {topic}. Priya Raman helps me with Kestrel Harbor."),
            ("assistant", f"Let us begin with the {topic}."),
            (
                "user",
                f"Priya Raman wants the {topic} of Kestrel Harbor by Friday."
                + (" Tomas Lindqvist drew the map." if number > 1 else ""),
            ),
        ]
        ids = [f"t{number}-{place}" for place in range(len(said))]
        mapping: dict[str, Any] = {"root": {"id": "root", "message": None, "parent": None, "children": ids[:1]}}
        for place, (role, text) in enumerate(said):
            mapping[ids[place]] = {
                "id": ids[place], "parent": ids[place - 1] if place else "root", "children": ids[place + 1 : place + 2],
                "message": {"id": ids[place], "author": {"role": role}, "create_time": began + 60 * place,
                            "content": {"content_type": "text", "parts": [text]}},
            }  # fmt: skip
        talks.append({"id": f"t{number}", "title": f"The {topic}", "create_time": began, "update_time": began + 600,
                      "current_node": ids[-1], "mapping": mapping})  # fmt: skip
    path = folder / "conversations.json"
    path.write_text(json.dumps(talks), encoding="utf-8")
    return path


class _Life:
    """A home with this life, and the command over it."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.run("build", str(_export(folder)))

    def run(self, *arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "kg_assets.cli.main", *arguments], capture_output=True, text=True, check=False,
            env={**os.environ, "ANNALS_HOME": str(self.home), "ANNALS_THREADS": "1"},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    def open(self) -> Any:
        return opened(Home(self.home))


@pytest.fixture(scope="module")
def life(tmp_path_factory: pytest.TempPathFactory) -> _Life:
    return _Life(tmp_path_factory.mktemp("overlay-life"))


@pytest.fixture
def warehouse(life: _Life) -> Iterator[OpenWarehouse]:
    with life.open() as found:
        yield found


def _edges(warehouse: OpenWarehouse) -> dict[tuple[str, str, str], str]:
    sql = """
        SELECT s.canonical_name, e.relation_type, t.canonical_name, e.lifecycle_state FROM overlay.edges e
        JOIN overlay.nodes s ON s.node_id = e.source_id JOIN overlay.nodes t ON t.node_id = e.target_id
    """
    return {(row[0], row[1], row[2]): row[3] for row in select(warehouse.connection, sql).fetchall()}


def test_d72_140_who_is_named_with_a_project_again_and_again_is_tied_to_it(warehouse: OpenWarehouse) -> None:
    assert _edges(warehouse)["Priya Raman", "linked_to_context", "Kestrel Harbor"] == "observed"
    sql = "SELECT reason, is_promoted FROM overlay.promotion_decisions WHERE is_promoted"
    assert set(select(warehouse.connection, sql).fetchall()) == {("evidence", True)}


def test_d72_003_an_edge_is_there_from_its_first_day_on(warehouse: OpenWarehouse) -> None:
    node = overlay.node_meant(warehouse, "Priya Raman")["node_id"]
    (tied,) = overlay.neighbours(warehouse, node, at="2025-02-01T00:00:00.000Z")
    assert (tied["canonical_name"], tied["start_date"][:10]) == ("Kestrel Harbor", _DAYS[0])
    assert overlay.neighbours(warehouse, node, at="2025-01-01T00:00:00.000Z") == []


def test_d72_104_a_brief_says_ties_conversations_and_words(warehouse: OpenWarehouse) -> None:
    answer = overlay.inspect(warehouse, "entity_knowledge_brief", "priya raman")
    text = answer["result_data"][0]["brief"]
    assert "has to do with Kestrel Harbor" in text
    assert "“Priya Raman wants the final report of Kestrel Harbor by Friday.”" in text
    assert answer["result_data"][0]["tokens"] <= 300


def test_d72_104_confidence_is_broken_down(warehouse: OpenWarehouse) -> None:
    answer = overlay.inspect(warehouse, "confidence_breakdown", "Priya Raman")
    (row,) = answer["result_data"]
    # Two messages in each of five conversations, .55 each, over a prior of 2 and 2.
    assert row["alpha"] == pytest.approx(2 + 10 * 0.55)
    assert row["base"] * row["decay"] == pytest.approx(row["result"])
    assert f"{row['result']:.3f}" in answer["result_summary"]


def test_d72_104_every_question_has_an_answer(warehouse: OpenWarehouse) -> None:
    for question in QUESTIONS:
        answer = overlay.inspect(warehouse, question, "Kestrel Harbor")
        assert answer["result_summary"]
    with pytest.raises(QueryError, match="no question"):
        overlay.inspect(warehouse, "everything", "Kestrel Harbor")


def test_d72_104_what_is_put_before_a_reader_is_told_from_the_build(warehouse: OpenWarehouse) -> None:
    """Four of the twelve questions said that nothing is recorded."""
    shown = overlay.inspect(warehouse, "injection_history", "Kestrel Harbor")["result_data"]
    places = [row["place"] for row in shown]
    assert (places.count("page"), places.count("scene"), places.count("conversation")) == (1, 1, 5)
    told = overlay.inspect(warehouse, "injection_decision", "Kestrel Harbor")
    assert "is told to who asks" in told["result_summary"]
    assert all(row["holds"] for row in told["result_data"] if row["decides"])
    (tag,) = overlay.inspect(warehouse, "tag_explanation", "Kestrel Harbor")["result_data"]
    assert tag["tag"] == "none"
    node = overlay.node_meant(warehouse, "Kestrel Harbor")
    assert tag["because"].endswith(f"= {node['conflict_score']:.3f}")
    (agent,) = overlay.inspect(warehouse, "agent_profile", "")["result_data"]
    assert (agent["conversations"], agent["messages"]) == (5, 5)
    unknown = overlay.inspect(warehouse, "agent_profile", "nobody")
    assert unknown["result_data"] == [agent], "who asks for another one is told which there are"
    assert unknown["result_summary"].startswith("no assistant is called 'nobody'; there are: 1 assistant, 5 messages;")


def test_d72_103_a_name_is_found_by_its_form_and_by_its_words(warehouse: OpenWarehouse) -> None:
    assert overlay.resolve(warehouse, "  kestrel-harbor ")[0]["found_by"] == "alias_exact"
    assert overlay.resolve(warehouse, "kestrel")[0]["found_by"] == "fts5_keyword"
    with pytest.raises(QueryError, match="no node is called"):
        overlay.node_meant(warehouse, "Zephyr")


def test_d72_110_each_conversation_is_something_to_come_back_to(warehouse: OpenWarehouse) -> None:
    rows = overlay.threads_of(warehouse, None, 10)
    assert [row["title_hint"] for row in rows] == [f"The {topic}" for topic in reversed(_TOPICS)]
    assert [row["turn_count"] for row in rows] == [3] * 5
    node = overlay.node_meant(warehouse, "Priya Raman")["node_id"]
    assert len(overlay.threads_of(warehouse, node, 3)) == 3


def test_d72_157_what_is_only_for_this_machine_is_not_told_elsewhere(warehouse: OpenWarehouse) -> None:
    node = overlay.node_meant(warehouse, "Priya Raman")["node_id"]
    sql = "SELECT visibility_class FROM overlay.nodes WHERE node_id = ?"
    assert select(warehouse.connection, sql, [node]).fetchall() == [("cloud_allowed",)]
    assert overlay.neighbours(warehouse, node, is_local=False)


def test_the_commands_say_it_in_words(life: _Life) -> None:
    assert "has to do with Kestrel Harbor" in life.run("node", "priya", "raman")
    assert "has to do with Kestrel Harbor (since 2025-01-07)" in life.run("node", "raman", "--as-of", "2025-02")
    assert "no decision names it" in life.run("node", "priya", "raman", "--decided")
    assert "The final report" in life.run("threads", "--limit", "1")
    assert "The week of 2025-04-21" in life.run("digest")
    assert json.loads(life.run("review", "relations", "--json"))["total"] >= 1


def test_a_question_is_answered_with_its_rows(life: _Life) -> None:
    """A search and the ties of a node were told as a count alone."""
    sentence, _, names, _, row = life.run("node", "raman", "--ask", "search_knowledge").splitlines()
    assert sentence == "1 node fits 'raman'"
    assert names.split("  ")[0] == "canonical name"
    assert row.startswith("Priya Raman")
    tied = life.run("node", "priya", "raman", "--ask", "connected_nodes").splitlines()
    assert tied[0] == "Priya Raman is tied to 1 node"
    assert tied[4].split()[:4] == ["linked_to_context", "Kestrel", "Harbor", "world_entity"]
    assert life.run("node", "--ask", "agent_profile").startswith("1 assistant, 5 messages;")
    assert set(QUESTIONS) <= set(life.run("node", "--help").split())


def test_d72_141_a_decision_holds_from_the_next_build_on_and_can_be_taken_back(life: _Life) -> None:
    with life.open() as warehouse:
        before = _edges(warehouse)
        waiting, total = overlay.waiting(warehouse)
    item = next(row for row in waiting if row["item_kind"] == "candidate_relation")["queue_item_id"]
    told = life.run("review", "relations", "approve", item[:12])
    assert "approve" in told
    assert "that stands already" in life.run("review", "relations", "approve", item[:12])
    life.run("build")
    with life.open() as warehouse:
        assert "active" in _edges(warehouse).values()
        assert overlay.waiting(warehouse)[1] == total - 1
        receipts = select(warehouse.connection, "SELECT status FROM overlay.review_receipts").fetchall()
        assert receipts == [("success",)]
    assert "“Tomas Lindqvist has to do with Kestrel Harbor” is right" in life.run("undo")
    life.run("build")
    with life.open() as warehouse:
        assert _edges(warehouse) == before
