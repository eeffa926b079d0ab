"""The four layouts hold the same conversations."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from kg_assets.corpus.generator import CorpusSpec, generate, write_export

_SPEC = CorpusSpec(3, conversations=120, style="demo")


@pytest.fixture(scope="module")
def conversations() -> list[Any]:
    return list(generate(_SPEC))


def test_split_files_follow_each_other(tmp_path: Path, conversations: list[Any]) -> None:
    write_export(_SPEC, tmp_path, "split")
    files = sorted(path.name for path in tmp_path.glob("conversations*"))
    assert files == ["conversations-000.json", "conversations-001.json"]
    parts = [json.loads((tmp_path / name).read_bytes()) for name in files]
    assert [len(part) for part in parts] == [100, 20]
    assert parts[0] + parts[1] == conversations


def test_a_zip_brings_its_companions_and_the_same_bytes(tmp_path: Path, conversations: list[Any]) -> None:
    written = []
    for name in ("a", "b"):
        write_export(_SPEC, tmp_path / name, "zip")
        written.append((tmp_path / name / "export.zip").read_bytes())
    assert written[0] == written[1]
    with zipfile.ZipFile(tmp_path / "a" / "export.zip") as archive:
        assert {"conversations.json", "user.json", "message_feedback.json", "chat.html"} < set(archive.namelist())
        assert json.loads(archive.read("conversations.json")) == conversations


def test_without_children_nothing_else_is_lost(tmp_path: Path, conversations: list[Any]) -> None:
    write_export(_SPEC, tmp_path, "no_children")
    bare = json.loads((tmp_path / "conversations.json").read_bytes())
    for conversation, whole in zip(bare, conversations, strict=True):
        assert all("children" not in node for node in conversation["mapping"].values())
        for key, node in whole["mapping"].items():
            assert conversation["mapping"][key] == {name: node[name] for name in ("id", "message", "parent")}


def test_a_size_in_bytes_is_reached_within_one_conversation(tmp_path: Path) -> None:
    target = 1_500_000
    write_export(CorpusSpec(4, target_bytes=target), tmp_path)
    written = (tmp_path / "conversations.json").stat().st_size
    largest = max(
        len(json.dumps(conversation)) for conversation in json.loads((tmp_path / "conversations.json").read_bytes())
    )
    assert target <= written <= target + largest
