"""Everything that lies under a path is taken in or named with the reason; one that cannot be read stops no other."""

import json
import os
import zipfile
from pathlib import Path
from typing import Any

import pytest

from kg_assets.core.errors import SourceError
from kg_assets.intake.asking import register, register_again
from kg_assets.intake.inbox import is_taken_in, look
from kg_assets.sources.intake import Intake, recognise
from kg_assets.sources.settings import SourceSettings
from kg_assets.store.health import inbox_source, problems_of
from kg_assets.store.home import Home
from kg_assets.store.registry import member_rows, open_ledger, registered
from tests.conftest import EngineFor
from tests.sources.harness import build, conversation, node
from tests.sources.test_intake import refused, write, zipped

SETTINGS = SourceSettings()


def export_of(*ids: str) -> bytes:
    return json.dumps([conversation(node(f"m-{name}"), conversation_id=name) for name in ids]).encode()


def ids_in(intake: Intake) -> list[str]:
    found = []
    for _, open_member in intake.members:
        with open_member() as stream:
            found += [one["conversation_id"] for one in json.load(stream)]
    return found


@pytest.fixture
def forbidden(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Names of files and folders that may not be opened; a system user may open any, so the refusal is made."""
    names: set[str] = set()
    scandir, open_path = os.scandir, Path.open

    def refuse(path: Any) -> None:
        if os.path.basename(os.fspath(path)) in names:
            raise PermissionError(13, "Permission denied", os.fspath(path))

    def scandir_checked(path: Any = ".") -> Any:
        refuse(path)
        return scandir(path)

    def open_checked(self: Path, *given: Any, **named: Any) -> Any:
        refuse(self)
        return open_path(self, *given, **named)

    monkeypatch.setattr(os, "scandir", scandir_checked)
    monkeypatch.setattr(Path, "open", open_checked)
    return names


def test_two_members_of_one_name_are_both_read(tmp_path: Path) -> None:
    """An archive was read by names: of two members that had one, the second was read twice and the first never."""
    with zipfile.ZipFile(tmp_path / "e.zip", "w") as archive:
        archive.writestr("conversations.json", export_of("a", "b"))
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("conversations.json", export_of("c", "d"))
    (intake,) = recognise(tmp_path / "e.zip", SETTINGS)
    assert ids_in(intake) == ["a", "b", "c", "d"]


def test_everything_in_a_folder_is_taken_or_named(tmp_path: Path) -> None:
    """Of a folder with an archive and a text only the text was taken; beside a conversations.json, nothing else was."""
    write(
        tmp_path,
        {
            "conversations.json": export_of("first"), "user.json": b"{}", "chat.html": b"<html>", "pic.webp": b"x",
            "file-abc-report.txt": b"somebody's words", "readme.txt": b"A note of mine.",
            "older/saved.json": export_of("saved"),
            "older/as text.txt": export_of("text"), "notes/a.md": b"# A",
            "backup.tar.gz": b"\x1f\x8b", ".hidden/x.md": b"x",
        },
    )  # fmt: skip
    zipped(tmp_path / "export.zip", {"conversations.json": export_of("zipped"), "user.json": b"{}", "inner.zip": b"PK"})
    (tmp_path / "broken.zip").write_bytes(b"PK\x03\x04 no archive")
    notes, *exports = recognise(tmp_path, SETTINGS)
    assert [name for name, _ in notes.members] == ["notes/a.md", "readme.txt"]
    assert sorted(one for intake in exports for one in ids_in(intake)) == ["first", "saved", "text", "zipped"]
    assert refused(notes, *exports) == {
        "backup.tar.gz": "archive", "broken.zip": "damaged", "chat.html": "companion",
        "file-abc-report.txt": "companion", "inner.zip": "archive", "pic.webp": "companion", "user.json": "companion",
    }  # fmt: skip


def test_a_document_of_ones_own_beside_an_export_is_not_lost(tmp_path: Path) -> None:
    """It was counted among what an export brings along, of which nobody hears."""
    write(tmp_path, {
        "conversations.json": export_of("first"), "lease.pdf": b"%PDF-1.4 cut off", "file-abc-scan.pdf": b"%PDF-1.4",
        "page.html": b"<p>x</p>",
    })  # fmt: skip
    intakes = recognise(tmp_path, SETTINGS)
    assert [name for one in intakes if one.adapter == "documents" for name, _ in one.members] == ["lease.pdf"]
    assert refused(*intakes) == {"file-abc-scan.pdf": "companion", "page.html": "companion"}


def test_a_folder_of_notes_names_what_is_no_note(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": b"# A", "plan.xlsx": b"PK", "data.json": b"[1]", "old.7z": b"7z"})
    (notes,) = recognise(tmp_path, SETTINGS)
    assert refused(notes) == {
        "data.json": "no_conversations", "old.7z": "archive", "plan.xlsx": "not_read",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        (
            "all.tar",
            b"conversations.json".ljust(257, b"\0") + b"ustar\x0000" + export_of("a"),
            "an archive that is not",
        ),
        ("all.tgz", b"\x1f\x8b\x08\x00" + export_of("a"), "an archive that is not read; unpack it"),
        ("chat.html", b"<html>\n<script>var jsonData = " + export_of("a"), "a page for reading, no export"),
        ("words.bin", b"Here it is: " + export_of("a"), "not JSON that can be read"),
    ],
)
def test_what_only_contains_an_export_is_none(tmp_path: Path, name: str, data: bytes, said: str) -> None:
    """A tar and a page were registered: their bytes hold the key of a conversation's messages."""
    (tmp_path / name).write_bytes(data)
    with pytest.raises(SourceError, match=said):
        recognise(tmp_path / name, SETTINGS)


def test_an_export_is_recognised_under_the_name_of_a_text(tmp_path: Path) -> None:
    write(tmp_path, {"chats.txt": export_of("a"), "list.txt": b"[ ] milk\n[ ] bread {mapping}"})
    assert [intake.adapter for intake in recognise(tmp_path / "chats.txt", SETTINGS)] == ["chatgpt"]
    assert [intake.adapter for intake in recognise(tmp_path / "list.txt", SETTINGS)] == ["notes"]


def test_an_archive_that_unpacks_to_far_more_is_refused(tmp_path: Path) -> None:
    """0.7 MB of archive took 1.5 GB of memory: it was unpacked to be looked at."""
    bomb = zipped(tmp_path / "bomb.zip", {"conversations.json": b"[" + b" " * 40_000_000 + b"]"})
    assert bomb.stat().st_size < 50_000
    with pytest.raises(SourceError, match=r"'conversations.json' unpacks to \d+ times its size .* archive_most_ratio"):
        recognise(bomb, SETTINGS)
    many = zipped(tmp_path / "many.zip", {f"{n}.json": b"[]" for n in range(30)})
    with pytest.raises(SourceError, match="holds 30 files, more than archive_most_members"):
        recognise(many, SETTINGS.model_copy(update={"archive_most_members": 29}))
    large = zipped(tmp_path / "large.zip", {"conversations.json": export_of("a")})
    with pytest.raises(SourceError, match="more than archive_most_bytes"):
        recognise(large, SETTINGS.model_copy(update={"archive_most_bytes": 10}))


def test_names_that_are_not_utf8(tmp_path: Path, engine_for: EngineFor, home: Home) -> None:
    """One such name stopped its folder, and the inbox for good: the record of the problem could not be written."""
    folder = home.inbox / os.fsdecode(b"caf\xe9")
    write(folder, {"plain.md": b"# Plain"})
    (folder / os.fsdecode(b"se\xf1or.md")).write_bytes(b"# Odd")
    (home.inbox / os.fsdecode(b"bad\xff.json")).write_bytes(b"no JSON")
    (home.inbox / "lost.md").symlink_to(home.inbox / "nowhere")
    engine = engine_for(home)
    found = look(home.inbox)
    assert found is not None
    assert len(found) == 3
    taken = {name: is_taken_in(engine, home.inbox / name, inbox_source(name), register) for name in sorted(found)}
    assert list(taken.values()) == [False, True, False]
    assert {problem["source"] for problem in problems_of(home)} == {"inbox/bad\\xff.json", "inbox/lost.md"}
    (source,) = registered(open_ledger(home))
    assert [member.name for member in source.members] == ["plain.md", "se\\xf1or.md"]
    assert register(engine, folder) == [source]


def test_a_note_and_a_folder_that_may_not_be_read_stop_nothing(
    tmp_path: Path, engine_for: EngineFor, home: Home, forbidden: set[str]
) -> None:
    folder = write(tmp_path / "notes", {"a.md": b"# A", "b.md": b"# B", "sub/c.md": b"# C", "sub/d.md": b"# D"})
    forbidden |= {"b.md", "sub"}
    (source,) = register(engine_for(home), folder)
    assert [member.name for member in source.members] == ["a.md"]
    assert [(one.name, one.reason) for one in source.refused] == [("b.md", "unreadable"), ("sub", "unreadable")]


def test_notes_that_may_not_be_read_any_more_stay_as_they_were(
    tmp_path: Path, engine_for: EngineFor, home: Home, forbidden: set[str]
) -> None:
    """The night published one conversation in place of two, and doctor found all well."""
    folder = write(tmp_path / "notes", {"a.md": b"# A", "sub/c.md": b"# C"})
    engine = engine_for(home)
    register(engine, folder)
    (folder / "a.md").write_bytes(b"# A, later")
    forbidden.add("sub")
    register_again(engine, folder)
    (source,) = registered(open_ledger(home))
    assert sorted(member.name for member in source.members) == ["a.md", "sub/c.md"]
    assert [(one.name, one.reason) for one in source.refused] == [("sub", "unreadable_as_before")]


def test_refused_files_are_counted_in_the_account(tmp_path: Path, engine_for: EngineFor, home: Home) -> None:
    folder = write(tmp_path / "notes", {"a.md": b"# A", "b.md": b"# B", "copy.md": b"# A", "plan.pdf": b"%PDF"})
    register(engine_for(home), folder)
    rows = member_rows(registered(open_ledger(home)))
    assert [row.get("refused") for row in rows if row["name"] != "never"].count(None) == 1
    built = build(
        tmp_path / "other", ("notes", "a.md", b"# A"), refused=[["plan.pdf", "not_read"], ["x.zip", "damaged"]]
    )
    assert built.broken_rules() == []
    files = [
        (r["name"], r["status"], r["reason"], r["items"])
        for r in built.rows("kg.source_reconciliation")
        if r["kind"] == "file"
    ]
    assert files == [
        ("", "kept", "", 1), ("", "read", "", 1),
        ("plan.pdf", "read", "", 1), ("plan.pdf", "refused", "not_read", 1),
        ("x.zip", "read", "", 1), ("x.zip", "refused", "damaged", 1),
    ]  # fmt: skip
