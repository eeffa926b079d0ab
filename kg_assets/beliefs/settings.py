"""Numbers and choices for reading beliefs: section `beliefs` of `config/pipeline.yaml` (seed 002 §5)."""

from typing import Literal, Self, get_args

from pydantic import BaseModel, ConfigDict, Field, PositiveFloat, model_validator

Stream = Literal["identity", "state", "meta", "relational"]


class BeliefSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    ask_model: bool = Field(
        description="Whether a model, where one is used (models.mode), reads what you say of yourself, frames that the "
        "rules are not sure of, and beliefs that may be one."
    )
    candidates_per_request: int = Field(
        ge=1, description="The most pieces of sentences that one request about a message shows; a sentence stays whole."
    )
    atoms_per_candidate: int = Field(
        ge=1, description="Beliefs that a model may read in one piece of a sentence; further ones are invalid."
    )
    verified_from: float = Field(
        ge=0, le=1, description="Confidence from which a model's word on two beliefs counts; below it they stay open."
    )
    match_threshold: float = Field(
        ge=0, le=1, description="Least likeness at which two sentences are one belief (seed 002 §5.3)."
    )
    no_match_threshold: float = Field(
        ge=0,
        le=1,
        description="Likeness below which two sentences have nothing to do with each other; between the two a "
        "link is kept (§5.3).",
    )
    likeness: Literal["terms", "model", "levenshtein"] = Field(
        description="How likeness is measured: terms (weighted words of the person's own beliefs), model (the greater "
        "of terms and of the vectors of embedding_model), or levenshtein (letters alone, for want of anything better)."
    )
    embedding_model: str | None = Field(
        description="A sentence-transformers model, or its folder, for likeness: model; it needs the extra [semantic]."
    )
    top_k: int = Field(ge=1, description="The most candidates that are looked at for one belief (§5.3).")
    tension_threshold: float = Field(
        ge=0, le=1, description="Likeness above which beliefs that lean to opposite sides are in tension (§5.3)."
    )
    top_k_conflict_check: int = Field(ge=1, description="The most beliefs with which one is compared for that (§5.3).")
    link_weight_both: float = Field(
        gt=0, description="Weight of a sentence that may mean either side of a link (§3.3, a)."
    )
    link_weight_one: float = Field(
        gt=0, description="Weight of a sentence that certainly means one side alone (§3.3, b)."
    )
    link_decay_per_day: float = Field(
        ge=0, description="What a link loses with each day since its last evidence (§3.3, c)."
    )
    link_accept_above: float = Field(
        ge=0, le=1, description="Confidence above which a link is accepted; it never merges anything by itself (§5.3)."
    )
    link_reject_below: float = Field(ge=0, le=1, description="Confidence below which a link is rejected (§5.3).")
    half_life_days: dict[Stream, PositiveFloat] = Field(
        description="Days in which what was said loses half its weight, by stream: who one is fades slowly, a "
        "mood in a week (§4.16)."
    )
    support_k: float = Field(gt=0, description="Weighted occurrences at which support is 1 - 1/e (§4.17, k_n).")
    spread_midpoint_days: float = Field(
        ge=0, description="Days between the first and the last time at which spread is one half (§4.17)."
    )
    spread_temperature_days: float = Field(gt=0, description="How many days it takes to leave one half (§4.17).")
    diversity_midpoint_contexts: float = Field(
        ge=0, description="Distinct contexts at which diversity is one half (§4.17)."
    )
    diversity_temperature_contexts: float = Field(
        gt=0, description="How many contexts it takes to leave one half (§4.17)."
    )
    conflict_weight: float = Field(
        ge=0, description="What conflicts of late take from the core score, per weighted occurrence (§4.17)."
    )
    conflict_window_days: float = Field(
        gt=0, description='Days before "now" in which a conflict must have arisen to count there (§4.17).'
    )
    conflict_rule: Literal["none", "newer", "weight"] = Field(
        description="How a conflict ends of which you have said nothing: none (it stays open), newer (for what "
        "was said last), weight (for what weighs more; of equals it stays open). What you say with "
        "`annals review beliefs resolve` comes first (§8.4)."
    )
    developing_from: float = Field(
        ge=0, le=1, description="Core score from which a belief is developing; below it is surface (§4.17)."
    )
    core_from: float = Field(ge=0, le=1, description="Core score from which a belief is core (§4.17).")
    promote_min_spread: float = Field(
        ge=0, le=1, description="Least spread of a state that becomes a part of who one is (§4.14)."
    )
    promote_min_diversity: float = Field(ge=0, le=1, description="Least diversity of such a state (§4.14).")
    promote_min_activation: float = Field(
        ge=0, description="Least activation of such a state, on the day of its last evidence (§4.14)."
    )

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
