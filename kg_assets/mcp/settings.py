"""Numbers of the server for agents: section `mcp` of `config/pipeline.yaml`."""

from pydantic import BaseModel, ConfigDict, Field

from kg_assets.core.amounts import Memory


class McpSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    port: int = Field(description="Port on loopback where `annals mcp --http` answers.", ge=1, le=65535)
    at_once: int = Field(description="Calls that are answered at once.", ge=1, le=64)
    most_waiting: int = Field(description="Calls that may wait; more are refused.", ge=1, le=10_000)
    most_bytes: int = Field(description="The most bytes that one request over HTTP may have.", ge=1024)
    sql_seconds: int = Field(description="The most seconds that a statement of an agent may take.", ge=1, le=3600)
    sql_memory: Memory = Field(description="The most memory that a statement of an agent may use.")
    sql_threads: int = Field(description="Threads that a statement of an agent may use.", ge=1, le=64)
    sql_rows: int = Field(description="Rows of a statement's answer that an agent gets.", ge=1)
    listed_conversations: int = Field(description="Conversations that the list of resources names.", ge=0, le=10_000)
