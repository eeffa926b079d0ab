"""The contents of the report, as plain data. `gather` collects them; the template decides how they look."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where quoted words are: a range of code points in a message, or the whole message if the range is unknown."""

    message_id: str
    char_start: int | None
    char_end: int | None


@dataclass(frozen=True, slots=True)
class Words:
    """A quotation with some words before and after it, and where, when and by whom it was said."""

    before: str
    quote: str
    after: str
    title: str
    said: str
    who: str
    id_beginning: str


@dataclass(frozen=True, slots=True)
class Item:
    """A line of the report that opens to the words behind it.

    `note` is shown beside the name; `more` is how many further places there are. If words ended the matter or took it
    back, the first `ending` of the places are those words.
    """

    name: str
    note: str
    places: tuple[Place, ...]
    more: int = 0
    kind: str = ""
    when: str = ""
    ending: int = 0


@dataclass(frozen=True, slots=True)
class Month:
    key: str  # 2025-03
    name: str  # March 2025
    messages: int
    written: int
    conversations: int
    names: tuple[str, ...]
    spoken: tuple[Item, ...]
    spoken_more: int
    valid: tuple[Item, ...]
    valid_more: int


@dataclass(frozen=True, slots=True)
class Thread:
    """A project, plan, problem or interest, with the number of messages about it in each month."""

    category: str
    item: Item
    by_month: Mapping[str, int]

    @property
    def messages(self) -> int:
        return sum(self.by_month.values())


@dataclass(frozen=True, slots=True)
class Group:
    """Items under a heading, and how many more there are."""

    heading: str
    items: tuple[Item, ...]
    more: int = 0


@dataclass(frozen=True, slots=True)
class Conflict:
    what: str
    claims: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Week:
    """The digest of the last week: its first day, and its parts, each with a title, lines, and how many more
    lines there are."""

    first_day: str
    parts: tuple[tuple[str, tuple[str, ...], int], ...]


@dataclass(frozen=True, slots=True)
class Report:
    build: str
    as_of: str
    span: str
    messages: int
    written: int
    conversations: int
    given_name: str
    held_unsure: int
    held_assistant: int
    months: tuple[Month, ...]
    threads: tuple[Thread, ...]
    threads_by_category: tuple[Group, ...]
    people: Group
    places: Group
    beliefs: tuple[Group, ...]
    beliefs_more: int
    changes: tuple[Group, ...]
    changes_more: int
    conflicts: tuple[Conflict, ...]
    conflicts_more: int
    selves: tuple[Group, ...]
    oppositions: tuple[Conflict, ...]
    week: Week | None
    words: Mapping[Place, Words]
