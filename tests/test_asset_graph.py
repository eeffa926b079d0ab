"""The asset graph is pinned: every key, group, dependency and check, so that a review sees each change of it."""

import json
import os
from pathlib import Path

import pytest

SNAPSHOT = Path(__file__).with_name("asset_graph.json")


@pytest.fixture(scope="module")
def graph() -> dict[str, object]:
    from kg_assets.definitions import build_defs

    repository = build_defs().get_repository_def()
    assets = repository.asset_graph
    return {
        "assets": {
            key.to_user_string(): {
                "group": node.group_name,
                "deps": sorted(parent.to_user_string() for parent in node.parent_keys),
                "kinds": sorted(node.kinds) if node.is_materializable else [],
                "owners": sorted(node.owners),
                "partitioned": node.is_partitioned,
            }
            for key in sorted(assets.get_all_asset_keys())
            for node in [assets.get(key)]
        },
        "checks": sorted(f"{c.asset_key.to_user_string()}:{c.name}" for c in assets.asset_check_keys),
        "jobs": sorted(job.name for job in repository.get_all_jobs() if not job.name.startswith("__")),
        "schedules": sorted(schedule.name for schedule in repository.schedule_defs),
        "sensors": sorted(sensor.name for sensor in repository.sensor_defs),
    }


def test_the_graph_is_the_one_in_the_snapshot(graph: dict[str, object]) -> None:
    text = json.dumps(graph, indent=1, sort_keys=True) + "\n"
    if os.environ.get("ANNALS_UPDATE_SNAPSHOTS"):
        SNAPSHOT.write_text(text, encoding="utf-8")
    assert SNAPSHOT.exists(), "no snapshot yet: run once with ANNALS_UPDATE_SNAPSHOTS=1 and commit it"
    assert text == SNAPSHOT.read_text(encoding="utf-8"), (
        "the asset graph has changed; if that is meant, run ANNALS_UPDATE_SNAPSHOTS=1 .venv/bin/python -m pytest "
        "tests/test_asset_graph.py and commit the difference"
    )


def test_every_table_of_the_house_is_an_asset_with_its_contract_check(graph: dict[str, object]) -> None:
    from kg_assets.house import HOUSE

    for name in HOUSE.tables:
        key = name.replace(".", "/")
        assert key in graph["assets"]  # type: ignore[operator]
        assert f"{key}:contract" in graph["checks"]  # type: ignore[operator]
