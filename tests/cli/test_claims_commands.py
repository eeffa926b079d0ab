"""`annals confirm|reject|correct|undo|why` and `review claims`: verdicts reach the ledger as they are meant."""

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg_assets.cli.main import main
from kg_assets.core.config import load_config
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import run_build, seal_and_publish
from kg_assets.intake.asking import request_build
from kg_assets.lexicon.merges import standing_merges
from kg_assets.queries.decided import given_entries
from kg_assets.queries.decided import verdicts_standing as standing
from kg_assets.store.home import Home
from kg_assets.store.readonly import opened
from kg_assets.store.registry import open_ledger
from tests.cli.claims_house import HOUSE, IDS, entity_id
from tests.conftest import ROOT

pytestmark = pytest.mark.whole

Said = tuple[int, str, str]  # exit code, standard output, standard error
TEXTS = ("I live in York. I work at Acme!", "Anna live in Oslo", "I like tea", "Scratch that.")
YORK, ACME, OSLO, TEA = (
    IDS.make("assertion", *place) for place in (("m0", 0), ("m0", 16), ("m1", 0), ("m2", 0))
)  # fmt: skip


def built(engine: Engine, *paths: Path) -> str:
    build = request_build(engine, paths, None).build
    run_build(engine, build)
    _, verdict = seal_and_publish(engine, build)
    assert verdict.allowed, verdict.reason
    return build


def write_source(folder: Path, texts: tuple[str, ...] = TEXTS) -> Path:
    mapping: dict[str, Any] = {}
    for i, text in enumerate(texts):
        message = {
            "id": f"m{i}", "author": {"role": "user"}, "create_time": 1700000000.0 + i,
            "content": {"content_type": "text", "parts": [text]}, "metadata": {},
        }  # fmt: skip
        parent = f"m{i - 1}" if i else None
        mapping[f"m{i}"] = {"id": f"m{i}", "parent": parent, "children": [], "message": message}
    conversation = {
        "id": "c1", "conversation_id": "c1", "title": "Where I am", "current_node": "m3", "mapping": mapping
    }  # fmt: skip
    source = folder / "conversations.json"
    source.write_text(json.dumps([conversation]), encoding="utf-8")
    return source


def engine_over(home: Home, monkeypatch: pytest.MonkeyPatch) -> Engine:
    # The house of a test is in no package, so it has no code version.
    monkeypatch.setattr("kg_assets.engine.runner.stage_code_version", lambda *_: "0" * 64)
    return Engine(home, HOUSE, load_config(HOUSE.sections), 1, None)


@pytest.fixture(scope="module")
def built_home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """One build, shared by the tests; each starts with an empty ledger of decisions behind the source's entry."""
    folder = tmp_path_factory.mktemp("claims")
    home = Home(folder / "home").prepare()
    with pytest.MonkeyPatch.context() as monkeypatch:
        built(engine_over(home, monkeypatch), write_source(folder))
    return home


@pytest.fixture
def ledger_file(built_home: Home) -> Path:
    path: Path = open_ledger(built_home).path
    before = path.read_bytes()
    yield path  # type: ignore[misc]
    path.write_bytes(before)


@pytest.fixture
def run(
    built_home: Home, ledger_file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Said]:  # fmt: skip
    monkeypatch.setenv("ANNALS_HOME", str(built_home.root))

    def annals(*arguments: str, typed: str = "") -> Said:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        capsys.readouterr()
        code = main(list(arguments))
        said = capsys.readouterr()
        return code, said.out, said.err

    return annals


def recorded(home: Home) -> list[tuple[str, str, dict[str, str | None] | None]]:
    """The verdicts that stand: kind, quote, what a correction changes."""
    changes = [
        (v.kind, v.quote, {k: c for k, c in v.replacement.items() if c is not None} if v.replacement else None)
        for v in standing(open_ledger(home))
    ]
    return sorted(changes, key=lambda change: change[1])


# --- verdicts --------------------------------------------------------------------------------------------------------


