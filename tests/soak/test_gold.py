"""Every night of the developer's soak the gold sets are read, and a policy that makes one of them worse is blocked."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from benchmarks.overlay import export
from kg_assets.cli.overlay_ledger import record
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import make_build
from kg_assets.intake.asking import request_build
from kg_assets.overlay.evidence.commands import RELATION
from kg_assets.overlay.evidence.learning import ACTIVATED
from kg_assets.store.home import Home
from kg_assets.store.readonly import opened, select
from kg_assets.store.registry import open_ledger
from tests.cli.a_life import engine_over
from tests.soak.gold import Pair, life_named, made_worse, measured
from tests.worlds import copied

_TAUGHT = 8  # verdicts: so many outweigh the 20 that smoothing puts beside them
_ENDS = """
SELECT s.canonical_name AS one, t.canonical_name AS other, e.source_id, e.target_id
FROM overlay.edges e JOIN overlay.nodes s ON s.node_id = e.source_id JOIN overlay.nodes t ON t.node_id = e.target_id
WHERE e.relation_type = $relation ORDER BY 1, 2
"""
_STAGED = "SELECT DISTINCT generation_id, rule FROM overlay.compiled_policy_bundle WHERE status = 'staged'"


@pytest.fixture(scope="module")
def life() -> dict[str, Any]:
    return life_named("overlay_fresh.yaml")


@pytest.fixture(scope="module")
def lived(life: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> tuple[Home, Path]:
    """A home in which evidence has found what it finds, and what it was built of."""
    folder = tmp_path_factory.mktemp("gold")
    path, _ = export(life, folder)
    engine = engine_over(Home(folder / "home").prepare())
    make_build(engine, request_build(engine, [path]).build)
    return engine.home, path


def _night(engine: Engine, path: Path) -> None:
    make_build(engine, request_build(engine, [path]).build)


def _taught(engine: Engine, path: Path, relation: str, action: str, true: Sequence[frozenset[str]]) -> set[Pair]:
    """Verdicts on true relations that teach a policy, which is then activated; what they were about."""
    with opened(engine.home) as warehouse:
        ends = [row for row in select(warehouse.connection, _ENDS, {"relation": relation}).named()
                if frozenset((row["one"], row["other"])) in true][:_TAUGHT]  # fmt: skip
    assert len(ends) == _TAUGHT
    for row in ends:
        body = {"action": action, "source_node_id": row["source_id"], "target_node_id": row["target_id"],
                "relation_type": relation}  # fmt: skip
        record(open_ledger(engine.home), RELATION, body)
    _night(engine, path)
    with opened(engine.home) as warehouse:
        ((generation, rule),) = select(warehouse.connection, _STAGED).fetchall()
    assert rule == ("relation_promotion" if action == "approve" else "relation_demotion")
    open_ledger(engine.home).append(ACTIVATED, {"generation_id": generation})
    _night(engine, path)
    return {(frozenset((row["one"], row["other"])), relation) for row in ends}


@pytest.mark.slow
@pytest.mark.parametrize(("action", "worse"), [("approve", []), ("reject", ["evidence"])])
def test_a_policy_that_makes_a_gold_set_worse_is_blocked(
    lived: tuple[Home, Path], life: dict[str, Any], tmp_path: Path, action: str, worse: list[str]
) -> None:
    """Rejections of what is true teach that evidence of this relation is never enough; approvals do no harm."""
    home, path = lived
    engine = engine_over(copied(home, tmp_path / "home"))
    relation = max(sorted(life["ties"]), key=lambda name: len(life["ties"][name]["pairs"]))
    true = [frozenset(pair) for pair in life["ties"][relation]["pairs"]]
    judged = _taught(engine, path, relation, action, true)
    before, after = measured(home, life, judged), measured(engine.home, life, judged)
    print(f"\n{action}: " + ", ".join(f"{name} {before[name]:.3f} → {after[name]:.3f}" for name in before))
    most_loss = engine.config.section("overlay").learning_most_loss
    assert made_worse(before, after, most_loss) == worse
    assert {name for name in before if before[name] != after[name]} <= {"evidence"}
