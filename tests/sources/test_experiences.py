"""Records of experiences: good lines become messages, each bad line is told with its file, number and what is wrong."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from kg_assets.core.config import load_config
from kg_assets.house import HOUSE
from kg_assets.sources.experiences import experiences_in
from kg_assets.sources.intake import recognise
from kg_assets.sources.refusals import RefusedError

NOW = datetime(2026, 5, 1, tzinfo=UTC)


def record(**changed: Any) -> dict[str, Any]:
    return {"id": "r1", "type": "self_definition", "text": "I'm shy.", "created_at": "2026-04-01T10:00:00Z"} | changed


def lines(path: Path, *given: dict[str, Any] | str) -> Path:
    path.write_text("".join(f"{one if isinstance(one, str) else json.dumps(one)}\n" for one in given), encoding="utf-8")
    return path


def test_good_lines_stay_and_bad_ones_are_named(tmp_path: Path) -> None:
    path = lines(
        tmp_path / "mine.jsonl",
        record(metadata={"mode": "journaling", "arousal": 0.5, "mood": "odd"}, conversation_id="d1"),
        "{not json", "[1]", "", record(id="r2", text=12), record(id="r3", type="dream"),
        record(id="r4", metadata={"mode": "loud"}), record(id="r5", created_at="2026-05-03T00:00:00Z"),
        record(id="r6", created_at="yesterday"), record(id="r7", text="I am " + "x" * 20_000),
        record(text="I'm bold."), record(metadata={"mode": "journaling", "arousal": 0.5}, conversation_id="d1"),
        record(id="r8", metadata={"arousal": 2}), record(id="r9", created_at="2026-03-01T10:00:00+02:00",
                                                         conversation_id="d1"),
    )  # fmt: skip
    found = experiences_in(path, "mine.jsonl", NOW)
    assert found is not None
    export, refused = found
    assert [(one.name, one.reason) for one in refused] == [
        ("mine.jsonl, line 2", "record_no_object"),
        ("mine.jsonl, line 3", "record_no_object"),
        ("mine.jsonl, line 5: text is '12'", "record_wrong_field"),
        ("mine.jsonl, line 6: type is 'dream'", "record_unknown_value"),
        ("mine.jsonl, line 7: metadata.mode is 'loud'", "record_unknown_value"),
        ("mine.jsonl, line 8: created_at 2026-05-03T00:00:00+00:00", "record_future"),
        ("mine.jsonl, line 9: created_at is 'yesterday'", "record_wrong_field"),
        ("mine.jsonl, line 10: text", "record_too_long"),
        ("mine.jsonl, line 11: id 'r1'", "record_contradicts"),
        ("mine.jsonl, line 13: metadata.arousal is '2'", "record_wrong_field"),
    ]
    (talk,) = json.loads(export)
    assert (talk["conversation_id"], talk["current_node"]) == ("experiences:d1", "r1")
    assert {key: node["parent"] for key, node in talk["mapping"].items()} == {"r9": None, "r1": "r9"}
    message = talk["mapping"]["r1"]["message"]
    assert message["metadata"] == {"mode": "journaling", "arousal": 0.5}
    assert message["create_time"] == datetime(2026, 4, 1, 10, tzinfo=UTC).timestamp()


def test_the_same_records_are_the_same_bytes(tmp_path: Path) -> None:
    one, other = record(), record(id="r2", text="I'm not shy.")
    both = [experiences_in(lines(tmp_path / name, *given), name, NOW) for name, given in
            (("a.jsonl", (one, other)), ("b.jsonl", (other, one, one)))]  # fmt: skip
    assert both[0] == both[1]


def test_a_folder_of_records_is_taken_in_file_by_file(tmp_path: Path) -> None:
    folder = tmp_path / "experiences"
    folder.mkdir()
    lines(folder / "a.jsonl", record(), "x")
    lines(folder / "b.jsonl", record(id="r2"))
    found = recognise(folder, load_config(HOUSE.sections, None).section("sources"))
    assert [[name for name, _ in intake.members] for intake in found] == [["a.jsonl"], ["b.jsonl"]]
    assert [one.name for intake in found for one in intake.refused] == ["a.jsonl, line 2"]


def test_what_holds_no_record_at_all(tmp_path: Path) -> None:
    assert experiences_in(lines(tmp_path / "log.jsonl", {"level": "info"}, "x"), "log.jsonl", NOW) is None
    with pytest.raises(RefusedError, match=r"mine\.jsonl, line 1: id is missing: a field is missing"):
        experiences_in(lines(tmp_path / "mine.jsonl", {"type": "self_definition", "text": "I"}), "mine.jsonl", NOW)
