"""The cases of seed 003 §8 about people and events, asked by an agent: documents in, the SDK's client out.

V4-E2E-006, -008 and -009 are in `test_agents`: they ask of searches without people.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp.client.client import Client

from kg_assets.cli.main import main
from kg_assets.engine.runner import Engine
from kg_assets.store.home import Home
from tests.cli.a_life import built, engine_over
from tests.conftest import ROOT
from tests.language.reading import export_of
from tests.llm.server import completion, serving
from tests.mcp.conftest import over_stdio
from tests.mcp.test_agents import asked, called
from tests.memory.remembering import settings_file
from tests.sources.documents.made import mail, pdf

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
    # One person across a note, a chat, a mail and a PDF.
    "buoys": "Ingrid Solberg, Project Lead at Fjordlab, signed the plan for the buoys.",
    "garden": "Marta Kowalczyk decided to plant an apple tree.",
}
_LONG = "The harbour was quiet and the fog stood over the quay for most of the day. " * 60


def _reads(handler: Any, body: dict[str, Any]) -> None:
    """A model that reads what Marta decided, and of names that may be one knows nothing."""
    text = json.loads(body["messages"][1]["content"]).get("text", "")
    found = re.search(r"Marta Kowalczyk decided to [\w ]+", text)
    event = {
        "category": "Decision", "narrative": found and found.group(), "time": None, "quote": found and found.group(),
        "subject": None, "actors": [{"reference": "Marta Kowalczyk", "role": "owner"}], "confidence": 0.9,
    }  # fmt: skip
    answer = {
        "events": [event] if found else [], "entities_mentioned": [], "decision": "uncertain",
        "canonical_name": None, "reason": "An initial fits; that is not enough to decide.",
    }  # fmt: skip
    handler.reply(200, completion(json.dumps(answer), usage=(100, 20)))


def _with_model(home: Home, folder: Path) -> Engine:
    """What a model is asked about is asked and logged; the builds behind it replay that."""
    built(engine_over(home), *_files(folder))
    with pytest.MonkeyPatch.context() as patch, serving(_reads) as endpoint:
        patch.setenv("ANNALS_HOME", str(home.root))
        patch.setenv("ANNALS_CONFIG", str(settings_file(folder, base_url=endpoint.base_url)))
        assert main(["extract", "--yes"]) == 0
        assert endpoint.received
    return engine_over(home, settings_file(folder, mode="replay", base_url="http://localhost:1/v1"))


@pytest.fixture(scope="module", params=["by rules", "with a model"])
def office(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Home:
    """Notes about people at work, published once; read by rules alone, or by a model beside them."""
    folder = tmp_path_factory.mktemp("office")
    for name, text in _DOCUMENTS.items():
        (folder / f"{name}.md").write_text(f"# {name.title()}\n\n{text} I noted it at my desk.\n", encoding="utf-8")
    talk = (("user", "Ingrid Solberg called me about the buoys. I owe her an answer."),)
    export_of(folder / "talk.json", talk)
    sender = "Ingrid Solberg <ingrid.solberg@fjordlab.no>"
    (folder / "budget.eml").write_text(mail("The budget is fine with me.\n\nIngrid\n", sender), encoding="utf-8")
    (folder / "minutes.pdf").write_bytes(pdf(["Minutes. I. Solberg from Fjordlab presented the budget."]))
    long = f"# Logbook\n\n{_LONG}\n\nMarta Kowalczyk repaired the lighthouse lamp. I noted it at my desk.\n\n{_LONG}\n"
    (folder / "logbook.md").write_text(long, encoding="utf-8")
    home = Home(folder / "home").prepare()
    engine = _with_model(home, folder) if request.param == "with a model" else engine_over(home)
    built(engine, *_files(folder))
    return home


def _files(folder: Path) -> list[Path]:
    return sorted(
        path for path in folder.iterdir() if path.suffix in (".md", ".eml", ".pdf") or path.name == "talk.json"
    )


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


def test_one_person_is_found_in_a_chat_a_note_a_mail_and_a_pdf(office: Home) -> None:
    async def ask(client: Client) -> None:
        found = await rows(
            client,
            "SELECT a.artifact_type, m.surface_form FROM memory.entity_mention m "
            "JOIN memory.entity e USING (entity_id) JOIN memory.artifact a USING (artifact_uid) "
            "WHERE e.normalized_name = 'ingrid solberg' ORDER BY ALL",
        )
        assert [tuple(row) for row in found] == [
            ("chatgpt", "Ingrid Solberg"), ("document", "I. Solberg"), ("mail", "Ingrid"), ("mail", "Ingrid Solberg"),
            ("mail", "ingrid.solberg@fjordlab.no"), ("note", "Ingrid Solberg"),
        ]  # fmt: skip
        ingrid = await called(client, "entity", name="Ingrid Solberg")
        assert (ingrid["role"], ingrid["organization"]) == ("Project Lead", "Fjordlab")

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


def test_what_read_an_event_is_known(office: Home, request: pytest.FixtureRequest) -> None:
    """Where a model is used it reads the decisions, and the cases above hold all the same."""

    async def ask(client: Client) -> None:
        read_by = await rows(
            client,
            "SELECT DISTINCT s.read_by FROM memory.semantic_event s JOIN memory.event_evidence e USING (event_id) "
            "WHERE e.quote LIKE 'Marta Kowalczyk decided%'",
        )
        assert read_by == [["model" if "with a model" in request.node.name else "rules"]]

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
