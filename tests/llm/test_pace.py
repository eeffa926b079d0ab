"""Pauses double, are bounded, hold for every thread, and end when the run does."""

import threading

from kg_assets.llm.client import retry_after
from kg_assets.llm.pace import Pace
from tests.llm.asking import settings


def test_pauses_double_up_to_the_longest() -> None:
    """Guards the backoff: 0, b, 2b, 4b, ... without chance, and no overflow however often."""
    pace = Pace(settings(backoff_seconds=1.5, max_wait_seconds=10))
    assert [pace.backoff(retry) for retry in (0, 1, 2, 3, 4, 5000)] == [0.0, 1.5, 3.0, 6.0, 10.0, 10.0]


def test_a_held_pace_is_released_by_the_end() -> None:
    """Guards interruption: whoever waits for the endpoint does not keep the run from ending."""
    pace = Pace(settings())
    pace.hold(3600)
    waited: list[bool] = []
    waiter = threading.Thread(target=lambda: waited.append(pace.wait(0)))
    waiter.start()
    pace.end()
    waiter.join(timeout=5)
    assert waited == [False]
    assert Pace(settings()).wait(0) is True


def test_further_questions_of_a_run_wait_as_well() -> None:
    """Guards `Retry-After` from one kind of question to the next: the end of the first does not end the wait."""
    pace = Pace(settings())
    pace.hold(3600)
    pace.end()
    further = pace.again()
    waited: list[bool] = []
    waiter = threading.Thread(target=lambda: waited.append(further.wait(0)))
    waiter.start()
    waiter.join(timeout=0.05)
    assert waiter.is_alive()
    further.end()
    waiter.join(timeout=5)
    assert waited == [False]


def test_retry_after_in_all_its_forms() -> None:
    """Guards the header: seconds, a date against the reply's own date, and nonsense, which is ignored."""
    date = "Wed, 01 Jan 2020 00:00:00 GMT"
    later = "Wed, 01 Jan 2020 00:00:07 GMT"
    assert retry_after({"retry-after": "1.5"}) == 1.5
    assert retry_after({"retry-after": "-4"}) == 0.0
    assert retry_after({"retry-after": later, "date": date}) == 7.0
    assert retry_after({"retry-after": date, "date": later}) == 0.0
    assert retry_after({"retry-after": later}) is None
    assert retry_after({"retry-after": "soon", "date": date}) is None
    assert retry_after({"retry-after": "nan"}) is None
    assert retry_after({}) is None
