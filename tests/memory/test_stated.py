"""A build of memory hears an event only in what the speaker says for themselves."""

from pathlib import Path

import pytest

from kg_assets.claims.parsed.statements import statements
from kg_assets.store.home import Home
from tests.language.reading import export_of
from tests.memory.remembering import build_memory


@pytest.mark.parametrize(
    ("text", "is_stated"),
    [
        ("I bought a kayak.", True),
        ("Translate to German: I bought a kayak.", False),
        ('I bought "The Kayak"', True),
        ("As a user, I bought a kayak.", False),
        ("Please write a toast. I bought a kayak.", True),
    ],
)
def test_whether_the_last_words_are_stated(text: str, is_stated: bool) -> None:
    assert statements(text, ()).hold_end(text, len(text)) is is_stated


def test_a_text_that_is_to_be_worked_on_tells_no_event(home: Home, tmp_path: Path) -> None:
    handed = [("user", "Translate to German: I bought a car yesterday."), ("user", "Yesterday I sold the kayak.")]
    rows = build_memory(home, [export_of(tmp_path / "a.json", handed)])
    assert [row["narrative"] for row in rows["memory.semantic_event__rules"]] == ["Yesterday I sold the kayak."]
