"""The page in a real browser without a head: no error, no request, no harm; by keyboard, in any size and theme."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

BROWSER, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
pytestmark = pytest.mark.skipif(not (BROWSER and DRIVER), reason="Chromium and its driver are not here")
Look = Callable[[int, str], Any]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    webdriver = pytest.importorskip("selenium.webdriver")
    service = pytest.importorskip("selenium.webdriver.chrome.service")
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    profile = tmp_path_factory.mktemp("profile")
    for argument in ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage", f"user-data-dir={profile}"):
        options.add_argument(f"--{argument}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=service.Service(DRIVER))
    yield driver
    driver.quit()


@pytest.fixture
def look(browser: Any, page_file: Path) -> Look:
    """Open the page at a width and in a theme."""

    def opened(width: int, theme: str) -> Any:
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        wished = {"prefers-color-scheme": theme, "prefers-reduced-motion": "reduce"}
        features = [{"name": name, "value": value} for name, value in wished.items()]
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        browser.get("about:blank")
        for kind in ("browser", "performance"):
            browser.get_log(kind)
        browser.get(page_file.as_uri())
        return browser

    return opened


@pytest.mark.parametrize("width", [375, 1280])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_opens_without_an_error_or_a_request_and_fits(
    look: Look, page_file: Path, width: int, theme: str
) -> None:
    browser = look(width, theme)
    browser.execute_script("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert browser.get_log("browser") == []
    logged = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    asked = [one["params"]["request"]["url"] for one in logged if one["method"] == "Network.requestWillBeSent"]
    assert asked == [page_file.as_uri()]
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    assert browser.execute_script("return window.harm") is None
    paper = browser.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert paper == {"light": "rgb(251, 250, 247)", "dark": "rgb(21, 24, 28)"}[theme], "the policy lets the style pass"
    seen = "return [...document.querySelectorAll('.river')].filter(one => one.getBoundingClientRect().width).length"
    assert browser.execute_script(seen) == 1


def test_names_of_the_river_are_readable_on_a_telephone(look: Look) -> None:
    """At 375 points a name is no smaller than 12 of them, and none is cut off."""
    browser = look(375, "light")
    boxes = browser.execute_script(
        "return [...document.querySelectorAll('.river.narrow .name')].map(one => {"
        "const box = one.getBoundingClientRect(); return [box.left, box.right, box.height]})"
    )
    assert boxes
    assert all(left >= 0 and right <= 375 and height >= 12 for left, right, height in boxes)


def test_the_keyboard_reaches_a_month_and_opens_its_words(look: Look) -> None:
    """Tab by tab to the first month, Enter, on to its first item, Enter: the words are there; the focus can be seen."""
    keys = pytest.importorskip("selenium.webdriver.common.keys").Keys
    actions = pytest.importorskip("selenium.webdriver.common.action_chains").ActionChains
    browser = look(1280, "light")

    def focus_next(wanted: str) -> Any:
        for _ in range(40):
            actions(browser).send_keys(keys.TAB).perform()
            focused = browser.switch_to.active_element
            if browser.execute_script("return arguments[0].matches(arguments[1])", focused, wanted):
                return focused
        raise AssertionError(f"40 tabs do not reach {wanted}")

    month = focus_next(".month > summary")
    assert browser.execute_script("return getComputedStyle(arguments[0]).outlineStyle", month) == "solid"
    actions(browser).send_keys(keys.ENTER).perform()
    item = focus_next(".month .item > summary")
    hidden = browser.execute_script("return arguments[0].parentElement.querySelector('mark').checkVisibility()", item)
    actions(browser).send_keys(keys.ENTER).perform()
    visible = browser.execute_script("return arguments[0].parentElement.querySelector('mark').checkVisibility()", item)
    assert (hidden, visible) == (False, True)


def test_a_month_of_the_river_opens_that_month(look: Look) -> None:
    """A link into what is closed opens it, without a script."""
    browser = look(1280, "light")
    link = browser.find_element("css selector", ".river.wide a[href='#month-2025-04']")
    browser.execute_script("arguments[0].dispatchEvent(new MouseEvent('click', {bubbles: true}))", link)
    is_open = "return document.querySelector('#month-2025-04').closest('details').open"
    assert browser.execute_script(is_open)
