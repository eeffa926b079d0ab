"""The house as far as beliefs and questions about time need it: what comes after them costs a build as much again."""

from kg_assets.beliefs.stages import RESOLVE
from kg_assets.history.stages import TEMPORALIZE
from tests.partial import asked_house_of

BELIEVING = asked_house_of(TEMPORALIZE, RESOLVE)
