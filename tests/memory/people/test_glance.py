"""What a glance lets through is all that is told beside names."""

import polars as pl
import pytest

from benchmarks._people_pairs import FOLDER
from kg_assets.core.data import data_path
from kg_assets.memory.people.clues import ClueReader
from kg_assets.memory.people.glance import Glance
from kg_assets.memory.people.words import read_words

WORDS = read_words(data_path)
READER, GLANCE = ClueReader(WORDS), Glance(WORDS)
Place = tuple[str, int, int]


def _marked(text: str) -> Place:
    start, end = text.index("["), text.index("]") - 1
    return text.replace("[", "", 1).replace("]", "", 1), start, end


def _texts() -> list[Place]:
    lines = [
        line for name in ("dev", "kept", "last", "fresh")
        for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines() if not line.startswith("#")
    ]  # fmt: skip
    plain = [text.strip() for line in lines for text in line.split(" | ")[2:]]
    # Also amid other sentences, at the end of a line, in capitals, and with other space around the name.
    amid = [f"We met the mayor. {text} She is my boss." for text in plain]
    broken = [text.replace(" [", "\n[").replace("] ", "]\n") for text in plain]
    return [_marked(text) for text in (*plain, *amid, *broken, *map(str.upper, plain), *map(str.lower, plain))]


def _sides(texts: list[Place]) -> list[tuple[bool, bool]]:
    schema = {"text_raw": pl.String, "start_char": pl.Int64, "end_char": pl.Int64}
    return GLANCE.sides(pl.DataFrame(texts, schema, orient="row")).rows()


def test_nothing_that_is_told_is_overlooked() -> None:
    texts = _texts()
    assert len(texts) > 5000
    glanced = zip(texts, _sides(texts), strict=True)
    overlooked = [
        place for place, sides in glanced if READER.read(*place) != (READER.read(*place, *sides) if any(sides) else [])
    ]
    assert overlooked == []


@pytest.mark.parametrize("name", ["Greta Holm", "Nils Berg", "Ada Lund"])
def test_of_a_name_in_plain_words_nothing_is_read(name: str) -> None:
    text = "Then we saw Greta Holm on a train. We asked Nils Berg twice. Ask Ada Lund again on Monday."
    start = text.index(name)
    assert _sides([(text, start, start + len(name))]) == [(False, False)]
