"""A mistyped setting stops what builds and nothing that reads: this goes on, and says file, line and what was meant."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from kg_assets.core.data import shipped_path
from kg_assets.core.errors import ConfigError
from kg_assets.engine.own_files import check_readable
from kg_assets.engine.session import make_build
from kg_assets.house import HOUSE
from kg_assets.intake.asking import request_build
from kg_assets.queries.configured import ON_GOING, reading_config
from kg_assets.store.home import Home
from tests.cli.a_life import FIRST, engine_over
from tests.conftest import Annals
from tests.worlds import copied

pytestmark = pytest.mark.whole

TYPO = "graph:\n  label_max_char: 8\n"
SAID = "line 2: section 'graph' has no key 'label_max_char'; did you mean 'label_max_chars'?"
READING = [
    ("as-of", "2026-01-01", "--about", "SELF"), ("search", "Acme"), ("timeline", "SELF"), ("builds",),
    ("query", "SELECT count(*) FROM messages"), ("review", "verdicts"),
    ("ask", "Acme"), ("node", "Acme"), ("graph-health",), ("beliefs",), ("changes", "2019", "2026"), ("sources",),
    ("threads",), ("jobs",), ("tables",), ("undo",), ("private",),
]  # fmt: skip
BUILDING = [("build",), ("backfill", "--stale"), ("nightly",), ("gc", "--dry-run"), ("publish", "--latest")]


@pytest.fixture
def lived(noted: Home, home: Home) -> Home:
    return copied(noted, home.root)


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "own"
    folder.mkdir()
    monkeypatch.setenv("ANNALS_CONFIG", str(folder))
    return folder


@pytest.mark.parametrize("command", READING, ids=" ".join)
def test_what_reads_goes_on_and_says_what_is_mistyped(lived: Home, annals: Annals, command: Sequence[str]) -> None:
    before = annals(*command, check=False)
    lived.settings.write_text(TYPO)
    after = annals(*command, check=False)
    assert (after.returncode, after.stdout) == (before.returncode, before.stdout)
    assert after.stderr == f"annals: {lived.settings}, {SAID}\nannals: {ON_GOING}\n{before.stderr}"


@pytest.mark.parametrize("command", BUILDING, ids=" ".join)
def test_what_builds_refuses_and_says_it_once(lived: Home, annals: Annals, command: Sequence[str]) -> None:
    lived.settings.write_text(TYPO)
    done = annals(*command, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"annals: {lived.settings}, {SAID}\n"


@pytest.fixture(scope="module")
def in_tokyo(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A home that was built by settings of its own."""
    folder = tmp_path_factory.mktemp("tokyo")
    home = Home(folder / "home").prepare()
    home.settings.write_text("time:\n  anchor_timezone: Asia/Tokyo\nfinding:\n  limit: 3\n")
    (folder / "note.md").write_text(FIRST)
    engine = engine_over(home, home.settings)
    make_build(engine, request_build(engine, [folder / "note.md"]).build)
    return home


@pytest.mark.parametrize("text", ["time:\n  anchor_timezon: Asia/Tokyo\n", "time: [", "tiem: {}\n"])
def test_a_section_that_cannot_be_used_is_as_the_published_build_was_made(
    in_tokyo: Home, tmp_path: Path, text: str
) -> None:
    """Else every time would be shown in another zone than the words were read in."""
    home = copied(in_tokyo, tmp_path / "home")
    home.settings.write_text(text + ("" if "[" in text else "finding:\n  limit: 3\n"))
    config = reading_config(home)
    assert config.unusable
    assert config.section("time").anchor_timezone == "Asia/Tokyo"
    assert config.section("finding").limit == (
        3 if "[" not in text else reading_config(Home(tmp_path)).section("finding").limit
    )


def test_doctor_says_the_settings_first_and_once(lived: Home, annals: Annals) -> None:
    """Each stage that waits for them had a line of its own, which buried the one to be mended."""
    lived.settings.write_text("stor: {}\n")
    lines = annals("doctor", check=False).stdout.splitlines()
    assert lines[0].startswith(
        f"MEND  settings: {lived.settings}, line 1: there is no section 'stor'; did you mean 'sto"
    )
    assert lines[2].startswith(
        f"MEND  settings: until then {len(HOUSE.stages)} of {len(HOUSE.stages)} stages of a build"
    )
    assert [line for line in lines[3:] if line.startswith("MEND")] == []
    assert sum("'stor'" in line for line in lines) == 1
    assert any("whether it is up to date the settings must say first" in line for line in lines)


def test_doctor_is_told_of_a_folder_that_changes_nothing(lived: Home, annals: Annals, own: Path) -> None:
    for folder, said in ((own, f"{own}: none of the files of config/ is here"), (own / "gone", "which does not exist")):
        told = annals("doctor", "--json", check=False, ANNALS_CONFIG=str(folder))
        assert told.returncode == 1
        first = json.loads(told.stdout)[0]
        assert (first["what"], first["is_well"]) == ("settings", False)
        assert said in first["said"]


def put(own: Path, name: str, text: str) -> Path:
    path = own / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def shipped(name: str) -> str:
    return shipped_path(f"config/{name}").read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ["", "# nothing\n", "[]\n", "words\n"])
