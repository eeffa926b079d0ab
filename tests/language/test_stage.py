"""The stage over whole exports: what is read, what is not and why, and the same bytes in whatever company."""

import base64
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from kg_assets.core.modelfiles import model_folder
from kg_assets.language import parser, read
from kg_assets.language.sentence import Sentence
from kg_assets.store.home import Home
from tests.conftest import ROOT
from tests.language.reading import export_of, hashes_of, rows_of, run_reading

OWN = (
    "Sold the boat in June. My sister Ana moved to Porto!\n\n```\nprint('I am code.')\n```\n> I am quoted.\n- im off",
    "Explain the tide tables. What is a neap tide?",
    "Our cat Toby likes eels. Wo ist der Hafen und wie komme ich dahin?\n| a | b | c |",
)
RECALLED = "Neap tides are weak.\n\nSince you moved to Porto, the Douro matters. Rivers are wide."


def _texts(found: list[dict[str, object]], reason: str | None) -> list[object]:
    return [row["sentence_text"] for row in found if row["unread_reason"] == reason]


def test_what_is_read_and_why_the_rest_is_not(home: Home, tmp_path: Path) -> None:
    said = [("user", OWN[0]), ("assistant", RECALLED), ("user", OWN[1]), ("user", OWN[2])]
    engine, outcome = run_reading(home, export_of(tmp_path / "conversations.json", said))
    found = rows_of(engine, outcome)
    assert sorted(map(str, _texts(found, None))) == sorted([
        "Sold the boat in June.", "My sister Ana moved to Porto!", "im off", "Our cat Toby likes eels.",
        "Since you moved to Porto, the Douro matters.",
    ])  # fmt: skip
    assert _texts(found, "request") == ["Explain the tide tables."]
    assert _texts(found, "question") == ["What is a neap tide?"]
    assert _texts(found, "language") == ["Wo ist der Hafen und wie komme ich dahin?"]
    assert _texts(found, "table") == ["| a | b | c |"]
    assert _texts(found, "quoted") == ["I am quoted."]
    assert not any("code" in str(row["sentence_text"]) for row in found)
    told = {row["key"]: row["value"] for row in rows_of(engine, outcome, "kg.stage_statistics")}
    assert told["sentences_parsed"] == 5
    assert told["characters_unread:language"] == len("Wo ist der Hafen und wie komme ich dahin?")


def test_rows_are_sentences(home: Home, tmp_path: Path) -> None:
    engine, outcome = run_reading(home, export_of(tmp_path / "conversations.json", [("user", OWN[0])]))
    sentences = [Sentence.from_row(row) for row in rows_of(engine, outcome)]
    ana = next(s for s in sentences if s.text.startswith("My"))
    (who,) = ana.children(ana.root, "nsubj")
    assert ana.words(ana.subtree(who)) == "My sister Ana"
    assert ana.lemma[ana.root] == "move"
    assert any(ana.entity)


def test_without_a_model_the_bounds_remain(home: Home, tmp_path: Path) -> None:
    off = tmp_path / "off.yaml"
    off.write_text("language: {model: off}\n", encoding="utf-8")
    engine, outcome = run_reading(home, export_of(tmp_path / "conversations.json", [("user", OWN[0])]), off)
    found = rows_of(engine, outcome)
    assert [row["sentence_text"] for row in found] == [
        "Sold the boat in June.", "My sister Ana moved to Porto!", "I am quoted.", "im off",
    ]  # fmt: skip
    assert {row["unread_reason"] for row in found} == {"off"}
    assert all(row[name] is None for row in found for name in row if name.startswith("token_"))


def _varied(path: Path) -> Path:
    """Conversations of many lengths, so that what is analysed at once differs with the size of a batch."""
    chance = random.Random(11)
    names = ["Ana", "she", "Tomasz", "the cat", "my boss", "Lisbon", "a 12-year-old boat", "nobody"]
    does = ["moved to", "is allergic to", "bought", "dreamt, as ever, of", "will not sell", "married"]

    def message(length: int) -> str:
        picked = [(chance.choice(names), chance.choice(does), chance.choice(names), n) for n in range(length)]
        return " ".join("{} {} {} {}.".format(*words) for words in picked)

    said = [[("user", message(length)) for length in range(1, 9)] for _ in range(12)]
    return export_of(path, *said)


@pytest.mark.whole
def test_neither_threads_nor_batches_change_a_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    export = _varied(tmp_path / "conversations.json")
    _, one = run_reading(Home(tmp_path / "one"), export)
    _, two = run_reading(Home(tmp_path / "two"), export, threads=2)
    assert hashes_of(two) == hashes_of(one)
    for messages, stretches in ((1, 1), (7, 3), (50, 1000)):
        parser.parser_of.cache_clear()
        monkeypatch.setattr(read, "_TOGETHER", messages)
        monkeypatch.setattr(parser, "_TOGETHER", stretches)
        _, other = run_reading(Home(tmp_path / f"of{stretches}"), export)
        assert hashes_of(other) == hashes_of(one)
    parser.parser_of.cache_clear()


