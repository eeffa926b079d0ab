"""What is marked private stays where the mark says: words planted in sources, and every output searched (D72-157)."""

import json
from collections.abc import Iterator
from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from kg_assets.cli.extraction import given_next
from kg_assets.cli.main import main
from kg_assets.core.config import load_config
from kg_assets.core.errors import QueryError, SourceError
from kg_assets.core.visibility import VISIBILITY
from kg_assets.house import HOUSE
from kg_assets.intake.asking import request_build
from kg_assets.intake.elsewhere import show_elsewhere
from kg_assets.mcp.serving import Answering, Interruptible
from kg_assets.mcp.texts import newest_conversations
from kg_assets.report.make import write_report
from kg_assets.store.gc import gc
from kg_assets.store.home import Home
from kg_assets.store.private import most_restrictive
from kg_assets.store.readonly import opened, select
from kg_assets.store.registry import open_ledger, registered
from kg_assets.store.vault import Vault
from tests.cli.a_life import built, engine_over
from tests.llm.server import completion, serving
from tests.overlay.world import ask

pytestmark = pytest.mark.whole

# Each word stands in one place only; the second says what becomes of that place.
_OPEN, _MESSAGE, _TALK, _PERSON, _BLOCKED, _SOURCE = (
    "Openmarker", "Hushmarker", "Talkmarker", "Priya Raman", "Blockmarker", "Notemarker",
)  # fmt: skip
_HELD_BACK = (_MESSAGE, _TALK, "Priya", "Raman", "priya", _BLOCKED, _SOURCE)
_TALKS = {
    "open-talk": [f"I work on {_OPEN} with Anna Keller.", f"My sister keeps a secret called {_MESSAGE}."],
    "talk-of-mine": [f"I was at the clinic for {_TALK}.", "It was in Lyon."],
    "of-a-person": [f"{_PERSON} is my doctor.", "I live in Oslo.", "priya raman called me again."],
    "blocked-talk": [f"I owe money to {_BLOCKED}."],
}


def _export(folder: Path) -> Path:
    talks = []
    for number, (name, said) in enumerate(_TALKS.items()):
        began = datetime(2025, 1, 6 + number, 10, tzinfo=UTC).timestamp()
        ids = [f"{name}-message-{place}" for place in range(len(said))]
        mapping: dict[str, Any] = {
            ids[place]: {
                "id": ids[place], "parent": ids[place - 1] if place else None,
                "children": ids[place + 1 : place + 2],
                "message": {"id": ids[place], "author": {"role": "user"}, "create_time": began + place,
                            "content": {"content_type": "text", "parts": [text]}},
            }
            for place, text in enumerate(said)
        }  # fmt: skip
        talks.append({"id": name, "conversation_id": name, "title": f"About {name}", "create_time": began,
                      "update_time": began + 60, "current_node": ids[-1], "mapping": mapping})  # fmt: skip
    path = folder / "conversations.json"
    path.write_text(json.dumps(talks), encoding="utf-8")
    return path


class _World:
    """A home whose owner marked a message, a conversation, a person, a source, and blocked a conversation."""

    def __init__(self, folder: Path) -> None:
        self.home = Home(folder / "home").prepare()
        self.engine = engine_over(self.home)
        notes = folder / "notes"
        notes.mkdir()
        (notes / "diary.md").write_text(f"I dreamt of {_SOURCE} and of Anna Keller.\n", encoding="utf-8")
        request_build(self.engine, [_export(folder)])
        built(self.engine, notes)

    def rebuild(self) -> None:
        built(self.engine)
        show_elsewhere(self.engine)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[_World]:
    with pytest.MonkeyPatch.context() as patch:
        made = _World(tmp_path_factory.mktemp("private"))
        patch.setenv("ANNALS_HOME", str(made.home.root))
        (source,) = [s for s in registered(open_ledger(made.home)) if s.adapter == "notes"]
        assert main(["private", "open-talk-message-1"]) == 0
        assert main(["private", "talk-of-mine"]) == 0
        assert main(["private", *_PERSON.split()]) == 0
        assert main(["private", source.export_sha256[:12]]) == 0
        assert main(["private", "blocked-talk", "--as", "blocked"]) == 0
        with pytest.raises(QueryError, match="annals build"):
            _answer(made, "weekly_digest", {})
        made.rebuild()
        yield made


def _answer(world: _World, tool: str, given: dict[str, Any]) -> str:
    answering = Answering(world.home, lambda: load_config(HOUSE.sections))
    try:
        return json.dumps(answering.call(tool, given, Interruptible()))
    finally:
        answering.close()


def _holds_none(text: str) -> None:
    assert [word for word in _HELD_BACK if word in text] == []


def test_d72_157_the_strictest_of_several_classes_holds() -> None:
    assert most_restrictive("cloud_allowed", "local_only", "cloud_warn") == "local_only"
    assert VISIBILITY == ("cloud_allowed", "cloud_warn", "local_only", "blocked")


