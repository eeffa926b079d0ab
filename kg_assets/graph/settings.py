"""Choices of stage 6: sections `profiles` and `graph` of `config/pipeline.yaml` (seed 000 §6.7)."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, computed_field, model_validator

from kg_assets.core.hashing import sha256_hex

UNCLASSIFIED = "unclassified"

Granularity = Literal["month", "quarter", "year"]
CategoryKey = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$")]


class Category(BaseModel):
    """A category of members: its key and the label that is shown."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    key: CategoryKey
    label: str


class ProfileSettings(BaseModel):
    """Windows, weights, categories and switches of temporal profiles. The words of the rules are in
    `config/graph/words.yaml`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    enable_temporal_profiles: bool = Field(description="Whether temporal profiles are made (seed 000 §6.6).")
    temporal_profile_focal_entities: tuple[str, ...] | None = Field(
        description="Ids of the entities whose profiles are made; null takes the person, else who is spoken of most."
    )
    allowed_assertion_statuses: tuple[str, ...] = Field(
        min_length=1,
        description="Statuses of assertions that count; without the past and the meant, plans, tasks and former "
        "months would vanish.",
    )
    include_value_members_in_profiles: bool = Field(description="Whether literal values are members beside entities.")
    literals_stand_for_entities: bool = Field(
        description="Whether words that are the name of exactly one entity of which the same person says something "
        "stand for that entity. The graph keeps the literal as the claim's object; only the profile counts it with "
        "the entity."
    )

    profile_version: Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z.-]+$")] = Field(
        description="Version of the profile's shape; it is part of the ids of profiles."
    )
    granularities: tuple[Granularity, ...] = Field(
        min_length=1,
        description="How long windows are. Months, quarters and years begin at midnight in time.anchor_timezone.",
    )
    default_granularity: Granularity = Field(description="The granularity that is shown when none is asked for.")
    window_min_assertions: int = Field(
        ge=1, description="A window with fewer eligible assertions than this is left out (§6.6.3)."
    )

    salience_weight_frequency: float = Field(
        ge=0,
        le=1,
        description="Weight in a member's salience in a window of the share of the window's assertions that speak of "
        "it (§6.6.4). The three weights sum to 1, so that a salience lies between 0 and 1.",
    )
    salience_weight_recency: float = Field(
        ge=0, le=1, description="Weight of how late in the window the newest of them begins to hold."
    )
    salience_weight_confidence: float = Field(
        ge=0, le=1, description="Weight of the mean confidence of these assertions."
    )
    recency_halflife_share: float = Field(
        gt=0,
        description="Share of a window's length after which recency has halved; a share serves months and years alike.",
    )
    spoken_weight_person_message: float = Field(
        ge=0,
        description="Weight in what was spoken of in a window, beside what became valid in it, of a message of the "
        "person that names the member or claims something of it. The best of a window gets 1.",
    )
    spoken_weight_other_message: float = Field(ge=0, description="Weight of such a message of an assistant.")
    spoken_weight_conversation: float = Field(
        ge=0,
        description="Weight of each conversation in which that happens: what comes back matters more than what is said "
        "at length once.",
    )

    categories: tuple[Category, ...] = Field(
        min_length=1,
        description="The categories, in the order in which ties between them are decided; unclassified is the last.",
    )
    kept_when_denied: tuple[CategoryKey, ...] = Field(
        description="Categories that also hold of what is denied: who stops working on something has spoken of a "
        "project, but who does not like something has no interest in it."
    )
    strong_rule_weight: float = Field(
        gt=0, description="What a predicate that holds a strong keyword weighs (tier 1, §6.6.5)."
    )
    modality_categories: Mapping[str, CategoryKey] = Field(
        description="What an assertion of a modality says of its object."
    )
    modality_weight: float = Field(gt=0, description="What a modality weighs.")
    predicate_category_categories: Mapping[str, CategoryKey] = Field(
        description="What the vocabulary's category of a predicate (config/predicates.yaml) says of its object."
    )
    predicate_category_weight: float = Field(gt=0, description="What such a category weighs.")
    value_weight: float = Field(
        gt=0,
        description="What a keyword in a literal object weighs; less than a modality, because a value's words say "
        "little by themselves.",
    )
    value_chars: int = Field(ge=1, description="Characters of a value that are looked at (§6.6.5: bounded).")
    other_windows_factor: float = Field(
        ge=0,
        le=1,
        description="How much surer a category is that a window's own assertions give than one that only the member's "
        "other windows give.",
    )

    embedding_enabled: bool = Field(
        description="Whether predicates that no keyword fits go to the category of the seed that they are nearest to "
        "(tier 2, §6.6.5)."
    )
    embedding_model: str | None = Field(
        description="A sentence-transformers model or its folder (extra [semantic]) for the categories' second "
        "tier; null learns vectors from the corpus itself."
    )
    embedding_dimensions: int = Field(ge=1, description="Dimensions of the learned vectors.")
    embedding_threshold: float = Field(ge=0, le=1, description="Least cosine similarity to a seed.")
    vote_enabled: bool = Field(
        description="Whether what the first two tiers leave is put before the language model of section models, as "
        "often as models.multi_run_count says (tier 3, §6.6.5)."
    )
    vote_consensus: float = Field(gt=0.5, le=1, description="Least share of the runs that must agree on a category.")
    vote_max_members: int = Field(
        ge=1, description="Most members that are asked about, the most often spoken of first."
    )
    vote_max_claims: int = Field(ge=1, description="Most claims of a member that a request shows, the surest first.")

    few_valid_times_below: float = Field(
        ge=0,
        le=1,
        description="Share of assertions with a valid time below which a build is told that its windows will be "
        "sparse.",
    )
    few_literals_below: float = Field(
        ge=0,
        le=1,
        description="Share of assertions with a literal object below which it is told that task-like items will "
        "be few.",
    )

    @model_validator(mode="after")
    def _weights_sum_to_one(self) -> "ProfileSettings":
        weights = self.salience_weight_frequency, self.salience_weight_recency, self.salience_weight_confidence
        if abs(sum(weights) - 1) > 1e-9:
            raise ValueError("the three keys salience_weight_... must sum to 1")
        return self

    @model_validator(mode="after")
    def _names_fit(self) -> "ProfileSettings":
        keys = self.category_keys()
        if len(set(keys)) != len(keys) or keys[-1] != UNCLASSIFIED:
            raise ValueError(f"categories must differ, and {UNCLASSIFIED} must be the last")
        if self.default_granularity not in self.granularities:
            raise ValueError("default_granularity must be one of granularities")
        unknown = unknown_in(
            {*self.kept_when_denied, *self.modality_categories.values(), *self.predicate_category_categories.values()},
            keys,
        )
        if unknown:
            raise ValueError(unknown)
        return self

    def category_keys(self) -> list[str]:
        return [category.key for category in self.categories]

    @computed_field  # type: ignore[prop-decorator]
    @property
    def embedding_model_version(self) -> str | None:
        """The hash of the model's files, if the setting names a folder with a model; else None."""
        folder = None if self.embedding_model is None else Path(self.embedding_model).expanduser()
        if folder is None or not folder.is_dir():
            return None
        files = sorted(file for file in folder.rglob("*") if file.is_file())
        return sha256_hex(repr([(str(file.relative_to(folder)), sha256_hex(file.read_bytes())) for file in files]))


