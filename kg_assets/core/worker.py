"""Worker processes: children `python -m kg_assets.core.worker` that talk over pipes, and the pool that gives
them calls.

A child imports only pure modules (never dagster), makes one call at a time, and ends when its input ends, so
that a killed parent leaves no orphan. Nothing forks. Arguments and results are JSON; large data goes through
the store.
"""

import importlib
import json
import os
import selectors
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from types import TracebackType
from typing import IO, Any

from kg_assets.core import errors
from kg_assets.core.collector import rarely
from kg_assets.core.errors import FULL_DISK, AnnalsError, is_of_full_disk


class WorkerError(AnnalsError):
    """A call in a worker failed for a reason that is no person's mistake, or the worker died."""


def resolve(reference: str) -> Callable[..., Any]:
    """The function for a reference "module:name"."""
    module, _, name = reference.partition(":")
    function: Callable[..., Any] = getattr(importlib.import_module(module), name)
    return function


def describe_without_content(error: BaseException) -> str:
    """The type of an exception and the places where it was raised, without its message, which may contain
    a person's words. For a full disk, `FULL_DISK`."""
    if is_of_full_disk(error):
        return FULL_DISK
    frames = traceback.extract_tb(error.__traceback__)
    places = " < ".join(f"{os.path.basename(f.filename)}:{f.lineno} {f.name}" for f in reversed(frames[-6:]))
    return f"{type(error).__name__} at {places}" if places else type(error).__name__


class WorkerPool:
    """A pool of `size` children; with size 1 there are none, and calls are made in this process."""

    def __init__(self, size: int) -> None:
        self._children = [self._start() for _ in range(size)] if size > 1 else []
        self._aside: list[subprocess.Popen[bytes]] = []  # the children that work on a call of `begin`

    @staticmethod
    def _start() -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "kg_assets.core.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            close_fds=True,
        )

    def __enter__(self) -> "WorkerPool":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self.kill()
        for child in self._children:
            assert child.stdin is not None
            assert child.stdout is not None
            with suppress(BrokenPipeError):
                child.stdin.close()
            # A call that nobody waits for any more ends as others do: half of one would leave its files behind.
            child.stdout.read()
            child.stdout.close()
            child.wait()

    def kill(self) -> None:
        """Kill the children, whatever they are doing. The pool cannot be used any more."""
        for child in self._children:
            child.kill()

    def begin(self, function: str, arguments: dict[str, Any]) -> Callable[[], Any] | None:
        """Start one call while this process does something else; returns a function that waits for its
        result.

        None if that would leave no child for `map`.
        """
        idle = [child for child in self._children if child not in self._aside]
        if len(idle) < 2:
            return None
        self._aside.append(idle[-1])
        self._send(idle[-1], 0, function, arguments)
        return lambda: self._taken(idle[-1])

    def _taken(self, child: subprocess.Popen[bytes]) -> Any:
        self._aside.remove(child)
        return self._answer(child)[1]

    def map(self, function: str, calls: Sequence[dict[str, Any]]) -> Iterator[tuple[int, Any]]:
        """Make every call; yield (index of the call, its result) as calls end, in no particular order.

        If there are children, the first calls are already running when this returns.
        """
        if not self._children:
            target = resolve(function)
            return ((index, target(**arguments)) for index, arguments in enumerate(calls))
        waiting = iter(enumerate(calls))
        selector = selectors.DefaultSelector()
        for child in self._children:
            if child not in self._aside:
                self._feed(child, function, waiting, selector)
        return self._answers(function, waiting, selector)

    def _answers(
        self, function: str, waiting: Iterator[tuple[int, dict[str, Any]]], selector: selectors.BaseSelector
    ) -> Iterator[tuple[int, Any]]:
        with selector:
            while selector.get_map():
                for key, _ in selector.select():
                    child = key.data
                    selector.unregister(key.fileobj)
                    yield self._answer(child)
                    self._feed(child, function, waiting, selector)

    def _feed(
        self,
        child: subprocess.Popen[bytes],
        function: str,
        waiting: Iterator[tuple[int, dict[str, Any]]],
        selector: selectors.BaseSelector,
    ) -> None:
        following = next(waiting, None)
        if following is None:
            return
        self._send(child, following[0], function, following[1])
        assert child.stdout is not None
        selector.register(child.stdout, selectors.EVENT_READ, child)

    @staticmethod
    def _send(child: subprocess.Popen[bytes], index: int, function: str, arguments: dict[str, Any]) -> None:
        assert child.stdin is not None
        try:
            child.stdin.write(
                json.dumps({"index": index, "function": function, "arguments": arguments}).encode() + b"\n"
            )
            child.stdin.flush()
        except BrokenPipeError:
            raise WorkerError(f"a worker process ended with code {child.wait()}; run the same command again") from None

    @staticmethod
    def _answer(child: subprocess.Popen[bytes]) -> tuple[int, Any]:
        assert child.stdout is not None
        line = child.stdout.readline()
        if not line.endswith(b"\n"):
            raise WorkerError(
                f"a worker process ended with code {child.wait()} (killed, or no memory); run the same command again"
            )
        answer = json.loads(line)
        if "error" in answer:
            known = getattr(errors, answer["error"], WorkerError)
            raise known(answer["message"])
        return answer["index"], answer["result"]


def serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    """The loop of a child: reads one JSON call per line, writes one JSON answer per line, until the input
    ends."""
    for line in iter(requests.readline, b""):
        call = json.loads(line)
        try:
            answer = {"index": call["index"], "result": resolve(call["function"])(**call["arguments"])}
        except AnnalsError as error:
            answer = {"index": call["index"], "error": type(error).__name__, "message": str(error)}
        except Exception as error:
            if os.environ.get("ANNALS_DEBUG"):
                traceback.print_exc()
            answer = {"index": call["index"], "error": "WorkerError", "message": describe_without_content(error)}
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()


def main() -> None:
    rarely()
    # Whoever presses Ctrl-C means the parent, which ends its children itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # The protocol keeps the real standard output; whatever else prints goes to standard error.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
