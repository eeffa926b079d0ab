"""One story of each matter, on claims made by hand: which dates count, what stands beside them, what follows."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any
from zoneinfo import ZoneInfo

import duckdb
import pytest

from kg_assets.core.data import data_path
from kg_assets.core.when import span_text
from kg_assets.history.macros import WORDS
from kg_assets.report.asking import rows
from kg_assets.report.beliefs import beliefs_of
from kg_assets.report.changes import changes_of
from kg_assets.report.settings import ReportSettings
from kg_assets.report.stories import Stories, Told
from kg_assets.report.wording import written_out
from tests.history.telling import tell

AS_OF = "2026-02-15T00:00:00.000Z"
_STATES = {"works_on", "works_at", "lives_in", "learning"}
_LABELS = (*sorted(_STATES), "started", "moved_to", "graduated_from", "plans_to")
_CLAIM = {
    "assertion_id": "VARCHAR", "status": "VARCHAR", "valid_time_type": "VARCHAR", "valid_from_utc": "TIMESTAMP",
    "valid_to_utc": "TIMESTAMP", "valid_until_hint_utc": "TIMESTAMP", "valid_time_precision": "VARCHAR",
    "valid_end_precision": "VARCHAR", "until_utc": "TIMESTAMP", "has_explicit_valid_time": "BOOLEAN",
    "has_beginning": "BOOLEAN", "from_ends_utc": "TIMESTAMP",
    "temporal_superseded_by_assertion_id": "VARCHAR", "retracted_by_retraction_id": "VARCHAR",
    "negated_by_assertion_id": "VARCHAR", "is_corrected": "BOOLEAN", "is_sure": "BOOLEAN", "is_functional": "BOOLEAN",
    "known_from_utc": "TIMESTAMP", "polarity": "VARCHAR", "modality": "VARCHAR", "message_id": "VARCHAR",
    "char_start": "BIGINT", "char_end": "BIGINT", "subject_entity_id": "VARCHAR", "predicate_id": "VARCHAR",
    "object_entity_id": "VARCHAR", "is_end_included": "BOOLEAN", "object": "VARCHAR",
}  # fmt: skip
_DDL = """
CREATE TABLE claimed ({columns});
CREATE VIEW assertions AS
    SELECT *, 'string' AS object_value_type, to_json(object)::VARCHAR AS object_value,
        'S:' || object AS object_signature
    FROM claimed;
CREATE VIEW assertion_temporalized AS
    SELECT assertion_id, status, temporal_superseded_by_assertion_id, retracted_by_retraction_id,
        negated_by_assertion_id
    FROM claimed;
CREATE VIEW claim_spans AS
    SELECT assertion_id, has_beginning, is_sure, is_functional, is_corrected, known_from_utc, from_ends_utc,
        is_end_included AS is_until_included,
        CASE WHEN has_explicit_valid_time AND valid_from_utc IS NOT NULL THEN valid_from_utc END AS from_utc,
        CASE WHEN from_utc IS NOT NULL THEN valid_time_precision END AS from_precision,
        NOT has_beginning AND modality = 'fact' AND list_contains({states}, predicate_id) AS is_told_as_over,
        coalesce(
            has_explicit_valid_time AND valid_from_utc IS NOT NULL AND until_utc IS NOT NULL
            AND status NOT IN ('superseded', 'negated') AND valid_time_precision <> 'range',
            FALSE
        ) AS is_during,
        coalesce(until_utc, valid_until_hint_utc) AS until_utc, valid_end_precision AS until_precision
    FROM claimed;
CREATE TABLE predicates AS
    SELECT label AS predicate_id, label AS canonical_label, 'work' AS category,
        CASE WHEN list_contains({states}, label) THEN 'state' ELSE 'fact' END AS usual_modality
    FROM (SELECT unnest({labels}) AS label);
CREATE TABLE invalidation_rules AS SELECT
    'lives_in' AS predicate_id, '*' AS subject_entity_type, TRUE AS is_functional,
    ['moved_to'] AS begun_by;
