"""The night as one job in its order (D72-122): what is gathered, promoted, cleaned, told, published, and when."""

import re
from itertools import pairwise

from kg_assets.core.config import load_config
from kg_assets.core.data import data_path
from kg_assets.engine.steps import folder_steps, ordered_steps
from kg_assets.house import HOUSE

# What each part of the night waits for: names before mentions, promotion before pages, hygiene before the digest.
_ORDER = (
    "ingest", "read_spans", "overlay_nodes", "resolve_mentions", "promote_edges", "read_overlay", "observe",
)  # fmt: skip


def _all_before(stage: str) -> set[str]:
    found: set[str] = set()
    waiting = [stage]
    while waiting:
        for name in HOUSE.upstream(HOUSE.stage(waiting.pop())):
            if name not in found:
                found.add(name)
                waiting.append(name)
    return found


def test_d72_122_each_part_of_the_night_waits_for_the_one_before() -> None:
    for before, after in pairwise(_ORDER[:-1]):
        assert before in _all_before(after), f"{after} must wait for {before}"
    assert [stage.name for stage in HOUSE.stages][-1] == _ORDER[-1], "what is observed is of all stages"


def test_d72_122_a_failing_search_for_patterns_stops_no_promotion() -> None:
    assert "find_patterns" not in _all_before("promote_edges")
    assert "resolve_mentions" in _all_before("find_patterns")


def test_d72_122_pages_and_digest_are_made_of_edges_after_hygiene() -> None:
    steps = folder_steps([data_path("sql/overlay/reading")])
    given = ("told_apart",)
    order = [step.name for step in ordered_steps(steps, ["digest", "page_edges", "cleanup_jobs", "receipts"], given)]
    for later in ("page_edges", "findings", "receipts"):
        assert order.index("edges") < order.index(later)
    assert order.index("findings") < order.index("cleanup_jobs")


def test_d72_122_the_night_is_daily_the_digest_and_the_sweep_are_on_mondays() -> None:
    serve = load_config(HOUSE.sections).section("serve")
    daily, *weekly = (serve.nightly_cron, serve.weekly_digest_cron, serve.weekly_compaction_cron)
    assert re.fullmatch(r"\d+ \d+ \* \* \*", daily)
    for cron in weekly:
        assert re.fullmatch(r"\d+ \d+ \* \* 1", cron)
    # On Monday the digest tells of the build of that night, and the sweep comes last.
    hours = [tuple(map(int, reversed(cron.split()[:2]))) for cron in (daily, *weekly)]
    assert hours == sorted(hours)
