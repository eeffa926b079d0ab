"""One hop through the graph: whom and what the seeds speak of, and what else is told of these."""

import time
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from kg_assets.core.errors import QueryError, WarehouseError
from kg_assets.queries.expansion import expanded
from kg_assets.search.hopped import HopIndex
from kg_assets.search.hops import hop_arrays
from kg_assets.store.arrays import write_arrays
from tests.search.corpus import index_over, messages

LATER = time.monotonic() + 3600
ITEMS = {
    **dict.fromkeys(("id", "message_id", "category", "summary", "event_time", "quote"), pl.String),
    "char_start": pl.Int64, "char_end": pl.Int64, "is_told": pl.Boolean, "claim_id": pl.String,
}  # fmt: skip
ENTITIES = {
    **dict.fromkeys(("entity_id", "name", "type", "role", "organization"), pl.String),
    "aliases": pl.List(pl.String), "mention_count": pl.Int64, "is_self": pl.Boolean,
}  # fmt: skip
WAYS = {"entity_id": pl.String, "id": pl.String, "is_actor": pl.Boolean}
BEGINS = {"message_id": pl.String, "entity_id": pl.String, "is_of_event": pl.Boolean, "is_named": pl.Boolean}


def item(name: str, message: str, category: str | None = "work", **more: Any) -> dict[str, Any]:
    told = {
        "id": name, "message_id": message, "category": category, "summary": f"what {name} is", "event_time": None,
        "quote": "words", "char_start": 0, "char_end": 5, "is_told": True, "claim_id": None,
    }  # fmt: skip
    return told | more


def entity(name: str, mentions: int, aliases: list[str] | None = None, is_self: bool = False) -> dict[str, Any]:
    return {"entity_id": name, "name": name.upper(), "type": "PERSON", "role": None, "organization": None,
            "aliases": aliases, "mention_count": mentions, "is_self": is_self}  # fmt: skip


# In the order in which they are told. Claim c5 takes something back; v2 was read in its words, v4 in those of c3.
SHOWN = [
    item("c1", "m2"), item("v2", "m3", claim_id="c5"), item("c3", "m4", "place"), item("v4", "m4", claim_id="c3"),
    item("c5", "m3", is_told=False), item("c6", "m0"), item("c7", "m5", None),
]  # fmt: skip
KNOWN = [entity("ana", 3, ["Ana", "Ann"]), entity("bo", 9, ["Bo"]), entity("me", 99, ["I"], True), entity("x", 1)]
LEADING = [
    ("ana", "c1", True), ("ana", "c3", False), ("ana", "v4", True), ("ana", "c6", True), ("bo", "c1", False),
    ("bo", "v2", True), ("bo", "c5", True), ("bo", "c7", False), ("me", "c7", True), ("me", "c1", True),
]  # fmt: skip
SPOKEN = [
    ("m0", "ana", True, True), ("m0", "me", True, True), ("m1", "bo", False, True), ("m2", "ana", True, True),
    ("m2", "bo", True, False), ("m2", "x", False, True),
]  # fmt: skip


@pytest.fixture
def hops(tmp_path: Path) -> HopIndex:
    rows = {
        "items": pl.DataFrame(SHOWN, schema=ITEMS), "entities": pl.DataFrame(KNOWN, schema=ENTITIES),
        "ways": pl.DataFrame(LEADING, schema=WAYS, orient="row"),
        "begins": pl.DataFrame(SPOKEN, schema=BEGINS, orient="row"),
    }  # fmt: skip
    write_arrays(tmp_path / "hops", *hop_arrays(rows, ["health", None, "work"]))
    return HopIndex(tmp_path / "hops")


def told(hops: HopIndex, *seeds: str, found: tuple[str, ...] = (), budget: int = 9, **more: Any) -> list[str]:
    rows = hops.hop(seeds, [*seeds, *found], budget, more.get("categories"), LATER)
    assert rows is not None
    return [f"{row['id']} {row['reason']}" for row in rows]


def test_what_else_is_told_of_whom_the_seeds_speak(hops: HopIndex) -> None:
    """No hop goes through the person, hits are not repeated, and v4 is shown as the claim that has its words."""
    assert told(hops, "m0") == ["c1 same_actor:ANA", "c3 same_subject:ANA"]
    assert told(hops, "m0", budget=1) == ["c1 same_actor:ANA"]
    assert told(hops, "m0", found=("m2",)) == ["c3 same_subject:ANA"]
    assert told(hops, "m0", categories=["place"]) == ["c3 same_subject:ANA"]
    assert told(hops, "m9") == told(hops) == []


def test_a_name_alone_leads_on_by_its_category(hops: HopIndex) -> None:
    """What took something back is not told, nor is the event that was read in its words."""
    assert told(hops, "m1") == ["c1 1_hop_via:work", "c7 None"]


def test_of_several_ways_the_nearest_is_told(hops: HopIndex) -> None:
    """Both lead to c1: a claim before a name, and of two claims the one in which somebody acts."""
    assert told(hops, "m0", "m1") == ["c1 same_actor:ANA", "c3 same_subject:ANA", "c7 None"]


def test_an_item_says_where_it_stands(hops: HopIndex, tmp_path: Path) -> None:
    said = messages(("a", "user", None, "soup"), ("b", "user", None, "rice"), ("c", "user", None, "bread"))
    index = index_over(tmp_path, said)
    found = expanded(index, hops, ["m0"], ["m0"], 1, None, 1000)
    assert found is not None
    related, involved = found
    assert related == [
        {
            "type": "event", "id": "c1", "category": "work", "reason": "same_actor:ANA", "summary": "what c1 is",
            "event_time": None,
            "evidence": [
                {"quote": "words", "artifact_uid": "c", "message_id": "m2", "start_char": 0, "end_char": 5},
            ],
        }
    ]  # fmt: skip
    # Bo is not named in m2 but acts in an event of it; who has no name there is not told.
    assert [(one["name"], one["aliases"]) for one in involved] == [("ME", ["I"]), ("ANA", ["Ana", "Ann"])]


def test_a_category_that_nothing_has_is_told(hops: HopIndex, tmp_path: Path) -> None:
    index = index_over(tmp_path, messages())
    with pytest.raises(QueryError, match="no event has the category 'sports'; there are health, place, work"):
        expanded(index, hops, [], [], 1, ["work", "sports"], 1000)
    assert expanded(index, hops, ["m0"], ["m0"], 9, ["health"], 1000) == ([], hops.named_in(["m0"]))


def test_what_takes_too_long_is_given_up(hops: HopIndex) -> None:
    assert hops.hop(["m0"], ["m0"], 9, None, time.monotonic() - 1) is None


def test_another_file_is_no_index_of_hops(tmp_path: Path) -> None:
    index_over(tmp_path, messages())
    with pytest.raises(WarehouseError, match="is no index of hops; `annals build` makes one"):
        HopIndex(next(tmp_path.glob("index-*")))
