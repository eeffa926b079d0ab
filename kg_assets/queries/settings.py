"""Settings of what people see and type (section `serve` of `config/pipeline.yaml`), and of what programs are told
(section `knowing`)."""

from pydantic import BaseModel, ConfigDict, Field

from kg_assets.core.amounts import Memory
from kg_assets.core.stage import Room


class ServeSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    ui_port: int = Field(description="Port on loopback where `annals ui` opens.", ge=1, le=65535)
    ui_grace_seconds: float = Field(
        description="How many seconds `annals ui` waits for its processes to end by themselves before it ends them.",
        ge=0,
    )
    intake_timeout_seconds: int = Field(
        description="The most seconds in which a sensor or schedule must have taken an export in and found its "
        "horizon.",
        ge=60,
    )
    inbox_poll_seconds: int = Field(description="Seconds between two looks of the inbox sensor.", ge=5)
    inbox_settle_seconds: int = Field(
        description="A dropped file must have been still this long to be taken; a copy that is under way is left "
        "alone.",
        ge=0,
    )
    freshness_poll_seconds: int = Field(
        description="Seconds between two looks at whether code or configuration has made builds stale.", ge=5
    )
    builds_per_look: int = Field(
        description="The most builds that the sensors `freshness` and `commands` tell of in one look, the newest "
        "first.",
        ge=1,
    )
    nightly_cron: str = Field(description="When the nightly build runs, as a cron line in `nightly_timezone`.")
    nightly_timezone: str = Field(description="Time zone of the nightly build, the digest and the sweep.")
    weekly_digest_cron: str = Field(description="When the weekly digest is written; after a night, on Mondays.")
    weekly_compaction_cron: str = Field(description="When what no kept build needs is swept away.")
    query_rows: int = Field(
        description="Rows that `annals query` prints as a table when not told otherwise; other formats print all.", ge=1
    )
    query_most_rows: int = Field(
        description="The most rows that an answer to `annals query` may have in any format; more is an error, not "
        "a cut answer.",
        ge=1,
    )
    query_seconds: int = Field(
        description="The most seconds that a typed statement may take, without those in which nobody reads its "
        "answer; --seconds says otherwise for one.",
        ge=1,
        le=86400,
    )
    query_memory: Memory = Field(
        description="The most memory that a typed statement may use; nothing is written to disk while it runs."
    )
    cell_width: int = Field(description="Characters of a value that a printed table shows.", ge=8)
    shortest_beginning: int = Field(
        description="Fewest characters of an id that name the entity, claim or verdict whose id begins so.", ge=1
    )
    most_listed: int = Field(
        description="Entities, claims or verdicts that are listed when somebody must choose among them.", ge=1
    )
    widest_name: int = Field(description="Characters of an entity's name that a list or a sentence shows.", ge=8)
    entity_least_likeness: float = Field(
        description="Least likeness, of 100, of a name that is offered when no entity is called as typed: one "
        "wrong letter in a name of four passes, another name does not.",
        ge=0,
        le=100,
    )
    claim_least_likeness: float = Field(
        description="Least likeness, of 100, of a claim that is listed for some words: words in another order "
        "pass, unrelated ones do not.",
        ge=0,
        le=100,
    )
    widest_sentence: int = Field(
        description="Characters that are shown on either side of a claim's words within its sentence.", ge=20
    )
    diff_claims: int = Field(
        description="Changed claims that `annals diff` shows of each kind of change when not told otherwise.", ge=0
    )
    stage_shares: dict[str, float] = Field(
        description="About how much of a build's time each stage takes, against 1 for those not named; only the "
        "time left is told by it."
    )
    progress_after_seconds: float = Field(description="Work longer than this many seconds shows its progress.", ge=0)


class KnowingSettings(BaseModel):
    """Settings of what programs are told about the person's memory: section `knowing`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    unsure_below: float = Field(description="Confidence below which a tie counts as unsure (§41.8).", ge=0, le=1)
    graph_milliseconds: dict[str, float] = Field(
        description="Time of each kind of graph query (§43); a step that would begin later is left out."
    )
    gate_tokens: int = Field(description="Most tokens of what is told as known already (§42A.1).", ge=1)
    gate_lane_tokens: dict[str, int] = Field(description="Most tokens of each of its four kinds of lines.")
    gate_reserved_tokens: dict[str, int] = Field(
        description="Tokens that are kept for a kind of lines while there are any of it."
    )
    gate_recent_days: int = Field(description="Days within which something counts as lately spoken of.", ge=1)
    gate_hub_edges: int = Field(description="Edges beyond which a node says nothing there.", ge=1)
    gate_least_hit_rate: float = Field(
        description="Share of its lines that a text should speak of; below it the lines are told to be idle.",
        ge=0,
        le=1,
    )


ROOM = Room(
    sections={"serve": ServeSettings, "knowing": KnowingSettings},
    views=("sql/views/words_of_columns.sql",),
)
