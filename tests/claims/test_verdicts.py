"""A person's verdicts, folded: the last on a claim holds, what is undone does not, undoing the undoing restores."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from kg_assets.claims.verdicts import standing_verdicts
from kg_assets.store.decisions import ClaimConfirmed, ClaimCorrected, DecisionUndone, undone_positions
from kg_assets.store.registry import DECISIONS

KINDS = ("confirmed", "rejected", "corrected", "undone")
Given = tuple[str, str | int]  # the kind, and the claim or the position that is undone


def entries(*given: Given) -> list[list[dict[str, Any]]]:
    """The entries of each kind, at positions 1, 2, ..."""
    found: dict[str, list[dict[str, Any]]] = {kind: [] for kind in KINDS}
    for position, (kind, what) in enumerate(given, start=1):
        if kind == "undone":
            body: dict[str, Any] = {"undone_position": what}
        else:
            body = {"message_id": "m", "quote": f"words of {what}", "fact_key": str(what), "polarity": "positive"}
        if kind == "corrected":
            body["replacement"] = {"object": f"new at {position}"}
        found[kind].append(body | {"position": position})
    return [found[kind] for kind in KINDS]


def standing(*given: Given) -> list[tuple[str, str, int]]:
    return [(v.kind, v.fact_key, v.position) for v in standing_verdicts(*entries(*given))]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ([], []),
        ([("confirmed", "a")], [("confirmed", "a", 1)]),
        ([("confirmed", "a"), ("rejected", "b")], [("confirmed", "a", 1), ("rejected", "b", 2)]),
        # The last on the same claim, of whatever kind.
        ([("rejected", "a"), ("confirmed", "a")], [("confirmed", "a", 2)]),
        ([("corrected", "a"), ("corrected", "a")], [("corrected", "a", 2)]),
        # Undone: gone, and what was decided before holds again.
        ([("confirmed", "a"), ("undone", 1)], []),
        ([("rejected", "a"), ("confirmed", "a"), ("undone", 2)], [("rejected", "a", 1)]),
        # Undoing an undoing restores; undoing that takes back again.
        ([("confirmed", "a"), ("undone", 1), ("undone", 2)], [("confirmed", "a", 1)]),
        ([("confirmed", "a"), ("undone", 1), ("undone", 2), ("undone", 3)], []),
        # Undone twice is undone; one of the two taken back leaves the other.
        ([("confirmed", "a"), ("undone", 1), ("undone", 1), ("undone", 2)], []),
        # What is no decision on a claim is nobody's verdict.
        ([("undone", 7), ("confirmed", "a")], [("confirmed", "a", 2)]),
    ],
)
def test_what_stands(given: list[Given], expected: list[tuple[str, str, int]]) -> None:
    assert standing(*given) == expected


def test_claims_are_told_apart_by_message_words_fact_and_polarity() -> None:
    base = {"message_id": "m", "quote": "q", "fact_key": "f", "polarity": "positive"}
    others = [{"message_id": "n"}, {"quote": "r"}, {"fact_key": "g"}, {"polarity": "negative"}]
    confirmed = [{**base, **other, "position": i} for i, other in enumerate([{}, *others], start=1)]
    assert len(standing_verdicts(confirmed, [], [], [])) == 5
    rejected = [{**base, "position": 9}]
    found = standing_verdicts(confirmed, rejected, [], [])
    assert sorted(v.position for v in found) == [2, 3, 4, 5, 9]


def test_a_correction_holds_what_it_changes() -> None:
    (verdict,) = standing_verdicts(*entries(("corrected", "a")))
    left_open = dict.fromkeys(("subject", "predicate", "object_kind", "polarity", "since", "until", "when"))
    assert verdict.replacement == {**left_open, "object": "new at 1"}
    assert verdict.quote == "words of a"


GIVEN = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(KINDS[:3]), st.sampled_from("abc")),
        st.tuples(st.just("undone"), st.integers(1, 12)),
    ),
    max_size=12,
)


@given(GIVEN, st.randoms(use_true_random=False))
def test_the_order_of_the_entries_given_does_not_matter(given: list[Given], random: Any) -> None:
    lists = entries(*given)
    before = standing_verdicts(*lists)
    for one in lists:
        random.shuffle(one)
    assert standing_verdicts(*lists) == before


@given(GIVEN)
def test_undoing_everything_still_standing_leaves_nothing(given: list[Given]) -> None:
    decisions = list(given)
    for _ in range(len(given) + 1):
        left = standing(*decisions)
        decisions += [("undone", position) for _, _, position in left]
    assert standing(*decisions) == []


def test_undone_positions_by_hand() -> None:
    """5 undoes 4, so 4 does not undo 2; 3 undoes 1."""
    undone = [{"position": 3, "undone_position": 1}, {"position": 4, "undone_position": 2}]
    undone.append({"position": 5, "undone_position": 4})
    assert undone_positions(undone) == {1, 4}


def test_bodies_are_checked_and_registered() -> None:
    assert {"claim_confirmed", "claim_rejected", "claim_corrected", "decision_undone"} <= set(DECISIONS)
    body = {"message_id": "m", "quote": "q", "fact_key": "f", "polarity": "maybe"}
    for model, wrong in ((ClaimConfirmed, body), (ClaimCorrected, body | {"polarity": "positive"})):
        with pytest.raises(ValidationError):
            model.model_validate(wrong)
    with pytest.raises(ValidationError):
        DecisionUndone(undone_position=0)
