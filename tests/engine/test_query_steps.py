"""SQL in steps: one session, each step seen by later ones under its name, and only what is wanted comes back."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from kg_assets.core.config import Config, load_config
from kg_assets.core.contract import Column, Table
from kg_assets.core.stage import Stage
from kg_assets.engine.stagerun import Given, Run
from kg_assets.house import HOUSE
from kg_assets.store.home import Home

WORDS = Table("kg.words", "Words.", (Column("word", "text", "It."), Column("times", "int", "How often.")), ("word",))
FOLDERS = ("sql/steps",)
COUNTED = Stage(
    name="count", group="test", meaning="Counts.", tables=(WORDS,), function="none:none", reads=("kg.said",),
    files=("sql/steps",),
)  # fmt: skip


@pytest.fixture
def run(home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """A stage whose SQL lies in a folder of the test, over one input of four words."""
    folder = tmp_path / "sql" / "steps"
    folder.mkdir(parents=True)
    texts = {
        "long": "SELECT word FROM kg.said WHERE length(word) >= $least -- a comment at the end",
        "counted": "SELECT word, count(*) AS times FROM long GROUP BY word",
        "plain": "SELECT max(times) + min(extra) AS most FROM counted, more",
    }
    for name, text in texts.items():
        (folder / f"{name}.sql").write_text(text, encoding="utf-8")
    monkeypatch.setattr(Config, "file", lambda _, name: tmp_path / name)
    said = tmp_path / "said.parquet"
    pq.write_table(pa.table({"word": ["tea", "coffee", "coffee", "biscuit"]}), said)
    return Run(COUNTED, home, load_config(HOUSE.sections), Given(), {"kg.said": [str(said)]}, {})


def test_later_steps_read_earlier_ones_and_only_what_is_wanted_comes_back(run: Run) -> None:
    """Given tables and parameters are those of a single query; a contract casts the step that it stands at."""
    more = pa.table({"extra": [10]})
    made = run.query_steps(
        FOLDERS, wanted={"counted": "kg.words", "plain": None}, parameters={"least": 4}, tables={"more": more}
    )
    assert set(made) == {"counted", "plain"}
    assert made["counted"].schema == WORDS.arrow_schema()
    rows = sorted(made["counted"].to_pylist(), key=lambda row: row["word"])
    assert rows == [{"word": "biscuit", "times": 1}, {"word": "coffee", "times": 2}]
    assert made["plain"].to_pylist() == [{"most": 12}]


def test_two_runs_of_the_same_steps_do_not_see_each_other(run: Run) -> None:
    """The step tables are gone with their session, so the same names can be made again."""
    first = run.query_steps(FOLDERS, wanted={"counted": None}, parameters={"least": 4})
    second = run.query_steps(FOLDERS, wanted={"counted": None}, parameters={"least": 7})
    assert (len(first["counted"]), len(second["counted"])) == (2, 1)


def test_a_file_that_is_not_declared_is_refused(run: Run) -> None:
    with pytest.raises(KeyError, match="does not declare file"):
        run.query_steps(("sql/other",), wanted={"other": None})


def test_a_step_that_passes_is_a_part_of_the_one_that_reads_it(run: Run) -> None:
    """Its rows are never a table; parameters and a comment at the end of its file stay what they were."""
    given = {"parameters": {"least": 4}, "tables": {"more": pa.table({"extra": [10]})}}
    apart = run.query_steps(FOLDERS, {"plain": None}, **given)
    assert run.query_steps(FOLDERS, {"plain": None}, **given, passing=("long", "counted")) == apart
    assert run.query_steps(FOLDERS, {"counted": None}, {"least": 4}, passing=("long",))["counted"].num_rows == 2