def test_d72_157_agents_are_told_nothing_of_what_is_marked(world: _World) -> None:
    words = " ".join([_OPEN, *_HELD_BACK, "clinic secret doctor dreamt owe money"])
    asked = [
        ("hybrid_search", {"query": words, "limit": 50, "graph_expand": True, "expand_neighbors": True}),
        ("facts_as_of", {"with_unsure": True}),
        ("timeline", {"entity": "SELF", "with_unsure": True}),
        ("changes", {"since": "2024", "until": "2027"}),
        ("what_mattered", {"period": "2025-01"}),
        ("get_related_threads", {"limit": 100}),
        ("weekly_digest", {}),
        ("entity_review_queue", {}),
        ("graph_health", {}),
        ("inspect_knowledge", {"query_type": "search_knowledge", "target": "a"}),
        ("inspect_knowledge", {"query_type": "suppression_list"}),
    ]
    told = "".join(_answer(world, tool, given) for tool, given in asked)
    assert _OPEN in told
    _holds_none(told)
    for name in _HELD_BACK:
        with pytest.raises(QueryError):
            _answer(world, "inspect_knowledge", {"query_type": "node_detail", "target": name})


def test_d72_157_no_table_that_agents_may_ask_holds_it(world: _World) -> None:
    tables = "SELECT table_schema || '.' || table_name AS t FROM information_schema.tables WHERE table_type = 'VIEW'"
    with opened(world.home.elsewhere()) as warehouse:
        names = [row[0] for row in select(warehouse.connection, tables).fetchall()]
        assert len(names) > 100
        for name in names:
            _holds_none(str(select(warehouse.connection, f"SELECT * FROM {name}").fetchall()))
        assert newest_conversations(warehouse, 9)
    said = _answer(world, "sql", {"sql": "SELECT string_agg(text_raw, ' ' ORDER BY message_id) FROM messages"})
    assert _OPEN in said
    _holds_none(said)


