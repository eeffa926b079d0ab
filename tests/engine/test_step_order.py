"""A run takes the steps in the order of the house: what is to be made beside others must not come before its time."""

from kg_assets.definitions import build_defs
from kg_assets.house import HOUSE
from kg_assets.orchestration.keys import table_key
from kg_assets.orchestration.stage_assets import PRIORITY_TAG


def test_steps_are_preferred_in_the_order_of_the_house() -> None:
    """Guards that the index of words, ready early and needed by nobody, is left for when workers have nothing to do."""
    assets = build_defs().get_repository_def().assets_defs_by_key
    priorities = [int(assets[table_key(stage.tables[0].name)].op.tags[PRIORITY_TAG]) for stage in HOUSE.stages]
    assert priorities == sorted(set(priorities), reverse=True)
    assert priorities[-1] > 0, "publication, which has none, stays last"
