"""What the reader takes from messages, sentence by sentence: `cases.yaml` beside this file."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kg_assets.claims.reading.model import SELF, RawClaim
from kg_assets.core.yamlfile import read_yaml
from kg_assets.mentions.times.engine import TimeEngine, TimeSettings
from tests.claims.reading.shipped import shipped_reader

READER = shipped_reader()
TIMES = TimeEngine(TimeSettings())


def read(text: str, role: str = "user") -> list[RawClaim]:
    times = [(m.char_start, m.char_end, m.surface) for m in TIMES.find(text, "2024-05-17T10:30:00.000Z", True)]
    return READER.read(text, [], role, times, [])


def written(claim: RawClaim) -> str:
    """The claim in the notation of the file."""
    who = "" if claim.subject == SELF else f"{claim.subject} | "
    return f"{who}{'-' if claim.polarity == 'negative' else ''}{claim.predicate} {claim.object}"


def cases() -> Iterator[tuple[str, str, list[str], str]]:
    document: dict[str, list[list[Any]]] = read_yaml(Path(__file__).parent / "cases.yaml")
    for group, rows in document.items():
        for row in rows:
            yield group, row[0], [str(claim) for claim in row[1]], row[2] if len(row) > 2 else "user"


CASES = list(cases())


@pytest.mark.parametrize("group", dict.fromkeys(case[0] for case in CASES))
def test_group(group: str) -> None:
    """Guards each kind of sentence, all of a kind at once; what is read otherwise is shown beside its text."""
    wanted = {(text, role): sorted(expected) for own, text, expected, role in CASES if own == group}
    found = {(text, role): sorted({written(claim) for claim in read(text, role)}) for text, role in wanted}
    assert {case: claims for case, claims in found.items() if claims != wanted[case]} == {}


def test_there_are_enough_cases_of_both_kinds() -> None:
    """Guards the set itself: hundreds of sentences, many of which must stay silent."""
    assert len(CASES) >= 300
    assert sum(not expected for _, _, expected, _ in CASES) >= 100
