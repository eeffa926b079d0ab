"""Self-beliefs read by a model: asked over real HTTP, replayed without a network, and the rules where it has no answer.

Guards seed 002 §4.3, §4.8, §4.11, §6 and design §1.1, §5.
"""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg_assets.cli.main import main
from kg_assets.store.home import Home
from tests.beliefs.modelled import REFUSED, asked, atom, reads, settings_file
from tests.beliefs.test_resolve import talks
from tests.beliefs.told import READERS, Rows, atoms_of, build_beliefs
from tests.llm.server import Behaviour, Endpoint, completion, serving

pytestmark = pytest.mark.whole

PARTIES, TALK = "Parties make me anxious", "I can't stand small talk"
STUBBORN = "I'm stubborn"
DOUBTED = "Right now I'm never not always tired"
BIRTHDAYS = "I'm hopeless at remembering birthdays of distant cousins"
SAID = (
    (0.0, f"{PARTIES} and {TALK[0].lower()}{TALK[1:]}. Am I patient?"), (1.0, f"{STUBBORN}."), (2.0, f"{DOUBTED}."),
    (3.0, f"{BIRTHDAYS} and anniversaries."), (4.0, f"{BIRTHDAYS}."), (5.0, "She is patient."),
)  # fmt: skip
ANXIOUS = atom("i feel anxious at parties", PARTIES, belief_type="FEELING_STATE")
Extract = Callable[..., tuple[int, str, Endpoint]]


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Rows]:
    """A home whose beliefs the rules have read, and their rows."""
    folder = tmp_path_factory.mktemp("modelled")
    rows = build_beliefs(Home(folder / "home"), [talks(folder / "talks.json", *SAID)])
    return folder / "home", rows


@pytest.fixture
def home(untouched: tuple[Path, Rows], tmp_path: Path) -> Home:
    shutil.copytree(untouched[0], tmp_path / "home", symlinks=True)
    return Home(tmp_path / "home").prepare()


