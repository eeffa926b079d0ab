"""How nodes fare and what is let in: tools, documents and their versions, the gate (D72-017, -018, -030, -068)."""

from typing import Any

import pytest

from kg_assets.overlay.declared import read_kinds
from kg_assets.overlay.graph.nodes import payload_of
from kg_assets.overlay.payloads import MemoryDirective, faults_of
from tests.overlay.world import ask, lists

_KINDS = {name: table.to_pylist() for name, table in read_kinds(lists("kinds.yaml")).tables().items()}


def _used(outcomes: str, tool: str = "python") -> list[dict[str, Any]]:
    """The uses of a tool, one message each: + went well, - did not."""
    messages, parts, spoken = [], [], []
    for number, sign in enumerate(outcomes):
        name = f"{tool}{number:03d}"
        messages.append({"message_id": name, "role": "tool", "author_name": tool, "raw_message_json": "{}",
                         "export_content_type": "execution_output"})  # fmt: skip
        text = "done" if sign == "+" else "Traceback (most recent call last): x"
        parts.append({"part_id": f"p{name}", "message_id": name, "part_index": 0, "part_type": "tool_result",
                      "text_content": text})  # fmt: skip
        spoken.append({"message_id": name, "conversation_id": "c", "order_index": number,
                       "said_at": f"2026-02-{number // 24 + 1:02d}T{number % 24:02d}:00:00.000Z"})  # fmt: skip
    return ask("graph/used", {"kg.messages": messages, "kg.message_parts": parts, "spoken": spoken})


def _experience(used: list[dict[str, Any]]) -> dict[str, Any]:
    events = [{"node_id": "n", "event_id": "e", "occurred_at": "2026-02-01T00:00:00.000Z", "delta_alpha": 0.5}]
    rows = {row["node_id"]: row for row in ask("graph/experience", {"used": used, "events": events})}
    assert rows["n"]["depth"] == "light"
    return rows[used[0]["node_id"]]


def test_d72_017_a_tool_that_gave_results_is_a_node_with_what_became_of_them() -> None:
    used = _used("++++-+++++-+")
    row = _experience(used)
    assert (row["total_count"], row["success_count"], row["failure_count"]) == (12, 10, 2)
    assert (row["depth"], row["last_outcome"]) == ("full", "success")
    things = ask("graph/things", {
        "used": used, "claim_facts": [{"node_id": "-", "node_kind": "-", "subtype": "-", "source_id": "-", "name": "",
                                       "polarity": "positive", "asserted_at_utc": None, "assertion_id": "-"}],
        "spoken": [{"conversation_id": "-", "said_at": "-"}], "kg.conversations": [], "kg.entities": [],
        "kg.assertions": [], "kg.predicates": [],
        "name_decisions": [{"normalized_mention": "-", "action": "dismiss", "canonical_name": None,
                            "node_kind": None}], **_KINDS,
    })  # fmt: skip
    (tool,) = things
    assert (tool["node_id"], tool["node_kind"], tool["canonical_name"]) == (
        row["node_id"], "tool_capability", "python",
    )  # fmt: skip
    assert faults_of("tool_capability", payload_of(tool, "")) == []


@pytest.mark.parametrize(
    ("mentions", "category", "is_object", "is_node"),
    [(0, "event", False, False), (1, "event", False, True), (0, "taste", False, True), (0, "event", True, True)],
)
def test_what_only_begins_an_event_is_no_node(mentions: int, category: str, is_object: bool, is_node: bool) -> None:
    """ "Seeing this pic made me smile" """
    thing = {"entity_id": "e", "entity_type": "OTHER", "canonical_name": "Seeing this pic", "status": "active",
             "mention_count": mentions}  # fmt: skip
    claim = {"assertion_id": "a", "predicate_id": "p", "polarity": "positive", "asserted_role": "user",
             "subject_entity_id": "e", "object_entity_id": "e" if is_object else None}  # fmt: skip
    things = ask("graph/things", {
        "used": [{"node_id": "-", "event_id": "-", "used_at": "-", "tool_name": "-", "tool_id": "-"}],
        "claim_facts": [{"node_id": "-", "node_kind": "-", "subtype": "-", "source_id": "-", "name": "",
                         "polarity": "positive", "asserted_at_utc": None, "assertion_id": "-"}],
        "spoken": [{"conversation_id": "-", "said_at": "-"}], "kg.conversations": [], "kg.entities": [thing],
        "kg.assertions": [claim],
        "kg.predicates": [{"predicate_id": "p", "canonical_label": "make", "category": category}],
        "name_decisions": [{"normalized_mention": "-", "action": "dismiss", "canonical_name": None,
                            "node_kind": None}],
        "entity_types": [{"entity_type": "OTHER", "node_kind": "world_entity", "subtype": "thing"}],
        "objects_of": _KINDS["objects_of"],
    })  # fmt: skip
    assert [row["canonical_name"] for row in things if row["source_kind"] == "entity"] == ["Seeing this pic"] * is_node


