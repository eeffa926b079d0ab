"""The tests notice a formula of which one sign, number or column is another."""

import os

import pytest

from tests.soak.mutants import ROOT, Mutant, mutants_of, sampled, survivors

COUNT = int(os.environ.get("ANNALS_MUTANTS", "200"))
SEED = int(os.environ.get("ANNALS_SEED", "1"))


@pytest.mark.slow
def test_tests_kill_nineteen_of_twenty_mutants() -> None:
    mutants = sampled(COUNT, SEED)
    living = survivors(mutants)
    said = "\n".join(mutant.describe((ROOT / mutant.file).read_text(encoding="utf-8")) for mutant in living)
    assert len(living) <= 0.05 * len(mutants), f"{len(living)} of {len(mutants)} live:\n{said}"


def test_a_mutant_of_sql_changes_no_word_of_a_comment_or_a_text() -> None:
    text = "-- a < b\nSELECT '<' AS sign, min(t.from_utc) FROM t WHERE t.until_utc <= 3 -- 4\n"
    changed = {(text[one.start : one.end], one.after) for one in mutants_of("x.sql", text)}
    assert changed == {
        ("min", "max"), ("t.from_utc", "t.until_utc"), ("t.until_utc", "t.from_utc"), ("<=", "<"), ("3", "4")
    }  # fmt: skip


def test_a_mutant_of_python_changes_one_sign_or_number() -> None:
    text = "def f(a: int) -> bool:\n    return a * 2 < 7 and a != 1\n"
    found = [one.apply(text).split("return ")[1].strip() for one in mutants_of("x.py", text)]
    assert sorted(found) == sorted([
        "a / 2 < 7 and a != 1", "a * 3 < 7 and a != 1", "a * 2 <= 7 and a != 1", "a * 2 < 8 and a != 1",
        "a * 2 < 7 or a != 1", "a * 2 < 7 and a == 1", "a * 2 < 7 and a != 2",
    ])  # fmt: skip


def test_a_sample_is_the_same_for_the_same_seed_and_takes_from_every_room() -> None:
    first = sampled(22, 5)
    assert first == sampled(22, 5) != sampled(22, 6)
    assert len({mutant.file.rpartition("/")[0] for mutant in first}) > 6
    assert all(isinstance(mutant, Mutant) for mutant in first)
