"""A house whose one stage says a person's words when it fails."""

from kg_assets.core.contract import Column, Table
from kg_assets.core.stage import House, Stage, StageRun
from kg_assets.store.settings import StoreSettings

MARKER = "zebrafinch-marker-4711"

WORDS = Table(
    name="kg.words",
    meaning="Words.",
    columns=(Column("word_id", "text", "Which."),),
    key=("word_id",),
)


def burst(run: StageRun) -> None:
    raise ValueError(f"cannot parse: {MARKER}")


def burst_while_planning(run: StageRun) -> list[object]:
    raise RuntimeError(f"cannot plan: {MARKER}") from ValueError(MARKER)


def house(function: str, plan: str | None = None) -> House:
    stage = Stage(
        name="burst",
        group="stage_0_sources",
        meaning="Fails.",
        tables=(WORDS,),
        function=f"tests.cli.failing:{function}",
        plan=f"tests.cli.failing:{plan}" if plan else None,
    )
    return House(reference="tests.cli.failing:HOUSE", stages=(stage,), sections={"store": StoreSettings})
