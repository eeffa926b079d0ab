"""Numbers and choices of stage 4: section `claims` of `config/pipeline.yaml` (seed 000 §4.11)."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from kg_assets.claims.reading.model import ReaderSettings


class ClaimSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    files_per_shard: int = Field(ge=1, description="Files of messages that are read together.")
    min_extractable_chars: int = Field(ge=0, description="Least characters of a message that are not excluded.")
    max_sentence_chars: int = Field(ge=20, description="Longer sentences are tables or logs and are not read.")
    min_sentence_chars: int = Field(ge=1, description="Shorter sentences say nothing and are not read.")
    max_clauses: int = Field(ge=1, description="Clauses of one sentence that are analysed; more is machine-made.")
    masking_strategy: Literal["length_preserving", "marker", "remove"] = Field(
        description="What stands in the place of code and other excluded ranges while claims are read."
    )
    detector_grounding_bonus: float = Field(
        ge=0, description="What each detector tier above the lowest adds to the weight of an argument."
    )
    enable_salience_confidence_boost: bool = Field(
        description="Whether claims about what matters more are held to be surer."
    )
    salience_confidence_bonus: float = Field(ge=0, description="The most that salience adds.")
    enable_temporal_bounds_validation: bool = Field(
        description="Whether a claim's time is compared with the beginnings of those it speaks of."
    )
    temporal_bounds_violation_penalty: float = Field(
        ge=0, le=1, description="What a claim loses whose time lies before such a beginning."
    )
    world_bound_predicates: tuple[str, ...] = Field(
        description="Predicates whose date says when their subject began to be."
    )
    enable_fuzzy_entity_linking: bool = Field(description="Whether words can mean an entity of a slightly other name.")
    threshold_link_string_sim: float = Field(
        gt=0.5, le=1, description="Least normalised Levenshtein similarity of such a name."
    )
    least_mention_overlap: float = Field(
        ge=0, le=1, description="Least share of argument and mention together that both cover, to be the same thing."
    )
    link_confidence_name: float = Field(ge=0, le=1, description="Confidence of an argument that one name fits.")
    link_confidence_name_ambiguous: float = Field(ge=0, le=1, description="The same when several entities have it.")
    link_confidence_alias: float = Field(ge=0, le=1, description="Confidence of an argument that one alias fits.")
    link_confidence_alias_ambiguous: float = Field(ge=0, le=1, description="The same when several entities have it.")
    link_confidence_key: float = Field(ge=0, le=1, description="Confidence of an argument whose key is known.")
    link_confidence_fuzzy: float = Field(ge=0, le=1, description="What similarity is multiplied with.")
    link_confidence_new: float = Field(ge=0, le=1, description="Confidence of an argument that nothing fits.")
    coref_window_size: int = Field(
        ge=0, description="Messages up and down the path in which the person's words corroborate an assistant's."
    )
    predicate_similarity_threshold: float = Field(
        gt=0.5, le=1, description="Least similarity of two labels that are held to say the same there."
    )
    assertion_upsert_policy: Literal["keep_highest_confidence", "keep_first", "keep_all"] = Field(
        description="Which of several claims with one key stays."
    )
    upsert_margin: float = Field(ge=0, description="By how much a later claim must be surer to replace an earlier one.")


def reader_settings(settings: ClaimSettings) -> ReaderSettings:
    """What of the section the reader of claims needs."""
    return ReaderSettings(settings.max_sentence_chars, settings.min_sentence_chars, settings.max_clauses)
