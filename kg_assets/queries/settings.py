"""Numbers of what people touch: section `serve` of `config/pipeline.yaml`."""

from pydantic import BaseModel, ConfigDict, Field

from kg_assets.core.amounts import Memory


class ServeSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    ui_port: int = Field(description="Port on loopback where `annals ui` opens.", ge=1, le=65535)
    ui_grace_seconds: float = Field(
        description="How long `annals ui` waits for its processes to end by themselves.", ge=0
    )
    intake_timeout_seconds: int = Field(description="The most that a sensor may take to take a dropped file in.", ge=60)
    inbox_poll_seconds: int = Field(description="Seconds between two looks of the inbox sensor.", ge=5)
    inbox_settle_seconds: int = Field(description="A dropped file must have been still this long to be taken.", ge=0)
    freshness_poll_seconds: int = Field(description="Seconds between two looks at what has become stale.", ge=5)
    builds_per_look: int = Field(
        description="The most builds that the sensors `freshness` and `commands` tell of in one look.", ge=1
    )
    nightly_cron: str = Field(description="When the nightly build runs, as a cron line in `nightly_timezone`.")
    nightly_timezone: str = Field(description="Time zone of the nightly build.")
    query_rows: int = Field(description="Rows that `annals query` prints as a table when not told otherwise.", ge=1)
    query_most_rows: int = Field(description="The most rows that an answer to `annals query` may have.", ge=1)
    query_seconds: int = Field(description="The most seconds that a typed statement may take.", ge=1, le=86400)
    query_memory: Memory = Field(description="The most memory that a typed statement may use.")
    cell_width: int = Field(description="Characters of a value that a printed table shows.", ge=8)
    shortest_beginning: int = Field(description="Fewest characters of an id that name what begins so.", ge=1)
    most_listed: int = Field(description="Entities, claims or verdicts that are listed for choosing among them.", ge=1)
    widest_name: int = Field(description="Characters of an entity's name that are shown.", ge=8)
    entity_least_likeness: float = Field(
        description="Least likeness, of 100, of a name that is offered when no entity is called as typed.", ge=0, le=100
    )
    claim_least_likeness: float = Field(
        description="Least likeness, of 100, of a claim that is listed for some words.", ge=0, le=100
    )
    widest_sentence: int = Field(description="Characters shown on either side of a claim's words.", ge=20)
    diff_claims: int = Field(description="Changed claims that `annals diff` shows of each kind of change.", ge=0)
    stage_shares: dict[str, float] = Field(
        description="How much of a build's time each stage takes, against 1 for those not named; for the time left."
    )
    progress_after_seconds: float = Field(description="Work longer than this shows its progress.", ge=0)
