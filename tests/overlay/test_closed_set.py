"""Open mentions put to a language model that chooses among their candidates (D72-132): real HTTP, small rows."""

import json
from typing import Any

import pytest

from kg_assets.llm.recorder import open_log
from kg_assets.llm.settings import ModelSettings
from kg_assets.overlay.asking.ask import PROMPT_FILE
from kg_assets.overlay.asking.closed_set import MOST_CANDIDATES, Question, questions, read_choice, settled, unsettled
from kg_assets.store.home import Home
from kg_assets.store.registry import open_ledger
from tests.conftest import ROOT
from tests.llm.asking import run, settings
from tests.llm.server import Behaviour, says, serving
from tests.overlay.world import ask

_PROMPT = ROOT / PROMPT_FILE


def _rows(*nodes: str, place: int = 0) -> list[dict[str, Any]]:
    return [
        {"observation_id": "m", "start_offset": place, "end_offset": place + 4, "mention_text": "Anna",
         "surface": "chatgpt", "context_window": "Anna called about the harbour.", "work_context": "Kestrel Harbor",
         "known": ["Priya Raman"], "node_id": node, "canonical_name": node.title(), "kind": "person"}
        for node in nodes
    ]  # fmt: skip


def _question(models: ModelSettings, *nodes: str) -> Question:
    (question,) = questions(_PROMPT, models, _rows(*nodes))
    return question


def _says(choice: str, confidence: float = 0.9, **changed: Any) -> Behaviour:
    said = {"matched_candidate_id": choice, "confidence": confidence, "rationale_short": "She called.", **changed}
    return says(json.dumps(said))


def _asked(home: Home, *script: Behaviour, **changed: Any) -> tuple[dict[str, Any], int]:
    """What became of a question about two candidates, and how often it would still be asked."""
    with serving(*script) as endpoint:
        models = settings(base_url=endpoint.base_url, **{"max_retries": 0, **changed})
        question = _question(models, "anna chen", "anna weber")
        run(home, models, *question.request.runs(models))
    log = open_log(open_ledger(home))
    return settled(question, log, models, 5), len(list(unsettled(iter([question]), log, models, 5)))


def test_d72_132_an_answer_is_the_candidate_that_its_number_stands_for(home: Home) -> None:
    row, _ = _asked(home, _says("2"))
    assert (row["status"], row["node_id"], row["matched"]) == ("succeeded", "anna weber", "anna weber")
    assert (row["confidence"], row["rationale"]) == (0.9, "She called.")


@pytest.mark.parametrize("choice", ["none", "ambiguous"])
def test_d72_132_none_and_several_are_answers_that_name_nobody(home: Home, choice: str) -> None:
    row, _ = _asked(home, _says(choice))
    assert (row["status"], row["node_id"], row["matched"]) == ("succeeded", None, choice)


def test_d72_132_a_number_that_was_not_shown_is_no_answer_and_after_five_it_is_given_up(home: Home) -> None:
    row, left = _asked(home, _says("3"))
    assert (row["status"], row["error"], row["retry_count"], left) == ("failed", "failed_parse", 1, 1)
    row, left = _asked(home, _says("3"), max_retries=3)
    assert (row["status"], row["retry_count"], left) == ("failed", 4, 1)
    row, left = _asked(home, _says("3"), max_retries=9)
    assert (row["status"], row["retry_count"], left) == ("dead_letter", 10, 0)
    # Given up is given up: it is among what is asked no more, whatever the endpoint would say now.
    row, _ = _asked(home, _says("3"))
    assert row["status"] == "dead_letter"


def test_d72_132_what_nobody_asked_waits(home: Home) -> None:
    question = _question(settings(), "anna chen", "anna weber")
    row = settled(question, open_log(open_ledger(home)), settings(), 5)
    assert (row["status"], row["retry_count"], row["error"]) == ("queued", 0, None)


def test_d72_132_of_several_runs_most_must_say_it(home: Home) -> None:
    row, _ = _asked(home, _says("1"), _says("2"), _says("1", 0.6), multi_run_count=3)
    assert (row["node_id"], row["confidence"]) == ("anna chen", 0.6)


def test_d72_132_runs_that_differ_name_nobody(home: Home) -> None:
    row, _ = _asked(home, _says("1"), _says("2"), _says("none"), multi_run_count=3)
    assert (row["node_id"], row["matched"]) == (None, "ambiguous")


