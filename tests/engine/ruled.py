"""A house of one sharded stage with a rule: its sources say which numbers there are, one shard for each."""

import pyarrow as pa

from kg_assets.core.contract import Column, Rule, Table
from kg_assets.core.stage import House, Shard, Stage, StageRun
from kg_assets.house import HOUSE as REAL

HERE = "tests.engine.ruled"
NUMBERS = Table(
    "kg.numbers",
    "Numbers.",
    (Column("number", "int", "A number."), Column("name", "text", "Its name, the same for none.")),
    key=("number",),
    unique=(("name",),),
    rules=(Rule("it_counts", "No number is below zero.", "SELECT 1 FROM {kg.numbers} WHERE number < 0"),),
)


def plan(run: StageRun) -> list[Shard]:
    return [Shard(str(n), payload={"number": n}) for source in run.sources for n in source["numbers"]]


def read(run: StageRun) -> None:
    number = run.payload["number"]
    rows = pa.table({"number": pa.array([number], pa.int64()), "name": [str(abs(number))]})
    run.write(NUMBERS.name, rows)


READ = Stage(
    name="read", group="test", meaning="Reads.", tables=(NUMBERS,), function=f"{HERE}:read", plan=f"{HERE}:plan",
    reads_sources=True,
)  # fmt: skip
HOUSE = House(f"{HERE}:HOUSE", (READ,), REAL.sections)
