"""Numbers and choices of the reading of sentences: section `language` of `config/pipeline.yaml`."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator


class LanguageSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    model: str | None = Field(description="A spaCy pipeline or its folder, with tagger and parser; off parses nothing.")

    @field_validator("model", mode="before")
    @classmethod
    def _off(cls, value: Any) -> Any:
        # An unquoted `off` is a false in YAML.
        return None if value is False or value == "off" else value
