"""Reads sentences from the columns of `kg.sentences`.

Making an object of every row would cost more than most readers spend on a sentence. So columns are read, and the
sentences of a message are made when somebody asks for them. Tags, lemmas and dependencies are few words that occur
again and again: each is made once and shared by all tokens.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from kg_assets.language.sentence import SENTENCE_COLUMNS, TOKEN_COLUMNS, Sentence

_PLACE_COLUMNS = SENTENCE_COLUMNS[: -len(TOKEN_COLUMNS)]


class ParsedSentences:
    """The sentences of some files that were parsed."""

    def __init__(self, tables: Sequence[pa.Table]) -> None:
        self._rows: dict[str, list[int]] = {}
        if not tables:
            return
        rows = pa.concat_tables([table.filter(pc.is_valid(table["token_head"])) for table in tables]).combine_chunks()
        self._places = [rows[name].to_pylist() for name in _PLACE_COLUMNS]
        self._tokens = [(_values(pc.list_flatten(rows[name])), _ends(rows[name])) for name in TOKEN_COLUMNS]
        for row, message_id in enumerate(self._places[0]):
            self._rows.setdefault(message_id, []).append(row)

    def of(self, message_id: str) -> list[Sentence]:
        """The sentences of a message, in order."""
        return [self._sentence(row) for row in self._rows.get(message_id, ())]

    def _sentence(self, row: int) -> Sentence:
        tokens = [values[ends[row] : ends[row + 1]] for values, ends in self._tokens]
        return Sentence.of_columns([*[column[row] for column in self._places], *tokens])


def _ends(lists: pa.ChunkedArray) -> list[int]:
    """Where each list begins and ends in the array that holds the values of all lists: 0, then the end of each."""
    return list(accumulate(pc.fill_null(pc.list_value_length(lists), 0).to_pylist(), initial=0))


def _values(flat: pa.ChunkedArray) -> tuple[Any, ...]:
    if not pa.types.is_string(flat.type):
        return tuple(flat.to_numpy().tolist())
    told = pc.dictionary_encode(flat).combine_chunks()
    if isinstance(told, pa.ChunkedArray):  # if there are no rows
        return ()
    words = np.array(told.dictionary.to_pylist(), dtype=object)
    return tuple(words[told.indices.to_numpy()].tolist())
