"""Numbers of the exports: section `exports` of `config/pipeline.yaml`."""

from pydantic import BaseModel, ConfigDict, Field

from kg_assets.core.stage import Room


class ExportSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    memory_limit: str = Field(
        description="The most memory that DuckDB may use while it exports; what does not fit goes to the disk."
    )
    batch_rows: int = Field(description="Rows of nodes, edges or claims that an export holds in Python at once.", ge=1)
    insert_rows: int = Field(
        description="Rows that the export to DuckDB inserts at once; more hold their keys in memory twice, fewer "
        "take longer.",
        ge=1,
    )
    most_notes: int = Field(
        description="The most entities that get a note of their own; above some ten thousand files notes "
        "applications become slow.",
        ge=1,
    )
    note_least_mentions: int = Field(
        description="Mentions from which on an entity gets a note of which nothing is claimed; those with claims "
        "always do.",
        ge=1,
    )
    note_most_claims: int = Field(
        description="The most claims in one note; of an entity's the newest, of a month's the person's before the "
        "assistant's.",
        ge=1,
    )
    note_most_words: int = Field(
        description="The most places where the person named it in the note of an entity, the newest first.", ge=0
    )
    note_words_around: int = Field(description="Characters shown before and after such a place.", ge=0)
    note_most_members: int = Field(description="The most that the note of a month says it was about.", ge=1)
    note_most_conversations: int = Field(
        description="The most conversations that the note of a month names: those in which the person wrote most.", ge=0
    )
    note_name_bytes: int = Field(
        description="The most bytes of a note's name, without its ending: file systems take 255, some "
        "synchronisation tools fewer.",
        ge=40,
        le=240,
    )


ROOM = Room(
    sections={"exports": ExportSettings},
)
