"""Sentences from columns are those of the rows."""

import pyarrow as pa

from kg_assets.language.sentence import SENTENCE_COLUMNS, TOKEN_COLUMNS, Sentence
from kg_assets.language.stored import ParsedSentences
from tests.language.test_sentence import BOAT

_UNREAD = Sentence("m7", 4, 67, 72, " Why?")
_SOLD = Sentence("m8", 0, 0, 4, "Sold", (0,), (4,), ("sell",), ("VBD",), ("VERB",), ("ROOT",), (0,), ("",))


def _table(*sentences: Sentence) -> pa.Table:
    rows = [dict(zip(SENTENCE_COLUMNS, s.row(), strict=True)) for s in sentences]
    return pa.Table.from_pylist([row | {name: row[name] or None for name in TOKEN_COLUMNS} for row in rows])


def test_each_message_gets_its_parsed_sentences() -> None:
    stored = ParsedSentences([_table(BOAT, _UNREAD), _table(_SOLD)])
    assert stored.of("m7") == [BOAT]
    assert stored.of("m8") == [_SOLD]
    assert stored.of("m9") == []


def test_without_files_there_is_none() -> None:
    assert ParsedSentences([]).of("m7") == []


def test_files_without_a_parse_have_none() -> None:
    schema = _table(BOAT).schema
    assert ParsedSentences([_table(_UNREAD).cast(schema)]).of("m7") == []
