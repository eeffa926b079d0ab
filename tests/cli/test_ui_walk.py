"""docs/ui.md walked through in a real browser: what it names is there, and its pictures are taken here.

ANNALS_UPDATE_PICTURES=1 puts the pictures into docs/images.
"""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kg_assets.corpus.generator import CorpusSpec, write_export
from kg_assets.store.home import Home
from kg_assets.store.publish import current
from tests.cli.test_ui import Server, free_port, start, until
from tests.conftest import ROOT

BROWSER, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
pytestmark = [
    pytest.mark.whole,
    pytest.mark.skipif(not (BROWSER and DRIVER), reason="Chromium and its driver are not here"),
]
IMAGES = ROOT / "docs" / "images"
_SIZE = (1400, 900)


class Walk:
    """A browser that was let in by the printed address."""

    def __init__(self, browser: Any, server: Server, pictures: Path) -> None:
        self.browser, self.server, self._pictures = browser, server, pictures
        browser.get(f"http://127.0.0.1:{server.port}/?token={server.token()}")

    def open(self, path: str, *words: str) -> str:
        """Go to a page and wait until it shows these words; all that it shows."""
        self.browser.get(f"http://127.0.0.1:{self.server.port}{path}")
        return self.wait(*words)

    def wait(self, *words: str) -> str:
        return str(until(self.text, lambda shown: all(word in shown for word in words)))

    def text(self) -> str:
        return str(self.browser.execute_script("return document.body.innerText"))

    def click(self, words: str) -> None:
        """Click the innermost thing that is seen and whose words match."""
        script = (
            "const pattern = new RegExp('^' + arguments[0] + '$');"
            "const all = [...document.querySelectorAll('button, a, [role=tab], [role=menuitem], div, span')]"
            ".filter(e => pattern.test((e.innerText || '').trim()) && e.getBoundingClientRect().width);"
            "if (!all.length) return false; all[all.length - 1].click(); return true;"
        )
        until(lambda: self.browser.execute_script(script, words), bool)

    def picture(self, name: str) -> Path:
        path = self._pictures / f"{name}.png"
        self.browser.save_screenshot(str(path))
        return path


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    webdriver = pytest.importorskip("selenium.webdriver")
    service = pytest.importorskip("selenium.webdriver.chrome.service")
    folder = tmp_path_factory.mktemp("walk")
    home = Home(folder / "home").prepare()
    write_export(CorpusSpec(seed=5, conversations=8), folder / "export")
    subprocess.run(
        [sys.executable, "-m", "kg_assets.cli.main", "build", str(folder / "export")],
        cwd=ROOT, check=True, capture_output=True, env=os.environ | {"ANNALS_HOME": str(home.root)},
    )  # fmt: skip
    server = start(home, free_port())
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    profile = f"user-data-dir={folder / 'profile'}"
    size = f"window-size={_SIZE[0]},{_SIZE[1]}"
    for argument in ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage", profile, size):
        options.add_argument(f"--{argument}")
    browser = webdriver.Chrome(options=options, service=service.Service(DRIVER))
    pictures = IMAGES if os.environ.get("ANNALS_UPDATE_PICTURES") else folder
    try:
        yield Walk(browser, server, pictures)
    finally:
        browser.quit()
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(timeout=60)


@pytest.fixture(scope="module")
def build(walk: Walk) -> str:
    """The published build, once the interface knows of it and of its freshness."""
    published = current(walk.server.home)
    assert published is not None
    name = published.ref.build
    until(lambda: walk.server.newest("kg.publication", name)[0], bool)
    return name


def is_a_picture(path: Path) -> bool:
    data = path.read_bytes()
    return data.startswith(b"\x89PNG") and len(data) > 20_000


def test_the_lineage_shows_the_groups_of_the_pipeline(walk: Walk, build: str) -> None:
    walk.open("/asset-groups", "stage_0_sources", "observe", "publish", "config")
    assert is_a_picture(walk.picture("lineage"))


def test_the_page_of_a_table_says_what_it_is(walk: Walk, build: str) -> None:
    shown = walk.open("/assets/kg/messages?view=overview", "in stage ingest", "text_raw", "private")
    assert "kg_assets/sources/ingest.py" in shown
    assert "Materialize" in shown
    assert is_a_picture(walk.picture("asset"))


def test_the_partition_shows_a_preview_without_a_persons_words(walk: Walk, build: str) -> None:
    walk.open(f"/assets/kg/messages?view=partitions&partition={build}", build, "preview", "fingerprint")
    walk.click(".?(Show|View) Markdown.?")
    shown = walk.wait("text_raw_length")
    assert "text_raw_length" in shown
    assert is_a_picture(walk.picture("preview"))


def test_the_checks_say_each_rule(walk: Walk, build: str) -> None:
    walk.open("/assets/kg/messages?view=checks", "contract", "up_to_date")
    shown = walk.open("/assets/kg/messages?view=checks&checkDetail=contract", "contract", "rules hold")
    assert "Keys, foreign keys" in shown
    assert is_a_picture(walk.picture("checks"))


def test_the_button_of_a_table_materializes_it(walk: Walk, build: str) -> None:
    """It said "Unknown error"."""
    before = walk.server.newest("kg.entities", build)[0]
    walk.open("/assets/kg/entities?view=overview", "Materialize")
    walk.click("Materialize…")
    walk.wait("Partition selection", "0 partitions")
    walk.click("All")
    walk.wait("1 partition", "Launch 1 run")
    walk.click("Launch .*(run|backfill)")
    made = until(lambda: walk.server.newest("kg.entities", build)[0], lambda run: run != before)
    assert walk.server.end_of(made) == "SUCCESS"


def test_the_sensors_are_there_with_what_they_do(walk: Walk) -> None:
    shown = walk.open("/automation", "inbox", "commands", "failed_runs", "freshness", "stale_builds", "nightly")
    assert "Unknown error" not in shown


def test_a_file_of_the_settings_has_its_check(walk: Walk, build: str) -> None:
    check = "/assets/config/invalidation_rules_yaml?view=checks&checkDetail=readable"
    shown = walk.open(check, "readable", "If not, what reads it does not run.")
    assert "invalidation_rules_yaml" in shown
    assert "Unknown error" not in shown
