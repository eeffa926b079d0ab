"""`annals as-of`, `timeline` and `changes` over a small published life, as a person reads them on 80 columns."""

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import duckdb
import pytest

from kg_assets.cli.main import main
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import publish_build, run_build, seal_and_publish
from kg_assets.history.stages import TEMPORALIZE
from kg_assets.intake.asking import request_build
from kg_assets.store.home import Home
from kg_assets.store.readonly import opened, select
from tests.cli.a_life import engine_over
from tests.partial import asked_house_of

pytestmark = pytest.mark.whole

Said = tuple[int, list[str], str]  # exit code, lines of standard output, standard error
# No time stands near a sentence that is not about it.
SAID = (
    ("2021-03-01", "I have lived in Oslo since 2019."),
    ("2021-03-02", "I work at Acme."),
    ("2022-07-01", "I have lived in Berlin since June 2022."),
    ("2023-02-01", "I no longer work at Acme."),
    ("2023-06-01", "I want to learn Spanish."),
    ("2023-07-01", "I have worked at Globex since March 2023."),
    ("2023-08-01", "I visited Lisbon in April 2023."),
    ("2023-08-01", "Maybe Tom works at Initech."),
)
# Of a life that ends with what is over, nothing holds any more: why not is what there is to say.
OVER = (
    ("2020-10-01", "My girlfriend is Ines."),
    ("2020-12-05", "Ines and I broke up last month."),
)
HELD = [
    "",
    "  1 claim is held back: 1 hard to read or said with doubt",
    "  --all shows what is held back",
]
IDS = "SELECT p.canonical_label || ' ' || coalesce(o.canonical_name, ''), a.assertion_id[1:8] FROM assertions a "
IDS += "JOIN predicates p USING (predicate_id) LEFT JOIN entities o ON o.entity_id = a.object_entity_id"


def write_export(folder: Path, told: Sequence[tuple[str, str]] = SAID) -> Path:
    mapping: dict[str, Any] = {}
    for i, (day, text) in enumerate(told):
        said = datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()
        message = {
            "id": f"m{i}", "author": {"role": "user"}, "create_time": said, "metadata": {},
            "content": {"content_type": "text", "parts": [text]},
        }  # fmt: skip
        mapping[f"m{i}"] = {"id": f"m{i}", "parent": f"m{i - 1}" if i else None, "children": [], "message": message}
    conversation = {
        "id": "c1",
        "conversation_id": "c1",
        "title": "Me",
        "current_node": f"m{len(told) - 1}",
        "mapping": mapping,
    }
    (folder / "conversations.json").write_text(json.dumps([conversation]), encoding="utf-8")
    return folder / "conversations.json"


def built(folder: Path, told: Sequence[tuple[str, str]] = SAID) -> Engine:
    engine = engine_over(Home(folder / "home"), house=asked_house_of(TEMPORALIZE))
    build = request_build(engine, [write_export(folder, told)], None).build
    run_build(engine, build)
    _, verdict = seal_and_publish(engine, build)
    assert verdict.allowed
    return engine


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return built(tmp_path_factory.mktemp("lived"))


@pytest.fixture(scope="module")
def ids(engine: Engine) -> dict[str, str]:
    """The beginnings of the claims' ids, by what the claims say."""
    with opened(engine.home) as warehouse:
        return dict(select(warehouse.connection, IDS).fetchall())


@pytest.fixture
def annals(engine: Engine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Said]:
    monkeypatch.setenv("ANNALS_HOME", str(engine.home.root))
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments: str) -> Said:
        code = main(arguments)
        said = capsys.readouterr()
        return code, said.out.splitlines(), said.err

    return run


