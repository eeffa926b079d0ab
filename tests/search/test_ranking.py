"""Which rows answer best: worked scores, lanes, filters and phrases."""

from pathlib import Path

import numpy as np
import pytest

from kg_assets.search.lanes import best_rows, kind_scores, looked_up, word_scores
from kg_assets.search.opened import SearchIndex
from kg_assets.search.ranking import allowed_rows, best, weighed
from kg_assets.search.typed import Typed, understood
from tests.search.corpus import FINDING, index_over, messages

HOURS = [f"2024-05-{day:02d}T10:00:00.000Z" for day in range(1, 29)]
APART = messages(
    ("a", "user", HOURS[0], "copper kettle"),
    ("b", "user", HOURS[1], "copper copper"),
    ("c", "user", HOURS[2], "linen shirt and a kettle of soup"),
    ("d", "user", "2024-07-03T10:00:00.000Z", "linen"),
)


def asked(index: SearchIndex, text: str) -> Typed:
    return understood(text, index.words, FINDING.most_words, FINDING.longest_query)


def found(index: SearchIndex, text: str) -> list[str]:
    typed = asked(index, text)
    lanes = weighed(index, typed, FINDING)
    rows = best(lanes.total, allowed_rows(index, typed, lanes.is_candidate, None), 10, None)
    return [index.message_id(row) for row in rows]


def test_the_score_is_bm25(tmp_path: Path) -> None:
    index = index_over(tmp_path, APART)
    scores = word_scores(index, looked_up(index, asked(index, "copper")), FINDING)
    # Two of four rows have it: ln(1 + 2.5/2.5). A text's words and the three of its date make its length.
    lengths = np.array([5, 5, 7, 4])
    saturation = 1.2 * (0.4 + 0.6 * lengths / lengths.mean())
    counts = np.array([1, 2, 0, 0])
    expected = np.log(2) * counts * 2.2 / (counts + saturation)
    assert scores.tolist() == pytest.approx(expected.tolist(), rel=1e-5)


def test_no_word_is_required_and_more_of_them_are_better(tmp_path: Path) -> None:
    index = index_over(tmp_path, APART)
    assert found(index, "where is the copper kettle from Lisbon?")[0] == "m0"
    assert set(found(index, "where is the copper kettle from Lisbon?")) == {"m0", "m1", "m2"}
    assert looked_up(index, asked(index, "copper Lisbon")).unknown == ("lisbon",)


def test_what_is_excluded_is_not_found(tmp_path: Path) -> None:
    index = index_over(tmp_path, APART)
    assert found(index, "kettle -linen") == ["m0"]
    assert found(index, "kett*") == ["m0", "m2"]
    assert found(index, "kettle -lin*") == ["m0"]
    assert found(index, "xylophone") == []


def test_an_asked_month_is_better(tmp_path: Path) -> None:
    index = index_over(tmp_path, APART)
    assert found(index, "linen")[0] == "m3"
    assert found(index, "linen in May")[0] == "m2"
    dates = weighed(index, asked(index, "linen in July 2024"), FINDING).dates
    assert dates is not None
    assert dates.tolist() == pytest.approx([0, 0, 0, FINDING.date_bonus])


def test_a_year_and_a_month_begin_with_their_first_millisecond_and_end_before_the_next(tmp_path: Path) -> None:
    """An asked month counts with the one after it; a year with itself alone."""
    times = [
        "2023-12-31T23:59:59.999Z", "2024-01-01T00:00:00.000Z", "2024-02-29T12:00:00.000Z", "2024-12-31T23:59:59.999Z",
        "2025-01-01T00:00:00.000Z", "2025-01-31T23:59:59.999Z", "2025-02-01T00:00:00.000Z",
    ]  # fmt: skip
    index = index_over(tmp_path, messages(*((f"c{n}", "user", time, "linen") for n, time in enumerate(times))))

    def rewarded(text: str) -> list[int]:
        dates = weighed(index, asked(index, text), FINDING).dates
        assert dates is not None
        return np.flatnonzero(dates).tolist()

    assert rewarded("linen in 2024") == [1, 2, 3]
    assert rewarded("linen in December 2024") == [3, 4, 5]
    assert rewarded("linen in January 2024") == [1, 2]


def test_short_ones_and_questions_count_less(tmp_path: Path) -> None:
    rows = messages(
        ("a", "user", None, "kettle?"), ("b", "user", None, "kettle " * 5), ("c", "user", None, "kettle " * 40)
    )
    index = index_over(tmp_path, rows)
    expected = [0.18 / 20 - 0.1, 0.18 * 5 / 20, 0.18]
    assert kind_scores(index, FINDING).tolist() == pytest.approx(expected, rel=1e-5)


def test_what_a_question_names_is_answered_beside_it(tmp_path: Path) -> None:
    """The one that has the name as it stands is first, its answer follows; one that has both words apart is behind."""
    talk = messages(
        ("a", "user", HOURS[0], "quiet rivers are lean in a startup year"),
        ("b", "user", HOURS[1], "I finished Lean Startup yesterday evening at home"),
        ("b", "user", HOURS[1], "it taught me patience and care with money"),
    )
    index = index_over(tmp_path, talk)
    assert found(index, 'What did "Lean Startup" teach me?')[0] == "m1"
    assert set(found(index, 'What did "Lean Startup" teach me?')) == {"m0", "m1", "m2"}
    with_name, without = (
        word_scores(index, looked_up(index, asked(index, text)), FINDING)
        for text in ('what of "Lean Startup"?', "what of Lean Startup?")
    )
    # Two of three rows have it in reach: ln(1 + 1.5/2.5), times k1 + 1, times f / (f + what length makes of k1).
    amounts = np.array([0, 1, 0.5 * 0.8])
    lengths = index.arrays["length"]
    saturation = 1.2 * (0.4 + 0.6 * lengths / lengths.mean())
    expected = np.log(1.6) * 2.2 * amounts / (amounts + saturation)
    assert (with_name - without).tolist() == pytest.approx(expected.tolist(), rel=1e-4)


def test_the_earlier_row_is_first_among_equals() -> None:
    scores = np.array([1, 3, 2, 3, 3, 0], np.float32)
    allowed = np.array([True, True, True, False, True, True])
    assert best_rows(scores, allowed, 3) == [1, 4, 2]
    assert best_rows(scores, allowed, 9) == [1, 4, 2, 0, 5]


def test_texts_that_do_not_fit_are_passed_by(tmp_path: Path) -> None:
    index = index_over(tmp_path, APART)
    typed = asked(index, '"kettle of soup" copper')
    lanes = weighed(index, typed, FINDING)
    allowed = allowed_rows(index, typed, lanes.is_candidate, None)
    assert best(lanes.total, allowed, 5, lambda rows: [True for _ in rows]) == [2]
    assert best(lanes.total, lanes.is_candidate, 5, lambda rows: [row == 1 for row in rows]) == [1]


def test_what_is_asked_of_an_assistant_is_no_question_and_what_it_says_counts_less(tmp_path: Path) -> None:
    talk = messages(
        ("a", "user", None, "I bought a kettle. Is copper good?"),
        ("a", "assistant", None, "It is."),
        ("b", "user", None, "why?"),
    )
    index = index_over(tmp_path, talk)
    assert index.arrays["asks"].tolist() == [False, False, True]
    assert kind_scores(index, FINDING).tolist() == pytest.approx([0.18 * 4 / 20, -0.1, -0.1], rel=1e-5)
