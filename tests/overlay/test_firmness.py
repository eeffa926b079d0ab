"""How firmly a node stands (D72-001, -009, -020 to -024, -066): worked numbers."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import duckdb
import pytest

from kg_assets.overlay.declared import read_kinds
from kg_assets.overlay.graph.contracts import NODES
from kg_assets.overlay.graph.nodes import tier_rows
from tests.overlay.world import ask, create, lists, settings

_TABLES = {name: table.to_pylist() for name, table in read_kinds(lists("kinds.yaml")).tables().items()}


def scored(kind: str, *, alpha: float = 0, beta: float = 0, days: float = 0, **fact: Any) -> dict[str, Any]:
    """A node of a kind with what its events add, last borne so many days before as_of."""
    said_at = (datetime(2026, 3, 1, tzinfo=UTC) - timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%S.000Z")
    things = [{"node_id": "n", "node_kind": kind, "subtype": "x", "canonical_name": "N", "source_kind": "entity"}]
    evidence = [{"node_id": "n", "said_at": said_at, "direction": "bears", "entry_type": "learned_from_chat"}]
    events = [{"node_id": "n", "delta_alpha": float(alpha), "delta_beta": float(beta)}]
    claims = [{"node_id": "n" if fact else "other", "status": fact.get("status", "active"), "until_utc": None,
               "asserted_at_utc": said_at, "assertion_id": "a", "polarity": "positive"}]  # fmt: skip
    (row,) = ask("graph/scored", _TABLES | {"things": things, "evidence": evidence, "events": events,
                                            "claim_facts": claims})  # fmt: skip
    return row


def test_d72_001_a_new_node_of_the_world_begins_in_the_middle() -> None:
    row = scored("world_entity")
    assert (row["alpha"], row["beta"], row["confidence"]) == (2.0, 2.0, 0.5)
    assert row["staleness_state"] == "fresh"
    assert row["lifecycle"] == "observed"


def test_d72_020_the_share_fades_by_half_in_a_half_life() -> None:
    # (2.75 + 1.7) / (2.75 + 1.7 + 2) = 0.689922; one day of 90 leaves 0.992327 of it.
    assert scored("procedure", alpha=1.7, days=1)["confidence"] == pytest.approx(0.684629, abs=1e-6)
    assert scored("procedure", alpha=1.7, days=90)["confidence"] == pytest.approx(0.344961, abs=1e-6)


def test_d72_020_what_is_long_expired_loses_a_quarter_more() -> None:
    # 181 days are more than two half-lives of 90: 0.689922 * 2 ** (-181 / 90) * 0.75.
    row = scored("procedure", alpha=1.7, days=181)
    assert row["staleness_state"] == "expired"
    assert row["confidence"] == pytest.approx(0.128369, abs=1e-6)


def test_d72_020_counts_beyond_the_cap_are_scaled_down_together() -> None:
    row = scored("world_entity", alpha=298, beta=98)
    assert (row["alpha"], row["beta"], row["confidence"]) == (150.0, 50.0, 0.75)


@pytest.mark.parametrize(
    ("changed", "broken"),
    [
        ({}, []),
        ({"confidence": 0.76}, ["confidence_is_a_share"]), ({"conflict_score": 1.1}, ["confidence_is_a_share"]),
        ({"alpha": 298.0, "beta": 98.0}, ["confidence_is_a_share", "alpha_and_beta_are_their_events"]),
        ({"alpha": 100.0, "beta": 100.0, "confidence": 0.5}, ["alpha_and_beta_are_their_events"]),
    ],
)  # fmt: skip
def test_d72_020_the_rules_of_nodes_find_what_is_surer_than_its_evidence(
    changed: dict[str, float], broken: list[str]
) -> None:
    """Of a node beyond the cap (298 and 98 added to 2 and 2) the rules compared nothing."""
    connection = duckdb.connect()
    node = {"node_id": "n", "node_kind": "world_entity", "alpha": 150.0, "beta": 50.0, "confidence": 0.75,
            "conflict_score": 0.5}  # fmt: skip
    create(connection, "overlay.nodes", [{**node, **changed}])
    create(connection, "overlay.confidence_events", [{"node_id": "n", "delta_alpha": 298.0, "delta_beta": 98.0}])
    create(connection, "overlay.node_kind_tiers", tier_rows(read_kinds(lists("kinds.yaml")), settings()).to_pylist())
    asked = [rule for rule in NODES.rules if rule.name != "every_node_has_provenance"]
    found = [rule.name for rule in asked
             if connection.execute(rule.violations.replace("{", "").replace("}", "")).fetchall()]  # fmt: skip
    assert found == broken


def test_d72_020_a_principle_without_authority_is_never_surer_than_this() -> None:
    assert scored("domain_concept", alpha=2.9)["confidence"] == 0.39
    assert scored("domain_concept", beta=6)["confidence"] == 0.2


def test_d72_020_what_was_taken_back_is_worth_nothing() -> None:
    row = scored("goal", status="retracted")
    assert (row["staleness_state"], row["confidence"]) == ("invalidated", 0.0)


@pytest.mark.parametrize(
    ("alpha", "beta", "score", "hint"),
    [
        (2, 2, 0.08, None),
        (20, 14, 0.56, "[caution]"),
        (26, 24, 0.96, "[distinguish]"),
        (40, 10, 0.4, None),
        # At a threshold it is not beyond it: 1 - 15 / 50 and 1 - 25 / 50.
        (32.5, 17.5, 0.7, "[caution]"),
        (37.5, 12.5, 0.5, None),
    ],
)
def test_d72_022_conflict_grows_with_evidence_on_both_sides(
    alpha: float, beta: float, score: float, hint: str | None
) -> None:
    row = scored("world_entity", alpha=alpha - 2, beta=beta - 2)
    assert row["conflict_score"] == pytest.approx(score)
    assert row["delivery_hint"] == hint


def test_d72_020_a_node_is_as_old_as_its_first_evidence_and_as_sure_as_the_last_that_bears_it() -> None:
    """Seen in January, borne in February, contradicted in March: of four dates each says something else."""
    said = [
        ("2026-01-04", "contradicts", "learned_from_chat"),
        ("2026-02-09", "bears", "learned_from_chat"),
        ("2026-02-20", "bears", "agent_observation"),
        ("2026-02-27", "contradicts", "learned_from_chat"),
    ]
    row = _seen(said)
    days = [row[name][:10] for name in ("created_at", "last_verified_at", "updated_at")]
    assert days == ["2026-01-04", "2026-02-20", "2026-02-27"]
    assert row["is_persons"]
    assert not _seen([said[2], said[3]])["is_persons"], "an agent bore it, and the person spoke against it"
    assert _seen([said[0]])["last_verified_at"][:10] == "2026-01-04", "never borne: as old as it is"


def test_d72_020_a_node_without_events_has_what_its_kind_begins_with() -> None:
    row = _seen([("2026-02-28", "bears", "learned_from_chat")])
    assert (row["raw_alpha"], row["raw_beta"]) == (2.0, 2.0)


def _seen(said: Sequence[tuple[str, str, str]]) -> dict[str, Any]:
    """A node of the world with evidence of (day, direction, entry type), and no events."""
    evidence = [{"node_id": "n", "said_at": f"{day}T00:00:00.000Z", "direction": direction, "entry_type": entry}
                for day, direction, entry in said]  # fmt: skip
    things = [{"node_id": "n", "node_kind": "world_entity", "subtype": "x", "canonical_name": "N", "source_kind": "e"}]
    other = {"node_id": "other", "status": "active", "until_utc": None, "asserted_at_utc": "2026-01-01T00:00:00.000Z",
             "assertion_id": "a", "polarity": "positive"}  # fmt: skip
    (row,) = ask("graph/scored", _TABLES | {
        "things": things, "evidence": evidence, "claim_facts": [other],
        "events": [{"node_id": "other", "delta_alpha": 5.0, "delta_beta": 3.0}],
    })  # fmt: skip
    return row


def test_an_older_claims_end_is_no_end_of_a_newer_one() -> None:
    said = {"node_id": "n", "status": "active", "polarity": "positive"}
    claims = [
        {**said, "assertion_id": "a", "asserted_at_utc": "2025-01-01T00:00:00.000Z",
         "until_utc": "2025-06-01T00:00:00.000Z", "status": "superseded"},
        {**said, "assertion_id": "b", "asserted_at_utc": "2026-01-01T00:00:00.000Z", "until_utc": None},
    ]  # fmt: skip
    thing = {"node_id": "n", "node_kind": "goal", "subtype": "x", "canonical_name": "N", "source_kind": "claim"}
    (row,) = ask("graph/scored", _TABLES | {
        "things": [thing],
        "evidence": [{"node_id": "n", "said_at": "2026-01-01T00:00:00.000Z", "direction": "bears", "entry_type": "x"}],
        "events": [{"node_id": "-", "delta_alpha": 5.0, "delta_beta": 3.0}], "claim_facts": claims,
    })  # fmt: skip
    assert (row["status"], row["until_utc"]) == ("active", None)


@pytest.mark.parametrize(
    ("kind", "share"), [("goal", 2.95 / 4.95), ("obligation", 2.65 / 4.65), ("work_product", 2.75 / 4.75)]
)
def test_d72_024_kinds_begin_as_firmly_as_their_policy_says(kind: str, share: float) -> None:
    assert scored(kind)["confidence"] == pytest.approx(share)


def test_d72_071_staleness_follows_the_half_life() -> None:
    states = {days: scored("procedure", days=days)["staleness_state"] for days in (89, 100, 181)}
    assert states == {89: "fresh", 100: "stale", 181: "expired"}


def _evidence(*kinds: tuple[str, str], node: str = "n") -> list[dict[str, Any]]:
    return [
        {"node_id": node, "message_id": f"m{n}", "assertion_id": None, "direction": direction, "entry_type": entry,
         "said_at": f"2026-01-{n:02d}T00:00:00.000Z", "place_from_first": n, "char_start": 0, "char_end": 5,
         "assertion_type": "factual_claim", "conversation_id": "c", "order_index": n, "source_kind": "chatgpt",
         "role": "user"}
        for n, (entry, direction) in enumerate(kinds, 1)
    ]  # fmt: skip


def test_d72_021_each_piece_of_evidence_adds_its_weight() -> None:
    things = [{"node_id": "n", "node_kind": "world_entity"}]
    found = _evidence(("learned_from_note", "bears"), ("agent_observation", "bears"), ("user_correction", "opposes"))
    rows = ask("graph/events", _TABLES | {"things": things, "evidence": found})
    added = {row["entry_type"]: (row["delta_alpha"], row["delta_beta"]) for row in rows}
    assert added == {"learned_from_note": (0.8, 0.0), "agent_observation": (0.2, 0.0), "user_correction": (0.0, 1.0)}


def test_d72_024_the_first_piece_of_evidence_is_in_the_beginning_of_a_kind_that_starts_higher() -> None:
    things = [{"node_id": "n", "node_kind": "goal"}]
    found = _evidence(("learned_from_chat", "bears"), ("learned_from_note", "bears"))
    rows = ask("graph/events", _TABLES | {"things": things, "evidence": found})
    assert [row["delta_alpha"] for row in rows] == [0.8]


@pytest.mark.parametrize(("tier", "places", "summarized"), [("A", 7, None), ("B", 4, 4), ("C", 1, None)])
def test_d72_009_evidence_is_kept_as_deep_as_the_tier_says(tier: str, places: int, summarized: int | None) -> None:
    found = _evidence(*[("learned_from_chat", "bears")] * 7)
    spoken = [{"message_id": f"m{n}", "text_raw": f"words {n}"} for n in range(1, 8)]
    rows = ask("graph/provenance", _TABLES | {"nodes": [{"node_id": "n", "tier": tier}], "evidence": found,
                                              "spoken": spoken,
                                              "kg.sentences": [{"message_id": "m7", "char_start": 0,
                                                                "char_end": 7}]})  # fmt: skip
    assert len(rows) == places
    assert [row["summarized_count"] for row in rows if row["entry_type"] == "summary"] == (
        [summarized] if summarized else []
    )
    newest = min(rows, key=lambda row: row["place"])
    assert (newest["message_id"], newest["verbatim_excerpt"], newest["source_ref"]) == (
        "m7",
        "words 7",
        "chatgpt:c#turn7",
    )


def test_d72_002_names_are_compared_without_marks_and_blanks() -> None:
    written = [{"words": words} for words in ("  HP-200A ", "M.I. Plaits", "Acme Inc.", "a__b..c")]
    rows = {row["words"]: row["normalized"] for row in ask("shared/normal", {"written": written})}
    assert rows == {"  HP-200A ": "hp 200a", "M.I. Plaits": "m i plaits", "Acme Inc.": "acme inc", "a__b..c": "a b c"}
