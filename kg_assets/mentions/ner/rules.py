"""The numbers and word lists of `config/detectors/ner.yaml`."""

from functools import cache

import msgspec

from kg_assets.core.data import data_path
from kg_assets.core.yamlfile import read_model, read_yaml


class GazetteerRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The confidence for each kind of evidence for a name, and the word lists that decide."""

    full_name_confidence: float
    given_name_confidence: float
    sure_place_confidence: float
    place_confidence: float
    sure_organisation_confidence: float
    organisation_confidence: float
    name_locales: tuple[str, ...]
    min_town_prefixes: int
    min_chars: int
    context_chars: int
    place_words: tuple[str, ...]
    titles: tuple[str, ...]
    legal_forms: tuple[str, ...]
    common_words: frozenset[str]


class ReadingRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a name that the parser found must look like."""

    min_chars: int
    never_first: frozenset[str]
    never_last: frozenset[str]
    leads_in: frozenset[str]
    small_places: frozenset[str]
    opens_as: frozenset[str]
    opening_labels: frozenset[str]


class NerRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules for names: those shared by all recognisers, those for names from the parser, and those of the
    gazetteer."""

    version: str
    model_confidence: float
    labels: dict[str, str]
    reading: ReadingRules
    gazetteer: GazetteerRules


@cache
def sentence_openers() -> frozenset[str]:
    """Words that begin a sentence and never belong to the name behind them ("Yesterday Anna …"). The lexicon cuts them
    off, too."""
    lists = read_yaml(data_path("config/detectors/openers.yaml"))
    return frozenset(str(lists["openers"]).split())


@cache
def ner_rules() -> NerRules:
    """The rules of `config/detectors/ner.yaml`, or of the person's own file in its place, read once per process."""
    return read_model(data_path("config/detectors/ner.yaml"), NerRules)
