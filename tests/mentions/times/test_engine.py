"""What must hold for any text: true offsets, no overlaps, conservative resolution, calendars' edges, linear work."""

from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.core.data import data_path
from kg_assets.core.errors import ConfigError
from kg_assets.mentions.times import chart
from kg_assets.mentions.times.cluster import find_clusters, lower
from kg_assets.mentions.times.engine import TimeEngine, TimeMention, TimeSettings
from kg_assets.mentions.times.grammar import load_grammar

ANCHOR = "2024-05-17T10:30:00.000Z"
ENGINE = TimeEngine(TimeSettings())
NEW_YORK = TimeEngine(TimeSettings(anchor_timezone="America/New_York"))
PIECES = [
    "tomorrow", "last Tuesday", "2020-02-30", "May 3", "from", "to", " 9am", "5pm", "in 3 days", "the",
    "first", "week of", "\u0130", "ß", "😀", "e\u0301", "שלום", "\r\n", "\n", " ", ", ", "31", "2019", ":",
    "-", "/", "99999", "0", "year", "10 years ago", "9999", "end of", "next month", "12:30", "EST",
    "half past", "Q4 2022", "the 31st of June", "in 99999 years", "a century ago",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES) | st.text(max_size=6), max_size=14).map(" ".join) | st.lists(
    st.sampled_from(PIECES), max_size=14
).map("".join)


def one(engine: TimeEngine, text: str, anchor: str | None = ANCHOR, is_original: bool = True) -> TimeMention:
    mentions = engine.find(text, anchor, is_original)
    assert len(mentions) == 1, [mention.surface for mention in mentions]
    return mentions[0]


@given(TEXTS, st.sampled_from([ANCHOR, "0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z", None]))
@settings(max_examples=300)
def test_offsets_are_true_and_winners_never_overlap(text: str, anchor: str | None) -> None:
    mentions = ENGINE.find(text, anchor, True)
    end = 0
    for mention in mentions:
        assert text[mention.char_start : mention.char_end] == mention.surface != ""
        assert mention.char_start >= end
        end = mention.char_end
        assert (mention.valid_to_utc is None) == (mention.resolved_type != "interval")
        assert (mention.valid_from_utc is None) == (mention.resolved_type == "unresolved")
        if mention.valid_from_utc is not None and mention.valid_to_utc is not None:
            assert datetime.fromisoformat(mention.valid_from_utc) < datetime.fromisoformat(mention.valid_to_utc)
        assert 0 < mention.confidence <= 1


@given(TEXTS)
@settings(max_examples=100)
def test_text_before_shifts_offsets_by_codepoints(text: str) -> None:
    before = "😀é\u0130. \n"
    plain = ENGINE.find("x. \n" + text, ANCHOR, True)
    moved = ENGINE.find(before + text, ANCHOR, True)
    shift = len(before) - len("x. \n")
    assert [(m.char_start + shift, m.surface, m.valid_from_utc) for m in plain] == [
        (m.char_start, m.surface, m.valid_from_utc) for m in moved
    ]


@pytest.mark.parametrize(
    ("text", "surface", "hours"),
    [
        (
            "let's meet in the early night on Tuesday",
            "early night on Tuesday",
            ("2024-05-21T20:00", "2024-05-21T22:00"),
        ),
        ("late tonite?", "late tonite", ("2024-05-17T21:00", "2024-05-18T00:00")),
        ("early this lunchtime", "early this lunchtime", ("2024-05-17T11:00", "2024-05-17T13:00")),
        ("it rang early last late night", "early last late night", ("2024-05-16T21:00", "2024-05-17T00:00")),
    ],
)
def test_every_stretch_of_a_part_of_the_day_has_its_hours(text: str, surface: str, hours: tuple[str, str]) -> None:
    """Guards against a stop of the whole build: rules made names that the calendar did not know."""
    mention = one(ENGINE, text)
    assert mention.surface == surface
    assert (mention.valid_from_utc, mention.valid_to_utc) == tuple(f"{hour}:00.000Z" for hour in hours)


def test_parts_of_the_day_without_hours_are_refused_by_name(tmp_path: Path) -> None:
    """Guards a person's own pattern file: said when it is read, not when a message uses the word."""
    common = data_path("config/times/common.yaml").read_text(encoding="utf-8")
    (tmp_path / "common.yaml").write_text(common.replace("    early_night: [20, 22]\n", ""), encoding="utf-8")
    with pytest.raises(ConfigError, match=r"calendar\.parts: no hours for early_night, .*en\.yaml"):
        TimeEngine(TimeSettings(), tmp_path)


