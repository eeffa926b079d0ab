"""What an event is made of: who took part, about what, when, and of which kind. No reading."""

from typing import NamedTuple

BETWEEN_PEOPLE = frozenset({"Collaboration", "Feedback", "Stakeholder"})
OF_THINGS = frozenset({"Execution", "QualityRisk", "Change"})  # what a thing of the person's can undergo
PAST = frozenset({"past", "perfect", "past_progressive"})
Tokens = tuple[int, ...]


class Time(NamedTuple):
    """An expression of time in a message, as far as it was resolved."""

    start: int
    end: int
    from_utc: str | None
    to_utc: str | None
    granularity: str | None


class Name(NamedTuple):
    """Something that is named in a message."""

    start: int
    end: int
    type: str
    surface: str


class Speaker(NamedTuple):
    """Who writes a message: the person, or somebody else, who may have a name; and when, where that is known."""

    is_self: bool
    name: str | None = None
    said_at: str | None = None


class Actor(NamedTuple):
    """Who took part, in which role, and where the words for them stand, if any do."""

    reference: str
    role: str
    start: int | None
    end: int | None
    is_self: bool


class Subject(NamedTuple):
    """What an event is about."""

    type: str
    reference: str
    start: int
    end: int


class Event(NamedTuple):
    """An event as it was read; `start` and `end` are those of its words."""

    category: str
    narrative: str
    time: Time | None
    subject: Subject | None
    actors: tuple[Actor, ...]
    start: int
    end: int
    confidence: float


class Told(NamedTuple):
    """What a clause tells: its kind, the verb that carries it, the words that say what it is about, and how surely."""

    category: str
    verb: int
    about: Tokens
    confidence: float
