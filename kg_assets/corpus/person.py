"""The invented person as data: who they are, whom they know, and what they will say. The seed decides all of it."""

from dataclasses import dataclass, field
from datetime import date

from kg_assets.corpus.names import City, Name
from kg_assets.corpus.truth import Fact, Retraction

SELF = "SELF"


@dataclass(slots=True)
class Utterance:
    """Something that is to be said on or after a day. `rule` names the grammar rule that words it; `when` is the day
    that the words mention."""

    day: date
    rule: str
    slots: dict[str, str]
    fact: Fact | None = None
    retraction: Retraction | None = None
    when: tuple[str, date] | None = None
    fills: str = "valid_from"
    requires: Fact | None = None
    supersedes: Fact | None = None
    expires: date | None = None
    urgent: bool = False


@dataclass(slots=True)
class Project:
    name: str
    what: str
    spans: list[tuple[date, date]]
    since: date

    def active(self, day: date) -> bool:
        return any(start <= day < end for start, end in self.spans)


@dataclass(slots=True)
class Home:
    city: City
    since: date


@dataclass(slots=True)
class Person:
    name: str
    given: str
    job: str
    partner: str
    language: str
    email: str
    phone: str
    handle: str
    homes: list[Home]
    jobs: list[tuple[str, date]]
    projects: list[Project]
    names: list[Name] = field(default_factory=list)
    utterances: list[Utterance] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    retractions: list[Retraction] = field(default_factory=list)

    def home(self, day: date) -> City:
        return next(home.city for home in reversed(self.homes) if home.since <= day or home is self.homes[0])

    def employer(self, day: date) -> str:
        return next(org for org, since in reversed(self.jobs) if since <= day or since is self.jobs[0][1])