def test_what_was_true_then(annals: Callable[..., Said]) -> None:
    """Moments in the past, by what is known now and by what was known then; plans and denials are marked."""
    _, lines, _ = annals("as-of", "2022-08")
    assert lines[0] == "As of 2022-08-01, by what was known on 2023-08-01"
    assert [line[2:-8].split() for line in lines[3:]] == [
        ["since", "2022-06", "you", "live", "in", "Berlin"],
        ["…", "–", "2023-02-01", "00:00", "you", "work", "at", "Acme"],
    ]  # fmt: skip
    _, lines, _ = annals("as-of", "2022-08", "--known", "2022-01")
    assert [line[2:-8].split() for line in lines[3:]] == [
        ["since", "2019", "you", "live", "in", "Oslo"], ["said", "2021-03-02", "you", "work", "at", "Acme"],
    ]  # fmt: skip
    _, lines, _ = annals("as-of")
    assert lines[-3:] == HELD
    assert [" ".join(line[2:-8].split()[2:]) for line in lines[3:-3]] == [
        "you live in Berlin", "you want to learn Spanish", "you work at Globex", "you do not work at Acme",
    ]  # fmt: skip
    _, lines, _ = annals("as-of", "2022-08", "--basis", "dated")
    assert lines[0].endswith("(only what words date)")
    assert len(lines[3:]) == 1
    assert annals("as-of", "1990")[1][1:] == ["  nothing is known of then"]


def test_what_nobody_can_be_sure_of_is_counted_and_can_be_seen(annals: Callable[..., Said]) -> None:
    """That nothing is shown does not mean that nothing was said."""
    _, lines, _ = annals("timeline", "Initech")
    assert lines[1:] == ["  nothing certain was said of it", *HELD]
    _, lines, _ = annals("timeline", "Initech", "--all")
    assert lines[1].split()[:-1] == ["said", "2023-08-01", "Tom", "works", "at", "Initech", "(unsure)"]
    assert len(lines) == 2
    _, lines, _ = annals("as-of", "--about", "Initech")
    assert lines[1:] == ["  nothing certain is known of then", *HELD]
    _, lines, _ = annals("as-of", "--about", "Initech", "--all")
    assert [line.split()[-3:-1] for line in lines[3:]] == [["Initech", "(unsure)"]]
    assert annals("as-of", "2022-08", "--about", "Initech")[1][1:] == ["  nothing is known of then"]
    assert json.loads("\n".join(annals("timeline", "Initech", "--json")[1])) == []
    (row,) = json.loads("\n".join(annals("timeline", "Initech", "--json", "--all")[1]))
    assert row["is_sure"] is False


