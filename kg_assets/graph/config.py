"""`config/temporal_profile_config.yaml` as a typed model, and its keyword rules as rows for SQL (seed 000 §6.6.1)."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

import pyarrow as pa
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from kg_assets.core.errors import ConfigError
from kg_assets.core.yamlfile import read_model

CONFIG_FILE = "config/temporal_profile_config.yaml"
UNCLASSIFIED = "unclassified"
# Months of a window of each granularity.
MONTHS = {"month": 1, "quarter": 3, "year": 12}

Granularity = Literal["month", "quarter", "year"]
CategoryKey = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$")]
_SHARE = Field(ge=0, le=1)
_RULES = pa.schema(
    [("kind", pa.string()), ("keyword", pa.string()), ("category", pa.string()), ("weight", pa.float64())]
)
_WORDS = re.compile(r"[\W_]+")


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class SalienceWeights(_Model):
    frequency: float = _SHARE
    recency: float = _SHARE
    confidence: float = _SHARE

    @model_validator(mode="after")
    def _sum_to_one(self) -> "SalienceWeights":
        if abs(self.frequency + self.recency + self.confidence - 1) > 1e-9:
            raise ValueError("the three weights must sum to 1")
        return self


class SpokenWeights(_Model):
    person_message: float = Field(ge=0)
    other_message: float = Field(ge=0)
    conversation: float = Field(ge=0)


class Category(_Model):
    key: CategoryKey
    label: str


class Embedding(_Model):
    enabled: bool
    dimensions: int = Field(ge=1)
    threshold: float = _SHARE


class Vote(_Model):
    enabled: bool
    consensus: float = Field(gt=0.5, le=1)
    max_members: int = Field(ge=1)
    max_claims: int = Field(ge=1)


Keywords = Mapping[CategoryKey, tuple[str, ...]]


class ProfileConfig(_Model):
    """Windows, weights, categories and rules of temporal profiles."""

    profile_version: Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z.-]+$")]
    granularities: tuple[Granularity, ...] = Field(min_length=1)
    default_granularity: Granularity
    window_min_assertions: int = Field(ge=1)
    salience_weights: SalienceWeights
    recency_halflife_share: float = Field(gt=0)
    spoken_weights: SpokenWeights
    categories: tuple[Category, ...]
    kept_when_denied: tuple[CategoryKey, ...]
    strong_rule_keywords: Keywords
    strong_rule_weight: float = Field(gt=0)
    modality_categories: Mapping[str, CategoryKey]
    modality_weight: float = Field(gt=0)
    predicate_category_categories: Mapping[str, CategoryKey]
    predicate_category_weight: float = Field(gt=0)
    value_keywords: Keywords
    value_weight: float = Field(gt=0)
    value_chars: int = Field(ge=1)
    literals_stand_for_entities: bool
    other_windows_factor: float = _SHARE
    embedding: Embedding
    predicate_cluster_categories: Keywords
    vote: Vote

    @model_validator(mode="after")
    def _names_fit(self) -> "ProfileConfig":
        keys = [category.key for category in self.categories]
        if len(set(keys)) != len(keys) or not keys or keys[-1] != UNCLASSIFIED:
            raise ValueError(f"categories must differ, and {UNCLASSIFIED} must be the last")
        if self.default_granularity not in self.granularities:
            raise ValueError("default_granularity must be one of granularities")
        named = {
            *self.kept_when_denied, *self.strong_rule_keywords, *self.modality_categories.values(),
            *self.predicate_category_categories.values(), *self.value_keywords, *self.predicate_cluster_categories,
        }  # fmt: skip
        unknown = sorted(named - set(keys))
        if unknown:
            raise ValueError(f"rules name {', '.join(unknown)}; the categories are {', '.join(keys)}")
        return self

    def rules(self) -> pa.Table:
        """Every rule of tier 1 as (kind, keyword, category, weight)."""
        words = [
            (kind, words_of(keyword), category, weight)
            for kind, weight, rules in (
                ("predicate", self.strong_rule_weight, self.strong_rule_keywords),
                ("value", self.value_weight, self.value_keywords),
            )
            for category, keywords in rules.items()
            for keyword in keywords
        ]
        names = [
            (kind, name, category, weight)
            for kind, weight, rules in (
                ("modality", self.modality_weight, self.modality_categories),
                ("predicate_category", self.predicate_category_weight, self.predicate_category_categories),
            )
            for name, category in rules.items()
        ]
        rows = sorted({*words, *names})
        return pa.Table.from_pylist([dict(zip(_RULES.names, row, strict=True)) for row in rows], schema=_RULES)

    def windows(self) -> pa.Table:
        """The granularities as (granularity, months)."""
        return pa.table(
            {
                "granularity": pa.array(self.granularities, pa.string()),
                "months": pa.array([MONTHS[granularity] for granularity in self.granularities], pa.int64()),
            }
        )

    def category_table(self) -> pa.Table:
        """The categories as (category_key, display_label, place)."""
        return pa.table(
            {
                "category_key": pa.array([category.key for category in self.categories], pa.string()),
                "display_label": pa.array([category.label for category in self.categories], pa.string()),
                "place": pa.array(range(len(self.categories)), pa.int64()),
            }
        )


def words_of(text: str) -> str:
    """The words of a label or keyword in low case, one blank before, between and after: ` works on `."""
    return f" {_WORDS.sub(' ', text.lower()).strip()} "


def read_profile_config(path: Path) -> ProfileConfig:
    """The file, checked; an error names the file, the place and what was expected."""
    if not path.is_file():
        raise ConfigError(f"{path}: temporal profiles are on, and this file of theirs is missing (seed 000 §6.6.1)")
    return read_model(path, ProfileConfig)
