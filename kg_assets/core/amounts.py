"""Amounts of memory as a person writes them: `2GB`, `500 MB`, `1.5GiB`."""

import re
from typing import Annotated

from pydantic import AfterValidator

_UNITS = {"": 1, "K": 1000, "M": 1000**2, "G": 1000**3, "T": 1000**4}
_BINARY = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
_AMOUNT = re.compile(r"\s*([0-9]{1,15}(?:\.[0-9]{1,9})?)\s*([KMGT]?)(I?)B?\s*", re.IGNORECASE | re.ASCII)
# With less DuckDB cannot hold one block per thread of any operator.
_LEAST = 16 * 1000**2


def bytes_of(text: str) -> int:
    """The number of bytes that a text such as `2GB` means. The ValueError for other texts says what is expected."""
    found = _AMOUNT.fullmatch(text)
    if found is None or (found[3] and not found[2]):
        raise ValueError("an amount of memory such as 2GB or 500MB is expected")
    units = _BINARY if found[3] else _UNITS
    return int(float(found[1]) * units[found[2].upper()])


def _memory(text: str) -> str:
    if bytes_of(text) < _LEAST:
        raise ValueError("an amount of memory of at least 16MB is expected, such as 2GB")
    return text


Memory = Annotated[str, AfterValidator(_memory)]
