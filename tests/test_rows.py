"""What is told of rows and tests is what the names of tests say, and no test names a row that there is not."""

from pathlib import Path

import pytest

from tests.rows import ROOT, ROWS, carriers_in, named_by, rows_of, told

PAGE = "| Row | § |\n|---|---|\n| D72-001 | one, see `D72-003` |\n| D72-002 | two |\n| D72-001 | again |\n"


def test_rows_are_the_first_cells_of_the_page() -> None:
    assert rows_of(PAGE) == ["D72-001", "D72-002"]


@pytest.mark.parametrize(
    ("test", "rows"),
    [
        ("test_d72_031_a_correction", ["D72-031"]),
        ("test_d72_139_140_two", ["D72-139", "D72-140"]),
        ("test_d72_12_short", []),
        ("test_d72_0311_long", []),
        ("test_of_2024_and_031", []),
    ],
)
def test_a_name_carries_its_rows(test: str, rows: list[str]) -> None:
    assert named_by(test) == rows


def test_rows_without_a_test_are_told(tmp_path: Path) -> None:
    folder = tmp_path / "tests" / "overlay"
    folder.mkdir(parents=True)
    text = "def test_d72_002_it_is() -> None: ...\ndef d72_001_no_test() -> None: ...\n"
    (folder / "test_one.py").write_text(text, encoding="utf-8")
    (folder / "world.py").write_text("def test_d72_001_in_no_test_file() -> None: ...\n", encoding="utf-8")
    found = carriers_in(tmp_path / "tests")
    assert told(rows_of(PAGE), found) == [
        "D72-001  no test",
        "D72-002",
        "  tests/overlay/test_one.py::test_d72_002_it_is",
    ]


def test_every_row_in_a_name_is_one() -> None:
    """Where the specification lies beside the checkout."""
    if not ROWS.is_file():
        pytest.skip("the specification is not here")
    assert set(carriers_in(ROOT / "tests")) <= set(rows_of(ROWS.read_text(encoding="utf-8")))