CREATE TABLE entities AS SELECT 'self' AS entity_id, 'SELF' AS canonical_name, 'PERSON' AS entity_type;
CREATE TABLE retractions AS
    SELECT 'r1' AS retraction_id, 'm-r1' AS retraction_message_id, 0 AS char_start, 9 AS char_end;
CREATE VIEW messages AS
    SELECT
        'm-r1' AS message_id, TIMESTAMP '2025-07-25T12:00:00.000Z' AS created_at_utc, 'k1' AS conversation_id,
        1 AS order_index
    UNION
    SELECT message_id, NULL, 'k1', 0 FROM claimed;
"""
Make = Callable[..., Stories]


def _at(day: str | None) -> str | None:
    return f"{day}T00:00:00.000Z" if day else None


def claim(predicate: str, thing: str, said: str, **more: Any) -> dict[str, Any]:
    """A claim of the person, said on a day, which no words date unless `since` and a grain do."""
    since, until, grain = more.pop("since", None), more.pop("until", None), more.pop("grain", "day")
    row: dict[str, Any] = dict.fromkeys(_CLAIM) | {
        "status": "active", "valid_time_type": "interval" if since else "instant", "valid_from_utc": _at(since or said),
        "valid_time_precision": grain if since else "second", "has_explicit_valid_time": since is not None,
        "valid_to_utc": _at(until), "until_utc": _at(until), "valid_end_precision": more.pop("end_grain", None),
        "has_beginning": since is not None, "from_ends_utc": _at(until),
        "is_corrected": False, "is_sure": True, "is_functional": predicate == "lives_in", "known_from_utc": _at(said),
        "polarity": "positive", "modality": "state" if predicate in _STATES else "fact", "message_id": f"m-{said}",
        "char_start": 0, "char_end": 9, "subject_entity_id": "self", "predicate_id": predicate, "object": thing,
    }  # fmt: skip
    row |= more
    return row | {"is_end_included": row["status"] not in ("superseded", "negated")}


def _past(predicate: str, thing: str, said: str, grain: str, **more: Any) -> dict[str, Any]:
    """A stretch that words bound, told as past: "I lived in Basel in 2020"."""
    return claim(predicate, thing, said, grain=grain, end_grain=grain, modality="fact", **more)


def ended(predicate: str, thing: str, said: str, on: str, grain: str, **more: Any) -> dict[str, Any]:
    """A claim without a date that something later ended."""
    hint = {
        "valid_time_type": "unknown",
        "valid_from_utc": None,
        "valid_until_hint_utc": _at(on),
        "until_utc": _at(on),
        "status": "negated",
    }
    return claim(predicate, thing, said, **hint, end_grain=grain, **more)


@pytest.fixture
def stories_of(settings: ReportSettings) -> Iterator[Make]:
    opened: list[duckdb.DuckDBPyConnection] = []

    def make(*claims: Mapping[str, Any]) -> Stories:
        connection = duckdb.connect(config={"threads": 1})
        opened.append(connection)
        columns = ", ".join(f"{name} {kind}" for name, kind in _CLAIM.items())
        connection.execute(_DDL.format(columns=columns, states=sorted(_STATES), labels=list(_LABELS)))
        connection.execute(data_path(WORDS).read_text(encoding="utf-8"))
        for number, row in enumerate(claims):
            values = list((dict(row) | {"assertion_id": row["assertion_id"] or f"a{number}"}).values())
            connection.execute(f"INSERT INTO claimed VALUES ({', '.join('?' * len(values))})", values)
        tell(connection)
        return Stories(rows(connection, "stories"), rows(connection, "plans"), AS_OF, settings, ZoneInfo("UTC"))

    yield make
    for connection in opened:
        connection.close()


def _of(stories: Stories, matter: str, thing: str) -> Told:
    told = stories.of("self", matter, thing)
    assert told is not None
    return told


def test_an_end_that_words_date_counts_and_a_later_denial_only_repeats_it(stories_of: Make) -> None:
    """Since 2022; left on 3 April 2025; in September "I don't work there": until April, and nothing disagrees."""
    stories = stories_of(
        claim(
            "works_at", "Acme", "2024-09-14", since="2022-01-01", until="2025-04-03", grain="year", end_grain="day",
            status="negated",
        ),
        claim(
            "works_at", "Acme", "2025-04-07", since="2025-04-03", until="2025-04-04", end_grain="day",
            polarity="negative",
        ),
        claim("works_at", "Acme", "2025-09-04", polarity="negative"),
    )  # fmt: skip
    told = _of(stories, "works_at", "acme")
    assert (stories.line(told), stories.doubts(told), told.is_over) == ("2022 – 3 April 2025", [], True)


def test_the_first_end_counts_unless_it_went_on_in_between(stories_of: Make) -> None:
    """Put on hold in March, stopped in August: one end if nothing is known of June, two stretches if something is.

    What was said in June is not sure enough to be a fact, but it is enough to tell that it went on.
    """
    march = ended("works_on", "Boat", "2025-01-01", "2025-03-24", "second")
    august = claim("works_on", "Boat", "2025-08-21", polarity="negative")
    june = ended("works_on", "Boat", "2025-06-28", "2025-08-21", "second", is_sure=False)
    once, twice = stories_of(march, august), stories_of(march, june, august)
    assert once.line(_of(once, "works_on", "boat")) == "said 1 January 2025, until 24 March 2025"
    line = "said 1 January 2025, until 24 March 2025; again until 21 August 2025"
    assert twice.line(_of(twice, "works_on", "boat")) == line


def test_what_is_not_sure_begins_nothing_after_the_end(stories_of: Make) -> None:
    march = ended("works_on", "Boat", "2025-01-01", "2025-03-24", "second")
    later = claim("works_on", "Boat", "2025-06-28", is_sure=False)
    stories = stories_of(march, later)
    assert stories.line(_of(stories, "works_on", "boat")) == "said 1 January 2025, until 24 March 2025"


def test_a_move_begins_living_somewhere_and_ends_living_elsewhere(stories_of: Make) -> None:
    """Nobody said when they left Oslo: Rome follows when they moved there, and they live there since then."""
    stories = stories_of(
        claim("lives_in", "Oslo", "2024-09-01"),
        claim("moved_to", "Rome", "2025-05-18", since="2025-05-10", until="2025-05-11", end_grain="day"),
        claim("lives_in", "Rome", "2025-06-01"),
    )
    oslo, rome = _of(stories, "lives_in", "oslo"), _of(stories, "lives_in", "rome")
    assert stories.line(oslo) == "said 1 September 2024; Rome followed, 10 May 2025"
    assert (oslo.is_over, rome.is_over) == (True, False)
    assert stories.line(rome) == "since 10 May 2025"
    assert [stories.months_of(told.last) for told in (oslo, rome)] == [("2024-09", "2025-05"), ("2025-05", "9999-12")]


def test_the_most_exact_words_of_the_earliest_beginning_count_and_others_stand_beside(stories_of: Make) -> None:
    """2019, March 2019 and 2020: March lies in 2019 and says it more exactly; 2020 disagrees with both."""
    stories = stories_of(
        claim("works_at", "Acme", "2024-01-01", since="2019-01-01", grain="year"),
        claim("works_at", "Acme", "2024-02-01", since="2020-01-01", grain="year"),
        claim("works_at", "Acme", "2024-03-01", since="2019-03-01", grain="month"),
    )
    told = _of(stories, "works_at", "acme")
    assert (stories.line(told), stories.doubts(told)) == ("since March 2019", ["also said: since 2020"])


def test_who_comes_back_has_two_stretches(stories_of: Make) -> None:
    """From 2016 to 2018, and since 2020. Words that name a stretch end with it: 2018 is over when 2019 begins."""
    stories = stories_of(
        claim("works_at", "Acme", "2024-01-01", since="2016-01-01", until="2019-01-01", grain="year", end_grain="year"),
        claim("works_at", "Acme", "2024-01-02", since="2020-01-01", grain="year"),
    )
    told = _of(stories, "works_at", "acme")
    assert stories.line(told) == "2016 – 2018; again since 2020"
    assert [stories.months_of(row) for row in told.stretches] == [("2016-01", "2018-12"), ("2020-01", "9999-12")]


def test_changes_have_the_dates_of_the_story(stories_of: Make, settings: ReportSettings) -> None:
    """A move is what begins to live there; a past year is one moment; an end has its own words first."""
    stories = stories_of(
        claim("moved_to", "Rome", "2025-05-18", since="2025-05-10", until="2025-05-11", end_grain="day"),
        claim("lives_in", "Rome", "2025-06-01"),
        claim("works_at", "Acme", "2024-01-01", since="2018-01-01", until="2019-01-01", grain="year", modality="fact"),
        ended("works_on", "Boat", "2025-01-01", "2025-03-24", "second", negated_by_assertion_id="stop"),
        claim("works_on", "Boat", "2025-03-24", polarity="negative", assertion_id="stop"),
    )
    groups, left_out = changes_of((), stories, "self", AS_OF, settings, ZoneInfo("UTC"))
    found = [(item.when, item.kind, item.note, item.name) for group in groups for item in group.items]
    assert found == [
        ("10 May 2025", "happened", "moved to", "Rome"),
        ("24 March 2025", "ended", "works on", "Boat"),
        ("2018", "happened", "works at", "Acme"),
    ]
    assert left_out == 0
    boat = groups[0].items[1]
    assert ([place.message_id for place in boat.places], boat.ending) == (["m-2025-03-24", "m-2025-01-01"], 1)


def test_now_says_that_it_is_so_and_not_since_when(stories_of: Make) -> None:
    now = claim("works_on", "Boat", "2025-08-08", has_explicit_valid_time=True)
    begun = claim("started", "Boat", "2025-10-01", since="2025-07-01", until="2025-08-01", grain="month")
    alone, both = stories_of(now), stories_of(now, begun)
    assert alone.line(_of(alone, "works_on", "boat")) == "said 8 August 2025"
    assert both.line(_of(both, "works_on", "boat")) == "since July 2025"
    assert both.of_thing("self", "boat") is both.of("self", "works_on", "boat")


@pytest.mark.parametrize(("again", "doubts"), [("2025-07-20", ["but taken back on 25 July 2025"]), ("2025-08-01", [])])
def test_what_was_taken_back_says_so_unless_it_was_said_again_since(
    stories_of: Make, again: str, doubts: list[str]
) -> None:
    taken = claim("learning", "lute", "2025-07-11", status="retracted", retracted_by_retraction_id="r1")
    stories = stories_of(taken, claim("learning", "lute", again))
    assert stories.doubts(_of(stories, "learning", "lute")) == doubts


@pytest.mark.parametrize(
    ("part", "since", "until", "grain"),
    [
        # Basel since 2019, until 1 February 2025: 2020 lies within, so do the first year and the last month.
        ("in 2020", "2020-01-01", "2021-01-01", "year"),
        ("in 2019", "2019-01-01", "2020-01-01", "year"),
        ("in January 2025", "2025-01-01", "2025-02-01", "month"),
        ("from 2020 to 2022", "2020-01-01", "2023-01-01", "range"),
    ],
)
def test_a_part_that_is_told_as_past_neither_begins_nor_ends_what_goes_on(
    stories_of: Make, part: str, since: str, until: str, grain: str
) -> None:
    """ "I lived in Basel in 2020 with Urs" ended a home that was left in 2025."""
    stories = stories_of(
        claim(
            "lives_in", "Basel", "2023-02-01", since="2019-01-01", until="2025-02-01", grain="year", end_grain="day",
            status="negated",
        ),
        _past("lives_in", "Basel", "2025-03-10", since=since, until=until, grain=grain),
        claim("lives_in", "Basel", "2025-03-01", polarity="negative"),
    )  # fmt: skip
    told = _of(stories, "lives_in", "basel")
    assert (stories.line(told), stories.doubts(told)) == ("2019 – 1 February 2025", []), part


def test_what_is_open_from_before_goes_on_after_a_part_of_it(stories_of: Make) -> None:
    """Started in January, "I worked on it in May": not over when May is. Once stopped, June is a stretch of its own."""
    started = claim("started", "Boat", "2023-02-01", since="2023-01-01", until="2023-02-01", grain="month")
    may = _past("works_on", "Boat", "2023-07-01", since="2023-05-01", until="2023-06-01", grain="month")
    stopped = claim(
        "works_on", "Boat", "2023-04-10", since="2023-04-03", until="2023-04-04", end_grain="day", polarity="negative"
    )
    open_, over = stories_of(started, may), stories_of(started, may, stopped)
    told = _of(open_, "works_on", "boat")
    assert (open_.line(told), told.is_over) == ("since January 2023", False)
    assert over.line(_of(over, "works_on", "boat")) == "January 2023 – 3 April 2023; again May 2023"


def test_a_past_stretch_ends_what_nobody_says_of_later(stories_of: Make) -> None:
    """Said in March 2021 since 2020, told in 2024 from 2020 to 2023: over. Said again in 2024 as present: not over."""
    told_so = (
        claim("works_at", "Acme", "2021-03-01", since="2020-01-01", grain="year"),
        _past("works_at", "Acme", "2024-02-01", since="2020-01-01", until="2024-01-01", grain="range"),
    )
    over, open_ = stories_of(*told_so), stories_of(*told_so, claim("works_at", "Acme", "2024-03-01"))
    assert over.line(_of(over, "works_at", "acme")) == "2020 – 2023"
    assert open_.line(_of(open_, "works_at", "acme")) == "since 2020"


def test_a_part_between_two_times_when_it_was_said_is_no_stretch(stories_of: Make) -> None:
    """Said in January and in September that it is so; "in June from home" lies between: neither begins nor ends it.

    With January alone nobody knows of September: June is the last that is known.
    """
    june = _past("works_at", "Acme", "2023-07-01", since="2023-06-01", until="2023-07-01", grain="month")
    january, september = claim("works_at", "Acme", "2023-01-01"), claim("works_at", "Acme", "2023-09-01")
    both, one = stories_of(january, june, september), stories_of(january, june)
    assert both.line(_of(both, "works_at", "acme")) == "said 1 January 2023"
    assert one.line(_of(one, "works_at", "acme")) == "said 1 January 2023, until June 2023"


def test_a_stretch_does_not_say_of_itself_that_it_goes_on(stories_of: Make) -> None:
    """Said in 2017; in 2020, from 2016 to 2018: over since then, though that was said after 2018."""
    stories = stories_of(
        claim("works_at", "Acme", "2017-05-01"),
        claim(
            "works_at", "Acme", "2020-01-01", since="2016-01-01", until="2019-01-01", grain="range", end_grain="range"
        ),
    )
    assert stories.line(_of(stories, "works_at", "acme")) == "2016 – 2018"


def test_a_promotion_in_the_last_month_does_not_end_the_job_before(stories_of: Make) -> None:
    """At Acme since 2024, promoted in June 2025, quit in July: until July, and June is no doubt about it."""
    stories = stories_of(
        claim(
            "works_at", "Acme", "2025-07-01", since="2024-01-01", until="2025-07-01", grain="year", end_grain="month",
            status="negated",
        ),
        _past("works_at", "Acme", "2025-07-01", since="2025-06-01", until="2025-07-01", grain="month"),
        claim(
            "works_at", "Acme", "2025-08-01", since="2025-07-01", until="2025-08-01", grain="month", end_grain="month",
            polarity="negative",
        ),
    )  # fmt: skip
    told = _of(stories, "works_at", "acme")
    assert (stories.line(told), stories.doubts(told)) == ("2024 – July 2025", [])


@pytest.mark.parametrize(
    ("since", "until", "line"),
    [
        ("2016-01-01", "2019-01-01", "2016 – 2018"),
        ("2016-03-01", "2018-06-01", "March 2016 – May 2018"),
        ("2016-03-05", "2018-06-01", "5 March 2016 – 31 May 2018"),
    ],
)
def test_a_range_is_shown_in_the_grain_of_its_ends(stories_of: Make, since: str, until: str, line: str) -> None:
    """ "From 2016 to 2018" is made of years, and "in 2018" about the same is a part of it. As `span_text` reads it."""
    whole = _past("lives_in", "Geneva", "2024-03-10", since=since, until=until, grain="range")
    part = _past("lives_in", "Geneva", "2024-03-11", since="2018-01-01", until="2018-02-01", grain="month")
    stories = stories_of(whole, part)
    told = _of(stories, "lives_in", "geneva")
    assert (stories.line(told), stories.doubts(told)) == (line, [])
    names = {"valid_from_precision": "range", "valid_to_precision": "range", "said_at_utc": None}
    texts = span_text({**whole, **names}, False, ZoneInfo("UTC")).split(" – ")
    assert " – ".join(map(written_out, texts)) == line


def test_each_end_of_a_stretch_has_its_own_grain(stories_of: Make) -> None:
    """Since 2016, and until a day in June that other words name."""
    told = claim(
        "lives_in", "Geneva", "2017-03-10", since="2016-01-01", until="2018-06-05", grain="year", end_grain="day"
    )
    stories = stories_of(told | {"status": "negated"})
    last = _of(stories, "lives_in", "geneva").last
    assert (last["since_precision"], last["until_precision"]) == ("year", "day")


def test_an_event_begins_the_state_in_which_the_same_thing_is_told_of(stories_of: Make) -> None:
    """Who started the lute, is learning it and works on a boat, has begun to learn the lute: neither the state of the
    other thing nor another's."""
    stories = stories_of(
        claim("started", "lute", "2025-03-02", since="2025-03-01"),
        claim("learning", "lute", "2025-04-01"),
        claim("works_on", "boat", "2025-04-02"),
    )
    assert stories.of("self", "works_on", "lute") is None
    last = _of(stories, "learning", "lute").last
    assert (last["since_utc"], last["since_predicate"]) == (_at("2025-03-01"), "started")


