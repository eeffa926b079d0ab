"""The frame of a sentence about oneself: when it holds, how sure it is, how strong, and under what condition (§4.7)."""

from typing import Literal, NamedTuple

TemporalScope = Literal["state", "ongoing", "habitual", "transitional", "past", "unknown"]
Modality = Literal["certain", "likely", "possible", "unsure"]
Polarity = Literal["affirm", "deny"]
BeliefType = Literal[
    "TRAIT", "VALUE", "PREFERENCE", "CAPABILITY_LIMIT", "FEELING_STATE", "META_BELIEF", "RELATIONAL",
    "BELIEF_ABOUT_SELF",
]  # fmt: skip

TEMPORAL_SCOPES: tuple[TemporalScope, ...] = ("state", "ongoing", "habitual", "transitional", "past", "unknown")
MODALITIES: tuple[Modality, ...] = ("certain", "likely", "possible", "unsure")
POLARITIES: tuple[Polarity, ...] = ("affirm", "deny")
BELIEF_TYPES: tuple[BeliefType, ...] = (
    "TRAIT", "VALUE", "PREFERENCE", "CAPABILITY_LIMIT", "FEELING_STATE", "META_BELIEF", "RELATIONAL",
    "BELIEF_ABOUT_SELF",
)  # fmt: skip


class Frame(NamedTuple):
    """An epistemic frame: when something is so, how surely and how strongly it is said, and on what condition."""

    temporal_scope: TemporalScope
    modality: Modality
    degree: float  # 0 to 1
    conditional: str | None
