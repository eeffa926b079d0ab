"""The page as a browser reads it: no text of a person becomes markup, nothing is loaded, every part is reached."""

import argparse
import base64
import hashlib
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from kg_assets.cli.commands.reporting import report
from kg_assets.core.codeversion import import_closure
from kg_assets.core.errors import QueryError, WarehouseError
from kg_assets.report.content import Conflict, Group, Item, Month, Place, Report, Thread, Week, Words
from kg_assets.report.page import SIGNATURE, page
from kg_assets.report.settings import ReportSettings
from kg_assets.store.home import Home
from tests.conftest import Annals
from tests.report.conftest import HOSTILE_TITLE, HOSTILE_WORDS

HOSTILE = f"{HOSTILE_TITLE}{HOSTILE_WORDS}'\"$\\alpha$"
_ALLOWED = {
    "html", "head", "meta", "title", "style", "body", "a", "header", "h1", "h2", "h3", "p", "nav", "main", "section",
    "figure", "figcaption", "blockquote", "span", "mark", "cite", "code", "details", "summary", "div", "table", "thead",
    "tbody", "tr", "th", "td", "bdi", "i", "footer", "svg", "path", "text", "ul", "li",
}  # fmt: skip


class _Read(HTMLParser):
    """Tags with their attributes, and the text of the style sheet."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.style = ""
        self._within = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._within = tag

    def handle_data(self, data: str) -> None:
        if self._within == "style":
            self.style += data
            self._within = ""

    def values(self, name: str) -> list[str]:
        return [attributes[name] or "" for _, attributes in self.tags if name in attributes]


def _hostile_report(words: int = 1) -> Report:
    """One of everything, all of it called by a name that would like to be markup."""
    places = tuple(Place(f"m{number}", 0, 3) for number in range(words))
    item = Item(HOSTILE, HOSTILE, places, 12, "project", HOSTILE)
    month = Month("2025-03", "March 2025", 2, 1, 1, (HOSTILE,), (item,), 2, (item,), 3)
    group = Group(HOSTILE, (item,), 1)
    quotation = Words(HOSTILE, HOSTILE, HOSTILE, HOSTILE, "1 March 2025", "you", "0123456789abc")
    return Report(
        given_name="",
        build="b", as_of="1 March 2025", span="March 2025", messages=2, written=1, conversations=1, held_unsure=3,
        held_assistant=2, months=(month,),
        threads=(Thread("project", item, {"2025-03": 2}),), threads_by_category=(group,),
        people=Group("People", (item,)), places=Group("Places", (item,)), beliefs=(group,), beliefs_more=1,
        changes=(group,), changes_more=1, conflicts=(Conflict(HOSTILE, (item,)),), conflicts_more=1,
        selves=(group,), oppositions=(Conflict(HOSTILE, (item, item)),),
        week=Week("2 February 2026", ((HOSTILE, (HOSTILE,), 3),)),
        words=dict.fromkeys(places, quotation),
    )  # fmt: skip


@pytest.fixture(scope="module")
def hostile(settings: ReportSettings) -> str:
    return page(_hostile_report(), settings)


def test_no_text_of_a_person_becomes_markup(hostile: str) -> None:
    """A title that closes the title, words that are an image with a handler: in every place they stay words."""
    read = _Read(hostile)
    assert {tag for tag, _ in read.tags} <= _ALLOWED
    handlers = {name for _, attributes in read.tags for name in attributes if name.startswith("on")}
    assert not handlers
    assert not read.values("style"), "a strict policy would not apply it"
    assert hostile.count("&lt;script&gt;") > 10


def test_quotations_run_in_their_own_direction(hostile: str) -> None:
    """An override of the direction within a quotation must not turn what stands behind it."""
    read = _Read(hostile)
    assert all(attributes.get("dir") == "auto" for tag, attributes in read.tags if tag in ("blockquote", "cite"))
    assert re.search(r"blockquote \{[^}]*unicode-bidi: isolate", read.style)


@pytest.mark.whole
def test_the_page_of_a_build_quotes_hostile_words_as_they_were_said(made: tuple[Report, str]) -> None:
    text = made[1]
    assert "&lt;img src=x onerror=&#34;window.harm=1&#34;&gt; \u2067שלום\u2069" in text
    assert "\U0001f469\u200d\U0001f52c" in text, "joined signs stay joined"
    assert "\x07" not in text
    assert "<script" not in text
    assert "<img" not in text


def test_nothing_is_loaded_and_only_the_own_style_is_allowed(hostile: str) -> None:
    read = _Read(hostile)
    policy = next(attributes["content"] for _, attributes in read.tags if "http-equiv" in attributes)
    digest = base64.b64encode(hashlib.sha256(read.style.encode()).digest()).decode()
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    assert not read.values("src")
    assert "http:" not in hostile
    assert "https:" not in hostile
    assert "url(" not in read.style
    assert "@import" not in read.style


@pytest.mark.whole
def test_every_link_leads_to_a_part_of_the_page(made: tuple[Report, str]) -> None:
    read = _Read(made[1])
    ids = read.values("id")
    assert len(ids) == len(set(ids))
    assert {link.removeprefix("#") for link in read.values("href")} <= set(ids)
    assert all(link.startswith("#") for link in read.values("href"))


def test_what_is_left_out_is_counted(hostile: str) -> None:
    assert "and 12 more" in hostile


def test_a_page_that_grows_too_large_opens_fewer_words(settings: ReportSettings) -> None:
    """Of 3 quotations each: within a size that holds 2 but not 3, the third is among those that are counted: 12 + 1."""
    many = _hostile_report(3)
    two = page(many, settings.model_copy(update={"words_per_item": 2}))
    kept = page(many, settings.model_copy(update={"words_per_item": 3, "most_bytes": len(two.encode())}))
    assert kept == two
    assert "and 13 more" in kept
    assert len(page(many, settings.model_copy(update={"words_per_item": 3})).encode()) > len(two.encode())


def test_a_page_that_is_still_too_large_lists_less_in_each_month(settings: ReportSettings) -> None:
    """One item a month and one quotation each are the least; the other of two items is counted: 2 + 1 more."""
    least = settings.model_copy(update={"words_per_item": 1, "items_per_month": 2, "most_bytes": 1})
    report = _hostile_report()
    month = replace(report.months[0], spoken=report.months[0].spoken * 2)
    text = page(replace(report, months=(month,)), least)
    assert "and 3 more" in text
    assert len(text) < len(page(replace(report, months=(month,)), least.model_copy(update={"most_bytes": 10**9})))


def test_what_ended_and_what_was_taken_back_differ_in_word_and_sign(settings: ReportSettings) -> None:
    """Not in their colour alone; and the words that did it are told from those that it was said with."""
    said, undone = Place("m0", 0, 3), Place("m1", 0, 3)
    items = tuple(Item("Boat", "works on", (undone, said), kind=kind, ending=1) for kind in ("ended", "taken back"))
    report = _hostile_report(2)
    text = page(replace(report, changes=(Group("2025", items),)), settings)
    for sign, kind, label in (
        ("–", "ended", "These words ended it:"),
        ("×", "taken back", "These words took it back:"),
    ):
        assert f'aria-hidden="true">{sign}</span> {kind}</span>' in text
        assert text.count(label) == 1
    assert text.count("What had been said:") == 2


def test_an_empty_build_has_a_page_that_says_so(settings: ReportSettings) -> None:
    nothing = Report(
        "b", "1 March 2025", "nothing dated", 0, 0, 0, "", 0, 0, (), (), (), Group("People", ()),
        Group("Places", ()), (), 0, (), 0, (), 0, (), (), None, {},
    )  # fmt: skip
    text = page(nothing, settings)
    assert "No project, plan, problem or interest was spoken of." in text
    assert "<svg" not in text


@pytest.mark.whole
def test_the_command_writes_the_same_bytes_each_time(
    annals: Annals, life_home: Home, made: tuple[Report, str], tmp_path: Path
) -> None:
    """In another process, with sets in another order; and only its owner may read it."""
    file = tmp_path / "report.html"
    where = {"ANNALS_HOME": str(life_home.root), "PYTHONHASHSEED": "7", "BROWSER": "echo opened %s"}
    said = annals("report", "--out", file, "--open", **where).stdout.splitlines()
    assert f"opened {file.as_uri()}" in said
    assert len(said) == 5, "the path, three lines, and what the browser said"
    assert file.read_bytes() == made[1].encode()
    assert file.stat().st_mode & 0o777 == 0o600


def test_the_command_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, home: Home, life_home: Home, tmp_path: Path
) -> None:
    monkeypatch.setenv("ANNALS_HOME", str(home.root))
    with pytest.raises(WarehouseError, match="annals build PATH"):
        report(argparse.Namespace(out=None, open=False))
    monkeypatch.setenv("ANNALS_HOME", str(life_home.root))
    with pytest.raises(QueryError, match="is no file"):
        report(argparse.Namespace(out=str(tmp_path), open=False))
    with pytest.raises(QueryError, match="there is no folder"):
        report(argparse.Namespace(out=str(tmp_path / "missing" / "report.html"), open=False))


@pytest.mark.parametrize("written", ["", "notes", "<!-- made by annals report -->\n, and more"])
def test_only_a_report_is_replaced(
    monkeypatch: pytest.MonkeyPatch, life_home: Home, made: tuple[Report, str], tmp_path: Path, written: str
) -> None:
    """A slip in the name must not cost a person a file; an older report, whatever it says, is replaced."""
    monkeypatch.setenv("ANNALS_HOME", str(life_home.root))
    file = tmp_path / "mine.html"
    file.write_text(written, encoding="utf-8")
    with pytest.raises(QueryError, match="is not a report"):
        report(argparse.Namespace(out=str(file), open=False))
    assert file.read_text(encoding="utf-8") == written
    file.write_text(f"<p>Of last year</p>\n{SIGNATURE}", encoding="utf-8")
    assert report(argparse.Namespace(out=str(file), open=False)) == 0
    assert file.read_bytes() == made[1].encode()


def test_the_report_does_not_load_dagster() -> None:
    """It would take longer than the report itself. Nothing that the command can reach imports it."""
    modules, distributions = import_closure(["kg_assets.cli.commands.reporting"])
    assert "kg_assets.report.gather" in modules
    assert "dagster" not in distributions
