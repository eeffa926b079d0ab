"""`annals why` tells a claim's history: a real build of a short talk, from its words to the decisions in words."""

import json
from collections.abc import Iterator
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from kg_assets.cli.claims import Claim, claims_of, said
from kg_assets.cli.commands.explaining import explanation
from kg_assets.cli.history import history_lines, span_in_words
from kg_assets.engine.session import run_build, seal_and_publish
from kg_assets.history.stages import TEMPORALIZE
from kg_assets.intake.asking import request_build
from kg_assets.store.home import Home
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import opened
from tests.cli.a_life import engine_over
from tests.partial import asked_house_of

pytestmark = pytest.mark.whole

TEXTS = (
    "I have worked at Sellemex since 2019.",
    "I have worked at Caloshift since 2022.",
    "I use Trello.",
    "I no longer use Trello.",
    "I was a swimming coach.",
    "My goal was to learn Greek.",
)


@pytest.fixture(scope="module")
def warehouse(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenWarehouse]:
    folder = tmp_path_factory.mktemp("why")
    mapping: dict[str, Any] = {}
    for i, text in enumerate(TEXTS):
        message = {
            "id": f"m{i}", "author": {"role": "user"}, "create_time": 1700000000.0 + 86400 * i,
            "content": {"content_type": "text", "parts": [text]}, "metadata": {},
        }  # fmt: skip
        parent = f"m{i - 1}" if i else None
        mapping[f"m{i}"] = {"id": f"m{i}", "parent": parent, "children": [], "message": message}
        if parent:
            mapping[parent]["children"] = [f"m{i}"]
    talk = {"id": "c1", "title": "Work", "current_node": f"m{len(TEXTS) - 1}", "mapping": mapping}
    source = folder / "conversations.json"
    source.write_text(json.dumps([talk]), encoding="utf-8")
    home = Home(folder / "home").prepare()
    engine = engine_over(home, house=asked_house_of(TEMPORALIZE))
    build = request_build(engine, [source]).build
    run_build(engine, build)
    seal_and_publish(engine, build)
    with opened(home) as found:
        yield found


def claim(warehouse: OpenWarehouse, words: str) -> Claim:
    (found,) = [one for one in claims_of(warehouse, "ORDER BY a.assertion_id", []) if said(one) == words]
    return found


def history(warehouse: OpenWarehouse, words: str) -> list[str]:
    own = claim(warehouse, words)
    return [line.strip() for line in history_lines(warehouse, own.assertion_id) if line]


def test_what_is_told_as_over_is_not_true_from_then_on(warehouse: OpenWarehouse) -> None:
    """ "I was a swimming coach" was told to be true from the day on which it was said."""
    (first, *_) = history(warehouse, "you worked as swimming coach")
    assert first == "was true before 2023-11-18 22:13: it was told as over then; its words name no time"


def test_an_aim_that_is_told_in_the_past_is_over(warehouse: OpenWarehouse) -> None:
    (aim,) = [one for one in claims_of(warehouse, "ORDER BY a.assertion_id", []) if "learn Greek" in said(one)]
    (first, *_) = [line.strip() for line in history_lines(warehouse, aim.assertion_id) if line]
    assert first == "was true before 2023-11-19 22:13: it was told as over then; its words name no time"


def test_a_closed_job_says_what_took_its_place(warehouse: OpenWarehouse) -> None:
    old, new = claim(warehouse, "you work at Sellemex"), claim(warehouse, "you work at Caloshift")
    assert history(warehouse, "you work at Sellemex") == [
        "true from 2019 to before 2022-01-01: as its own words say",
        "its status is superseded",
        "gave way at 2022-01-01 to a newer one, since it is newer, and nothing else differs",
        f"{new.short_id}  you work at Caloshift  (2023-11-15, user)",
    ]
    assert history(warehouse, "you work at Caloshift") == [
        "true from 2022 on: as its own words say",
        "its status is active",
        "takes the place of what was true until 2022-01-01, since it is newer, and nothing else differs",
        f"{old.short_id}  you work at Sellemex  (2023-11-14, user)",
    ]


def test_what_ended_without_a_beginning_says_so(warehouse: OpenWarehouse) -> None:
    assert history(warehouse, "you use Trello") == [
        "true until 2023-11-17 22:13, since when nobody said: its words name no time",
        "its status is negated",
        "it closes nothing and no newer one closes it: its words name no time",
        "was said to have ended by 2023-11-17",
    ]
    assert history(warehouse, "you do not use Trello")[-1] == (
        "its words also say that something ended, and that closed it"
    )


def test_the_command_shows_the_history_last(warehouse: OpenWarehouse) -> None:
    own = claim(warehouse, "you work at Caloshift")
    assert list(explanation(warehouse, own, None))[-5:] == list(history_lines(warehouse, own.assertion_id))


@pytest.mark.parametrize(
    ("times", "words"),
    [
        (("2024-03-01T00:00:00.000Z", "2024-04-01T00:00:00.000Z", None, "month"), "from 2024-03 to before 2024-04-01"),
        (("2020-01-01T00:00:00.000Z", None, None, "decade"), "from 2020s on"),
        (("2024-03-04T10:05:00.000Z", None, None, "minute"), "from 2024-03-04 10:05 on"),
        ((None, None, "2024-01-01T00:00:00.000Z", "year"), "to before 2024-01-01, since when nobody said"),
        ((None, None, None, None), "at an unknown time"),
    ],
)
def test_a_time_is_shown_as_exactly_as_it_was_said(times: tuple[Any, ...], words: str) -> None:
    """Design §8: "in March 2024" is a month, never the first of March."""
    assert span_in_words(*times, ZoneInfo("UTC")) == words


def test_a_time_is_shown_in_the_zone_in_which_it_was_read() -> None:
    """East of Greenwich a year begins in the one before by UTC: "since 2024" once read "from 2023 on"."""
    since = "2023-12-31T23:00:00.000Z"
    assert span_in_words(since, None, None, "year", ZoneInfo("Europe/Berlin")) == "from 2024 on"
