"""Sentences in the manner of public corpora and of chat, several times in one or none; half of them were kept aside."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from kg_assets.mentions.times.engine import TimeEngine, TimeSettings

ENGINE = TimeEngine(TimeSettings())
Found = tuple[int, int, str | None, str | None, str | None]


class Row(NamedTuple):
    """A sentence, when it is said, and what it holds."""

    text: str
    anchor: str
    times: list[Found]
    is_aside: bool


def read_rows(name: str) -> Iterator[Row]:
    """The sentences of a data file, in its order."""
    anchor = ""
    for line in (Path(__file__).parent / "cases" / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("@ "):
            anchor = _full(line[2:]) + "Z"
        elif line and line[0] not in "#=":
            marked, *fields = (field.strip() for field in line.split(" | "))
            text, spans = _unmarked(marked)
            facts = zip(spans, fields[::3], fields[1::3], fields[2::3], strict=True)
            times: list[Found] = [(*span, _full(first), None if last == "-" else _full(last), grain)
                                  for span, first, last, grain in facts]  # fmt: skip
            aside = int(hashlib.sha256(f"unseen/{text}".encode()).hexdigest(), 16) % 2 == 1
            yield Row(text, anchor, times, aside)


def _unmarked(marked: str) -> tuple[str, list[tuple[int, int]]]:
    """The sentence without brackets, and where they stood."""
    text, spans = "", []
    for number, piece in enumerate(marked.split("[")):
        inside, closed, behind = piece.partition("]")
        if number:
            assert closed, marked
            spans.append((len(text), len(text) + len(inside)))
        text += inside + behind
    return text, spans


def _full(moment: str) -> str:
    return moment + "0000-00-00T00:00:00"[len(moment) :]


def found(row: Row) -> list[Found]:
    """What the engine reads: the stretch, both ends to the second, the grain."""
    return [
        (m.char_start, m.char_end, m.valid_from_utc and m.valid_from_utc[:19],
         m.valid_to_utc and m.valid_to_utc[:19], m.granularity)
        for m in ENGINE.find(row.text, row.anchor, True)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "sentences", "shaped", "aside"), [("corpora", 370, 0.93, 0.88), ("chat", 68, 0.86, 0.68)]
)
def test_most_sentences_are_read_whole(name: str, sentences: int, shaped: float, aside: float) -> None:
    """Every time of a sentence with its stretch, both ends and grain, and nothing else."""
    rows = [row for row in read_rows(name) if row.times]
    assert len(rows) >= sentences
    for half, share in ((False, shaped), (True, aside)):
        mine = [row for row in rows if row.is_aside is half]
        assert sum(found(row) == row.times for row in mine) / len(mine) > share


@pytest.mark.parametrize("text", [row.text for row in read_rows("corpora") if not row.times])
def test_what_holds_no_time_is_silent(text: str) -> None:
    assert ENGINE.find(text, "2022-09-14T16:20:00.000Z", True) == []


def test_chat_without_times_is_silent_but_for_now() -> None:
    silent = [row for row in read_rows("chat") if not row.times]
    assert [(row.text, m.surface) for row in silent for m in ENGINE.find(row.text, row.anchor, True)] == [
        ("he's 32 now", "now")
    ]
