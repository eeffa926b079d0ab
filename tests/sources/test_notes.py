"""Notes and Claude exports are conversations like any other; offsets point into the note's own text."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.core.ids import IdSpace
from kg_assets.core.instants import normalize
from kg_assets.sources.nodes import UnreadableError
from kg_assets.sources.notes import date_in_name, note_chunks, note_object
from kg_assets.sources.settings import SourceSettings
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
    ("written", "instant"),
    [
        ("20240305", "2024-03-05T00:00:00.000Z"), ("202403051207", "2024-03-05T12:07:00.000Z"),
        ("20240305120745", "2024-03-05T12:07:45.000Z"), ("2024-03-05", "2024-03-05T00:00:00.000Z"),
        ("1709640427", "2024-03-05T12:07:07.000Z"), ("2024", None), ("240305", None),
    ],
)  # fmt: skip
def test_numbers_of_front_matter_are_no_seconds_since_1970(written: str, instant: str | None) -> None:
    note = note_object(f"---\ndate: {written}\n---\nhello".encode(), "a.md", SPACE, 2000)
    assert normalize(note["created"]) == instant


def test_other_encodings_are_refused() -> None:
    with pytest.raises(UnreadableError):
        note_object(b"caf\xe9", "a.txt", SPACE, 2000)


@given(st.text(alphabet="ab \n#`é.\r\t", max_size=200), st.integers(5, 40))
@settings(derandomize=True, max_examples=300)
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
