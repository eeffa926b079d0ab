"""A corpus is reproducible, well linked, complete in its kinds, and its truth agrees with its text."""

import dataclasses
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from kg_assets.corpus.census import message_zone, texts_of, zones
from kg_assets.corpus.generator import CorpusSpec, demo, generate, write_export
from kg_assets.corpus.vocabulary import Style

_ROOT = Path(__file__).resolve().parents[2]
_CONTENT_TYPES = {
    "text",
    "multimodal_text",
    "code",
    "execution_output",
    "thoughts",
    "reasoning_recap",
    "user_editable_context",
    "model_editable_context",
    "tether_quote",
    "tether_browsing_display",
    "tether_browsing_code",
    "sonic_webpage",
    "system_error",
    "computer_output",
    "citable_code_output",
    "super_widget",
}
_PART_TYPES = {
    "string",
    "image_asset_pointer",
    "audio_asset_pointer",
    "audio_transcription",
    "real_time_user_audio_video_asset_pointer",
    "video_container_asset_pointer",
}


@pytest.fixture(scope="module", params=["demo", "heavy"])
def export(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[list[Any], dict[str, Any]]:
    folder = tmp_path_factory.mktemp(request.param)
    spec = demo(11) if request.param == "demo" else CorpusSpec(23, conversations=260)
    write_export(spec, folder)
    return json.loads((folder / "conversations.json").read_bytes()), json.loads((folder / "truth.json").read_bytes())


def _messages(conversations: list[Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for conversation in conversations:
        for node_id, node in conversation["mapping"].items():
            if node["message"] is not None:
                yield conversation["conversation_id"], node_id, node["message"]


def test_same_spec_same_bytes_under_any_hash_seed(tmp_path: Path) -> None:
    written = []
    for hash_seed in ("0", "4242"):
        folder = tmp_path / hash_seed
        command = [
            sys.executable,
            "-m",
            "kg_assets.corpus",
            "--seed",
            "5",
            "--conversations",
            "25",
            "--out",
            str(folder),
        ]
        subprocess.run(
            command, check=True, cwd=_ROOT, env=os.environ | {"PYTHONHASHSEED": hash_seed}, capture_output=True
        )
        written.append([(folder / name).read_bytes() for name in ("conversations.json", "truth.json")])
    assert written[0] == written[1]


def test_generate_gives_what_the_export_holds(tmp_path: Path) -> None:
    spec = CorpusSpec(9, conversations=12)
    write_export(spec, tmp_path)
    assert list(generate(spec)) == json.loads((tmp_path / "conversations.json").read_bytes())


def test_every_link_holds_in_both_directions(export: tuple[list[Any], dict[str, Any]]) -> None:
    for conversation in export[0]:
        mapping = conversation["mapping"]
        roots = [key for key, node in mapping.items() if node["parent"] is None]
        assert len(roots) == 1
        assert mapping[roots[0]]["message"] is None
        assert conversation["current_node"] in mapping
        assert mapping[conversation["current_node"]]["children"] == []
        for key, node in mapping.items():
            assert node["id"] == key
            assert [mapping[child]["parent"] for child in node["children"]] == [key] * len(node["children"])
            assert node["parent"] is None or key in mapping[node["parent"]]["children"]
        reached: list[str] = []
        stack = list(roots)
        while stack:
            reached.append(stack.pop())
            stack.extend(mapping[reached[-1]]["children"])
        assert sorted(reached) == sorted(mapping)


def test_a_mid_sized_corpus_holds_every_kind_of_content(tmp_path: Path) -> None:
    truth = write_export(CorpusSpec(23, conversations=260), tmp_path)
    assert set(truth.counts["content_types"]) == _CONTENT_TYPES
    assert set(truth.counts["part_types"]) == _PART_TYPES
    totals = truth.counts["totals"]
    for kind in (
        "untitled_conversations",
        "untimed_conversations",
        "untimed_messages",
        "nodes_without_message",
        "forks",
        "messages_off_the_active_path",
        "hidden_messages",
        "messages_with_other_id",
        "messages_with_references",
    ):
        assert totals[kind] > 0, kind
    assert {"bio", "python", "web", "canmore.create_textdoc"} <= set(truth.counts["recipients"])


def test_counts_are_those_of_the_export(export: tuple[list[Any], dict[str, Any]]) -> None:
    conversations, truth = export
    messages = list(_messages(conversations))
    totals = truth["counts"]["totals"]
    assert totals["conversations"] == len(conversations)
    assert totals["messages"] == len(messages)
    assert totals["nodes"] == sum(len(conversation["mapping"]) for conversation in conversations)
    assert truth["counts"]["content_types"] == dict(
        Counter(message["content"]["content_type"] for _, _, message in messages)
    )
    assert totals["untimed_messages"] == sum(message["create_time"] is None for _, _, message in messages)
    references = [message for _, _, message in messages if message["metadata"].get("content_references")]
    assert totals["messages_with_references"] == len(references)
    for message in references:
        for reference in message["metadata"]["content_references"]:
            assert any(reference["matched_text"] in text for text in texts_of(message["content"]))


def test_every_statement_stands_in_its_message_at_its_place(export: tuple[list[Any], dict[str, Any]]) -> None:
    conversations, truth = export
    by_id = {(conversation_id, node_id): message for conversation_id, node_id, message in _messages(conversations)}
    statements = [statement for fact in truth["facts"] for statement in fact["statements"]]
    statements += [entry["statement"] for entry in truth["retractions"] + truth["not_claims"]]
    assert len(statements) > 50
    for statement in statements:
        message = by_id[statement["conversation_id"], statement["message_id"]]
        assert message["author"]["role"] == statement["role"]
        assert message["create_time"] == statement["asserted_at"]
        start, sentence = statement["char_start"], statement["sentence"]
        assert any(text[start : start + len(sentence)] == sentence for text in texts_of(message["content"]))


def test_every_pointer_between_facts_leads_somewhere(export: tuple[list[Any], dict[str, Any]]) -> None:
    truth = export[1]
    facts = {fact["fact_id"]: fact for fact in truth["facts"]}
    retractions = {entry["retraction_id"]: entry for entry in truth["retractions"]}
    assert len(facts) == len(truth["facts"])
    for fact in truth["facts"]:
        assert fact["statements"]
        for field, known in (
            ("superseded_by", facts),
            ("corrected_by", facts),
            ("retracted_by", retractions),
            ("ended_by", retractions),
        ):
            assert fact[field] is None or fact[field] in known
        if fact["superseded_by"] is not None:
            assert fact["valid_to"] is not None
            assert facts[fact["superseded_by"]]["predicate"] == fact["predicate"]
    for entry in truth["retractions"]:
        target = facts[entry["target"]]
        assert target["statements"][0]["asserted_at"] <= entry["statement"]["asserted_at"]
        assert entry["replacement"] is None or entry["replacement"] in facts


def test_the_object_of_a_fact_is_in_the_words_of_its_first_statement(export: tuple[list[Any], dict[str, Any]]) -> None:
    for fact in export[1]["facts"]:
        assert fact["object"] in fact["statements"][0]["sentence"]


def test_names_are_counted_exactly(export: tuple[list[Any], dict[str, Any]]) -> None:
    conversations, truth = export
    surfaces = sorted((record["surface"] for record in truth["names"]), key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, surfaces))})(?!\w)")
    counted: Counter[tuple[str, str, str]] = Counter()
    for _, node_id, message in _messages(conversations):
        whole = message_zone(message)
        for text in texts_of(message["content"]):
            starts = zones(text)
            for match in pattern.finditer(text):
                zone = whole or [name for start, name in starts if start <= match.start()][-1]
                counted[match[0], node_id, f"{message['author']['role']}/{zone}"] += 1
    recorded = {
        (record["surface"], said["message_id"], said["where"]): said["count"]
        for record in truth["names"]
        for said in record["messages"]
    }
    assert recorded == dict(counted)


