"""What a shard that reads message by message finds new, and what it takes over from an earlier one."""

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from kg_assets.engine.news import News, asked_of, news_of, standing_of, standing_rows
from kg_assets.house import HOUSE

TEXTS = ("kg.messages", "kg.sentences")
_MESSAGES = {"m1": "I live in Oslo", "m2": "ok", "m3": "We met", "m4": "no", "m5": "so"}
_TAGS = {"m1": ["a", "bc"], "m3": ["x", None], "m4": [], "m5": None}


def _written(folder: Path, name: str, column: str, rows: dict[str, Any]) -> str:
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.parquet"
    pq.write_table(pa.table({"message_id": list(rows), column: list(rows.values())}), path)
    return str(path)


def _inputs(root: Path, name: str, messages: dict[str, Any], tags: dict[str, Any]) -> dict[str, list[str]]:
    return {
        "kg.messages": [_written(root / "messages", name, "text", messages)],
        "kg.sentences": [_written(root / "sentences", name, "tags", tags)],
    }


def _news(root: Path, messages: dict[str, Any], tags: dict[str, Any], **payload: int) -> News | None:
    """What is new in a second shard, asked with this payload; the first was asked with `terms` 1."""
    first = _inputs(root, "first", _MESSAGES, _TAGS)
    before = asked_of(first, TEXTS, {"terms": 1}, root)
    inputs = _inputs(root, "second", messages, tags)
    return news_of(before, asked_of(inputs, TEXTS, payload or {"terms": 1}, root), inputs, TEXTS, root)


@pytest.mark.parametrize(
    ("messages", "tags", "changed", "standing"),
    [
        (_MESSAGES, _TAGS, [], ["m1", "m2", "m3", "m4", "m5"]),
        (_MESSAGES | {"m2": "OK"}, _TAGS, ["m2"], ["m1", "m3", "m4", "m5"]),
        # The same letters in other parts of a list, and a list of nothing in place of no list.
        (_MESSAGES, _TAGS | {"m1": ["ab", "c"]}, ["m1"], ["m2", "m3", "m4", "m5"]),
        (_MESSAGES, _TAGS | {"m5": []}, ["m5"], ["m1", "m2", "m3", "m4"]),
        # New, gone, and without the row that one had in the second table.
        (_MESSAGES | {"m6": "hi"}, _TAGS, ["m6"], ["m1", "m2", "m3", "m4", "m5"]),
        ({k: v for k, v in _MESSAGES.items() if k != "m2"}, _TAGS, [], ["m1", "m3", "m4", "m5"]),
        (_MESSAGES, {k: v for k, v in _TAGS.items() if k != "m3"}, ["m3"], ["m1", "m2", "m4", "m5"]),
    ],
)  # fmt: skip
def test_what_changed_is_read_and_the_rest_stands(
    tmp_path: Path, messages: dict[str, Any], tags: dict[str, Any], changed: list[str], standing: list[str]
) -> None:
    news = _news(tmp_path, messages, tags)
    assert news is not None
    assert (list(news.changed), news.standing.to_pylist()) == (changed, standing)


def test_with_another_share_of_the_work_or_nothing_as_it_was_all_is_read(tmp_path: Path) -> None:
    assert _news(tmp_path, _MESSAGES, _TAGS, terms=2) is None
    assert _news(tmp_path, dict.fromkeys(_MESSAGES, "new"), _TAGS) is None


def test_without_the_files_of_before_all_is_read(tmp_path: Path) -> None:
    """They go with the builds that named them."""
    before = asked_of(_inputs(tmp_path, "first", _MESSAGES, _TAGS), TEXTS, {}, tmp_path)
    inputs = _inputs(tmp_path, "second", _MESSAGES | {"m2": "OK"}, _TAGS)
    now = asked_of(inputs, TEXTS, {}, tmp_path)
    torn = tmp_path / "messages" / "first.parquet"
    torn.write_bytes(torn.read_bytes()[:40])
    assert news_of(before, now, inputs, TEXTS, tmp_path) is None
    torn.unlink()
    assert news_of(before, now, inputs, TEXTS, tmp_path) is None
    assert news_of({}, now, inputs, TEXTS, tmp_path) is None


def test_rows_counts_and_events_of_what_stands_are_taken_over(tmp_path: Path) -> None:
    standing = pa.array(["m1", "m3"])
    path = Path(_written(tmp_path, "rows", "text", {"m1": "a", "m2": "b", "m3": "c"}))
    assert standing_rows(path, standing).to_pydict() == {"message_id": ["m1", "m3"], "text": ["a", "c"]}
    before = {
        "counts": {"m1": {"read": 2}, "m2": {"read": 3}},
        "events": [["WARN", "ODD", "m2", {}], ["WARN", "ODD", "m3", {"n": 1}]],
    }
    assert standing_of(before, standing) == ({"m1": {"read": 2}}, [["WARN", "ODD", "m3", {"n": 1}]])


def test_all_that_such_a_stage_reads_and_writes_is_of_messages() -> None:
    tables = {table.name: table for stage in HOUSE.stages for table in stage.tables}
    stages = [stage for stage in HOUSE.stages if stage.by_message]
    assert len(stages) > 2
    for stage in stages:
        assert stage.plan
        assert stage.texts
        for table in (*stage.tables, *(tables[name] for name in stage.texts)):
            assert "message_id" in table.arrow_schema().names, (stage.name, table.name)
