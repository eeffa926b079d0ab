"""The cases of seed 003 §8 about people and events, asked by an agent: documents in, the SDK's client out.

V4-E2E-006, -008 and -009 are in `test_agents`: they ask of searches without people.
"""

import os
import subprocess
import sys
from typing import Any

import pytest
from mcp.client.client import Client

from kg_assets.store.home import Home
from tests.cli.a_life import built, engine_over
from tests.conftest import ROOT
from tests.mcp.conftest import over_stdio
from tests.mcp.test_agents import asked, called

pytestmark = pytest.mark.whole

_DOCUMENTS = {
    # E2E-001 and -002: rich context, and the same person by an initial.
    "review": "Alice Chen, Engineering Manager, reviewed the code.",
    "approval": "A. Chen from Acme approved the changes.",
    # E2E-003: two of one name.
    "meeting": "Bob Smith (Engineer at Acme) met with Bob Smith (Designer at OtherCorp).",
    # E2E-004: too little to decide.
    "deadline": "J. Aas mentioned the deadline.",
    "status": "Jonas A. updated the status.",
    # E2E-005 and -007: one person, two decisions.
    "boat": "Marta Kowalczyk decided to sell the wooden boat.",
    "garden": "Marta Kowalczyk decided to plant an apple tree.",
}
_LONG = "The harbour was quiet and the fog stood over the quay for most of the day. " * 60


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """Notes about people at work, published once."""
    folder = tmp_path_factory.mktemp("office")
    for name, text in _DOCUMENTS.items():
        (folder / f"{name}.md").write_text(f"# {name.title()}\n\n{text} I noted it at my desk.\n", encoding="utf-8")
    long = f"# Logbook\n\n{_LONG}\n\nMarta Kowalczyk repaired the lighthouse lamp. I noted it at my desk.\n\n{_LONG}\n"
    (folder / "logbook.md").write_text(long, encoding="utf-8")
    home = Home(folder / "home").prepare()
    built(engine_over(home), *sorted(folder.glob("*.md")))
    return home


def told(home: Home, question: Any) -> Any:
    return asked(lambda: over_stdio(home), question)


async def rows(client: Client, sql: str) -> list[list[Any]]:
    answer: list[list[Any]] = (await called(client, "sql", sql=sql))["rows"]
    return answer


def test_people_are_who_the_documents_say(office: Home) -> None:
    """V4-E2E-001 to -004."""

    async def ask(client: Client) -> None:
        alice = await called(client, "entity", name="Alice Chen")
        assert (alice["role"], alice["organization"]) == ("Engineering Manager", "Acme")
        assert {mention["words"] for mention in alice["last_mentions"]} == {"Alice Chen", "A. Chen"}
        assert all(mention["char_start"] is not None for mention in alice["last_mentions"])
        assert set(alice["aliases"]) == {"Alice Chen", "A. Chen"}
        assert await rows(client, "SELECT count(*) FROM memory.entity WHERE canonical_name = 'Alice Chen'") == [[1]]
        bobs = await rows(
            client,
            "SELECT organization, role FROM memory.entity WHERE canonical_name = 'Bob Smith' ORDER BY organization",
        )
        assert bobs == [["Acme", "Engineer"], ["OtherCorp", "Designer"]]
        (pair,) = (await called(client, "entity_review_queue"))["pairs"]
        assert {pair["one"]["name"], pair["other"]["name"]} == {"J. Aas", "Jonas A."}
        assert pair["reason"].endswith("that is not enough to decide.")
        edges = await rows(client, "SELECT confidence, reason FROM memory.graph_edge WHERE edge_type = 'POSSIBLY_SAME'")
        assert [reason for _, reason in edges] == [pair["reason"]]
        assert 0.5 < edges[0][0] < 1
        review = await rows(client, "SELECT canonical_name FROM memory.entity WHERE needs_review ORDER BY 1")
        assert review == [["J. Aas"], ["Jonas A."]]

    told(office, ask)


def test_the_graph_has_events_with_those_who_acted(office: Home) -> None:
    """V4-E2E-005 and -007, and the tools of §2.5."""

    async def ask(client: Client) -> None:
        health = await called(client, "graph_health")
        assert health["node_counts"]["Entity"] > 5
        assert health["node_counts"]["Event"] > 5
        assert health["edge_counts"]["ACTED_IN"] > 5
        assert health["edge_counts"]["ABOUT"] > 0
        assert health["possibly_same"] == 1
        jobs = {job["job_type"]: job["status"] for job in (await called(client, "job_status"))["jobs"]}
        assert jobs == {"extract_events": "DONE", "resolve_people": "DONE", "graph_upsert": "DONE"}
        question = {"query": "sell the wooden boat", "limit": 1, "graph_expand": True, "graph_budget": 5}
        answer = await called(client, "hybrid_search", **question)
        related = answer["related_context"]
        assert 0 < len(related) <= 5
        tree = [event for event in related if "apple tree" in (event["evidence"][0]["quote"] or "")]
        assert tree
        assert {event["reason"] for event in tree} == {"same_actor:Marta Kowalczyk"}

    told(office, ask)


def test_a_chunk_of_a_long_document_leads_to_its_events(office: Home) -> None:
    """V4-E2E-010."""

    async def ask(client: Client) -> None:
        answer = await called(client, "hybrid_search", query="lighthouse lamp", limit=1, graph_expand=True)
        (found,) = answer["primary_results"]
        assert "lighthouse" in found["content"]
        held = await rows(
            client,
            "SELECT DISTINCT r.is_latest FROM memory.chunk c JOIN memory.artifact_revision r USING (revision_id) "
            f"WHERE c.message_id = '{found['id']}'",
        )
        assert held == [[True]]
        events = await rows(client, f"SELECT count(*) FROM memory.semantic_event WHERE message_id = '{found['id']}'")
        assert events[0][0] > 0
        assert {event["reason"] for event in answer["related_context"]} == {"same_actor:Marta Kowalczyk"}

    told(office, ask)


def test_a_persons_verdict_holds_in_the_next_build(office: Home) -> None:
    """The queue is worked off by commands, as scripts do it."""

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "kg_assets.cli.main", *arguments], capture_output=True, text=True, cwd=ROOT,
            env=os.environ | {"ANNALS_HOME": str(office.root)}, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "are one and the same" in run("review", "same", "J. Aas", "Jonas A.")
    built(engine_over(office))

    async def ask(client: Client) -> None:
        assert (await called(client, "entity_review_queue"))["pairs"] == []
        decided = await rows(
            client, "SELECT verdict, decided_by FROM memory.dedup_decision WHERE name_a IN ('J. Aas', 'Jonas A.')"
        )
        assert ["same", "person"] in decided

    told(office, ask)
    assert "are one" in run("undo")
