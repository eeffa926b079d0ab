"""After a forgetting the build is that of a home which never had the words, and no file of the home holds them."""

import json
import os
import sqlite3
import zipfile
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import rfc8785

from kg_assets.cli.commands.forgetting import target_meant
from kg_assets.cli.main import main
from kg_assets.core.config import load_config
from kg_assets.core.errors import QueryError, SourceError
from kg_assets.core.stage import House
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import run_build, seal_and_publish
from kg_assets.entities.stages import NAME
from kg_assets.forgetting import carry_out, targets
from kg_assets.forgetting.carry_out import begin, finish
from kg_assets.forgetting.inbox import clean_inbox
from kg_assets.forgetting.plan import make_plan
from kg_assets.forgetting.targets import Target
from kg_assets.house import HOUSE
from kg_assets.intake.asking import register_again, request_build
from kg_assets.mcp.serving import Answering, Interruptible
from kg_assets.report.make import write_report
from kg_assets.report.settings import FILE as REPORT_FILE
from kg_assets.report.week import WEEK_FILE
from kg_assets.search.stages import SEARCH
from kg_assets.store.home import Home
from kg_assets.store.publish import current
from kg_assets.store.registry import open_ledger, place_of, registered, unfinished_forgettings
from kg_assets.store.rows import read_table
from tests.partial import house_of
from tests.worlds import copied

PART = house_of(SEARCH, NAME)
MARKERS = ("Zebedee", "zebedee", "Quorbel")


def message(name: str, parent: str | None, children: list[str], role: str, words: str, at: int) -> dict[str, Any]:
    said = {"id": name, "author": {"role": role}, "create_time": at}
    said["content"] = {"content_type": "text", "parts": [words]}
    return {"id": name, "parent": parent, "children": children, "message": said}


def talk(cid: str, title: str, at: int, *words: str) -> dict[str, Any]:
    names = [f"{cid}-{number}" for number in range(len(words))]
    nodes = {}
    for number, name in enumerate(names):
        above, below = names[max(0, number - 1) : number], names[number + 1 : number + 2]
        role = "assistant" if number % 2 else "user"
        nodes[name] = message(name, above[0] if above else None, below, role, words[number], at + 60 * number)
    return {
        "conversation_id": cid, "title": title, "create_time": at, "update_time": at + 600,
        "current_node": names[-1], "mapping": nodes,
    }  # fmt: skip


WORK = talk("work", "Work", 1700000000, "I work at Acme since 2019.", "Good to know.", "My sister is Ada Moss.")
TRIP = talk(
    "trip", "Trip", 1710000000,
    "I met Zebedee Quorbel (ana@mail.example) in Oslo. Zebedee Quorbel lives in Oslo. I am a patient person. "
    "Yesterday I had dinner with my friend Zebedee Quorbel.",
    "Tell me more of Oslo.", "I like Oslo a lot.",
)  # fmt: skip
# What the assistant makes up of the person stands in no sentence of theirs.
LATE = talk(
    "late", "Later", 1720000000, "I moved to Bergen in May 2024.", "You live in Tromsø, so pack warm.", "My dog is Rex."
)


def write(path: Path, *conversations: dict[str, Any]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"[" + b",".join(map(rfc8785.dumps, conversations)) + b"]")
    return path


def write_note(path: Path, text: str) -> None:
    path.write_text(text)
    os.utime(path, (1_710_000_000, 1_710_000_000))  # its date: nothing in it or its name says one


def build(engine: Engine, name: str) -> None:
    run_build(engine, name)
    seal_and_publish(engine, name)


def tables(engine: Engine) -> dict[str, list[str]]:
    shown = current(engine.home)
    assert shown is not None
    manifest = engine.builds.load(shown.ref)
    return {name: [content.sha256 for content in table.contents] for name, table in manifest.tables.items()}


def made(home: Home, house: House) -> Engine:
    return Engine(home.prepare(), house, load_config(house.sections), 1)


def live(folder: Path, house: House) -> Path:
    """A home with two exports, of which the newer repeats a conversation, and a note; built twice."""
    engine = made(Home(folder / "home"), house)
    build(engine, request_build(engine, [write(folder / "a" / "conversations.json", WORK, TRIP)]).build)
    notes = folder / "notes"
    notes.mkdir()
    write_note(notes / "day.md", "# Monday\n\nZebedee called.\n\n# Tuesday\n\nI planted leeks.\n")
    build(engine, request_build(engine, [write(folder / "b" / "conversations.json", TRIP, LATE), notes]).build)
    return folder


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return live(tmp_path_factory.mktemp("lived"), PART)


