"""Section `mcp` of `config/pipeline.yaml`: numbers of the server for agents."""

from pydantic import BaseModel, ConfigDict, Field

from kg_assets.core.amounts import Memory
from kg_assets.core.stage import Room


class McpSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    port: int = Field(
        description="Port on loopback where `annals mcp --http` answers when not told otherwise.", ge=1, le=65535
    )
    at_once: int = Field(description="Calls that are answered at once.", ge=1, le=64)
    most_waiting: int = Field(
        description="Calls that may wait for their turn; a client that sends more is told to wait.", ge=1, le=10_000
    )
    most_bytes: int = Field(description="The most bytes that one request over HTTP may have.", ge=1024)
    sql_seconds: int = Field(
        description="The most seconds that a statement of an agent may take: nobody watches it.", ge=1, le=3600
    )
    sql_memory: Memory = Field(description="The most memory that a statement of an agent may use.")
    sql_threads: int = Field(description="Threads that a statement of an agent may use.", ge=1, le=64)
    sql_rows: int = Field(
        description="Rows of a statement's answer that an agent gets, as many of them as its tokens hold.", ge=1
    )
    listed_conversations: int = Field(
        description="Conversations that the list of resources names, the newest first; all others can be read by "
        "their ids.",
        ge=0,
        le=10_000,
    )


ROOM = Room(
    sections={"mcp": McpSettings},
)
