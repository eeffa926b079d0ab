"""The tool `beliefs` (seed 002 §8.2): what the person says about themselves, by stream (such as identity or state) and
status, with the words in which they said it."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, Field

from kg_assets.beliefs.settings import BeliefSettings, Stream
from kg_assets.core.when import typed_moment
from kg_assets.mcp.tool import Answer, Asking, Parameters, Tool
from kg_assets.queries.beliefs import Belief, belief_meant, beliefs_at

_LATEST = 3


class Saying(BaseModel):
    """A sentence that states the belief. `char_start` and `char_end` (not included) count code points of the message's
    text."""

    said_at_utc: str
    words: str
    temporal_scope: str
    modality: str
    message_id: str
    char_start: int
    char_end: int


class Against(BaseModel):
    """A belief that contradicts the belief asked about. `kept` says which of the two holds, if that is decided."""

    belief_id: str
    text: str
    conflict_type: str
    is_open: bool
    kept: Literal["this", "other", "both"] | None


class SelfBelief(BaseModel):
    belief_id: str
    text: str
    belief_type: str
    polarity: str
    is_past: bool = Field(description="It was so and is over, by the newest sentence about it.")
    stream: str
    status: str
    core_score: float
    activation: float
    occurrence_count: int
    first_said_at_utc: str
    last_said_at_utc: str
    against: list[Against]
    latest: list[Saying]


class SelfBeliefs(Answer):
    beliefs: list[SelfBelief]


class OfBeliefs(Parameters):
    stream: Stream | None = Field(None, description="identity: who one is; state: moods; meta: one's mind; relational.")
    status: Literal["surface", "developing", "core"] | None = Field(None, description="How firmly they must stand.")
    as_of: str | None = Field(
        None, description="As they stood then: 2022, 2022-06 or 2022-06-01; default: the time of the build."
    )
    belief: str | None = Field(None, description="Only this one: its words, its id or the beginning of one.")
    by: Literal["core_score", "activation"] = Field(
        "core_score", description="core_score: the firmest first; activation: the most alive first."
    )


def _beliefs(asking: Asking, given: OfBeliefs) -> dict[str, Any]:
    settings: BeliefSettings = asking.config.section("beliefs")
    moment = typed_moment(given.as_of, asking.zone) if given.as_of else asking.warehouse.manifest.as_of
    found = beliefs_at(asking.warehouse, settings, moment)
    if given.belief is not None:
        found = [belief_meant(found, given.belief)]
    if given.by == "activation":
        found = sorted(found, key=lambda one: (-one.activation, one.belief_id))
    wanted = [b for b in found if given.stream in (None, b.stream) and given.status in (None, b.status)]
    return {"beliefs": [_told(belief) for belief in wanted]}


def _told(belief: Belief) -> dict[str, Any]:
    said = belief.occurrences
    return {
        "belief_id": belief.belief_id, "text": belief.text, "belief_type": belief.belief_type,
        "polarity": belief.polarity, "is_past": belief.is_past, "stream": belief.stream, "status": belief.status,
        "core_score": belief.core.score, "activation": belief.activation, "occurrence_count": len(said),
        "first_said_at_utc": said[0]["created_at_utc"], "last_said_at_utc": said[-1]["created_at_utc"],
        "against": [_against(belief, row) for row in belief.contradicted],
        "latest": [_saying(row) for row in said[: -_LATEST - 1 : -1]],
    }  # fmt: skip


def _saying(row: Mapping[str, Any]) -> dict[str, Any]:
    frame = row["epistemic_frame"]
    return {
        "said_at_utc": row["created_at_utc"], "words": row["surface_text"], "temporal_scope": frame["temporal_scope"],
        "modality": frame["modality"],
        **{name: row[name] for name in ("message_id", "char_start", "char_end")},
    }  # fmt: skip


def _against(belief: Belief, row: Mapping[str, Any]) -> dict[str, Any]:
    is_first = row["node_a_id"] == belief.belief_id
    kept = None
    if not row["is_open"]:
        kept = "both" if row["kept_belief_id"] is None else "other"
        kept = "this" if row["kept_belief_id"] == belief.belief_id else kept
    return {
        "belief_id": row["node_b_id" if is_first else "node_a_id"], "text": row["b_text" if is_first else "a_text"],
        "conflict_type": row["conflict_type"], "is_open": row["is_open"], "kept": kept,
    }  # fmt: skip


BELIEFS = Tool(
    "beliefs", "Who the person says they are",
    "What the person says of themselves, how firmly it stands, since when, in which words, and what stands against it.",
    OfBeliefs, SelfBeliefs, ("beliefs",), _beliefs,
)  # fmt: skip
