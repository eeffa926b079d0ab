"""Gives the rules of the profiles as tables for SQL, made from the words of `config/graph/words.yaml` and the weights
of the settings (§6.6)."""

import re
from collections.abc import Mapping
from pathlib import Path

import pyarrow as pa
from pydantic import BaseModel, ConfigDict

from kg_assets.core.errors import ConfigError
from kg_assets.core.yamlfile import read_model
from kg_assets.graph.settings import CategoryKey, ProfileSettings, unknown_in

WORDS_FILE = "config/graph/words.yaml"
# Months of a window of each granularity.
MONTHS = {"month": 1, "quarter": 3, "year": 12}

_RULES = pa.schema(
    [("kind", pa.string()), ("keyword", pa.string()), ("category", pa.string()), ("weight", pa.float64())]
)
_WORDS = re.compile(r"[\W_]+")

Keywords = Mapping[CategoryKey, tuple[str, ...]]


class ProfileWords(BaseModel):
    """The words by which a member of a profile gets its category: for each sort of rule, which words lead to which
    category."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    strong_rule_keywords: Keywords
    value_keywords: Keywords
    predicate_cluster_categories: Keywords


def read_words(path: Path) -> ProfileWords:
    """The words of `config/graph/words.yaml`. Raises an error that names the file, the key and what was expected."""
    return read_model(path, ProfileWords)


def read_profile_words(path: Path, settings: ProfileSettings) -> ProfileWords:
    """The words of `config/graph/words.yaml`, checked against the settings: a category that the settings do not have is
    an error."""
    words = read_words(path)
    named = {*words.strong_rule_keywords, *words.value_keywords, *words.predicate_cluster_categories}
    if unknown := unknown_in(named, settings.category_keys()):
        raise ConfigError(f"{path}: {unknown} (profiles.categories)")
    return words


def rule_table(settings: ProfileSettings, read: ProfileWords) -> pa.Table:
    """Every rule of tier 1 (categories by keyword) as (kind, keyword, category, weight)."""
    words = [
        (kind, words_of(keyword), category, weight)
        for kind, weight, rules in (
            ("predicate", settings.strong_rule_weight, read.strong_rule_keywords),
            ("value", settings.value_weight, read.value_keywords),
        )
        for category, keywords in rules.items()
        for keyword in keywords
    ]
    names = [
        (kind, name, category, weight)
        for kind, weight, rules in (
            ("modality", settings.modality_weight, settings.modality_categories),
            ("predicate_category", settings.predicate_category_weight, settings.predicate_category_categories),
        )
        for name, category in rules.items()
    ]
    rows = sorted({*words, *names})
    return pa.Table.from_pylist([dict(zip(_RULES.names, row, strict=True)) for row in rows], schema=_RULES)


def window_table(settings: ProfileSettings) -> pa.Table:
    """The kinds of windows as (granularity, months): how many months a window of each kind has."""
    return pa.table(
        {
            "granularity": pa.array(settings.granularities, pa.string()),
            "months": pa.array([MONTHS[granularity] for granularity in settings.granularities], pa.int64()),
        }
    )


def category_table(settings: ProfileSettings) -> pa.Table:
    """The categories of members as (category_key, display_label, place); `place` numbers them in the order of the
    settings, from 0."""
    return pa.table(
        {
            "category_key": pa.array(settings.category_keys(), pa.string()),
            "display_label": pa.array([category.label for category in settings.categories], pa.string()),
            "place": pa.array(range(len(settings.categories)), pa.int64()),
        }
    )


def words_of(text: str) -> str:
    """The words of a label or keyword in lower case, with one blank before, between and after them: ` works
    on `."""
    return f" {_WORDS.sub(' ', text.lower()).strip()} "
