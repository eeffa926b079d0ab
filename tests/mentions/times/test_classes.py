"""Sentences by class of expression; every second one is kept aside, so that its share measures unseen text."""

from pathlib import Path
from typing import NamedTuple

import pytest

from kg_assets.mentions.times.engine import TimeEngine, TimeSettings

ANCHOR = "2024-05-17T10:30:00.000Z"
ENGINE = TimeEngine(TimeSettings())


class Case(NamedTuple):
    """A sentence, where its expression stands, and what that means."""

    kind: str
    text: str
    surface: str
    start: str
    end: str | None
    grain: str
    is_aside: bool


def read_cases(name: str) -> list[Case]:
    """The sentences of a data file, in its order."""
    cases, kind, number = [], "", 0
    for line in (Path(__file__).parent / "cases" / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("= "):
            kind, number = line[2:], 0
        elif line and not line.startswith("#"):
            marked, start, end, grain = (field.strip() for field in line.split(" | "))
            before, rest = marked.split("[", 1)
            surface, after = rest.split("]", 1)
            text = before + surface + after
            cases.append(Case(kind, text, surface, _full(start), None if end == "-" else _full(end), grain,
                              number % 2 == 1))  # fmt: skip
            number += 1
    return cases


def _full(moment: str) -> str:
    return moment + "0000-00-00T00:00:00"[len(moment) :]


def found(text: str) -> list[tuple[str, str | None, str | None, str | None]]:
    """What the engine reads: the stretch, both ends to the second, the grain."""
    return [
        (m.surface, m.valid_from_utc and m.valid_from_utc[:19], m.valid_to_utc and m.valid_to_utc[:19], m.granularity)
        for m in ENGINE.find(text, ANCHOR, True)
    ]


CASES = {name: read_cases(name) for name in ("classes", "talk")}
SHAPED_BY = [case for cases in CASES.values() for case in cases if not case.is_aside]


@pytest.mark.parametrize("case", SHAPED_BY, ids=lambda case: case.text)
def test_a_class_is_read(case: Case) -> None:
    assert found(case.text) == [(case.surface, case.start, case.end, case.grain)]


@pytest.mark.parametrize(
    ("name", "sentences", "classes", "share"), [("classes", 250, 25, 0.92), ("talk", 75, 13, 0.85)]
)
def test_classes_are_read_in_sentences_that_no_rule_was_shaped_by(
    name: str, sentences: int, classes: int, share: float
) -> None:
    aside = [case for case in CASES[name] if case.is_aside]
    right = [case for case in aside if (case.surface, case.start, case.end, case.grain) in found(case.text)]
    assert len(CASES[name]) >= sentences
    assert len({case.kind for case in CASES[name]}) >= classes
    assert len(right) / len(aside) > share