def test_a_verdict_is_recorded_with_message_words_and_fact(built_home: Home, run: Callable[..., Said]) -> None:
    """None of it is a row's id: the verdict must find its claim in every later build."""
    code, out, _ = run("confirm", YORK)
    assert code == 0
    assert out.startswith("recorded: confirmed you live in York\n  to take it back: annals undo 2\n")
    assert out.endswith("it holds from the next build on: annals build\n")
    (entry,) = given_entries(open_ledger(built_home), "claim_confirmed")
    fact = json.dumps(
        [entity_id("SELF"), IDS.make("pred", "lives_in"), f"E:{entity_id('York')}"], separators=(",", ":")
    )
    assert entry == {
        "message_id": "m0", "quote": "I live in York", "fact_key": fact, "polarity": "positive", "position": 2
    }  # fmt: skip


def test_a_beginning_of_an_id_is_enough_and_the_last_verdict_holds(built_home: Home, run: Callable[..., Said]) -> None:
    run("confirm", ACME[:8].upper())
    assert run("reject", ACME[:8])[0] == 0
    assert recorded(built_home) == [("rejected", "I work at Acme", None)]
    code, out, _ = run("reject", ACME)
    assert code == 0
    assert "nothing was recorded" in out
    assert len(given_entries(open_ledger(built_home), "claim_rejected")) == 1


def test_a_correction_holds_only_what_it_changes(built_home: Home, run: Callable[..., Said]) -> None:
    run("correct", YORK, "--object", "Leeds", "--predicate", "Lives in", "--polarity", "positive")
    assert recorded(built_home) == [("corrected", "I live in York", {"object": "Leeds"})]
    run("correct", TEA, "--predicate", "works at", "--polarity", "negative")
    assert ("corrected", "I like tea", {"predicate": "works_at", "polarity": "negative"}) in recorded(built_home)


def test_d72_031_a_correction_can_give_another_subject_and_a_rejection_can_hold_everywhere(
    built_home: Home, run: Callable[..., Said]
) -> None:  # fmt: skip
    run("correct", YORK, "--subject", "Anna")
    assert recorded(built_home) == [("corrected", "I live in York", {"subject": "Anna"})]
    assert "wherever it is said" in run("reject", TEA, "--everywhere")[1]
    assert "nothing was recorded" in run("reject", TEA)[1]
    (entry,) = given_entries(open_ledger(built_home), "claim_rejected")
    assert entry["is_everywhere"] is True
    assert "rejected “I like tea” and wherever it is said" in run("undo")[1]


def times_recorded(home: Home) -> dict[str, tuple[str, str | None, str]]:
    """The times that the one correction gives: from, to and grain of each."""
    (found,) = standing(open_ledger(home))
    given = {name: value for name, value in (found.replacement or {}).items() if isinstance(value, dict)}
    return {name: (one["from_utc"][:10], one["to_utc"] and one["to_utc"][:10], one["precision"])
            for name, one in given.items()}  # fmt: skip