@pytest.mark.parametrize("form", ["graphml", "gexf", "neo4j", "jsonld", "notes", "duckdb"])
def test_d72_157_no_export_holds_it(world: _World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    monkeypatch.setenv("ANNALS_HOME", str(world.home.root))
    assert main(["export", form, "--out", str(tmp_path / "out")]) == 0
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    held = b"".join(path.read_bytes() for path in files) + "".join(path.name for path in files).encode()
    assert len(held) > 1000
    assert [word for word in _HELD_BACK if word.encode() in held] == []


def test_d72_157_no_model_elsewhere_is_asked_about_it(world: _World, tmp_path: Path) -> None:
    """What requests are made of: sources without it. A model on this machine may read what is only for it."""
    changed = tmp_path / "settings.yaml"
    changed.write_text("models:\n  base_url: https://models.example.org/v1\n", encoding="utf-8")
    away = engine_over(world.home)
    away.config = load_config(HOUSE.sections, changed)
    for engine, held_back in ((away, _HELD_BACK), (world.engine, (_BLOCKED,))):
        given = given_next(engine, engine.config.section("models").is_here)
        read = b"".join(bytes(Vault(world.home).open_mmap(source["sha256"])) for source in given.sources)
        assert _OPEN.encode() in read
        assert [word for word in held_back if word.encode() in read] == []
        assert [word for word in held_back if word in json.dumps(given.ledger, default=dict)] == []


@pytest.mark.parametrize(("as_set", "away", "here"), [("local_only", True, False), ("blocked", True, True)])
def test_d72_157_a_model_is_asked_nothing_where_all_is_kept_from_it(
    world: _World, tmp_path: Path, as_set: str, away: bool, here: bool
) -> None:
    changed = tmp_path / "settings.yaml"
    changed.write_text(f"overlay:\n  personal_visibility: {as_set}\n", encoding="utf-8")
    engine = engine_over(world.home)
    engine.config = load_config(HOUSE.sections, changed)
    for is_here, is_refused in ((False, away), (True, here)):
        with pytest.raises(SourceError, match="personal_visibility") if is_refused else nullcontext():
            given_next(engine, is_here)


def test_d72_157_no_request_that_is_sent_holds_it(
    world: _World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bytes on the wire. Under a name that is not known to be this machine's the endpoint counts as elsewhere."""
    monkeypatch.setenv("ANNALS_HOME", str(world.home.root))
    monkeypatch.setenv("ANNALS_CONFIG", str(tmp_path / "settings.yaml"))
    for name, held_back in (("127.1", _HELD_BACK), ("127.0.0.1", (_BLOCKED,))):
        with serving(lambda handler, body: handler.reply(200, completion("{}"))) as endpoint:
            url = endpoint.base_url.replace("127.0.0.1", name)
            # A model of its own each, since what was answered is not asked again.
            models = {"mode": "live", "model": f"m-{name}", "base_url": url, "backoff_seconds": 0.01}
            (tmp_path / "settings.yaml").write_text(json.dumps({"models": models}), encoding="utf-8")
            assert main(["extract", "--yes"]) in (0, 1)
        sent = b"".join(received.body for received in endpoint.received)
        assert _OPEN.encode() in sent
        assert [word for word in held_back if word.encode() in sent] == []
    assert _TALK.encode() in sent, "what is only for this machine is read on it"


def test_d72_157_the_written_report_holds_nothing_that_is_blocked(world: _World, tmp_path: Path) -> None:
    """What is only for this machine may stand in it: it lies here."""
    write_report(world.home, load_config(HOUSE.sections), tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert _OPEN in page
    assert _BLOCKED not in page


def test_d72_157_what_an_assistant_would_be_given_is_without_it(
    world: _World, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    monkeypatch.setenv("ANNALS_HOME", str(world.home.root))
    assert main(["ask", _OPEN, _TALK, "clinic", "doctor"]) == 0
    out = capsys.readouterr().out
    assert _OPEN in out
    _holds_none(out)


def test_d72_008_d72_157_here_it_is_shown_with_its_class_and_the_blocked_is_nowhere(world: _World) -> None:
    sql = "SELECT scope, visibility_class, scope_inference_basis FROM overlay.nodes WHERE canonical_name = ?"
    with opened(world.home) as warehouse:
        found = select(warehouse.connection, sql, [_PERSON]).fetchall()
        assert found == [("private", "local_only", "user_override")]
        assert select(warehouse.connection, sql, ["About talk-of-mine"]).fetchall() == found
        assert select(warehouse.connection, sql, ["Oslo"]).fetchall() == [
            ("personal", "cloud_allowed", "personal_surface")
        ]
        text = str(select(warehouse.connection, "SELECT text_raw FROM messages").fetchall())
        assert _TALK in text
        assert _SOURCE in text
        assert _BLOCKED not in text
        digest = select(warehouse.connection, "SELECT line FROM overlay.weekly_digest").fetchall()
    _holds_none(str(digest))


def test_a_sweep_keeps_what_readers_elsewhere_see(world: _World) -> None:
    gc(world.home)
    assert _OPEN in _answer(world, "get_related_threads", {}) + _answer(world, "facts_as_of", {"with_unsure": True})


def test_undoing_every_mark_shows_all_again(world: _World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last of this file: the marks are gone after it."""
    monkeypatch.setenv("ANNALS_HOME", str(world.home.root))
    for _ in range(5):
        assert main(["undo"]) == 0
    world.rebuild()
    assert not world.home.elsewhere().database.exists()
    said = _answer(world, "sql", {"sql": "SELECT string_agg(text_raw, ' ' ORDER BY message_id) FROM messages"})
    assert all(word in said for word in (_OPEN, _MESSAGE, _TALK, _PERSON, _BLOCKED, _SOURCE))


def test_d72_157_a_node_is_as_its_mark_says() -> None:
    row = {"node_id": "n", "source_id": "e", "source_kind": "entity", "lifecycle": "observed", "is_persons": True}
    columns = dict.fromkeys(
        ["node_kind", "subtype", "canonical_name", "alpha", "beta", "confidence", "conflict_score", "delivery_hint",
         "staleness_state", "tier", "created_at", "updated_at", "last_verified_at", "status", "until_utc", "substate"],
        "x",
    )  # fmt: skip
    for visibility in VISIBILITY:
        marks = [{"target": "node", "key": "n", "visibility": visibility}]
        (node,) = ask("graph/nodes", {
            "scored": [{**columns, **row}], "marks": marks, "gate": [{"node_id": "-", "maturity_state": "active"}],
            "versions": [{"node_id": "-", "version": 1, "prior_version_id": "-"}],
        })  # fmt: skip
        assert node["visibility_class"] == visibility


def test_d72_157_a_conversation_that_is_marked_twice_is_one_node_and_the_stricter_mark_counts() -> None:
    row = {"node_id": "thread:c", "source_id": "c", "source_kind": "thread", "lifecycle": "observed"}
    other = {"node_id": "entity:c", "source_id": "c", "source_kind": "entity", "lifecycle": "observed"}
    columns = dict.fromkeys(
        ["node_kind", "subtype", "canonical_name", "alpha", "beta", "confidence", "conflict_score", "delivery_hint",
         "staleness_state", "tier", "created_at", "updated_at", "last_verified_at", "status", "until_utc", "substate"],
        "x",
    ) | {"is_persons": True}  # fmt: skip
    rows = ask("graph/nodes", {
        "scored": [{**columns, **row}, {**columns, **other}],
        "marks": [{"target": "node", "key": "thread:c", "visibility": "local_only"},
                  {"target": "conversation", "key": "c", "visibility": "cloud_warn"}],
        "gate": [{"node_id": "-", "maturity_state": "active"}],
        "versions": [{"node_id": "-", "version": 1, "prior_version_id": "-"}],
    })  # fmt: skip
    assert sorted((node["node_id"], node["visibility_class"]) for node in rows) == [
        ("entity:c", "cloud_allowed"), ("thread:c", "local_only"),
    ]  # fmt: skip
