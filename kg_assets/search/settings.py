"""Numbers of the keyword index: section `search` of `config/pipeline.yaml`."""

from pydantic import BaseModel, ConfigDict, Field


class SearchSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    tokenizer: str = Field(description="FTS5 tokenizer: how text is cut into words and which forms count as one.")
    automerge: int = Field(description="FTS5 segments that are merged at once while the index is built.", ge=2, le=16)
    buffer_bytes: int = Field(description="Memory in which FTS5 gathers words before it writes a segment.", ge=1)
    most_words: int = Field(description="Words and phrases that one search may have.", ge=1, le=10000)
    limit: int = Field(description="Messages that `annals search` shows when not told otherwise.", ge=1, le=1000000)
