"""Stages 0 and 1 as a whole: what an export says comes out as rows, with every raw value intact."""

import json
import math
import uuid
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from kg_assets.core.config import Config
from kg_assets.sources.settings import SourceSettings
from kg_assets.sources.tables import Rows
from tests.sources.harness import CONFIG, Built, build, conversation, export, node

NAMESPACE = uuid.UUID(SourceSettings().id_namespace)


def uuid5(*components: Any) -> str:
    return str(uuid.uuid5(NAMESPACE, json.dumps(components, separators=(",", ":"), ensure_ascii=False)))


def same(left: Any, right: Any) -> bool:
    """Equal values, of which NaN is one."""
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(right, float) and isinstance(left, int | float) and not isinstance(left, bool):
        # RFC 8785 writes a whole double by its shortest digits, which read back as an integer.
        return float(left) == right or (math.isnan(left) and math.isnan(right))
    return bool(left == right) and isinstance(left, bool) == isinstance(right, bool)


def message(built: Built, message_id: str) -> dict[str, Any]:
    return built.one("kg.messages", message_id=message_id)


def parts(built: Built, message_id: str) -> list[dict[str, Any]]:
    return [row for row in built.rows("kg.message_parts") if row["message_id"] == message_id]


def with_content(
    tmp_path: Path, content: Any, role: str = "assistant", **more: Any
) -> tuple[dict[str, Any], list[Any]]:
    built = build(tmp_path, export(conversation(node("m", content=content, role=role, **more))))
    assert built.broken_rules() == []
    return message(built, "m"), parts(built, "m")


def test_the_sample_exports_go_through_without_loss(tmp_path: Path, shared: Path) -> None:
    files = [p for p in sorted((shared / "samples" / "exports").glob("*.json")) if "schema-v1" not in p.name]
    built = build(tmp_path, *[("chatgpt", p.name, p.read_bytes()) for p in files])
    assert built.broken_rules() == []
    assert len(built.rows("kg.conversations")) == 4
    assert built.rows("kg.ingest_quarantine") == []
    sources = [json.loads(p.read_bytes()) for p in files]
    known = {c["conversation_id"]: c for s in sources for c in (s if isinstance(s, list) else [s])}
    for row in built.rows("kg.conversations"):
        assert json.loads(row["raw_conversation_json"]) == known[row["conversation_id"]]
    for row in built.rows("kg.messages"):
        source = known[row["conversation_id"]]["mapping"][row["message_id"]]
        assert json.loads(row["raw_message_json"]) == source
        assert row["export_message_id"] == source["message"]["id"]
    # The nodes of the real export that hold a message, counted in the file itself.
    assert len(built.rows("kg.messages")) == sum(
        1 for c in known.values() for n in c["mapping"].values() if n.get("message") is not None
    )


def test_ids_are_those_of_the_seed(tmp_path: Path) -> None:
    unnamed = conversation(node("m"))
    del unnamed["conversation_id"]
    built = build(tmp_path, export(unnamed))
    row = built.rows("kg.conversations")[0]
    import hashlib

    import rfc8785

    digest = hashlib.sha256(rfc8785.dumps(unnamed)).hexdigest()
    assert row["conversation_id"] == uuid5("conversation", digest)
    assert row["raw_conversation_json"].encode() == rfc8785.dumps(unnamed)
    assert row["export_conversation_id"] is None
    assert parts(built, "m")[0]["part_id"] == uuid5("part", "m", 0)


def test_text_and_part_map_follow_the_parts(tmp_path: Path) -> None:
    image = {"content_type": "image_asset_pointer", "asset_pointer": "file-service://a", "width": 1}
    row, found = with_content(tmp_path, {"content_type": "multimodal_text", "parts": ["one", image, "twö 😀"]})
    assert row["text_raw"] == "one\n\ntwö 😀"
    assert json.loads(row["text_part_map_json"]) == [
        {"part_index": 0, "char_start": 0, "char_end": 3},
        {"part_index": 2, "char_start": 5, "char_end": 10},
    ]
    assert (row["content_type"], row["attachment_count"]) == ("mixed", 1)
    assert [p["part_type"] for p in found] == ["text", "image", "text"]
    assert found[1]["file_path"] == "file-service://a"
    assert found[0]["raw_part_json"] == '"one"'