@pytest.mark.parametrize("name", ["claims/turns.yaml", "overlay/kinds.yaml", "beliefs/words.yaml", "pipeline.yaml"])
def test_a_file_without_keys_is_told_in_our_words(home: Home, annals: Annals, own: Path, name: str, text: str) -> None:
    path = put(own, name, text)
    done = annals("build", check=False)
    if name == "pipeline.yaml" and not text.replace("# nothing", "").strip():
        assert "keys with values" not in done.stderr, "settings of which nothing is changed"
        return
    assert done.stderr.startswith(f"annals: {path}: keys with values are expected here, ")
    assert "copy that one and change it" in done.stderr or "with changed keys below them" in done.stderr


@pytest.mark.parametrize(
    ("name", "text", "lines"),
    [
        ("pipeline.yaml", "graph:\n  label_max_chars: 8\ntime: {}\ngraph: {}\n", (4, "graph", 1)),
        ("pipeline.yaml", "graph:\n  label_max_chars: 8\n  label_max_chars: 9\n", (3, "label_max_chars", 2)),
        ("times/de.yaml", "words: {}\nwords: {}\n", (2, "words", 1)),
    ],
)
def test_a_key_that_stands_twice_is_refused_with_both_lines(
    home: Home, annals: Annals, own: Path, name: str, text: str, lines: tuple[int, str, int]
) -> None:
    path = put(own, name, text)
    second, key, first = lines
    assert annals("build", check=False).stderr == (
        f"annals: {path}, line {second}: the key {key!r} stands here for the second time, first in line {first}; "
        "keep one of the two\n"
    )


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("report/page.html", " \n", ": the file is empty; your file takes the place"),
        ("report/page.html", "{% if report %}\n", ", line 1: Unexpected end of template"),
        ("report/page.html", "<p>hello</p>\n", ": nothing of the report is shown"),
        ("report/page.css", "", ": the file is empty"),
        ("lexicon/denylist.txt", "", ": the file is empty"),
    ],
)
def test_a_file_that_is_no_yaml_is_looked_at_too(
    home: Home, annals: Annals, own: Path, name: str, text: str, said: str
) -> None:
    path = put(own, name, text)
    assert annals("build", check=False).stderr.startswith(f"annals: {path}{said}")


@pytest.mark.parametrize(
    ("name", "right", "wrong", "said"),
    [
        ("claims/turns.yaml", 'say: "(most people', 'say: "((most people', r"turns.0.say: '((most people"),
        ("claims/turns.yaml", "make MY home", "make MYY home", "there is no macro 'MYY'; did you mean 'MY'?"),
        ("claims/retractions.yaml", "not_after: '", "not_after: '((", "not_after: '(("),
        ("beliefs/cues.yaml", "negation: [", 'negation: ["((", ', "negation.0: '(('"),
        ("times/en.yaml", "regex: '", "regex: '((", "patterns.0.regex: '(("),
    ],
)
def test_a_wrong_pattern_is_told_with_its_place_and_no_other_noise(
    home: Home, annals: Annals, own: Path, name: str, right: str, wrong: str, said: str
) -> None:
    """RE2 printed its own complaint, and some patterns failed in the middle of a build, at each text."""
    assert right in shipped(name)
    path = put(own, name, shipped(name).replace(right, wrong, 1))
    told = annals("build", check=False).stderr
    assert told.startswith(f"annals: {path}, line ")
    assert said in told
    assert "is no pattern: " in told
    assert told.count("\n") == 1


def test_the_nearest_names_are_names(own: Path) -> None:
    """A label like no other was answered with "did you mean  or 'x'?"."""
    text = shipped("invalidation_rules.yaml").replace("predicate_label: lives_in", "predicate_label: qqqq", 1)
    put(own, "invalidation_rules.yaml", text)
    with pytest.raises(ConfigError, match=r"has no predicate 'qqqq'$"):
        check_readable(HOUSE.readers)
    put(own, "invalidation_rules.yaml", text.replace("qqqq", "live_in"))
    with pytest.raises(
        ConfigError, match=r"line [0-9]+: rule [0-9]+: .* has no predicate 'live_in'; did you mean 'lives_in'"
    ):
        check_readable(HOUSE.readers)


@pytest.mark.parametrize(
    ("name", "broken", "command"),
    [
        ("claims/nouns.yaml", b"[]\n", ("node", "Acme")),
        ("report/relations.yaml", b"[]\n", ("report", "--out", "{made}")),
        ("report/page.html", b"caf\xe9", ("report", "--out", "{made}")),
    ],
)  # fmt: skip
def test_what_reads_a_broken_file_goes_on_with_the_one_that_ships(
    lived: Home, annals: Annals, own: Path, tmp_path: Path, name: str, broken: bytes, command: Sequence[str],
) -> None:  # fmt: skip
    (own / name).parent.mkdir()
    (own / name).write_bytes(broken)
    done = annals(*(one.format(made=tmp_path / "made.html") for one in command), check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr.count(str(own / name)) == 1
    assert ON_GOING in done.stderr
