"""The overlay's log: commits and their reverse, what was read of each message, the timeline (D72-099 to -102)."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.cli.overlay_ledger import record
from kg_assets.core.canonical import canonical_text
from kg_assets.core.hashing import sha256_hex
from kg_assets.overlay.log import commits as log
from kg_assets.overlay.log.commits import commits
from kg_assets.store.decisions import undone_positions
from kg_assets.store.home import Home
from kg_assets.store.registry import open_ledger
from tests.overlay.world import ask

Row = Mapping[str, Any]


def _reviewed(position: int, target: str = "t", action: str = "approve") -> dict[str, Any]:
    return {"kind": "relation_reviewed", "position": position, "command_id": f"c{position}", "action": action,
            "source_node_id": "s", "target_node_id": target, "relation_type": "managed_by"}  # fmt: skip


def _undone(position: int, what: int) -> dict[str, Any]:
    return {"kind": "decision_undone", "position": position, "undone_position": what}


def _applied(document: dict[str, Any], rows: Sequence[Row], which: str) -> dict[str, Any]:
    """A document after patches, as RFC 6902 says for one level."""
    after = dict(document)
    for row in rows:
        patch = json.loads(row[which])
        if patch["op"] == "remove":
            del after[patch["path"]]
        else:
            assert (patch["path"] in after) == (patch["op"] == "replace")
            after[patch["path"]] = patch["value"]
    return after


def _hash(document: dict[str, Any]) -> str:
    return sha256_hex(canonical_text(document).encode())


@settings(max_examples=60)
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 12)), max_size=14))
def test_d72_099_after_each_commit_the_document_is_what_holds_then(drawn: list[tuple[bool, int]]) -> None:
    """Read plainly, from the beginning, for each prefix: undoings of undoings and of what nobody knows among them."""
    entries = [
        _undone(n, what) if is_undoing else _reviewed(n, f"t{what % 3}", ("approve", "reject")[what % 2])
        for n, (is_undoing, what) in enumerate(drawn, start=1)
    ]
    made, changed = commits(entries)
    document: dict[str, Any] = {}
    for place, commit in enumerate(made, start=1):
        document = _applied(document, [row for row in changed if row["commit_id"] == commit["commit_id"]], "patch")
        known = entries[:place]
        gone = undone_positions([entry for entry in known if entry["kind"] == "decision_undone"])
        last = {e["target_node_id"]: e for e in known if "target_node_id" in e and e["position"] not in gone}
        assert {(v["target_node_id"], v["action"]) for v in document.values()} == {
            (target, entry["action"]) for target, entry in last.items()
        }


def test_d72_099_each_decision_is_placed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """For every commit the whole document was made again: twice the decisions took four times as long."""
    placed = []
    monkeypatch.setattr(log, "_place", lambda entry: placed.append(entry) or entry["target_node_id"])
    commits([_reviewed(n, f"t{n % 50}") for n in range(1, 400)] + [_undone(400, 7)])
    assert len(placed) == 399


def test_d72_099_a_patch_and_its_reverse_leave_what_was() -> None:
    """Twenty decisions, some on the same thing, some taken back: every step can be walked back to the same hash."""
    entries = [_reviewed(n, f"t{n % 7}", ("approve", "reject")[n % 2]) for n in range(1, 20)]
    entries += [_reviewed(20, "alone"), _undone(21, 19), _undone(22, 21), _undone(23, 20)]
    made, changed = commits(entries)
    assert [row["position"] for row in made] == list(range(1, 24))
    assert {row["type"] for row in changed} == {"create", "update", "archive"}
    document: dict[str, Any] = {}
    hashes = [_hash(document)]
    for commit in made:
        rows = [row for row in changed if row["commit_id"] == commit["commit_id"]]
        assert len(rows) == commit["mutation_count"]
        document = _applied(document, rows, "patch")
        hashes.append(_hash(document))
    for commit, before in zip(reversed(made), reversed(hashes[:-1]), strict=True):
        rows = [row for row in changed if row["commit_id"] == commit["commit_id"]]
        document = _applied(document, rows[::-1], "reverse_patch")
        assert _hash(document) == before
    assert document == {}


def test_d72_099_the_same_said_again_is_no_commit(home: Home) -> None:
    ledger = open_ledger(home)
    body = {"normalized_mention": "boss", "scope": "global", "reason": "nobody"}
    assert record(ledger, "mention_suppressed", body) is not None
    assert record(ledger, "mention_suppressed", body) is None
    (entry,) = ledger.entries(["mention_suppressed"])
    twice = [{**entry.body, "kind": entry.kind, "position": position} for position in (1, 2)]
    made, changed = commits(twice)
    assert (len(made), len(changed)) == (1, 1)


def test_d72_100_what_is_taken_back_is_a_commit_and_the_first_stays_as_it_was() -> None:
    entries = [_reviewed(7), _reviewed(8, "u")]
    before, _ = commits(entries)
    after, changed = commits([*entries, _undone(9, 7)])
    assert after[:2] == before
    rollback = after[2]
    assert (rollback["kind"], rollback["rolled_back_commit_id"]) == ("rollback", before[0]["commit_id"])
    assert rollback["parent_commit_id"] == before[1]["commit_id"]
    (gone,) = (row for row in changed if row["commit_id"] == rollback["commit_id"])
    (made,) = (row for row in changed if row["commit_id"] == before[0]["commit_id"])
    assert (gone["type"], gone["patch"]) == ("archive", made["reverse_patch"])
    told = _telemetry(after, changed)
    assert ("knowledge_commit_rolled_back", 9) in {(row["kind"], row["position"]) for row in told}


def test_d72_100_a_later_decision_on_the_same_thing_stays_and_is_named() -> None:
    made, changed = commits([_reviewed(1), _reviewed(2, action="reject"), _undone(3, 1)])
    assert made[2]["conflicts_with"] == [made[1]["commit_id"]]
    assert made[2]["mutation_count"] == 0
    assert [row["type"] for row in changed] == ["create", "update"]


def _message(number: int, **changed: Any) -> dict[str, Any]:
    return {"message_id": f"m{number:04d}", "text_raw": f"words {number}", "source_kind": "chatgpt", "is_prose": True,
            "is_hidden": False, "is_in_newest_source": True, "created_at_utc": "2026-02-01T10:00:00.000Z",
            **changed}  # fmt: skip


def test_d72_101_every_message_is_accounted_for() -> None:
    messages = [_message(n) for n in range(1000)]
    messages[1] |= {"is_prose": False}
    messages[2] |= {"is_hidden": True}
    messages[3] |= {"text_raw": " "}
    claims = [{"assertion_id": f"a{n}", "message_id": f"m{n:04d}"} for n in (10, 11, 11)]
    states = [{"assertion_id": "a10", "status": "active"}, {"assertion_id": "a11", "status": "retracted"}]
    rows = ask("log/audit", {
        "kg.messages": messages, "kg.assertions": claims, "kg.assertion_temporalized": states,
        "overlay.mention_observations": [
            {"mention_id": "o", "observation_id": "m0020", "start_offset": 0, "end_offset": 4}
        ],
        "overlay.mention_resolutions": [{"mention_id": "o", "resolved_node_id": "entity:ana"}],
        "overlay.evidence_bundles": [{"evidence_bundle_id": "b", "support_mention_ids": ["o"]}],
        "overlay.promotion_decisions": [{"evidence_bundle_id": "b", "is_promoted": True}],
    })  # fmt: skip
    found = {row["message_id"]: row for row in rows}
    assert len(rows) == len(found) == 1000
    assert [found[f"m000{n}"]["skip_reason"] for n in range(4)] == ["nothing_found", "not_words", "hidden", "empty"]
    assert [found[f"m000{n}"]["dispatch_decision"] for n in range(3)] == ["extracted", "skipped", "skipped"]
    assert found["m0000"]["skip_content_fingerprint"] == sha256_hex(b"words 0")
    assert (found["m0010"]["items_extracted"], found["m0010"]["significance_score"]) == (1, 1.0)
    assert (found["m0020"]["items_promoted"], found["m0020"]["skip_entity_mentions"]) == (1, ["entity:ana"])
    (day,) = ask("log/funnel", {"audit": rows})
    assert (day["seen"], day["noticed"], day["analysed"], day["remembered"]) == (1000, 997, 3, 4)


def _telemetry(made: Sequence[Row] = (), changed: Sequence[Row] = ()) -> list[dict[str, Any]]:
    nodes = [
        {"node_id": "s", "source_kind": "entity", "lifecycle_state": "suggested", "visibility_class": "cloud_allowed",
         "created_at": "2026-01-01T00:00:00.000Z"},
    ]  # fmt: skip
    records = [{"node_id": "s", "change_type": "created", "changed_at": "2026-01-01T00:00:00.000Z"},
               {"node_id": "s", "change_type": "corrected", "changed_at": "2026-01-09T00:00:00.000Z"}]  # fmt: skip
    events = [{"event_id": "1", "node_id": "s", "entry_type": "agent_observation", "message_id": "m0001",
               "occurred_at": "2026-01-01T00:00:00.000Z"},
              {"event_id": "2", "node_id": "s", "entry_type": "learned_from_chat", "message_id": "m0002",
               "occurred_at": "2026-01-05T00:00:00.000Z"}]  # fmt: skip
    return ask("log/telemetry", {
        "overlay.nodes": nodes, "overlay.change_records": records, "overlay.confidence_events": events,
        "kg.messages": [_message(1), _message(2)],
        "commits": made or [{"commit_id": "-", "kind": None, "position": None, "source_event": None}],
        "mutations": changed or [{"commit_id": "", "type": "", "patch": "{}"}],
    })  # fmt: skip


def test_d72_102_a_node_that_the_person_takes_up_is_put_forward() -> None:
    of_node = sorted((r for r in _telemetry() if r["node_id"] == "s"), key=lambda row: str(row["created_at"]))
    assert [row["kind"] for row in of_node] == ["entity_created", "entity_promoted", "memory_corrected"]
    assert (of_node[1]["prior_state"], of_node[1]["new_state"]) == ("observed", "suggested")
    assert {row["surface"] for row in of_node} == {"chatgpt"}


@pytest.mark.parametrize(("action", "kind"), [("approve", "suggestion_accepted"), ("reject", "suggestion_rejected")])
def test_d72_102_a_verdict_is_told_with_its_commit(action: str, kind: str) -> None:
    made, changed = commits([_reviewed(4, action=action)])
    told = {row["kind"]: row for row in _telemetry(made, changed)}
    assert told[kind]["commit_id"] == told["knowledge_commit_created"]["commit_id"] == made[0]["commit_id"]
    assert told[kind]["node_id"] == "s"
