"""The parts of an event: who took part, what it is about, when, and its category. Nothing is read here."""

from typing import NamedTuple

BETWEEN_PEOPLE = frozenset({"Collaboration", "Feedback", "Stakeholder"})
OF_THINGS = frozenset({"Execution", "QualityRisk", "Change"})  # what can happen to a thing of the person's
PAST = frozenset({"past", "perfect", "past_progressive"})
Tokens = tuple[int, ...]


class Time(NamedTuple):
    """A time expression in a message, with what it was resolved to."""

    start: int
    end: int
    from_utc: str | None
    to_utc: str | None
    granularity: str | None


class Name(NamedTuple):
    """A name in a message, with its type."""

    start: int
    end: int
    type: str
    surface: str


class Speaker(NamedTuple):
    """The writer of a message: the person (`is_self`) or somebody else, whose name may be known. `said_at` is when the
    message was written."""

    is_self: bool
    name: str | None = None
    said_at: str | None = None


class Actor(NamedTuple):
    """Somebody who took part in an event, in which role, and where the words for them are, if there are any."""

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
    """An event as it was read. Its words are at `start` to `end` of the message."""

    category: str
    narrative: str
    time: Time | None
    subject: Subject | None
    actors: tuple[Actor, ...]
    start: int
    end: int
    confidence: float


class Told(NamedTuple):
    """What a clause tells: the category of event, the verb, the tokens that say what it is about, and the
    confidence."""

    category: str
    verb: int
    about: Tokens
    confidence: float
