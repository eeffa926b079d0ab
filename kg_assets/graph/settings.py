"""Choices of stage 6: sections `profiles` and `graph` of `config/pipeline.yaml` (seed 000 §6.7)."""

from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, computed_field, model_validator

from kg_assets.core.hashing import sha256_hex


class ProfileSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    enable_temporal_profiles: bool = Field(description="Whether temporal profiles are made (seed 000 §6.6).")
    temporal_profile_config_path: str | None = Field(
        description="Another file in the place of config/temporal_profile_config.yaml; null for that one."
    )
    temporal_profile_focal_entities: tuple[str, ...] | None = Field(
        description="Ids of the entities whose profiles are made; null takes the person, else who is spoken of most."
    )
    allowed_assertion_statuses: tuple[str, ...] = Field(
        min_length=1,
        description="Statuses of assertions that count; without the past and the meant, plans, tasks and former "
        "months would vanish.",
    )
    include_value_members_in_profiles: bool = Field(description="Whether literal values are members beside entities.")

    embedding_model: str | None = Field(
        description="A sentence-transformers model or its folder (extra [semantic]) for the categories' second "
        "tier; null learns vectors from the corpus itself."
    )
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
    def _file_is_there(self) -> "ProfileSettings":
        path = self.temporal_profile_config_path
        if self.enable_temporal_profiles and path is not None and not Path(path).expanduser().is_file():
            raise ValueError(
                f"temporal_profile_config_path names {path!r}, where no file is; name a YAML file, or null"
            )
        return self

    # A file outside of the configuration is part of it by its content: another content is another fingerprint.
    @computed_field  # type: ignore[prop-decorator]
    @property
    def own_config_sha256(self) -> str | None:
        """Hash of the person's own file."""
        if not self.enable_temporal_profiles or self.temporal_profile_config_path is None:
            return None
        return sha256_hex(Path(self.temporal_profile_config_path).expanduser().read_bytes())

    @computed_field  # type: ignore[prop-decorator]
    @property
    def embedding_model_version(self) -> str | None:
        """Hash of the files of a model's folder; a model that is only named has no more than its name."""
        folder = None if self.embedding_model is None else Path(self.embedding_model).expanduser()
        if folder is None or not folder.is_dir():
            return None
        files = sorted(file for file in folder.rglob("*") if file.is_file())
        return sha256_hex(repr([(str(file.relative_to(folder)), sha256_hex(file.read_bytes())) for file in files]))


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
