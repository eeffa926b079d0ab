"""Questions that name somebody and a relation are answered first by what holds, in `search` and `ask`."""

import json
import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from kg_assets.cli.main import main
from kg_assets.core.config import load_config
from kg_assets.house import HOUSE
from kg_assets.intake.elsewhere import show_elsewhere
from kg_assets.mcp.serving import Answering, Interruptible
from kg_assets.store.home import Home
from tests.cli.a_life import built, engine_over
from tests.worlds import Worlds, copied

pytestmark = pytest.mark.whole

Asked = Callable[..., list[str]]
# Written as people write to an assistant; no answer has the words of the question that it answers.
SAID = (
    ("2022-01-15", "my sister Ndidi is staying till tuesday, how do you make a sofa bed comfier"),
    ("2022-02-14", "my husband Will works at Forgemasters and theyve cut his overtime"),
    ("2022-04-04", "pub quiz team name for me and my best mate Big Sal"),
    ("2022-05-10", "an email from my boss Henrike Vos about lanyards, how do i say noted"),
    ("2022-06-30", "ndidi got a job at Leeds General as a midwife!!! write her a poem"),
    ("2022-08-21", "I work at Acme. I have asthma. I weigh 92 kg."),
    ("2022-09-14", "my colleague Grace goes off on maternity leave on friday"),
    ("2022-10-20", "my son zeph has a peanut allergy, are lupin beans safe or not"),
    ("2022-12-12", "my mum Adaeze lives in Enugu, what time is it for her"),
    ("2023-01-22", 'translate for a worksheet: "Grace lives in Lyon. She has two cats."'),
    ("2023-08-19", "is there a bus after 7pm? asking cos grace moved to Chesterfield"),
    ("2023-09-01", "I no longer work at Acme."),
    ("2024-06-29", "i have a 2014 fiesta and the clutch judders in first"),
    ("2024-07-01", "I moved to Crookes in July 2022. Ndidi does not eat pork."),
    ("2024-08-01", "i owe money to Blockfriend. Blockfriend lives in Blockville."),
    ("2024-08-02", "I passed my driving test on 3 July 2024!! My uncle Emeka passed away in May 2024."),
    ("2024-08-03", "Dana is not my boss anymore. the doctor put me on sertraline 50 mg. I use Notion for lists."),
    ("2024-08-04", "My dentist is Dr. Arkell. my sister Ndidi has a baby, Chike, my nephew, and Zeph is 4"),
    ("2024-08-05", "I replaced the clutch in the fiesta."),
    ("2024-08-06", "My doctor put me on ramipril for high blood pressure."),
    ("2024-08-07", "My doctor took me off ramipril and I now take candesartan."),
    ("2024-08-08", "my new roommate is omar, hes super clean lol. fair chore chart for 2 ppl?"),
)  # fmt: skip


def _export(folder: Path) -> Path:
    talks = []
    for place, (day, text) in enumerate(SAID):
        began = datetime.fromisoformat(f"{day}T10:00:00").replace(tzinfo=UTC).timestamp()
        message: dict[str, Any] = {
            "id": f"m{place}", "author": {"role": "user"}, "create_time": began,
            "content": {"content_type": "text", "parts": [text]},
        }  # fmt: skip
        talks.append({
            "id": f"talk-{place:03}", "conversation_id": f"talk-{place:03}", "title": f"chat {place}",
            "create_time": began, "current_node": f"m{place}",
            "mapping": {f"m{place}": {"id": f"m{place}", "parent": None, "children": [], "message": message}},
        })  # fmt: skip
    path = folder / "conversations.json"
    path.write_text(json.dumps(talks), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def life(worlds: Worlds, tmp_path_factory: pytest.TempPathFactory) -> Home:
    def make(folder: Path) -> None:
        built(engine_over(Home(folder / "home").prepare()), _export(folder))

    return copied(Home(worlds.made("what-holds", make) / "home"), tmp_path_factory.mktemp("holds") / "home")


@pytest.fixture
def run(life: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Asked:
    monkeypatch.setenv("ANNALS_HOME", str(life.root))
    monkeypatch.setenv("COLUMNS", "120")

    def annals(*line: str) -> list[str]:
        capsys.readouterr()
        assert main(line) == 0
        return capsys.readouterr().out.splitlines()

    return annals


def _held(lines: Sequence[str]) -> list[str]:
    """The sentences of the claims before the messages, without their times and ids."""
    if not lines or not lines[0].startswith(("What holds", "What held")):
        return []
    parts = [re.split(r" {2,}", line.strip()) for line in lines[1 : lines.index("")]]
    return [part[1] if len(part) > 1 else part[0] for part in parts]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("where does grace live", "Grace lives in Chesterfield"),
        ("grace address", "Grace lives in Chesterfield"),
        ("Where did Grace move to?", "Grace moved to Chesterfield"),
        ("whats ndidis job", "Ndidi works as midwife"),
        ("where does my sister work", "Ndidi works as midwife"),
        ("where does my little sister Ndidi work", "Ndidi works as midwife"),
        ("who is my sister", "your sibling is Ndidi"),
        ("whats my sister called", "your sibling is Ndidi"),
        ("where does will work", "Will works at Forgemasters"),
        ("is will working", "Will works at Forgemasters"),
        ("who is henrike", "your manager was Henrike Vos"),
        ("who is sal", "your friend is Big Sal"),
        ("where does my mum live", "Adaeze lives in Enugu"),
        ("is zeph allergic to anything", "zeph has peanut allergy"),
        ("what car do i have", "you own 2014 fiesta"),
        ("where do I live", "you live in Crookes"),
        ("when did I move to Crookes", "you live in Crookes"),
        ("who works at Leeds General", "Ndidi works at Leeds General"),
        ("does ndidi eat pork", "Ndidi does not eat pork"),
        ("tell me about grace", "Grace moved to Chesterfield"),
        ("where does mum live", "Adaeze lives in Enugu"),
        ("does my son have a peanut allergy", "zeph has peanut allergy"),
        ("do I have asthma", "you have asthma"),
        ("when did I pass my driving test", "you passed driving test"),
        ("what happened to the clutch", "you replaced clutch in the fiesta"),
        ("when did I buy my car", "you own 2014 fiesta"),
        ("who is my dentist", "your dentist is Dr. Arkell"),
        ("who is my boss", "your manager is not Dana"),
        ("what medication do I take", "you use sertraline"),
        ("Do I take sertraline?", "you use sertraline"),
        ("when did I start the sertraline?", "you use sertraline"),
        ("am I still on sertraline?", "you use sertraline"),
        ("when did Emeka die", "Emeka passed away"),
        ("what happened to Emeka", "Emeka passed away"),
        ("which blood pressure tablet do I take now", "you use candesartan"),
        ("who do I live with", "your roommate is omar"),
        ("whats my hubby called", "your partner is Will"),
    ],
)
def test_what_holds_comes_first(run: Asked, question: str, first: str) -> None:
    assert _held(run("search", question, "--limit", "1"))[:1] == [first]


