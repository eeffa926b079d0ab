"""Guards the collector's state: left off, a long-lived server would never free a cycle again."""

import gc

import pytest

from kg_assets.core.collector import without_collector


@without_collector()
def fail() -> None:
    raise KeyError


def test_it_is_off_inside_and_on_afterwards() -> None:
    """Also where one use lies inside of another."""
    assert gc.isenabled()
    with without_collector():
        with without_collector():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_work_that_fails_leaves_it_on() -> None:
    """A shard that raised must not leave the process without a collector."""
    with pytest.raises(KeyError):
        fail()
    assert gc.isenabled()


def test_whoever_had_it_off_keeps_it_off() -> None:
    """A caller that turned the collector off did so for a reason."""
    gc.disable()
    try:
        with without_collector():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