@pytest.fixture
def extract(home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Extract:
    """Run the command against a model; the exit code, what it said, and what the model was asked."""
    monkeypatch.setenv("ANNALS_HOME", str(home.root))
    monkeypatch.setenv("ANNALS_THREADS", "1")

    def run(model: Behaviour, *arguments: str, **models: Any) -> tuple[int, str, Endpoint]:
        with serving(model) as endpoint:
            models |= {"base_url": endpoint.base_url}
            monkeypatch.setenv("ANNALS_CONFIG", str(settings_file(tmp_path, **models)))
            capsys.readouterr()
            code = main(["extract", *arguments])
        said = capsys.readouterr()
        return code, said.out + said.err, endpoint

    return run


def replayed(home: Home, folder: Path, **beliefs: Any) -> Rows:
    """The beliefs as a build without a network has them."""
    return build_beliefs(home, [], settings_file(folder, beliefs, mode="replay", base_url="http://localhost:1/v1"))


def nodes(rows: Rows) -> dict[str, int]:
    return {row["canonical_text"]: row["occurrence_count"] for row in rows["beliefs.belief_nodes"]}


def test_off_nothing_is_asked_and_the_rules_hold(
    untouched: tuple[Path, Rows], home: Home, extract: Extract, tmp_path: Path
) -> None:
    """Guards the default: the estimate tells each kind, a build without a model has the rows of before."""
    code, said, endpoint = extract(reads({}), "--estimate", mode="off")
    assert code == 0
    assert "about self-beliefs: 5 calls of 5 requests" in said  # "She is patient." says nothing of the person
    assert "about how beliefs are meant: 1 call of 1 request" in said
    assert "beliefs that may be one: asked about after self-beliefs and how beliefs are meant, with what" in said
    assert endpoint.received == []
    assert build_beliefs(home, [], settings_file(tmp_path, mode="off")) == untouched[1]
    code, said, _ = extract(reads({}), "--estimate", beliefs={"ask_model": False})
    assert "nothing is left to ask of 0 requests" in said


def test_the_model_reads_what_the_rules_do_not_and_the_rules_what_it_leaves(
    home: Home, extract: Extract, tmp_path: Path
) -> None:
    """Guards §4.3, §6: atoms with true places, a version for each way, the same bytes elsewhere, erasure."""
    model = reads({PARTIES: [ANXIOUS], STUBBORN: REFUSED})
    code, said, endpoint = extract(model, "--yes")
    assert code == 0, said
    assert [c["text"] for c in asked(endpoint, "belief_atoms")[0]["candidates"]] == [
        PARTIES, f"{TALK[0].lower()}{TALK[1:]}",
    ]  # fmt: skip
    rows = replayed(home, tmp_path)
    read = {row["atom_text"]: row for row in rows["beliefs.raw_atoms"]}
    anxious, stubborn = read["i feel anxious at parties"], read["i am stubborn"]
    assert (anxious["read_by"], anxious["surface_text"], anxious["confidence"]) == ("model", PARTIES, 0.8)
    assert (stubborn["read_by"], set(read)) == ("rules", {"i feel anxious at parties", "i am stubborn"})
    runs = {row["extractor_version"]: row for row in rows["beliefs.extraction_runs"]}
    assert {run["read_by"]: run["occurrence_count"] for run in runs.values()} == {"model": 1, "rules": 1}
    assert runs[anxious["extractor_version"]]["read_by"] == "model"
    elsewhere = Home(tmp_path / "elsewhere").prepare()
    for kept, there in ((home.ledger, elsewhere.ledger), (home.sources, elsewhere.sources)):
        shutil.copytree(kept, there, dirs_exist_ok=True)
    assert replayed(elsewhere, tmp_path) == rows


def test_a_run_counts_the_occurrences_of_its_reader_alone(
    home: Home, extract: Extract, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A version that both had read showed all of them twice."""
    monkeypatch.setattr("kg_assets.beliefs.read.extractor_version", lambda files, choices: "0123456789ab")
    code, said, _ = extract(reads({PARTIES: [ANXIOUS], STUBBORN: REFUSED}), "--yes")
    assert code == 0, said
    runs = replayed(home, tmp_path)["beliefs.extraction_runs"]
    assert [(run["extractor_version"], run["read_by"], run["occurrence_count"]) for run in runs] == [
        ("0123456789ab", "model", 1), ("0123456789ab", "rules", 1),
    ]  # fmt: skip


def test_a_hostile_answer_is_kept_out_whole(home: Home, extract: Extract, tmp_path: Path) -> None:
    """Guards "nothing lost, nothing fatal": every item is on record with a reason, and no belief comes of it."""
    bad = [
        atom("i love crime", "I love crime"), atom("ich bin schüchtern", PARTIES), atom("am i anxious?", PARTIES),
        ANXIOUS | {"source_idx": 99}, ANXIOUS | {"confidence": "very"}, "not an object",
        atom("i am {mood} anxious", PARTIES),
        atom("be anxious", PARTIES), atom("people are anxious", PARTIES), atom("i am", PARTIES),
        *(atom(f"i am anxious {number}", PARTIES) for number in range(30)),
    ]  # fmt: skip
    whole = [{"source_idx": 0} | one if isinstance(one, dict) else one for one in bad]
    model = reads({PARTIES: lambda handler, _: _reply(handler, {"atoms": whole})})
    code, said, _ = extract(model, "--yes")
    assert code == 0, said
    rows = replayed(home, tmp_path)
    assert [row["atom_index"] for row in rows["beliefs.raw_atoms"]] == list(range(len(bad)))
    reasons = [row["reason"] for row in rows["beliefs.invalid_atoms"]]
    assert {reason: reasons.count(reason) for reason in sorted(set(reasons))} == {
        # junk: a confidence in words, no object, a template, and all but five of the list
        "generic": 1, "imperative": 1, "not_first_person": 3, "question": 1, "template_junk": 28, "too_short": 1,
    }  # fmt: skip
    assert all(text.startswith("i am anxious ") for text in nodes(rows))
    (run,) = rows["beliefs.extraction_runs"]
    assert (run["atom_count"], run["invalid_count"]) == (len(bad), len(reasons))


def test_a_doubtful_frame_is_the_models_where_its_answer_can_be_used(
    home: Home, extract: Extract, tmp_path: Path
) -> None:
    """§4.8: only what the rules doubt is asked about; the words of the model are checked."""
    (doubted,) = atoms_of(f"{DOUBTED}.")
    assert READERS.cues.is_for_a_model(doubted.reading.confidence)
    frame = {"temporal_scope": "habitual", "modality": "likely", "degree": 0.7, "conditional": None, "confidence": 0.95}
    only = {DOUBTED: REFUSED, PARTIES: REFUSED, STUBBORN: REFUSED, BIRTHDAYS: REFUSED}
    _, said, endpoint = extract(reads(only, frame=lambda told: frame), "--yes")
    assert [one["sentence"] for one in asked(endpoint, "belief_frame")] == [f"{DOUBTED}."], said
    rows = replayed(home, tmp_path)
    (by_model,) = [row for row in rows["beliefs.epistemic_frames"] if row["read_by"] == "model"]
    assert {name: by_model[name] for name in ("temporal_scope", "modality", "degree", "epistemic_confidence")} == {
        "temporal_scope": "habitual", "modality": "likely", "degree": 0.7, "epistemic_confidence": 0.95,
    }  # fmt: skip
    versions = {row["extractor_version"] for row in rows["beliefs.raw_atoms"]}
    assert len(versions) == 2
    without = replayed(home, tmp_path, ask_model=False)["beliefs.epistemic_frames"]
    assert {row["read_by"] for row in without} == {"rules"}


@pytest.mark.parametrize(
    ("said", "beliefs", "links"),
    [
        ({"is_same_belief": True, "confidence": 0.9}, 1, 0), ({"is_same_belief": False, "confidence": 0.9}, 2, 0),
        ({"is_same_belief": True, "confidence": 0.6}, 2, 1), ({"is_same_belief": "yes", "confidence": 0.9}, 2, 1),
    ],
    ids=["same", "different", "unsure", "unusable"],
)  # fmt: skip
def test_two_that_may_be_one(
    said: dict[str, Any], beliefs: int, links: int, home: Home, extract: Extract, tmp_path: Path
) -> None:
    """§4.11: within the band a sure word decides, another leaves the link; every word is on record."""
    only = {
        DOUBTED: REFUSED,
        PARTIES: REFUSED,
        STUBBORN: REFUSED,
        BIRTHDAYS: REFUSED,
        f"{BIRTHDAYS} and anniversaries": REFUSED,
    }
    verdict = said | {"reasoning": "One says more."}
    _, told, endpoint = extract(reads(only, match=lambda shown: verdict), "--yes")
    assert len(asked(endpoint, "belief_match")) == 1, told
    rows = replayed(home, tmp_path)
    assert len([text for text in nodes(rows) if text.startswith("i am hopeless")]) == beliefs
    assert len(rows["beliefs.tentative_links"]) == links
    counted = [row["counts"] for row in rows["beliefs.match_verdicts"]]
    assert counted == ([] if said["is_same_belief"] == "yes" else [said["confidence"] >= 0.7])


def _reply(handler: Any, value: Any) -> None:
    handler.reply(200, completion(json.dumps(value)))
