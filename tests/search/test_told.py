"""The index of claims: what it tells of a message, and which claims answer, against the rule said plainly."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg_assets.core.errors import WarehouseError
from kg_assets.search.claims import TOLD, claim_arrays
from kg_assets.search.told import ClaimIndex
from kg_assets.search.words import Words
from kg_assets.store.arrays import write_arrays
from tests.search.corpus import index_over, messages

WORDS = Words("english", frozenset({"i", "in", "to", "a"}), 64)
RELATIONS = [
    {
        "canonical_label": "has_condition",
        "raw_predicate_json": json.dumps({"phrases": ["is allergic to", "lives with"]}),
    },
    {"canonical_label": "lives_in", "raw_predicate_json": json.dumps({"phrases": ["moved to"]})},
    {"canonical_label": "likes", "raw_predicate_json": None},
]
ASKED_AS = {"lives_in": ["home"]}
SCHEMA = {
    **dict.fromkeys(("message_id", *TOLD), pl.String), "confidence": pl.Float64, "is_superseded": pl.Boolean,
    "start": pl.Int64, "end": pl.Int64, "is_answer": pl.Boolean, "place": pl.Int64,
}  # fmt: skip


def claim(
    message: str, subject: str, predicate: str, what: str | None, quote: str | None, **more: Any
) -> dict[str, Any]:
    told = {
        "message_id": message, "assertion_id": f"{message}-{what}", "subject": subject, "predicate": predicate,
        "object": what, "polarity": "positive", "modality": "state", "confidence": 0.7, "is_superseded": False,
        "start": 0, "end": 5, "quote": quote, "is_answer": True, "place": 1,
    }  # fmt: skip
    return told | more


def index_of(folder: Path, claims: Sequence[Mapping[str, Any]]) -> ClaimIndex:
    write_arrays(folder / "claims", *claim_arrays(pl.DataFrame(claims, schema=SCHEMA), RELATIONS, WORDS, ASKED_AS))
    return ClaimIndex(folder / "claims")


ALLERGY = claim(
    "m1", "SELF", "has_condition", "shellfish allergy", "I've had a shellfish allergy since school", place=3
)
OSLO = claim("m1", "SELF", "lives_in", "Oslo", "I live in Oslo", place=2)
SISTER = claim("m4", "Ana", "lives_in", "Lyon", "Ana lives in Lyon", place=4)
OLD = claim("m7", "SELF", "lives_in", "Rome", "I moved to Rome", place=9)
SAID = claim("m9", "SELF", "lives_in", "Paris", "you live in Paris", is_answer=False)


def answered(index: ClaimIndex, *terms: str, is_own: bool = True, most: int = 99, least: float = 0.5) -> list[str]:
    found = index.answering(terms, index.named(terms), is_own, most, 4, least)
    return [str(index.told(one)["object"]) for one in found]


def test_a_message_tells_its_claims(tmp_path: Path) -> None:
    index = index_of(tmp_path, [ALLERGY, OSLO, SISTER])
    assert index.of_message("m1") == [{name: one[name] for name in TOLD} for one in (ALLERGY, OSLO)]
    assert [index.of_message(name) for name in ("m0", "m2", "m5", "")] == [[], [], [], []]
    assert [index.message_of(one) for one in range(3)] == ["m1", "m1", "m4"]


def test_a_relation_is_named_by_its_name_before_its_phrases(tmp_path: Path) -> None:
    index = index_of(tmp_path, [])
    assert index.named(["live", "oslo"]) == {"lives_in": {"live": True}}
    assert index.named(["home", "oslo"]) == {"lives_in": {"home": True}}
    assert index.named(["allerg", "move"]) == {"has_condition": {"allerg": False}, "lives_in": {"move": False}}
    assert index.named(["kettl"]) == {}
    assert answered(index, "live") == []


def test_what_accounts_for_most_of_a_question_answers_first(tmp_path: Path) -> None:
    """Who is asked about decides; of equals the one that stands first; a phrase's word must be in the claim itself."""
    index = index_of(tmp_path, [ALLERGY, OSLO, SISTER, OLD, SAID])
    assert answered(index, "live") == ["Oslo", "Rome"]
    assert answered(index, "live", "rome") == ["Rome", "Oslo"]
    assert answered(index, "live", "rome", least=0.6) == ["Rome"]
    assert answered(index, "live", is_own=False) == []
    assert answered(index, "live", "ana", is_own=False) == ["Lyon"]
    assert answered(index, "allerg") == ["shellfish allergy"], "allergic and allergy are one word"
    assert answered(index, "move") == ["Rome"]
    assert answered(index, "live", most=1) == ["Oslo"]


PIECES = st.sampled_from(["ana", "oslo", "rome", "live", "lives", "allergy", "allergic", "al", "move", "moved", "like"])
PHRASES = st.lists(PIECES, max_size=4).map(" ".join)
CLAIMS = st.builds(
    claim,
    st.sampled_from(["m1", "m2"]), st.sampled_from(["SELF", "ana", "oslo"]),
    st.sampled_from(["has_condition", "lives_in", "likes"]), st.none() | PHRASES, st.none() | PHRASES,
    is_answer=st.booleans(),
)  # fmt: skip


def plain_share(row: Mapping[str, Any], terms: Sequence[str], naming: Mapping[str, bool], is_own: bool) -> float:
    """The rule, term by term."""

    def alike(one: str, other: str) -> bool:
        short, long = sorted((one, other), key=len)
        return one == other or (len(short) >= 4 and long.startswith(short) and len(long) - len(short) <= 2)

    subject = {*WORDS.terms(row["subject"])} & {*terms}
    own = [*WORDS.terms(row["quote"] or ""), *WORDS.terms(row["object"] or "")]
    covered = {term for term in terms if any(alike(term, one) for one in own)}
    relation = {term for term, is_name in naming.items() if is_name or term in covered}
    is_meant = subject or (is_own and row["subject"] == "SELF")
    return len(covered | relation | subject) / len(terms) if relation and is_meant else 0.0


@given(st.lists(CLAIMS, max_size=8), st.lists(PIECES, min_size=1, max_size=4), st.booleans())
def test_the_index_answers_as_the_rule_does(
    tmp_path_factory: pytest.TempPathFactory, rows: list[dict[str, Any]], asked: list[str], is_own: bool
) -> None:
    rows = sorted(({**row, "place": place} for place, row in enumerate(rows)), key=lambda row: str(row["message_id"]))
    terms = list(dict.fromkeys(term for word in asked for term in WORDS.terms(word)))
    index = index_of(tmp_path_factory.mktemp("rule"), rows)
    named = index.named(terms)
    shares = [
        (-plain_share(row, terms, named[row["predicate"]], is_own), row["place"], number)
        for number, row in enumerate(rows)
        if row["is_answer"] and row["predicate"] in named
    ]
    expected = [number for share, _, number in sorted(shares) if share <= -0.5]
    assert list(index.answering(terms, named, is_own, 99, 4, 0.5)) == expected


def test_another_file_is_no_index_of_claims(tmp_path: Path) -> None:
    index_over(tmp_path, messages(("a", "user", None, "soup")))
    with pytest.raises(WarehouseError, match="is no index of claims; `annals build` makes one"):
        ClaimIndex(next(tmp_path.glob("index-*")))
