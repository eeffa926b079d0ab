"""`annals review`: what a person decides reaches the next build and can be taken back."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from kg_assets.cli.main import main
from kg_assets.core.config import load_config
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import given_of, run_build, seal_and_publish
from kg_assets.house import HOUSE as WHOLE_HOUSE
from kg_assets.intake.asking import request_build
from kg_assets.store.home import Home
from kg_assets.store.readonly import opened
from kg_assets.store.registry import open_ledger
from tests.cli.naming_house import HOUSE, entity_id
from tests.conftest import ROOT, Annals

pytestmark = pytest.mark.whole

Said = tuple[int, str, str]  # exit code, standard output, standard error
Review = Callable[..., Said]

SELF = entity_id("PERSON", "__SELF__")
KELLER = entity_id("PERSON", "anna keller")
ANNA = entity_id("CUSTOM_TERM", "anna")
HANDLE = entity_id("HANDLE", "@anna")
BEN = entity_id("PERSON", "ben")
BEN_TERM = entity_id("CUSTOM_TERM", "ben")
BENNY = entity_id("ORG", "benny & co")
BAKERY = entity_id("ORG", "zoë's bakery")

TEXTS = ("Anna Keller met Benny at Zoë's Bakery", "Anna is @anna, says Ben", "Ben! Anna!")


def node(key: str, parent: str | None, second: int, text: str) -> dict[str, Any]:
    message = {
        "id": key, "author": {"role": "user"}, "create_time": 1700000000.0 + second,
        "content": {"content_type": "text", "parts": [text]}, "metadata": {},
    }  # fmt: skip
    return {"id": key, "parent": parent, "children": [], "message": message}


def engine_over(home: Home, monkeypatch: pytest.MonkeyPatch) -> Engine:
    # The house of a test is in no package, so it has no code version.
    monkeypatch.setattr("kg_assets.engine.runner.stage_code_version", lambda *_: "0" * 64)
    return Engine(home, HOUSE, load_config(HOUSE.sections), 1, None)


def built(engine: Engine, *paths: Path, as_of: str | None = None) -> str:
    build = request_build(engine, paths, as_of).build
    run_build(engine, build)
    _, verdict = seal_and_publish(engine, build)
    assert verdict.allowed, verdict.reason
    return build


def write_source(folder: Path) -> Path:
    keys = ["m0", "m1", "m2"]
    mapping = {
        key: node(key, keys[i - 1] if i else None, i, text)
        for i, (key, text) in enumerate(zip(keys, TEXTS, strict=True))
    }
    conversation = {"id": "c1", "conversation_id": "c1", "title": "People", "current_node": "m2", "mapping": mapping}
    source = folder / "conversations.json"
    source.write_text(json.dumps([conversation]), encoding="utf-8")
    return source


def reviewing(home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Review:
    """`annals review ...` over a home, in this process."""
    monkeypatch.setenv("ANNALS_HOME", str(home.root))

    def run(*arguments: str) -> Said:
        capsys.readouterr()
        code = main(["review", *arguments])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


@pytest.fixture
def engine(home: Home, monkeypatch: pytest.MonkeyPatch) -> Engine:
    return engine_over(home, monkeypatch)


@pytest.fixture
def first_build(engine: Engine, tmp_path: Path) -> str:
    return built(engine, write_source(tmp_path))


@pytest.fixture
def review(
    home: Home, first_build: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Review:  # fmt: skip
    """Over a home of its own, for tests that build again."""
    return reviewing(home, monkeypatch, capsys)


@pytest.fixture(scope="module")
def built_home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """One build, shared by the tests that only decide."""
    folder = tmp_path_factory.mktemp("review")
    home = Home(folder / "home").prepare()
    with pytest.MonkeyPatch.context() as monkeypatch:
        built(engine_over(home, monkeypatch), write_source(folder))
    return home


@pytest.fixture
def decide(
    built_home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Review]:  # fmt: skip
    """Over the shared home; what a test decided is gone after it."""
    ledger = open_ledger(built_home).path
    before = ledger.read_bytes()
    yield reviewing(built_home, monkeypatch, capsys)
    ledger.write_bytes(before)


def recorded(home: Home) -> list[tuple[str, str, str | None]]:
    """(kind, merged, into) of the decisions in the ledger."""
    entries = open_ledger(home).entries(["entities_merged", "entities_split"])
    return [
        (e.kind, e.body["merged"]["entity_id"], e.body["into"]["entity_id"] if "into" in e.body else None)
        for e in entries
    ]


def published(home: Home) -> Mapping[str, str | None]:
    with opened(home) as warehouse:
        rows = warehouse.connection.execute("SELECT entity_id, merged_into FROM entities__named").fetchall()
    return dict(rows)


# --- from a decision to a build --------------------------------------------------------------------------------------


def test_a_merge_and_its_split_each_lead_to_a_new_build(
    engine: Engine, home: Home, first_build: str, review: Review
) -> None:  # fmt: skip
    assert request_build(engine).build == first_build, "nothing was decided yet"
    code, out, _ = review("merge", "Anna Keller", "Anna")
    assert code == 0
    assert "annals build" in out
    assert f"annals review split {ANNA}" in out
    second = built(engine)
    assert second != first_build
    (entry,) = given_of(engine, second).ledger["entities_merged"]
    assert (entry["merged"]["entity_id"], entry["into"]["entity_id"]) == (ANNA, KELLER)
    assert published(home)[ANNA] == KELLER
    with opened(home) as warehouse:
        rows = warehouse.connection.execute(
            "SELECT message_id, surface_text FROM mentions_of('anna') ORDER BY ALL"
        ).fetchall()
        names = warehouse.connection.execute(
            "SELECT name, mentions FROM entity_overview WHERE mentions > 0 ORDER BY ALL"
        ).fetchall()
    assert rows == [("m0", "Anna Keller"), ("m1", "Anna"), ("m2", "Anna")]
    assert names == [("@anna", 1), ("Anna Keller", 3), ("Ben", 1), ("Ben", 2), ("Zoë's Bakery", 1)]
    assert review("split", "Anna")[0] == 0
    third = built(engine)
    assert third not in (first_build, second)
    assert published(home)[ANNA] is None
    assert given_of(engine, second).ledger["entities_split"] == [], "an earlier build is what it was"


def test_what_undoes_a_merge_gives_the_bytes_of_before(engine: Engine, first_build: str, review: Review) -> None:
    before = engine.builds.load(engine.builds.find_sealed(first_build)).tables
    review("merge", "Anna Keller", "Anna")
    review("split", "Anna")
    after = engine.builds.load(engine.builds.find_sealed(built(engine))).tables
    assert {name: table.contents for name, table in after.items()} == {
        name: table.contents for name, table in before.items()
    }


def test_what_is_said_to_run_next_is_a_build_that_shows(engine: Engine, review: Review) -> None:
    """After a build for a later moment, a plain one at the horizon would not be published over it."""
    assert review("merge", "Anna Keller", "Anna")[1].endswith("annals build\n")
    built(engine, as_of="2030-01-01")
    assert review("merge", "Anna Keller", "@anna")[1].endswith("annals build --as-of 2030-01-01T00:00:00.000Z\n")


def test_a_decision_is_not_recorded_twice(built_home: Home, decide: Review) -> None:
    decide("merge", "Anna Keller", "Anna")
    code, out, _ = decide("merge", KELLER, ANNA)
    assert code == 0
    assert "already" in out
    decide("merge", "@anna", "Anna Keller")
    # Anna is part of Anna Keller, who is @anna: nothing new.
    assert "already" in decide("merge", HANDLE, ANNA)[1]
    assert recorded(built_home) == [("entities_merged", ANNA, KELLER), ("entities_merged", KELLER, HANDLE)]


# --- who is meant ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Anna Keller", KELLER), ("anna keller", KELLER), ("ANNA  keller", KELLER), (KELLER, KELLER),
        (KELLER[:8], KELLER), (KELLER[:8].upper(), KELLER), ("@anna", HANDLE), ("Benny", BEN), ("zoë's BAKERY", BAKERY),
        ("Zoe\u0308's bakery", BAKERY),
    ],
)  # fmt: skip
def test_names_aliases_keys_and_ids(built_home: Home, decide: Review, typed: str, meant: str) -> None:
    assert decide("merge", "SELF", typed)[0] == 0
    assert recorded(built_home) == [("entities_merged", meant, SELF)]


def test_exact_stands_before_any_case(built_home: Home, decide: Review) -> None:
    """An alias of Ben differs from the name of a firm by its capitals only."""
    assert decide("merge", "BENNY", "Benny")[0] == 0
    assert recorded(built_home) == [("entities_merged", BEN, BENNY)]
    assert "fits 2 entities" in decide("merge", "Anna", "benny")[2]


def test_a_name_of_several_is_an_error_that_lists_them(built_home: Home, decide: Review) -> None:
    code, out, err = decide("merge", "Anna", "Ben")
    assert (code, out) == (1, "")
    # The more often named one first.
    lines = [line.split() for line in err.splitlines()[1:]]
    assert lines == [
        ["Ben", "PERSON", "2", "mentions", "last", "seen", "2023-11-14", BEN],
        ["Ben", "CUSTOM_TERM", "1", "mention", "last", "seen", "2023-11-14", BEN_TERM],
    ]
    assert recorded(built_home) == []
    assert decide("merge", "Anna", "Ben", "--type", "person")[0] == 0
    assert recorded(built_home) == [("entities_merged", BEN, ANNA)]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("merge", "Anna", "Bem"), "the nearest are:\n  Ben"),
        (("merge", "Anna", "Qwertz"), "none nearly so"),
        (("merge", "Anna", "Ben", "--type", "DOI"), "fits 2 entities"),
        (("merge", "Anna", "@anna", "--type", "DOI"), "nothing of type DOI"),
        (("merge", "Anna", "Ben", "--type", "FRIEND"), "the types are EMAIL"),
        (("merge", "Anna", "anna"), "one entity already"),
        (("merge", "Anna", "SELF"), f"annals review merge SELF {ANNA}"),
        (("merge", "Anna", SELF), "SELF is you"),
        (("split", "Anna"), "is not merged into anything"),
        (("split", "Ann"), "the nearest are:\n  Anna"),
        (("split", "SELF"), "is not merged into anything"),
    ],
)
def test_what_cannot_be_done_is_said_and_not_recorded(
    built_home: Home, decide: Review, arguments: tuple[str, ...], said: str
) -> None:  # fmt: skip
    code, out, err = decide(*arguments)
    assert (code, out) == (1, "")
    assert said in err
    assert recorded(built_home) == []


def test_a_name_means_the_same_before_and_after_the_build_of_its_merge(
    engine: Engine, home: Home, review: Review
) -> None:  # fmt: skip
    """The survivor takes the name over as an alias: whom the merged entity's own name means must not change by that."""
    review("merge", "Ben", "Anna", "--type", "PERSON")
    built(engine)
    with opened(home) as warehouse:
        (aliases,) = warehouse.connection.execute(
            "SELECT aliases FROM entity_overview WHERE entity_id = ?", [BEN]
        ).fetchone() or ([],)
    assert "Anna" in aliases
    # A wrong target, set right.
    code, out, _ = review("merge", "Anna Keller", "Anna")
    assert code == 0
    assert "Anna (CUSTOM_TERM) is no longer part of Ben (PERSON)" in out
    assert recorded(home)[-1] == ("entities_merged", ANNA, KELLER)