@pytest.fixture
def engine(lived: Path, tmp_path: Path) -> Engine:
    """Over a home that was built as far as search and names: forgetting knows no stage."""
    return made(copied(Home(lived / "home"), tmp_path / "home"), PART)


@pytest.fixture(scope="module")
def lived_whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return live(tmp_path_factory.mktemp("lived-whole"), HOUSE)


@pytest.fixture
def whole_engine(lived_whole: Path, tmp_path: Path) -> Engine:
    """Over a home in which every stage ran."""
    return made(copied(Home(lived_whole / "home"), tmp_path / "home"), HOUSE)


def forget(engine: Engine, target: Target) -> None:
    begin(engine, target)
    finish(engine, lambda engine: None)


def never_had(house: House, folder: Path, *exports: list[dict[str, Any]], note: str | None) -> Engine:
    """A home into which only this was ever put, and the one verdict that is about it."""
    engine = made(Home(folder / "never" / "home"), house)
    paths = [write(folder / "never" / str(n) / "conversations.json", *export) for n, export in enumerate(exports)]
    if note is not None:
        (folder / "never" / "notes").mkdir(parents=True)
        write_note(folder / "never" / "notes" / "day.md", note)
        paths.append(folder / "never" / "notes")
    build(engine, request_build(engine, paths).build)
    return engine


def words_in(home: Home, markers: Sequence[str] = MARKERS) -> Iterator[tuple[Path, str]]:
    """Every file of the home that holds a marker, as it lies there or unpacked."""
    for path in sorted(home.root.rglob("*")):
        if path.is_file():
            data = path.read_bytes()
            if path.suffix == ".parquet":
                data += repr(read_table(path).to_pylist()).encode()
            elif data[:15] == b"SQLite format 3":
                with sqlite3.connect(f"file:{path}?immutable=1", uri=True) as database:
                    data += "\n".join(database.iterdump()).encode()
            for marker in markers:
                if marker.encode() in data:
                    yield path, marker


ONE_SECTION = "# Tuesday\n\nI planted leeks.\n"
WHOLE_NOTE = "# Monday\n\nZebedee called.\n\n" + ONE_SECTION


def without_first(conversation: dict[str, Any]) -> dict[str, Any]:
    """Said once more and apart from what is tested: the root goes, its child becomes the root."""
    left = json.loads(json.dumps(conversation))
    root = next(name for name, node in left["mapping"].items() if node["parent"] is None)
    for child in left["mapping"].pop(root)["children"]:
        left["mapping"][child]["parent"] = None
    return dict(left)


def without_second(conversation: dict[str, Any]) -> dict[str, Any]:
    """The same for the second message: the third answers the first."""
    left = json.loads(json.dumps(conversation))
    first, second, third = left["mapping"]
    del left["mapping"][second]
    left["mapping"][first]["children"], left["mapping"][third]["parent"] = [third], first
    return dict(left)


Exports = tuple[list[dict[str, Any]], ...]
CUT_TRIP = without_first(TRIP)
WITHOUT_WORDS: Exports = ([WORK, CUT_TRIP], [CUT_TRIP, LATE])


def newer_export(engine: Engine) -> Target:
    (added,) = [source for source in registered(open_ledger(engine.home)) if "/b/" in source.path]
    return targets.source(added.export_sha256)


# What is named, what a home that never had it was given, and whether the words are to be found nowhere.
CASES: dict[str, tuple[Callable[[Engine], Target], Exports, str, bool]] = {
    "message": (lambda engine: targets.message("trip", "trip-0"), WITHOUT_WORDS, WHOLE_NOTE, False),
    "conversation": (lambda engine: targets.conversation("trip"), ([WORK], [LATE]), WHOLE_NOTE, False),
    "entity": (lambda engine: targets.entity(["Zebedee Quorbel", "Zebedee"]), WITHOUT_WORDS, ONE_SECTION, True),
    "pattern": (lambda engine: targets.pattern("zebedee", False), WITHOUT_WORDS, ONE_SECTION, True),
    "source": (newer_export, ([WORK, TRIP],), WHOLE_NOTE, False),
}


def typed(**words: Any) -> Callable[[Engine], Target]:
    """What the command means by these words."""
    nothing = {"target": None, "what": None, "since": None, "only_assistant": False}
    return lambda engine: target_meant(engine, Namespace(**nothing | words))


