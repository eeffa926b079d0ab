"""Which bearers of names are compared at all."""

from collections.abc import Sequence
from itertools import combinations

import pytest

from benchmarks._people_pairs import scale_of_house
from kg_assets.memory.people.blocking import pairs_of
from kg_assets.memory.people.weighing import Bearer

NAMES = (
    "Alice Chen", "Chen, Alice", "A. Chen", "Alicia Chen", "Alice Chen Moreno", "Bob Miller", "Robert Miller", "R.M.",
    "Sofia Hansen", "Sophia Hansen", "Chen", "Alice", "Bob",
)  # fmt: skip
ADDRESSES = (
    "alice.chen@acme.com", "a.chen@home.org", "chen.alice@acme.com", "achen@acme.com", "alice@home.org",
    "alice.chen.moreno@acme.com", "alan.chen@acme.com", "bob.miller@acme.com", "robert.miller@home.org",
    "sophia.hansen@acme.com", "sofia.hansen@home.org", "s.hansen@acme.com", "sunny88@acme.com",
)  # fmt: skip


def compared(names: Sequence[str]) -> set[tuple[str, str]]:
    bearers = [Bearer(f"b{place:02}", "person", (name,)) for place, name in enumerate(names)]
    codes, _ = pairs_of(bearers, scale_of_house())
    return {(names[a], names[b]) for a, b in (divmod(int(code), len(names)) for code in codes)}


def test_whatever_fits_is_compared() -> None:
    scale = scale_of_house()
    names = (*NAMES, *ADDRESSES)
    fitting = {
        (a, b)
        for a, b in combinations(names, 2)
        if scale.names.likeness(scale.names.read(a), scale.names.read(b)) != "incompatible"
    }
    assert len(fitting) > 60
    # An initial and a given name alone that begins with it are too little.
    assert fitting - compared(names) == {("A. Chen", "Alice")}


@pytest.mark.parametrize(
    ("a", "b", "is_compared"),
    [
        ("alice.chen@acme.com", "alice.chen@home.org", True),
        ("alice.chen@acme.com", "a.chen@home.org", True),
        ("alice.chen.moreno@acme.com", "a.chen@home.org", True),
        ("sofia.hansen@acme.com", "sophia.hansen@home.org", True),
        # One surname and one letter: a large life has a million such pairs of addresses.
        ("alice.chen@acme.com", "alan.chen@home.org", False),
        ("alice.chen@acme.com", "bob.chen@home.org", False),
    ],
)
def test_addresses_are_compared_by_both_names(a: str, b: str, is_compared: bool) -> None:
    assert (compared((a, b)) == {(a, b)}) is is_compared


def test_a_key_of_too_many_brings_no_pair() -> None:
    scale = scale_of_house()
    most = scale.settings.most_in_block
    surnames = [first + second for first in "bcdfghjklm" for second in ("arlo", "ento", "ivar", "okul", "unde")]
    whole = [Bearer(f"b{place:02}", "person", (f"Alice {name}",)) for place, name in enumerate(surnames)]
    lone = Bearer("x", "person", ("Alice",))

    def with_lone(count: int) -> int:
        """How many whole names the given name alone is compared with."""
        codes, _ = pairs_of([*whole[:count], lone], scale)
        return sum(int(code) % (count + 1) == count for code in codes)

    assert len(whole) > most
    assert [with_lone(count) for count in (2, most - 1, most)] == [2, most - 1, 0]
