"""Runs a stage that failed on whole tables again, without the messages that it cannot read (design §6).

Stages that loop over messages guard each of them (`core.faults`). Other stages give whole tables to a library
or to SQL, whose errors do not say which message is the reason. So the stage is run again on fewer messages
until those are found. First the messages are halved, which finds each message that raises alone. If the rest
still raises, it is run on its first messages only, which finds a message that raises together with others. If
nothing raises, none of this is done.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

MESSAGE = "message_id"
# What the stage raises on these messages, or None. It commits nothing.
Attempt = Callable[[Sequence[str]], BaseException | None]
# If a stage fails at every message, and these are more than so many, no text is the reason.
_MANY = 16


def unreadable(messages: Sequence[str], raised: BaseException, attempt: Attempt) -> dict[str, BaseException]:
    """The messages to leave out so that the stage can read the others, with what each raised.

    `raised` is what all messages together raised. If the stage raises without any message, or at each of more
    than 16 messages alone, the messages are not the reason, and the error is raised.
    """
    without_any = attempt(())
    if without_any is not None:
        raise without_any
    found = dict(_by_themselves(messages, raised, attempt))
    if len(found) == len(messages) > _MANY:
        raise raised
    rest = [message for message in messages if message not in found]
    while rest and (error := attempt(rest)) is not None:
        place, error = _shortest_beginning(rest, error, attempt)
        found[rest.pop(place)] = error
    return found


def _by_themselves(
    messages: Sequence[str], raised: BaseException, attempt: Attempt
) -> list[tuple[str, BaseException]]:  # fmt: skip
    """The messages that make the stage fail each by itself, with the error. Found by halving: if two halves fail only
    together, none of their messages is among these."""
    if len(messages) == 1:
        return [(messages[0], raised)]
    middle = len(messages) // 2
    found: list[tuple[str, BaseException]] = []
    for half in (messages[:middle], messages[middle:]):
        error = attempt(half) if half else None
        if error is not None:
            found += _by_themselves(half, error, attempt)
    return found


def _shortest_beginning(
    messages: Sequence[str], raised: BaseException, attempt: Attempt
) -> tuple[int, BaseException]:  # fmt: skip
    """At which message the stage begins to fail, when it is run on ever more of the first messages: the index of that
    message, and the error. It must fail on all of `messages`."""
    readable, failing = 0, len(messages)
    while failing - readable > 1:
        middle = (readable + failing) // 2
        error = attempt(messages[:middle])
        if error is None:
            readable = middle
        else:
            failing, raised = middle, error
    return failing - 1, raised


def messages_of(inputs: Mapping[str, Sequence[str]], tables: Sequence[str]) -> list[str]:
    """The message ids in these tables, each once, in the order in which they appear."""
    found: dict[str, None] = {}
    for table in tables:
        for file in inputs[table]:
            found |= dict.fromkeys(pq.read_table(file, columns=[MESSAGE])[MESSAGE].unique().to_pylist())
    return list(found)


def narrowed(
    inputs: Mapping[str, Sequence[str]], tables: Sequence[str], messages: Sequence[str], folder: Path
) -> dict[str, list[str]]:  # fmt: skip
    """The inputs with only the rows of these messages in `tables`, which are written to new files in
    `folder`."""
    kept = pa.array(sorted(messages), pa.string())
    made = {table: list(files) for table, files in inputs.items()}
    for table in tables:
        for number, file in enumerate(inputs[table]):
            rows = pq.read_table(file)
            made[table][number] = str(folder / f"{table}.{number}.parquet")
            pq.write_table(rows.filter(pc.is_in(rows[MESSAGE], kept)), made[table][number])
    return made
