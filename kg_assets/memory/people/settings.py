"""Numbers of the resolution of people: section `people` of `config/pipeline.yaml`."""

from pydantic import BaseModel, ConfigDict, Field


class PeopleSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

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
    weights: dict[str, float] = Field(description="Log-odds of each kind of evidence for two names being one.")
