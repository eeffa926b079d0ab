"""Objects that are values: five types, numbers with their units, dates as far as the words settle them."""

import json

import pytest

from kg_assets.claims.literals import LiteralReader, read_number_words
from kg_assets.core.data import data_path
from kg_assets.mentions.times.engine import TimeEngine, TimeSettings

ENGINE = TimeEngine(TimeSettings())


@pytest.fixture(scope="module")
def reader() -> LiteralReader:
    return LiteralReader(read_number_words(data_path("config/claims/literals.yaml")), lambda: ENGINE)


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("31", 31),
        ("-4.5", -4.5),
        ("1,200", 1200),
        ("1 200 000", 1200000),
        ("3,5", 3.5),
        ("3.50", 3.5),
        ("2.5k", 2500),
        ("1.2 million", 1200000),
        ("twenty-five", 25),
        ("three hundred", 300),
        ("two hundred and five", 205),
    ],
)
def test_numbers(reader: LiteralReader, words: str, value: float) -> None:
    literal = reader.read("number", words)
    assert literal is not None
    assert (literal.value_type, json.loads(literal.value)) == ("number", value)


@pytest.mark.parametrize(
    ("words", "value", "unit"),
    [
        ("950 euros a month", 950, "EUR a month"),
        ("$1,200", 1200, "USD"),
        ("€ 3.5k", 3500, "EUR"),
        ("5 kilometres", 5, "km"),
        ("5km", 5, "km"),
        ("20%", 20, "%"),
        ("two kids", 2, "kids"),
        ("40 hrs", 40, "h"),
    ],
)
def test_a_number_keeps_its_unit(reader: LiteralReader, words: str, value: float, unit: str) -> None:
    """Five kilometres and five kilograms are not one fact."""
    literal = reader.read("number", words)
    assert literal is not None
    assert (literal.value_type, json.loads(literal.value)) == ("json", {"unit": unit, "value": value})


@pytest.mark.parametrize("words", ["a couple", "12:30", "3rd", "1.2.3", "99999999999999999999", "half past"])
def test_what_is_no_number_stays_the_words(reader: LiteralReader, words: str) -> None:
    literal = reader.read("number", words)
    assert literal is not None
    assert (literal.value_type, json.loads(literal.value)) == ("string", words)


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("1985-06-03", "1985-06-03"),
        ("1985", "1985"),
        ("3 June 1985", "1985-06-03"),
        ("June 3, 1985", "1985-06-03"),
        ("June 1985", "1985-06"),
    ],
)
def test_dates_are_iso_at_their_own_grain(reader: LiteralReader, words: str, value: str) -> None:
    literal = reader.read("date", words)
    assert literal is not None
    assert (literal.value_type, json.loads(literal.value)) == ("date", value)


@pytest.mark.parametrize("words", ["November 12th", "last spring", "some day"])
def test_a_date_that_the_words_do_not_settle_stays_the_words(reader: LiteralReader, words: str) -> None:
    """A birthday without a year is no day of the year in which it was said."""
    literal = reader.read("date", words)
    assert literal is not None
    assert (literal.value_type, json.loads(literal.value)) == ("string", words)


@pytest.mark.parametrize("words", ["1985-13-40", "2021-02-29", "2021-00", "0000", "2020-13-45T10:00"])
def test_a_date_that_no_calendar_has_is_none(reader: LiteralReader, words: str) -> None:
    """It looks settled and is wrong: as words it would pass for what the person said."""
    assert reader.read("date", words) is None


def test_one_way_of_writing_an_accent(reader: LiteralReader) -> None:
    """Otherwise the same words of two keyboards are two facts."""
    assert reader.read("string", "cafe\u0301") == reader.read("string", "caf\u00e9")


def test_a_date_is_the_day_where_the_person_is() -> None:
    """Midnight in Amsterdam is still the day before in UTC."""
    times = TimeEngine(TimeSettings(anchor_timezone="Europe/Amsterdam"))
    literal = LiteralReader(read_number_words(data_path("config/claims/literals.yaml")), lambda: times).read(
        "date", "3 June 1985"
    )
    assert literal is not None
    assert literal.value == '"1985-06-03"'


def test_strings_booleans_and_json(reader: LiteralReader) -> None:
    """Words keep their spelling; what two strings are compared by has neither case nor spacing."""
    assert reader.read("string", " Sea\n swimming ") == ("string", '"Sea swimming"', "sea swimming")
    assert reader.read("boolean", "Yes") == ("boolean", "true", "true")
    assert reader.read("boolean", "false") == ("boolean", "false", "false")
    assert reader.read("json", '{"b": 1.0, "a": [2]}') == ("json", '{"a":[2],"b":1}', '{"a":[2],"b":1}')
    assert reader.read("boolean", "perhaps") is None
    assert reader.read("json", "{'a': 1}") is None
    assert reader.read("json", "NaN") is None
