"""Numbers of the warehouse and of the engine that runs stages: section `store` of `config/pipeline.yaml`."""

from pydantic import BaseModel, ConfigDict, Field

from kg_assets.core.amounts import Memory
from kg_assets.core.stage import Room


class StoreSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    threads: int = Field(
        description="Worker processes for text and threads for SQL; 0 means one per core. ANNALS_THREADS overrides it.",
        ge=0,
    )
    worker_bytes: int = Field(
        description="Worker processes are started for a stage that has at least this many bytes to read: each one "
        "reads rules and word lists first, for which smaller work is done sooner.",
        ge=0,
    )
    memory_limit: Memory = Field(description="The most memory that DuckDB may use in a SQL stage or a check.")
    gc_keep_published: int = Field(
        description="How many of the last published builds `annals gc` keeps; the one before the current is there "
        "to go back to.",
        ge=1,
    )
    preview_rows: int = Field(
        description="Rows of a table that its preview in the UI shows; private columns appear there as lengths.", ge=0
    )


ROOM = Room(
    sections={"store": StoreSettings},
)
