"""The gold sets as numbers: claims, people, beliefs and the evidence of relations, each a single F1.

A policy that a person's verdicts teach is held against all of them: it may not make any of them worse by more than
`overlay.learning_most_loss`. Claims, people and beliefs are read by rules that no policy reaches, which is proved by
measuring them beside it.
"""

import json
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from benchmarks._people_pairs import read_pairs, scale_of_house, score
from benchmarks.beliefs import atom_score, keys_by_rules, lines_of
from benchmarks.claims import gold_claims, read_fully, reader
from benchmarks.overlay import EDGES
from kg_assets.core.data import data_path
from kg_assets.core.yamlfile import read_yaml
from kg_assets.mentions.times.engine import TimeEngine
from kg_assets.mentions.times.model import TimeSettings
from kg_assets.overlay.evidence.learning import is_held
from kg_assets.store.home import Home
from kg_assets.store.readonly import opened, rows_of
from tests.conftest import ROOT

CLAIM_FILES = ("held_out", "chat", "talk_held_out", "plain_held_out")
Pair = tuple[frozenset[str], str]


def of_claims() -> float:
    """Over the lines that no rule was shaped by."""
    rules, times = reader(), TimeEngine(TimeSettings())
    model = read_yaml(data_path("config/pipeline.yaml"))["language"]["model"]
    right = told = 0
    for name in CLAIM_FILES:
        for line in (ROOT / "tests" / "claims" / "gold" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            gold, (found, _) = gold_claims(json.loads(line)), read_fully(rules, times, model, json.loads(line))
            right, told = right + len(gold & found), told + len(gold) + len(found)
    return 2 * right / told


def of_people() -> float:
    """Over the pairs that were kept aside."""
    scale = scale_of_house()
    found = score(read_pairs("kept", scale), lambda pair: scale.weigh(*pair.sides).verdict == "same")
    return 2 * found.right / (found.merged + found.true)


def of_beliefs() -> float:
    """Over the sentences that were kept aside."""
    return atom_score(lines_of("atoms_held_out.jsonl"), keys_by_rules)[2]


def of_evidence(home: Home, life: Mapping[str, Any], judged: Collection[Pair]) -> float:
    """Which relations of an invented life evidence finds, those aside that were judged."""
    true = {(frozenset(pair), relation) for relation, tie in life["ties"].items() for pair in tie["pairs"]}
    with opened(home) as warehouse:
        drawn = {(frozenset((row["one"], row["other"])), row["relation_type"]) for row in rows_of(warehouse, EDGES)}
    true, drawn = true - {*judged}, {edge for edge in drawn if "SELF" not in edge[0]} - {*judged}
    return 2 * len(true & drawn) / (len(true) + len(drawn))


def measured(home: Home, life: Mapping[str, Any], judged: Collection[Pair]) -> dict[str, float]:
    """All of them."""
    return {
        "claims": of_claims(), "people": of_people(), "beliefs": of_beliefs(),
        "evidence": of_evidence(home, life, judged),
    }  # fmt: skip


def made_worse(before: Mapping[str, float], after: Mapping[str, float], most_loss: float) -> list[str]:
    """The gold sets for the sake of which a policy is blocked."""
    return [name for name in before if is_held(before[name], after[name], most_loss)]


def life_named(file: str) -> dict[str, Any]:
    life: dict[str, Any] = read_yaml(Path(ROOT / "benchmarks" / file))
    return life
