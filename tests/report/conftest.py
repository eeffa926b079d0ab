"""A small life with a project, a move, a quarrel of dates and words that a browser would run; built whole, once."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from kg_assets.beliefs.stages import RESOLVE
from kg_assets.core.config import load_config
from kg_assets.engine.runner import Engine
from kg_assets.graph.stages import GRAPH
from kg_assets.history.stages import TELL
from kg_assets.house import HOUSE
from kg_assets.report.content import Report
from kg_assets.report.make import make_report
from kg_assets.report.selves import selves_in
from kg_assets.report.settings import ReportSettings
from kg_assets.store.home import Home
from kg_assets.store.readonly import opened
from tests.cli.a_life import built, engine_over
from tests.partial import asked_house_of
from tests.worlds import Worlds, copied

HOSTILE_TITLE = '</title><script>window.harm = "title"</script> & "quoted" \u202eback'
HOSTILE_WORDS = '<img src=x onerror="window.harm=1"> \u2067שלום\u2069 </blockquote>\x07 \U0001f469\u200d\U0001f52c'
UTC_ZONE = ZoneInfo("UTC")
_TALKS = (
    ("a", "2025-03-03", HOSTILE_TITLE, (f"I'm working on Harbour Lights. {HOSTILE_WORDS}", "I have insomnia.")),
    ("b", "2025-03-20", "Moving", ("I have lived in Oslo since 2021.", "I have lived in Rome since 2021.")),
    ("c", "2025-04-02", "Evenings", ("Harbour Lights needs oil.", "I plan to move to Lyon.", "My sister is Ann.")),
    ("d", "2025-06-10", "Done", (
        "I stopped working on Harbour Lights.", "My friend Ben lives in Bergen.", "I moved to Lyon on 2 June 2025.",
    )),
    ("e", "2025-06-11", "More", tuple(f"Harbour Lights, part {number}, is on my mind." for number in range(6))),
)  # fmt: skip


def conversation(key: str, day: str, title: str, texts: tuple[str, ...]) -> dict[str, Any]:
    start = datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()
    mapping = {
        f"{key}-{index}": {
            "id": f"{key}-{index}",
            "parent": f"{key}-{index - 1}" if index else None,
            "children": [f"{key}-{index + 1}"] if index + 1 < len(texts) else [],
            "message": {
                "id": f"{key}-{index}",
                "author": {"role": "user"},
                "create_time": start + index,
                "content": {"content_type": "text", "parts": [text]},
            },
        }
        for index, text in enumerate(texts)
    }
    return {"conversation_id": key, "title": title, "current_node": f"{key}-{len(texts) - 1}", "mapping": mapping}


@pytest.fixture(scope="session")
def settings() -> ReportSettings:
    section: ReportSettings = load_config(HOUSE.sections).section("report")
    return section


@pytest.fixture(scope="session")
def life_engine(life_home: Home) -> Engine:
    return Engine(life_home, HOUSE, load_config(HOUSE.sections), 1)


@pytest.fixture(scope="session")
def life_home(worlds: Worlds, tmp_path_factory: pytest.TempPathFactory) -> Home:
    """The home in which the life is built and published."""

    def make(folder: Path) -> None:
        export = folder / "conversations.json"
        export.write_text(json.dumps([conversation(*talk) for talk in _TALKS]), encoding="utf-8")
        built(engine_over(Home(folder / "home"), house=asked_house_of(TELL, GRAPH, RESOLVE)), export)

    return copied(Home(worlds.made("reported-life", make) / "home"), tmp_path_factory.mktemp("life") / "home")


@pytest.fixture(scope="session")
def made(life_home: Home, settings: ReportSettings) -> tuple[Report, str]:
    """What the report of that life says, and its page."""
    with opened(life_home) as warehouse:
        manifest = warehouse.manifest
        selves = selves_in(warehouse, load_config(HOUSE.sections).section("beliefs"), settings)
        return make_report(warehouse.connection, str(manifest.ref), manifest.as_of, settings, UTC_ZONE, selves, None)


@pytest.fixture(scope="session")
def page_file(made: tuple[Report, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(made[1], encoding="utf-8")
    return path