@given(TEXTS, st.integers(0, 60), st.integers(0, 30))
@settings(max_examples=100)
def test_nothing_intersects_an_excluded_range(text: str, start: int, length: int) -> None:
    excluded = [(start, start + length + 1)]
    for mention in ENGINE.find(text, ANCHOR, True, excluded):
        assert mention.char_end <= start or mention.char_start >= start + length + 1


@given(st.lists(TEXTS, max_size=6), st.lists(st.sampled_from([ANCHOR, None]), min_size=6, max_size=6))
@settings(max_examples=100)
def test_many_texts_at_once_give_what_each_gives_alone(texts: list[str], anchors: list[str | None]) -> None:
    anchors = anchors[: len(texts)]
    excluded = [[(0, 3)] if index % 2 else [] for index in range(len(texts))]
    together = ENGINE.find_batch(texts, anchors, [True] * len(texts), excluded)
    fresh = TimeEngine(TimeSettings())
    alone = [fresh.find(text, anchor, True, skip) for text, anchor, skip in zip(texts, anchors, excluded, strict=True)]
    assert together == alone


def test_a_batch_larger_than_one_search_keeps_texts_apart() -> None:
    texts = ["on Monday", "x" * 1_200_000, "5pm", "\0in 2019\0", "Jan", "3 days ago", "é" * 600_000 + " in May 2020"]
    surfaces = [[m.surface for m in found] for found in ENGINE.find_batch(texts, [ANCHOR] * 7, [True] * 7)]
    assert surfaces == [["Monday"], [], ["5pm"], ["2019"], ["Jan"], ["3 days ago"], ["May 2020"]]


