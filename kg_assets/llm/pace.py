"""Decides when the next attempt may be made: after pauses that double each time (without randomness), and after the
pause that an endpoint asks for."""

import threading
import time

from kg_assets.llm.settings import ModelSettings


class Pace:
    """The pace of one session, shared by its threads: if the endpoint asks to wait, all of them wait."""

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._not_before = 0.0
        self._ended = threading.Event()

    def hold(self, seconds: float) -> None:
        """Let no call begin for this many seconds from now."""
        with self._lock:
            self._not_before = max(self._not_before, time.monotonic() + seconds)

    def wait(self, retry: int) -> bool:
        """Pause before an attempt (`retry` is 0 for the first). False if the session ended during the pause."""
        ready = time.monotonic() + self.backoff(retry)
        # While this thread waits, another may learn that all must wait longer.
        while (pause := max(ready, self._not_before) - time.monotonic()) > 0:
            if self._ended.wait(pause):
                return False
        return not self._ended.is_set()

    def backoff(self, retry: int) -> float:
        """The pause before a retry: base · 2^(retry - 1), at most `max_wait_seconds`."""
        if retry == 0:
            return 0.0
        return min(self._settings.max_wait_seconds, self._settings.backoff_seconds * 2.0 ** min(retry - 1, 60))

    def end(self) -> None:
        """Wake all threads that wait, and let no further attempt begin."""
        self._ended.set()

    def again(self) -> "Pace":
        """A new pace, for further requests after this one was ended. Attempts may begin again, but a pause that the
        endpoint asked for still holds."""
        further = Pace(self._settings)
        further._not_before = self._not_before
        return further
