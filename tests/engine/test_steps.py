"""The order of steps is read from their SQL: what is wanted, all that it needs, and nothing else."""

from pathlib import Path

import pytest

from kg_assets.core.errors import ContractError
from kg_assets.engine.steps import Step, folder_steps, ordered_steps

STEPS = {
    name: Step(name, select)
    for name, select in {
        "alone": "SELECT 1 AS n",
        "base": "SELECT n FROM kg.numbers",
        "doubled": "SELECT 2 * n AS n FROM base WHERE n < $least",
        "above": "WITH alone AS (SELECT n FROM doubled) SELECT * FROM alone ASOF JOIN given AS g ON g.n >= alone.n",
        "zero": "SELECT n FROM (SELECT n FROM base UNION ALL SELECT n FROM aside)",
        "aside": "SELECT 0 AS n",
    }.items()
}


def names(wanted: tuple[str, ...], given: tuple[str, ...] = ()) -> list[str]:
    return [step.name for step in ordered_steps(STEPS, wanted, given)]


def test_a_step_stands_behind_all_that_it_reads_and_what_nobody_reads_is_left_out() -> None:
    assert names(("above", "zero")) == ["aside", "base", "doubled", "zero", "above"]
    assert names(("doubled",)) == ["base", "doubled"]


def test_a_name_of_its_own_with_is_no_step() -> None:
    """`above` calls a part of itself like the step `alone`, which it does not read."""
    assert "alone" not in names(("above",))


def test_what_is_given_takes_the_place_of_a_file() -> None:
    assert names(("above",), given=("doubled",)) == ["above"]


def test_steps_that_read_each_other_are_named() -> None:
    circle = {"one": Step("one", "FROM other"), "other": Step("other", "FROM one")}
    with pytest.raises(ContractError, match=r"in a circle: (one reads other reads one|other reads one reads other)"):
        ordered_steps(circle, ("one",))


def test_a_step_that_no_file_holds_is_named_with_those_that_there_are() -> None:
    with pytest.raises(ContractError, match="no step is called doubles; there are above, alone, aside"):
        ordered_steps(STEPS, ("doubles",))


def test_two_folders_cannot_have_one_name(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "same.sql").write_text("SELECT 1;\n", encoding="utf-8")
    assert folder_steps([tmp_path / "a"]) == {"same": Step("same", "SELECT 1")}
    with pytest.raises(ContractError, match="two steps are called same"):
        folder_steps([tmp_path / "a", tmp_path / "b"])
