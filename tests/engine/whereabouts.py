"""A house whose stages say in which process they ran: one with shards, and three without."""

import os

import pyarrow as pa

from kg_assets.core.contract import Column, Table
from kg_assets.core.errors import QueryError
from kg_assets.core.stage import House, Shard, Stage, StageRun
from kg_assets.house import HOUSE as REAL

SHARDS = 6
HERE = "tests.engine.whereabouts"


def _table(name: str) -> Table:
    columns = (Column("part", "text", "Which part."), Column("process", "int", "The process that made it."))
    return Table(f"kg.{name}", "Where it was made.", columns, ("part",))


def plan(run: StageRun) -> list[Shard]:
    return [Shard(str(number), payload={"part": str(number)}) for number in range(SHARDS)]


def _write(run: StageRun, name: str, part: str) -> None:
    run.write(f"kg.{name}", pa.table({"part": [part], "process": pa.array([os.getpid()], pa.int64())}))


def read(run: StageRun) -> None:
    _write(run, "read", run.payload["part"])


def weigh(run: StageRun) -> None:
    _write(run, "weighed", "all")


def end(run: StageRun) -> None:
    _write(run, "ended", "all")


def index(run: StageRun) -> None:
    _write(run, "indexed", "all")


def refuse(run: StageRun) -> None:
    raise QueryError("this will not do")


def _stage(name: str, table: str, inputs: tuple[str, ...] = (), **more: str) -> Stage:
    return Stage(
        name=name, group="test", meaning="Says where.", tables=(_table(table),), reads=inputs,
        **({"function": f"{HERE}:{name}"} | more),
    )  # fmt: skip


READ = _stage("read", "read", plan=f"{HERE}:plan")
WEIGH = _stage("weigh", "weighed", ("kg.read",))
END = _stage("end", "ended", ("kg.weighed",))
INDEX = _stage("index", "indexed", ("kg.read",))
REFUSE = _stage("refuse", "refused", ("kg.read",))

HOUSE = House(f"{HERE}:HOUSE", (READ, WEIGH, END, INDEX), REAL.sections)
REFUSING = House(f"{HERE}:REFUSING", (READ, REFUSE, INDEX), REAL.sections)
