"""Numbers of the report: section `report` of `config/pipeline.yaml`; and what it is called in the home."""

from pydantic import BaseModel, ConfigDict, Field

FILE = "report.html"
# As what a report that could not be written is noted for `annals doctor`.
NOTED_AS = "report"


class ReportSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    words_per_item: int = Field(description="Quotations that an item opens; the rest is counted.", ge=1)
    items_per_month: int = Field(description="What was spoken of, and what held, that a month lists.", ge=1)
    names_per_month: int = Field(description="Names that the closed line of a month shows.", ge=1)
    ribbons: int = Field(description="Ribbons that the river shows.", ge=1)
    ribbons_per_category: int = Field(description="Ribbons that each category has at least, if it has them.", ge=0)
    threads_per_category: int = Field(description="Projects, plans, problems and interests listed, of each.", ge=1)
    people: int = Field(description="People that are listed.", ge=1)
    places: int = Field(description="Places that are listed.", ge=1)
    facts: int = Field(description="Beliefs that are listed.", ge=1)
    changes: int = Field(description="Changes that are listed, the newest first.", ge=1)
    conflicts: int = Field(description="Open conflicts that are listed, the newest first.", ge=1)
    stretches: int = Field(description="Stretches of time that the line of a story names, the last ones.", ge=1)
    context_chars: int = Field(description="Characters shown on either side of a quotation.", ge=0)
    longest_quote: int = Field(description="Characters of a quotation that are shown.", ge=20)
    longest_name: int = Field(description="Characters of a name, a value or a title that are shown.", ge=8)
    id_chars: int = Field(description="Characters of a message's id in the command that shows it.", ge=8, le=36)
    most_bytes: int = Field(
        description="Bytes that the file may have; items open fewer words, months list less to keep it.", ge=1
    )