def test_a_stretch_knows_when_it_was_last_so_and_when_it_was_last_spoken_of(stories_of: Make) -> None:
    """Said in May 2025 of 2019 to 2021: so until the end of 2020, spoken of in May 2025."""
    stories = stories_of(_past("lives_in", "Geneva", "2025-05-10", "year", since="2019-01-01", until="2021-01-01"))
    last = _of(stories, "lives_in", "geneva").last
    assert last["last_utc"] != last["said_last_utc"] == _at("2025-05-10")


def test_homes_that_are_only_known_by_moves_follow_each_other(stories_of: Make) -> None:
    """Graz, then Linz in May, then Wels in August. "I don't live in Graz", said in January, only says so again."""
    stories = stories_of(
        claim("lives_in", "Graz", "2024-01-05"),
        claim("moved_to", "Linz", "2024-06-05", since="2024-05-01", until="2024-06-01", grain="month"),
        claim("lives_in", "Linz", "2024-06-05"),
        claim("moved_to", "Wels", "2024-08-05", since="2024-08-01", until="2024-08-02"),
        claim("lives_in", "Graz", "2025-01-20", polarity="negative"),
    )
    told = [_of(stories, "lives_in", home) for home in ("graz", "linz", "wels")]
    assert [stories.line(one) for one in told] == [
        "said 5 January 2024; Linz followed, May 2024",
        "since May 2024; Wels followed, 1 August 2024",
        "since 1 August 2024",
    ]
    assert [stories.months_of(one.last) for one in told] == [
        ("2024-01", "2024-05"), ("2024-05", "2024-08"), ("2024-08", "9999-12")
    ]  # fmt: skip
    assert [stories.holds_now(one) for one in told] == [False, False, True]


