"""The words of stories, and what is said of a version of them that cannot be."""

from pathlib import Path

import pytest

from kg_assets.core.data import data_path
from kg_assets.core.errors import ConfigError
from kg_assets.history.story_words import stories_in_use


def _own(folder: Path, before: str, after: str) -> Path:
    text = data_path("config/stories.yaml").read_text(encoding="utf-8")
    assert before in text
    file = folder / "stories.yaml"
    file.write_text(text.replace(before, after), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("ended_by: [graduated_from", "ended_by: [graduated", "no predicate is called 'graduated'"),
        (
            "  works_at: {begun_by: []",
            "  works_at: {begun: []",
            "states.works_at: there is no key 'begun' here; did you mean 'begun_by'",
        ),
    ],
)
def test_an_error_in_ones_own_version_names_the_file_and_the_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: str, after: str, said: str
) -> None:
    """A misspelt relation would otherwise make no story, and nobody would know why."""
    file = _own(tmp_path, before, after)
    monkeypatch.setenv("ANNALS_CONFIG", str(tmp_path))
    with pytest.raises(ConfigError, match=said) as raised:
        stories_in_use()
    assert str(file) in str(raised.value)


def test_ones_own_version_takes_the_place_of_the_shipped_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert stories_in_use().states["learning"].begun_by == ("started",)
    _own(tmp_path, "learning: {begun_by: [started]", "learning: {begun_by: [started, visited]")
    monkeypatch.setenv("ANNALS_CONFIG", str(tmp_path))
    assert stories_in_use().states["learning"].begun_by == ("started", "visited")
