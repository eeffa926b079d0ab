"""What one text raises: told without its words, and only where it can lie in the text."""

from collections.abc import Sequence

import pytest

from kg_assets.core.errors import ConfigError
from kg_assets.core.faults import Gathered, survive, survive_batch
from kg_assets.core.spans import Span
from kg_assets.lexicon.texts import ranges

IDS = ["a", "b", "c"]


class PanicException(BaseException):
    """What libraries in Rust raise has this name and is no Exception."""


def test_a_fault_says_where_and_never_what() -> None:
    told = Gathered()
    assert survive(told, "ranges", "m1", lambda: ranges("private"), list[Span]) == []
    (fault,) = told
    assert (fault.message_id, fault.part, fault.error) == ("m1", "ranges", "DecodeError")
    assert fault.place.startswith("lexicon/texts.py:")
    assert "private" not in "".join(map(str, fault))


@pytest.mark.parametrize("error", [ConfigError("x"), MemoryError(), OSError("disk"), KeyboardInterrupt()])
def test_what_lies_in_the_machine_or_in_what_was_set_up_goes_on(error: BaseException) -> None:
    """Guards against builds that lack rows because a disk was full."""

    def read() -> int:
        raise error

    with pytest.raises(type(error)):
        survive(Gathered(), "part", "m1", read, int)


@pytest.mark.parametrize("error", [KeyError("x"), RecursionError(), PanicException()])
def test_whatever_a_library_raises_is_survived(error: BaseException) -> None:
    def read() -> int:
        raise error

    assert survive(told := Gathered(), "part", "m1", read, int) == 0
    assert [fault.error for fault in told] == [type(error).__name__]


def test_a_batch_is_read_once_where_it_goes_well_and_one_by_one_where_it_raises() -> None:
    asked: list[list[int]] = []

    def read(places: Sequence[int]) -> list[str]:
        asked.append(list(places))
        return [IDS[n].upper() for n in places if wrong not in places or 1 / 0]

    wrong = 9
    assert list(survive_batch(told := Gathered(), "part", IDS, read, str)) == ["A", "B", "C"]
    assert asked == [[0, 1, 2]]
    wrong = 1
    assert list(survive_batch(told, "part", IDS, read, str)) == ["A", "", "C"]
    assert [fault.message_id for fault in told] == ["b"]
    assert asked[1:] == [[0, 1, 2], [0], [1], [2]]
