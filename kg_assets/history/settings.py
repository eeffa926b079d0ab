"""Numbers and switches of stage 5: section `history` of `config/pipeline.yaml` (seed 000 §5.0)."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class HistorySettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    time_link_proximity_chars: int = Field(
        ge=0,
        description="Farthest that a time can stand from a claim, in characters of the message, to say when it "
        "was true (seed 000 §5.4.2).",
    )
    time_link_min_alignment: float = Field(
        gt=0,
        le=1,
        description="Least closeness, 1 / (1 + characters between), of a time that is linked: 0.5 is the next "
        "word. Seed 000 has 0.1, nine characters, which reach over a full stop: all nine links that "
        "it made in the demo were to another sentence's time.",
    )
    fallback_valid_from_asserted: bool = Field(
        description="Whether a claim without a time is said to begin with its message, where that has its own "
        "time; as nobody said when it began to be true, it closes no older value and no newer one closes it. "
        "But a denial without a time then ends, with its message, plans made before and states whose time "
        "words name."
    )
    threshold_close: float = Field(
        ge=0,
        le=1,
        description="Least confidence of a claim that closes others or is closed, and of a taking back that counts.",
    )
    confidence_supersession_margin: float = Field(
        ge=0,
        description="By how much a newer value must be surer, or less sure, than the one before for that to "
        "decide; within it ranks do, and then the later time. Seed 000 has 0.01, but a place named "
        "for the first time is 0.15 less sure than one named often, which is no doubt that somebody "
        "moved there.",
    )
    use_detector_tier_tiebreak: bool = Field(
        description="Whether within the margin the value wins whose subject or object a more reliable detector found."
    )
    use_salience_conflict_tiebreak: bool = Field(
        description="Whether within the margin and at equal tier the value wins that matters more; off, because "
        "what is often spoken of is not thereby newer."
    )
    supersession_tie: Literal["newer", "conflict"] = Field(
        description="What becomes of two values that nothing tells apart: newer lets the later one win, conflict "
        "leaves both in doubt."
    )
    death_events: tuple[str, ...] = Field(
        description="Events after which nothing more is believed of what their subject is, has, likes and plans: who "
        "died lives nowhere."
    )
    death_idioms: tuple[str, ...] = Field(description="Words behind which somebody only says that they died.")
    death_names: tuple[tuple[str, ...], ...] = Field(
        description="Nouns for a relative of whom one has only one: who says 'mom died' does not have the 'mother' of "
        "another message either."
    )
    death_keeps: tuple[str, ...] = Field(
        description="Relations of which what was said of somebody stays true when they are dead: where they were born."
    )
