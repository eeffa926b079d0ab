"""A person's merges, folded: later decisions win, chains end in a survivor, what is split is as it was before."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pydantic import ValidationError

from kg_assets.lexicon.merges import Merge, direct_merges, standing_merges
from kg_assets.store.decisions import EntityReference
from kg_assets.store.registry import KINDS

Decision = tuple[str, str, str]  # "merge" or "split", the entity, and what it is merged into
SELF = "me"


def reference(name: str) -> dict[str, str]:
    kind, key = ("PERSON", "__SELF__") if name == SELF else ("ORG", name.upper())
    return {"entity_id": name, "entity_type": kind, "entity_key": key}


def entries(decisions: Sequence[Decision]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The entries of both kinds, with positions that have gaps as those of a ledger have."""
    merged, split = [], []
    for position, (what, entity, into) in enumerate(decisions):
        body: dict[str, Any] = {"merged": reference(entity), "position": 3 * position + 1}
        if what == "merge":
            merged.append(body | {"into": reference(into)})
        else:
            split.append(body)
    return merged, split


def fold(*decisions: Decision) -> Mapping[str, str]:
    return {m.entity_id: m.into_id for m in standing_merges(*entries(decisions))}


def merge(entity: str, into: str) -> Decision:
    return ("merge", entity, into)


def split(entity: str) -> Decision:
    return ("split", entity, "")


NAMES = ("a", "b", "c", "d", "e", SELF)
DECISIONS = st.lists(
    st.one_of(
        st.builds(merge, st.sampled_from(NAMES), st.sampled_from(NAMES)), st.builds(split, st.sampled_from(NAMES))
    ),
    max_size=14,
)


@pytest.mark.parametrize(
    ("decisions", "expected"),
    [
        ([], {}),
        ([merge("a", "b")], {"a": "b"}),
        # A chain ends in the last survivor, whichever link was made first.
        ([merge("a", "b"), merge("b", "c")], {"a": "c", "b": "c"}),
        ([merge("b", "c"), merge("a", "b")], {"a": "c", "b": "c"}),
        # The later decision on an entity wins; who it was merged into before stays by itself.
        ([merge("a", "b"), merge("a", "c")], {"a": "c"}),
        # Into what it is already: nothing, so that a split of b still takes a along.
        ([merge("a", "b"), merge("b", "c"), merge("a", "c"), split("b")], {"a": "b"}),
        # The other way round: the later survivor stands, for two and for a longer circle.
        ([merge("a", "b"), merge("b", "a")], {"b": "a"}),
        ([merge("a", "b"), merge("b", "c"), merge("c", "a")], {"b": "a", "c": "a"}),
        ([merge("a", "b"), merge("b", "a"), merge("a", "b")], {"a": "b"}),
        # A split takes out one, and what was merged into it stays with it.
        ([merge("a", "b"), merge("b", "c"), split("b")], {"a": "b"}),
        ([merge("a", "b"), merge("b", "c"), split("a")], {"b": "c"}),
        ([merge("a", "c"), merge("b", "c"), split("c")], {"a": "c", "b": "c"}),
        ([split("a"), merge("a", "b")], {"a": "b"}),
        # The person takes others in, and is never taken in, not even by a circle.
        ([merge("a", SELF)], {"a": SELF}),
        ([merge(SELF, "a")], {}),
        ([merge("a", SELF), merge(SELF, "a")], {"a": SELF}),
        # An entity is itself: nothing, also when it is merged into another.
        ([merge("a", "a")], {}),
        ([merge("a", "b"), merge("a", "a")], {"a": "b"}),
    ],
)
def test_what_stands(decisions: list[Decision], expected: Mapping[str, str]) -> None:
    assert fold(*decisions) == expected


def test_rows_say_what_both_are() -> None:
    rows = standing_merges(*entries([merge("b", "a"), merge("c", SELF), merge("a", "d")]))
    assert rows == [
        Merge("a", "ORG", "A", "d", "ORG", "D"),
        Merge("b", "ORG", "B", "d", "ORG", "D"),
        Merge("c", "ORG", "C", SELF, "PERSON", "__SELF__"),
    ]
    assert direct_merges(*entries([merge("b", "a"), merge("a", "d")])) == {"a": "d", "b": "a"}


@given(DECISIONS)
def test_every_survivor_stands_for_itself(decisions: list[Decision]) -> None:
    rows = standing_merges(*entries(decisions))
    merged = [row.entity_id for row in rows]
    assert merged == sorted(set(merged))
    assert not {row.into_id for row in rows} & set(merged)
    assert SELF not in merged


@given(DECISIONS, st.randoms(use_true_random=False))
def test_the_order_of_the_lists_does_not_matter(decisions: list[Decision], random: Any) -> None:
    merged, split_ = entries(decisions)
    expected = standing_merges(merged, split_)
    random.shuffle(merged)
    random.shuffle(split_)
    assert standing_merges(merged, split_) == expected


@given(DECISIONS, DECISIONS, st.data())
def test_decisions_on_other_entities_do_not_matter(
    ours: list[Decision], others: list[Decision], data: st.DataObject
) -> None:
    """However the decisions on two groups of entities fall between each other, each group is what it is alone."""
    renamed = [(what, f"x{entity}", f"x{into}") for what, entity, into in others]
    places = data.draw(st.lists(st.booleans(), min_size=len(ours) + len(renamed), max_size=len(ours) + len(renamed)))
    left, right, mixed = list(ours), list(renamed), []
    for is_ours in places:
        source = left if (is_ours and left) or not right else right
        mixed.append(source.pop(0))
    assert fold(*mixed) == {**fold(*ours), **fold(*renamed)}


@given(DECISIONS, st.sampled_from(NAMES), st.sampled_from(NAMES))
def test_a_split_after_a_merge_restores(decisions: list[Decision], entity: str, into: str) -> None:
    """Of two that had nothing to do with each other."""
    before = fold(*decisions)
    assume(entity not in before and before.get(into, into) != entity)
    assert fold(*decisions, merge(entity, into), split(entity)) == before


@given(DECISIONS, st.sampled_from(NAMES), st.sampled_from(NAMES))
def test_what_was_decided_last_holds(decisions: list[Decision], entity: str, into: str) -> None:
    after = fold(*decisions, merge(entity, into))
    if entity != into and entity != SELF:
        assert after[entity] == after.get(into, into)
    assert fold(*decisions, merge(entity, into), merge(entity, into)) == after
    assert entity not in fold(*decisions, split(entity))


@given(DECISIONS, st.sampled_from(NAMES))
def test_a_split_takes_one_out_with_what_is_its_own(decisions: list[Decision], entity: str) -> None:
    links = direct_merges(*entries(decisions))
    after = direct_merges(*entries([*decisions, split(entity)]))
    assert after == {merged: into for merged, into in links.items() if merged != entity}


def test_the_ledger_refuses_other_bodies() -> None:
    kinds = {kind.name: kind for kind in KINDS}
    assert {kinds[name].role for name in ("entities_merged", "entities_split")} == {"decision"}
    kinds["entities_merged"].validator.model_validate({"into": reference("a"), "merged": reference("b")})  # type: ignore[union-attr]
    for name, body in (
        ("entities_merged", {"merged": reference("a")}),
        ("entities_merged", {"into": reference("a"), "merged": reference("b"), "why": "because"}),
        ("entities_split", {"merged": {"entity_id": "a"}}),
    ):
        with pytest.raises(ValidationError):
            kinds[name].validator.model_validate(body)  # type: ignore[union-attr]
    assert EntityReference(**reference(SELF)).is_self
    assert not EntityReference(**reference("a")).is_self
