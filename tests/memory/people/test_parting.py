"""Which clue gives a part of a name its key."""

from kg_assets.memory.people.clues import KINDS
from kg_assets.memory.people.parting import KEY_ORDER


def test_every_kind_of_clue_that_may_part_a_name_may_give_a_key() -> None:
    """A kind that was missing stopped the build at the first name that had it."""
    assert set(KEY_ORDER) == set(KINDS) - {"description", "spelled"}
