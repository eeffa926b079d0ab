"""Makes up the names of one corpus. Surnames, firms and codenames are combined from parts at random, so that no full
name is a real person's; given names, pets and cities are taken from lists as they are."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

# How often a name may come out a second time before the lists count as exhausted.
_ATTEMPTS = 200
_NICKNAME_ENDINGS = ("y", "o", "ie", "is", "ka", "sy")
_VOWELS = "aeiouyäöüéí"


@dataclass(frozen=True, slots=True)
class Name:
    """A name in one spelling (`surface`). `entity` is the same for all spellings of one person or thing."""

    surface: str
    kind: str
    shape: str
    entity: str
    plan: str = "cast"


def shape_of(surface: str) -> str:
    """The shape of a name that is written with capitals."""
    if " " in surface:
        return "TITLE_CASE"
    if surface.isupper():
        return "ALLCAPS"
    return "SINGLE_TITLE" if surface[1:].islower() else "CAMEL_CASE"


@dataclass(frozen=True, slots=True)
class City:
    name: str
    country: str
    utc: int


class NameMaker:
    """Draws names that differ from all drawn before, except those of cities."""

    def __init__(self, rng: random.Random, lists: Mapping[str, Any]) -> None:
        self._rng = rng
        self._lists = lists
        self._used: set[str] = set()

    def given(self, masculine: bool | None = None) -> str:
        """A given name. `masculine` asks for a man's name (True) or for any other (False)."""
        men: Sequence[str] = self._lists["masculine"]
        options = [name for name in self._lists["given"] if masculine is None or (name in men) == masculine]
        return self._fresh(lambda: self._rng.choice(options))

    def surname(self) -> str:
        return self._fresh(self._any_surname)

    def minor_person(self) -> str:
        """A full name whose given name other people may have too."""
        return self._fresh(lambda: f"{self._pick('given')} {self._any_surname()}")

    def organisation(self) -> str:
        return self._fresh(self._any_organisation)

    def codename(self) -> str:
        return self._fresh(lambda: f"{self._pick('code_adjective')} {self._pick('code_noun')}")

    def word(self) -> str:
        return self._fresh(self._any_word)

    def acronym(self) -> str:
        return self._fresh(self._any_acronym)

    def nickname(self, given: str) -> str:
        """A nickname: the first syllable of the given name and a friendly ending."""
        cut = next((i for i, letter in enumerate(given) if i > 1 and letter.lower() not in _VOWELS), len(given) - 1)
        return self._fresh(lambda: given[: cut + 1] + self._rng.choice(_NICKNAME_ENDINGS))

    def camel(self) -> str:
        return self._fresh(self._any_camel)

    def hashtag(self) -> str:
        return self._fresh(lambda: f"#{self._pick('chunk_modifier')}{self._pick('chunk_head')}")

    def handle(self) -> str:
        return self._fresh(lambda: f"@{self._any_word().lower()}_{self._pick('camel_noun')}")

    def quoted(self) -> str:
        """A title of a draft, in which only the first word begins with a capital."""
        return self._fresh(
            lambda: (
                f"{self._pick('code_adjective')} {self._pick('code_noun').lower()}s and "
                f"{self._pick('code_adjective').lower()} {self._pick('chunk_head')}s"
            )
        )

    def chunk(self) -> str:
        return self._fresh(lambda: f"{self._pick('chunk_modifier')} {self._pick('chunk_head')}")

    def venue(self) -> str:
        return self._fresh(lambda: f"{self._pick('code_noun')} {self._rng.choice(('Hall', 'House', 'Yard', 'Square'))}")

    def pet(self) -> tuple[str, str]:
        return self._fresh(lambda: self._pick("pet")), self._pick("pet_kind")

    def cities(self, count: int) -> list[City]:
        """Different cities in random order."""
        return [City(**entry) for entry in self._rng.sample(self._lists["cities"], count)]

    def _pick(self, name: str) -> str:
        options: Sequence[str] = self._lists[name]
        return options[int(self._rng.random() * len(options))]

    def _any_surname(self) -> str:
        return self._pick("surname_start") + self._pick("surname_end")

    def _any_organisation(self) -> str:
        stem = self._pick("org_start") + self._pick("org_end")
        return f"{stem} {self._pick('org_kind')}" if self._rng.random() < 0.8 else f"{stem} {self._pick('org_legal')}"

    def _any_word(self) -> str:
        return self._pick("syllable_start") + self._pick("syllable_middle") + self._pick("syllable_end")

    def _any_acronym(self) -> str:
        known: Sequence[str] = self._lists["known_acronyms"]
        while True:
            letters = "".join(self._rng.choices("BCDFGHKLMNPQRSTVWXZ", k=self._rng.randint(3, 5)))
            if letters not in known:
                return letters

    def _any_camel(self) -> str:
        first, second = self._pick("camel_noun"), self._pick("camel_noun").capitalize()
        return first + second if self._rng.random() < 0.6 else first.capitalize() + second

    def _fresh(self, make: Callable[[], str]) -> str:
        for _ in range(_ATTEMPTS):
            name = make()
            if name not in self._used:
                self._used.add(name)
                return name
        raise ValueError("config/corpus/names.yaml has too few parts for a corpus of this size")
