"""Runs of tests in children of one process that has loaded the libraries, so that each run costs what its tests do.

The process loads nothing of this tree: a child reads the files as they are when it begins. It starts no thread of a
library either, because a child that is forked beside one hangs.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

_LIBRARIES = (
    "pytest", "hypothesis", "_hypothesis_pytestplugin", "numpy", "duckdb", "pyarrow.parquet",
    "polars", "pydantic", "yaml", "orjson", "spacy", "thinc.api", "re2", "rapidfuzz", "tldextract", "phonenumbers",
    "ahocorasick_rs", "Stemmer", "jinja2",
)  # fmt: skip


class Ended(NamedTuple):
    """How a run of tests ended: pytest's code, or minus the signal that stopped it; and which test failed first."""

    code: int
    failed: str
    output: str


class WarmTests:
    """Runs the tests of a copy of the tree, one after the other."""

    def __init__(self, folder: Path) -> None:
        self._output = TemporaryDirectory(prefix="annals-warm-")
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).resolve()), self._output.name], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True, cwd=folder, env=os.environ | {"PYTHONPATH": str(folder)},
        )  # fmt: skip

    def run(self, tests: Sequence[str], seconds: int) -> Ended:
        """Run tests up to the first failure, with so many seconds of processor time."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"tests": list(tests), "seconds": seconds}) + "\n")
        self._process.stdin.flush()
        code = int(self._process.stdout.readline())
        output, failed = (
            Path(self._output.name, name).read_text(encoding="utf-8", errors="replace") for name in ("out", "failed")
        )
        return Ended(code, failed, output)

    def end(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
        self._output.cleanup()


class _First:
    """Writes down the first test that fails, by the name under which pytest finds it again."""

    def __init__(self, file: Path) -> None:
        self._file = file
        file.write_text("", encoding="utf-8")

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self._file.write_text(report.nodeid, encoding="utf-8")

    pytest_collectreport = pytest_runtest_logreport


def _test(tests: list[str], seconds: int, folder: Path) -> int:
    """Run them in this process. A property is not shrunk: that it failed is all that is asked."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    for number in (1, 2):
        os.dup2(os.open(folder / "out", os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND, 0o600), number)
    import pytest
    from hypothesis import Phase, settings

    settings.register_profile("first", phases=[Phase.explicit, Phase.generate], derandomize=True, database=None)
    arguments = [
        "-q",
        "--hypothesis-profile=first",
        "-x",
        "--tb=no",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        *tests,
    ]
    return int(pytest.main(arguments, [_First(folder / "failed")]))


def _serve(folder: Path) -> None:
    """Fork a child for each run that is asked for."""
    for name in _LIBRARIES:
        importlib.import_module(name)
    # A collection in a child would touch, and so copy, every page of what was loaded.
    gc.collect()
    gc.freeze()
    answers = os.fdopen(os.dup(1), "w")
    for line in iter(sys.stdin.readline, ""):
        child = os.fork()
        if child == 0:
            asked = json.loads(line)
            code = _test(asked["tests"], asked["seconds"], folder)
            sys.stdout.flush()
            os._exit(code)
        _, status = os.waitpid(child, 0)
        answers.write(f"{os.waitstatus_to_exitcode(status)}\n")
        answers.flush()


if __name__ == "__main__":
    _serve(Path(sys.argv[1]))
