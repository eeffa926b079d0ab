"""Settings for deciding who is who: section `people` of `config/pipeline.yaml`."""

from pydantic import BaseModel, ConfigDict, Field


class PeopleSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    ask_model: bool = Field(
        description="Whether a model, where one is used (models.mode), is asked about names of which it is uncertain "
        "whether they are one."
    )
    most_confirmed: int = Field(ge=0, description="The most pairs that a model is asked about, the likeliest first.")
    shown_mentions: int = Field(ge=1, description="Places that a question shows of each of the two names.")
    shown_chars: int = Field(ge=0, description="Characters around a name that are shown of each place.")
    same_from: float = Field(description="Log-odds from which on two names are one person, organization or thing.")
    different_to: float = Field(description="Log-odds up to which two names are two; between the two it is uncertain.")
    part_to: float = Field(
        description="Log-odds up to which mentions of one name are parted; what lies above stays together."
    )
    margin: float = Field(
        ge=0, description="By how much the best of several candidates for a short name must lead; else it is uncertain."
    )
    most_in_block: int = Field(
        ge=2, description="A given name, surname or other key that more names share brings no pair by itself."
    )
    most_named_together: int = Field(
        ge=1, description="A message that names as many things or more is a list: it tells not who belongs together."
    )
    matter_mentions: int = Field(
        ge=0,
        description="Of a name the telling words of its sentence are read at its first so many places; they tell who "
        "is meant where little else does.",
    )
    matter_names: int = Field(
        ge=0, description="A word that stands beside more names than this many, and than matter_share, ties nobody."
    )
    matter_share: float = Field(ge=0, le=1, description="The share of all names for matter_names.")
    weights: dict[str, float] = Field(description="Log-odds of each kind of evidence for two names being one.")