@pytest.mark.parametrize(
    "words",
    [
        "recipe for dal", "how do I fix a fence", "will it rain tomorrow", "what time is it in Enugu", "grace",
        "best way to learn guitar", "how do I quit my job", "good presents for my mum", "what car should i buy",
        "where does my brother live", "is grace allergic to anything", "who is Napoleon", '"where does grace live"',
        "where does grace live -Lyon", "where did grace live in 1999", "am I allergic to anything",
        "does mum have asthma", "is grace coming to Lyon", "what should I do", "where is grace",
        "what happened to grace", "when did I pass my piano exam", "where did I go to school",
        "what can I do for will",
    ],
)  # fmt: skip
def test_where_nothing_fits_nothing_is_told(run: Asked, words: str) -> None:
    assert _held(run("search", words, "--limit", "1")) == []


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("where did I work in 2022", ["you worked at Acme"]),
        ("where did I work in 2024", ["you do not work at Acme"]),
        ("did I work at Acme before 2023", ["you worked at Acme"]),
        ("where have I lived since 2023", ["you live in Crookes"]),
        ("where do I live this year", ["you live in Crookes"]),
        ("where did I work up to 2022", ["you worked at Acme"]),
        ("where did grace live after 2023", ["Grace lives in Chesterfield"]),
        ("what happened in July 2022", ["you moved to Crookes"]),
        ("İİİİ where did I work before 2023", []),
        ("where did grace live in 2022", []),
        ("where did grace live last year", ["Grace lived in Chesterfield"]),
        ("where did grace live prior to 2023", []),
        ("where did grace live in the summer of 2023", ["Grace lived in Chesterfield"]),
        ("when did I move in July 2022", ["you moved to Crookes"]),
        ("when did I move in 2021", []),
        ("what happened in July 2024", ["you passed driving test"]),
        ("what happened in 2020", []),
        ("what did I do in July 2022", ["you moved to Crookes"]),
    ],
)
def test_a_question_of_a_time_is_answered_by_what_held_then(run: Asked, question: str, told: list[str]) -> None:
    lines = run("search", question, "--limit", "1")
    assert not lines or "(" in lines[0] or not lines[0].startswith(("What held", "What holds"))
    assert _held(lines) == told


def test_the_time_that_is_asked_for_is_told(run: Asked) -> None:
    assert run("search", "where did I work back in 2022?", "--limit", "1")[0] == "What held of this (2022):"
    assert run("search", "where did I work before 2023", "--limit", "1")[0] == "What held of this (before 2023):"
    assert run("search", "where do I live today", "--limit", "1")[0] == "What holds of this:"


def test_it_stands_as_in_as_of_with_the_id_for_why(run: Asked) -> None:
    lines = run("search", "where does grace live", "--limit", "1")
    assert lines[0] == "What holds of this:"
    (same,) = [line for line in run("as-of", "--about", "Grace") if "Grace lives in" in line]
    assert lines[1].split() == same.split()
    assert lines[2] == ""
    assert "Chesterfield" in "\n".join(run("why", lines[1].split()[-1]))


