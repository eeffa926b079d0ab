"""Events and names read by a model: asked over real HTTP, replayed without a network, beside those of the rules.

Guards seed 003 §2.1, appendix A.1, and design §1.1, §5.
"""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg_assets.cli.main import main
from kg_assets.store.calls import erase_calls_about
from kg_assets.store.home import Home
from kg_assets.store.registry import open_ledger
from tests.language.reading import export_of
from tests.llm.server import Behaviour, Endpoint, completion, says, serving
from tests.memory.remembering import Rows, build_memory, settings_file

pytestmark = pytest.mark.whole

LEASE = "Yesterday I signed the lease with Marta Ness, a notary at Acme. The stairs creak."
PAINT = "Last week we painted the kitchen."
TALK = (("user", LEASE), ("assistant", "You signed the lease, then."), ("user", PAINT), ("user", "ok"))
SIGNED = {
    "category": "Commitment", "narrative": "SELF signed the lease.", "time": "Yesterday",
    "subject": {"type": "object", "reference": "lease"},
    "actors": [{"reference": "SELF", "role": "owner"}, {"reference": "Marta Ness", "role": "contributor"}],
    "quote": "I signed the lease with Marta Ness", "confidence": 0.9,
}  # fmt: skip
CREAK = SIGNED | {
    "category": "QualityRisk", "narrative": "The stairs creak.", "time": None, "subject": None, "actors": [],
    "quote": "The stairs creak",
}  # fmt: skip
MARTA = {
    "surface_form": "Marta Ness", "canonical_suggestion": "Marta Ness", "type": "person", "role": "notary",
    "org": "Acme", "email": None, "aliases_in_doc": [], "confidence": 0.8,
}  # fmt: skip
STAIRS = MARTA | {"surface_form": "stairs", "canonical_suggestion": "stairs", "type": "object", "role": None}
STAIRS["org"] = None
Extract = Callable[..., tuple[int, str, Endpoint]]


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Rows]:
    """A home whose events the rules have read, and the rows."""
    folder = tmp_path_factory.mktemp("remembered")
    rows = build_memory(Home(folder / "home"), [export_of(folder / "talk.json", TALK)])
    return folder / "home", rows


@pytest.fixture
def home(untouched: tuple[Path, Rows], tmp_path: Path) -> Home:
    shutil.copytree(untouched[0], tmp_path / "home", symlinks=True)
    return Home(tmp_path / "home").prepare()


