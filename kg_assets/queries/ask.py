"""Runs SQL that somebody typed against the published build: one statement that only reads, within limits of memory and
time.

The statement runs in a process of its own (`asked`): a DuckDB function that is running can neither be interrupted nor
be held to a memory limit from outside; a process can.
"""

import io
import json
import os
import selectors
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import duckdb

from kg_assets.core import errors
from kg_assets.core.errors import AnnalsError, QueryError
from kg_assets.store.home import Home
from kg_assets.store.opened import open_current

_HEAD = 9  # bytes of a frame before its payload
# The setting that limits the rows, if its name is not `named` followed by _rows.
_ROWS_NAMED = {"serve.query": "serve.query_most_rows"}
# How a single statement can be given more time.
_FOR_ONCE = {"serve.query": ", for one with annals query --seconds N"}
_WAY_OUT = "ask for less (WHERE, LIMIT, fewer rows to join)"
_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one typed statement. Errors name the setting to change; `named` is the beginning of these settings'
    names, such as `serve.query`."""

    rows: int
    seconds: int
    memory: int
    threads: int
    named: str = "serve.query"  # how the names of the settings begin


@dataclass(frozen=True, slots=True)
class Answer:
    """The names of the columns, and the rows as they arrive: values are None, bool, int, float, str, and
    lists and dicts of these."""

    names: list[str]
    rows: Iterator[list[Any]]


@contextmanager
def asked(
    home: Home,
    sql: str,
    limits: Limits,
    is_cut: bool = False,
    begun: Callable[[Callable[[], None]], None] | None = None,
) -> Iterator[Answer]:
    """The answer to a statement. More rows than `limits.rows` raise an error; with `is_cut` they are left
    out.

    `begun` is called with a function that ends the statement early.
    """
    with _running(home, sql, limits, "rows", begun) as frames:
        yield Answer(json.loads(frames.expect(b"N")), _rows(frames, limits, is_cut))


@dataclass(frozen=True, slots=True)
class ArrowAnswer:
    """The schema of an answer, and its Arrow batches as they arrive."""

    schema: Any
    batches: Iterator[Any]


@contextmanager
def asked_arrow(home: Home, sql: str, limits: Limits) -> Iterator[ArrowAnswer]:
    """The answer to a statement in Arrow's types. More rows than `limits.rows` raise an error at the end."""
    import pyarrow as pa

    with _running(home, sql, limits, "arrow") as frames:
        source = _Bytes(frames)
        reader = pa.ipc.open_stream(pa.PythonFile(source, mode="r"))
        yield ArrowAnswer(reader.schema, _batches(reader, source, limits))


def _batches(reader: Any, source: "_Bytes", limits: Limits) -> Iterator[Any]:
    yield from reader
    if source.has_more():
        raise _too_many(limits)


def _rows(frames: "_Frames", limits: Limits, is_cut: bool) -> Iterator[list[Any]]:
    while True:
        kind, payload = frames.next()
        if kind == b"E":
            if json.loads(payload)["has_more"] and not is_cut:
                raise _too_many(limits)
            return
        yield from json.loads(payload)


def _too_many(limits: Limits) -> QueryError:
    setting = _ROWS_NAMED.get(limits.named, f"{limits.named}_rows")
    return QueryError(f"the answer has more than {limits.rows:,} rows ({setting}); {_WAY_OUT}, or raise that setting")


class _Bytes(io.RawIOBase):
    """A file object that gives the bytes of an Arrow stream, which the child process sends in pieces (frames, see
    `asked`)."""

    def __init__(self, frames: "_Frames") -> None:
        self._frames = frames
        self._rest = b""
        self._end: bytes | None = None

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        found = bytearray()
        while size < 0 or len(found) < size:
            if not self._rest and not self._is_filled():
                break
            taken = self._rest if size < 0 else self._rest[: size - len(found)]
            found += taken
            self._rest = self._rest[len(taken) :]
        return bytes(found)

    def has_more(self) -> bool:
        """Whether the answer has more rows than were sent; waits for the end of the stream."""
        while self._end is None:
            self._is_filled()
        return bool(json.loads(self._end)["has_more"])

    def _is_filled(self) -> bool:
        if self._end is None:
            kind, payload = self._frames.next()
            if kind == b"B":
                self._rest = payload
                return True
            self._end = payload
        return False


