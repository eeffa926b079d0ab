"""Bad input is data: the build goes on, sets aside what it must and loses nothing silently."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.sources.harness import build, conversation, export, node


def chatgpt(data: bytes) -> tuple[str, str, bytes]:
    return ("chatgpt", "conversations.json", data)


GOOD = json.dumps(conversation(node("good"), conversation_id="good")).encode()


BAD: list[tuple[bytes, str]] = [
    (b"this is not JSON", "invalid_json"),
    (b'{"mapping": {}, "title": \'single\'}', "invalid_json"),
    (b'{"title": "\xff\xfe", "mapping": {}}', "invalid_utf8"),
    (b"5", "not_an_object"),
    (b"null", "not_an_object"),
    (b"[]", "not_an_object"),
    (b'{"title": "no messages"}', "no_messages"),
    (b'{"mapping": "text"}', "messages_wrong_type"),
    (b"[" * 150_000 + b"]" * 150_000, "nested_too_deeply"),
    (b'{"mapping": {"a": {"mess', "truncated"),  # the last, since the file ends in it
]


def test_bad_conversations_are_set_aside_whole_and_the_rest_goes_on(tmp_path: Path) -> None:
    built = build(tmp_path, chatgpt(b"[" + b",\n".join([GOOD, *(bad for bad, _ in BAD)])))
    assert built.broken_rules() == []
    found = {row["raw_bytes"]: row["reason_code"] for row in built.rows("kg.ingest_quarantine")}
    assert found == dict(BAD)
    assert [m["message_id"] for m in built.rows("kg.messages")] == ["good"]
    account = {
        row["reason"]: row["items"]
        for row in built.rows("kg.source_reconciliation")
        if (row["kind"], row["status"]) == ("element", "quarantined")
    }
    assert account == Counter(code for _, code in BAD)


@pytest.mark.parametrize(
    "value", ["NaN", "-Infinity", "123456789012345678901234567890", r'"\ud83d"', r'"a\u0000b"', "1e400", "-0.0", "1e-7"]
)
def test_values_beyond_ordinary_json_survive(tmp_path: Path, value: str) -> None:
    text = json.dumps(conversation(node("m", text="PLACE", odd="PLACE"))).replace('"PLACE"', value)
    built = build(tmp_path, chatgpt(f"[{text}]".encode()))
    assert built.broken_rules() == []
    (head,) = built.rows("kg.conversations")
    (message,) = built.rows("kg.messages")
    assert repr(json.loads(message["raw_message_json"])["message"]["odd"]) in (repr(json.loads(value)), "0")
    assert repr(json.loads(built.rows("kg.message_parts")[0]["raw_part_json"])) in (repr(json.loads(value)), "0")
    flagged = {"NaN": "nan", "-Infinity": "infinity", r'"\ud83d"': "lone_surrogate"}.get(value)
    if flagged:
        assert (head["raw_json_profile"], message["raw_json_profile"]) == (flagged, flagged)
    if value.startswith('"'):
        assert len(message["text_raw"]) == len(json.loads(value))
        assert message["text_raw"].isprintable() or "\0" in message["text_raw"] or "\ufffd" in message["text_raw"]


def test_a_lone_surrogate_keeps_every_offset(tmp_path: Path) -> None:
    parts = ["a\ud83d`b", "```\nx\n```"]
    content = {"content_type": "text", "parts": parts}
    built = build(tmp_path, export(conversation(node("m", content=content))))
    (message,) = built.rows("kg.messages")
    assert message["text_raw"] == "a\ufffd`b\n\n```\nx\n```"
    (fence,) = json.loads(message["code_fence_ranges_json"])
    assert message["text_raw"][fence["char_start"] : fence["char_end"]] == parts[1]
    assert json.loads(message["raw_message_json"])["message"]["content"]["parts"] == parts


TIMES: list[tuple[Any, str | None]] = [
    ("1700000000.25", "2023-11-14T22:13:20.250Z"),
    (-1.5, "1969-12-31T23:59:58.500Z"),
    (1e300, None),
    (1_700_000_000_250, "2023-11-14T22:13:20.250Z"),
    ([], None),
    ({}, None),
    (True, None),
    ("yesterday", None),
    ("100000-01-01T00:00:00Z", None),
]


def test_times_of_every_kind(tmp_path: Path) -> None:
    conversations = [
        conversation(node(f"m{i}", time=time), update_time=time, create_time=time, conversation_id=f"c{i}")
        for i, (time, _) in enumerate(TIMES)
    ]
    built = build(tmp_path, export(*conversations))
    assert built.broken_rules() == []
    for i, (_, stored) in enumerate(TIMES):
        assert built.one("kg.messages", message_id=f"m{i}")["created_at_utc"] == stored
        assert built.one("kg.conversations", conversation_id=f"c{i}")["updated_at_utc"] == stored


def test_wrong_types_that_can_be_read_are_read(tmp_path: Path) -> None:
    odd = conversation(node("m"), title=5, current_node=["x"], default_model_slug={"a": 1})
    odd["mapping"] |= {"number": 7, "nothing": None, "list": [1], "text": {"id": 3, "parent": 9, "message": "words"}}
    built = build(tmp_path, export(odd, conversation(node("p", content={"parts": {"a": "b"}}), conversation_id=7)))
    assert built.broken_rules() == []
    assert {c["conversation_id"]: c["title"] for c in built.rows("kg.conversations")} == {"c1": "5", "7": "T"}
    assert {m["message_id"] for m in built.rows("kg.messages")} == {"m", "text", "p"}


def test_cycles_orphans_and_repeated_keys(tmp_path: Path) -> None:
    ring = conversation(node("a", "b"), node("b", "a"), node("c", "gone"), conversation_id="ring")
    twice = json.dumps(conversation(node("m", text="first"), node("k", text="second"), conversation_id="twice"))
    twice = twice.replace('"k": {', '"m": {')
    built = build(tmp_path, chatgpt(f"[{json.dumps(ring)}, {twice}]".encode()))
    assert built.broken_rules() == []
    assert {"TREE_CYCLE", "ORPHAN_MESSAGE", "REPEATED_NODE_ID"} <= built.codes()
    texts = sorted(m["text_raw"] for m in built.rows("kg.messages") if m["conversation_id"] == "twice")
    assert texts == ["first", "second"]
    assert built.one("kg.conversations", conversation_id="twice")["raw_json_profile"] == "duplicate_key"


def test_a_chain_of_ten_thousand(tmp_path: Path) -> None:
    nodes = [node(f"n{i:05d}", f"n{i - 1:05d}" if i else None) for i in range(10_000)]
    built = build(tmp_path, export(conversation(*nodes)))
    last = built.one("kg.messages", message_id="n09999")
    assert (last["order_index"], last["tree_path"][:5], last["is_on_active_path"]) == (9_999, "@9884", True)
    assert last["parent_id"] == "n09998"


def test_ten_thousand_siblings(tmp_path: Path) -> None:
    nodes = [node("root"), *(node(f"n{i:05d}", "root") for i in range(10_000))]
    built = build(tmp_path, export(conversation(*nodes)))
    assert built.one("kg.messages", message_id="n09999")["tree_path"] == "0/9999"
    assert built.broken_rules() == []


def test_a_message_of_twenty_megabytes(tmp_path: Path) -> None:
    text = ("word " * 400_000 + "\n```\n> said\n") * 10
    built = build(tmp_path, export(conversation(node("m", text=text))))
    assert built.rows("kg.messages")[0]["text_raw"] == text


def test_deep_json_inside_a_message_survives(tmp_path: Path) -> None:
    deep = b"[" * 5_000 + b"]" * 5_000
    data = json.dumps([conversation(node("m", odd="PLACE"))]).encode().replace(b'"PLACE"', deep)
    built = build(tmp_path, chatgpt(data))
    assert built.broken_rules() == []
    assert deep in built.rows("kg.messages")[0]["raw_message_json"].encode()
