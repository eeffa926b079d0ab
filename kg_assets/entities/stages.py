"""Declares stage 3: what it reads and writes, and which function does the work."""

from kg_assets.core.stage import Room, Stage
from kg_assets.entities.contracts import CANONICALIZATION_RUNS, ENTITIES_NAMED, NAME_HISTORY
from kg_assets.entities.settings import NamingSettings

NAME = Stage(
    name="name",
    group="stage_3_naming",
    meaning="Gives every entity its best name, and keeps what was weighed for each name that changed.",
    tables=(ENTITIES_NAMED, CANONICALIZATION_RUNS, NAME_HISTORY),
    function="kg_assets.entities.canonicalize:run",
    config=("sources", "trust", "naming"),
    files=(
        "sql/naming/surfaces.sql",
        "sql/naming/ranked.sql",
        "sql/naming/choices.sql",
        "sql/naming/evidence.sql",
        "sql/naming/named.sql",
        "sql/naming/statistics.sql",
    ),
    reads_horizon=True,
)

STAGES = (NAME,)

ROOM = Room(
    stages=STAGES,
    sections={"naming": NamingSettings},
    views=("sql/views/entities.sql",),
)