def test_what_is_not_believed_any_more_is_told_so(run: Asked) -> None:
    lines = run("search", "how much do I weigh", "--limit", "1")
    assert lines[0] == "What held of this, and does no longer:"
    assert _held(lines) == ["you measure 92 kg", "said too long ago to be believed still"]


def test_a_boss_of_a_former_job_is_told_behind_who_is_not_the_boss(run: Asked) -> None:
    """Henrike was the boss at Acme, which the person has left; of Dana they only say that she is none."""
    told = _held(run("search", "who is my boss", "--limit", "1"))
    assert told == ["your manager is not Dana", "your manager was Henrike Vos", "ended with what it belonged to"]


def test_what_is_over_is_told_as_over(run: Asked) -> None:
    assert _held(run("search", "where do I work", "--limit", "1")) == ["you do not work at Acme"], "as as-of tells it"
    lines = run("search", "where did I work before", "--limit", "1")
    assert lines[0] == "What held of this, and does no longer:"
    assert _held(lines)[0].endswith("you worked at Acme")
    assert "ended: I no longer work at Acme" in lines[2]
    assert "the person worked at Acme (ended: I no longer work at Acme)" in run("ask", "where did I work before")[1]
    assert _held(run("search", "where did I work before I passed my test", "--limit", "1"))[0].endswith(
        "worked at Acme"
    )


def test_a_moment_is_that_of_the_question(run: Asked) -> None:
    assert _held(run("search", "where do I work", "--until", "2022-12", "--limit", "1")) == ["you work at Acme"]
    assert _held(run("search", "where does grace live", "--until", "2022-12", "--limit", "1")) == []


def test_filters_hold_for_what_is_told(run: Asked) -> None:
    assert _held(run("search", "where does grace live", "--conversation", "talk-010")) == [
        "Grace lives in Chesterfield"
    ]
    assert _held(run("search", "where does grace live", "--conversation", "talk-001")) == []
    assert _held(run("search", "where does grace live", "--role", "user", "--since", "2024")) == []


def test_an_assistant_is_told_of_the_person_as_another(run: Asked) -> None:
    lines = run("ask", "where do I live")
    assert lines[0] == "What holds of this:"
    assert " the person lives in Crookes  " in lines[1]
    assert len("\n".join(run("ask", "who is my sister", "--tokens", "300"))) < 300 * 3.5


def _answer(home: Home, query: str) -> dict[str, Any]:
    answering = Answering(home, lambda: load_config(HOUSE.sections))
    try:
        return answering.call("hybrid_search", {"query": query, "limit": 3}, Interruptible())
    finally:
        answering.close()


def test_an_agent_is_given_the_claims_beside_its_results(life: Home) -> None:
    answer = _answer(life, "where does grace live")
    (fact,) = answer["facts"]
    assert (fact["subject"], fact["predicate"], fact["object"]) == ("Grace", "lives_in", "Chesterfield")
    assert fact["reason"] is None
    assert fact["message_id"] == "m10"
    assert answer["primary_results"]
    over = _answer(life, "where did I work before")["facts"]
    assert [(one["object"], one["reason"]) for one in over] == [("Acme", "ended")]
    assert "facts" not in _answer(life, "recipe for dal")


def test_messages_are_ranked_and_given_as_json_as_before(run: Asked) -> None:
    hits = json.loads("\n".join(run("search", "where does grace live", "--json", "--limit", "3")))
    assert all("message_id" in hit for hit in hits)
    shown = [
        line.split()[-1] for line in run("search", "where does grace live", "--limit", "3") if "annals show" in line
    ]
    assert shown == [hit["message_id"] for hit in hits]


def test_notes_beside_an_answer_begin_alike(run: Asked, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "xylophon", "--tokens", "20"]) == 0
    assert all(line.startswith("annals: ") for line in capsys.readouterr().err.splitlines())


def test_what_was_rejected_since_is_not_told(
    life: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Asked
) -> None:
    own = copied(life, tmp_path / "home")
    monkeypatch.setenv("ANNALS_HOME", str(own.root))
    claim = run("search", "where does my mum live", "--limit", "1")[1].split()[-1]
    run("reject", claim)
    assert _held(run("search", "where does my mum live", "--limit", "1")) == []


def test_what_is_private_is_told_to_its_owner_alone(
    life: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Asked
) -> None:
    own = copied(life, tmp_path / "home")
    monkeypatch.setenv("ANNALS_HOME", str(own.root))
    run("private", "talk-014")
    run("private", "talk-013", "--as", "blocked")
    engine = engine_over(own)
    built(engine)
    show_elsewhere(engine)
    assert _held(run("search", "where does Blockfriend live", "--limit", "1")) == ["Blockfriend lives in Blockville"]
    told = "\n".join(run("ask", "where does Blockfriend live") + run("ask", "where do I live"))
    assert "Blockville" not in told
    assert "Crookes" not in told
    assert "facts" not in _answer(own, "where does Blockfriend live")
    assert "facts" not in _answer(own, "where do I live")
