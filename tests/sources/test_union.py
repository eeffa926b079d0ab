"""The same conversation in several files: the newest version counts, older ones lose nothing, ids never collide."""

import json
from pathlib import Path
from typing import Any

from kg_assets.core.ids import IdSpace
from kg_assets.core.instants import NO_INSTANT
from kg_assets.sources.scan import horizon
from kg_assets.sources.settings import SourceSettings
from tests.sources.harness import Built, build, conversation, export, node

SPACE = IdSpace(SourceSettings().id_namespace)


def account(built: Built, kind: str) -> set[tuple[str, str, int]]:
    rows = built.rows("kg.source_reconciliation")
    found: dict[tuple[str, str], int] = {}
    for row in rows:
        if row["kind"] == kind:
            key = (row["status"], row["reason"])
            found[key] = found.get(key, 0) + row["items"]
    return {(status, reason, items) for (status, reason), items in found.items()}


def test_versions_are_united_by_node(tmp_path: Path) -> None:
    old = conversation(node("a", text="old"), node("gone", "a"), update_time=1700000000)
    new = conversation(node("a", text="new"), node("b", "a"), update_time=1800000000)
    built = build(tmp_path, export(old), export(new))
    assert built.broken_rules() == []
    found = {
        m["message_id"]: (m["text_raw"], m["is_in_newest_source"], m["tree_path"]) for m in built.rows("kg.messages")
    }
    assert found == {"a": ("new", True, "0"), "b": ("hello", True, "0/0"), "gone": ("hello", False, "0/1")}
    assert json.loads(built.rows("kg.conversations")[0]["raw_conversation_json"]) == new
    assert account(built, "message") == {
        ("read", "", 4), ("kept", "", 2), ("kept", "only_in_older_source", 1), ("superseded", "newer_version", 1),
    }  # fmt: skip
    assert account(built, "element") == {("read", "", 2), ("kept", "", 1), ("superseded", "newer_version", 1)}


def test_of_equally_new_versions_the_greater_hash_counts(tmp_path: Path) -> None:
    versions = [export(conversation(node("a", text=text))) for text in ("x", "y")]
    texts = []
    for name, order in (("a", versions), ("b", versions[::-1])):
        built = build(tmp_path / name, *order)
        texts.append(built.one("kg.messages", message_id="a")["text_raw"])
        newest = max(row["raw_sha256"] for row in built.rows("kg.source_conversations"))
        assert built.rows("kg.conversations")[0]["raw_sha256"] == newest
    assert texts[0] == texts[1]


def test_a_message_that_only_the_older_version_of_a_node_holds_is_kept(tmp_path: Path) -> None:
    empty: dict[str, Any] = {"id": "a", "parent": None, "children": [], "message": None}
    built = build(
        tmp_path,
        export(conversation(node("a", text="said"), node("b", "a"), update_time=1)),
        export(conversation(empty, node("b", "a"), update_time=2)),
    )
    assert built.broken_rules() == []
    assert built.one("kg.messages", message_id="a")["text_raw"] == "said"
    assert built.one("kg.messages", message_id="a")["is_in_newest_source"] is False


def test_the_same_bytes_twice_are_a_duplicate(tmp_path: Path) -> None:
    one = conversation(node("a"))
    built = build(tmp_path, export(one, one), export(one))
    assert built.broken_rules() == []
    statuses = sorted(row["status"] for row in built.rows("kg.source_conversations"))
    assert statuses == ["current", "duplicate", "duplicate"]
    assert len(built.rows("kg.messages")) == 1


def test_a_message_id_of_two_conversations_is_renamed_in_all_but_the_smallest(tmp_path: Path) -> None:
    both = [
        conversation(node("root"), node(f"own-{name}", "root"), conversation_id=name) for name in ("c-a", "c-b", "c-c")
    ]
    built = build(tmp_path, export(*both))
    assert built.broken_rules() == []
    renamed = SPACE.make("message", "c-b", "root")
    assert {m["conversation_id"]: m["message_id"] for m in built.rows("kg.messages") if m["tree_path"] == "0"} == {
        "c-a": "root",
        "c-b": renamed,
        "c-c": SPACE.make("message", "c-c", "root"),
    }
    assert built.one("kg.messages", message_id="own-c-b")["parent_id"] == renamed
    assert built.counts["renamed_messages"] == 2


def test_a_damaged_newest_version_leaves_the_older_one(tmp_path: Path) -> None:
    old = json.dumps([conversation(node("a"), update_time=1)]).encode()
    new = json.dumps([conversation(node("a"), update_time=2)]).encode().replace(b'"hello"', b'"hel\xfflo"')
    built = build(tmp_path, ("chatgpt", "a", old), ("chatgpt", "b", new))
    assert built.broken_rules() == []
    assert len(built.rows("kg.messages")) == 1
    assert built.rows("kg.ingest_quarantine")[0]["reason_code"] == "invalid_utf8"


def test_the_horizon_is_the_newest_instant_unless_it_is_out_of_line() -> None:
    days = [("a", "2024-01-01T00:00:00.000Z", False), ("b", "2024-06-01T00:00:00.000Z", False), ("c", None, False)]
    assert horizon(days, 366).instant == "2024-06-01T00:00:00.000Z"
    found = horizon([*days, ("d", "2031-01-01T00:00:00.000Z", False)], 366)
    assert (found.instant, found.outlier) == ("2024-06-01T00:00:00.000Z", "2031-01-01T00:00:00.000Z")
    two = [*days, ("d", "2031-01-01T00:00:00.000Z", False), ("e", "2031-01-02T00:00:00.000Z", False)]
    assert horizon(two, 366).instant == "2031-01-02T00:00:00.000Z"
    assert horizon([("a", "2024-01-01T00:00:00.000Z", False)] * 2, 366).instant == "2024-01-01T00:00:00.000Z"
    assert horizon([("c", None, False)], 366).instant == NO_INSTANT
    # What the person tells here is of today, however old all else is.
    told = [*days, ("told:5f", "2031-01-01T00:00:00.000Z", False)]
    assert horizon(told, 366).instant == "2031-01-01T00:00:00.000Z"
    # When a file was written counts only where nothing else names a time.
    files = [("n", "2024-07-01T00:00:00.000Z", True), ("m", "2024-07-02T00:00:00.000Z", True)]
    assert horizon([*days, *files], 366).instant == "2024-06-01T00:00:00.000Z"
    assert horizon([days[2], *files], 366).instant == "2024-07-02T00:00:00.000Z"


def test_an_instant_out_of_line_is_reported(tmp_path: Path) -> None:
    late = conversation(node("z", time=4e9), conversation_id="late")
    assert "HORIZON_OUTLIER" in build(tmp_path, export(conversation(node("a")), late)).codes()
