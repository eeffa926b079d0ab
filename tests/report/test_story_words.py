"""The words of stories, and what is said of a version of them that cannot be."""

from pathlib import Path

import pytest

from kg_assets.core.data import data_path
from kg_assets.core.errors import ConfigError
from kg_assets.report.story_words import story_words


def _own(folder: Path, before: str, after: str) -> Path:
    text = data_path("config/report/stories.yaml").read_text(encoding="utf-8")
    assert before in text
    (folder / "report").mkdir()
    file = folder / "report" / "stories.yaml"
    file.write_text(text.replace(before, after), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("begun_by: [moved_to]", "begun_by: [moved]", "no predicate is called 'moved'"),
        ("  works_at: {begun_by: []", "  works_at: {begun: []", "states.works_at.begun"),
    ],
)
def test_an_error_in_ones_own_version_names_the_file_and_the_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: str, after: str, said: str
) -> None:
    """A misspelt relation would otherwise make no story, and nobody would know why."""
    file = _own(tmp_path, before, after)
    monkeypatch.setenv("ANNALS_CONFIG", str(tmp_path))
    with pytest.raises(ConfigError, match=said) as raised:
        story_words()
    assert str(file) in str(raised.value)


def test_ones_own_version_takes_the_place_of_the_shipped_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert story_words().states["lives_in"].begun_by == ("moved_to",)
    _own(tmp_path, "begun_by: [moved_to]", "begun_by: [moved_to, visited]")
    monkeypatch.setenv("ANNALS_CONFIG", str(tmp_path))
    assert story_words().states["lives_in"].begun_by == ("moved_to", "visited")