@contextmanager
def _running(
    home: Home, sql: str, limits: Limits, form: str, begun: Callable[[Callable[[], None]], None] | None = None
) -> Iterator["_Frames"]:
    question = {
        "home": os.fspath(home.root), "is_elsewhere": home.is_elsewhere, "sql": sql, "form": form, "rows": limits.rows,
        "seconds": limits.seconds, "memory": limits.memory, "threads": limits.threads,
    }  # fmt: skip
    _settle(home)
    child = subprocess.Popen(
        [sys.executable, "-m", "kg_assets.queries.asked"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=None if os.environ.get("ANNALS_DEBUG") else subprocess.DEVNULL,
    )  # fmt: skip
    try:
        if begun is not None:
            begun(child.kill)
        assert child.stdin is not None
        child.stdin.write(json.dumps(question).encode() + b"\n")
        child.stdin.flush()
        yield _Frames(child, limits)
    finally:
        child.kill()
        if child.stdin is not None:
            with suppress(BrokenPipeError):
                child.stdin.close()
        if child.stdout is not None:
            child.stdout.close()
        child.wait()


def _settle(home: Home) -> None:
    """Open and close the published file once, so that it can be read if the home was copied or moved: this
    may have to write, which the child process may not."""
    # If the file cannot be opened for another reason, the child process reports that.
    with suppress(AnnalsError, duckdb.Error):
        open_current(home).close()


class _Frames:
    """Reads the pieces (frames, see `asked`) in which the child process sends an answer. It waits at most
    `limits.seconds` for all of them together; only the waiting is counted, not the time between two reads."""

    def __init__(self, child: "subprocess.Popen[bytes]", limits: Limits) -> None:
        assert child.stdout is not None
        self._child = child
        self._limits = limits
        self._descriptor = child.stdout.fileno()
        self._patience = float(limits.seconds)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._descriptor, selectors.EVENT_READ)

    def expect(self, wanted: bytes) -> bytes:
        kind, payload = self.next()
        if kind != wanted:
            raise QueryError("the statement gave no rows; it takes one that only reads, such as SELECT")
        return payload

    def next(self) -> tuple[bytes, bytes]:
        head = self._exactly(_HEAD)
        payload = self._exactly(int.from_bytes(head[1:], "big"))
        if head[:1] == b"X":
            raise self._error(json.loads(payload))
        return head[:1], payload

    def _exactly(self, size: int) -> bytes:
        found = bytearray()
        while len(found) < size:
            began = time.monotonic()
            if not self._selector.select(max(0.0, self._patience)):
                raise self._error({"kind": "seconds"})
            self._patience -= time.monotonic() - began
            block = os.read(self._descriptor, min(_BLOCK, size - len(found)))
            if not block:
                # The child process was ended by the system, or by a fault of a library that raises no error for it.
                raise self._error({"kind": "memory" if self._patience > 0 else "seconds"})
            found += block
        return bytes(found)

    def _error(self, said: dict[str, str]) -> AnnalsError:
        kind, limits = said["kind"], self._limits
        if kind == "memory":
            needed = f"{limits.memory / 1e9:.3g} GB of memory"
            return QueryError(f"the statement needs more than {needed} ({limits.named}_memory); {_WAY_OUT}")
        if kind == "seconds":
            section, _, key = f"{limits.named}_seconds".partition(".")
            return QueryError(
                f"the statement took longer than {limits.seconds} s ({section}.{key}); {_WAY_OUT}, or allow more: "
                f"{key} in section {section} of the file that ANNALS_CONFIG names{_FOR_ONCE.get(limits.named, '')}"
            )
        made: type[AnnalsError] = getattr(errors, kind, QueryError)
        return made(said["text"])
