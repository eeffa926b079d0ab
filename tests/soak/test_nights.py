"""Nights over a growing life: what is verified stays, what fades comes back, room is taken by news."""

from collections.abc import Sequence
from dataclasses import astuple, fields
from pathlib import Path

import pytest

from kg_assets.store.home import Home
from tests.cli.a_life import engine_over
from tests.soak.nights import Night, nights

# (nights, conversations a night, nights that speak of both ties, night from which the followed one is spoken of again)
SHORT = (5, 1, 2, 4)
LONG = (30, 2, 4, 22)


@pytest.mark.parametrize(
    ("count", "conversations", "spoken", "returns_at"),
    [pytest.param(*SHORT, marks=pytest.mark.whole), pytest.param(*LONG, marks=pytest.mark.slow)],
)
def test_d72_156_nights_over_a_growing_life(
    home: Home, tmp_path: Path, count: int, conversations: int, spoken: int, returns_at: int
) -> None:
    found = list(nights(engine_over(home), tmp_path / "news", count, conversations, spoken, returns_at))
    print("\n".join(_table(found)))
    quiet = found[spoken:returns_at]
    assert {night.approved for night in found[spoken:]} == {"active"}, "what the person approved never fades"
    assert found[spoken - 1].followed == "observed"
    assert quiet[-1].followed == "suppressed"
    assert found[-1].followed == "observed", "and comes back on evidence"
    states = [night.followed for night in quiet]
    assert states == sorted(states, key=lambda state: state == "suppressed"), "once faded it stays so without evidence"
    if count == LONG[0]:
        # Bytes of tables for a byte of news, in the middle and at the end: the same, not more with each night.
        third = count // 3
        middle, last = (_per_byte(found, begin, begin + third) for begin in (third, 2 * third))
        assert last <= 1.5 * middle


def _per_byte(found: Sequence[Night], begin: int, end: int) -> float:
    news = sum(night.news for night in found[begin:end])
    return (found[end - 1].store - found[begin - 1].store) / news


def _table(found: Sequence[Night]) -> list[str]:
    """As `docs/night.md` shows it."""
    return [
        " | ".join(field.name for field in fields(Night)),
        *(" | ".join(str(value) for value in astuple(night)) for night in found),
    ]
