"""How the object of a claim reads: names, texts, dates, and what is measured."""

import duckdb
import pytest

from kg_assets.core.data import data_path
from kg_assets.history.macros import WORDS


@pytest.mark.parametrize(
    ("name", "kind", "value", "words"),
    [
        ("Acme", None, None, "Acme"),
        (None, "string", '"a \\"quoted\\" word"', 'a "quoted" word'),
        (None, "date", '"2024-03-01"', "2024-03-01"),
        (None, "number", "41", "41"),
        (None, "json", '{"unit":"EUR a month","value":2425}', "2425 EUR a month"),
        (None, "json", '{"x":1}', '{"x":1}'),
        (None, None, None, None),
    ],
)
def test_objects_as_they_are_said(name: str | None, kind: str | None, value: str | None, words: str | None) -> None:
    with duckdb.connect() as connection:
        connection.execute(data_path(WORDS).read_text(encoding="utf-8"))
        assert connection.execute("SELECT object_words(?, ?, ?)", [name, kind, value]).fetchall() == [(words,)]
