"""Sentences to mark are blind and the same again; what was read is compared with marks, and two people's marks."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from kg_assets.beliefs.agreement import Marked, Score, kappa, scored
from kg_assets.beliefs.frame import BeliefType
from kg_assets.cli.main import main
from kg_assets.store.home import Home
from tests.beliefs.believing import BELIEVING
from tests.beliefs.test_resolve import talks
from tests.cli.a_life import built, engine_over

SAID = (
    (0.0, "I'm stubborn."), (1.0, "I love mornings."), (2.0, "I feel calm right now."), (3.0, "I rely on my sister."),
    (4.0, "My train leaves at nine."), (5.0, "I bought a bag of rice."), (6.0, "The sky is blue."),
)  # fmt: skip


def marks(*given: tuple[str, str, BeliefType]) -> dict[Marked, BeliefType]:
    return {Marked(sentence, text, "affirm"): kind for sentence, text, kind in given}


def test_scores_of_all_and_of_each_type() -> None:
    """Read 5, marked 4, 3 alike: precision 3/5, recall 3/4, F1 6/9. Of traits 2 read, 1 marked, 1 alike: F1 2/3. One
    that is alike has another type, so of values none is right."""
    found = marks(("s1", "i a", "TRAIT"), ("s1", "i b", "TRAIT"), ("s2", "i c", "VALUE"), ("s3", "i d", "PREFERENCE"),
                  ("s4", "i e", "VALUE"))  # fmt: skip
    due = marks(("s1", "i a", "TRAIT"), ("s2", "i c", "META_BELIEF"), ("s3", "i d", "PREFERENCE"),
                ("s5", "i f", "RELATIONAL"))  # fmt: skip
    scores = scored(found, due)
    assert scores["all"] == Score(5, 4, 3)
    assert scores["all"][:3] == (5, 4, 3)
    assert (scores["all"].precision, scores["all"].recall) == (0.6, 0.75)
    assert scores["all"].f1 == pytest.approx(2 / 3)
    assert scores["TRAIT"] == Score(2, 1, 1)
    assert scores["VALUE"] == Score(2, 0, 0)
    assert scores["META_BELIEF"] == Score(0, 1, 0)
    assert (scores["VALUE"].f1, scores["META_BELIEF"].recall) == (0.0, 0.0)
    assert "FEELING_STATE" not in scores
    other = {Marked("s1", "i a", "deny"): found[Marked("s1", "i a", "affirm")]}
    assert scored(other, due)["all"].right == 0


def test_kappa_by_hand() -> None:
    """Ten units: three beliefs alike as TRAIT, one TRAIT against VALUE, two that only the first marked as VALUE, four
    sentences without any. Agreed 7/10. By chance TRAIT 4 × 3, VALUE 2 × 1, nothing 4 × 6: 38/100. (.7 - .38) / .62 =
    0.516129.
    """
    one = marks(*((f"s{n}", "i a", "TRAIT") for n in range(4)), ("s4", "i b", "VALUE"), ("s5", "i c", "VALUE"))
    other = marks(*((f"s{n}", "i a", "TRAIT") for n in range(3)), ("s3", "i a", "VALUE"))
    assert kappa(one, other, [f"s{n}" for n in range(10)]) == pytest.approx(0.516129, abs=1e-6)
    assert kappa(one, one, [f"s{n}" for n in range(10)]) == pytest.approx(1.0)
    assert kappa({}, {}, ["s1"]) is None
    assert kappa({}, {}, []) is None


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    folder = tmp_path_factory.mktemp("annotating")
    made = Home(folder / "home").prepare()
    built(engine_over(made, house=BELIEVING), talks(folder / "talks.json", *SAID))
    return made


@pytest.fixture
def told(home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    monkeypatch.setenv("ANNALS_HOME", str(home.root))

    def run(*arguments: str | Path) -> str:
        main([str(one) for one in arguments])
        said = capsys.readouterr()
        return said.out + said.err

    return run


def test_a_blind_sample_is_marked_and_compared(told: Any, tmp_path: Path) -> None:
    """Half of the sample gave beliefs; nothing in it says which half. One belief is marked of another type, one that
    was read is not marked, one that was not read is."""
    lines, table = tmp_path / "mine.jsonl", tmp_path / "mine.csv"
    assert "4 sentences in" in told("annotate", "export", lines, "--many", "4")
    told("annotate", "export", table, "--many", "4")
    rows = [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()]
    assert all(set(row) == {"sentence", "text", "atoms"} and row["atoms"] == [] for row in rows)
    assert [row["text"] for row in csv.DictReader(table.open(encoding="utf-8"))] == [row["text"] for row in rows]
    beliefs = [text for _, text in SAID[:4]]
    assert sum(row["text"] in beliefs for row in rows) == 2
    assert {row["text"] for row in rows} - set(beliefs) == {"My train leaves at nine.", "I bought a bag of rice."}
    first, second = [row for row in rows if row["text"] in beliefs]
    sql = (
        "SELECT a.canonical_text AS text, a.belief_type, a.polarity FROM beliefs.canonical_atoms a "
        f"JOIN beliefs.experiences USING (experience_id) WHERE surface_text = $${first['text']}$$"
    )
    (read,) = json.loads(told("query", sql, "--format", "json"))
    first["atoms"] = [{**read, "belief_type": "META_BELIEF"}]
    (rice,) = [row for row in rows if "rice" in row["text"]]
    rice["atoms"] = [{"text": "I like rice", "belief_type": "PREFERENCE", "polarity": "affirm"}]
    lines.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    found = json.loads(told("annotate", "score", lines, "--json"))
    assert (found["sentences"], found["kappa"]) == (4, None)
    assert [found["scores"]["all"][name] for name in ("found", "due", "right", "f1")] == [2, 2, 1, 0.5]
    other = tmp_path / "other.jsonl"
    second["atoms"] = [{"text": "I am odd", "belief_type": "TRAIT", "polarity": "affirm"}]
    other.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    # Two beliefs alike of three that either marked, and the train: 3/4; by chance 1/4·1/4 each, nothing 2·1: 4/16.
    assert "kappa of the two who marked: 0.667" in told("annotate", "score", lines, other)


def test_what_cannot_be_read_names_line_and_expectation(told: Any, tmp_path: Path) -> None:
    odd = tmp_path / "odd.jsonl"
    odd.write_text('{"sentence": "s", "atoms": []}\n{"sentence": "s", "atoms": [{"text": "I b"}]}\n', encoding="utf-8")
    assert "odd.jsonl, line 2: an object with sentence and atoms was expected" in told("annotate", "score", odd)
    atom = {"text": "I b", "belief_type": "MOOD", "polarity": "affirm"}
    odd.write_text(json.dumps({"sentence": "s", "atoms": [atom]}), encoding="utf-8")
    assert "line 1: belief_type is 'MOOD'; it is one of TRAIT, VALUE" in told("annotate", "score", odd)
    table = tmp_path / "odd.csv"
    table.write_text("a,b\n", encoding="utf-8")
    assert "line 1: the columns sentence, text, atom_text" in told("annotate", "score", table)
    assert "is there already" in told("annotate", "export", table)
    assert "ends in neither .csv nor .jsonl" in told("annotate", "export", tmp_path / "odd.txt")
