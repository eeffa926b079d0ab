"""The budget of a session of calls, and the reason why the session ended. Its threads share it."""

import threading

from kg_assets.core.counting import counted
from kg_assets.llm.settings import ModelSettings


class Budget:
    """Counts calls and tokens of one session. Each call is counted with its expected cost before it is made."""

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._failed_in_a_row = 0
        self.calls = 0
        self.tokens = 0
        self.stopped: str | None = None
        self.has_endpoint_failed = False

    def reserve(self, tokens: int) -> bool:
        """Count one call before it is made; returns whether it may be made. It may not if the session has ended or if
        the call would exceed the budget."""
        with self._lock:
            most_calls, most_tokens = self._settings.budget_calls, self._settings.budget_tokens
            if self.stopped is None and most_calls is not None and self.calls + 1 > most_calls:
                self.stopped = f"the budget of {counted(most_calls, 'call')} is used (models.budget_calls)"
            if self.stopped is None and most_tokens is not None and self.tokens + tokens > most_tokens:
                self.stopped = (
                    f"the next call would exceed the budget of {counted(most_tokens, 'token')} (models.budget_tokens)"
                )
            if self.stopped is not None:
                return False
            self.calls += 1
            self.tokens += tokens
            return True

    def settle(self, reserved: int, used: int) -> None:
        """Replace the expected cost of a call by its real cost."""
        with self._lock:
            self.tokens += used - reserved

    def stop(self, reason: str) -> None:
        """End the session because of the endpoint. If it has ended already, the first reason stays."""
        with self._lock:
            self.has_endpoint_failed = self.has_endpoint_failed or self.stopped is None
            self.stopped = self.stopped or reason

    def note(self, answered: bool) -> None:
        """Note whether a request was answered. If too many requests in succession had no answer, the endpoint must be
        at fault, and the session ends."""
        with self._lock:
            self._failed_in_a_row = 0 if answered else self._failed_in_a_row + 1
            if self._failed_in_a_row >= self._settings.give_up_after:
                self.has_endpoint_failed = self.has_endpoint_failed or self.stopped is None
                self.stopped = self.stopped or (
                    f"{counted(self._failed_in_a_row, 'request')} in a row had no answer; see whether the endpoint "
                    f"works (models.give_up_after)"
                )