def test_a_denial_says_until_when_if_no_words_date_what_came_before_it(stories_of: Make) -> None:
    """Another home that is only named in between has no date that could tell better."""
    stories = stories_of(
        claim("lives_in", "Graz", "2024-01-05"),
        claim("lives_in", "Linz", "2024-06-05"),
        claim("lives_in", "Graz", "2025-01-20", polarity="negative"),
    )
    assert stories.line(_of(stories, "lives_in", "graz")) == "said 5 January 2024, until 20 January 2025"


def _fact(predicate: str, thing: str, said: str) -> dict[str, Any]:
    """A row of what is believed now."""
    return {
        "subject": "SELF", "subject_entity_id": "self", "predicate": predicate, "category": "place", "object": thing,
        "object_key": thing.lower(), "polarity": "positive", "is_plan": False, "is_disputed": False,
        "valid_from_utc": None, "valid_to_utc": None, "valid_from_precision": None, "valid_to_precision": None,
        "said_at_utc": _at(said), "places": [],
    }  # fmt: skip


def test_now_shows_one_home_and_nothing_that_was_taken_back(stories_of: Make, settings: ReportSettings) -> None:
    """Taken back on 25 July 2025, two weeks after it was said; the home before the move is none now."""
    stories = stories_of(
        claim("learning", "lute", "2025-07-11", status="retracted", retracted_by_retraction_id="r1"),
        claim("learning", "lute", "2025-07-20"),
        claim("lives_in", "Graz", "2024-01-05"),
        claim("moved_to", "Wels", "2024-08-05", since="2024-08-01", until="2024-08-02"),
    )
    facts = [
        _fact("learning", "lute", "2025-07-20"),
        _fact("lives_in", "Graz", "2024-01-05"),
        _fact("lives_in", "Wels", "2024-08-05"),
    ]
    groups, left_out = beliefs_of(facts, "self", stories, settings, ZoneInfo("UTC"))
    found = [(item.kind, item.name, item.when) for group in groups for item in group.items]
    assert (found, left_out) == ([("lives in", "Wels", "since 1 August 2024")], 0)