def test_what_is_over_is_said_to_have_ended(
    annals: Callable[..., Said], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ "Nothing is known of then" was all that was said of a partner after "we broke up"."""
    monkeypatch.setenv("ANNALS_HOME", str(built(tmp_path, OVER).home.root))
    for asked in (("as-of",), ("as-of", "--about", "Ines"), ("as-of", "2021-08", "--about", "Ines")):
        _, lines, _ = annals(*asked)
        assert lines[1:4] == ["  nothing is known of then", "", "left out, and why:"]
        assert [line.split()[:5] for line in lines[4:6]] == [
            ["…", "–", "2020-11", "your", "partner"], ["ended:", "Ines", "and", "I", "broke"],
        ]  # fmt: skip
        happened = [line.split()[:3] for line in lines[6:7]]  # which is nothing about Ines
        assert happened == ([] if "--about" in asked else [["2020-11", "you", "broke"]])
    claim = lines[4].split()[-1]
    assert annals("why", claim)[1][-1] == (
        "annals as-of does not say it of the build's moment: ended: Ines and I broke up last month."
    )
    # Of the time before nothing ended; by what was known then it held.
    assert annals("as-of", "2020-10-02", "--known", "2020-11")[1][3].split()[:2] == ["said", "2020-10-01"]


def test_what_hides_a_claim_is_said_where_one_asks_for_it(annals: Callable[..., Said], ids: dict[str, str]) -> None:
    """A newer value, an end, doubt, and time itself, each by its words."""
    shown = {name: annals("why", ids[name])[1][-1].partition("moment: ")[2] for name in ids}
    assert {name: said for name, said in shown.items() if said} == {
        "lives_in Oslo": "followed by Berlin",
        "visited Lisbon": "ended, as is said of it",
        "works_at Initech": "held back: hard to read or said with doubt",
    } | {"works_at Acme": shown["works_at Acme"]}
    _, lines, _ = annals("as-of", "2022-08", "--all")
    assert [line.strip() for line in lines[lines.index("left out, and why:") + 2 :: 2]] == ["followed by Berlin"]
    assert annals("as-of", "2022-08", "--about", "Globex")[1][-1].strip() == "begins later"


def test_a_date_is_read_in_the_zone_in_which_it_is_shown(
    annals: Callable[..., Said], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The job at Acme ended at midnight UTC: at two on the clocks of Oslo in summer, at one in winter."""
    own = tmp_path / "own.yaml"
    own.write_text("time: {anchor_timezone: Europe/Oslo}", encoding="utf-8")
    monkeypatch.setenv("ANNALS_CONFIG", str(own))
    _, lines, _ = annals("as-of", "2023-02-01")
    assert lines[0] == "As of 2023-02-01, by what was known on 2023-08-01 02:00"
    assert any("…" in line and "2023-02-01 01:00" in line for line in lines)
    assert not any("…" in line for line in annals("as-of", "2023-02-01T01:00")[1])
    assert not any("…" in line for line in annals("as-of", "2023-02-01T00:00Z")[1])


def test_only_what_concerns_one(annals: Callable[..., Said]) -> None:
    _, lines, _ = annals("as-of", "2022-08", "--about", "acme")
    assert [line[2:-8].split()[-2:] for line in lines[3:]] == [["at", "Acme"]]
    _, lines, _ = annals("changes", "2019", "2024", "--about", "Globex")
    assert [line.split()[1:-1] for line in lines if line.startswith("  ")] == [
        ["learnt", "you", "work", "at", "Globex"], ["began", "you", "work", "at", "Globex"],
    ]  # fmt: skip


def test_a_life_in_order(annals: Callable[..., Said], ids: dict[str, str]) -> None:
    """By when it was true; its end stands under what ended, and what has no beginning gets none."""
    _, lines, _ = annals("timeline", "SELF")
    assert lines[0] == "SELF (PERSON)"
    assert lines[1].split() == ["2019", "–", "2022-06", "you", "lived", "in", "Oslo", ids["lives_in Oslo"]]
    assert lines[2].strip() == "followed by Berlin"
    begins = [line.split()[0] for line in lines[3:] if not line.startswith("   ")]
    assert begins == ["since", "…", "said", "since", "2023-04", "said"]
    assert any(line.strip().startswith("said to be over: I no longer work at Acme") for line in lines)
    _, lines, _ = annals("timeline", "Lisbon")
    assert lines[1].split() == ["2023-04", "you", "visited", "Lisbon", ids["visited Lisbon"]]


def test_what_changed(annals: Callable[..., Said]) -> None:
    """Both axes: what was learnt and when, and what happened in the world and when, each as exact as it was said."""
    _, lines, _ = annals("changes", "2022", "2023-04")
    known, world = lines[: lines.index(next(line for line in lines if line.startswith("What began")))], lines
    assert known[0] == "What came to be known after 2022-01-01 up to 2023-04-01"
    assert [line.split()[:4] for line in known[1:]] == [
        ["2022-07-01", "learnt", "you", "live"], ["2022-07-01", "closed", "you", "live"],
        ["2023-02-01", "learnt", "you", "do"], ["2023-02-01", "ended", "you", "work"],
    ]  # fmt: skip
    found = sorted(" ".join(line.split()[:-1]) for line in world[len(known) + 1 :])
    assert found == [
        "2022-06 began you live in Berlin", "2022-06 ended you live in Oslo",
        "2023-02-01 00:00 ended you work at Acme", "2023-03 began you work at Globex",
    ]  # fmt: skip
    _, april, _ = annals("changes", "2023-04", "2023-05")
    assert " ".join(april[-1].split()[:-1]) == "2023-04 happened you visited Lisbon"
    assert annals("changes", "1990", "1991")[1][1::2] == ["  nothing", "  nothing"]


@pytest.mark.parametrize("command", [("as-of",), ("timeline", "SELF"), ("changes", "2019", "2024")])
def test_every_line_fits_the_terminal_and_leads_to_a_claim(
    annals: Callable[..., Said], ids: dict[str, str], command: tuple[str, ...]
) -> None:
    _, lines, _ = annals(*command)
    assert max(map(len, lines)) <= 80
    assert set(" ".join(lines).split()) & set(ids.values())


@pytest.mark.parametrize("command", [("as-of", "2022-08"), ("timeline", "SELF"), ("changes", "2019", "2024")])
def test_machines_get_every_column(annals: Callable[..., Said], command: tuple[str, ...]) -> None:
    """And with them the place of the words: message and offsets."""
    _, lines, _ = annals(*command, "--json")
    rows = json.loads("\n".join(lines))
    assert rows
    for row in rows:
        text = SAID[int(row["message_id"][1:])][1]
        words = text[row["char_start"] : row["char_end"]]
        assert row["object"].split()[-1] in words


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (("as-of", "June"), "'June' is no moment; 2022, 2022-06, 2022-06-01 or 2022-06-01T12:00Z is expected"),
        (("as-of", "--known", "2022-06-31"), "'2022-06-31' is no moment"),
        (("changes", "2023", "2022"), "2023 lies after 2022; give the earlier moment first"),
        (("timeline", "Globux"), "no entity is called 'Globux'; the nearest are:\n  Globex"),
        (("as-of", "--about", "Berlim"), "no entity is called 'Berlim'; the nearest are:\n  Berlin"),
    ],
)
def test_errors_say_what_is_expected(annals: Callable[..., Said], command: tuple[str, ...], expected: str) -> None:
    code, lines, error = annals(*command)
    assert (code, lines) == (1, [])
    assert expected in error