def test_d72_068_the_last_uses_are_kept_and_those_before_are_summed_up() -> None:
    # 25 uses, 22 of them well; of the five oldest four.
    used = _used("++++-" + "+" * 10 + "--" + "+" * 8)
    row = _experience(used)
    assert (row["total_count"], row["success_count"]) == (25, 22)
    assert (len(row["recent_events"]), row["older_count"], row["older_success_rate"]) == (20, 5, 0.8)
    newest = max(used, key=lambda use: use["place"])["event_id"]
    assert row["recent_events"][0] == newest
    assert (row["older_from"], row["older_to"]) == ("2026-02-01T00:00:00.000Z", "2026-02-01T04:00:00.000Z")


@pytest.mark.parametrize(
    ("outcomes", "bears", "opposes"),
    [("---", 0, 1), ("--+-", 0, 0), ("------", 0, 2), ("+" * 20, 1, 0), ("+" * 10 + "-" + "+" * 10, 1, 0)],
)
def test_d72_068_a_run_of_failures_speaks_against_a_tool_and_twenty_successes_for_it(
    outcomes: str, bears: int, opposes: int
) -> None:
    weighed = [use["weighs"] for use in _used(outcomes)]
    assert (weighed.count("bears"), weighed.count("opposes")) == (bears, opposes)


@pytest.mark.parametrize(
    ("changed", "outcome"),
    [
        ({}, "success"), ({"metadata_json": '{"is_error":true,"name":"search"}'}, "failure"),
        ({"export_content_type": "system_error"}, "failure"),
        ({"text_content": "Traceback (most recent call last): NameError"}, "failure"),
    ],
)  # fmt: skip
def test_d72_068_a_failure_is_told_by_what_the_export_says(changed: dict[str, Any], outcome: str) -> None:
    message = {"message_id": "m", "author_name": "search", "raw_message_json": "{}", "export_content_type": "text",
               **changed}  # fmt: skip
    part = {"part_id": "p", "message_id": "m", "part_index": 0, "part_type": "tool_result", **changed}
    said = {"message_id": "m", "conversation_id": "c", "order_index": 1, "said_at": "2026-02-01T00:00:00.000Z"}
    (use,) = ask("graph/used", {"kg.messages": [message], "kg.message_parts": [part], "spoken": [said]})
    assert (use["outcome"], use["tool_name"]) == (outcome, "search")


def _versions(*titles: str) -> list[dict[str, Any]]:
    talks = [{"conversation_id": f"d{n}", "title": title, "source_kind": "document"} for n, title in enumerate(titles)]
    spoken = [{"conversation_id": talk["conversation_id"]} for talk in talks]
    return ask("graph/versions", {"kg.conversations": talks, "spoken": spoken})


def test_d72_018_files_of_one_name_with_numbers_are_versions_of_one() -> None:
    rows = _versions(*(f"Henderson_MTD_v{number}.docx" for number in (3, 1, 2, 4, 5, 7, 6)), "Notes.docx")
    by_number = {row["version"]: row for row in rows}
    assert sorted(by_number) == [1, 2, 3, 4, 5, 6, 7]
    assert [row["version"] for row in rows if row["is_latest"]] == [7]
    chained = {number: row["prior_version_id"] for number, row in by_number.items()}
    assert chained[1] is None
    assert all(chained[number] == by_number[number - 1]["node_id"] for number in range(2, 8))


