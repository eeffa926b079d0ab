"""Requests: what is sent about a message, that it moves only with what it shows, and what an answer must be."""

import json
from pathlib import Path
from typing import Any

import pytest

from kg_assets.claims.extraction.asking import (
    PROMPT_FILE,
    SCHEMA,
    VOCABULARY_FILE,
    Prompt,
    read_prompt,
    request_about,
)
from kg_assets.claims.extraction.windows import Mention
from kg_assets.core.canonical import canonical_text
from kg_assets.core.data import data_path
from kg_assets.core.errors import ConfigError
from kg_assets.llm.schema import fits
from tests.claims.extraction.shown import claim, literal, material, message, window, window_of
from tests.llm.asking import settings

PROMPT = read_prompt(data_path(PROMPT_FILE), data_path(VOCABULARY_FILE))
NAMES = {"id of Oslo": ("Oslo", "LOCATION")}


def test_the_prompt_holds_the_whole_vocabulary() -> None:
    """Guards against two lists: labels and meanings come from the configuration."""
    assert "- lives_in: " in PROMPT.instructions
    assert "{{" not in PROMPT.instructions


def test_a_vocabulary_without_labels_is_refused(tmp_path: Path) -> None:
    """Guards against a prompt that offers nothing."""
    empty = tmp_path / "predicates.yaml"
    empty.write_text("predicates: {}\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="predicates"):
        read_prompt(data_path(PROMPT_FILE), empty)


def test_the_request_shows_the_window() -> None:
    """Guards §4.4.4: context, target, entities with their hints, and no id of the graph."""
    made = material(
        message("m1", "before that"),
        message("m2", "Oslo it is", "m1"),
        mentions={"m2": [Mention(0, 4, "id of Oslo", 2)]},
        names=NAMES,
    )
    request = request_about(window_of(made, "m2"), PROMPT, settings(seed=7))
    shown = json.loads(request.body["messages"][1]["content"])
    assert shown == {
        "context": [{"role": "user", "text": "before that"}],
        "target": {
            "role": "user",
            "text": "Oslo it is",
            "entities": [
                {"id": "E1", "name": "Oslo", "type": "LOCATION", "salience": "low", "reliability": "low"},
            ],
            "times": [],
        },
    }
    assert request.about == ("m1", "m2")
    assert (request.body["seed"], request.body["temperature"]) == (7, 0)
    assert "id of Oslo" not in json.dumps(request.body)


def test_a_request_moves_only_with_what_it_shows() -> None:
    """Guards money: other messages, other mentions of the entity and other conversations ask nothing anew."""
    both = (message("m1", "before that"), message("m2", "Oslo it is", "m1"))
    mention = {"m2": [Mention(0, 4, "id of Oslo", 2)]}
    alone = window_of(material(*both, mentions=mention, names=NAMES), "m2")
    more = material(
        *both,
        message("m3", "Oslo, Oslo again", "m2"),
        message("m9", "Oslo elsewhere", conversation_id="c2"),
        mentions=mention | {"m3": [Mention(0, 4, "id of Oslo", 0)], "m9": [Mention(0, 4, "id of Oslo", 0)]},
        names=NAMES | {"id of Kim": ("Kim", "PERSON")},
    )
    identity = request_about(alone, PROMPT, settings()).identity
    assert request_about(window_of(more, "m2"), PROMPT, settings()).identity == identity
    renamed = window_of(material(*both, mentions=mention, names={"id of Oslo": ("Oslo", "PERSON")}), "m2")
    assert request_about(renamed, PROMPT, settings()).identity != identity
    assert request_about(alone, Prompt("other words"), settings()).identity != identity


def test_an_endpoint_without_schemas_is_told_the_form() -> None:
    """Guards json_object: the schema then stands in the instructions, and nowhere twice."""
    told, strict = (
        request_about(window("I like tea in Oslo"), PROMPT, settings(response_format=form)).body
        for form in ("json_object", "json_schema")
    )
    assert canonical_text(SCHEMA) in told["messages"][0]["content"]
    assert strict["messages"][0]["content"] == PROMPT.instructions
    assert strict["response_format"]["json_schema"]["strict"] is True


def _objects(schema: Any) -> list[dict[str, Any]]:
    if isinstance(schema, list):
        return [found for item in schema for found in _objects(item)]
    if not isinstance(schema, dict):
        return []
    own = [schema] if schema.get("type") == "object" else []
    return own + [found for value in schema.values() for found in _objects(value)]


def test_the_schema_is_one_that_strict_endpoints_take() -> None:
    """Guards strict mode: every property is required and no other is allowed, at every depth."""
    found = _objects(SCHEMA)
    assert len(found) == 7  # the answer, a claim, object, qualifier; a retraction, target, replacement
    for schema in found:
        assert schema["required"] == list(schema["properties"])
        assert schema["additionalProperties"] is False


@pytest.mark.parametrize(
    ("changed", "strict"),
    [
        ({}, True),
        ({"object": literal("Oslo", "entity"), "qualifier": {"type": "at", "text": None, "iso": "2024"}}, True),
        ({"modality": "guess"}, False),
        ({"object": literal("1", "json")}, False),
        ({"confidence": "high"}, False),
    ],
)
def test_a_bad_claim_does_not_cost_the_answer(changed: dict[str, Any], strict: bool) -> None:
    """Guards paid answers: what the schema asks for is strict, what is accepted leaves the judging to the reader."""
    answer = {"claims": [claim("I like tea", **changed)], "retractions": []}
    assert fits(answer, SCHEMA) is strict
    request = request_about(window("I like tea in Oslo"), PROMPT, settings())
    assert fits(answer, request.schema)
    assert fits({"claims": []}, request.schema)
    assert not fits({"claims": ["I like tea"]}, request.schema)
    assert not fits([], request.schema)
