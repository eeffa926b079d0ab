"""A note about two employers, the rules by which the second takes the place of the first, and builds of it."""

import shutil
from pathlib import Path

from kg_assets.core.config import load_config
from kg_assets.core.data import data_path
from kg_assets.core.stage import House
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import run_build, seal_and_publish
from kg_assets.history.rules import RULES_FILE
from kg_assets.house import HOUSE
from kg_assets.intake.asking import request_build
from kg_assets.store.builds import BuildRef, Builds
from kg_assets.store.home import Home

FIRST = "# Work\n\nI have worked at Acme since 2019. I have worked at Globex since March 2022.\n"
LATER_ON = "# Later\n\nI have worked at Initech since May 2024.\n"
STAGE_5 = {table.name for table in HOUSE.stage("temporalize").tables}
# The stages that read from stage 5, or what those write, in order.
BELOW_5: tuple[str, ...] = ()
for _stage in HOUSE.stages:
    if {"temporalize", *BELOW_5} & set(HOUSE.upstream(_stage)):
        BELOW_5 += (_stage.name,)
BELOW = {table.name for stage in BELOW_5 for table in HOUSE.stage(stage).tables}


def engine_over(home: Home, override: Path | None = None, house: House = HOUSE) -> Engine:
    return Engine(home.prepare(), house, load_config(house.sections, override), 1, override)


def built(engine: Engine, *paths: Path) -> str:
    """Build and publish without Dagster; the build's name."""
    build = request_build(engine, list(paths)).build
    run_build(engine, build)
    seal_and_publish(engine, build)
    return build


def own_rules(folder: Path, without: str | None = None) -> Path:
    """A folder that shadows `config/` with the shipped rules, or with all but that of one relation."""
    folder.mkdir(exist_ok=True)
    text = data_path(RULES_FILE).read_text(encoding="utf-8")
    if without is not None:
        begin = text.index(f"  - predicate_label: {without}\n")
        text = text[:begin] + text[text.index("  - predicate_label:", begin + 1) :]
    (folder / "invalidation_rules.yaml").write_text(text, encoding="utf-8")
    return folder


def renewed(home: Home, state: Path) -> None:
    """Put a home back to a state that was copied aside; its files name each other by full paths."""
    shutil.rmtree(home.root, ignore_errors=True)
    shutil.copytree(state, home.root)


def names_in_order(home: Home) -> list[str]:
    """The builds of a home, the oldest horizon first."""
    builds = Builds(home)
    return sorted(builds.requested(), key=lambda name: builds.load(BuildRef(name)).as_of or "")
