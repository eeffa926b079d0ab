"""Makes requests about open mentions (those whose node is not settled), and reads the answers: one of the candidates
shown, none of them, or ambiguous.

An answer that names anything else has the wrong form. The question is asked again, but only a limited number
of times (seed 001 §42A.2.11).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from kg_assets.llm.asker import Asker
from kg_assets.llm.log import CallLog
from kg_assets.llm.replay import answer_from
from kg_assets.llm.request import Request
from kg_assets.llm.schema import strict_object
from kg_assets.llm.settings import ModelSettings

NONE, AMBIGUOUS = "none", "ambiguous"
MOST_CANDIDATES = 20
_OPEN_ANSWERS = (NONE, AMBIGUOUS)
_NUMBERS = [str(number) for number in range(1, MOST_CANDIDATES + 1)]
Row = Mapping[str, Any]


class Choice(BaseModel):
    """The form of an answer; an answer of any other form is not usable."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    matched_candidate_id: Annotated[str, Field(max_length=120)]
    confidence: Annotated[float, Field(ge=0, le=1)]
    rationale_short: Annotated[str, Field(max_length=280)] | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A request about the mention at one place, and the nodes that its candidate numbers stand for."""

    place: tuple[str, int, int]
    nodes: tuple[str, ...]
    request: Request


def questions(prompt: Path, models: ModelSettings, rows: Sequence[Row]) -> Iterator[Question]:
    """One question for each place of a mention: which of the candidates for that mention is meant. `rows` are the
    candidates, those of one place beside each other, the best first; at most MOST_CANDIDATES of a place are shown."""
    schema = _schema([*_NUMBERS, *_OPEN_ANSWERS])
    asker = Asker(models, "whom_it_means", prompt.read_text(encoding="utf-8"), schema, schema)
    for _, group in groupby(rows, key=_place):
        told = list(group)[:MOST_CANDIDATES]
        first = told[0]
        numbers = _NUMBERS[: len(told)]
        shown = {
            "mention": first["mention_text"], "context": first["context_window"], "source": first["surface"],
            "project": first["work_context"], "known": first["known"],
            "candidates": [
                {"number": number, "name": row["canonical_name"], "kind": row["kind"]}
                for number, row in zip(numbers, told, strict=True)
            ],
        }  # fmt: skip
        request = asker.about(shown, [first["observation_id"]])
        # The answer may name only these candidates.
        closed = replace(request, schema=_schema([*numbers, *_OPEN_ANSWERS]))
        yield Question(_place(first), tuple(row["node_id"] for row in told), closed)


def unsettled(asked: Iterator[Question], log: CallLog, models: ModelSettings, most_attempts: int) -> Iterator[Request]:
    """The requests of all questions, except those that have had `most_attempts` tries for each run (all runs counted
    together) without a usable answer."""
    for question in asked:
        attempts = sum(len(log.attempts(run.identity)) for run in question.request.runs(models))
        if attempts < most_attempts * models.multi_run_count or _has_answer(question, log, models):
            yield question.request


def settled(question: Question, log: CallLog, models: ModelSettings, most_attempts: int) -> dict[str, Any]:
    """A row with what the log says of a question: its `status`, and the node that is meant, if one is."""
    answers = [answer_from(log, run) for run in question.request.runs(models)]
    choices = [choice for answer in answers if answer.status == "answered" and (choice := read_choice(answer.value))]
    row: dict[str, Any] = dict(zip(("observation_id", "start_offset", "end_offset"), question.place, strict=True))
    row |= {"node_id": None, "matched": None, "confidence": None, "rationale": None, "retry_count": 0, "error": None}
    if choices:
        chosen = _agreed(choices, len(answers))
        node = question.nodes[int(chosen.matched_candidate_id) - 1] if chosen.matched_candidate_id in _NUMBERS else None
        return row | {
            "status": "succeeded", "node_id": node, "matched": node or chosen.matched_candidate_id,
            "confidence": chosen.confidence, "rationale": chosen.rationale_short,
        }  # fmt: skip
    attempts = [one for answer in answers for one in log.attempts(answer.request.identity)]
    if not attempts:
        return row | {"status": "queued"}
    is_dead = len(attempts) >= most_attempts * models.multi_run_count
    return row | {
        "status": "dead_letter" if is_dead else "failed", "retry_count": len(attempts),
        "error": "failed_parse" if attempts[-1].outcome in ("wrong_schema", "invalid_json") else attempts[-1].outcome,
    }  # fmt: skip


def read_choice(value: Any) -> Choice | None:
    """The choice of a node that an answer makes; None if the answer has another form than `Choice`."""
    try:
        return Choice.model_validate(value)
    except ValidationError:
        return None


def _agreed(choices: Sequence[Choice], runs: int) -> Choice:
    """The choice that more than half of the runs made, with the lowest confidence among them; else
    AMBIGUOUS."""
    often = Counter(choice.matched_candidate_id for choice in choices)
    said, times = min(often.items(), key=lambda item: (-item[1], item[0]))
    if 2 * times <= runs:
        return Choice(matched_candidate_id=AMBIGUOUS, confidence=0.0)
    return min((one for one in choices if one.matched_candidate_id == said), key=lambda one: one.confidence)


def _has_answer(question: Question, log: CallLog, models: ModelSettings) -> bool:
    return any(log.answered(run.identity) is not None for run in question.request.runs(models))


def _place(row: Row) -> tuple[str, int, int]:
    return row["observation_id"], row["start_offset"], row["end_offset"]


def _schema(choices: Sequence[str]) -> dict[str, Any]:
    return strict_object(
        matched_candidate_id={"type": "string", "enum": list(choices)},
        confidence={"type": "number"},
        rationale_short={"type": ["string", "null"]},
    )
