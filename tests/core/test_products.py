"""Numpy's products are held to one thread for so long as is asked."""

import pytest

from kg_assets.core import products


def test_one_thread_works_for_so_long_and_no_longer() -> None:
    threads = products.threads_of_products()
    if threads is None:
        pytest.skip("this numpy carries other routines")
    before = threads.get()
    threads.set(2)
    with products.one_thread():
        assert threads.get() == 1
    assert threads.get() == 2
    threads.set(before)