def test_d72_132_what_breaks_the_form_of_an_answer_is_none() -> None:
    good = {"matched_candidate_id": "1", "confidence": 0.5, "rationale_short": None}
    assert read_choice(good) is not None
    for wrong in ({"confidence": 1.5}, {"rationale_short": "x" * 281}, {"relation": "friend"}, {"confidence": "high"}):
        assert read_choice({**good, **wrong}) is None


def test_d72_132_a_question_shows_twenty_candidates_at_most_and_no_ids() -> None:
    nodes = [f"entity:{number:032d}" for number in range(25)]
    rows = [{**row, "canonical_name": f"Anna {n}"} for n, row in enumerate(_rows(*nodes))]
    (question,) = questions(_PROMPT, settings(), rows)
    shown = json.loads(question.request.body["messages"][-1]["content"])
    assert len(shown["candidates"]) == len(question.nodes) == MOST_CANDIDATES
    assert shown["known"] == ["Priya Raman"]
    assert "entity:" not in json.dumps(question.request.body)
    assert question.request.about == ("m",)


def test_d72_132_each_place_is_asked_about_once() -> None:
    rows = [*_rows("a", "b"), *_rows("a", "c", place=20)]
    assert [question.nodes for question in questions(_PROMPT, settings(), rows)] == [("a", "b"), ("a", "c")]


def _settled(answer: dict[str, Any]) -> tuple[list[dict[str, Any]], list[dict[str, Any]], list[dict[str, Any]]]:
    """The resolutions, queue and results of a mention of two sources, and of one that is clear, with this answer."""
    whole = dict.fromkeys(("node_id", "matched", "confidence", "rationale", "error"), None) | {
        "observation_id": "m", "start_offset": 0, "end_offset": 4, "retry_count": 0, **answer,
    }  # fmt: skip
    strings = {"node_id": "-", "matched": "-", "confidence": 0.0, "rationale": "-", "error": "-", "status": "-",
               "observation_id": "-", "start_offset": 0, "end_offset": 0, "retry_count": 0}  # fmt: skip
    queue = [{"mention_id": name, "candidate_set": ["a", "b"]} for name in ("m1", "m2", "later")]
    heard = ask("asking/heard", {
        "overlay.tier4_queue__open": queue, "answers": [strings, whole],
        "overlay.mention_observations": [
            {"mention_id": name, "observation_id": message, "start_offset": 0, "end_offset": 4}
            for name, message in (("m1", "m"), ("m2", "m"), ("later", "other"))
        ],
    })  # fmt: skip
    found = [{"mention_id": name, "resolution_method": "unresolved", "resolution_confidence": 0.5}
             for name in ("m1", "m2", "later")]  # fmt: skip
    found += [{"mention_id": "clear", "resolved_node_id": "c", "resolution_method": "alias_exact",
               "resolution_confidence": 0.9}]  # fmt: skip
    nothing = {**dict.fromkeys(heard[0]), "mention_id": "-", "status": "-", "retry_count": 0, "node_id": "-",
               "confidence": 0.0, "error": "-", "matched": "-", "rationale": "-"}  # fmt: skip
    rows = [*heard, nothing]
    return (
        ask("asking/meant", {"overlay.mention_resolutions__found": found, "heard": rows}),
        ask("asking/queue", {"overlay.tier4_queue__open": queue, "heard": rows}),
        ask("asking/results", {"heard": rows}),
    )


def test_d72_132_an_answer_settles_all_that_stands_at_its_place_and_nothing_else() -> None:
    meant, queue, results = _settled({"status": "succeeded", "node_id": "a", "matched": "a", "confidence": 0.8})
    assert {row["mention_id"]: (row["resolved_node_id"], row["resolution_method"]) for row in meant} == {
        "m1": ("a", "llm_closed_set"), "m2": ("a", "llm_closed_set"), "later": (None, "unresolved"),
        "clear": ("c", "alias_exact"),
    }  # fmt: skip
    assert {row["mention_id"]: row["status"] for row in queue} == {
        "m1": "succeeded", "m2": "succeeded", "later": "queued",
    }  # fmt: skip
    assert sorted(row["mention_id"] for row in results) == ["m1", "m2"]


