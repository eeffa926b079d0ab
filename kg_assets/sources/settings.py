"""Settings of stages 0 and 1: section `sources` of `config/pipeline.yaml`."""

from typing import Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, field_validator


class SourceSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    id_namespace: str = Field(
        default="550e8400-e29b-41d4-a716-446655440000",
        description="The UUID namespace of every deterministic id; changing it renames every row.",
    )
    elements_per_scan_shard: int = Field(
        default=128,
        ge=1,
        description="How many conversations one part of the scan reads; a new conversation rereads its part.",
    )
    max_scan_shards: int = Field(default=16, ge=1, le=4096, description="The most parts into which the scan is cut.")
    nodes_per_shard: int = Field(
        default=2048,
        ge=1,
        description="About how many messages one part of the ingest holds; it bounds the ingest's memory.",
    )
    max_shards: int = Field(default=256, ge=1, le=65536, description="The most parts into which the ingest is cut.")
    large_member_bytes: int = Field(
        default=262_144,
        ge=1,
        description="Source files of at least this many bytes are split each on its own; smaller ones (notes) "
        "together.",
    )
    note_chunk_chars: int = Field(
        default=2000,
        ge=200,
        description="A note is cut at headings and paragraphs into messages of at most this many characters.",
    )
    tree_path_chars: int = Field(
        default=256,
        ge=24,
        description="A path in a conversation's tree that would be longer than this begins at an ancestor, which "
        "`@` and its order_index name; whole paths of a long chain of messages would need the square "
        "of its length.",
    )
    recognise_bytes: int = Field(
        default=4_194_304,
        ge=4096,
        description="How many bytes at the beginning of a file are looked at to tell what it is.",
    )
    recognise_most_bytes: int = Field(
        default=67_108_864,
        ge=4096,
        description="How many bytes of a file are read at most when its beginning shows no conversation.",
    )
    archive_most_members: int = Field(
        default=100_000, ge=1, description="An archive with more files than this is refused."
    )
    archive_most_bytes: int = Field(
        default=17_179_869_184,
        ge=1,
        description="An archive whose conversations unpack to more bytes than this is refused.",
    )
    archive_most_ratio: int = Field(
        default=200,
        ge=2,
        description="A file of an archive that unpacks to more than so many times its size is refused, if it is "
        "larger than recognise_bytes: text shrinks to a tenth, an archive made to fill the memory to "
        "a thousandth.",
    )
    horizon_outlier_days: int = Field(
        default=366,
        ge=1,
        description="A newest instant this many days after every other conversation's does not set the horizon.",
    )

    note_most_bytes: int = Field(
        default=67_108_864, ge=1, description="A Markdown or text file that is larger is refused as no note."
    )
    told_most_characters: int = Field(
        default=20_000, ge=1, description="Words told with `annals tell` that are longer are refused as no telling."
    )
    document_most_bytes: int = Field(
        default=268_435_456, ge=1, description="A document, mail or calendar that is larger is refused."
    )
    document_most_chars: int = Field(
        default=30_000_000, ge=1, description="A document with more characters of text than this is refused."
    )
    document_most_pages: int = Field(default=20_000, ge=1, description="A PDF with more pages than this is refused.")
    document_unpacked_bytes: int = Field(
        default=268_435_456, ge=1, description="A Word document that unpacks to more than this is refused."
    )
    document_seconds: int = Field(
        default=120, ge=1, description="Processor time that reading one document may take before it is refused."
    )
    document_memory_bytes: int = Field(
        default=1_073_741_824, ge=67_108_864, description="Memory that the process may use which reads documents."
    )
    own_names: tuple[str, ...] = Field(
        default=(), description="Your names as documents and notes give them: what they wrote is read as your words."
    )
    own_addresses: tuple[str, ...] = Field(
        default=(), description="Your mail addresses: mails from them are read as your words."
    )
    own_folders: tuple[str, ...] = Field(
        default=(), description="Folders, below a named path, whose files are your words whoever wrote the headers."
    )
    external_folders: tuple[str, ...] = Field(
        default=(), description="Folders, below a named path, whose files are the words of others."
    )
    own_kinds: tuple[Literal["note", "document", "mail", "calendar"], ...] = Field(
        default=("note",), description="Kinds of files that are your words where nothing says who wrote them."
    )

    @field_validator("id_namespace")
    @classmethod
    def _is_uuid(cls, value: str) -> str:
        return str(UUID(value))
