"""Section `report` of `config/pipeline.yaml`, and the name of the report's file in the home."""

from pydantic import BaseModel, ConfigDict, Field

from kg_assets.core.stage import Room

FILE = "report.html"
# Under this name a failure to write the report is recorded for `annals doctor`.
NOTED_AS = "report"


class ReportSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    words_per_item: int = Field(
        description='Quotations that an item of the report opens; the rest is counted ("and 12 more").', ge=1
    )
    items_per_month: int = Field(
        description="What was spoken of in a month, and what held in it, of each at most so many.", ge=1
    )
    silent_months: int = Field(
        description="Months without a message that stand one by one; of a longer silence none is shown, as it may come "
        "from a date that cannot be true.",
        ge=1,
    )
    names_per_month: int = Field(description="Names that the closed line of a month shows.", ge=1)
    ribbons: int = Field(description="Ribbons of the river: more than this nobody can tell apart.", ge=1)
    ribbons_per_category: int = Field(
        description="Ribbons that projects, plans, problems and interests have at least, each, if there are so many.",
        ge=0,
    )
    threads_per_category: int = Field(
        description="Projects, plans, problems and interests that are listed, of each.", ge=1
    )
    people: int = Field(
        description="People that are listed: first those whom a claim names as a person, then the others, and of "
        "either those first whom you mention most.",
        ge=1,
    )
    places: int = Field(description="Places that are listed, likewise.", ge=1)
    facts: int = Field(description="Beliefs that are listed, the person's own first; `annals as-of` lists all.", ge=1)
    changes: int = Field(description="Changes that are listed, the newest first; `annals changes` lists all.", ge=1)
    conflicts: int = Field(description="Open conflicts that are listed, the newest first.", ge=1)
    self_beliefs: int = Field(description="Beliefs about yourself that each stream lists, the firmest first.", ge=1)
    compared_days: int = Field(
        description="Days back to the moment with which a belief's activation is compared.", ge=1
    )
    rising_factor: float = Field(
        description="How many times more alive a belief must be to rise, or less to fade.", gt=1
    )
    stretches: int = Field(
        description='Stretches of time that the line of a story names, the last ones: "2016 – 2018; again since 2020".',
        ge=1,
    )
    context_chars: int = Field(
        description="Characters of the message that are shown on either side of a quotation.", ge=0
    )
    longest_quote: int = Field(description="Characters of a quotation that are shown.", ge=20)
    longest_name: int = Field(description="Characters of a name, a value or a title that are shown.", ge=8)
    id_chars: int = Field(
        description="Characters of a message's id in `annals show ID`: enough to be unique among millions.", ge=8, le=36
    )
    most_bytes: int = Field(
        description="Bytes that the file may have; to stay below, each item opens fewer quotations, then months "
        "list less.",
        ge=1,
    )


ROOM = Room(
    sections={"report": ReportSettings},
    readers={
        "report/page.html": ("kg_assets.report.page:template",),
        "report/relations.yaml": ("kg_assets.claims.saying:relation_words",),
    },
)
