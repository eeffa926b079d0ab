"""Worker processes: plain `python -m kg_assets.core.worker` children over pipes, and the pool that feeds them.

A child imports pure modules only (never dagster), does one call at a time, and ends when its input ends: a parent that
is killed leaves no orphan behind. Nothing forks. Arguments and results are JSON; what is large goes through the store.
"""

import importlib
import json
import os
import selectors
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import IO, Any

from kg_assets.core import errors
from kg_assets.core.errors import AnnalsError


class WorkerError(AnnalsError):
    """A call in a worker failed for a reason that no person caused, or the worker died."""


def resolve(reference: str) -> Callable[..., Any]:
    """The function that "module:name" names."""
    module, _, name = reference.partition(":")
    function: Callable[..., Any] = getattr(importlib.import_module(module), name)
    return function


def describe_without_content(error: BaseException) -> str:
    """The type of an exception and where it was raised, without its message: the message may hold a person's words."""
    frames = traceback.extract_tb(error.__traceback__)
    places = " < ".join(f"{os.path.basename(f.filename)}:{f.lineno} {f.name}" for f in reversed(frames[-6:]))
    return f"{type(error).__name__} at {places}" if places else type(error).__name__


class WorkerPool:
    """`size` children; with size 1 the calls are made in this process."""

    def __init__(self, size: int) -> None:
        self._children = [self._start() for _ in range(size)] if size > 1 else []

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
        for child in self._children:
            if kind is not None:
                child.kill()
            for pipe in (child.stdin, child.stdout):
                if pipe is not None:
                    pipe.close()
            child.wait()

    def map(self, function: str, calls: Sequence[dict[str, Any]]) -> Iterator[tuple[int, Any]]:
        """Make every call; yield (index of the call, its result) as they end, in no particular order."""
        if not self._children or len(calls) == 1:
            target = resolve(function)
            for index, arguments in enumerate(calls):
                yield index, target(**arguments)
            return
        yield from self._map_in_children(function, calls)

    def _map_in_children(self, function: str, calls: Sequence[dict[str, Any]]) -> Iterator[tuple[int, Any]]:
        waiting = iter(enumerate(calls))
        with selectors.DefaultSelector() as selector:
            for child in self._children:
                self._feed(child, function, waiting, selector)
            while selector.get_map():
                for key, _ in selector.select():
                    child = key.data
                    selector.unregister(key.fileobj)
                    yield self._answer(child)
                    self._feed(child, function, waiting, selector)

    @staticmethod
    def _feed(
        child: subprocess.Popen[bytes],
        function: str,
        waiting: Iterator[tuple[int, dict[str, Any]]],
        selector: selectors.BaseSelector,
    ) -> None:
        following = next(waiting, None)
        if following is None:
            return
        index, arguments = following
        assert child.stdin is not None
        assert child.stdout is not None
        try:
            child.stdin.write(
                json.dumps({"index": index, "function": function, "arguments": arguments}).encode() + b"\n"
            )
            child.stdin.flush()
        except BrokenPipeError:
            raise WorkerError(f"a worker process ended with code {child.wait()}; run the same command again") from None
        selector.register(child.stdout, selectors.EVENT_READ, child)

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
    """The child's loop: one JSON call a line in, one JSON answer a line out, until the input ends."""
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
    # The protocol keeps the real standard output; whatever else prints goes to standard error.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
