"""Marks stand where the words and spans are, in texts of any script."""

from kg_assets.cli.highlight import excerpt, highlight, highlight_spans


def _mark(text: str) -> str:
    return f"[{text}]"


def test_words_are_marked_without_accents_and_endings() -> None:
    assert highlight("Café notes: running late", ["cafe", "run"], _mark) == "[Café] notes: running late"
    assert highlight("We were cycling; cycles", ["cycling"], _mark) == "We were [cycling]; cycles"
    assert highlight("The tests tested", ["test"], _mark) == "The [tests] [tested]"


def test_spans_are_codepoints() -> None:
    assert highlight_spans("😀 ab cd", [(2, 4), (5, 7)], _mark) == "😀 [ab] [cd]"
    assert highlight_spans("ab", [], _mark) == "ab"


def test_an_excerpt_surrounds_the_first_hit() -> None:
    text = "x " * 200 + "needle" + " y" * 200
    cut = excerpt(text, [(400, 406)], 60, _mark)
    assert "[needle]" in cut
    assert cut.startswith("…")
    assert cut.endswith("…")
    assert len(cut) < 70
