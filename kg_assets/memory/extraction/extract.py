"""The stage that reads the events and names of a build from logged answers. It never calls a model (design §1.1,
§5)."""

from collections.abc import Sequence
from functools import partial

from kg_assets.core.faults import survive
from kg_assets.core.ids import IdSpace
from kg_assets.core.stage import StageRun
from kg_assets.llm.log import CallLog
from kg_assets.llm.replay import Answer, answer_from
from kg_assets.llm.settings import ModelSettings
from kg_assets.memory.extraction.asking import PROMPT_FILE, EventQuestions, Told, texts
from kg_assets.memory.extraction.contracts import MODEL_EVENTS, MODEL_MENTIONED, MODEL_REJECTED, MODEL_TABLES
from kg_assets.memory.extraction.reading import Answered, EventReader
from kg_assets.memory.rows import event_id, event_row, mentioned_row
from kg_assets.memory.settings import MemorySettings
from kg_assets.sources.tables import Rows

_MODEL = "model"


def run(stage: StageRun) -> None:
    """Write what the model read. The tables are empty if `models.mode` or `memory.ask_model` is off."""
    made = _Extraction(stage)
    settings: MemorySettings = stage.settings("memory")
    if stage.settings("models").mode != "off" and settings.ask_model:
        made.read()
    made.write()


class _Extraction:
    """Reads the logged answers and collects the rows of one build."""

    def __init__(self, stage: StageRun) -> None:
        self._stage = stage
        self._models: ModelSettings = stage.settings("models")
        self._settings: MemorySettings = stage.settings("memory")
        self._ids = IdSpace(stage.settings("sources").id_namespace)
        self._rows = {table.name: Rows(table) for table in MODEL_TABLES}

    def read(self) -> None:
        questions = EventQuestions(self._stage.file(PROMPT_FILE), self._models)
        log = CallLog(self._stage.ledger_entries("model_call"), self._stage.ledger_payload)
        for told in texts(self._stage):
            answers = [answer_from(log, one) for one in questions.about(told).runs(self._models)]
            for answer in answers:
                self._stage.count(f"answers:{answer.status}")
            if any(answer.status == "answered" for answer in answers):
                read_it = partial(self._answered, told, answers)
                self._add(told, survive(self._stage, "answers", told.message_id, read_it, Answered.of_nothing))

    def _answered(self, told: Told, answers: Sequence[Answer]) -> Answered:
        reader = EventReader(told, self._settings.items_per_answer, self._settings.rejected_chars)
        return reader.agreed([answer.value if answer.status == "answered" else {"events": []} for answer in answers])

    def _add(self, told: Told, answered: Answered) -> None:
        events = {event_id(self._ids, told.message_id, event, _MODEL): event for event in reversed(answered.events)}
        for own, event in reversed(events.items()):
            row = event_row(own, told.message_id, told.conversation_id, told.text, event, _MODEL)
            self._rows[MODEL_EVENTS.name].add(row)
        for name in answered.names:
            row = mentioned_row(self._ids, told.message_id, told.conversation_id, name, _MODEL)
            self._rows[MODEL_MENTIONED.name].add(row)
        for place, rejected in enumerate(answered.rejected):
            own = self._ids.make("rejected_event", told.message_id, place)
            self._rows[MODEL_REJECTED.name].add((own, told.message_id, *rejected))
            self._stage.count(f"rejected:{rejected.reason}")

    def write(self) -> None:
        for name, rows in self._rows.items():
            self._stage.write(name, rows.table())
