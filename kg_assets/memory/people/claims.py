"""Writes for each claim which resolved people and things are its subject and object. Which they are is decided in
`sql/people_claims`."""

from kg_assets.core.stage import StageRun
from kg_assets.memory.people.contracts import CLAIM_ENTITY


def run(stage: StageRun) -> None:
    """Write the resolved subject and object of each claim."""
    stage.write(CLAIM_ENTITY.name, stage.query("sql/people_claims/claim_entity.sql", contract=CLAIM_ENTITY.name))
