"""Makes bearers (`weighing.Bearer`): a bearer is a person, organization or thing with its names and all clues to who or
what it is."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Protocol

from kg_assets.memory.people.matters import stem_of
from kg_assets.memory.people.names import Names
from kg_assets.memory.people.spheres import Told
from kg_assets.memory.people.weighing import Bearer, Sort


class Telling(Protocol):
    """The fields of a clue that `told_of` needs. A clue is something that the words beside a name say."""

    @property
    def kind(self) -> str: ...
    @property
    def value(self) -> str: ...
    @property
    def is_own(self) -> bool: ...


def told_of(
    bearer_id: str,
    sort: Sort,
    names: Sequence[str],
    clues: Iterable[Telling],
    reader: Names,
    common: frozenset[str] = frozenset(),
) -> Bearer:
    """A bearer with these names and clues. A clue of kind `name` adds its value to the names. From clues of kind
    `matter` (the telling words near a name), words whose stem is in `common` are left out."""
    values: dict[str, set[str]] = defaultdict(set)
    own: set[str] = set()
    for clue in clues:
        values[clue.kind].add(clue.value)
        if clue.kind == "role" and clue.is_own:
            own.add(clue.value)
    told = Told(
        frozenset(values["relation"]), frozenset(values["several"]), frozenset(values["role"]), frozenset(own),
        frozenset(values["duty"]), frozenset(values["organization"]), frozenset(values["circle"]),
        frozenset(values["description"]),
        frozenset(values["email"]) | {name.lower() for name in names if reader.read(name).sort == "address"},
        frozenset(values["generation"]), frozenset(values["age"]),
        frozenset(word for told in values["matter"] for word in told.split() if stem_of(word) not in common),
    )  # fmt: skip
    others = sorted(_whole(names[0], other, reader) for other in values["name"])
    return Bearer(bearer_id, sort, tuple(dict.fromkeys((*names, *others))), told)


def _whole(name: str, other: str, reader: Names) -> str:
    """Another name of somebody as a whole name. If it is only a surname ("Costa" for "Ines Rey"), the given name is
    put before it ("Ines Costa"); any other name is unchanged."""
    read = reader.read(name)
    return f"{name.split()[0]} {other}" if " " not in other and read.sort == "name" and len(read.tokens) > 1 else other