def test_d72_031_a_correction_can_give_a_time_as_a_person_writes_it(
    built_home: Home, run: Callable[..., Said]
) -> None:  # fmt: skip
    """Each as exact as its words; what was corrected before stays, the same twice is one, and undo takes it back."""
    out = run("correct", YORK, "--from", "2023-05", "--until", "October 2023")[1]
    assert "corrected you live in York: from 2023-05, until October 2023 (2023-10)\n" in out
    since, until = ("2023-05-01", "2023-06-01", "month"), ("2023-10-01", "2023-11-01", "month")
    assert times_recorded(built_home) == {"since": since, "until": until}
    assert "nothing was recorded" in run("correct", YORK, "--until", "October 2023")[1]
    run("correct", YORK, "--object", "Leeds", "--until", "2024")
    assert times_recorded(built_home) == {"since": since, "until": ("2024-01-01", "2025-01-01", "year")}
    assert recorded(built_home)[0][2]["object"] == "Leeds"  # type: ignore[index]
    run("correct", YORK, "--when", "2019", "--object", "York")
    assert times_recorded(built_home) == {"when": ("2019-01-01", "2020-01-01", "year")}
    assert "object" not in recorded(built_home)[0][2]  # type: ignore[operator]
    assert run("undo")[1].startswith("taken back: decision 4, corrected “I live in York”: in the time 2019\n")
    assert set(times_recorded(built_home)) == {"since", "until"}
    assert "from 2023-05, until 2024" in run("review", "verdicts")[1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("correct", YORK, "--until", "soonish"), "is no time that can be read; 2023, 2023-05, May 2023"),
        (("correct", YORK, "--from", ""), "is no time that can be read"),
        (("correct", YORK, "--from", "three weeks"), "is no time that can be read"),
        (("correct", YORK, "--when", "when it rained in 2019"), "holds more than a time; write it alone, as in --when"),
        (("correct", YORK, "--until", "the other day"), "cannot be said; name months or days"),
        (("correct", YORK, "--from", "2024", "--until", "2023-12"), "cannot end (2023-12) before it begins (2024)"),
        (("correct", YORK, "--when", "2019", "--until", "2020"), "it would be said twice"),
        (("correct", YORK, "--subject", " "), "--subject wants a name"),
        (("confirm", "12345678"), "no claim has the id"),
        (("confirm", "abc"), "at least 4 characters are to be typed; no claim begins so"),
        (("why", "a"), "'a' is too short for an id"),
        (("why", YORK[:3]), "at least 4 characters are to be typed; one claim begins so"),
        (("reject", YORK[:3]), "at least 4 characters are to be typed; one claim begins so"),
        (("why", "1c1c1c"), "no claim has the id '1c1c1c'"),
        (("correct", YORK), f"annals reject {YORK[:8]}"),
        (("correct", YORK, "--object", "York"), "say what it should be"),
        (("correct", YORK, "--predicate", "live in"), "near are lives_in"),
        (("undo",), "no decision to take back"),
        (("undo", "1"), "position 1 of the ledger is no decision"),
        (("undo", "99"), "position 99"),
        (("why", "zzzzqqqq"), "sounds like it"),
    ],
)
def test_what_cannot_be_done_is_said_and_not_recorded(
    built_home: Home, run: Callable[..., Said], arguments: tuple[str, ...], said: str
) -> None:  # fmt: skip
    code, out, err = run(*arguments)
    assert (code, out) == (1, "")
    assert said in err
    assert open_ledger(built_home).position() == 1


def test_verdicts_are_listed_the_newest_first(run: Callable[..., Said]) -> None:
    assert "annals review claims" in run("review", "verdicts")[1]
    run("confirm", YORK)  # 2
    run("correct", ACME, "--object", "Beta")  # 3
    run("reject", TEA)  # 4
    run("undo", "4")  # 5
    lines = [line.split() for line in run("review", "verdicts")[1].splitlines()[2:4]]
    assert [line[:3] for line in lines] == [["3", "corrected", "positive"], ["2", "confirmed", "positive"]]
    assert lines[0][3:] == ["I", "work", "at", "Acme", "object", "Beta"]
    found = json.loads(run("review", "verdicts", "--json")[1])
    assert [(v["position"], v["kind"], v["quote"]) for v in found] == [
        (3, "corrected", "I work at Acme"), (2, "confirmed", "I live in York"),
    ]  # fmt: skip


def test_a_merge_into_the_person_says_what_comes_along(run: Callable[..., Said]) -> None:
    out = run("review", "merge", "SELF", "Anna")[1]
    assert "with it come 1 mention and 1 claim\n" in out
    assert "Anna lives in Oslo" in out


def test_merges_and_splits_as_data(run: Callable[..., Said]) -> None:
    found = json.loads(run("review", "merge", "Acme", "York", "--json")[1])
    assert (found["recorded"], found["position"], found["merged"]["entity_key"]) == (True, 2, "york")
    assert found["comes_along"]["claims"] == [YORK]
    assert json.loads(run("review", "merge", "Acme", "York", "--json")[1])["recorded"] is False
    split = json.loads(run("review", "split", "York", "--json")[1])
    assert (split["recorded"], split["position"], split["was_part_of"]) == (True, 3, entity_id("Acme"))


