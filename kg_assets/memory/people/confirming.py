"""Asks a language model whether two uncertain names mean the same person or thing (seed 003 §2.2, phase B; appendix
A.2).

Only pairs that the rules leave uncertain and that the person did not decide are asked about. A question shows the words
around a few mentions of each side. So when one of these messages is forgotten, every call that showed it is erased,
too.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pyarrow as pa

from kg_assets.core.stage import StageRun
from kg_assets.llm.asker import Asker
from kg_assets.llm.log import CallLog
from kg_assets.llm.replay import answer_from
from kg_assets.llm.request import Request
from kg_assets.llm.schema import strict_object
from kg_assets.llm.settings import ModelSettings
from kg_assets.llm.votes import majority
from kg_assets.memory.people.rows import Held, Row
from kg_assets.memory.people.settings import PeopleSettings
from kg_assets.memory.people.uniting import Decided, Pair
from kg_assets.memory.people.weighing import VERDICTS, Verdict

PROMPT_FILE = "prompts/people_v1.md"
_LONGEST_REASON = 300
_SHOWN_CLUES = frozenset({"relation", "role", "organization", "email"})
_SCHEMA = strict_object(
    decision={"type": "string", "enum": list(VERDICTS)},
    canonical_name={"type": ["string", "null"]},
    reason={"type": "string"},
)
_OBJECT = {"type": "object"}


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A model's answer whether two bearers of names are one person. `canonical_name` is what it calls that person, kept
    only if it is one of the names that the model was shown."""

    decision: Verdict
    canonical_name: str | None
    reason: str


@dataclass(frozen=True)
class Question:
    """A request about a pair, with the names that it shows."""

    pair: Pair
    names: frozenset[str]
    request: Request


def questions(
    stage: StageRun, held: Sequence[Held], decided: Mapping[Pair, Decided], ruled: Collection[Pair],
    given: Mapping[str, pa.Table],
) -> Iterator[Question]:  # fmt: skip
    """A question for each of the `most_confirmed` uncertain pairs that are likeliest to be one (highest log-odds),
    without those that the person decided. A pair is left out if one of its sides has no mention to show."""
    settings: PeopleSettings = stage.settings("people")
    asker = _asker(stage.file(PROMPT_FILE), stage.settings("models"))
    open_pairs = [pair for pair, one in decided.items() if one.verdict == "uncertain" and pair not in ruled]
    open_pairs.sort(key=lambda pair: (-decided[pair].weighed.log_odds, pair))
    chosen = open_pairs[: settings.most_confirmed]
    if len(chosen) < len(open_pairs):
        stage.count("pairs_not_asked_about", len(open_pairs) - len(chosen))
    shown = _shown(stage, held, {side for pair in chosen for side in pair}, given)
    for pair in chosen:
        sides = [shown[side] for side in pair]
        if all(sides):
            told = [_side(held[side], rows) for side, rows in zip(pair, sides, strict=True)]
            names = frozenset(name for side in told for name in side["names"])
            request = asker.about({"one": told[0], "other": told[1]}, [row["message_id"] for s in sides for row in s])
            yield Question(pair, names, request)


def confirmed(stage: StageRun, asked: Iterator[Question], decided: Mapping[Pair, Decided]) -> dict[Pair, Decided]:
    """The model's decisions, for the pairs on which more than half of the runs gave the same usable answer."""
    models: ModelSettings = stage.settings("models")
    log = CallLog(stage.ledger_entries("model_call"), stage.ledger_payload)
    found: dict[Pair, Decided] = {}
    for question in asked:
        answers = [answer_from(log, run) for run in question.request.runs(models)]
        read = [read_decision(a.value, question.names) if a.status == "answered" else None for a in answers]
        for answer, one in zip(answers, read, strict=True):
            is_unusable = answer.status == "answered" and one is None
            stage.count(f"confirmations:{'unusable' if is_unusable else answer.status}")
        agreed = majority([[] if one is None else [one] for one in read], lambda one: one.decision, lambda one: 1.0)
        if agreed:
            said = agreed[0].candidate
            model = {"decision": said.decision, "reason": said.reason, "canonical_name": said.canonical_name}
            found[question.pair] = replace(
                decided[question.pair], verdict=said.decision, decided_by="model", reason=said.reason, model=model
            )
    return found


def read_decision(value: Mapping[str, Any], names: Collection[str]) -> Confirmation | None:
    """The answer as a decision; None if the decision is unknown, or the reason is missing or too long."""
    decision: Any = value.get("decision")
    reason, name = value.get("reason"), value.get("canonical_name")
    if decision not in VERDICTS or not isinstance(reason, str):
        return None
    told = " ".join(reason.split())
    if not told or len(told) > _LONGEST_REASON:
        return None
    return Confirmation(decision, name if isinstance(name, str) and name in names else None, f"{told.rstrip('.')}.")


def _asker(prompt: Path, models: ModelSettings) -> Asker:
    return Asker(models, "same_or_different", prompt.read_text(encoding="utf-8"), _SCHEMA, _OBJECT)


def _shown(
    stage: StageRun, held: Sequence[Held], sides: Collection[int], given: Mapping[str, pa.Table]
) -> Mapping[int, list[Row]]:
    """The mentions that a question shows for each side, at most `shown_mentions`: those with a clue first, then the
    others; in both groups the earliest first."""
    settings: PeopleSettings = stage.settings("people")
    wanted = pa.table({"entity_id": pa.array(sorted({held[s].source["entity_id"] for s in sides}), pa.string())})
    rows = stage.query(
        "sql/people/shown.sql", {"around": settings.shown_chars // 2}, {**given, "wanted": wanted}
    ).to_pylist()
    by_source: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_source[row["entity_id"]].append(row)
    found = {}
    for side in sorted(sides):
        one = held[side]
        telling = {clue.mention_id for clue in one.clues if clue.kind in _SHOWN_CLUES}
        own = [r for r in by_source[one.source["entity_id"]] if one.mentions is None or r["mention_id"] in one.mentions]
        found[side] = sorted(own, key=lambda row: row["mention_id"] not in telling)[: settings.shown_mentions]
    return found


def _side(one: Held, rows: Sequence[Row]) -> dict[str, Any]:
    """One side of a pair as the question shows it."""
    mentions = {row["mention_id"] for row in rows}
    told = {(clue.kind, clue.words) for clue in one.clues if clue.mention_id in mentions and clue.kind in _SHOWN_CLUES}
    said = dict.fromkeys((row["words"], row["title"]) for row in rows)
    return {
        "names": sorted({row["surface_form"] for row in rows}),
        "type": one.bearer.sort,
        "told": [{"kind": kind, "words": words} for kind, words in sorted(told)],
        "said": [{"text": words, "title": title} for words, title in said],
    }
