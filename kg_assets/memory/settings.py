"""Numbers of the memory: section `memory` of `config/pipeline.yaml`."""

from pydantic import BaseModel, ConfigDict, Field


class MemorySettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    chunk_chars: int = Field(ge=200, description="A chunk ends at the paragraph or heading before so many characters.")
    long_message_chars: int = Field(
        ge=200, description="Messages of chats are cut into chunks from so many characters on."
    )
    files_per_shard: int = Field(
        ge=1, description="How many files of messages one part of the reading of events takes."
    )
