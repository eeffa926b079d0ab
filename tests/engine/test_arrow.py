"""Arrow does not load pandas for our commands, and who wants pandas still gets it."""

import subprocess
import sys

import pytest

_SAID = """
import sys
from kg_assets.engine.arrow import leave_pandas
import pyarrow as pa
leave_pandas()
pa.array(["a", None])
print("pandas" in sys.modules)
import pandas
print(pandas.Series([1]).sum())
"""


def test_arrow_asks_once_and_in_vain() -> None:
    pytest.importorskip("pandas")
    said = subprocess.run([sys.executable, "-c", _SAID], capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["False", "1"]
