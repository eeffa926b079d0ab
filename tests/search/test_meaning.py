"""Vectors learned from the messages: words of like company are near, the bytes follow from the messages."""

from pathlib import Path

import numpy as np
import pytest

from kg_assets.core.errors import WarehouseError
from kg_assets.search.lanes import looked_up, meaning_scores
from kg_assets.search.opened import SearchIndex
from kg_assets.search.ranking import weighed
from kg_assets.search.typed import understood
from kg_assets.store.arrays import write_arrays
from tests.search.corpus import FINDING, messages, write_index

KITCHEN = ("flour dough oven", "dough yeast oven", "yeast flour bread", "bread oven dough", "crust bread flour")
HARBOUR = ("mast sail rope", "sail keel rope", "keel mast anchor", "anchor rope sail", "hull anchor mast")
TALK = messages(
    *((f"k{n}", "user", None, text) for n, text in enumerate(KITCHEN)),
    *((f"h{n}", "user", None, text) for n, text in enumerate(HARBOUR)),
)


def test_words_of_like_company_are_near(tmp_path: Path) -> None:
    index = SearchIndex(write_index(tmp_path, TALK, meaning_dimensions=2))
    scores = meaning_scores(index, looked_up(index, understood("yeast", index.words, 9, 99)))
    assert scores is not None
    assert scores[:5].min() > 0.5 > scores[5:].max()
    assert scores.max() <= 1.02, "a length of one, but for rounding"


def test_words_without_a_vector_are_left_out_of_the_question(tmp_path: Path) -> None:
    """A word that no text has, and one that sorts behind all that have a vector, change nothing."""
    index = SearchIndex(write_index(tmp_path, TALK, meaning_dimensions=2))
    alone, beside = (
        meaning_scores(index, looked_up(index, understood(text, index.words, 9, 99)))
        for text in ("yeast", "aardvark yeast zzz")
    )
    assert alone is not None
    assert beside is not None
    assert np.array_equal(alone, beside)


def test_a_message_can_be_found_without_the_word(tmp_path: Path) -> None:
    index = SearchIndex(write_index(tmp_path, TALK, meaning_dimensions=2))
    lanes = weighed(index, understood("yeast", index.words, 9, 99), FINDING)
    without = [row for row in np.flatnonzero(lanes.is_candidate) if lanes.words[row] == 0]
    assert without
    assert set(without) <= set(range(5))


def test_a_word_without_a_vector_has_no_lane(tmp_path: Path) -> None:
    index = SearchIndex(write_index(tmp_path, TALK, meaning_dimensions=2))
    assert meaning_scores(index, looked_up(index, understood("crust", index.words, 9, 99))) is None
    assert meaning_scores(index, looked_up(index, understood("xylophone", index.words, 9, 99))) is None


def test_d72_007_vectors_of_another_length_than_the_settings_say_are_refused(tmp_path: Path) -> None:
    path = write_index(tmp_path, TALK, meaning_dimensions=12)
    index = SearchIndex(path)
    assert index.arrays["meaning"].shape == (len(TALK), 12)
    facts = {**index.facts, "numbers": {**index.facts["numbers"], "meaning_dimensions": 16}}
    write_arrays(tmp_path / "other", {name: np.array(array) for name, array in index.arrays.items()}, facts)
    with pytest.raises(WarehouseError, match="12 numbers where its settings say 16"):
        SearchIndex(tmp_path / "other")


def test_d72_007_an_index_goes_on_in_its_own_space_while_the_next_is_made(tmp_path: Path) -> None:
    index = SearchIndex(write_index(tmp_path, TALK, meaning_dimensions=2))
    asked = looked_up(index, understood("yeast", index.words, 9, 99))
    before = meaning_scores(index, asked)
    (tmp_path / "next").mkdir()
    after = SearchIndex(write_index(tmp_path / "next", TALK, meaning_dimensions=8))
    assert before is not None
    assert np.array_equal(before, meaning_scores(index, asked))
    assert (index.arrays["meaning"].shape[1], after.arrays["meaning"].shape[1]) == (2, 8)


def test_the_vectors_are_the_same_each_time(tmp_path: Path) -> None:
    first = write_index(tmp_path, TALK).read_bytes()
    assert write_index(tmp_path, TALK, slices=3).read_bytes() == first