# --- undoing ---------------------------------------------------------------------------------------------------------


def test_undo_goes_back_step_by_step_and_can_be_undone(built_home: Home, run: Callable[..., Said]) -> None:
    run("confirm", YORK)  # 2
    run("correct", ACME, "--object", "Beta")  # 3
    assert run("undo")[1].startswith("taken back: decision 3, corrected “I work at Acme”: object Beta\n")  # 4
    assert recorded(built_home) == [("confirmed", "I live in York", None)]
    assert run("undo")[1].startswith("taken back: decision 2, confirmed “I live in York”\n")  # 5
    assert recorded(built_home) == []
    assert run("undo", "3")[2].startswith("annals: decision 3 is taken back already")
    assert "the undoing of decision 2" in run("undo", "5")[1]  # 6
    assert recorded(built_home) == [("confirmed", "I live in York", None)]
    assert "the undoing of decision 3" in run("undo", "4")[1]
    assert len(recorded(built_home)) == 2


def test_undo_says_what_the_undoing_took_back(run: Callable[..., Said]) -> None:
    run("confirm", YORK)  # 2
    run("undo")  # 3
    said = run("undo", "3")[1].splitlines()[0]
    assert said == "taken back: decision 3, the undoing of decision 2 (confirmed “I live in York”)"


def test_a_verdict_is_taken_back_by_the_claims_id_or_words(built_home: Home, run: Callable[..., Said]) -> None:
    run("reject", YORK)  # 2
    run("reject", ACME)  # 3
    run("confirm", TEA)  # 4
    assert "decision 2, rejected “I live in York”" in run("undo", YORK[:8])[1]
    assert "decision 3, rejected “I work at Acme”" in run("undo", "work", "at", "acme")[1]
    assert recorded(built_home) == [("confirmed", "I like tea", None)]
    code, _, err = run("undo", "snowboarding")
    assert (code, "annals review verdicts" in err) == (1, True)


def test_words_of_several_verdicts_take_nothing_back(built_home: Home, run: Callable[..., Said]) -> None:
    run("reject", YORK)  # 2
    run("reject", ACME)  # 3
    code, _, err = run("undo", "I")
    assert code == 1
    assert "2  rejected “I live in York”" in err
    assert "3  rejected “I work at Acme”" in err
    assert len(recorded(built_home)) == 2


def test_undo_takes_a_merge_back(built_home: Home, run: Callable[..., Said]) -> None:
    run("review", "merge", "Acme", "York")
    assert "york (ORG) is acme (ORG)" in run("undo")[1]
    ledger = open_ledger(built_home)
    entries = [given_entries(ledger, kind) for kind in ("entities_merged", "entities_split", "decision_undone")]
    assert standing_merges(*entries) == []
    assert json.loads(run("review", "merges", "--json")[1]) == []