CONTENTS: list[tuple[dict[str, Any], str, str | None, bool]] = [
    ({"content_type": "text", "parts": [""]}, "text", "", True),
    ({"content_type": "code", "language": "python", "text": "x = 1"}, "tool_call", "x = 1", False),
    ({"content_type": "execution_output", "text": "1"}, "tool_result", "1", False),
    ({"content_type": "citable_code_output", "output_str": "out"}, "tool_result", "out", False),
    ({"content_type": "reasoning_recap", "content": "Thought for 3s"}, "text", "Thought for 3s", True),
    ({"content_type": "model_editable_context", "model_set_context": "likes tea"}, "text", "likes tea", False),
    ({"content_type": "tether_quote", "title": "T", "text": "q", "url": "u"}, "tool_result", "T\n\nq", False),
    ({"content_type": "tether_browsing_display", "summary": "s", "result": "r"}, "tool_result", "s\n\nr", False),
    ({"content_type": "tether_browsing_code", "text": "search()"}, "tool_call", "search()", False),
    ({"content_type": "sonic_webpage", "title": "T", "text": "t", "snippet": "s"}, "tool_result", "T\n\ns\n\nt", False),
    ({"content_type": "system_error", "name": "E", "text": "t"}, "tool_result", "E\n\nt", False),
    ({"content_type": "computer_output", "state": {"title": "W"}}, "tool_result", "W", False),
    ({"content_type": "super_widget", "widget": 1}, "other", None, False),
    ({"content_type": "brand_new", "text": "words"}, "text", "words", True),
    ({"content_type": "brand_new", "value": ["a", {"text": "b"}]}, "text", "a\nb", True),
    ({"content_type": "brand_new", "blob": 1}, "other", None, True),
]


