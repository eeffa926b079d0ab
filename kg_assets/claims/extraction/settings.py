"""Section `extraction` of `config/pipeline.yaml`: what a model is shown of a message. Every key changes requests."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from kg_assets.claims.masking import Strategy


class ExtractionSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    roles: tuple[Literal["user", "assistant"], ...] = Field(description="Whose messages a model is asked about.")
    k_context: int = Field(ge=0, description="Messages before the target, on its own path, that a request shows.")
    context_chars: int = Field(ge=0, description="Most characters that are shown of each of these messages.")
    max_target_chars: int = Field(ge=1, description="Longer messages are not asked about: pasted files, most often.")
    max_entities: int = Field(ge=0, description="Most entities that a request offers, those nearest to the target.")
    min_extractable_chars: int = Field(ge=1, description="Least characters outside of excluded ranges.")
    ignore_markdown_blockquotes: bool = Field(description="Whether quoted lines are left out.")
    masking_strategy: Strategy = Field(description="What stands in the place of excluded ranges in the target.")
    max_argument_chars: int = Field(
        ge=1, description="Longer subjects and objects in an answer are no names or values."
    )
    model_priority: int = Field(ge=0, description="Priority of a model's candidates; rules have lower numbers.")