def test_what_ends_in_the_future_is_believed_now(stories_of: Make) -> None:
    """As of 15 February 2026 a home until the end of 2026 is one."""
    until = {"valid_time_type": "interval", "until": "2027-01-01", "end_grain": "year"}
    stories = stories_of(claim("lives_in", "Graz", "2025-01-05", since="2025-01-01", grain="year", **until))
    assert stories.holds_now(_of(stories, "lives_in", "graz"))


def _plan(thing: str, said: str, **more: Any) -> dict[str, Any]:
    return claim("plans_to", thing, said, modality="intention", **more)


def test_a_plan_that_came_true_says_when_and_one_that_did_not_for_when_it_was(stories_of: Make) -> None:
    """A move in May fulfils the plan of March; the one of 2019 does not; articles do not matter."""
    stories = stories_of(
        _plan("move to the Hague", "2025-03-11", since="2025-06-01", grain="month"),
        claim("moved_to", "Hague", "2025-05-18", since="2025-05-10", until="2025-05-11", end_grain="day"),
        _plan("move to Rome", "2025-03-12", since="2025-06-01", grain="month"),
        claim("moved_to", "Rome", "2025-05-18", since="2019-01-01", until="2020-01-01", grain="year", end_grain="year"),
        _plan("adopt a cat", "2025-12-22"),
        _plan("learn the lute", "2025-01-01"),
        _plan("learn the lute", "2025-02-01", polarity="negative"),
    )
    lines = {plan["object"]: stories.plan_line(plan) for plan in stories.plans_of("self")}
    assert lines == {
        "move to the Hague": "came true on 10 May 2025: moved to Hague",
        "move to Rome": "planned for June 2025",
        "adopt a cat": "said 22 December 2025",
        "learn the lute": "given up, 1 February 2025",
    }
    months = {plan["object"]: stories.months_of_plan(plan) for plan in stories.plans_of("self")}
    assert months["move to the Hague"] == ("2025-03", "2025-05")
    assert months["move to Rome"] == ("2025-03", "2025-06")
    assert months["adopt a cat"] == ("2025-12", "2025-12")


