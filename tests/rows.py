"""Which tests carry a row of the overlay's specification in their names, and which rows have none.

    python tests/rows.py             every row with its tests, then how many have none
    python tests/rows.py D72-031     that row alone

A test says of which rows it is by its name: `test_d72_031_…`, or `test_d72_139_140_…` of two. The rows are read from
`../shared/spec/d72_rows.md` beside the checkout; where that is not, there is nothing to compare with.
"""

import ast
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ROWS = ROOT.parent / "shared" / "spec" / "d72_rows.md"
_ROW = re.compile(r"^\| (D72-\d{3}) ", re.ASCII | re.MULTILINE)
_IN_A_NAME = re.compile(r"d72((?:_\d{3})+)(?![0-9])", re.ASCII)


def rows_of(page: str) -> list[str]:
    """The ids of a page of rows, in its order."""
    return list(dict.fromkeys(_ROW.findall(page)))


def named_by(test: str) -> list[str]:
    """The rows that the name of a test carries."""
    return [f"D72-{number}" for group in _IN_A_NAME.findall(test) for number in group[1:].split("_")]


def carriers_in(folder: Path) -> dict[str, list[str]]:
    """By row, the tests of a folder that carry it, by file and name."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for row in named_by(node.name):
                    found.setdefault(row, []).append(f"{path.relative_to(folder.parent)}::{node.name}")
    return found


def told(rows: Iterable[str], tests: Mapping[str, list[str]]) -> list[str]:
    """A line for each row and each of its tests."""
    lines = []
    for row in rows:
        lines.append(row if row in tests else f"{row}  no test")
        lines += [f"  {test}" for test in sorted(tests.get(row, ()))]
    return lines


def main(wanted: list[str]) -> int:
    """Print it."""
    if not ROWS.is_file():
        print(f"{ROWS} is not there, so which rows there are is not known", file=sys.stderr)
        return 1
    rows, tests = rows_of(ROWS.read_text(encoding="utf-8")), carriers_in(ROOT / "tests")
    print("\n".join(told([row for row in rows if not wanted or row in wanted], tests)))
    if not wanted:
        print(f"{sum(row in tests for row in rows)} of {len(rows)} rows have a test")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