@pytest.mark.whole
@pytest.mark.parametrize("setting", [{"PYTHONHASHSEED": "17"}, {"OMP_NUM_THREADS": "4", "BLIS_NUM_THREADS": "3"}])
def test_neither_hash_seed_nor_threads_of_libraries_change_a_byte(tmp_path: Path, setting: dict[str, str]) -> None:
    export = _varied(tmp_path / "conversations.json")
    _, here = run_reading(Home(tmp_path / "here"), export)
    code = (
        "import json, sys; from pathlib import Path; from kg_assets.store.home import Home\n"
        "from tests.language.reading import hashes_of, run_reading\n"
        "print(json.dumps(hashes_of(run_reading(Home(Path(sys.argv[1])), Path(sys.argv[2]))[1])))"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "there"), str(export)]
    there = subprocess.run(command, cwd=ROOT, env=os.environ | setting, capture_output=True, text=True, check=True)
    assert json.loads(there.stdout) == hashes_of(here)


def test_what_was_read_before_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A conversation more, one message changed and one gone: what is new is parsed, and what that one hung on.

    Its row says that nothing hangs on it now.
    """
    first = [[("user", f"I sold boat {n}. She bought it."), ("user", f"My dog is {n}.")] for n in range(6)]
    second = [first[0], [("user", "I kept boat 1."), first[1][1]], first[2][:1], *first[3:], [("user", "We sail now.")]]
    before = export_of(tmp_path / "before.json", *first)
    after = export_of(tmp_path / "after.json", *second)
    grown = Home(tmp_path / "grown")
    run_reading(grown, before)
    parsed: list[str] = []
    parse = parser.Parser.parse

    def noted(self: parser.Parser, stretches: Sequence[parser.Stretch]) -> list[list[Sentence]]:
        parsed.extend(one.text[slice(*one.place)] for one in stretches)
        return parse(self, stretches)

    monkeypatch.setattr(parser.Parser, "parse", noted)
    _, news = run_reading(grown, after, only=True)
    assert sorted(parsed) == ["I kept boat 1.", "I sold boat 2.", "She bought it.", "We sail now."]
    engine, anew = run_reading(Home(tmp_path / "anew"), after)
    assert hashes_of(news) == hashes_of(anew)
    assert rows_of(engine, news, "kg.stage_statistics") == rows_of(engine, anew, "kg.stage_statistics")


def test_text_that_is_no_prose_costs_little_and_is_told(home: Home, tmp_path: Path) -> None:
    blob = base64.b64encode(random.Random(3).randbytes(150_000)).decode()
    endless = "".join(f"we went on to {n} and " for n in range(1_000))
    said = [
        ("user", f"My key: {blob}"), ("user", "🎉" * 100_000), ("user", "|1|2|3|\n" * 5_000), ("user", endless),
        ("user", "My sister sails."),
    ]  # fmt: skip
    begun = time.process_time()
    engine, outcome = run_reading(home, export_of(tmp_path / "conversations.json", said))
    assert time.process_time() - begun < 60
    found = rows_of(engine, outcome)
    assert "My sister sails." in _texts(found, None)
    assert sum(len(str(text)) for text in _texts(found, "no_words")) >= len(blob)
    assert len(_texts(found, "table")) == 5_000
    assert max(len(str(row["sentence_text"])) for row in found) <= 600
    assert sum(len(str(text)) for text in _texts(found, None)) > 0.95 * len(endless)


def test_another_model_and_other_lists_are_another_reading(tmp_path: Path) -> None:
    export = export_of(tmp_path / "conversations.json", [("user", OWN[0])])
    folder = model_folder("en_core_web_sm")
    override = tmp_path / "own.yaml"
    override.write_text(json.dumps({"language": {"model": str(folder)}}), encoding="utf-8")
    _, shipped = run_reading(Home(tmp_path / "one"), export)
    _, named = run_reading(Home(tmp_path / "two"), export, override)
    assert named.fingerprint != shipped.fingerprint
    assert hashes_of(named) == hashes_of(shipped)


def test_of_a_message_that_is_too_long_both_ends_are_read_and_the_rest_is_told(home: Home, tmp_path: Path) -> None:
    """A megabyte of sentences of one's own took minutes."""
    said = [f"My sister number {n} moved to Porto." for n in range(100, 200)]
    few = tmp_path / "few.yaml"
    few.write_text("language: {read_chars: 1000}\n", encoding="utf-8")
    engine, outcome = run_reading(home, export_of(tmp_path / "conversations.json", [("user", " ".join(said))]), few)
    found = rows_of(engine, outcome)
    each = len(said[0])
    kept = 500 // each
    assert _texts(found, None) == [*said[:kept], *said[-kept:]]
    assert _texts(found, "beyond") == said[kept:-kept]
    (event,) = [row for row in rows_of(engine, outcome, "kg.stage_events") if row["code"] == "PARTLY_READ"]
    assert event["severity"] == "WARN"
    assert json.loads(str(event["detail_json"])) == {"characters_unread": each * (100 - 2 * kept)}


def test_a_sentence_that_a_message_repeats_is_read_so_often_and_no_more(home: Home, tmp_path: Path) -> None:
    """A megabyte of one sentence as a note took 25 seconds in the readers of claims and beliefs."""
    often = tmp_path / "often.yaml"
    often.write_text("language: {read_repeats: 3}\n", encoding="utf-8")
    said = ["I live in Oslo."] * 7 + ["My sister moved to Porto."] * 2
    engine, outcome = run_reading(home, export_of(tmp_path / "conversations.json", [("user", " ".join(said))]), often)
    found = rows_of(engine, outcome)
    assert _texts(found, None) == ["I live in Oslo."] * 3 + ["My sister moved to Porto."] * 2
    assert _texts(found, "repeated") == ["I live in Oslo."] * 4
