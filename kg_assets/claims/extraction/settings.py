"""Section `extraction` of `config/pipeline.yaml`: what a model is shown of a message. Every key changes requests."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from kg_assets.claims.masking import Strategy


class ExtractionSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    roles: tuple[Literal["user", "assistant"], ...] = Field(
        description="Whose messages a model is asked about; [user] alone costs a fraction, because assistants "
        "write most of the text."
    )
    k_context: int = Field(
        ge=0,
        description='Messages before the target, on its own path, that a request shows so that "it" and "there" '
        "can be understood.",
    )
    context_chars: int = Field(
        ge=0, description="Most characters that are shown of each of these messages; of a longer one its beginning."
    )
    max_target_chars: int = Field(
        ge=1,
        description="Messages longer than this many characters are not asked about: they are pasted files, most often.",
    )
    max_entities: int = Field(
        ge=0, description="Most entities that a request offers to choose from, those named nearest to the target first."
    )
    min_extractable_chars: int = Field(
        ge=1,
        description="Least characters outside of code, quotations and citations that a message must have (seed "
        "000 §4.11).",
    )
    ignore_markdown_blockquotes: bool = Field(
        description="Whether quoted lines (> ...) are left out: they are somebody else's words."
    )
    masking_strategy: Strategy = Field(
        description="What stands in the place of excluded ranges: length_preserving (spaces), marker ([CODE], "
        "[QUOTE]) or remove."
    )
    max_argument_chars: int = Field(
        ge=1,
        description="A claim whose subject or object is longer than this many characters is rejected: that is a "
        "text, no name or value.",
    )
    model_priority: int = Field(
        ge=0, description="Priority of a model's candidates; lower is stronger, and the rules have lower numbers."
    )
