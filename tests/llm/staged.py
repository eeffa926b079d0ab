"""A house whose one stage reads what a model answered, as stage 4 does."""

import pyarrow as pa

from kg_assets.core.contract import Column, Table
from kg_assets.core.stage import House, Stage, StageRun
from kg_assets.llm.log import CallLog
from kg_assets.llm.replay import answer_from
from kg_assets.llm.settings import ModelSettings
from kg_assets.store.settings import StoreSettings
from tests.llm.asking import ask

ANSWERS = Table(
    name="kg.answers",
    meaning="What the model answered.",
    columns=(
        Column("word", "text", "What was asked."),
        Column("status", "text", "Whether there is an answer."),
        Column("answer", "text", "The answer.", nullable=True, content=True),
    ),
    key=("word",),
)


def read_answers(run: StageRun) -> None:
    log = CallLog(run.ledger_entries("model_call"), run.ledger_payload)
    words = ("alpha", "beta")
    answers = [answer_from(log, ask(word, run.settings("models"))) for word in words]
    found = [answer.value["word"] if answer.status == "answered" else None for answer in answers]
    statuses = [answer.status for answer in answers]
    run.write(ANSWERS.name, pa.table({"word": words, "status": statuses, "answer": found}, ANSWERS.arrow_schema()))


HOUSE = House(
    reference="tests.llm.staged:HOUSE",
    stages=(
        Stage(
            name="answers",
            group="stage_4_claims",
            meaning="Reads answers.",
            tables=(ANSWERS,),
            function="tests.llm.staged:read_answers",
            config=("models",),
            ledger=("model_call",),
        ),
    ),
    sections={"store": StoreSettings, "models": ModelSettings},
)