# The same of what is found in the build; what only an assistant said is known where claims were read.
CASES["since"] = (typed(since="2024-07"), ([WORK, TRIP], [TRIP]), WHOLE_NOTE, False)
# Words that stand nowhere else.
GONE = {"since": ("Rex", "Bergen"), "assistant": ("pack warm", "Troms")}
CASES["assistant"] = (typed(only_assistant=True), ([WORK, TRIP], [TRIP, without_second(LATE)]), WHOLE_NOTE, False)


def is_as_if_it_had_never_been(engine: Engine, folder: Path, kind: str) -> set[str]:
    """Forget one thing; the rooms of the tables that it changed."""
    target, exports, note, is_clean = CASES[kind]
    before = tables(engine)
    forget(engine, target(engine))
    left = tables(engine)
    assert left == tables(never_had(engine.house, folder, *exports, note=note))
    (begun,) = open_ledger(engine.home).entries(["forgotten"])
    assert begun.body["target"] == kind
    assert not list(words_in(engine.home, GONE.get(kind, ())))
    if is_clean:
        assert not list(words_in(engine.home)), "the receipt among them"
    return {name.partition(".")[0] for name in before if before[name] != left[name]}


# Each kind goes through all stages in the whole tests below; here one of what is cut out of texts, and one of files.
@pytest.mark.whole
@pytest.mark.parametrize("kind", ["entity", "source"])
def test_the_build_is_that_of_a_home_that_never_had_it(engine: Engine, tmp_path: Path, kind: str) -> None:
    assert is_as_if_it_had_never_been(engine, tmp_path, kind) == {"kg"}


@pytest.mark.whole
@pytest.mark.parametrize("kind", CASES)
def test_every_table_is_that_of_a_home_that_never_had_it(whole_engine: Engine, tmp_path: Path, kind: str) -> None:
    rooms = is_as_if_it_had_never_been(whole_engine, tmp_path, kind)
    own = set() if kind == "assistant" else {"beliefs"}  # what assistants say is nobody's belief
    assert rooms == {"kg", "memory", "overlay"} | own, "every room held something of it"


@pytest.mark.whole
def test_the_written_report_and_the_week_go_with_it(whole_engine: Engine) -> None:
    """They lie in the home as they were written, of a build that had the words."""
    home = whole_engine.home
    write_report(home, whole_engine.config, home.root / REPORT_FILE)
    (home.root / WEEK_FILE).write_text("Zebedee Quorbel, seen for the first time\n", encoding="utf-8")
    assert {path.name for path, _ in words_in(home)} >= {REPORT_FILE, WEEK_FILE}
    forget(whole_engine, targets.entity(["Zebedee Quorbel", "Zebedee"]))
    assert not list(words_in(home))
    write_report(home, whole_engine.config, home.root / REPORT_FILE)
    assert not list(words_in(home)), "nor does one that is written now hold them"


@pytest.mark.whole
def test_what_was_decided_about_it_goes_with_it(engine: Engine) -> None:
    ledger = open_ledger(engine.home)
    for message_id, quote in (("trip-0", "Zebedee Quorbel lives"), ("work-0", "I work at Acme"), ("trip-2", "I like")):
        ledger.append(
            "claim_rejected", {"message_id": message_id, "quote": quote, "fact_key": "k", "polarity": "positive"}
        )
    gone, stays = "ana@mail.example", "oslo"
    for key in (gone, stays):
        named = {"entity_id": key, "entity_type": "PERSON", "entity_key": key}
        ledger.append("entities_split", {"merged": named})
    begin(engine, targets.message("trip", "trip-0"))
    (begun,) = unfinished_forgettings(ledger)
    carry_out._erase(engine, [begun], carry_out.Receipt())
    assert [e.body["quote"] for e in ledger.entries(["claim_rejected"])] == ["I work at Acme", "I like"]
    assert [e.body["merged"]["entity_key"] for e in ledger.entries(["entities_split"])] == [stays]


