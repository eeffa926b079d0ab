"""Any value at any place of an export, and any change of its bytes: no build stops, and the account is balanced."""

import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.faults.odd_exports import SAMPLES, drawn, mutated, odd_elements
from tests.sources.harness import Built, build, conversation, node

_AT_ONCE = 200


def accounted(folder: Path, kind: str, elements: Sequence[bytes]) -> Built:
    built = build(folder, (kind, "conversations.json", b"[" + b",".join(elements) + b"]"))
    assert built.broken_rules() == []
    assert [source["elements"] for source in built.rows("kg.sources")] == [len(elements)]
    rows = built.rows("kg.source_reconciliation")
    became = sum(r["items"] for r in rows if r["kind"] == "element" and r["status"] != "read")
    assert became == len(elements)
    return built


def test_a_content_type_that_is_no_text_and_numbers_beyond_all_doubles(tmp_path: Path) -> None:
    """Each of these stopped the build in which it stood and, being in the vault, every later one."""
    values = ["5", "7.0", "true", "NaN", "1e400", "[]", "{}"]
    elements = []
    for number, value in enumerate(values):
        with_parts = {"content_type": "PLACE", "parts": ["I like tea."]}
        without = {"content_type": "text", "odd": "PLACE", "text": "I like cake."}
        embedded = {"content_type": "PLACE", "text": '{"content": "words"}'}
        sample = conversation(
            node(f"a{number}", content=with_parts),
            node(f"b{number}", f"a{number}", content=without),
            node(f"c{number}", f"b{number}", content=embedded, recipient="canmore.create"),
            conversation_id=f"c{number}",
        )
        elements.append(json.dumps(sample).replace('"PLACE"', value).encode())
    built = accounted(tmp_path, "chatgpt", elements)
    assert built.rows("kg.ingest_quarantine") == []
    types = {m["message_id"]: m["export_content_type"] for m in built.rows("kg.messages")}
    assert [types[f"a{n}"] for n in range(len(values))] == ["5", "7", "true", "NaN", "Infinity", None, None]
    assert sum(m["text_raw"] == "I like cake." for m in built.rows("kg.messages")) == len(values)


def test_a_number_of_five_thousand_digits_is_set_aside_with_its_place(tmp_path: Path) -> None:
    sample = conversation(node("m", content={"content_type": "text", "odd": "PLACE", "text": "words"}))
    long = json.dumps(sample).replace('"PLACE"', "9" * 5000).encode()
    fine = json.dumps(conversation(node("n"), conversation_id="fine")).encode()
    built = accounted(tmp_path, "chatgpt", [long, fine])
    (aside,) = built.rows("kg.ingest_quarantine")
    assert (aside["reason_code"], aside["raw_bytes"]) == ("number_too_long", long)
    assert aside["reason"].endswith(f"(at byte {long.index(b'99999')} of it)")
    assert [m["message_id"] for m in built.rows("kg.messages")] == ["n"]


@pytest.mark.parametrize("kind", sorted(SAMPLES))
def test_odd_values_at_a_draw_of_places(tmp_path: Path, kind: str) -> None:
    built = accounted(tmp_path, kind, drawn(odd_elements(kind), _AT_ONCE, seed=11))
    assert len(built.rows("kg.source_conversations")) == _AT_ONCE


def test_exports_of_two_kinds_with_one_id_are_each_read_in_their_own_way(tmp_path: Path) -> None:
    """The older one's messages were read where the newer kind keeps them: their texts were lost, the account failed."""
    files = [(kind, f"{kind}.json", json.dumps([sample() | {"id": "c1"}]).encode()) for kind, sample in SAMPLES.items()]
    built = build(tmp_path, *files)
    assert built.broken_rules() == []
    (head,) = built.rows("kg.conversations")
    assert (head["source_kind"], head["message_count"]) == ("claude", 8)
    said = {m["message_id"]: (m["source_kind"], (m["text_raw"] or "")[:11]) for m in built.rows("kg.messages")}
    assert (said["m0"], said["m4"]) == (("chatgpt", "hello"), ("chatgpt", "S\n\nC"))
    assert said["m1"][0] == "claude"


def test_a_draw_of_changed_files(tmp_path: Path) -> None:
    draw = random.Random(23)
    whole = json.dumps([SAMPLES["chatgpt"](), conversation(node("z"), conversation_id="z")]).encode()
    files = [("chatgpt", f"{number}.json", mutated(whole, draw)) for number in range(60)]
    built = build(tmp_path, *files)
    assert built.broken_rules() == []
    assert len(built.rows("kg.sources")) == len({data for _, _, data in files})


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted(SAMPLES))
def test_every_odd_value_at_every_place(tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    elements = odd_elements(kind)
    aside = 0
    for begin in range(0, len(elements), _AT_ONCE):
        built = accounted(tmp_path / str(begin), kind, elements[begin : begin + _AT_ONCE])
        aside += len(built.rows("kg.ingest_quarantine"))
    with capsys.disabled():
        print(f"\n{kind}: {len(elements)} odd values; {aside} set aside, 0 builds stopped")


@pytest.mark.slow
def test_ten_thousand_changed_files(tmp_path: Path, shared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exports of real accounts and both invented ones."""
    real = [
        p.read_bytes() for p in sorted((shared / "samples" / "exports").glob("*.json")) if "schema-v1" not in p.name
    ]
    wholes = [("chatgpt", data) for data in real] + [(kind, json.dumps([SAMPLES[kind]()]).encode()) for kind in SAMPLES]
    draw = random.Random(29)
    tried = aside = messages = 0
    for begin in range(50):
        files = []
        for number in range(_AT_ONCE):
            kind, whole = wholes[draw.randrange(len(wholes))]
            files.append((kind, f"{number}.json", mutated(whole, draw)))
        built = build(tmp_path / str(begin), *files)
        assert built.broken_rules() == []
        assert len(built.rows("kg.sources")) == len({data for _, _, data in files})
        tried += len(files)
        aside += len(built.rows("kg.ingest_quarantine"))
        messages += built.table("kg.messages").num_rows
    with capsys.disabled():
        print(f"\n{tried} changed files: {aside} elements set aside, {messages} messages kept, 0 builds stopped")
