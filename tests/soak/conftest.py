"""What the soak's tests are given."""

import time

import pytest

from tests.soak.doors import Tell


@pytest.fixture
def tell(capsys: pytest.CaptureFixture[str]) -> Tell:
    """Say at once how far it is: what takes hours may be ended before."""
    began = time.monotonic()

    def said(line: str) -> None:
        with capsys.disabled():
            print(f"\n{time.monotonic() - began:.0f} s: {line}", end="", flush=True)

    return said