def test_a_file_without_the_macros_says_how_to_renew_it(engine: Engine, annals: Callable[..., Said]) -> None:
    """As an older version would have published it."""
    (ref,) = engine.builds.sealed()
    with duckdb.connect(str(engine.home.database)) as connection:
        connection.execute("DROP MACRO TABLE kg.history_at")
    code, _, error = annals("as-of")
    publish_build(engine, engine.builds.load(ref))
    assert code == 1
    assert f"published by an older version; `annals publish {ref}` publishes it again" in error
    assert annals("as-of")[0] == 0


def test_a_reader_keeps_its_answer_while_another_build_is_published(engine: Engine) -> None:
    """The macros are in the file that a reader opened; a publication swaps the file, not what is open."""
    (ref,) = engine.builds.sealed()
    question = "FROM facts_as_of('2022-08')"
    with opened(engine.home) as before:
        first = select(before.connection, question).fetchall()
        publish_build(engine, engine.builds.load(ref))
        assert select(before.connection, question).fetchall() == first
        with opened(engine.home) as after:
            assert select(after.connection, question).fetchall() == first
    assert len(first) == 2


def test_the_columns_of_a_view_are_told_as_those_of_a_table(annals: Callable[..., Said]) -> None:
    """A name that is both is the table's; another that is neither is told with what is near."""
    view, table, wrong = (annals("tables", name) for name in ("claims_readable", "assertions", "asertions"))
    assert "subject" in {line.split()[0] for line in view[1][3:]}
    assert table[1][0].startswith("kg.assertions: ")
    assert (wrong[0], "did you mean kg.assertions" in wrong[2]) == (1, True)
