"""Finding the messages that a stage raises at, when it does not say which."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.engine.survival import unreadable

MESSAGES = [f"m{n:02d}" for n in range(40)]


class Stage:
    """Raises where all messages of one of its groups are there; counts how much it was asked to read."""

    def __init__(self, *groups: Sequence[int]) -> None:
        self.groups = [frozenset(MESSAGES[n] for n in group) for group in groups]
        self.read = 0

    def attempt(self, messages: Sequence[str]) -> BaseException | None:
        self.read += len(messages)
        return next((KeyError(min(group)) for group in self.groups if group <= set(messages)), None)

    def found(self) -> dict[str, BaseException]:
        return unreadable(MESSAGES, KeyError("all"), self.attempt)


@given(st.sets(st.integers(0, 39), min_size=1, max_size=15))
@settings(max_examples=60)
def test_what_raises_by_itself_is_found_and_nothing_else(wrong: set[int]) -> None:
    assert sorted(Stage(*([n] for n in wrong)).found()) == [MESSAGES[n] for n in sorted(wrong)]


@given(st.lists(st.sets(st.integers(0, 39), min_size=1, max_size=3), min_size=1, max_size=8))
@settings(max_examples=60)
def test_without_what_is_found_nothing_raises(groups: list[set[int]]) -> None:
    """A correction and what it corrects can raise only together; one message of each such group goes."""
    stage = Stage(*(sorted(group) for group in groups))
    found = stage.found()
    assert stage.attempt([message for message in MESSAGES if message not in found]) is None
    assert len(found) <= len(groups)


def test_of_two_that_raise_together_the_later_one_is_found() -> None:
    """The correction and not what it corrects."""
    stage = Stage([3, 31])
    assert list(stage.found()) == [MESSAGES[31]]
    assert stage.read < 12 * len(MESSAGES)


def test_one_among_many_is_found_without_reading_all_of_them_again_and_again() -> None:
    stage = Stage([17])
    assert list(stage.found()) == [MESSAGES[17]]
    assert stage.read < 4 * len(MESSAGES)


def test_a_stage_that_raises_without_messages_raises() -> None:
    with pytest.raises(KeyError, match="unset"):
        unreadable(MESSAGES, KeyError("all"), lambda messages: KeyError("unset"))


def test_a_stage_that_raises_at_every_message_fails_at_something_else() -> None:
    """Guards against a build of nothing but faults: a list that is missing from the installation, say."""
    with pytest.raises(KeyError, match="all"):
        Stage(*([n] for n in range(40))).found()
