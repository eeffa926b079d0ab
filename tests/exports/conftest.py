"""One published life for all exports, of which one conversation holds what formats are known to stumble over."""

import json
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from kg_assets.cli.commands.exporting import FORMATS
from kg_assets.cli.commands.exporting import export as export_command
from kg_assets.cli.main import _parser
from kg_assets.corpus.generator import CorpusSpec, write_export
from kg_assets.store.home import Home
from tests.cli.a_life import built, engine_over
from tests.worlds import Worlds, copied

# Control characters, a line's end, markup, a link and a tag of notes, some of it in the words of claims.
AWKWARD = (
    "I want to learn C++ & <b>Rust</b>.\nI am learning [[C]] #fast. I plan to\u0007 travel."
    " I'm learning *Dutch* | Danish. I live in Oslo,\u0001 Norway."
)
Exported = Callable[[str], Path]


def _with_awkward_words(folder: Path) -> None:
    path = folder / "conversations.json"
    conversations = json.loads(path.read_text(encoding="utf-8"))
    parts, conversation = next(
        (node["message"]["content"]["parts"], conversation)
        for conversation in conversations
        for node in conversation["mapping"].values()
        if "My name is" in str(((node.get("message") or {}).get("content") or {}).get("parts"))
    )
    conversation["title"] = 'A "title" & <b>more</b>\u0001 [[x]]'
    parts[0] = f"{parts[0]}\n\n{AWKWARD}"
    path.write_text(json.dumps(conversations), encoding="utf-8")


@pytest.fixture(scope="session")
def life(worlds: Worlds, tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A published build."""

    def make(folder: Path) -> None:
        write_export(CorpusSpec(4, conversations=14, months=8, style="demo"), folder / "export")
        _with_awkward_words(folder / "export")
        built(engine_over(Home(folder / "home").prepare()), folder / "export")

    return copied(Home(worlds.made("exported-life", make) / "home"), tmp_path_factory.mktemp("life") / "home")


def exported_to(home: Home, form: str, path: Path, *options: str) -> Path:
    """What the command writes there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ANNALS_HOME", str(home.root))
        assert export_command(_parser().parse_args(["export", form, "--out", str(path), *options])) == 0
    return path


@pytest.fixture(scope="session")
def exported(life: Home, tmp_path_factory: pytest.TempPathFactory) -> Exported:
    """The file or folder of a format, made once."""
    folder = tmp_path_factory.mktemp("exports")

    def make(form: str) -> Path:
        path = folder / FORMATS[form].name
        return path if path.exists() else exported_to(life, form, path)

    return make


@pytest.fixture
def published(life: Home) -> duckdb.DuckDBPyConnection:
    """The published file, to compare with."""
    return duckdb.connect(str(life.database), read_only=True)