def test_names_lie_on_both_sides_of_the_thresholds(export: tuple[list[Any], dict[str, Any]]) -> None:
    names = export[1]["names"]
    above = [record for record in names if record["above_thresholds"]]
    assert above
    assert len(above) < len(names)
    assert {record["shape"] for record in names} == {
        "TITLE_CASE",
        "ALLCAPS",
        "CAMEL_CASE",
        "HASHTAG",
        "HANDLE",
        "QUOTED",
        "SINGLE_TITLE",
        "NOUN_CHUNK",
    }
    for record in names:
        weighted = record["counts"].get("user/prose", 0) + 0.5 * record["counts"].get("assistant/prose", 0)
        assert record["user_weighted_count"] == weighted


def test_the_demo_tells_a_move_a_change_of_jobs_and_a_correction(tmp_path: Path) -> None:
    truth = write_export(demo(), tmp_path)
    predicates = Counter(fact.predicate for fact in truth.facts)
    assert predicates["moved_to"] >= 1
    assert len({fact.object for fact in truth.facts if fact.predicate == "works_at" and fact.subject == "SELF"}) >= 2
    assert {entry.kind for entry in truth.retractions} == {"correction", "full", "temporal_bound"}
    assert (
        sum(any(month["about"] for month in project["activity"].values()) for project in truth.projects.values()) >= 3
    )


def test_other_seeds_are_other_people(tmp_path: Path) -> None:
    truths = [write_export(demo(seed), tmp_path / str(seed)) for seed in range(1, 7)]
    assert len({truth.person["name"] for truth in truths}) == len(truths)
    assert len({truth.person["jobs"][0]["organisation"] for truth in truths}) == len(truths)
    projects = [name for truth in truths for name in truth.projects]
    assert len(set(projects)) == len(projects)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({}, "either a number of conversations or a size"),
        ({"conversations": 3, "target_bytes": 9}, "either a number of conversations or a size"),
        ({"conversations": 3, "months": 1}, "at least 3 months"),
        ({"conversations": 3, "style": "baroque"}, "there is no style 'baroque'"),
    ],
)
def test_an_impossible_spec_says_why(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        CorpusSpec(1, start=date(2024, 1, 1), **fields)


def test_every_proportion_has_a_reader() -> None:
    source = "".join(path.read_text() for path in sorted((_ROOT / "kg_assets" / "corpus").glob("*.py")))
    unread = [field.name for field in dataclasses.fields(Style) if f"style.{field.name}" not in source]
    assert unread == []
