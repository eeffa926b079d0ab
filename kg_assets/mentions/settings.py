"""Numbers and choices of stage 2A: sections `time` and `mentions` of `config/pipeline.yaml`."""

from typing import Literal
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator


class TimeReadingSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    anchor_timezone: str = Field(description="Time zone in which expressions without one of their own are read.")
    date_order: Literal["us", "eu", "ambiguous"] = Field(
        description="How 5/6/2020 is read: us is May 6, eu is June 5, ambiguous leaves it unresolved."
    )
    languages: tuple[str, ...] = Field(
        description="Languages whose time grammars are used, in this order; config/times holds en and de. Each "
        "costs time of its own.",
        min_length=1,
    )
    default_direction: Literal["future", "past", "unresolved"] = Field(
        description="Where a date without a year or a weekday alone lies when nothing around it says: future, "
        "past, or unresolved."
    )

    @field_validator("anchor_timezone")
    @classmethod
    def _is_known(cls, value: str) -> str:
        try:
            ZoneInfo(value)
        except (KeyError, ValueError, OSError):
            raise ValueError("is no time zone; name one like Europe/Amsterdam or UTC") from None
        return value


class MentionSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    ignore_markdown_blockquotes: bool = Field(description="Whether quoted lines (> ...) are excluded from detection.")
    phone_region: str | None = Field(
        description="Region of phone numbers without a +, such as NL; null takes only those with one, which are "
        "never wrong."
    )
    url_sort_query_params: bool = Field(
        description="Whether the normal form of a URL has its query parameters in order."
    )
    url_keep_query: bool = Field(
        description="Whether the normal form of a URL keeps its query; without it, links to one page are one thing."
    )
    domain_tld_allowlist_enabled: bool = Field(
        description="Whether bare domains need a suffix from the pinned list of common ones."
    )
    enable_ner: bool = Field(description="Whether names are recognised besides what the detectors find.")
    ner_model: str | None = Field(
        description="A spaCy pipeline or its folder; null takes the gazetteers, which are precise and find few. "
        "Of the pipeline that reads sentences (language.model) the names stand in kg.sentences: they "
        "are taken from there, beside the gazetteers'."
    )
    ner_max_chars: int = Field(
        description="Longest piece of text, in characters, that the recogniser is given at once.", ge=100
    )
    ner_stride: int = Field(description="How far two such pieces overlap, so that no name is cut.", ge=0)
    ner_label_allowlist: tuple[str, ...] = Field(description="Kinds of names that are kept.")
    emit_spanless_ner: bool = Field(description="Whether names without a provable place in the text are kept.")

    @model_validator(mode="after")
    def _stride_fits(self) -> "MentionSettings":
        if self.ner_stride >= self.ner_max_chars:
            raise ValueError("ner_stride must be below ner_max_chars")
        return self
