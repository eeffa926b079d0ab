"""Numbers and choices for finding and parsing sentences: section `language` of `config/pipeline.yaml`."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator


class LanguageSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    model: str | None = Field(
        description="The spaCy pipeline that reads sentences, or its folder; it needs a tagger and a parser. "
        "en_core_web_sm is taken as it is installed, else from the copy that the default install "
        'brings. "off" parses nothing: structural readers remain.'
    )
    with_entities: bool = Field(
        description="Whether the pipeline also looks for names. It costs as much as the parse, so that only "
        "sentences are asked in which the tagger found a proper noun."
    )
    wrapped_chars: int = Field(
        description="A line of at least so many characters without an end goes on in the next one if that begins "
        "in low case: it was wrapped.",
        ge=1,
    )
    max_sentence_chars: int = Field(
        description="A sentence beyond this many characters is cut at a space: dictated text has no stops, and a "
        "parse costs by its length.",
        ge=50,
    )
    min_words: int = Field(description='Sentences of fewer words say nothing ("Thanks!") and are not parsed.', ge=1)
    word_share: float = Field(
        description="Least share of a sentence's plain characters that stand in words of letters; below it are "
        "base64, numbers and rules.",
        ge=0,
        le=1,
    )
    table_bars: int = Field(description="So many bars or tabs make a line a row of a table.", ge=1)
    language_margin: int = Field(
        description="A sentence is of another language when it has so many more of its function words than of "
        'English ones; one alone ("im", "die") can be either\'s.',
        ge=1,
    )
    pasted_chars: int = Field(
        description="Of a message beyond this many characters, a pasted text most often, only sentences with a "
        "word of the person's own are parsed (config/language/worth.yaml).",
        ge=0,
    )
    read_chars: int = Field(
        description="Characters that are read of a message's sentences, half at each end of it.", ge=1000
    )
    read_repeats: int = Field(
        description="So often the same sentence of a message is read; what is said more often is pasted or a key "
        "held down.",
        ge=1,
    )

    @field_validator("model", mode="before")
    @classmethod
    def _off(cls, value: Any) -> Any:
        # An unquoted `off` is a false in YAML.
        return None if value is False or value == "off" else value
