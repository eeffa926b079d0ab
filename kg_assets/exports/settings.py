"""Numbers of the exports: section `exports` of `config/pipeline.yaml`."""

from pydantic import BaseModel, ConfigDict, Field


class ExportSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    memory_limit: str = Field(description="The most memory that DuckDB may use while it exports.")
    batch_rows: int = Field(description="Rows that an export reads at once.", ge=1)
    insert_rows: int = Field(description="Rows that the export to DuckDB inserts at once.", ge=1)
    most_notes: int = Field(description="The most entities that get a note of their own.", ge=1)
    note_least_mentions: int = Field(
        description="Mentions from which on an entity gets a note of which nothing is claimed.", ge=1
    )
    note_most_claims: int = Field(description="The most claims in one note.", ge=1)
    note_most_words: int = Field(description="The most places where it is named in the note of an entity.", ge=0)
    note_words_around: int = Field(description="Characters shown before and after such a place.", ge=0)
    note_most_members: int = Field(description="The most that the note of a month says it was about.", ge=1)
    note_most_conversations: int = Field(description="The most conversations that the note of a month names.", ge=0)
    note_name_bytes: int = Field(description="The most bytes of a note's name, without its ending.", ge=40, le=240)
