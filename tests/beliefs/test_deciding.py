"""What a person decides about beliefs: merges, splits, links and conflicts, each reversible, none of it a guess."""

from pathlib import Path
from typing import Any

import pytest

from kg_assets.beliefs.conflicts import End, ended
from kg_assets.beliefs.deciding import LEDGER_KINDS, Decisions, Resolution, standing_decisions
from kg_assets.beliefs.scoring import Evidence
from tests.beliefs.test_resolve import beliefs, built
from tests.beliefs.told import Rows, words

FEW = "I'm hopeless at remembering birthdays of distant cousins"
SAID = (
    (0.0, f"{FEW} and anniversaries."), (1.0, f"{FEW}."), (2.0, "I am patient."), (3.0, "I'm not patient."),
    (4.0, "I love mornings."), (5.0, "I adore mornings."), (6.0, "I hate mornings."), (7.0, "I love mornings."),
    (8.0, "I'm a night owl."),
)  # fmt: skip
SHORT = "i am hopeless at remembering birthdays of distant cousins"
LONG = f"{SHORT} and anniversaries"


def entries(*decided: tuple[str, dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Decisions as a stage is given them, in the order of the ledger from 1 on."""
    found: dict[str, list[dict[str, Any]]] = {kind: [] for kind in LEDGER_KINDS}
    for position, (kind, body) in enumerate(decided, start=1):
        found[kind].append({**body, "position": position})
    return found


def merged(into: str, other: str) -> tuple[str, dict[str, Any]]:
    return "beliefs_merged", {"into": words(into), "merged": words(other)}


def split(text: str) -> tuple[str, dict[str, Any]]:
    return "belief_split", {"words": words(text)}


def digest(text: str) -> str:
    return words(text)["canonical_hash"]


def test_the_later_decision_counts() -> None:
    """Merges lead to the words that stay in the end; a split ends one; undoing restores what was before."""
    chained = standing_decisions(entries(merged("i b", "i a"), merged("i c", "i b")))
    assert chained.into == {digest("i a"): digest("i c"), digest("i b"): digest("i c")}
    apart = standing_decisions(entries(merged("i b", "i a"), merged("i c", "i b"), split("i a")))
    assert (apart.into, apart.apart) == ({digest("i b"): digest("i c")}, {digest("i a")})
    turned = standing_decisions(entries(merged("i b", "i a"), merged("i a", "i b")))
    assert turned.into == {digest("i b"): digest("i a")}
    undone = standing_decisions(entries(merged("i b", "i a"), ("decision_undone", {"undone_position": 1})))
    assert undone == Decisions()


def test_links_and_conflicts_are_of_a_pair_in_any_order() -> None:
    pair = {"one": words("i b"), "other": words("i a")}
    found = standing_decisions(
        entries(
            ("belief_link_judged", {**pair, "is_same": True}),
            ("belief_link_judged", {"one": pair["other"], "other": pair["one"], "is_same": False}),
            ("belief_conflict_resolved", {**pair, "by": "person", "kept": words("i a")}),
            ("extractor_rolled_back", {"extractor_version": "v1"}),
        )
    )
    both = frozenset((digest("i a"), digest("i b")))
    assert found.links == {both: False}
    assert found.conflicts == {both: Resolution("person", digest("i a"))}
    assert found.rolled_back == {"v1"}


def test_a_conflict_ends_by_what_is_newer_or_weighs_more() -> None:
    """§8.4: one side was said last on day 9 and weighs 0.8 × 0.9 = 0.72, the other on day 4 and 0.4 × 0.9 × 2 = 0.72
    + 0.5 × 0.7 = 1.07; of equals neither rule chooses, and a person may let both stand."""
    one = [Evidence(9.0, 0.8, 0.9, "a")]
    other = [Evidence(2.0, 0.4, 0.9, "a"), Evidence(3.0, 0.4, 0.9, "b"), Evidence(4.0, 0.5, 0.7, "b")]
    pair = ("x", "y")
    assert ended("newer", None, one, other, pair) == End("newer", 9.0, "x")
    assert ended("weight", None, one, other, pair) == End("weight", 9.0, "y")
    assert ended("weight", None, one, other[:2], pair) is None
    assert ended("newer", None, one, one, pair) is None
    assert ended("person", None, one, other, pair) == End("person", 9.0, None)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Rows:
    return built(tmp_path_factory.mktemp("plain"), *SAID)


def edges(rows: Rows) -> dict[frozenset[str], dict[str, Any]]:
    names = {row["belief_id"]: row["canonical_text"] for row in rows["beliefs.belief_nodes"]}
    return {frozenset((names[e["node_a_id"]], names[e["node_b_id"]])): e for e in rows["beliefs.conflict_edges"]}


def test_decisions_hold_in_the_next_build(tmp_path: Path, plain: Rows) -> None:
    """The words that stay name the belief, also where the others were said first; what is split is one of its own."""
    assert set(beliefs(plain)) >= {LONG, SHORT, "i love mornings"}
    assert "i adore mornings" not in beliefs(plain)
    pairs = {
        "patience": {"one": words("i am patient"), "other": words("i am not patient")},
        "mornings": {"one": words("i love mornings"), "other": words("i hate mornings")},
    }
    rows = built(
        tmp_path, *SAID,
        decided=[
            merged(SHORT, LONG), split("i adore mornings"),
            ("belief_conflict_resolved", {**pairs["patience"], "by": "person", "kept": words("i am patient")}),
            ("belief_conflict_resolved", {**pairs["mornings"], "by": "newer"}),
        ],
    )  # fmt: skip
    found = beliefs(rows)
    assert LONG not in found
    assert found[SHORT]["occurrence_count"] == 2
    assert found[SHORT]["created_at_utc"] == beliefs(plain)[LONG]["created_at_utc"]
    assert found[SHORT]["belief_id"] == beliefs(plain)[SHORT]["belief_id"]
    assert found["i adore mornings"]["occurrence_count"] == 1
    assert found["i love mornings"]["occurrence_count"] == 2
    assert not rows["beliefs.tentative_links"]
    patience = edges(rows)[frozenset(("i am patient", "i am not patient"))]
    assert (patience["status"], patience["resolution_reason"]) == ("resolved", "person")
    assert patience["kept_belief_id"] == found["i am patient"]["belief_id"]
    assert patience["resolved_at_utc"] == found["i am not patient"]["last_reinforced_at_utc"]
    mornings = edges(rows)[frozenset(("i love mornings", "i hate mornings"))]
    assert mornings["kept_belief_id"] == found["i love mornings"]["belief_id"]
    # What was split from it leans to the same side and stands against the same belief, openly.
    assert edges(rows)[frozenset(("i adore mornings", "i hate mornings"))]["status"] == "active"
    counts = {name: row["conflict_count"] for name, row in found.items()}
    assert (counts["i am patient"], counts["i love mornings"], counts["i hate mornings"]) == (0, 0, 1)


def test_what_is_undone_leaves_the_bytes_of_before(tmp_path: Path, plain: Rows) -> None:
    (link,) = plain["beliefs.tentative_links"]
    assert (link["status"], link["judged_by"]) == ("pending", "evidence")
    judged: tuple[str, dict[str, Any]] = (
        "belief_link_judged", {"one": words(LONG), "other": words(SHORT), "is_same": True}
    )  # fmt: skip
    (tmp_path / "judged").mkdir()
    (link,) = built(tmp_path / "judged", *SAID, decided=[judged])["beliefs.tentative_links"]
    assert (link["status"], link["judged_by"]) == ("accepted", "person")
    undone: list[tuple[str, dict[str, Any]]] = [
        judged, ("decision_undone", {"undone_position": 1}),
        merged(SHORT, LONG), ("decision_undone", {"undone_position": 3}),
    ]  # fmt: skip
    assert built(tmp_path, *SAID, decided=undone) == plain


def test_a_rule_of_the_settings_ends_what_nobody_decided(tmp_path: Path, plain: Rows) -> None:
    assert {edge["status"] for edge in plain["beliefs.conflict_edges"]} == {"active"}
    override = tmp_path / "own.yaml"
    override.write_text("beliefs: {conflict_rule: newer}\n", encoding="utf-8")
    rows = built(tmp_path, *SAID, override=override)
    kept = {edge["kept_belief_id"] for edge in rows["beliefs.conflict_edges"]}
    assert kept == {beliefs(rows)[name]["belief_id"] for name in ("i am not patient", "i love mornings")}
