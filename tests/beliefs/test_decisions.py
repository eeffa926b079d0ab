"""The bands of resolution, the streams and what can contradict what, as seed 002 spells them out."""

from pathlib import Path

import pytest

from kg_assets.beliefs.conflicts import Stability, can_conflict, stability_of
from kg_assets.beliefs.frame import BELIEF_TYPES, TEMPORAL_SCOPES, BeliefType, TemporalScope
from kg_assets.beliefs.resolution import Outcome, outcome_of
from kg_assets.beliefs.settings import Stream
from kg_assets.beliefs.streams import STREAMS, STREAMS_FILE, classify, half_life, read_streams
from kg_assets.core.data import data_path
from kg_assets.core.errors import ConfigError
from tests.beliefs.test_scoring import shipped


@pytest.mark.parametrize(
    ("likeness", "outcome"),
    [
        (1.0, "match"),
        (0.9, "match"),
        (0.8999, "uncertain"),
        (0.75, "uncertain"),
        (0.7499, "no_match"),
        (0.0, "no_match"),
    ],
)
def test_three_bands(likeness: float, outcome: Outcome) -> None:
    """§4.10: the lower bound of a band belongs to it."""
    assert outcome_of(likeness, shipped()) == outcome


@pytest.mark.parametrize(
    ("belief_type", "scope", "primary", "secondary"),
    [
        ("FEELING_STATE", "state", "state", "identity"),
        ("FEELING_STATE", "habitual", "identity", "state"),
        ("FEELING_STATE", "ongoing", "identity", "state"),
        ("FEELING_STATE", "unknown", "state", "identity"),
        ("TRAIT", "state", "identity", None),
        ("VALUE", "unknown", "identity", None),
        ("META_BELIEF", "habitual", "meta", "identity"),
        ("RELATIONAL", "past", "relational", "identity"),
    ],
)
def test_streams_of_the_seed(
    belief_type: BeliefType, scope: TemporalScope, primary: Stream, secondary: Stream | None
) -> None:
    """§4.13."""
    found = classify(read_streams(data_path(STREAMS_FILE)), belief_type, scope)
    assert (found.primary, found.secondary) == (primary, secondary)


def test_half_lives_of_the_seed() -> None:
    """§4.16."""
    assert {stream: half_life(stream, shipped()) for stream in STREAMS} == {
        "identity": 60, "state": 7, "meta": 30, "relational": 30,
    }  # fmt: skip


def test_every_belief_has_a_stream() -> None:
    streams = read_streams(data_path(STREAMS_FILE))
    for belief_type in BELIEF_TYPES:
        for scope in TEMPORAL_SCOPES:
            assert 0 < classify(streams, belief_type, scope).confidence <= 1


def test_a_map_without_a_type_or_with_an_unknown_stream_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "streams.yaml"
    file.write_text("TRAIT: {default: {primary: identity, confidence: 1.0}}\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"no entry for VALUE, PREFERENCE"):
        read_streams(file)
    file.write_text("TRAIT: {default: {primary: soul, confidence: 1.0}}\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"streams\.yaml.*soul"):
        read_streams(file)


@pytest.mark.parametrize(
    ("one", "other", "can"),
    [
        (("state", "state"), ("state", "state"), False),  # invariant 6
        (("state", "identity"), ("unknown", "state"), False),
        (("transitional", "state"), ("state", "state"), False),
        (("habitual", "identity"), ("habitual", "identity"), True),
        (("unknown", "identity"), ("unknown", "identity"), True),
        (("state", "state"), ("habitual", "identity"), True),
        (("state", "state"), ("unknown", "identity"), True),
        (("past", "identity"), ("transitional", "identity"), False),  # "used to be shy, but lately …"
        (("past", "identity"), ("unknown", "identity"), False),
        (("past", "identity"), ("past", "identity"), False),
    ],
)
def test_moments_and_what_is_over_do_not_contradict(
    one: tuple[TemporalScope, Stream], other: tuple[TemporalScope, Stream], can: bool
) -> None:
    """§4.15."""
    found: list[list[Stability]] = [[stability_of(*one)], [stability_of(*other)]]
    assert can_conflict(*found) is can
    assert can_conflict(*reversed(found)) is can


def test_one_sentence_that_lasts_is_enough() -> None:
    """A belief that was said of a moment and as a pattern stands against a moment by its pattern."""
    assert can_conflict(["moment", "pattern"], ["moment"])
    assert not can_conflict(["moment", "over"], ["moment", "over"])
    assert not can_conflict([], ["pattern"])