def test_what_a_decision_changes_besides_is_said(built_home: Home, decide: Review) -> None:
    decide("merge", "Anna Keller", "Anna")
    # A chain: its end is told.
    out = decide("merge", "Anna", "@anna")[1]
    assert "Anna (CUSTOM_TERM) is itself part of Anna Keller (PERSON)" in out
    # The other way round: what held before holds no longer.
    out = decide("merge", "Anna", "Anna Keller")[1]
    assert "Anna (CUSTOM_TERM) is no longer part of Anna Keller (PERSON)" in out
    assert "itself" not in out
    decide("merge", "SELF", "Anna")
    out = decide("split", "Anna")[1].splitlines()
    assert out[0] == "recorded: Anna (CUSTOM_TERM) is no longer part of SELF (PERSON)"
    assert sorted(out[1:3]) == ["  @anna (HANDLE) stays part of it", "  Anna Keller (PERSON) stays part of it"]
    assert {row["into_id"] for row in json.loads(decide("merges", "--json")[1])} == {ANNA}


def test_a_type_names_also_what_was_merged(built_home: Home, decide: Review) -> None:
    """Ben the term is part of Ben the person: the name alone means the person, with its type it means the term."""
    decide("merge", BEN, BEN_TERM)
    assert decide("merge", "BENNY", "Ben", "--type", "CUSTOM_TERM")[0] == 0
    assert recorded(built_home)[-1] == ("entities_merged", BEN_TERM, BENNY)