def test_d72_132_what_failed_stays_open() -> None:
    meant, queue, results = _settled({"status": "failed", "retry_count": 2, "error": "failed_parse"})
    assert {row["resolved_node_id"] for row in meant} == {None, "c"}
    assert {(row["status"], row["retry_count"]) for row in queue} == {("failed", 2), ("queued", 0)}
    assert results == []


def test_d72_132_what_stays_here_says_so_in_the_queue() -> None:
    ranked = [{"mention_id": "m", "node_id": node, "score": 0.5, "place": place}
              for place, node in enumerate(("a", "b"), 1)]  # fmt: skip
    resolution = [{"mention_id": "m", "resolved_node_id": None, "state": "observed_mention", "candidate_count": 2}]
    for visibility, where in (("local_only", "same_machine_local_only"), ("cloud_allowed", "cloud_or_local")):
        (row,) = ask("resolution/queued", {
            "observations": [{"mention_id": "m", "observation_id": "o", "source_node_id": "s", "occurred_at": "2026",
                              "span_class": "canonical_alias", "visibility_class": visibility}],
            "resolutions": resolution, "ranked": ranked,
        })  # fmt: skip
        assert (row["execution_requirement"], row["candidate_set"]) == (where, ["a", "b"])


def _described(ask_model: bool) -> list[dict[str, Any]]:
    """What is open of a conversation that names Acme, says "the client", and names Pelican."""
    said = (("acme", "canonical_alias", "1"), ("the client", "definite_description", "2"),
            ("pelican", "canonical_alias", "3"))  # fmt: skip
    observations = [
        {"mention_id": name, "observation_id": f"m{at}", "source_node_id": "thread:c", "span_class": span,
         "occurred_at": f"2026-01-0{at}", "visibility_class": "cloud_allowed", "normalized_mention": name}
        for name, span, at in said
    ]  # fmt: skip
    resolutions = [
        {"mention_id": name, "resolved_node_id": None if name == "the client" else f"entity:{name}",
         "state": "observed_mention", "candidate_count": int(name != "the client")}
        for name, _, _ in said
    ]  # fmt: skip
    # By its words a description means nobody.
    lexicon = [{"node_id": "entity:client", "normalized_alias": "client list", "raw_alias_score": 0.99}]
    index = ask("resolution/name_words", {"lexicon": lexicon})
    assert (
        ask("resolution/by_words", {"observations": observations[1:2], "lexicon": lexicon, "name_words": index}) == []
    )
    nothing = [{"mention_id": "-", "node_id": "-", "score": 0.0, "place": 1}]
    return ask("resolution/queued", {"observations": observations, "resolutions": resolutions, "ranked": nothing},
               ask_model=ask_model)  # fmt: skip


def test_d72_131_a_description_is_put_to_a_model_with_what_was_named_before_it() -> None:
    (row,) = _described(ask_model=True)
    assert (row["mention_id"], row["candidate_set"]) == ("the client", ["entity:acme"])
    assert _described(ask_model=False) == []


def test_d72_132_a_question_shows_the_words_around_and_what_else_the_conversation_names() -> None:
    text = "x" * 700 + " Anna called. " + "y" * 700
    start = text.index("Anna")
    rows = ask("asking/asked", {
        "overlay.tier4_queue__open": [{"mention_id": "q", "candidate_set": ["b", "a"]}],
        "overlay.mention_observations": [
            {"mention_id": "q", "observation_id": "m", "start_offset": start, "end_offset": start + 4,
             "mention_text": "Anna", "surface": "chatgpt", "occurred_at": "2026-01-01", "work_context_id": "p"},
            {"mention_id": "r", "observation_id": "m", "start_offset": 0, "end_offset": 1, "occurred_at": "2026-01-01"},
        ],
        "overlay.mention_resolutions__found": [{"mention_id": "r", "resolved_node_id": "a"}, {"mention_id": "q"}],
        "kg.messages": [{"message_id": "m", "conversation_id": "c", "text_raw": text}],
        "overlay.nodes": [{"node_id": name, "canonical_name": name.upper(), "subtype": "person",
                           "source_kind": "entity", "visibility_class": "cloud_allowed"} for name in ("a", "b", "p")],
    }, most=10, half=600)  # fmt: skip
    assert [row["node_id"] for row in rows] == ["b", "a"]
    assert (rows[0]["work_context"], rows[0]["known"]) == ("P", ["A"])
    assert len(rows[0]["context_window"]) == 1204
    assert "Anna" in rows[0]["context_window"]