def unknown_in(named: Iterable[str], keys: Sequence[str]) -> str:
    """What is wrong with these names of categories, in words; empty if all are known."""
    unknown = sorted(set(named) - set(keys))
    return f"rules name {', '.join(unknown)}; the categories are {', '.join(keys)}" if unknown else ""


class GraphSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    schema_version: str = Field(description="Version of the shape of metadata_json, which every node's metadata names.")
    label_max_chars: int = Field(ge=8, description="Most characters of a label made of a person's words.")
    include_message_nodes: bool = Field(description="Whether messages are nodes and assertions point to theirs.")
    include_lexicon_nodes: bool = Field(description="Whether lexicon terms are nodes and entities point to theirs.")
    include_detection_tier_metadata: bool = Field(
        description="Whether edges to subject and object say how reliably these were found."
    )
    conflict_pairwise_max_n: int = Field(
        ge=0, description="Members of the largest conflict group whose members are also joined pairwise."
    )
    include_inverse_lifecycle_edges: bool = Field(
        description="Whether RETRACTS and NEGATES stand beside RETRACTED_BY and NEGATED_BY."
    )
    include_time_mention_nodes: bool = Field(description="Whether every time mention is a node.")
    include_time_qualifier_edges: bool = Field(
        description="Whether assertions point to the time that qualifies them; those time mentions are then nodes "
        "in any case."
    )
    include_window_assertion_edges: bool = Field(
        description="Whether windows point to the assertions that begin to hold in them."
    )
    include_cluster_evolution_edges: bool = Field(
        description="Whether clusters of one category in consecutive windows are joined."
    )
    include_category_nodes: bool = Field(description="Whether categories are nodes and clusters point to theirs.")
    include_window_sequence_edges: bool = Field(description="Whether windows point to the next.")
    include_window_top_edges: bool = Field(
        description="Whether windows point to their most salient members and clusters."
    )
    window_top_n_members: int = Field(ge=0, description="How many members.")
    window_top_n_clusters: int = Field(ge=0, description="How many clusters.")
    include_member_evidence_edges: bool = Field(
        description="Whether members point to the assertions that speak of them in a window."
    )
    member_evidence_edge_cap_per_window: int = Field(
        ge=0, description="Most such assertions of one window; what is less salient and less sure is left out first."
    )
