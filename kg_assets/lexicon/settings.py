"""Numbers of stage 2B: sections `trust`, `lexicon` and `entities` of `config/pipeline.yaml`."""

from importlib import metadata
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, computed_field, model_validator

from kg_assets.core.hashing import sha256_hex


class TrustSettings(BaseModel):
    """How much the words of the person and of assistants count (seed 000 §2B.4.2, §3.7, §4.11); shared by lexicon,
    names and claims."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    trust_weight_user: float = Field(ge=0, le=1, description="Weight of what the person said.")
    trust_weight_assistant_corroborated: float = Field(
        ge=0, le=1, description="Weight of what an assistant said and the person says too, near it."
    )
    trust_weight_assistant_uncorroborated: float = Field(
        ge=0, le=1, description="Weight of what an assistant said by itself, and of other roles."
    )


class LexiconSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    files_per_shard: int = Field(
        ge=1, description="Files of messages that are read together; a new conversation rereads these."
    )
    enable_lexicon_induction: bool = Field(description="Whether the person's own terms are learned and looked for.")
    enable_single_title_induction: bool = Field(
        description="Whether single capitalised words inside of sentences can become terms (first names, one-word "
        "projects)."
    )
    enable_noun_chunk_induction: bool = Field(
        description="Whether low-case noun phrases can become terms: by the parser of noun_chunk_model, else "
        "compounds by rule."
    )
    noun_chunk_model: str | None = Field(
        description="A spaCy pipeline with a parser, or its folder; null finds compounds behind a determiner by rule."
    )
    lexicon_min_user_mentions: float = Field(
        gt=0, description="Least count of a term in prose, the person's words weighing 1.0 and the assistant's 0.5."
    )
    lexicon_prospect_share: float = Field(
        ge=0,
        le=1,
        description="Share of that count that sightings must reach before all texts are searched for a term.",
    )
    lexicon_least_calls: int = Field(
        ge=1, description="Least times that a term is called ('Hey Mel!') before it can be a person for that."
    )
    lexicon_min_conversations: int = Field(ge=1, description="Least number of conversations that say a term.")
    lexicon_max_code_ratio: float = Field(
        ge=0, le=1, description="Largest share of a term's occurrences that may stand in code."
    )
    lexicon_min_diversity: float = Field(
        ge=0,
        le=1,
        description="Least number of distinct surroundings per occurrence; a phrase that always stands in one "
        "sentence is boilerplate.",
    )
    lexicon_max_terms: int = Field(ge=1, description="The most terms that are taken, the best scores first.")
    lexicon_denylist_path: str | None = Field(
        description="A text file of further words that never become terms, one a line; null for none."
    )
    lexicon_weight_mentions: float = Field(description="Weight of the weighted count in a term's score.")
    lexicon_weight_conversations: float = Field(description="Weight of the number of conversations in a term's score.")
    lexicon_weight_diversity: float = Field(description="Weight of the context diversity in a term's score.")
    lexicon_penalty_code: float = Field(
        description="What a term loses of its score in proportion to the share of it that stands in code."
    )
    lexicon_confidence: float = Field(ge=0, le=1, description="Confidence of a match of a term in a text.")
    # DuckDB can keep the least N values only for N below a million.
    lexicon_evidence: int = Field(
        ge=0, lt=1_000_000, description="Occurrences with their contexts that a candidate keeps as evidence."
    )
    common_word_sample: int = Field(
        ge=1,
        description="One of so many conversations is read whole to know which words are common speech; the "
        "person's words always are.",
    )
    common_word_ratio: float = Field(
        ge=0,
        description="A single word is common speech, no term, when it stands in low case this often for each "
        "capital inside of a sentence.",
    )
    opener_ratio: float = Field(
        ge=0,
        description="A word only begins sentences when it is capitalised elsewhere at most this often for each "
        "such beginning.",
    )
    chunk_user_share: float = Field(
        ge=0,
        le=1,
        description="Least share of a compound's sightings that are the person's own; what assistants say more "
        "often is common speech.",
    )

    @model_validator(mode="after")
    def _files_are_there(self) -> "LexiconSettings":
        if self.lexicon_denylist_path is not None and not Path(self.lexicon_denylist_path).expanduser().is_file():
            raise ValueError(
                f"lexicon_denylist_path names {self.lexicon_denylist_path!r}, where no file is; name a text file with "
                "one word or phrase a line, or null"
            )
        return self

    # The content of a file outside the configuration belongs to the settings: another list gives another fingerprint.
    @computed_field  # type: ignore[prop-decorator]
    @property
    def own_denylist(self) -> tuple[str, ...]:
        """The words and phrases of the person's own list, sorted, without comments."""
        if self.lexicon_denylist_path is None:
            return ()
        lines = Path(self.lexicon_denylist_path).expanduser().read_text(encoding="utf-8").splitlines()
        return tuple(sorted({line.strip() for line in lines if line.strip() and not line.startswith("#")}))

    @computed_field  # type: ignore[prop-decorator]
    @property
    def noun_chunk_model_version(self) -> str | None:
        """The version of an installed pipeline, or the hash of the `meta.json` in a pipeline's folder; None
        without a pipeline."""
        if self.noun_chunk_model is None:
            return None
        described = Path(self.noun_chunk_model).expanduser() / "meta.json"
        if described.is_file():
            return sha256_hex(described.read_bytes())
        try:
            return metadata.version(self.noun_chunk_model)
        except metadata.PackageNotFoundError:
            return None

    def numbers(self) -> dict[str, object]:
        """All settings of the section by name, as parameters of queries."""
        return {name: getattr(self, name) for name in LexiconSettings.model_fields}


class EntitySettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    salience_weight_mentions: float = Field(description="Weight of the number of mentions in an entity's salience.")
    salience_weight_conversations: float = Field(description="Weight of the number of conversations.")
    salience_weight_user_ratio: float = Field(description="Weight of the share of mentions that are the person's.")
    salience_weight_recency: float = Field(
        description="Weight of how recent the last mention is, seen from the horizon."
    )
    salience_recency_halflife_days: float = Field(gt=0, description="Days after which that recency has halved.")
