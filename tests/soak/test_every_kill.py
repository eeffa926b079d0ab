"""Every command that changes a home is killed at its renames, unlinks and fsyncs: nothing is lost or half visible.

A short draw runs with `make test-whole`; the long one is slow and prints how often which command was killed at which
kind of call, and `ANNALS_SOAK_SHARE` says how much of it is tried. Guards design §6.
"""

import random
from collections.abc import Iterator

import pytest

from tests.nursery import Nursery
from tests.soak.doors import Tell, how_often, seeded
from tests.soak.kills import World, kill, small_world, whole_world

# Of each of these so many kills at each kind of call that it makes, of every other command fewer.
CHOSEN = {"build", "forget", "gc", "publish", "report", "confirm"}
KILLS_OF_CHOSEN, KILLS_OF_OTHERS = 60, 8
_MOST_OF_A_ROUND = 10  # kills of one command at calls of one kind before it is another's turn


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    nursery = Nursery("tests.soak.small_house", ANNALS_THREADS="1")
    yield small_world(tmp_path_factory.mktemp("small"), nursery)
    nursery.end()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    nursery = Nursery(ANNALS_THREADS="1")
    yield whole_world(tmp_path_factory.mktemp("whole"), nursery)
    nursery.end()


@pytest.mark.whole
@pytest.mark.parametrize("door", [("gc", "unlink"), ("publish", "rename"), ("forget", "fsync"), ("build", "unlink")])
def test_a_command_that_is_killed_again_and_again_ends_as_if_it_had_not_been(
    small: World, door: tuple[str, str]
) -> None:
    assert kill(small, door, random.Random(2), 3) == 3
    assert small.is_untouched()


def _killed_everywhere(world: World, tell: Tell) -> dict[tuple[str, str], int]:
    """How often each command was killed at each kind of call.

    In rounds, so that it is spread over all of them whenever it is looked at.
    """
    chance = seeded(f"kills of the {world.name} house")
    wanted = {
        door: how_often(KILLS_OF_CHOSEN if door[0] in CHOSEN else KILLS_OF_OTHERS) for door in world.doors()
    }  # fmt: skip
    tried = dict.fromkeys(sorted(wanted, key=lambda door: door[0] not in CHOSEN), 0)
    while wanted:
        for door in [door for door in tried if door in wanted]:
            count = min(_MOST_OF_A_ROUND, wanted[door] - tried[door])
            killed = kill(world, door, chance, count)
            tried[door] += killed
            tell(f"{sum(tried.values())} kills, {tried[door]} of `{door[0]}` at calls of {door[1]}")
            if killed < count or tried[door] == wanted[door]:
                # What makes a call in its first run alone is not killed there.
                del wanted[door]
    return tried


@pytest.mark.slow
def test_kills_of_commands_that_build_publish_and_remove(small: World, tell: Tell) -> None:
    _all_of_the_chosen_were(_killed_everywhere(small, tell))
    assert small.is_untouched()


@pytest.mark.slow
def test_kills_of_commands_that_decide_read_and_export(whole: World, tell: Tell) -> None:
    _all_of_the_chosen_were(_killed_everywhere(whole, tell))
    assert whole.is_untouched()


def _all_of_the_chosen_were(killed: dict[tuple[str, str], int]) -> None:
    assert sum(killed.values())
    assert not [door for door, count in killed.items() if door[0] in CHOSEN and not count]
