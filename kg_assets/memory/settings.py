"""Settings of the memory: section `memory` of `config/pipeline.yaml`."""

from pydantic import BaseModel, ConfigDict, Field


class MemorySettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    ask_model: bool = Field(
        description="Whether a model, where one is used (models.mode), reads events and names in all texts."
    )
    event_min_chars: int = Field(
        ge=1, description="Texts of fewer letters and signs, without code and quotations, are not asked about."
    )
    event_max_chars: int = Field(
        ge=1, description="Texts longer than this many characters are not asked about: they are pasted, most often."
    )
    items_per_answer: int = Field(
        ge=1, description="Events, names, actors and other names that one answer may list; further ones are rejected."
    )
    rejected_chars: int = Field(ge=1, description="Characters that are kept of an item that is rejected.")
    chunk_chars: int = Field(ge=200, description="A chunk ends at the paragraph or heading before so many characters.")
    long_message_chars: int = Field(
        ge=200, description="Messages of chats are cut into chunks from so many characters on."
    )
    files_per_shard: int = Field(
        ge=1, description="How many files of messages one part of the reading of events takes."
    )
