"""The six invariants of seed 002 §9, and what else holds of beliefs: each broken by hand, and found by its own rule."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from kg_assets.beliefs.contracts import READ_TABLES
from kg_assets.beliefs.network_contracts import NETWORK_TABLES
from kg_assets.engine.checks import check_tables
from kg_assets.store.home import Home
from tests.beliefs.test_resolve import talks
from tests.beliefs.told import Rows, build_beliefs

SAID = (
    (0.0, "I'm hopeless at remembering birthdays of distant cousins and anniversaries."),
    (1.0, "I'm hopeless at remembering birthdays of distant cousins."), (2.0, "I am patient."),
    (3.0, "I'm not patient."),
    (4.0, "I feel calm right now."), (5.0, "I feel tense right now."),
)  # fmt: skip
NODES, OCCURRENCES = "beliefs.belief_nodes", "beliefs.belief_occurrences"
LINKS, EDGES, STREAMS = "beliefs.tentative_links", "beliefs.conflict_edges", "beliefs.stream_assignments"
Change = Callable[[Rows], object]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Rows:
    folder = tmp_path_factory.mktemp("sound")
    return build_beliefs(Home(folder / "home"), [talks(folder / "talks.json", *SAID)])


def violated(rows: Rows, folder: Path) -> set[tuple[str, str]]:
    """The rules that some rows break, by table."""
    files = {}
    for table in (*READ_TABLES, *NETWORK_TABLES):
        path = folder / f"{table.table_name}.parquet"
        pq.write_table(pa.Table.from_pylist(rows[table.name], schema=table.arrow_schema()), path)
        files[table.name] = [path]
    with duckdb.connect(":memory:") as connection:
        found = check_tables(connection, NETWORK_TABLES, files)
    return {(result.table, rule) for result in found for rule, count in result.violations.items() if count}


def _belief(rows: Rows, words: str) -> dict[str, Any]:
    return next(row for row in rows[NODES] if row["canonical_text"].startswith(words))


def _another_node_of_the_same_words(rows: Rows) -> None:
    rows[NODES].append(_belief(rows, "i am patient") | {"belief_id": "other"})


def _the_same_evidence_twice(rows: Rows) -> None:
    rows[OCCURRENCES].append(rows[OCCURRENCES][0] | {"occurrence_id": "other"})


def _turned(table: str, one: str, other: str) -> Change:
    def change(rows: Rows) -> None:
        row = rows[table][0]
        row[one], row[other] = row[other], row[one]

    return change


def _a_merge_by_a_link(rows: Rows) -> None:
    link = rows[LINKS][0]
    link["status"] = "accepted"
    for row in rows[OCCURRENCES]:
        if row["belief_id"] == link["to_belief_id"]:
            row["belief_id"] = link["from_belief_id"]


def _a_demotion(rows: Rows) -> None:
    rows[STREAMS][0] |= {
        "primary_stream": "state", "migrated_from": "identity", "migrated_at_utc": "2024-01-01T00:00:00.000Z",
    }  # fmt: skip


def _a_conflict_of_moods(rows: Rows) -> None:
    pair = sorted((_belief(rows, "i feel calm")["belief_id"], _belief(rows, "i feel tense")["belief_id"]))
    rows[EDGES].append(rows[EDGES][0] | {"edge_id": "other", "node_a_id": pair[0], "node_b_id": pair[1]})


def _a_score_of_its_own(rows: Rows) -> None:
    _belief(rows, "i am patient")["core_score"] += 0.25


def _a_belief_without_a_stream(rows: Rows) -> None:
    del rows[STREAMS][0]


@pytest.mark.parametrize(
    ("change", "broken"),
    [
        (_another_node_of_the_same_words, (NODES, "unique(canonical_hash)")),  # 1
        (_the_same_evidence_twice, (OCCURRENCES, "unique(belief_id, source_experience_id, extractor_version)")),  # 2
        (_turned(LINKS, "from_belief_id", "to_belief_id"), (LINKS, "pairs_are_ordered")),  # 3
        (_a_merge_by_a_link, (OCCURRENCES, "nothing_merges_by_itself")),  # 4
        (_a_demotion, (STREAMS, "identity_is_kept")),  # 5
        (_a_conflict_of_moods, (EDGES, "moments_do_not_conflict")),  # 6
        (_turned(EDGES, "node_a_id", "node_b_id"), (EDGES, "pairs_are_ordered")),
        (_a_score_of_its_own, (NODES, "scores_recompute")),
        (_a_belief_without_a_stream, (STREAMS, "every_belief_has_one")),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_each_invariant_is_a_check(sound: Rows, tmp_path: Path, change: Change, broken: tuple[str, str]) -> None:
    rows = {name: [dict(row) for row in table] for name, table in sound.items()}
    assert violated(rows, tmp_path) == set()
    change(rows)
    assert broken in violated(rows, tmp_path)
