"""Numbers and choices of the self-beliefs: section `beliefs` of `config/pipeline.yaml` (seed 002 §5)."""

from typing import Literal, Self, get_args

from pydantic import BaseModel, ConfigDict, Field, PositiveFloat, model_validator

Stream = Literal["identity", "state", "meta", "relational"]


class BeliefSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    match_threshold: float = Field(ge=0, le=1, description="Least likeness at which two sentences are one belief.")
    no_match_threshold: float = Field(ge=0, le=1, description="Likeness below which they have nothing to do with it.")
    likeness: Literal["terms", "model", "levenshtein"] = Field(description="How likeness is measured.")
    embedding_model: str | None = Field(description="A sentence-transformers model or its folder, for `model`.")
    top_k: int = Field(ge=1, description="The most candidates that are looked at for one belief.")
    tension_threshold: float = Field(ge=0, le=1, description="Likeness above which opposite beliefs are in tension.")
    top_k_conflict_check: int = Field(ge=1, description="The most beliefs with which one is compared for that.")
    link_weight_both: float = Field(gt=0, description="Weight of evidence that speaks for both sides of a link.")
    link_weight_one: float = Field(gt=0, description="Weight of evidence that speaks for one side alone.")
    link_decay_per_day: float = Field(ge=0, description="What a link loses with each day without new evidence.")
    link_accept_above: float = Field(ge=0, le=1, description="Confidence above which a link is accepted.")
    link_reject_below: float = Field(ge=0, le=1, description="Confidence below which a link is rejected.")
    half_life_days: dict[Stream, PositiveFloat] = Field(
        description="Days in which evidence loses half its weight, by stream."
    )
    support_k: float = Field(gt=0, description="Weighted occurrences at which support is 1 - 1/e.")
    spread_midpoint_days: float = Field(ge=0, description="Days between first and last at which spread is one half.")
    spread_temperature_days: float = Field(gt=0, description="How many days it takes to leave one half.")
    diversity_midpoint_contexts: float = Field(ge=0, description="Contexts at which diversity is one half.")
    diversity_temperature_contexts: float = Field(gt=0, description="How many contexts it takes to leave one half.")
    conflict_weight: float = Field(ge=0, description="What recent conflicts take, per weighted occurrence.")
    conflict_window_days: float = Field(gt=0, description="How recent a conflict must be to count.")
    developing_from: float = Field(ge=0, le=1, description="Core score from which a belief is developing.")
    core_from: float = Field(ge=0, le=1, description="Core score from which a belief is core.")
    promote_min_spread: float = Field(ge=0, le=1, description="Least spread of a state that becomes identity.")
    promote_min_diversity: float = Field(ge=0, le=1, description="Least diversity of such a state.")
    promote_min_activation: float = Field(ge=0, description="Least activation of such a state.")

    @model_validator(mode="after")
    def _bounds_are_in_order(self) -> Self:
        for low, high in (
            ("no_match_threshold", "match_threshold"),
            ("link_reject_below", "link_accept_above"),
            ("developing_from", "core_from"),
        ):
            if getattr(self, low) > getattr(self, high):
                raise ValueError(f"{low} is {getattr(self, low)}, above {high}, {getattr(self, high)}; exchange them")
        if self.likeness == "model" and self.embedding_model is None:
            raise ValueError("likeness is model, but embedding_model names none; name one, or take terms")
        missing = [stream for stream in get_args(Stream) if stream not in self.half_life_days]
        if missing:
            raise ValueError(f"half_life_days has nothing for {', '.join(missing)}; name the days of each stream")
        return self
