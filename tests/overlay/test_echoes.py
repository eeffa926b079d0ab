"""What was told once is borne out where both ends are named again (D72-134)."""

from collections.abc import Sequence
from typing import Any

import pytest

from kg_assets.overlay.evidence.cues import read_cues
from tests.overlay.world import ask, lists

_CUES = read_cues(lists("cues.yaml"))
_NAMES = ("Carol", "Whitby", "Leeds")
_PREDICATES = ("lives_in", "works_at", "from_place", "sibling_is")


def _day(day: int) -> str:
    return f"2026-01-{day:02d}T00:00:00.000Z"


def _claim(day: int, predicate: str, one: str, other: str | None, **changed: Any) -> dict[str, Any]:
    return {
        "assertion_id": f"{day}{predicate}{other}", "subject_entity_id": one, "object_entity_id": other,
        "predicate_id": predicate, "asserted_at_utc": _day(day), "asserted_role": "user", "modality": "state",
        "polarity": "positive", **changed,
    }  # fmt: skip


def _states(claims: Sequence[dict[str, Any]], retracted: Sequence[str] = ()) -> list[dict[str, Any]]:
    return ask("resolution/told_states", {
        "kg.assertions": claims,
        "kg.assertion_temporalized": [
            {"assertion_id": claim["assertion_id"],
             "status": "retracted" if claim["assertion_id"] in retracted else "active"} for claim in claims
        ],
        "kg.claim_spans": [
            {"assertion_id": claim["assertion_id"], "until_utc": claim.get("until"), "is_corrected": False}
            for claim in claims
        ],
        "kg.predicates": [{"predicate_id": name, "canonical_label": name} for name in _PREDICATES],
        "predicate_relations": [{"predicate": "works_at", "relation_type": "affiliated_with"}],
    })  # fmt: skip


def _rows(
    said: Sequence[tuple[int, str]], claims: Sequence[dict[str, Any]], role: str = "user"
) -> list[dict[str, Any]]:
    """The echoes in messages of these days of what these claims tell."""
    found = [{"message_id": f"m{day}", "char_start": text.index(name), "char_end": text.index(name) + len(name),
              "known_node_id": f"entity:{name}", "role": role, "occurred_at": _day(day)}
             for day, text in said for name in _NAMES if name in text]  # fmt: skip
    return ask("resolution/echoes", {
        "found": found, "kg.messages": [{"message_id": f"m{day}", "text_raw": text} for day, text in said],
        "told_states": _states(claims),
        "overlay.nodes": [{"node_id": f"entity:{name}", "canonical_name": name} for name in (*_NAMES, "SELF")],
        "own_words": _CUES.own_rows().to_pylist(), "negative_cues": _CUES.negative_rows().to_pylist(),
        "ending_words": _CUES.ending_rows().to_pylist(), "lasting_relations": _CUES.lasting_rows().to_pylist(),
    })  # fmt: skip


def _echoes(day: int, text: str, *claims: dict[str, Any], role: str = "user") -> set[tuple[str, str, str]]:
    """What a message bears out: from whom, what, and the words."""
    return {
        (row["source_node_id"], row["relation_type"], text[row["char_start"] : row["char_end"]])
        for row in _rows([(day, text)], claims, role) if not row["is_contradiction"]
    }  # fmt: skip


def _days(said: Sequence[tuple[int, str]], *claims: dict[str, Any]) -> list[tuple[int, bool]]:
    """The days of the echoes, and whether each speaks against the relation."""
    return sorted((int(row["message_id"][1:]), row["is_contradiction"]) for row in _rows(said, claims))


_LIVES = _claim(5, "lives_in", "Carol", "Whitby")
_SISTER = _claim(5, "sibling_is", "SELF", "Carol")


@pytest.mark.parametrize(
    "text",
    [
        "Carol's roof in Whitby leaks.", "It rained in Whitby again. Carol is fed up!",
        "Whitby was lovely, says Carol.",
    ],
)  # fmt: skip
def test_d72_134_both_ends_of_what_was_told_bear_it_out(text: str) -> None:
    assert _echoes(6, text, _LIVES) == {("entity:Carol", "domain_lives_in", "Whitby")}