def test_of_two_of_one_name_the_one_that_stayed_is_meant(engine: Engine, home: Home, review: Review) -> None:
    review("merge", BEN, BEN_TERM)
    for _ in range(2):
        assert review("merge", "Ben", "@anna")[0] == 0
        assert recorded(home)[-1] == ("entities_merged", HANDLE, BEN)
        review("split", "@anna")
        built(engine)
    assert review("split", "Ben")[0] == 0
    assert recorded(home)[-1] == ("entities_split", BEN_TERM, None)


# --- the list --------------------------------------------------------------------------------------------------------


def test_merges_are_listed_with_what_the_build_knows_of_them(engine: Engine, review: Review) -> None:
    assert review("merges")[1].startswith("nothing is merged")
    assert json.loads(review("merges", "--json")[1]) == []
    review("merge", "Anna Keller", "Anna")
    built(engine)
    review("merge", "SELF", "Anna Keller")
    review("merge", "Ben", "Zoë's Bakery", "--type", "PERSON")
    rows = {row["name"]: row for row in json.loads(review("merges", "--json")[1])}
    assert list(rows["Anna"]) == [
        "entity_id", "entity_type", "entity_key", "into_id", "into_type", "into_key", "name", "into_name", "state",
    ]  # fmt: skip
    found = {name: (row["into_name"], row["into_id"], row["state"]) for name, row in rows.items()}
    assert found == {
        "Anna": ("SELF", SELF, "waits for a build"),
        "Anna Keller": ("SELF", SELF, "waits for a build"),
        "Zoë's Bakery": ("Ben", BEN, "waits for a build"),
    }
    built(engine)
    printed = review("merges")[1].splitlines()
    assert len(printed) == 5
    assert all(line.endswith("built") for line in printed[2:])


