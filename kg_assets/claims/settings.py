"""Numbers and choices of stage 4: section `claims` of `config/pipeline.yaml` (seed 000 §4.11)."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from kg_assets.claims.reading.model import ReaderSettings


class ClaimSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    files_per_shard: int = Field(
        ge=1, description="Files of messages that are read together; a new conversation rereads these."
    )
    min_extractable_chars: int = Field(
        ge=0,
        description="A message is read by rules when at least this many of its characters are not excluded: 5 are "
        'those of "im 34". What a model is asked about has a limit of its own, as in seed 000 §4.11.',
    )
    max_sentence_chars: int = Field(
        ge=20, description="Sentences beyond this many characters are tables, logs or pasted material and are not read."
    )
    min_sentence_chars: int = Field(
        ge=1, description='Sentences of fewer characters say nothing ("I am.") and are not read.'
    )
    max_clauses: int = Field(
        ge=1,
        description="Clauses of one sentence that are analysed; a sentence with more is machine-made, and its "
        "rest is left unread.",
    )
    bare_name_conversations: int = Field(
        ge=1,
        description="Somebody who is called by the first name alone, and of whom nobody says who that is, counts as "
        "one of the person's life from so many conversations on that tell something of them.",
    )
    masking_strategy: Literal["length_preserving", "marker", "remove"] = Field(
        description="What stands in the place of code and other excluded ranges while claims are read: "
        "length_preserving puts spaces, marker puts [CODE] or [QUOTE], remove leaves nothing; offsets "
        "are mapped back in any case."
    )
    detector_grounding_bonus: float = Field(
        ge=0, description="What each detector tier above the lowest adds to the weight of an argument."
    )
    enable_salience_confidence_boost: bool = Field(
        description="Whether claims about what matters more are held to be surer; off, because what is said often "
        "is not thereby truer."
    )
    salience_confidence_bonus: float = Field(ge=0, description="The most that salience adds to a claim's confidence.")
    enable_temporal_bounds_validation: bool = Field(
        description="Whether a claim's time is compared with the beginnings of those it speaks of."
    )
    temporal_bounds_violation_penalty: float = Field(
        ge=0, le=1, description="What a claim loses whose time lies before such a beginning."
    )
    world_bound_predicates: tuple[str, ...] = Field(
        description="Predicates whose date says when their subject began to be; when it was first mentioned says "
        "nothing of that."
    )
    enable_fuzzy_entity_linking: bool = Field(description="Whether words can mean an entity of a slightly other name.")
    threshold_link_string_sim: float = Field(
        gt=0.5, le=1, description="Least normalised Levenshtein similarity of such a name."
    )
    least_mention_overlap: float = Field(
        ge=0,
        le=1,
        description="An argument is what is mentioned at its place when both share at least this part of what "
        'they cover together: "University of Oslo" is not the Oslo in it. 0 takes whatever overlaps.',
    )
    link_confidence_name: float = Field(
        ge=0, le=1, description="Confidence of an argument that is the name of one entity."
    )
    link_confidence_name_ambiguous: float = Field(
        ge=0, le=1, description="The same when several entities have that name."
    )
    link_confidence_alias: float = Field(
        ge=0, le=1, description="Confidence of an argument that is an alias of one entity."
    )
    link_confidence_alias_ambiguous: float = Field(
        ge=0, le=1, description="The same when several entities have that alias."
    )
    link_confidence_key: float = Field(
        ge=0, le=1, description="Confidence of an argument whose normal form is the key of an entity."
    )
    link_confidence_fuzzy: float = Field(
        ge=0, le=1, description="What the similarity of a slightly other name is multiplied with."
    )
    link_confidence_new: float = Field(
        ge=0,
        le=1,
        description="Confidence of an argument that nothing fits, so that it becomes an entity of its own. Seed "
        "000 has 0.5, which held back plain statements because their object was named for the first "
        'time ("I joined Google in July 2020"); whoever is meant, the words are no harder to read for '
        "that: what a clause says of two who are new (0.8) must stay above threshold_close. A mention of just the "
        "argument's words is no less sure.",
    )
    coref_window_size: int = Field(
        ge=0,
        description="Messages up and down a message's own path in which the person's words corroborate an assistant's.",
    )
    predicate_similarity_threshold: float = Field(
        gt=0.5, le=1, description="Least similarity of two predicate labels that are held to say the same there."
    )
    assertion_upsert_policy: Literal["keep_highest_confidence", "keep_first", "keep_all"] = Field(
        description="Which of several claims with one key stays: keep_highest_confidence, keep_first or keep_all."
    )
    upsert_margin: float = Field(ge=0, description="By how much a later claim must be surer to replace an earlier one.")


def reader_settings(settings: ClaimSettings) -> ReaderSettings:
    """The part of the section that the reader of claims needs."""
    return ReaderSettings(settings.max_sentence_chars, settings.min_sentence_chars, settings.max_clauses)
