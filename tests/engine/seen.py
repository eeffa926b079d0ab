"""A house of two stages: one writes things by names and weights, the other sees of them the names only."""

import pyarrow as pa

from kg_assets.core.contract import Column, Rule, Table
from kg_assets.core.stage import House, Stage, StageRun
from kg_assets.house import HOUSE as REAL

HERE = "tests.engine.seen"
SEEN = "sql/seen_in_a_test/kg.things.sql"
NAMES = "sql/names_in_a_test.sql"

THINGS = Table(
    "kg.things",
    "Things.",
    (Column("name", "text", "What it is called."), Column("weight", "int", "How heavy it is.")),
    key=("name",),
)
LABELS = Table(
    "kg.labels",
    "Labels.",
    (Column("label", "text", "A name, in large letters."),),
    key=("label",),
    rules=(
        Rule(
            "nothing_weighs_nothing",
            "What has a label weighs something.",
            "SELECT 1 FROM {kg.labels} JOIN {kg.things} ON upper(name) = label WHERE weight = 0",
        ),
    ),
)
labelled: list[list[str]] = []  # what the second stage was run for


def weigh(run: StageRun) -> None:
    (source,) = run.sources
    names, weights = list(source["things"]), list(source["things"].values())
    run.write(THINGS.name, pa.table({"name": pa.array(names, pa.string()), "weight": pa.array(weights, pa.int64())}))


def label(run: StageRun) -> None:
    rows = run.query(NAMES, contract=LABELS.name)
    labelled.append(rows["label"].to_pylist())
    run.count("labels", rows.num_rows)
    run.write(LABELS.name, rows)


WEIGH = Stage(
    name="weigh", group="test", meaning="Weighs.", tables=(THINGS,), function=f"{HERE}:weigh", reads_sources=True
)  # fmt: skip
LABEL = Stage(
    name="label", group="test", meaning="Labels.", tables=(LABELS,), function=f"{HERE}:label", files=(NAMES, SEEN),
    sees=(SEEN,),
)  # fmt: skip
HOUSE = House(f"{HERE}:HOUSE", (WEIGH, LABEL), REAL.sections)
