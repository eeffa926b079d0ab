"""What a reply to a request for vectors says: each text once, all of one length, nothing guessed."""

import base64
import struct
from typing import Any

import pytest

from kg_assets.llm.request import Request
from kg_assets.llm.vector_request import read_vectors, vector_request
from tests.llm.asking import settings

PACKED = base64.b64encode(struct.pack("<2f", 0.5, -1.0)).decode()


def body(*vectors: Any, places: tuple[Any, ...] | None = None) -> dict[str, Any]:
    numbered = zip(places or range(len(vectors)), vectors, strict=True)
    return {"data": [{"index": place, "embedding": vector} for place, vector in numbered]}


def asked(dimensions: int | None = None) -> Request:
    return vector_request("some-model", ["one", "two"], ["m2", "m1"], "float", dimensions)


def test_each_text_has_its_row_whatever_their_order() -> None:
    outcome, vectors = read_vectors(asked().body, body([3, 4.0], PACKED, places=(1, 0)))
    assert outcome == "answered"
    assert vectors is not None
    assert vectors.tolist() == [[0.5, -1.0], [3.0, 4.0]]


@pytest.mark.parametrize(
    ("given", "outcome"),
    [
        (body([1.0, 2.0]), "wrong_schema"),
        (body([1.0, 2.0], [1.0]), "wrong_schema"),
        (body([1.0, 2.0], [1.0, 2.0], places=(0, 0)), "wrong_schema"),
        (body([1.0, 2.0], [1.0, 2.0], places=(0, None)), "wrong_schema"),
        (body([1.0, 2.0], [1.0, None]), "wrong_schema"),
        (body([1.0, 2.0], [1.0, float("inf")]), "wrong_schema"),
        (body([1.0, 2.0], [True, 2.0]), "wrong_schema"),
        (body([], []), "wrong_schema"),
        (body([1.0, 2.0], "no base64!"), "wrong_schema"),
        (body([1.0, 2.0], "abc="), "wrong_schema"),
        ({"data": ["x", {}]}, "wrong_schema"),
        ({"data": {}}, "malformed_response"),
        ({"choices": []}, "malformed_response"),
        ("busy", "malformed_response"),
        (None, "malformed_response"),
    ],
)
def test_anything_else_is_no_answer(given: Any, outcome: str) -> None:
    assert read_vectors(asked().body, given) == (outcome, None)


def test_a_length_that_was_asked_for_is_held_to() -> None:
    assert read_vectors(asked(3).body, body([1.0, 2.0], [1.0, 2.0]))[0] == "wrong_schema"
    assert read_vectors(asked(2).body, body([1.0, 2.0], [1.0, 2.0]))[0] == "answered"


def test_there_is_nothing_to_vote_about() -> None:
    """And who is shown is no part of what is asked."""
    request = asked()
    assert request.about == ("m1", "m2")
    assert [run.vote for run in request.runs(settings(multi_run_count=3))] == [0]
    assert request.identity == vector_request("some-model", ["one", "two"], [], "float", None).identity
    assert request.identity != asked(2).identity