@pytest.fixture(scope="module")
def all_contents(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """One export with a message of each content."""
    nodes = [node(f"m{i}", content=content, role="assistant") for i, (content, _, _, _) in enumerate(CONTENTS)]
    built = build(tmp_path_factory.mktemp("contents"), export(conversation(*nodes)))
    assert built.broken_rules() == []
    return built


@pytest.mark.parametrize("number", range(len(CONTENTS)))
def test_every_content_type_is_classified(all_contents: Built, number: int) -> None:
    content, part_type, text, prose = CONTENTS[number]
    row, found = message(all_contents, f"m{number}"), parts(all_contents, f"m{number}")
    assert [p["part_type"] for p in found] == [part_type]
    assert (row["text_raw"], row["is_prose"]) == (text, prose)
    assert row["content_type"] == ("unknown" if text is None else "text")
    assert json.loads(found[0]["raw_part_json"]) == (content["parts"][0] if "parts" in content else content)


def test_each_thought_is_a_part(tmp_path: Path) -> None:
    thoughts = [{"summary": "S1", "content": "C1"}, {"summary": "", "content": "C2"}, {"chunks": ["x"]}]
    row, found = with_content(tmp_path, {"content_type": "thoughts", "thoughts": thoughts})
    assert [p["text_content"] for p in found] == ["S1\n\nC1", "\n\nC2", None]
    assert row["is_prose"]
    assert [json.loads(p["raw_part_json"]) for p in found] == thoughts


def test_custom_instructions_are_the_systems(tmp_path: Path) -> None:
    content = {"content_type": "user_editable_context", "user_profile": "P", "user_instructions": "I"}
    row, _ = with_content(tmp_path, content, role="user")
    assert (row["role"], row["is_prose"], row["text_raw"]) == ("system", False, "P\n\nI")


@pytest.mark.parametrize(
    ("fields", "prose"),
    [
        ({"recipient": "all"}, True),
        ({"recipient": "bio"}, True),
        ({"recipient": "browser"}, False),
        ({"metadata": {"is_visually_hidden_from_conversation": True}}, False),
        ({"author": {"role": "tool"}}, False),
    ],
)
def test_what_is_prose(tmp_path: Path, fields: dict[str, Any], prose: bool) -> None:
    built = build(tmp_path, export(conversation(node("m", role="assistant", **fields))))
    assert message(built, "m")["is_prose"] is prose


def test_canvas_documents_are_read_and_cut_off_ones_stand_as_they_are(tmp_path: Path) -> None:
    document = json.dumps({"name": "plan", "type": "document", "content": "Dear all"})
    row, _ = with_content(
        tmp_path / "a", {"content_type": "code", "text": document}, recipient="canmore.create_textdoc"
    )
    assert row["text_raw"] == "plan\n\nDear all"
    updates = json.dumps({"updates": [{"pattern": ".*", "replacement": "New"}, {"replacement": "Other"}]})
    row, _ = with_content(tmp_path / "b", {"content_type": "code", "text": updates}, recipient="canmore.update_textdoc")
    assert row["text_raw"] == "New\nOther"
    row, found = with_content(tmp_path / "c", {"content_type": "code", "text": updates[:-9]}, recipient="canmore.x")
    assert row["text_raw"] == updates[:-9]
    assert json.loads(found[0]["raw_part_json"])["text"] == updates[:-9]


def test_attachments_are_parts_after_the_content(tmp_path: Path) -> None:
    files = [{"id": "f1", "name": "a.pdf", "mime_type": "application/pdf", "size": 4}]
    row, found = with_content(
        tmp_path, {"content_type": "text", "parts": ["see"]}, role="user", metadata={"attachments": files}
    )
    assert [p["part_type"] for p in found] == ["text", "file"]
    assert (found[1]["file_path"], found[1]["mime_type"]) == ("a.pdf", "application/pdf")
    assert json.loads(found[1]["metadata_json"])["/id"] == "f1"
    assert (row["attachment_count"], row["content_type"], row["text_raw"]) == (1, "text", "see")


def test_times_are_floored_and_imputed(tmp_path: Path) -> None:
    nodes = [
        node("a", time=None),
        node("b", "a", time=1695326273.9699),
        node("c", "b", time=None),
        node("d", "c", time="2024-05-01T10:00:00+02:00"),
    ]
    built = build(tmp_path, export(conversation(*nodes)))
    found = [(m["created_at_utc"], m["timestamp_quality"]) for m in built.rows("kg.messages")]
    assert found == [
        (None, None),
        ("2023-09-21T19:57:53.969Z", "original"),
        ("2023-09-21T19:57:53.969Z", "imputed_parent"),
        ("2024-05-01T08:00:00.000Z", "original"),
    ]


def test_the_active_path_is_that_of_the_current_node(tmp_path: Path) -> None:
    nodes = [node("r"), node("a", "r"), node("b", "r"), node("c", "a")]
    built = build(tmp_path, export(conversation(*nodes, current_node="b")))
    assert {m["message_id"] for m in built.rows("kg.messages") if m["is_on_active_path"]} == {"r", "b"}
    assert built.rows("kg.conversations")[0]["current_node"] == "b"


def test_an_export_without_children_gives_the_same_messages(tmp_path: Path) -> None:
    nodes = [node("r"), node("a", "r"), node("b", "a")]
    whole = conversation(*nodes)
    bare = json.loads(json.dumps(whole))
    for value in bare["mapping"].values():
        del value["children"]
    columns = ["message_id", "parent_id", "tree_path", "order_index", "text_raw", "is_on_active_path"]
    found = [
        build(tmp_path / name, export(c)).table("kg.messages").select(columns)
        for name, c in (("w", whole), ("b", bare))
    ]
    assert found[0].equals(found[1])


def test_roles_are_mapped_and_unknown_ones_reported(tmp_path: Path) -> None:
    nodes = [
        node("a", role="USER"),
        node("b", "a", role="function"),
        node("c", "b", role="wizard"),
        node("d", "c", author=None),
    ]
    built = build(tmp_path, export(conversation(*nodes)))
    assert [m["role"] for m in built.rows("kg.messages")] == ["user", "tool", "unknown", "unknown"]
    assert [(e[1], e[2]) for e in built.events] == [("UNKNOWN_ROLE", "c"), ("UNKNOWN_ROLE", "d")]


def test_one_new_conversation_makes_one_shard_new(tmp_path: Path) -> None:
    many = [conversation(node(f"n{i}"), conversation_id=f"c{i}") for i in range(400)]
    before = build(tmp_path / "a", export(*many))
    after = build(tmp_path / "b", export(*many, conversation(node("new"), conversation_id="new")))
    for stage in ("scan", "ingest"):
        assert len(set(after.shards[stage]) - set(before.shards[stage])) == 1


def test_order_and_layout_of_the_export_change_no_row(tmp_path: Path) -> None:
    many = [conversation(node(f"n{i}"), node(f"m{i}", f"n{i}"), conversation_id=f"c{i}") for i in range(30)]
    first = build(tmp_path / "a", export(*many))
    name, _, _ = export()
    split = [(name, f"conversations-{i}.json", json.dumps(many[i::2][::-1]).encode()) for i in range(2)]
    second = build(tmp_path / "b", *split)
    for table in ("kg.conversations", "kg.messages", "kg.message_parts"):
        assert first.hashes()[table] == second.hashes()[table]


# Shrinking a whole build takes minutes and helps little.
UNSHRUNK = (Phase.explicit, Phase.reuse, Phase.generate)

ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**80), 2**80) | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "id",
                    "message",
                    "parent",
                    "children",
                    "content",
                    "parts",
                    "author",
                    "role",
                    "text",
                    "content_type",
                    "metadata",
                    "attachments",
                    "create_time",
                    "mapping",
                    "thoughts",
                    "\ud800",
                    "ключ",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=10,
)


