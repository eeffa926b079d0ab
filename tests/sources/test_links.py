"""Links in a folder of notes: those that lead out of it give nothing, and are told."""

from pathlib import Path

import pytest

from kg_assets.core.config import load_config
from kg_assets.core.errors import SourceError
from kg_assets.house import HOUSE
from kg_assets.sources.intake import recognise
from kg_assets.sources.refusals import by_reason

SETTINGS = load_config(HOUSE.sections).section("sources")


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A folder of notes with links to a note of its own, to one outside, to a folder outside and to nothing."""
    (tmp_path / "private").mkdir()
    (tmp_path / "private" / "diary.md").write_text("A secret.", encoding="utf-8")
    folder = tmp_path / "vault"
    (folder / "daily").mkdir(parents=True)
    (folder / "note.md").write_text("A note.", encoding="utf-8")
    (folder / "daily" / "same.md").symlink_to(folder / "note.md")
    (folder / "daily" / "diary.md").symlink_to(tmp_path / "private" / "diary.md")
    (folder / "private").symlink_to(tmp_path / "private")
    (folder / "lost.md").symlink_to(folder / "nowhere.md")
    return folder


def test_a_note_outside_the_folder_is_not_taken_in(vault: Path) -> None:
    """One link in a shared folder of notes would have copied any file of the person into the warehouse."""
    (intake,) = recognise(vault, SETTINGS)
    assert [name for name, _ in intake.members] == ["daily/same.md", "note.md"]


def test_a_link_that_is_named_itself_is_followed(vault: Path, tmp_path: Path) -> None:
    (tmp_path / "notes").symlink_to(vault)
    (intake,) = recognise(tmp_path / "notes", SETTINGS)
    assert [name for name, _ in intake.members] == ["daily/same.md", "note.md"]


def test_links_that_give_nothing_are_told(vault: Path) -> None:
    (intake,) = recognise(vault, SETTINGS)
    assert by_reason((one.name, one.reason) for one in intake.refused) == {
        "leads_nowhere": ["lost.md"],
        "leads_out": ["daily/diary.md", "private"],
    }


def test_a_folder_of_outward_links_only_holds_nothing(tmp_path: Path, vault: Path) -> None:
    (tmp_path / "links").mkdir()
    (tmp_path / "links" / "a.md").symlink_to(vault / "note.md")
    with pytest.raises(SourceError, match="no notes"):
        recognise(tmp_path / "links", SETTINGS)


def test_a_folder_that_holds_itself_and_a_text_beyond_the_limit_give_the_rest(vault: Path) -> None:
    """Links in a circle are not walked for ever, and a text of half a gigabyte is refused unread."""
    (vault / "daily" / "again").symlink_to(vault)
    (vault / "one.md").symlink_to(vault / "other.md")
    (vault / "other.md").symlink_to(vault / "one.md")
    with (vault / "log.txt").open("wb") as large:
        large.truncate(500_000_000)  # takes no room on the disk
    (intake,) = recognise(vault, SETTINGS)
    assert [name for name, _ in intake.members] == ["daily/same.md", "note.md"]
    told = by_reason((one.name, one.reason) for one in intake.refused)
    assert told["too_large"] == ["log.txt"]
    assert told["leads_nowhere"] == ["lost.md", "one.md", "other.md"]
