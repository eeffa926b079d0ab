"""What a glance beside a name lets through is all that is told there."""

import pytest

from benchmarks._people_pairs import FOLDER
from kg_assets.core.data import data_path
from kg_assets.memory.people.beside import Beside
from kg_assets.memory.people.clues import ClueReader
from kg_assets.memory.people.words import read_words

WORDS = read_words(data_path)


def _texts() -> list[tuple[str, int, int]]:
    found = []
    for line in (FOLDER / "dev.txt").read_text(encoding="utf-8").splitlines():
        for text in line.split(" | ")[2:]:
            if not line.startswith("#"):
                start, end = text.index("["), text.index("]") - 1
                found.append((text.replace("[", "", 1).replace("]", "", 1).strip(), start, end))
    return found


def test_nothing_that_is_told_is_overlooked(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = _texts()
    glancing = [ClueReader(WORDS).read(*one) for one in texts]
    for gate in ("may_be_spelled", "may_tell_before", "may_tell_behind", "may_describe"):
        monkeypatch.setattr(Beside, gate, lambda *_: True)
    reading = [ClueReader(WORDS).read(*one) for one in texts]
    assert len(texts) > 1000
    assert [(one, a, b) for one, a, b in zip(texts, glancing, reading, strict=True) if a != b] == []


def test_of_a_name_in_plain_words_nothing_is_read() -> None:
    text = "Then we saw Greta Holm on a train. We asked Nils Berg twice. Ask Ada Lund again on Monday."
    looks = Beside(WORDS, "née")
    for name in ("Greta Holm", "Nils Berg", "Ada Lund"):
        start, end = text.index(name), text.index(name) + len(name)
        assert not looks.may_be_spelled(text, start, end)
        assert not looks.may_tell_before(text, start, 90)
        assert not looks.may_tell_behind(text, start, end, 140)
        assert not looks.may_describe(text, end)