@given(st.data())
@settings(max_examples=18, phases=UNSHRUNK, suppress_health_check=list(HealthCheck))
def test_wrong_types_anywhere_never_crash_and_nothing_is_dropped(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """Parts of sound conversations are replaced by any JSON at all."""
    conversations = []
    for number in range(data.draw(st.integers(3, 8))):
        sound = conversation(
            node(f"a{number}"),
            node(f"b{number}", f"a{number}", metadata={"attachments": [{"id": "f"}]}),
            conversation_id=f"c{number}",
        )
        target: Any = sound
        for _ in range(data.draw(st.integers(0, 5))):
            key = data.draw(st.sampled_from(sorted(target) if isinstance(target, dict) else range(len(target))))
            if not isinstance(target[key], dict | list) or not target[key]:
                break
            target = target[key]
        key = data.draw(st.sampled_from(sorted(target) if isinstance(target, dict) else range(len(target))))
        target[key] = data.draw(ANY_JSON)
        conversations.append(sound)
    built = build(tmp_path_factory.mktemp("fuzz"), export(*conversations))
    assert built.broken_rules() == []
    source = json.loads(export(*conversations)[2])
    for row in built.rows("kg.conversations"):
        assert any(same(json.loads(row["raw_conversation_json"]), value) for value in source)
    assert len({row["raw_sha256"] for row in built.rows("kg.source_conversations")}) >= len(
        built.rows("kg.conversations")
    ) + len(built.rows("kg.ingest_quarantine"))


def test_columns_are_made_some_messages_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All rows of a long conversation as tuples, beside all its nodes, took 13 kB a message; the bytes stay."""
    nodes = [node(f"n{i:04d}", f"n{i - 1:04d}" if i else None, text=f"words {i}") for i in range(300)]
    gathered: list[int] = []
    settle = Rows.settle

    def counted(self: Rows) -> None:
        gathered.append(len(self.rows))
        settle(self)

    monkeypatch.setattr(Rows, "settle", counted)
    few = Config(dict(CONFIG.sections) | {"sources": SourceSettings(nodes_per_shard=40, max_shards=1)})
    made = [build(tmp_path / str(i), export(conversation(*nodes)), config=c) for i, c in enumerate((CONFIG, few))]
    assert max(gathered[2:]) <= 40
    tables = ("kg.conversations", "kg.messages", "kg.message_parts")
    assert len({tuple(built.hashes()[name][0] for name in tables) for built in made}) == 1
