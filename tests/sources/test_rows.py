"""Rows that are taken back: as if they had never been added, also where some had become columns by then."""

import pytest

from kg_assets.core.contract import Column, Table
from kg_assets.sources.tables import Rows

LETTERS = Table(name="kg.letters", meaning="Letters.", columns=(Column("letter", "text", "One."),), key=("letter",))


@pytest.mark.parametrize("before", ["", "a", "ab", "a|", "|a", "ab|c", "a|b|c"])
@pytest.mark.parametrize("since", ["", "x", "x|", "|x", "x|y|z"])
def test_what_was_added_since_a_mark_is_forgotten(before: str, since: str) -> None:
    rows = Rows(LETTERS)

    def add(letters: str) -> None:
        for letter in letters:
            if letter == "|":
                rows.settle()
            else:
                rows.add((letter,))

    add(before)
    mark = rows.mark()
    add(since)
    assert rows.undo(mark) == ("|" in since)
    add("q")
    assert rows.table()["letter"].to_pylist() == [*before.replace("|", ""), "q"]
    assert len(rows) == len(before.replace("|", "")) + 1
