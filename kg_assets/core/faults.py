"""Keeps a text that makes a stage fail from failing the build: only that message is lost (design §6).

Code that reads messages, one by one or many at a time, does so through this module. The stage's run (`StageRun`) is
told what could not be read, and `kg.stage_faults` gets a row without a word of the text. As long as nothing raises,
this costs one `try`. How a stage that reads whole tables at once goes on belongs to `engine.survival`.
"""

import traceback
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import PurePath
from typing import NamedTuple, Protocol, TypeVar

from kg_assets.core.errors import AnnalsError

T = TypeVar("T")
_PACKAGE = "kg_assets"
# Errors of databases that are about the machine, not about the text that was read.
_OF_MACHINE = ("OutOfMemoryException", "IOException", "InterruptException", "FatalException", "OperationalError")
# A panic of a library that is written in Rust is a `BaseException`, but no `Exception`.
_PANIC = "PanicException"


class Fault(NamedTuple):
    """One message that a part of a stage could not read, with the class of the error and the line of this
    package where it arose."""

    message_id: str | None
    part: str
    error: str
    place: str


class TellsFaults(Protocol):
    """The part of a `StageRun` to which unreadable messages are reported."""

    def fault(self, part: str, message_id: str | None, error: BaseException) -> None:
        """Note that a part of the stage could not read a message."""


class Gathered(list[Fault]):
    """A list that collects faults, for code that has no run to report them to."""

    def fault(self, part: str, message_id: str | None, error: BaseException) -> None:
        self.append(fault_of(part, message_id, error))


def is_of_text(error: BaseException) -> bool:
    """Whether a text that was read may be the reason for an error. The machine or a person's settings are the
    reason for the others."""
    if isinstance(error, AnnalsError | MemoryError | OSError) or type(error).__name__ in _OF_MACHINE:
        return False
    return isinstance(error, Exception) or type(error).__name__ == _PANIC


def fault_of(part: str, message_id: str | None, error: BaseException) -> Fault:
    """The fault for an error, without the error's message, which may contain a person's words."""
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if _PACKAGE in PurePath(frame.filename).parts
    ]
    # The frames of this module only guard the reading; the error arose elsewhere.
    frames = [frame for frame in frames if not frame.filename.endswith(PurePath(__file__).name)] or frames
    place = "" if not frames else f"{_within(frames[-1].filename)}:{frames[-1].lineno}"
    return Fault(message_id, part, type(error).__name__, place)


def _within(file: str) -> str:
    parts = PurePath(file).parts
    last = len(parts) - 1 - parts[::-1].index(_PACKAGE)
    return "/".join(parts[last + 1 :])


def survive(
    run: TellsFaults, part: str, message_id: str | None, read: Callable[[], T], otherwise: Callable[[], T]
) -> T:  # fmt: skip
    """The result of `read` for one message. If it raises an error that the text may have caused (`is_of_text`), a fault
    is reported and the result is that of `otherwise`. Other errors are raised.

    A `read` that raises must not have changed anything.
    """
    try:
        return read()
    except BaseException as error:
        if not is_of_text(error):
            raise
        run.fault(part, message_id, error)
        return otherwise()


def survive_batch(
    run: TellsFaults,
    part: str,
    message_ids: Sequence[str],
    read: Callable[[Sequence[int]], Sequence[T]],
    otherwise: Callable[[], T],
) -> Sequence[T]:
    """The results of `read`, which takes the positions of many messages and gives one answer for each.

    If it raises an error that a text may have caused (`is_of_text`), the messages are read one by one, and those that
    raise such an error get `otherwise()` and a fault. Other errors are raised.
    """
    everything = range(len(message_ids))
    try:
        return read(everything)
    except BaseException as error:
        if not is_of_text(error):
            raise
    return [survive(run, part, message_ids[n], partial(_alone, read, n), otherwise) for n in everything]


def _alone(read: Callable[[Sequence[int]], Sequence[T]], place: int) -> T:
    (answer,) = read([place])
    return answer
