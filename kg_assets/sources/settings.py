"""Numbers of stages 0 and 1: section `sources` of `config/pipeline.yaml`."""

from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, field_validator


class SourceSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    id_namespace: str = Field(
        default="550e8400-e29b-41d4-a716-446655440000",
        description="The UUID namespace of every deterministic id; changing it renames every row.",
    )
    elements_per_scan_shard: int = Field(
        default=128, ge=1, description="How many conversations one part of the scan reads; a new one rereads its part."
    )
    max_scan_shards: int = Field(default=16, ge=1, le=4096, description="The most parts into which the scan is cut.")
    nodes_per_shard: int = Field(
        default=2048, ge=1, description="About how many messages one part of the ingest holds; bounds its memory."
    )
    max_shards: int = Field(default=256, ge=1, le=65536, description="The most parts into which the ingest is cut.")
    large_member_bytes: int = Field(
        default=262_144, ge=1, description="Source files of at least this size are split each on its own."
    )
    note_chunk_chars: int = Field(
        default=2000, ge=200, description="A note is cut at headings and paragraphs into messages of at most this size."
    )
    tree_path_chars: int = Field(
        default=256,
        ge=24,
        description="A path in a conversation's tree that would be longer begins at an ancestor, named by its place.",
    )
    recognise_bytes: int = Field(
        default=4_194_304, ge=4096, description="How much of a file is read to recognise what it is."
    )
    recognise_most_bytes: int = Field(
        default=67_108_864,
        ge=4096,
        description="How much of a file is read at most when its beginning shows no conversation.",
    )
    archive_most_members: int = Field(
        default=100_000, ge=1, description="An archive with more files than this is refused."
    )
    archive_most_bytes: int = Field(
        default=17_179_869_184, ge=1, description="An archive whose conversations unpack to more than this is refused."
    )
    archive_most_ratio: int = Field(
        default=200, ge=2, description="A file of an archive that unpacks to more than this times its size is refused."
    )
    horizon_outlier_days: int = Field(
        default=366,
        ge=1,
        description="A newest instant this many days after every other conversation's does not set the horizon.",
    )

    @field_validator("id_namespace")
    @classmethod
    def _is_uuid(cls, value: str) -> str:
        return str(UUID(value))
