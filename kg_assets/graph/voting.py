"""The third way to categories (tier 3, seed 000 §6.6.5): the votes of a language model, read from the log of calls
(design §1.1, §5).

The stage never calls a model. The requests depend only on the build, so a command can send them beforehand.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa

from kg_assets.core.canonical import canonical_text
from kg_assets.core.stage import StageRun
from kg_assets.graph.settings import UNCLASSIFIED, ProfileSettings
from kg_assets.llm.log import CallLog
from kg_assets.llm.replay import Answer, answer_from
from kg_assets.llm.request import PromptMessage, Request, make_request, telling_schema
from kg_assets.llm.settings import ModelSettings
from kg_assets.llm.votes import majority

PROMPT_FILE = "prompts/profile_category_v1.md"
_CATEGORIES_PLACE = "{{categories}}"
_SCHEMA_NAME = "category"
# The least that an answer must fulfil. If its category is not on the list or its confidence is no share, only this vote
# is lost; at temperature 0 another call would bring the same.
_ACCEPTED = {
    "type": "object",
    "properties": {"category": {"type": "string"}, "confidence": {"type": "number"}},
    "required": ["category", "confidence"],
}
_NOT_ASKED = "not_asked"
# A number with as many digits as a double can have.
_LONGEST_CONFIDENCE = 0.12345678901234567

VOTED = pa.schema(
    [
        ("entity_id", pa.string()),
        ("member_node_type", pa.string()),
        ("member_source_id", pa.string()),
        ("category", pa.string()),
        ("confidence", pa.float64()),
    ]
)
_MEMBER = VOTED.names[:3]


@dataclass(frozen=True, slots=True)
class _Vote:
    """The vote of one run, or what all runs together voted: a category with its confidence, or the reason why there is
    none."""

    category: str | None = None
    confidence: float = 0.0
    reason: str | None = None


def voted_categories(
    stage: StageRun,
    settings: ProfileSettings,
    models: ModelSettings,
    instructions: str,
    claims: Sequence[Mapping[str, Any]],
) -> pa.Table:
    """The categories on which the logged answers agree: one row for each member of a profile on whose category they
    agree. A member has no row if they agree on `unclassified`. `claims` is as in `requests`."""
    log = CallLog(stage.ledger_entries("model_call"), stage.ledger_payload)
    rows: list[dict[str, Any]] = []
    not_asked = 0
    for member, request in requests(instructions, settings, models, claims):
        answers = [answer_from(log, run) for run in request.runs(models)]
        votes = [_vote(settings, answer) for answer in answers]
        verdict = _verdict(settings, votes)
        for answer in answers:
            stage.count(f"llm_classification_calls:{answer.status}")
        stage.count(f"llm_classification_members:{verdict.reason or 'agreed'}")
        named = dict(zip(_MEMBER, member, strict=True))
        if verdict.category is not None:
            rows.append(named | {"category": verdict.category, "confidence": verdict.confidence})
        if verdict.reason == _NOT_ASKED:
            not_asked += 1
        else:
            _report(stage, named, votes, verdict)
    if not_asked:
        stage.event("INFO", "VOTES_NOT_ASKED", members=not_asked, command="annals extract")
    return pa.Table.from_pylist(rows, schema=VOTED)


def requests(
    instructions: str, settings: ProfileSettings, models: ModelSettings, claims: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[tuple[str, str, str], Request]]:
    """A request for each member of a profile, in order, together with the member. `claims` are rows of
    `sql/graph/profiles/unclassified.sql`."""
    keys = [category.key for category in settings.categories]
    schema = {
        "type": "object",
        "properties": {"category": {"type": "string", "enum": keys}, "confidence": {"type": "number"}},
        "required": ["category", "confidence"],
        "additionalProperties": False,
    }
    shown = "\n".join(f"- {category.key}: {category.label}" for category in settings.categories)
    told = telling_schema(instructions.replace(_CATEGORIES_PLACE, shown), models, schema)
    longest = canonical_text({"category": max(keys, key=len), "confidence": _LONGEST_CONFIDENCE})
    for row in claims:
        messages = [PromptMessage("system", told), PromptMessage("user", _shown_of(row, settings.vote_max_claims))]
        about = [claim["message_id"] for claim in row["claims"][: settings.vote_max_claims]]
        request = make_request(models, messages, _SCHEMA_NAME, schema, about)
        member = (row["entity_id"], row["member_node_type"], row["member_source_id"])
        yield member, replace(request, schema=_ACCEPTED, answer_chars=len(longest))


def _shown_of(row: Mapping[str, Any], most: int) -> str:
    """What a request shows of a member, as canonical JSON: its label, its kind and its first `most`
    claims."""
    claims = [
        {key: claim[key] for key in ("predicate", "modality", "polarity", "quote")} for claim in row["claims"][:most]
    ]
    return canonical_text({"thing": row["label"], "kind": row["member_node_type"].lower(), "claims": claims})


def _vote(settings: ProfileSettings, answer: Answer) -> _Vote:
    if answer.status != "answered":
        return _Vote(reason=answer.reason or _NOT_ASKED)
    category, confidence = answer.value["category"], float(answer.value["confidence"])
    if all(category != known.key for known in settings.categories):
        return _Vote(reason="unknown_category")
    # A confidence outside of 0 to 1 is not clipped, as with claims.
    return _Vote(category, confidence) if 0 <= confidence <= 1 else _Vote(reason="bad_confidence")


def _verdict(settings: ProfileSettings, votes: Sequence[_Vote]) -> _Vote:
    """What the runs together voted: the category that enough of them give, with the mean of their confidences; else the
    reason why there is none."""
    runs = [[vote] if vote.category is not None else [] for vote in votes]
    agreed = majority(runs, lambda vote: vote.category, lambda vote: vote.confidence)
    if agreed and agreed[0].runs >= settings.vote_consensus * len(votes):
        category = agreed[0].candidate.category
        return _Vote(reason=UNCLASSIFIED) if category == UNCLASSIFIED else _Vote(category, agreed[0].confidence)
    if any(runs):
        return _Vote(reason="no_consensus")
    # All runs failed. The reason of a run that was asked says more than "not asked".
    reasons = [vote.reason for vote in votes if vote.reason is not None]
    return _Vote(reason=next((reason for reason in reasons if reason != _NOT_ASKED), _NOT_ASKED))


def _report(stage: StageRun, member: Mapping[str, str], votes: Sequence[_Vote], verdict: _Vote) -> None:
    """Write an event with the votes on a member. Categories and reasons are fixed words, never text of the
    model."""
    stage.event(
        "INFO",
        "MODEL_VOTE",
        **member,
        category=verdict.category,
        reason=verdict.reason,
        votes=dict(Counter(vote.category for vote in votes if vote.category is not None)),
        without_vote=dict(Counter(vote.reason for vote in votes if vote.reason is not None)),
    )
