"""The worker processes of a run.

They are started when a stage first has shards for them, and kept for the stages after it, so that each reads
its rules and word lists only once. What a call does is not known here.
"""

import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from kg_assets.core.worker import WorkerPool


class Workers:
    """The processes of one engine. They end when `stop` is called, with the engine, or with this process."""

    def __init__(self) -> None:
        self._pool: WorkerPool | None = None
        self._size = 0
        self._end: Callable[[], object] = lambda: None

    def __bool__(self) -> bool:
        """Whether the processes are running now."""
        return self._pool is not None

    def map(self, size: int, function: str, calls: Sequence[dict[str, Any]]) -> Iterator[tuple[int, Any]]:
        """Make every call in at least `size` processes; yield (index of the call, its result) as calls end.

        The first calls are already running when this returns.
        """
        with self._killed_if_broken():
            answers = self._started(size).map(function, calls)
        return self._answers(answers)

    def _answers(self, answers: Iterator[tuple[int, Any]]) -> Iterator[tuple[int, Any]]:
        with self._killed_if_broken():
            yield from answers

    @contextmanager
    def _killed_if_broken(self) -> Iterator[None]:
        """Kill the processes if the work is broken off. Otherwise the answers of calls that still run would be taken
        for those of later calls."""
        try:
            yield
        except BaseException:
            if self._pool is not None:
                self._pool.kill()
            self.stop()
            raise

    def begin(self, function: str, arguments: dict[str, Any]) -> Callable[[], Any] | None:
        """Start one call while this process does something else; returns a function that waits for its
        result.

        None if there are no processes, or too few are idle to spare one.
        """
        return self._pool.begin(function, arguments) if self._pool is not None else None

    def stop(self) -> None:
        """Let the processes end, if there are any; the next `map` starts new ones."""
        self._end()
        self._pool, self._size, self._end = None, 0, lambda: None

    def _started(self, size: int) -> WorkerPool:
        if self._size < size:
            self.stop()
        if self._pool is None:
            self._pool, self._size = WorkerPool(size), size
            self._end = weakref.finalize(self, self._pool.__exit__, None, None, None)
        return self._pool
