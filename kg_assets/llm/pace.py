"""When the next attempt may be made: doubling pauses without chance, and the pause that an endpoint asks for."""

import threading
import time

from kg_assets.llm.settings import ModelSettings


class Pace:
    """Shared by the threads of one run: when an endpoint asks to wait, all of them do."""

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._not_before = 0.0
        self._ended = threading.Event()

    def hold(self, seconds: float) -> None:
        """Let no call begin for this long."""
        with self._lock:
            self._not_before = max(self._not_before, time.monotonic() + seconds)

    def wait(self, retry: int) -> bool:
        """Pause before an attempt (0 for the first); false if the run ended during the pause."""
        ready = time.monotonic() + self.backoff(retry)
        # Another thread may be told to wait while this one does.
        while (pause := max(ready, self._not_before) - time.monotonic()) > 0:
            if self._ended.wait(pause):
                return False
        return not self._ended.is_set()

    def backoff(self, retry: int) -> float:
        """base · 2^(retry - 1), bounded."""
        if retry == 0:
            return 0.0
        return min(self._settings.max_wait_seconds, self._settings.backoff_seconds * 2.0 ** min(retry - 1, 60))

    def end(self) -> None:
        """Wake everyone who waits; no further attempt begins."""
        self._ended.set()

    def again(self) -> "Pace":
        """The pace of further questions of the same run: an endpoint that asked to wait is still waited for."""
        further = Pace(self._settings)
        further._not_before = self._not_before
        return further