@pytest.mark.whole
def test_a_forgotten_thing_does_not_come_back(engine: Engine, lived: Path) -> None:
    forget(engine, targets.pattern("Zebedee", False))
    before = registered(open_ledger(engine.home))
    register_again(engine, lived / "a" / "conversations.json")
    register_again(engine, lived / "notes")
    request_build(engine, [lived / "b" / "conversations.json"])
    assert [s.export_sha256 for s in registered(open_ledger(engine.home))] == [s.export_sha256 for s in before]
    assert not list(words_in(engine.home))
    newer = write(
        lived / "c" / "conversations.json", TRIP | {"title": "Zebedee"}, LATE, WORK | {"conversation_id": "new"}
    )
    request_build(engine, [newer])
    found = [path for path, _ in words_in(engine.home)]
    assert len(found) == 1, "what was said since is new: the title that nobody had forgotten"
    forget(engine, targets.pattern("zebedee", False))
    assert not list(words_in(engine.home))


@pytest.mark.whole
def test_what_is_all_forgotten_is_refused(engine: Engine, lived: Path) -> None:
    alone = write(lived / "d" / "conversations.json", TRIP)
    forget(engine, targets.conversation("trip"))
    with pytest.raises(SourceError, match="forgotten"):
        request_build(engine, [alone])


def test_the_inbox_is_cut_too(engine: Engine) -> None:
    inbox = engine.home.inbox
    write(inbox / "alone.json", WORK, TRIP)
    write(inbox / "export" / "conversations.json", TRIP)
    (inbox / "notes").mkdir()
    (inbox / "notes" / "day.md").write_text(WHOLE_NOTE)
    with zipfile.ZipFile(inbox / "export.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("conversations.json", rfc8785.dumps([TRIP]))
    (inbox / "broken.zip").write_bytes(b"PK\x03\x04 torn")
    request_build(engine, [inbox / "notes"])
    carried = begin(engine, targets.pattern("zebedee", False))
    assert clean_inbox(engine, frozenset(added.export_sha256 for added, _ in carried.sources)) == 4
    assert (inbox / "alone.json").read_bytes() == rfc8785.dumps([WORK, CUT_TRIP])
    assert (inbox / "notes" / "day.md").read_text() == ONE_SECTION
    assert sorted(path.name for path in inbox.iterdir()) == ["alone.json", "broken.zip", "export", "notes"]
    assert clean_inbox(engine, frozenset()) == 0


def test_a_source_of_the_inbox_goes_with_its_file(engine: Engine) -> None:
    dropped = write(engine.home.inbox / "alone.json", LATE)
    request_build(engine, [dropped])
    (added,) = [source for source in registered(open_ledger(engine.home)) if place_of(engine.home, source) == dropped]
    begin(engine, targets.source(added.export_sha256))
    assert clean_inbox(engine, frozenset([added.export_sha256])) == 1
    assert not dropped.exists()


def test_the_name_of_a_file_that_was_not_taken_in_goes_too(tmp_path: Path) -> None:
    """Files that were refused stand by name in the ledger, beside those that were taken in."""
    engine = made(Home(tmp_path / "home"), PART)
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "day.md").write_text("# Plain words", encoding="utf-8")
    (tmp_path / "notes" / "To Zebedee.pdf").write_bytes(b"%PDF")
    request_build(engine, [tmp_path / "notes"])
    begin(engine, targets.pattern("zebedee", False))
    (source,) = registered(open_ledger(engine.home))
    assert [member.name for member in source.members] == ["day.md"]
    assert not any("Zebedee" in one.name for one in source.refused)
    assert source.refused[0].reason == "damaged"


@pytest.mark.whole
def test_the_last_source(tmp_path: Path) -> None:
    engine = made(Home(tmp_path / "home"), PART)
    build(engine, request_build(engine, [write(tmp_path / "conversations.json", TRIP)]).build)
    forget(engine, targets.conversation("trip"))
    assert (current(engine.home), engine.builds.known(), registered(open_ledger(engine.home))) == (None, [], [])
    assert not list(words_in(engine.home))


