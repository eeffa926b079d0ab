"""The beginning of an organization's name is short for it, if it can mean nothing else."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.overlay.world import ask

_NODE = {"node_kind": "world_entity", "is_active": True, "source_kind": "entity", "visibility_class": "cloud_allowed"}


def _lexicon(*named: tuple[str, str], private: str = "") -> list[dict[str, Any]]:
    """The lexicon of nodes with these names and subtypes, one of which may be private."""
    return ask("resolution/lexicon", {
        "overlay.aliases": [
            {"node_id": name, "normalized_alias": name.lower(), "alias_type": "name", "confidence": 1.0}
            for name, _ in named
        ],
        "overlay.nodes": [
            {**_NODE, "node_id": name, "canonical_name": name, "subtype": kind,
             **({"visibility_class": "local_only"} if name == private else {})}
            for name, kind in named
        ],
    })  # fmt: skip


def _means(word: str, *named: tuple[str, str]) -> list[str]:
    return sorted(row["node_id"] for row in _lexicon(*named) if row["normalized_alias"] == word)


@pytest.mark.parametrize(
    ("named", "means"),
    [
        ([("Tussock", "thing"), ("Tussock Lighting", "organization")], "Tussock Lighting"),
        ([("Tussock", "thing"), ("Tussock Lighting", "thing")], "Tussock"),
        ([("Tussock", "place"), ("Tussock Lighting", "organization")], "Tussock"),
        ([("Tussock", "thing"), ("Tussock Lighting", "organization"), ("Tussock Farm", "organization")], "Tussock"),
        ([("Tussock", "thing"), ("Tussock Lighting", "organization"), ("Bea Tussock", "person")], "Tussock"),
        ([("Tussock", "thing"), ("Great Tussock", "organization")], "Tussock"),
    ],
)
def test_what_a_short_name_means(named: Sequence[tuple[str, str]], means: str) -> None:
    assert _means("tussock", *named) == [means]


def test_several_words_may_be_short_too() -> None:
    named = [("Harrow Point", "thing"), ("Harrow Point Aquarium", "organization")]
    assert _means("harrow point", *named) == ["Harrow Point Aquarium"]


def test_a_name_of_one_node_is_known_to_mean_it() -> None:
    lexicon = _lexicon(("Tussock", "thing"), ("Tussock Lighting", "organization"), ("Ana", "person"))
    lexicon.append({**lexicon[-1], "node_id": "other", "normalized_alias": "ana"})
    called = {row["normalized_alias"]: (row["node_id"], row["is_short"]) for row in ask("resolution/called", {
        "lexicon": lexicon})}  # fmt: skip
    assert called == {"tussock": ("Tussock Lighting", True), "tussock lighting": ("Tussock Lighting", False)}


@pytest.mark.parametrize("private", ["Tussock", "Tussock Lighting"])
def test_what_is_private_is_short_for_nothing_else(private: str) -> None:
    rows = _lexicon(("Tussock", "thing"), ("Tussock Lighting", "organization"), private=private)
    assert {row["normalized_alias"]: row["node_id"] for row in rows} == {
        "tussock": "Tussock", "tussock lighting": "Tussock Lighting",
    }  # fmt: skip
    assert {row["node_id"] for row in rows if row["visibility_class"] == "local_only"} == {private}