def test_d72_018_the_name_without_a_number_is_that_of_the_newest() -> None:
    versions = _versions("Henderson_MTD_v1.docx", "Henderson_MTD_v7.docx")
    things = [{"node_id": row["node_id"], "canonical_name": row["stem"], "source_id": "", "source_kind": "thread"}
              for row in versions]  # fmt: skip
    rows = ask("graph/named", {
        "things": things, "versions": versions, "kg.entities": [],
        "name_decisions": [{"existing_node_id": "-", "action": "-", "normalized_mention": "-"}],
    })  # fmt: skip
    newest = next(row["node_id"] for row in versions if row["is_latest"])
    assert [(row["node_id"], row["alias"]) for row in rows if not row["is_canonical"]] == [(newest, "Henderson_MTD")]


def test_d72_018_a_version_says_which_it_is_and_what_came_before() -> None:
    said = payload_of({"node_kind": "work_product", "subtype": "document", "canonical_name": "Henderson_MTD_v2.docx",
                       "version": 2, "prior_version_id": "thread:d1"}, "")  # fmt: skip
    assert faults_of("work_product", said) == []
    assert (said["version"], said["prior_version_id"]) == (2, "thread:d1")


def _gate(predicate: str, confidence: float, **changed: Any) -> dict[str, Any]:
    claim = {"assertion_id": "a", "message_id": "m", "fact_key": "k", "predicate_id": "p", "subject_entity_id": "e",
             "asserted_role": "user", "modality": "fact", "confidence_final": confidence}  # fmt: skip
    span = {"assertion_id": "a", "is_corrected": False, "doubt": None}
    (row,) = ask("graph/gate", {
        "kg.assertions": [{**claim, **changed}], "kg.claim_spans": [{**span, **changed}],
        "kg.predicates": [{"predicate_id": "p", "canonical_label": predicate}],
        "kg.entities": [{"entity_id": "e", "entity_key": "__SELF__"}],
        "kg.messages": [{"message_id": "m", "source_kind": changed.get("source_kind", "chatgpt")}], **_KINDS,
    })  # fmt: skip
    return row


@pytest.mark.parametrize(
    ("predicate", "confidence", "changed", "decision", "maturity"),
    [
        ("diet_is", 0.85, {}, "accepted", "active"),
        ("diet_is", 0.84, {}, "accepted", "observation"),
        ("prefers", 0.99, {}, "accepted", "observation"),
        ("diet_is", 0.99, {"modality": "question"}, "rejected", None),
        ("diet_is", 0.99, {"doubt": "passing"}, "rejected", None),
        ("diet_is", 0.99, {"is_corrected": True}, "rejected", None),
        ("diet_is", 0.99, {"source_kind": "note"}, "accepted", "observation"),
        ("needs_to", 0.99, {}, "accepted", None),
    ],
)
def test_d72_030_only_a_lasting_fact_told_surely_in_a_chat_counts_at_once(
    predicate: str, confidence: float, changed: dict[str, Any], decision: str, maturity: str | None
) -> None:
    row = _gate(predicate, confidence, **changed)
    assert (row["decision"], row["maturity_state"]) == (decision, maturity)


def test_d72_030_what_is_said_again_is_merged_into_what_stands() -> None:
    claims = [{"assertion_id": f"a{n}", "message_id": f"m{n}", "fact_key": "k", "predicate_id": "p",
               "subject_entity_id": "e", "asserted_role": "user", "modality": "fact", "confidence_final": 0.9,
               "asserted_at_utc": f"2026-01-0{n}T00:00:00.000Z"} for n in (1, 2, 3)]  # fmt: skip
    rows = ask("graph/gate", {
        "kg.assertions": claims, "kg.predicates": [{"predicate_id": "p", "canonical_label": "prefers"}],
        "kg.claim_spans": [{"assertion_id": f"a{n}", "is_corrected": n == 1} for n in (1, 2, 3)],
        "kg.entities": [{"entity_id": "e", "entity_key": "__SELF__"}],
        "kg.messages": [{"message_id": f"m{n}", "source_kind": "chatgpt"} for n in (1, 2, 3)], **_KINDS,
    })  # fmt: skip
    assert {row["assertion_id"]: row["decision"] for row in rows} == {
        "a1": "rejected", "a2": "accepted", "a3": "merged",
    }  # fmt: skip


def test_d72_030_a_memory_says_how_ripe_it_is() -> None:
    node = {"node_kind": "memory_directive", "subtype": "constraint", "canonical_name": "no nuts",
            "maturity_state": "active"}  # fmt: skip
    assert MemoryDirective.model_validate(payload_of(node, "")).maturity_state == "active"
