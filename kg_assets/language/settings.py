"""Numbers and choices of the reading of sentences: section `language` of `config/pipeline.yaml`."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator


class LanguageSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    model: str | None = Field(description="A spaCy pipeline or its folder, with tagger and parser; off parses nothing.")
    with_entities: bool = Field(description="Whether names are looked for in sentences that have a proper noun.")
    wrapped_chars: int = Field(description="Shortest line that goes on in the next if that begins in low case.", ge=1)
    max_sentence_chars: int = Field(description="Sentences beyond this length are cut at a space.", ge=50)
    min_words: int = Field(description="Sentences with fewer words are not parsed.", ge=1)
    word_share: float = Field(description="Least share of a sentence's plain characters within words.", ge=0, le=1)
    table_bars: int = Field(description="Bars or tabs that make a line a row of a table.", ge=1)
    language_margin: int = Field(description="Function words by which another language outdoes English.", ge=1)
    pasted_chars: int = Field(
        description="Longer messages are pasted: only sentences with a word of one's own count.", ge=0
    )

    @field_validator("model", mode="before")
    @classmethod
    def _off(cls, value: Any) -> Any:
        # An unquoted `off` is a false in YAML.
        return None if value is False or value == "off" else value
