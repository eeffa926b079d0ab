"""Ids of nodes and edges (§6.2, §6.3): what stands in the tables against arrays written out by hand."""

import hashlib
import uuid
from pathlib import Path

import pytest

from tests.graph.world import NAMESPACE, SELF, Outcome, World, built

AUGUST, SEPTEMBER = "2025-08-01T00:00:00.000Z", "2025-09-01T00:00:00.000Z"


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def made(text: str) -> str:
    return str(uuid.uuid5(uuid.UUID(NAMESPACE), text))


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    world = World()
    project = world.entity("Harbour")
    world.claim("works_on", project, valid="2025-08-03", until=SEPTEMBER)
    world.claim("needs_to", value='say "hé"\n\x1f\\u001F', valid="2025-08-04")
    world.claim("likes", value="tea", valid=None, time={"valid_until_hint_utc": SEPTEMBER})
    return built(tmp_path_factory.mktemp("ids"), world)


def test_a_node_of_a_row_is_named_by_its_type_and_the_rows_id(outcome: Outcome) -> None:
    assert outcome.nodes("Assertion")["a1"]["node_id"] == made('["node","Assertion","a1"]')
    assert outcome.nodes("Entity")[SELF]["node_id"] == made(f'["node","Entity","{SELF}"]')
    assert outcome.nodes("SemanticCategory")["plan"]["node_id"] == made('["node","SemanticCategory","plan"]')


def test_a_literal_is_named_by_its_type_and_its_stored_text(outcome: Outcome) -> None:
    """The stored text is canonical JSON and is quoted once more in the array."""
    stored = r'"say \"hé\"\n\u001f\\u001F"'
    quoted = r'"\"say \\\"hé\\\"\\n\\u001f\\\\u001F\""'
    values = {row["metadata"]["object_value"]: row for row in outcome.nodes("Value").values()}
    assert values[stored]["source_id"] == sha(f'["string",{quoted}]')
    assert values['"tea"']["source_id"] == sha(r'["string","\"tea\""]')


def test_an_interval_is_named_by_its_bounds_and_a_mark_for_what_is_missing(outcome: Outcome) -> None:
    found = {(row["metadata"]["valid_from_utc"], row["metadata"]["valid_to_utc"]): key
             for key, row in outcome.nodes("TimeInterval").items()}  # fmt: skip
    began = "2025-08-03T00:00:00.000Z"
    assert found[began, SEPTEMBER] == sha(f'["{began}","{SEPTEMBER}"]')
    assert found["2025-08-04T00:00:00.000Z", None] == sha('["2025-08-04T00:00:00.000Z","__NULL__"]')
    assert found[None, SEPTEMBER] == sha(f'["__NULL__","{SEPTEMBER}"]')
    assert len(found) == 3


def test_profiles_windows_and_clusters_are_named_by_what_they_are(outcome: Outcome) -> None:
    """The cluster's tier is "__NULL__": one cluster per window and category."""
    window = sha(f'["{SELF}","{AUGUST}","{SEPTEMBER}","month"]')
    assert sha(f'["{SELF}","month","1.0"]') in outcome.nodes("TemporalProfile")
    assert outcome.nodes("TemporalWindow")[window]["label"] == "2025-08"
    cluster = outcome.nodes("SemanticCluster")[sha(f'["{window}","project","__NULL__"]')]
    assert cluster["metadata"]["category_key"] == "project"


def test_an_edge_is_named_by_its_type_and_its_ends(outcome: Outcome) -> None:
    subject, claim = made(f'["node","Entity","{SELF}"]'), made('["node","Assertion","a1"]')
    (found,) = [e for e in outcome.rows("graph_edges") if e["edge_type"] == "HAS_SUBJECT" and e["src_node_id"] == claim]
    assert found["dst_node_id"] == subject
    assert found["edge_id"] == made(f'["edge","HAS_SUBJECT","{claim}","{subject}"]')


def test_ids_that_an_export_made_up_are_written_as_rfc_8785_writes_them(tmp_path: Path) -> None:
    """Message ids come from files as they are; DuckDB's JSON writes some escapes in capitals, the standard not."""
    world = World()
    odd = 'm"\x1f\x0b\\u001F é\x00'
    world.claim("likes", value="tea", message_id=odd)
    world.tables["kg.messages"].append(
        {"message_id": odd, "role": "user", "is_prose": True, "conversation_id": "c", "created_at_utc": AUGUST}
    )
    outcome = built(tmp_path, world)
    assert outcome.nodes("Message")[odd]["node_id"] == made(r'["node","Message","m\"\u001f\u000b\\u001F é\u0000"]')
    assert outcome.broken_rules() == []
