"""Numbers and switches of stage 5: section `history` of `config/pipeline.yaml` (seed 000 §5.0)."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class HistorySettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    time_link_proximity_chars: int = Field(ge=0, description="Farthest a time can stand from a claim to be its own.")
    time_link_min_alignment: float = Field(gt=0, le=1, description="Least closeness of a time that is linked.")
    fallback_valid_from_asserted: bool = Field(
        description="Whether a claim without a time begins when it was said; it never closes or is closed by that."
    )
    threshold_close: float = Field(ge=0, le=1, description="Least confidence of what closes and of what is closed.")
    confidence_supersession_margin: float = Field(ge=0, description="By how much a newer value must be surer to win.")
    use_detector_tier_tiebreak: bool = Field(description="Whether within the margin the better known value wins.")
    use_salience_conflict_tiebreak: bool = Field(
        description="Whether within the margin, at equal tier, the value that matters more wins."
    )
    supersession_tie: Literal["newer", "conflict"] = Field(
        description="What becomes of two values that nothing tells apart: the newer wins, or they conflict."
    )