@pytest.mark.whole
@pytest.mark.parametrize("step", ["gc", "request_build"])
def test_what_is_cut_off_is_ended(engine: Engine, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    def stop(*args: object, **named: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(carry_out, step, stop)
        begin(engine, targets.pattern("Zebedee", False))
        with pytest.raises(KeyboardInterrupt):
            finish(engine, lambda engine: None)
    assert unfinished_forgettings(open_ledger(engine.home))
    finish(engine, lambda engine: None)
    assert not unfinished_forgettings(open_ledger(engine.home))
    assert not list(words_in(engine.home))


@pytest.mark.whole
@pytest.mark.parametrize(
    ("built", "commands"),
    [
        ("engine", [["query", "SELECT 1"]]),  # a search wants the indexes of the whole house
        pytest.param(
            "whole_engine", [["search", "leeks"], ["query", "SELECT 1"], ["timeline", "SELF"]], marks=pytest.mark.whole
        ),
    ],
)
def test_what_is_shown_before_a_forgetting_has_ended_says_so(
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    built: str,
    commands: list[list[str]],
) -> None:
    """A search between a kill and `forget --resume` gave the words without a word."""
    engine: Engine = request.getfixturevalue(built)
    monkeypatch.setenv("ANNALS_HOME", str(engine.home.root))
    for command in commands:
        assert main(command) == 0
        assert "forgetting" not in capsys.readouterr().err
    begin(engine, targets.pattern("Zebedee", False))
    for command in commands:
        assert main(command) == 0
        said = capsys.readouterr()
        assert "a forgetting was interrupted" in said.err
        assert "annals forget --resume removes it" in said.err
        assert "Zebedee" not in said.err
    answering = Answering(engine.home, lambda: engine.config)
    told = answering.call("sql", {"sql": "SELECT 1 AS one"}, Interruptible())
    assert "a forgetting was interrupted" in told["note"], "agents get the same note as people"
    assert "Zebedee" not in told["note"]
    finish(engine, lambda engine: None)
    assert "forgetting" not in (answering.call("sql", {"sql": "SELECT 1 AS one"}, Interruptible()).get("note") or "")
    assert main(["query", "SELECT 1"]) == 0
    assert "forgetting" not in capsys.readouterr().err
    assert not list(words_in(engine.home))


def test_a_preview_changes_nothing_and_says_what_would_go(engine: Engine) -> None:
    before = {path: path.read_bytes() for path in engine.home.root.rglob("*") if path.is_file()}
    plan = make_plan(engine, targets.pattern("zebedee", False), is_for_good=False)
    assert plan.counts() == {
        "messages": 2, "conversations": 0, "titles and other texts": 0, "sources removed whole": 0,
        "sources rewritten": 3, "decisions of yours": 0, "model calls": 0,
    }  # fmt: skip
    after = {path: path.read_bytes() for path in engine.home.root.rglob("*") if path.is_file()}
    assert {p: d for p, d in after.items() if p.suffix != ".lock"} == {
        p: d for p, d in before.items() if p.suffix != ".lock"
    }


@pytest.mark.parametrize(("text", "is_regex"), [("", False), ("  ", False), ("(", True), ("a*", True)])
def test_a_pattern_that_fits_everything_or_nothing_is_refused(text: str, is_regex: bool) -> None:
    with pytest.raises(QueryError):
        targets.pattern(text, is_regex)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(", "a bracket is opened and not closed, from character 1 on ('(')"),
        (r"\((Zebedee|Zoe", "a bracket is opened and not closed, from character 3 on ('(Zebedee|Zoe')"),
        ("Zoe)", "a bracket is closed that was not opened, from character 1 on ('Zoe)')"),
        ("Zoe [a-", "a class of signs is opened and not closed, from character 5 on ('[a-')"),
        ("Zoe*+?", "two signs of repetition follow each other, from character 4 on"),
        ("Zoe(?=!)", "RE2 has no such group: it knows no looking ahead or behind and no references, from character 4"),
    ],
)
def test_a_faulty_pattern_is_told_with_its_fault_its_place_and_the_way_out(
    text: str, said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """It said b'missing ): (', and the library printed the words besides."""
    with pytest.raises(QueryError) as refused:
        targets.pattern(text, True)
    told = str(refused.value)
    assert told.startswith(f"the pattern {text!r} is no regular expression of RE2: {said}")
    assert told.endswith("or leave out --regex to look for the text itself")
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("Märta!", True),
        ("Ma\u0308rta", True),
        ("Märtas", False),
        ("märta", False),
        ("to @mia, now", True),
        ("x@mia", False),
    ],
)
def test_names_are_words_of_their_own(text: str, fits: bool) -> None:
    says = targets.entity(["Märta", "@mia"]).cut.says
    assert says is not None
    assert says(text) is fits


def test_parquet_is_looked_into(tmp_path: Path) -> None:
    """The search for markers would find one."""
    home = Home(tmp_path / "home").prepare()
    pq.write_table(pa.table({"x": ["Zebedee " * 50]}), home.contents / "x.parquet", compression="zstd")
    assert len(list(words_in(home))) == 1
