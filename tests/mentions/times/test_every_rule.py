"""Every rule of the time grammars turned loose on its own words: what rules make, resolution knows.

A rule that made a name which the calendar lacked stopped whole builds ("late tonite?"), though no test of it failed.
"""

import random
from collections.abc import Iterator

import pytest

from kg_assets.mentions.times import calendar as cal
from kg_assets.mentions.times.build import zone_name
from kg_assets.mentions.times.dispatch import value_of
from kg_assets.mentions.times.engine import TimeEngine, TimeSettings
from kg_assets.mentions.times.expressions import NARROWERS, Expression, narrowed
from kg_assets.mentions.times.grammar import Grammar, Pattern, load_calendar, load_grammar
from kg_assets.mentions.times.model import Context, Direction, ImpossibleDate, OpenExpression
from tests.soak.spoken import spoken

LANGUAGES = ("en", "de")
PATTERNS = [(language, pattern) for language in LANGUAGES for pattern in load_grammar(language).patterns]
ANCHORS = ("2024-05-17T10:30:00.000Z", "2024-02-29T23:59:59.999Z", "0001-01-01T00:00:00.000Z",
           "9999-12-31T23:59:59.999Z", None)  # fmt: skip
DIRECTIONS: tuple[Direction, ...] = ("past", "future", "unresolved")
DRAWS = 20


def made_by(grammar: Grammar, pattern: Pattern, text: str) -> Expression | None:
    found = pattern.regex.search(text)
    if found is None:
        return None
    groups = {name: found[at + 1] for name, at in pattern.fields if found[at + 1] is not None}
    return pattern.builder(groups, grammar.words, pattern.arguments)


def contexts() -> Iterator[Context]:
    for anchor in ANCHORS:
        now = None if anchor is None else cal.parse_utc(anchor)
        for direction in DIRECTIONS:
            yield Context(now, direction, "us", load_calendar(), "UTC")


@pytest.mark.parametrize(
    ("language", "pattern"), PATTERNS, ids=[f"{language}:{pattern.pattern_id}" for language, pattern in PATTERNS]
)
def test_whatever_a_pattern_makes_is_resolved_left_open_or_no_date(language: str, pattern: Pattern) -> None:
    """Nothing else is raised, whatever the words, the anchor and the direction."""
    grammar, chance = load_grammar(language), random.Random(pattern.pattern_id)
    made = 0
    for _ in range(DRAWS):
        expression = made_by(grammar, pattern, spoken(pattern.regex.pattern, chance))
        if expression is None:
            continue
        made += 1
        for context in contexts():
            try:
                value_of(expression, context)
            except (OpenExpression, ImpossibleDate):
                continue
    assert made or pattern.builder.__name__ == "_nth_of_year" or pattern.is_weak, "no draw matched"


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_joins_make_of_two_patterns_is_survived(language: str) -> None:
    """Neighbours with every kind of gap between them, so that joins meet what patterns make."""
    grammar, chance = load_grammar(language), random.Random(language)
    engine = TimeEngine(TimeSettings(languages=(language,)))
    gaps = sorted({join.gap.pattern for joins in grammar.joins.values() for join in joins})
    for _ in range(1_500):
        words = [spoken(chance.choice(grammar.patterns).regex.pattern, chance) for _ in range(chance.randint(2, 3))]
        text = words[0] + "".join(spoken(chance.choice(gaps), chance) + word for word in words[1:])
        for found in engine.find(text, chance.choice(ANCHORS), True):
            assert text[found.char_start : found.char_end] == found.surface


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_leads_to_something_that_resolution_knows(language: str) -> None:
    words, calendar = load_grammar(language).words.categories, load_calendar()
    for part in words["part"].values():
        assert {part, *(narrowed(which, part) for which in NARROWERS)} <= calendar.parts.keys()
    for table in ("unit", "span_unit", "short_unit", "which_unit", "the_unit"):
        for unit in words.get(table, {}).values():
            cal.step_by(cal.parse_utc("2024-05-17T10:30:00.000Z"), unit, 1.5)
    for zone in words["zone"]:
        cal.zone_of(str(zone_name(zone, load_grammar(language).words)))
