"""A house of few tables, for commands that are killed again and again: sources, search, and claims that nobody reads.

Its builds make every kind of file that those of the whole house make. What a kill leaves behind is decided by the store
and the commands, which know no stage.
"""

from dataclasses import replace

from kg_assets.claims.contracts import ASSERTIONS, ENTITIES
from kg_assets.core.contract import Table
from kg_assets.core.stage import House, Stage, StageRun
from kg_assets.engine.observe import OBSERVE
from kg_assets.history.contracts import ASSERTION_TEMPORALIZED
from kg_assets.house import HOUSE as WHOLE_HOUSE
from kg_assets.search.stages import EMBED, SEARCH
from kg_assets.sources.stages import STAGES as SOURCES


def _alone(table: Table) -> Table:
    """The contract without what it says about tables that are not here."""
    return replace(table, columns=tuple(replace(c, references=None) for c in table.columns), rules=())


# What `annals build` counts when it tells what was learnt.
COUNTED = tuple(map(_alone, (ENTITIES, ASSERTIONS, ASSERTION_TEMPORALIZED)))


def leave_empty(run: StageRun) -> None:
    """Write no row."""
    for table in COUNTED:
        run.write(table.name, table.arrow_schema().empty_table())


READ_NOTHING = Stage(
    name="read_nothing",
    group="stage_4_claims",
    meaning="Leaves the tables of claims empty.",
    tables=COUNTED,
    function="tests.soak.small_house:leave_empty",
    reads=("kg.messages",),
)
HOUSE = House("tests.soak.small_house:HOUSE", (*SOURCES, READ_NOTHING, EMBED, SEARCH, OBSERVE), WHOLE_HOUSE.sections)