def test_a_plan_that_is_meant_after_its_day_has_no_day(stories_of: Make) -> None:
    """For June 2016, and meant again in 2019: not planned for 2016 any more."""
    stories = stories_of(
        _plan("run a marathon", "2016-05-01", since="2016-06-27"), _plan("run a marathon", "2019-02-01")
    )
    (plan,) = stories.plans_of("self")
    assert stories.plan_line(plan) == "said 1 May 2016, last 1 February 2019"
    assert stories.months_of_plan(plan) == ("2016-05", "2019-02")


def test_what_no_words_date_held_while_it_was_said(stories_of: Make) -> None:
    """Where somebody lives stands until another place is said; a project said in May and in July is known of these."""
    stories = stories_of(
        claim("lives_in", "Oslo", "2025-05-01"),
        claim("works_on", "Boat", "2025-05-01"),
        claim("works_on", "Boat", "2025-07-01"),
    )
    assert stories.months_of(_of(stories, "lives_in", "oslo").last) == ("2025-05", "9999-12")
    assert stories.months_of(_of(stories, "works_on", "boat").last) == ("2025-05", "2025-07")


def test_a_plan_with_a_last_day_says_whether_that_has_passed(stories_of: Make) -> None:
    """As of 15 February 2026: July 2025 has passed, April 2026 has not. Until the first is the day before."""
    due = {"valid_time_type": "unknown", "valid_from_utc": None, "has_explicit_valid_time": True, "end_grain": "day"}
    stories = stories_of(
        _plan("save 900 euros", "2025-05-04", valid_until_hint_utc=_at("2025-08-01"), **due),
        _plan("run 10 km", "2026-01-04", valid_until_hint_utc=_at("2026-04-01"), **due),
    )
    lines = {plan["object"]: stories.plan_line(plan) for plan in stories.plans_of("self")}
    assert lines == {"save 900 euros": "was due by 31 July 2025", "run 10 km": "due by 31 March 2026"}