@pytest.fixture
def extract(home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Extract:
    """Run the command against a model; the exit code, what it said, and what the model was asked."""
    monkeypatch.setenv("ANNALS_HOME", str(home.root))
    monkeypatch.setenv("ANNALS_THREADS", "1")

    def run(model: Behaviour, *arguments: str, **models: Any) -> tuple[int, str, Endpoint]:
        with serving(model) as endpoint:
            models |= {"base_url": endpoint.base_url}
            monkeypatch.setenv("ANNALS_CONFIG", str(settings_file(tmp_path, **models)))
            capsys.readouterr()
            code = main(["extract", *arguments])
        said = capsys.readouterr()
        return code, said.out + said.err, endpoint

    return run


def replayed(home: Home, folder: Path) -> Rows:
    return build_memory(home, [], settings_file(folder, mode="replay", base_url="http://localhost:1/v1"))


def answers(said: dict[str, Any]) -> Behaviour:
    """A model that says this of each text, of others that there is nothing, and that it cannot tell people apart."""

    def behave(handler: Any, body: dict[str, Any]) -> None:
        shown = json.loads(body["messages"][1]["content"])
        nothing = {"events": [], "entities_mentioned": [], "decision": "uncertain", "reason": "Too little."}
        found = said.get(shown.get("text", ""), nothing)
        if callable(found):
            found(handler, body)
        else:
            handler.reply(200, completion(json.dumps(found), usage=(100, 20)))

    return behave


def events(rows: Rows) -> dict[str, str]:
    """Who read what, by the words."""
    read_by = {row["event_id"]: row["read_by"] for row in rows["memory.semantic_event"]}
    return {row["quote"]: read_by[row["event_id"]] for row in rows["memory.event_evidence"]}


def test_off_nothing_is_asked_and_the_rules_hold(
    untouched: tuple[Path, Rows], home: Home, extract: Extract, tmp_path: Path
) -> None:
    code, said, endpoint = extract(answers({}), "--estimate", mode="off")
    assert code == 0
    # what the assistant says, and what is too short, is not asked about
    assert "about events: 2 calls of 2 requests" in said
    assert endpoint.received == []
    assert build_memory(home, [], settings_file(tmp_path, mode="off")) == untouched[1]
    assert not untouched[1]["memory.semantic_event__model"]
    assert not untouched[1]["memory.rejected__model"]


def test_what_the_model_reads_stands_beside_what_the_rules_read(home: Home, extract: Extract, tmp_path: Path) -> None:
    """Guards the whole way: places, time, actors, names, the same bytes elsewhere, and erasure."""
    both = {"events": [SIGNED, CREAK], "entities_mentioned": [MARTA, STAIRS]}
    code, said, _ = extract(answers({LEASE: both, PAINT: says(None, message={"refusal": "No."})}), "--yes")
    assert code == 0, said
    rows = replayed(home, tmp_path)
    found = events(rows)
    assert found[SIGNED["quote"]] == found[CREAK["quote"]] == "model"
    assert [quote for quote, reader in found.items() if reader == "rules"] == ["Last week we painted the kitchen"]
    signed = next(row for row in rows["memory.semantic_event"] if row["category"] == "Commitment")
    assert signed["time_granularity"] == "day"
    actors = [row for row in rows["memory.event_actor__read"] if row["event_id"] == signed["event_id"]]
    assert [(row["surface_form"], row["is_self"]) for row in actors] == [("SELF", True), ("Marta Ness", False)]
    assert "lease" in signed["subject_json"]
    named = {row["surface_form"]: row["read_by"] for row in rows["memory.entity_mention__read"]}
    assert named["stairs"] == "model"
    assert named["Marta Ness"] == "rules"  # each place once
    elsewhere = Home(tmp_path / "elsewhere").prepare()
    for kept, there in ((home.ledger, elsewhere.ledger), (home.sources, elsewhere.sources)):
        shutil.copytree(kept, there, dirs_exist_ok=True)
    assert replayed(elsewhere, tmp_path) == rows
    assert erase_calls_about(open_ledger(home), frozenset({"c0m0"})) > 0
    assert set(events(replayed(home, tmp_path)).values()) == {"rules"}


def test_a_hostile_answer_is_kept_out_whole(
    untouched: tuple[Path, Rows], home: Home, extract: Extract, tmp_path: Path
) -> None:
    """Guards "nothing fatal": no event of it stands, each item has its reason, the rules' events stay."""
    bad = [
        SIGNED | {"quote": "I robbed a bank"}, SIGNED | {"actors": [{"reference": "E9", "role": "owner"}]},
        SIGNED | {"quote": LEASE * 40}, SIGNED | {"category": 7}, "event", None,
        *({"narrative": f"On and on, {number}."} for number in range(200)),
    ]  # fmt: skip
    names = [MARTA | {"surface_form": "Доктор"}, MARTA | {"type": ["person"]}, 7]
    code, said, _ = extract(answers({LEASE: {"events": bad, "entities_mentioned": names}}), "--yes")
    assert code == 0, said
    rows = replayed(home, tmp_path)
    assert not rows["memory.semantic_event__model"]
    assert events(rows) == events(untouched[1])
    rejected = [(row["kind"], row["reason"]) for row in rows["memory.rejected__model"]]
    assert len(rejected) == len(bad) + len(names)
    assert {one: rejected.count(one) for one in sorted(set(rejected))} == {
        ("event", "MALFORMED"): 203, ("event", "NAME_NOT_FOUND"): 1, ("event", "QUOTE_NOT_FOUND"): 1,
        ("event", "QUOTE_TOO_LONG"): 1, ("name", "MALFORMED"): 2, ("name", "NAME_NOT_FOUND"): 1,
    }  # fmt: skip