def test_an_undone_merge_is_gone_from_the_next_build(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    engine = engine_over(home, monkeypatch)
    monkeypatch.setenv("ANNALS_HOME", str(home.root))
    built(engine, write_source(tmp_path))

    def named() -> list[str]:
        with opened(home) as warehouse:
            rows = warehouse.connection.execute(
                "SELECT e.canonical_name FROM kg.assertions a JOIN kg.entities e ON e.entity_id = a.object_entity_id "
                "WHERE a.message_id = 'm0' ORDER BY 1"
            ).fetchall()
        return [row[0] for row in rows]

    assert named() == ["Acme", "York"]
    assert main(["review", "merge", "Acme", "York"]) == 0
    built(engine)
    assert named() == ["Acme", "Acme"]
    assert main(["undo"]) == 0
    built(engine)
    assert named() == ["Acme", "York"]
    capsys.readouterr()


# --- reviewing -------------------------------------------------------------------------------------------------------


def test_a_review_goes_through_claims_and_records_each_key(built_home: Home, run: Callable[..., Said]) -> None:
    """All are equally sure, so the newest comes first: tea, Oslo, then the two of the first message by id."""
    first, second = sorted([("York", YORK), ("Acme", ACME)], key=lambda named: named[1])
    code, out, _ = run("review", "claims", typed="y\ns\nn\nx\nc\n\nLeeds\n\n\n\n")
    assert code == 0
    assert "»I like tea«" in out
    assert "»Anna live in Oslo«" in out
    assert "1 of 4" in out
    assert "4 of 4" in out
    assert "Where I am · 2023-11-14 · user" in out
    assert "3 verdicts recorded" in out
    quotes = {"York": "I live in York", "Acme": "I work at Acme"}
    expected = [
        ("confirmed", "I like tea", None), ("rejected", quotes[first[0]], None),
        ("corrected", quotes[second[0]], {"object": "Leeds"}),
    ]  # fmt: skip
    assert recorded(built_home) == sorted(expected, key=lambda change: change[1])


def test_what_is_judged_is_not_asked_again_and_undo_goes_back(built_home: Home, run: Callable[..., Said]) -> None:
    run("confirm", TEA)
    out = run("review", "claims", typed="n\nu\ny\nq\n")[1]
    assert "1 of 3" in out
    assert "taken back: rejected “Anna live in Oslo”" in out
    assert "1 verdict recorded" in out
    assert recorded(built_home) == [("confirmed", "Anna live in Oslo", None), ("confirmed", "I like tea", None)]
    assert "u" in run("review", "claims", typed="u\n")[1]
    assert "nothing to take back in this review" in run("review", "claims", typed="u\nq\n")[1]


def test_a_review_about_an_entity_and_of_a_few(built_home: Home, run: Callable[..., Said]) -> None:
    out = run("review", "claims", "--about", "Oslo", typed="")[1]
    assert "1 of 1" in out
    assert "nothing was recorded" in out
    assert "1 of 2" in run("review", "claims", "--limit", "2")[1]
    assert recorded(built_home) == []
    code, _, err = run("review", "claims", "--about", "Nobody at all")
    assert code == 1
    assert "no entity is called" in err


def test_a_wrong_correction_is_explained_and_the_claim_asked_again(built_home: Home, run: Callable[..., Said]) -> None:
    out = run("review", "claims", typed="c\nlivesin\n\n\n\n\nc\n\n\nmaybe\n\n\nq\n")[1]
    assert "near are lives_in" in out
    assert "type positive or negative" in out
    assert recorded(built_home) == []


# --- why -------------------------------------------------------------------------------------------------------------


def test_why_shows_words_reader_and_arithmetic(run: Callable[..., Said]) -> None:
    out = run("why", YORK)[1]
    assert out.startswith("you live in York\n  SELF lives_in York: state, positive; ")
    assert "said by the person on 2023-11-14T22:13:20.000Z\n  in Where I am: annals show m0\n" in out
    assert "  »I live in York«." in out
    assert "Acme" not in out, "only the sentence of the claim"
    assert "read by a rule: say.lives_in\n  its subject was found as the person" in out
    assert "half of 1.00 × 1.15 for the subject and 1.00 × 1.05 for the object" in out
    # Extraction × grounding × trust × salience × time.
    assert "  0.800 × 1.000 × 1.000 × 1.000 × 1.000 = 0.800\n" in out
    assert "nobody has judged it" in out


def test_why_tells_verdict_and_retraction(run: Callable[..., Said]) -> None:
    run("correct", TEA, "--object", "coffee")
    out = run("why", TEA[:10])[1]
    assert "you have corrected it: annals undo 2 takes that back\n  object: coffee\n" in out
    assert "it is taken back\n" in out
    assert "full: “Scratch that”, annals show m3" in out


def test_why_as_data(run: Callable[..., Said]) -> None:
    run("confirm", YORK)
    found = json.loads(run("why", YORK, "--json")[1])
    assert (found["assertion_id"], found["claim"]) == (YORK, "SELF lives_in York")
    assert (found["verdict"]["kind"], found["verdict"]["position"]) == ("confirmed", 2)
    assert found["raw_assertion"]["confidence"]["confidence_final"] == 0.8
    listed = json.loads(run("why", "living", "in", "york", "--json")[1])
    assert YORK in [claim["assertion_id"] for claim in listed["claims"]]


def test_why_finds_what_was_rejected(run: Callable[..., Said]) -> None:
    """By its words: the next build holds no claim of it."""
    run("reject", ACME)
    out = run("why", "I", "work", "at", "Acme")[1]
    assert "annals undo POSITION" in out
    assert "2  rejected “I work at Acme”" in out


def test_a_short_word_is_no_id(run: Callable[..., Said]) -> None:
    """Words of three letters can be made of the letters from a to f."""
    code, out, _ = run("why", "tea")
    assert (code, TEA[:8] in out) == (0, True)
    code, _, err = run("why", "bed")
    assert (code, "too short" in err) == (1, False)


def _two_of_one_beginning() -> tuple[int, str]:
    """Where in message m0 two claims must stand so that their ids begin alike, and that beginning."""
    first: dict[str, int] = {}
    for offset in range(40, 60_000, 40):
        beginning = IDS.make("assertion", "m0", offset)[:4]
        if beginning in first and any(map(str.isdecimal, beginning)) and any(map(str.isalpha, beginning)):
            return first[beginning], beginning
        first.setdefault(beginning, offset)
    raise AssertionError("1,500 ids of 65,536 beginnings: about 17 pairs begin alike")


def test_a_beginning_of_several_ids_says_how_many(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It listed what sounds like four letters of an id, and left it to the reader to see that it was ambiguous."""
    first, beginning = _two_of_one_beginning()
    second = next(
        offset for offset in range(first + 40, 60_000, 40) if IDS.make("assertion", "m0", offset)[:4] == beginning
    )
    text = f"{' ' * first}I like tea{' ' * (second - first - 10)}I like ale"
    built(engine_over(home, monkeypatch), write_source(tmp_path, (text,)))
    monkeypatch.setenv("ANNALS_HOME", str(home.root))
    for command in ("why", "confirm"):
        assert main([command, beginning]) == 1
        lines = capsys.readouterr().err.splitlines()
        assert lines[0] == f"annals: '{beginning}' is the beginning of 2 claims; type more of it:"
        assert sorted(line.split()[3] for line in lines[1:]) == ["ale", "tea"]


def test_why_with_words_lists_the_nearest(run: Callable[..., Said]) -> None:
    code, out, _ = run("why", "where", "do", "I", "live", "in", "york")
    assert code == 0
    assert out.splitlines()[0].startswith(f"  {YORK[:8]}  you live in York  (2023-11-14, user)")


def test_without_claims_it_says_what_to_do(home: Home, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setenv("ANNALS_HOME", str(home.root))
    for arguments in (["confirm", "12345678"], ["why", "tea"], ["review", "claims"], ["undo"]):
        assert main(arguments) == 1
        assert "annals build" in capsys.readouterr().err


def test_judging_does_not_load_dagster() -> None:
    modules = ", ".join(f"kg_assets.cli.commands.{name}" for name in ("judging", "reviewing", "explaining"))
    code = f"import sys, {modules}\nprint('dagster' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "False"


def test_d72_031_a_review_asks_since_and_until_when(built_home: Home, run: Callable[..., Said]) -> None:
    """What cannot be read is said, and the claim is asked again."""
    out = run("review", "claims", "--about", "Oslo", typed="c\n\n\n\nsoonish\n\nc\n\n\n\n2019\nMay 2020\n")[1]
    assert "--from 'soonish' is no time" in out
    assert "corrected: from 2019, until May 2020 (2020-05)" in out
    assert set(times_recorded(built_home)) == {"since", "until"}