def test_a_last_day_holds_while_it_is_to_come_though_the_plan_is_told_again_without_it(stories_of: Make) -> None:
    """Due by the end of March: told again in February it still is. Told again in May, when March is over, it has none;
    what is said of March in May alone is what was said last."""
    due = {"valid_time_type": "unknown", "valid_from_utc": None, "has_explicit_valid_time": True, "end_grain": "day",
           "valid_until_hint_utc": _at("2026-04-01")}  # fmt: skip
    stories = stories_of(
        _plan("run 10 km", "2026-01-04", **due), _plan("run 10 km", "2026-02-04"),
        _plan("save 900 euros", "2026-01-04", **due), _plan("save 900 euros", "2026-05-04"),
        _plan("paint the shed", "2026-05-04", **due),
    )  # fmt: skip
    assert {plan["object"]: plan["due_by_utc"] for plan in stories.plans_of("self")} == {
        "run 10 km": _at("2026-04-01"), "save 900 euros": None, "paint the shed": _at("2026-04-01"),
    }  # fmt: skip


def test_a_plan_that_is_denied_in_the_same_breath_is_still_one(stories_of: Make) -> None:
    """Given up is what is denied after it was last meant; of one moment nobody can say which came later."""
    stories = stories_of(
        _plan("learn the lute", "2025-01-01"), _plan("learn the lute", "2025-01-01", polarity="negative"),
        _plan("adopt a cat", "2025-01-01"), _plan("adopt a cat", "2025-01-02", polarity="negative"),
    )  # fmt: skip
    outcomes = {plan["object"]: (plan["outcome"], plan["given_up_utc"]) for plan in stories.plans_of("self")}
    assert outcomes == {"learn the lute": (None, None), "adopt a cat": ("given_up", "2025-01-02T00:00:00.000Z")}


def test_a_thing_of_two_entities_goes_by_the_lesser_id(stories_of: Make) -> None:
    """Two boats that nobody tells apart are one story; whose page it leads to does not depend on the order of rows."""
    stories = stories_of(
        claim("works_on", "Boat", "2025-01-01", object_entity_id="e2"),
        claim("works_on", "Boat", "2025-02-01", object_entity_id="e1"),
        claim("works_on", "Boat", "2025-03-01", object_entity_id="e3"),
    )  # fmt: skip
    assert _of(stories, "works_on", "boat").last["object_entity_id"] == "e1"


def test_a_range_is_since_its_beginning_and_no_mere_stretch(stories_of: Make) -> None:
    """ "From 2020 to 2021" says when it began and ended; "in 2020" only that it was so then."""
    since = {"since": "2020-01-01", "until": "2021-01-01"}
    stories = stories_of(
        claim("works_on", "Boat", "2025-01-01", **since, grain="range", end_grain="range"),
        claim("works_on", "Oar", "2025-01-01", **since, grain="year", end_grain="year"),
    )
    during = {told.last["object"]: told.last["is_during"] for told in stories.all.values()}
    assert during == {"Boat": False, "Oar": True}
