"""Reads a model's verdict on whether two beliefs that are somewhat alike are one (seed 002 §4.11)."""

from collections.abc import Iterable

from kg_assets.beliefs.extraction.asking import MatchQuestions
from kg_assets.beliefs.extraction.reading import Verdict, read_verdict, verdicts_agreed
from kg_assets.core.stage import StageRun
from kg_assets.llm.log import CallLog
from kg_assets.llm.replay import answer_from
from kg_assets.llm.request import Request
from kg_assets.llm.settings import ModelSettings


class MatchReader:
    """Looks up in the log of calls what a model said of two beliefs. `asked` collects every request that was looked up,
    by its identity."""

    def __init__(self, stage: StageRun) -> None:
        self._stage = stage
        self._models: ModelSettings = stage.settings("models")
        self._questions = MatchQuestions(stage.file, self._models)
        self._log = CallLog(stage.ledger_entries("model_call"), stage.ledger_payload)
        self.asked: dict[str, Request] = {}

    def verdict(self, one: str, other: str, message_ids: Iterable[str]) -> Verdict | None:
        """Whether two beliefs are one, as more than half of the model's runs say; None if there is no such majority."""
        request = self._questions.match(one, other, message_ids)
        self.asked.setdefault(request.identity, request)
        answers = [answer_from(self._log, run) for run in request.runs(self._models)]
        verdicts = [read_verdict(answer.value) if answer.status == "answered" else None for answer in answers]
        for answer, verdict in zip(answers, verdicts, strict=True):
            is_unusable = answer.status == "answered" and verdict is None
            self._stage.count(f"match_answers:{'unusable' if is_unusable else answer.status}")
        return verdicts_agreed(verdicts)
