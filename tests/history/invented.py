"""Random histories: many small lives side by side in one world, with few instants so that everything collides."""

import random
from typing import Any

from tests.history.lived import Lived

_INSTANTS = ("2018", "2019", "2020", "2020-07", "2021", "2022", "2023", "2024")
_SAID = ("2021-02", "2021-02", "2022-05", "2023-03", "2024-01", "2024-06")
_CONFIDENCES = (0.6, 0.7, 0.8, 0.805, 0.81, 0.81, 0.82, 0.9)
_QUALITIES = ("original", "original", "original", "imputed_parent")


def invented(seed: int, lives: int) -> Lived:
    """A world of so many subjects, each with a random history of its own."""
    chance = random.Random(seed)
    world = Lived()
    for number in range(lives):
        subject, claims = f"PERSON:{seed}-{number}", chance.choice((2, 4, 4, 8, 14))
        (_plain, _mixed, _mixed, _denied, _ended)[number % 5](world, chance, subject, claims)
    things = sorted({row["object_entity_id"] for row in world.claims} - {None})
    world.salience = {thing: chance.choice((0.1, 0.5)) for thing in things if chance.random() < 0.7}
    return world


def _plain(world: Lived, chance: random.Random, subject: str, claims: int) -> None:
    """Only eligible claims of one relation, so that the walk is long."""
    for _ in range(claims):
        _claim(world, chance, subject, True)


def _mixed(world: Lived, chance: random.Random, subject: str, claims: int) -> None:
    """Everything at once."""
    own: list[str] = []
    for _ in range(claims):
        own.append(_claim(world, chance, subject, False))
        if chance.random() < 0.3:
            _retraction(world, chance, own)
    for old in own:
        new = chance.choice(own)
        if new != old and chance.random() < 0.08:
            world.correct(old, new)


def _denied(world: Lived, chance: random.Random, subject: str, claims: int) -> None:
    """One fact, said and denied of spans."""
    for _ in range(claims):
        first = chance.randrange(len(_INSTANTS) - 1)
        last = chance.randrange(first + 1, min(first + 5, len(_INSTANTS)))
        world.claim(
            "LOCATION:a", "uses", at=chance.choice(_SAID), subject=subject,
            polarity=chance.choice(("positive", "positive", "negative")),
            during=(_INSTANTS[first], _INSTANTS[last]) if chance.random() < 0.9 else _INSTANTS[first],
        )  # fmt: skip


def _ended(world: Lived, chance: random.Random, subject: str, claims: int) -> None:
    """One fact, said and ended again and again, told in no order."""
    own: list[str] = []
    for _ in range(claims):
        since: dict[str, Any] = {}
        if chance.random() < 0.7:
            since[chance.choice(("since", "since", "since", "until"))] = chance.choice(_INSTANTS)
        elif chance.random() < 0.6:
            since |= {"during": _stretch(chance), "exact": chance.choice(("range", "year"))}
        if chance.random() < 0.1:
            since["modality"] = "intention"
        own.append(world.claim("LOCATION:a", "uses", at=chance.choice(_SAID), subject=subject, **since))
        if chance.random() < 0.7:
            world.retraction(
                "temporal_bound", fact_of=own[0], at=chance.choice(_SAID), start=chance.choice((0, 5)),
                when=chance.choice((*_INSTANTS, _stretch(chance), None)),
            )  # fmt: skip


def _stretch(chance: random.Random) -> tuple[str, str]:
    first = chance.randrange(len(_INSTANTS) - 1)
    return _INSTANTS[first], chance.choice(_INSTANTS[first + 1 :])


def _message(world: Lived, chance: random.Random, is_plain: bool) -> str:
    if is_plain:
        return world.message(chance.choice(_SAID))
    at = chance.choice(_SAID) if chance.random() < 0.9 else None
    role = "user" if chance.random() < 0.85 else "assistant"
    return world.message(at, f"k{chance.randrange(3)}", role, chance.choice(_QUALITIES))


def _claim(world: Lived, chance: random.Random, subject: str, is_plain: bool) -> str:
    message = _message(world, chance, is_plain)
    start = chance.choice((0, 30))
    more: dict[str, Any] = {
        "confidence_final": chance.choice(_CONFIDENCES[1:] if is_plain else _CONFIDENCES),
        "tiers": (chance.choice((1, 2, 3, None)), chance.choice((1, 2, 2, None))),
        "span": (start, start + 10) if chance.random() < 0.95 else (None, None),
    }
    if not is_plain:
        more["modality"] = chance.choice(("state", "state", "state", "fact", "intention"))
        more["polarity"] = chance.choice(("positive", "positive", "positive", "negative"))
        more["has_user_corroboration"] = chance.random() < 0.5
    _time(world, chance, message, more, is_plain)
    predicate = "lives_in" if is_plain or chance.random() < 0.8 else "uses"
    return world.claim(chance.choice(("LOCATION:a", "LOCATION:b", "LOCATION:c")), predicate, message=message,
                       subject=subject, **more)  # fmt: skip


def _time(world: Lived, chance: random.Random, message: str, more: dict[str, Any], is_plain: bool) -> None:
    """A time by its qualifier, some near by, or none."""
    first = chance.randrange(len(_INSTANTS))
    span: str | tuple[str, str] = _INSTANTS[first]
    if chance.random() < 0.4 and first + 1 < len(_INSTANTS):
        span = (_INSTANTS[first], chance.choice(_INSTANTS[first + 1 :]))
    how = chance.random()
    if is_plain or how < 0.6:
        more[chance.choice(("since", "on", "during", "on", "during") if is_plain or how < 0.5 else ("until",))] = span
    elif how < 0.85:
        place = 0
        for _ in range(chance.randrange(1, 4)):
            place += chance.choice((1, 6, 15, 220))
            since, to = (span, None) if isinstance(span, str) else span
            is_resolved = chance.random() < 0.85
            world.time(message, place, place + 4, since if is_resolved else None, to if is_resolved else None,
                       confidence=chance.choice((0.5, 0.9, 0.95)))  # fmt: skip
            place += 4
            span = chance.choice(_INSTANTS)
    if how > 0.9:
        more["temporal_qualifier_id"] = "t-of-nobody"


def _retraction(world: Lived, chance: random.Random, own: list[str]) -> None:
    kind = chance.choice(("full", "correction", "temporal_bound", "temporal_bound", "temporal_bound"))
    about = chance.choice(own)
    message = _message(world, chance, False)
    by_fact = chance.random() < 0.5
    first = chance.randrange(len(_INSTANTS))
    when: str | tuple[str, str] | None = None
    if chance.random() < 0.6:
        when = _INSTANTS[first]
        if chance.random() < 0.3 and first + 1 < len(_INSTANTS):
            when = (_INSTANTS[first], _INSTANTS[first + 1])
    world.retraction(
        kind, None if by_fact else about, fact_of=about, message=message, start=40,
        confidence=chance.choice((0.5, 0.9, 0.9, 0.9)), when=when,
        denied_by=chance.choice(own) if chance.random() < 0.3 else None,
        is_described=chance.choice((True, False)),
    )  # fmt: skip