@pytest.mark.parametrize(
    "text",
    [
        "Is Whitby nice?", "Carol likes Leeds.", "Carol is not in Whitby.", "She said “Carol loves Whitby” twice.",
        "Carol rang. " + "And then a lot of other things happened. " * 4 + "Trains to Whitby?",
    ],
)  # fmt: skip
def test_d72_134_one_end_or_a_denial_or_a_quotation_or_far_apart_bears_nothing_out(text: str) -> None:
    assert _echoes(6, text, _LIVES) == set()


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("I'm off to see Carol.", True), ("Carol is coming. What do we cook?", True),
        ("Is Carol a common name?", False), ("Can Carol go? They told them.", False),
        ("Never mind Carol, I meant it.", False),
    ],
)  # fmt: skip
def test_d72_134_of_what_was_told_of_the_person_their_own_words_stand_for_them(text: str, is_one: bool) -> None:
    assert _echoes(6, text, _SISTER) == ({("entity:SELF", "domain_sibling_is", "Carol")} if is_one else set())


def test_d72_134_nothing_is_borne_out_before_it_was_told_or_after_it_was_denied() -> None:
    text, denied = "Carol's roof in Whitby leaks.", {**_LIVES, "assertion_id": "no", "polarity": "negative"}
    assert _echoes(4, text, _LIVES) == set()
    ended = {**denied, "asserted_at_utc": _day(9)}
    assert len(_echoes(8, text, _LIVES, ended)) == 1
    assert _echoes(9, text, _LIVES, ended) == set()
    again = _claim(12, "lives_in", "Carol", "Whitby")
    assert len(_echoes(14, text, _LIVES, ended, again)) == 1


def test_d72_134_of_two_relations_the_one_told_more_often_is_borne_out() -> None:
    comes = _claim(5, "from_place", "Carol", "Whitby")
    text = "Carol's roof in Whitby leaks."
    assert _echoes(8, text, comes, _LIVES, _claim(6, "lives_in", "Carol", "Whitby")) == {
        ("entity:Carol", "domain_lives_in", "Whitby")
    }
    assert _echoes(8, text, comes, _LIVES) == {("entity:Carol", "domain_from_place", "Whitby")}, "else by name"


def test_d72_134_what_an_assistant_says_bears_nothing_out() -> None:
    assert _echoes(6, "Carol's roof in Whitby leaks.", _LIVES, role="assistant") == set()


def test_d72_134_only_states_that_the_person_told_are_borne_out() -> None:
    claims = [
        _claim(2, "works_at", "Carol", "Leeds"), _claim(3, "works_at", "Carol", "Leeds"),
        _claim(4, "lives_in", "Carol", "Whitby", modality="fact"),
        _claim(5, "from_place", "Carol", "Whitby", asserted_role="assistant"),
        _claim(6, "lives_in", "Carol", "Leeds", polarity="negative"),
        _claim(7, "from_place", "Carol", "Leeds"), _claim(8, "lives_in", "Carol", None),
    ]  # fmt: skip
    (state,) = _states(claims, retracted=["7from_placeLeeds"])
    assert (state["relation_type"], state["times"], state["source_node_id"], state["target_node_id"]) == (
        "affiliated_with", 2, "entity:Carol", "entity:Leeds",
    )  # fmt: skip
    assert (state["first_told"], state["last_told"], state["last_denied"]) == (_day(2), _day(3), None)


_WORKS = _claim(2, "works_at", "Carol", "Leeds")


@pytest.mark.parametrize(
    "ending",
    ["Leeds fired Carol today.", "Carol quit Leeds!", "Carol got laid off at Leeds", "Carol's ex-boss at Leeds"],
)
def test_d72_134_an_ending_speaks_against_a_relation_and_ends_its_echoes(ending: str) -> None:
    said = [(3, "Carol is late for Leeds."), (5, ending), (6, "Carol wrote to Leeds.")]
    assert _days(said, _WORKS) == [(3, False), (5, True)]
    again = _claim(7, "works_at", "Carol", "Leeds")
    assert (6, False) in _days(said, _WORKS, again), "who is told to work there again does"


def test_d72_134_a_sister_remains_one_whatever_ended() -> None:
    said = [(6, "My sister Carol got fired."), (7, "I miss Carol.")]
    assert _days(said, _SISTER) == [(7, False)]


def test_d72_134_nothing_is_borne_out_once_its_claims_are_over() -> None:
    over = {**_WORKS, "until": _day(5)}
    said = [(4, "Carol is late for Leeds."), (6, "Carol wrote to Leeds.")]
    assert _days(said, over) == [(4, False)]
    assert _days(said, over, _claim(3, "works_at", "Carol", "Leeds")) == [(4, False), (6, False)]
