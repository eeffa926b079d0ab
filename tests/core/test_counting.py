"""How many there are of something, as it is said."""

import pytest

from kg_assets.core.counting import counted


@pytest.mark.parametrize(
    ("number", "noun", "said"),
    [
        (0, "message", "0 messages"), (1, "message", "1 message"), (2000, "message", "2,000 messages"),
        (1, "entity", "1 entity"), (3, "entity", "3 entities"), (2, "day", "2 days"), (2, "person", "2 people"),
        (2, "match", "2 matches"), (4, "open conflict", "4 open conflicts"), (2, "earlier entry", "2 earlier entries"),
    ],
)  # fmt: skip
def test_one_is_no_several(number: int, noun: str, said: str) -> None:
    assert counted(number, noun) == said
