"""Numbers of stage 3: section `naming` of `config/pipeline.yaml` (seed 000 §3.7)."""

from pydantic import BaseModel, ConfigDict, Field


class NamingSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    detector_weight_tier1: float = Field(
        ge=0, description="Weight of a mention found by validated structure: e-mail, URL, DOI, UUID, IP address, phone."
    )
    detector_weight_tier2: float = Field(
        ge=0, description="Weight of a mention found by pattern: hashes, paths, domains, tags and handles."
    )
    detector_weight_tier3: float = Field(ge=0, description="Weight of a mention found by the personal lexicon.")
    detector_weight_tier4: float = Field(
        ge=0, description="Weight of a mention found by the name recogniser, or by something unknown."
    )
    least_confidence_weight: float = Field(
        ge=0,
        le=1,
        description="Factor of a mention that is not sure at all; a sure one has 1, between them it is linear.",
    )
    detector_tier_confidence_bonus: float = Field(
        ge=0, description="What each better tier adds to the confidence of a chosen name."
    )
    lexicon_canonical_bonus: float = Field(
        ge=0, description="What the surface that the lexicon prefers gains in weight."
    )