def test_what_no_build_holds_any_more_can_be_split(built_home: Home, decide: Review) -> None:
    """A merge outlives its entity: the source that named it was taken back."""
    gone = {"entity_id": "gone-1234", "entity_type": "ORG", "entity_key": "gone & sons"}
    anna = {"entity_id": ANNA, "entity_type": "CUSTOM_TERM", "entity_key": "anna"}
    open_ledger(built_home).append("entities_merged", {"into": anna, "merged": gone})
    (row,) = json.loads(decide("merges", "--json")[1])
    assert (row["name"], row["state"]) == ("gone & sons", "not in the published build")
    assert decide("split", "Gone & Sons")[0] == 0
    assert json.loads(decide("merges", "--json")[1]) == []


# --- around it -------------------------------------------------------------------------------------------------------


def test_without_a_build_it_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    review = reviewing(Home(tmp_path / "empty").prepare(), monkeypatch, capsys)
    for arguments in (("merge", "a", "b"), ("split", "a"), ("merges",)):
        code, _, err = review(*arguments)
        assert code == 1
        assert "annals build" in err


def test_a_build_of_before_there_were_entities_is_told(engine: Engine, first_build: str, review: Review) -> None:
    manifest = engine.builds.manifest_path(engine.builds.find_sealed(first_build))
    older = manifest.read_text().replace("kg.entities__named", "kg.entities__older")
    manifest.write_text(older.replace('"kg.entities"', '"kg.entities_older"'))
    code, _, err = review("merges")
    assert code == 1
    assert "knows no entities" in err


def test_deciding_does_not_load_dagster() -> None:
    code = "import sys, kg_assets.cli.commands.deciding\nprint('dagster' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "False"


@pytest.mark.skipif("kg.entities__named" not in WHOLE_HOUSE.tables, reason="the house writes no entities")
def test_merge_and_build_at_once_through_the_whole_house(annals: Annals, home: Home, small_export: Path) -> None:
    annals("build", small_export)
    sql = "SELECT entity_id FROM entity_overview ORDER BY mentions DESC, entity_id LIMIT 2"
    into, other = [row["entity_id"] for row in json.loads(annals("query", sql, "--format", "json").stdout)]
    said = annals("review", "merge", into, other, "--build").stdout
    assert "published" in said
    assert published(home)[other] == into
    (row,) = json.loads(annals("review", "merges", "--json").stdout)
    assert row["state"] == "built"
    annals("review", "split", other, "--build")
    assert published(home)[other] is None
