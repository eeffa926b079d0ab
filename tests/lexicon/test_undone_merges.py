"""Merges and splits that a person has taken back by position."""

from typing import Any

from kg_assets.lexicon.merges import direct_merges, standing_merges


def reference(name: str) -> dict[str, str]:
    return {"entity_id": name, "entity_type": "ORG", "entity_key": name.upper()}


def merged(position: int, entity: str, into: str) -> dict[str, Any]:
    return {"position": position, "merged": reference(entity), "into": reference(into)}


def split(position: int, entity: str) -> dict[str, Any]:
    return {"position": position, "merged": reference(entity)}


def undone(position: int, what: int) -> dict[str, Any]:
    return {"position": position, "undone_position": what}


def test_an_undone_merge_never_was() -> None:
    """b was merged into c over a merge into a: without the later one the earlier holds again."""
    merges = [merged(1, "b", "a"), merged(2, "b", "c"), merged(3, "d", "b")]
    assert direct_merges(merges, []) == {"b": "c", "d": "b"}
    assert direct_merges(merges, [], [undone(4, 2)]) == {"b": "a", "d": "b"}
    assert {m.entity_id: m.into_id for m in standing_merges(merges, [], [undone(4, 2)])} == {"b": "a", "d": "a"}
    assert standing_merges(merges, [], [undone(4, 2), undone(5, 4)]) == standing_merges(merges, [])


def test_an_undone_split_leaves_the_merge() -> None:
    merges, splits = [merged(1, "b", "a")], [split(2, "b")]
    assert direct_merges(merges, splits) == {}
    assert direct_merges(merges, splits, [undone(3, 2)]) == {"b": "a"}
    assert direct_merges(merges, splits, [undone(3, 2), undone(4, 1)]) == {}
    assert direct_merges(merges, splits, [undone(3, 99)]) == {}
