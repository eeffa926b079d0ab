"""Notes and Claude exports are conversations like any other; offsets point into the note's own text."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.core.ids import IdSpace
from kg_assets.core.instants import normalize
from kg_assets.intake.asking import request_build
from kg_assets.sources.nodes import UnreadableError
from kg_assets.sources.notes import date_in_name, month_in_name, note_chunks, note_object
from kg_assets.sources.settings import SourceSettings
from kg_assets.store.home import Home
from kg_assets.store.registry import open_ledger
from tests.conftest import EngineFor
from tests.sources.harness import build

SPACE = IdSpace(SourceSettings().id_namespace)
NOTE = """---
title: "Garden"
created: 2024-03-05
---
# Spring

Beds are ready.

```
# not a heading

still code
```

## Summer

Tomatoes — 12 plants.
"""


def test_a_note_is_cut_at_headings_and_keeps_its_words(tmp_path: Path) -> None:
    built = build(tmp_path, ("notes", "home/garden.md", NOTE.encode()))
    assert built.broken_rules() == []
    (head,) = built.rows("kg.conversations")
    assert (head["title"], head["created_at_utc"], head["source_kind"]) == (
        "Garden",
        "2024-03-05T00:00:00.000Z",
        "note",
    )
    found = built.rows("kg.messages")
    assert [m["text_raw"].splitlines()[0] for m in found] == ["# Spring", "## Summer"]
    assert all((m["role"], m["is_prose"], m["timestamp_quality"]) == ("user", True, "original") for m in found)
    assert [m["parent_id"] for m in found] == [None, found[0]["message_id"]]
    for m in found:
        raw = json.loads(m["raw_message_json"])
        assert NOTE[raw["char_start"] : raw["char_end"]] == m["text_raw"]
    assert json.loads(found[0]["code_fence_ranges_json"])[0]["language"] is None


def test_an_edit_renames_only_the_chunks_it_touched(tmp_path: Path) -> None:
    before = build(tmp_path / "a", ("notes", "n.md", NOTE.encode())).rows("kg.messages")
    after = build(tmp_path / "b", ("notes", "n.md", NOTE.replace("12", "14").encode())).rows("kg.messages")
    assert [m["conversation_id"] for m in before] == [m["conversation_id"] for m in after]
    assert before[0]["message_id"] == after[0]["message_id"]
    assert before[1]["message_id"] != after[1]["message_id"]


def test_a_note_that_names_itself_may_move() -> None:
    text = b"---\nid: 202403051200\n---\nhello"
    assert note_object(text, "a.md", SPACE, 2000)["id"] == note_object(text, "b/c.md", SPACE, 2000)["id"]
    assert note_object(b"x", "a.md", SPACE, 2000)["id"] != note_object(b"x", "b.md", SPACE, 2000)["id"]


@pytest.mark.parametrize(
    ("name", "date"),
    [
        ("2024-03-05 walk.md", "2024-03-05"),
        ("journal/2024/20240305.md", "2024-03-05"),
        ("2023_01_02/2024.03.05.txt", "2024-03-05"),
        ("2024-02-31.md", None),
        ("order 120240305.md", None),
        ("todo.md", None),
        ("trip 5 March 2024.md", "2024-03-05"),
        ("diary/March 5th, 2024.txt", "2024-03-05"),
        ("2024-01-09/notes_07-Sept-2023.md", "2023-09-07"),
        ("March 2024.md", None),
        ("mayor 12 2024.md", None),
        ("31 feb 2024.md", None),
    ],
)
def test_dates_in_names(name: str, date: str | None) -> None:
    assert date_in_name(name) == date


@pytest.mark.parametrize(
    ("name", "month"),
    [
        ("2024-03 notes.md", "2024-03-01"), ("log_2023.11.txt", "2023-11-01"), ("March 2024.md", "2024-03-01"),
        ("2022 sept/plans.md", "2022-09-01"), ("2021-05/ideas of 2020-12.md", "2020-12-01"),
        ("2024-03-99.md", None), ("2024-13.md", None), ("202403.md", None), ("mayor 2024.md", None),
    ],
)  # fmt: skip
def test_months_in_names(name: str, month: str | None) -> None:
    assert month_in_name(name) == month


@pytest.mark.parametrize(
    ("name", "text", "created", "quality"),
    [
        ("a.md", "---\ndate: 2022-07-05\n---\nhello", "2022-07-05T00:00:00.000Z", "original"),
        ("2023-02-03.md", "hello", "2023-02-03T00:00:00.000Z", "original"),
        ("2024-03 notes.md", "hello", "2024-03-01T00:00:00.000Z", "file_name_month"),
        ("a.md", "hello", "2025-06-07T08:09:10.011Z", "file_time"),
    ],
)
def test_a_date_that_is_written_goes_before_that_of_the_file(
    tmp_path: Path, name: str, text: str, created: str, quality: str
) -> None:
    """A note without a full date in it or its name had none, though its name said the month and its file a time."""
    built = build(tmp_path, ("notes", name, text.encode()), modified="2025-06-07T08:09:10.011Z")
    assert built.broken_rules() == []
    (message,) = built.rows("kg.messages")
    assert (message["created_at_utc"], message["timestamp_quality"]) == (created, quality)
    assert [row["newest_at_utc"] for row in built.rows("kg.source_conversations")] == [created]


def note_file(path: Path, text: str, seconds: float) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    os.utime(path, (seconds, seconds))
    return path


def test_a_files_time_is_that_of_its_first_intake(home: Home, engine_for: EngineFor, tmp_path: Path) -> None:
    engine, notes = engine_for(home), tmp_path / "notes"
    note_file(notes / "kept.md", "I planted leeks.", 1_700_000_000.25)
    note_file(notes / "edited.md", "I sold the van.", 1_600_000_000)
    asked = request_build(engine, [notes])
    touched = note_file(notes / "kept.md", "I planted leeks.", 1_750_000_000)
    assert request_build(engine, [notes]) == asked
    assert len(open_ledger(home).entries(["source_added"])) == 1
    note_file(notes / "edited.md", "I sold the van and the boat.", 1_720_000_000)
    newer = request_build(engine, [notes])
    assert newer.build != asked.build
    times = {row["name"]: row["modified_at_utc"] for row in newer.sources}
    assert times == {"kept.md": "2023-11-14T22:13:20.250Z", "edited.md": "2024-07-03T09:46:40.000Z"}
    moved = request_build(engine, [note_file(tmp_path / "else" / touched.name, touched.read_text(), 1_760_000_000)])
    assert "2023-11-14T22:13:20.250Z" in [
        row.get("modified_at_utc") for row in moved.sources if row["name"] == "kept.md"
    ]


def test_a_file_of_1970_has_no_time(home: Home, engine_for: EngineFor, tmp_path: Path) -> None:
    asked = request_build(engine_for(home), [note_file(tmp_path / "a.md", "I planted leeks.", 0)])
    assert [row.get("modified_at_utc") for row in asked.sources] == [None]


@pytest.mark.parametrize(
    ("written", "instant"),
    [
        ("20240305", "2024-03-05T00:00:00.000Z"), ("202403051207", "2024-03-05T12:07:00.000Z"),
        ("20240305120745", "2024-03-05T12:07:45.000Z"), ("2024-03-05", "2024-03-05T00:00:00.000Z"),
        ("2024030512", "2024-03-05T12:00:00.000Z"), ("1709640427", "2024-03-05T12:07:07.000Z"),
        ("2024", None), ("240305", None),
    ],
)  # fmt: skip
def test_numbers_of_front_matter_are_no_seconds_since_1970(written: str, instant: str | None) -> None:
    note = note_object(f"---\ndate: {written}\n---\nhello".encode(), "a.md", SPACE, 2000)
    assert normalize(note["created"]) == instant


def test_other_encodings_are_refused() -> None:
    with pytest.raises(UnreadableError):
        note_object(b"caf\xe9", "a.txt", SPACE, 2000)


@given(st.text(alphabet="ab \n#`é.\r\t", max_size=200), st.integers(5, 40))
@settings(max_examples=300)
def test_chunks_are_ordered_bounded_and_leave_out_only_blanks(text: str, size: int) -> None:
    chunks = list(note_chunks(text, 0, size))
    edges = [edge for chunk in chunks for edge in chunk]
    assert edges == sorted(edges)
    assert all(0 < end - start <= size for start, end in chunks)
    left_out = text
    for start, end in reversed(chunks):
        left_out = left_out[:start] + left_out[end:]
    assert left_out.strip() == ""


def claude(**message: Any) -> bytes:
    said = {"uuid": "m1", "sender": "human", "text": "hi", "content": [], "created_at": "2024-05-01T10:00:00.123456Z"}
    answer = {
        "uuid": "m2",
        "sender": "assistant",
        "text": "Sure.",
        "content": [
            {"type": "thinking", "thinking": "hm"},
            {"type": "tool_use", "name": "search", "input": {"q": "x"}},
            {"type": "text", "text": "Sure."},
        ],
        "created_at": None,
        "attachments": [{"file_name": "a.csv", "file_type": "text/csv", "extracted_content": "1,2"}],
    }
    head = {"uuid": "c1", "name": "N", "created_at": "2024-05-01T09:00:00Z", "updated_at": "2024-05-01T11:00:00Z"}
    return json.dumps([head | {"chat_messages": [said | message, answer]}]).encode()


def test_a_claude_export_is_a_chain_of_messages(tmp_path: Path) -> None:
    built = build(tmp_path, ("claude", "conversations.json", claude()))
    assert built.broken_rules() == []
    first, second = built.rows("kg.messages")
    assert (first["role"], first["text_raw"], first["created_at_utc"]) == ("user", "hi", "2024-05-01T10:00:00.123Z")
    assert (second["role"], second["parent_id"], second["tree_path"]) == ("assistant", "m1", "0/0")
    assert (second["text_raw"], second["timestamp_quality"]) == ("hm\n\nSure.", "imputed_parent")
    assert second["attachment_count"] == 1
    kinds = [p["part_type"] for p in built.rows("kg.message_parts") if p["message_id"] == "m2"]
    assert kinds == ["text", "tool_call", "text", "file"]
    assert built.events == []


def test_repeated_and_missing_ids_in_an_array_give_way_to_positions(tmp_path: Path) -> None:
    built = build(tmp_path, ("claude", "conversations.json", claude(uuid="m2")))
    assert built.broken_rules() == []
    assert {m["message_id"] for m in built.rows("kg.messages")} == {"m2", SPACE.make("message", "c1", 1)}
    built = build(tmp_path / "none", ("claude", "conversations.json", claude(uuid=None)))
    assert built.rows("kg.messages")[0]["message_id"] == SPACE.make("message", "c1", 0)
