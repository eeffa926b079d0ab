"""How long a state may be believed that nobody says again."""

import pytest
from pydantic import ValidationError

from kg_assets.history.rules import Lasting


def test_a_hundred_years_are_the_most() -> None:
    """Beyond them the calendar ends: what lasts longer lasts for good, and needs no entry."""
    assert Lasting(days=36_525, why="a life").days == 36_525
    for days in (0, 36_526, 999_999_999, 10**23):
        with pytest.raises(ValidationError, match="days"):
            Lasting(days=days, why="too long")
