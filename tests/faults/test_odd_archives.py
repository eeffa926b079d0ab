"""Archives with changed bytes: each is read, or refused with a sentence, in part or whole; nothing else comes of it."""

import io
import json
import random
import zipfile
from collections import Counter
from pathlib import Path

import pytest

from kg_assets.core.errors import SourceError
from kg_assets.sources.intake import recognise
from kg_assets.sources.settings import SourceSettings
from tests.faults.odd_exports import SAMPLES, mutated
from tests.sources.harness import conversation, node

SETTINGS = SourceSettings()
_METHODS = (zipfile.ZIP_DEFLATED, zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)


def archive(method: int) -> bytes:
    """An export in two files, with what an export has beside them, its names in two alphabets."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as zipped:
        zipped.writestr("Übersicht/conversations-000.json", json.dumps([SAMPLES["chatgpt"]()]))
        zipped.writestr("conversations-001.json", json.dumps([conversation(node("z"), conversation_id="z")]))
        zipped.writestr("user.json", "{}")
        zipped.writestr("кот.webp", b"\x00" * 50)
    return made.getvalue()


def changed(data: bytes, draw: random.Random) -> bytes:
    """Bits flipped anywhere, also in the directory at the end; one in three changed as any file is."""
    if draw.randrange(3) == 0:
        return mutated(data, draw)
    flipped = bytearray(data)
    for _ in range(draw.choice((1, 1, 2, 5, 40))):
        place = draw.randrange(len(data)) if draw.randrange(2) else draw.randrange(len(data) * 2 // 3, len(data))
        flipped[place] ^= 1 << draw.randrange(8)
    return bytes(flipped)


def what_comes_of(path: Path) -> str:
    outcome, said = "read", []
    try:
        intakes = recognise(path, SETTINGS)
    except SourceError as error:
        outcome, intakes, said = "refused", (), [str(error)]
    for intake in intakes:
        for _, open_member in intake.members:
            try:
                with open_member() as stream:
                    while stream.read(1 << 20):
                        pass
            except SourceError as error:
                outcome = "a member refused"
                said.append(str(error))
    assert all(str(path) in sentence for sentence in said)
    return outcome


def outcomes(folder: Path, count: int, seed: int) -> "Counter[str]":
    draw = random.Random(seed)
    whole = {method: archive(method) for method in _METHODS}
    found: Counter[str] = Counter()
    for number in range(count):
        path = folder / f"{number}.zip"
        path.write_bytes(changed(whole[draw.choice(_METHODS)], draw))
        found[what_comes_of(path)] += 1
        path.unlink()
    return found


def test_a_draw_of_changed_archives(tmp_path: Path) -> None:
    """Flipped bits came out as zlib.error, names that are not UTF-8 as UnicodeDecodeError: faults of the program."""
    found = outcomes(tmp_path, 150, seed=5)
    assert found["read"] > 0
    assert found["refused"] > 0
    assert found["a member refused"] > 0


@pytest.mark.slow
def test_five_thousand_changed_archives(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = outcomes(tmp_path, 5000, seed=6)
    with capsys.disabled():
        print(f"\n5000 changed archives: {dict(sorted(found.items()))}, 0 other outcomes")
