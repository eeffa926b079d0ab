"""Numbers of stage 3: section `naming` of `config/pipeline.yaml` (seed 000 §3.7)."""

from pydantic import BaseModel, ConfigDict, Field


class NamingSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    detector_weight_tier1: float = Field(ge=0, description="Weight of mentions by validated structure.")
    detector_weight_tier2: float = Field(ge=0, description="Weight of mentions by pattern.")
    detector_weight_tier3: float = Field(ge=0, description="Weight of mentions by the personal lexicon.")
    detector_weight_tier4: float = Field(ge=0, description="Weight of mentions by the name recogniser.")
    detector_tier_confidence_bonus: float = Field(ge=0, description="What each better tier adds to the confidence.")
    lexicon_canonical_bonus: float = Field(ge=0, description="What the lexicon's own surface of a term gains.")
    enable_salience_prioritization: bool = Field(
        description="Whether the history is made for the most salient first; it changes no name."
    )
