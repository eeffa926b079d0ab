"""Homes whose sources name no time, or only that of a file: nobody is told of 1970, and a file's time moves no horizon.

The horizon of a note without a date was when its file was written, so a chat of last year that came with it was asked
about as of today.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Annals

pytestmark = pytest.mark.whole

WRITTEN = 1_779_000_000  # 2026-05-17


def chat(path: Path, text: str, at: int | None) -> Path:
    time = {} if at is None else {"create_time": at}
    message = {
        "id": path.stem,
        "author": {"role": "user"},
        "content": {"content_type": "text", "parts": [text]},
        **time,
    }
    node = {"id": path.stem, "parent": None, "children": [], "message": message}
    value = {"id": path.stem, "title": "T", "mapping": {path.stem: node}, "current_node": path.stem, **time}
    path.write_text(json.dumps([value]), encoding="utf-8")
    return path


def told(annals: Annals, *command: str) -> Any:
    return json.loads(annals(*command, "--json").stdout)


def test_what_has_no_time_is_told_without_one(tmp_path: Path, annals: Annals) -> None:
    annals("build", chat(tmp_path / "undated.json", "I live in Leeds.", None))
    (build,) = told(annals, "builds")
    (fact,) = told(annals, "as-of")
    assert (fact["object"], fact["known_from_utc"], fact["said_at_utc"], build["as_of"]) == ("Leeds", None, None, None)


def test_what_only_its_file_dates_moves_no_horizon(tmp_path: Path, annals: Annals) -> None:
    annals("build", chat(tmp_path / "undated.json", "I live in Leeds.", None))
    # A note that only its file dates says a day, until words come that name their own.
    note = tmp_path / "note.md"
    note.write_text("I work at Nordvik.\n", encoding="utf-8")
    os.utime(note, (WRITTEN, WRITTEN))
    annals("build", note)
    assert [build["as_of"][:10] for build in told(annals, "builds") if build["state"] == "published"] == ["2026-05-17"]
    annals("build", chat(tmp_path / "dated.json", "I like tea.", 1_700_000_000))
    (published,) = [build for build in told(annals, "builds") if build["state"] == "published"]
    assert published["as_of"] == "2023-11-14T22:13:20.000Z"
    assert {fact["object"]: fact["known_from_utc"][:10] for fact in told(annals, "as-of")} == {
        "Leeds": "2023-11-14", "Nordvik": "2023-11-14", "tea": "2023-11-14",
    }  # fmt: skip
    annals("publish", "--latest")
    assert published["build"] in [b["build"] for b in told(annals, "builds") if b["state"] == "published"]
