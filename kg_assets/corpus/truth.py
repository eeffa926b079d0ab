"""Records of what was put into a corpus on purpose (names, facts, sentences that only look like facts), and the text of
`truth.json`."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import orjson

STATE, FACT, PREFERENCE, INTENTION = "state", "fact", "preference", "intention"


@dataclass(slots=True)
class Statement:
    """A sentence in a message that states a fact. `char_start` counts code points of the part of the message's content
    that has the sentence."""

    message_id: str
    conversation_id: str
    asserted_at: float
    sentence: str
    char_start: int
    role: str
    channel: str = "message"


@dataclass(slots=True)
class Fact:
    """One claim of the person. `valid_from` and `valid_to` are only as exact as the words were."""

    fact_id: str
    subject: str
    predicate: str
    object: str
    polarity: str = "positive"
    modality: str = STATE
    valid_from: str | None = None
    valid_to: str | None = None
    granularity: str | None = None
    superseded_by: str | None = None
    corrected_by: str | None = None
    retracted_by: str | None = None
    ended_by: str | None = None
    statements: list[Statement] = field(default_factory=list)


@dataclass(slots=True)
class Retraction:
    """A sentence that takes back (`full`), corrects (`correction`) or ends (`temporal_bound`) an earlier fact."""

    retraction_id: str
    kind: str
    target: str
    replacement: str | None
    effective: str | None
    statement: Statement | None = None


@dataclass(slots=True)
class NotClaim:
    """A sentence that only looks like a fact, such as a question, a hypothesis, fiction, a quotation or a request."""

    kind: str
    statement: Statement


@dataclass(slots=True)
class Truth:
    spec: dict[str, Any]
    person: dict[str, Any]
    names: list[dict[str, Any]] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    retractions: list[Retraction] = field(default_factory=list)
    not_claims: list[NotClaim] = field(default_factory=list)
    projects: dict[str, dict[str, Any]] = field(default_factory=dict)
    counts: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> bytes:
        """The truth as JSON, sorted and indented so that a person can read it."""
        return orjson.dumps(asdict(self), option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS)

    def write(self, path: Path) -> None:
        path.write_bytes(self.to_json())


def sorted_counts(counts: Mapping[str, int] | Counter[str]) -> dict[str, int]:
    """The counts sorted by name, so that the result does not depend on what was counted first."""
    return {key: counts[key] for key in sorted(counts)}


def said_only(facts: list[Fact]) -> list[Fact]:
    """The facts that were really said in the corpus, without references to facts that were not."""
    said = [fact for fact in facts if fact.statements]
    known = {fact.fact_id for fact in said}
    for fact in said:
        if fact.superseded_by not in known:
            fact.superseded_by = None
        if fact.corrected_by not in known:
            fact.corrected_by = None
    return said