def test_meaning_does_not_depend_on_what_was_read_before() -> None:
    engine = TimeEngine(TimeSettings())
    for anchor, day in ((ANCHOR, "2024-05-18"), ("2020-01-01T00:00:00.000Z", "2020-01-02"), (ANCHOR, "2024-05-18")):
        assert (one(engine, "see you tomorrow", anchor).valid_from_utc or "")[:10] == day


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("\narticle: 'the", "\narticle: '(the", r"line 4: article: .* is no pattern: missing \)"),
        (
            "%month%",
            "%mont%",
            r"line {line}: guards\.starts_date\.before: .* there is no macro %mont%; did you mean 'month'",
        ),
        ("\n    gap: '", "\n    gap: '(", r"line \d+: joins\.0\.gap: .* is no pattern: missing \)"),
        ("\n  past: '", "\n  past: '(", r"line \d+: cues\.past: .* is no pattern: missing \)"),
    ],
)
def test_whatever_is_wrong_in_patterns_of_ones_own_is_told_with_its_line(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    shipped = data_path("config/times/en.yaml").read_text(encoding="utf-8")
    assert old in shipped
    (tmp_path / "en.yaml").write_text(shipped.replace(old, new, 1), encoding="utf-8")
    line = shipped[: shipped.index(old)].count("\n") + 1
    with pytest.raises(ConfigError, match=r"en\.yaml, " + said.replace("{line}", str(line))):
        TimeEngine(TimeSettings(), tmp_path)


def test_a_faulty_pattern_of_ones_own_is_refused_before_any_text_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = data_path("config/times/en.yaml").read_text(encoding="utf-8")
    first = "\npatterns:\n"
    assert shipped.count(first) == 1
    mine = "{id: mine.faulty, family: date, precedence: 1, confidence: 0.5, regex: '(?P<x>a)(?<=b+)'}"
    faulty = f"{first}  - {mine}\n"
    (tmp_path / "times").mkdir()
    (tmp_path / "times" / "en.yaml").write_text(shipped.replace(first, faulty), encoding="utf-8")
    with pytest.raises(ConfigError, match=r"en\.yaml, line \d+: patterns\.0\.regex: .* is no pattern: look-behind"):
        TimeEngine(TimeSettings(), tmp_path / "times")
    monkeypatch.setenv("ANNALS_CONFIG", str(tmp_path))
    load_grammar.cache_clear()
    with pytest.raises(ConfigError, match=r"en\.yaml, line \d+: patterns\.0\.regex: .* is no pattern: look-behind"):
        TimeEngine(TimeSettings())
    load_grammar.cache_clear()


def test_a_folder_of_ones_own_shadows_the_shipped_files(tmp_path: Path) -> None:
    shipped = data_path("config/times/en.yaml").read_text(encoding="utf-8")
    (tmp_path / "en.yaml").write_text(
        shipped.replace("overmorrow: 2", "overmorrow: 2, nextermorrow: 3"), encoding="utf-8"
    )
    assert (
        one(TimeEngine(TimeSettings(), tmp_path), "see you nextermorrow").valid_from_utc == "2024-05-20T00:00:00.000Z"
    )
    assert ENGINE.find("see you nextermorrow", ANCHOR, True) == []
    assert [m.surface for m in TimeEngine(TimeSettings(languages=("de",)), tmp_path).find("Bis morgen!", ANCHOR, True)]


def test_a_smaller_reading_wins_when_the_larger_one_is_excluded() -> None:
    text = "tomorrow at 5pm"
    assert [m.surface for m in ENGINE.find(text, ANCHOR, True, [(9, 11)])] == ["tomorrow", "5pm"]


@pytest.mark.parametrize(
    "text", ["tomorrow", "last week", "two weeks ago", "since March", "June 5", "on Tuesday", "at 5pm"]
)
def test_relative_expressions_need_an_original_anchor(text: str) -> None:
    for anchor, is_original in ((None, True), (ANCHOR, False)):
        mention = one(ENGINE, text, anchor, is_original)
        assert (mention.resolved_type, mention.valid_from_utc, mention.granularity) == ("unresolved", None, None)
        assert mention.parse["reason"] == "no_original_anchor"


def test_absolute_expressions_need_no_anchor() -> None:
    assert one(ENGINE, "in June 2020", None, False).valid_from_utc == "2020-06-01T00:00:00.000Z"


@pytest.mark.parametrize(("order", "expected"), [("us", "2023-05-06"), ("eu", "2023-06-05"), ("ambiguous", None)])
def test_date_order(order: str, expected: str | None) -> None:
    engine = TimeEngine(TimeSettings(date_order=order))  # type: ignore[arg-type]
    found = one(engine, "due 5/6/2023").valid_from_utc
    assert (found or "")[:10] == (expected or "")
    assert (one(engine, "due 25/6/2023").valid_from_utc or "")[:10] == "2023-06-25"


@pytest.mark.parametrize("text", ["in the summer", "several years ago", "the other day"])
def test_what_has_no_place_on_the_calendar_stays_open(text: str) -> None:
    assert one(ENGINE, text).resolved_type == "unresolved"


@pytest.mark.parametrize(
    ("text", "said", "start", "end"),
    [
        ("last summer", "2023-11-14", "2023-06", "2023-09"),
        ("last summer", "2023-07-14", "2022-06", "2022-09"),
        ("this summer", "2023-04-14", "2023-06", "2023-09"),
        ("next summer", "2023-11-14", "2024-06", "2024-09"),
        ("next summer", "2023-04-14", None, None),  # this year's or the one after
        ("this coming summer", "2023-04-14", "2023-06", "2023-09"),
        ("this coming summer", "2023-07-14", "2024-06", "2024-09"),
        ("the autumn of next year", "2023-04-14", "2024-09", "2024-12"),
        ("the summer two years ago", "2023-04-14", "2021-06", "2021-09"),
        ("the winter of '98", "2023-04-14", "1998-12", "1999-03"),
        ("the end of last summer", "2023-04-14", "2022-08", "2022-09"),
        ("last winter", "2024-01-20", "2022-12", "2023-03"),
        ("this winter", "2024-01-20", "2023-12", "2024-03"),
        ("in the winter of 2015", "2024-01-20", "2015-12", "2016-03"),
        ("2017 autumn", "2024-01-20", "2017-09", "2017-12"),
    ],
)
def test_seasons_that_a_year_or_the_anchor_places(text: str, said: str, start: str | None, end: str | None) -> None:
    """ "Moved to Helsinki last summer" lost its time: seasons differ by hemisphere, and a file says which is meant."""
    (found,) = TimeEngine(TimeSettings()).find(text, f"{said}T12:00:00.000Z", True)
    bounds = [None if at is None else at[:7] for at in (found.valid_from_utc, found.valid_to_utc)]
    assert bounds == [start, end]
    assert found.granularity == (None if start is None else "range")


@pytest.mark.parametrize(
    ("text", "anchor", "start", "end"),
    [
        # clocks went forward at 2:00 on 10 March 2024 and back at 2:00 on 3 November 2024
        ("today", "2024-03-10T15:00:00.000Z", "2024-03-10T05:00", "2024-03-11T04:00"),
        ("today", "2024-11-03T15:00:00.000Z", "2024-11-03T04:00", "2024-11-04T05:00"),
        ("today at 2:30 am", "2024-03-10T15:00:00.000Z", "2024-03-10T07:30", None),
        ("today at 1:30 am", "2024-11-03T15:00:00.000Z", "2024-11-03T05:30", None),
        ("24 hours ago", "2024-03-10T15:00:00.000Z", "2024-03-09T15:00", None),
        ("yesterday at noon", "2024-03-10T15:00:00.000Z", "2024-03-09T17:00", None),
        ("today", "2024-05-17T02:00:00.000Z", "2024-05-16T04:00", "2024-05-17T04:00"),
    ],
)
def test_daylight_saving_in_new_york(text: str, anchor: str, start: str, end: str | None) -> None:
    mention = one(NEW_YORK, text, anchor)
    assert ((mention.valid_from_utc or "")[:16], mention.valid_to_utc and mention.valid_to_utc[:16]) == (start, end)


@pytest.mark.parametrize(
    ("text", "anchor", "start"),
    [
        ("a month ago today", "2024-03-31T12:00:00.000Z", "2024-02-29"),
        ("a month from today", "2023-01-31T12:00:00.000Z", "2023-02-28"),
        ("a year ago today", "2024-02-29T12:00:00.000Z", "2023-02-28"),
        ("February 29", "2025-01-01T12:00:00.000Z", "2028-02-29"),
        ("this week", "2024-01-01T00:00:00.000Z", "2024-01-01"),
        ("this week", "2023-01-01T23:59:00.000Z", "2022-12-26"),
        ("the first week of 2021", "2024-01-01T00:00:00.000Z", "2021-01-04"),
    ],
)
def test_ends_of_months_and_weeks(text: str, anchor: str, start: str) -> None:
    assert (one(ENGINE, text, anchor).valid_from_utc or "")[:10] == start


def test_an_impossible_date_blocks_its_parts() -> None:
    assert ENGINE.find("on June 31, 2022 we met", ANCHOR, True) == []


def test_candidates_hold_the_winners() -> None:
    text = "from Monday June 3 at 5pm to Friday, and again in 2 weeks"
    candidates = {(m.char_start, m.char_end, m.pattern_id) for m in ENGINE.find_candidates(text, ANCHOR, True)}
    winners = {(m.char_start, m.char_end, m.pattern_id) for m in ENGINE.find(text, ANCHOR, True)}
    assert winners < candidates


def test_two_languages_at_once() -> None:
    engine = TimeEngine(TimeSettings(languages=("en", "de")))
    surfaces = [m.surface for m in engine.find("See you tomorrow. Bis übermorgen um 15 Uhr! 2020-01-02", ANCHOR, True)]
    assert surfaces == ["tomorrow", "übermorgen um 15 Uhr", "2020-01-02"]


def test_an_unknown_language_says_what_to_do() -> None:
    with pytest.raises(ConfigError, match=r"config/times/xx\.yaml"):
        TimeEngine(TimeSettings(languages=("xx",)))


ATTACKS = [
    "2020-01-",
    "1.1.1.",
    "(",
    "last ",
    "monday ",
    "in 1 ",
    "7",
    " ",
    "12:30 - ",
    "2020-01-01 to ",
    "end of ",
    "1/2 ",
    "5pm 6pm ",
    "q1 ",
    "in the ",
    "2 weeks and ",
]


@pytest.mark.parametrize("unit", ATTACKS)
def test_work_grows_with_the_text_and_no_faster(unit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    grammar = load_grammar("en")
    work: list[int] = []
    joined = chart._join
    tries = 0

    def counted(*arguments: object) -> None:
        nonlocal tries
        tries += 1
        joined(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(chart, "_join", counted)
    for size in (4_000, 16_000):
        tries = 0
        text = lower(unit * (size // len(unit)))
        clusters = [one for _, found in find_clusters(grammar.clusters, grammar.whole, [text]) for one in found]
        assert all(len(cluster.text) <= 170 for cluster in clusters)
        for cluster in clusters:
            chart.read_cluster(grammar, cluster.text, cluster.lead, cluster.end, False)
        work.append(tries)
    assert work[1] <= 5 * work[0] + 500


@pytest.mark.parametrize("length", [100_000, pytest.param(1_000_000, marks=pytest.mark.whole)])
@pytest.mark.parametrize("unit", ATTACKS)
def test_a_megabyte_of_one_thing_completes(unit: str, length: int) -> None:
    text = unit * (length // len(unit))
    mentions = ENGINE.find(text, ANCHOR, True)
    assert all(text[m.char_start : m.char_end] == m.surface for m in mentions)
