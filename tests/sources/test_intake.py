"""What a path is: every layout of an export is recognised, and what is none says so with place and remedy."""

import json
import os
import zipfile
from pathlib import Path
from typing import Any

import pytest

from kg_assets.core.errors import SourceError
from kg_assets.sources.intake import Intake, recognise
from kg_assets.sources.settings import SourceSettings
from tests.sources.harness import conversation, node

SETTINGS = SourceSettings()
ONE = json.dumps([conversation(node("a"))]).encode()


def write(folder: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


def only(path: Path) -> Intake:
    """The one source at a path."""
    (intake,) = recognise(path, SETTINGS)
    return intake


def names(intake: Intake) -> list[str]:
    return [name for name, _ in intake.members]


def refused(*intakes: Intake) -> dict[str, str]:
    return {one.name: one.reason for intake in intakes for one in intake.refused}


def zipped(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def test_every_layout_of_an_export(tmp_path: Path) -> None:
    write(tmp_path, {"one/conversations.json": ONE, "bare/chat.json": ONE[1:-1], "bom/c.json": b"\xef\xbb\xbf" + ONE})
    write(
        tmp_path,
        {"split/in/conversations-000.json": ONE, "split/in/conversations-001.json": ONE, "split/in/user.json": b"{}"},
    )
    assert names(only(tmp_path / "one")) == ["conversations.json"]
    assert names(only(tmp_path / "one" / "conversations.json")) == ["conversations.json"]
    assert names(only(tmp_path / "split")) == ["conversations-000.json", "conversations-001.json"]
    assert only(tmp_path / "bare" / "chat.json").adapter == "chatgpt"
    assert only(tmp_path / "bare").adapter == "chatgpt"
    assert only(tmp_path / "bom" / "c.json").adapter == "chatgpt"


def test_a_zip_is_read_by_streams_whatever_its_names_say(tmp_path: Path) -> None:
    path = zipped(tmp_path / "export.zip", {"../../etc/conversations.json": ONE, "user.json": b"{}", "a.png": b"x"})
    intake = only(path)
    assert names(intake) == ["conversations.json"]
    with intake.members[0][1]() as stream:
        assert stream.read() == ONE
    assert sorted(p.name for p in tmp_path.iterdir()) == ["export.zip"]


def test_claude_exports_and_notes(tmp_path: Path) -> None:
    claude = json.dumps([{"uuid": "c", "chat_messages": []}]).encode()
    write(
        tmp_path,
        {
            "claude/conversations.json": claude,
            "notes/b/2.md": b"two",
            "notes/1.txt": b"one",
            "notes/.obsidian/x.md": b"",
        },
    )
    assert only(tmp_path / "claude").adapter == "claude"
    notes = only(tmp_path / "notes")
    assert (notes.adapter, names(notes)) == ("notes", ["1.txt", "b/2.md"])
    assert names(only(tmp_path / "notes" / "1.txt")) == ["1.txt"]


def test_an_export_with_bad_conversations_is_an_export(tmp_path: Path) -> None:
    for number, data in enumerate(
        [b'[1, null, {"mapping": {}}]', b'[{"title": foo}, ' + ONE[1:], ONE[:-30], ONE.replace(b"hello", b"\xff")]
    ):
        assert only(write(tmp_path, {f"{number}.json": data}) / f"{number}.json").adapter == "chatgpt"


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.json", b"[]", "empty array"),
        ("a.json", b"", "is empty"),
        ("a.json", b"{}", "an empty object"),
        ("a.json", b'{"$schema": "x", "type": "object"}', "'$schema', 'type'"),
        ("a.json", b'[{"id": 1}]', "element 0 of 1"),
        ("a.json", b'["text"]', "a text"),
        ("a.json", b'[\n {"id": 1},\n {"id": foo}\n]', "line 3, column 9 (byte 22)"),
        ("a.json", "[]".encode("utf-16"), "UTF-16"),
        ("a.bin", b"\x00\x01\x02", "byte 0"),
        ("a.zip", b"PK\x03\x04damaged", "damaged zip"),
    ],
)
def test_what_is_no_export_says_where_and_what_to_do(tmp_path: Path, name: str, data: bytes, said: str) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(SourceError) as caught:
        recognise(tmp_path / name, SETTINGS)
    assert str(tmp_path / name) in str(caught.value)
    assert said in str(caught.value)


def test_folders_and_archives_without_conversations(tmp_path: Path) -> None:
    write(tmp_path, {"none/x.png": b"x"})
    (tmp_path / "empty").mkdir()
    archive = zipped(tmp_path / "none.zip", {"user.json": b"{}"})
    for path, said in [
        (tmp_path / "none", "1 file but"),
        (tmp_path / "empty", "0 files"),
        (tmp_path / "gone", "no such file"),
        (archive, "among 1 file of the archive"),
    ]:
        with pytest.raises(SourceError, match=said):
            recognise(path, SETTINGS)


def test_the_schema_of_an_export_is_no_export(shared: Any) -> None:
    with pytest.raises(SourceError, match=r"\$schema"):
        recognise(shared / "samples" / "exports" / "chatgpt-schema-v1.json", SETTINGS)


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)
    with pytest.raises(SourceError, match="pipe or a device"):
        recognise(pipe, SourceSettings())
    with pytest.raises(SourceError, match="no conversations"):
        recognise(tmp_path, SourceSettings())
