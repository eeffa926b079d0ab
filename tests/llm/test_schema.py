"""Answers are held to their schema, keyword by keyword; schemas that say more than is checked are refused."""

from typing import Any

import pytest

from kg_assets.llm.schema import fits, require_known

CASES: list[tuple[dict[str, Any], list[Any], list[Any]]] = [
    ({"type": "object"}, [{}, {"a": 1}], [[], None, "x"]),
    ({"type": "array"}, [[], [1]], [{}, "ab"]),
    ({"type": "string"}, ["", "x"], [1, None]),
    ({"type": "boolean"}, [True, False], [0, 1, "true"]),
    ({"type": "null"}, [None], [0, "", False]),
    ({"type": "number"}, [0, 1.5, -2], [True, "1"]),
    ({"type": "integer"}, [0, 2.0, -7], [1.5, False, "1", float("inf")]),
    ({"type": ["string", "null"]}, ["x", None], [1, []]),
    ({"enum": ["a", 1, None]}, ["a", 1, 1.0, None], [True, "b", 0]),
    ({"enum": [True]}, [True], [1, "true"]),
    ({"const": 0}, [0, 0.0], [False, None]),
    ({"properties": {"a": {"type": "string"}}}, [{}, {"a": "x"}, {"b": 1}, 7], [{"a": 1}]),
    ({"required": ["a"]}, [{"a": None}, 7], [{}, {"b": 1}]),
    ({"properties": {"a": {}}, "additionalProperties": False}, [{}, {"a": 1}], [{"b": 1}, {"a": 1, "b": 1}]),
    ({"additionalProperties": {"type": "integer"}}, [{}, {"b": 1}], [{"b": "x"}]),
    ({"properties": {"a": {}}, "additionalProperties": True}, [{"b": 1}], []),
    ({"items": {"type": "integer"}}, [[], [1, 2], "ab"], [[1, "x"]]),
    ({"minItems": 1, "maxItems": 2}, [[1], [1, 2], "abc"], [[], [1, 2, 3]]),
    ({"minLength": 1, "maxLength": 2}, ["a", "ab", [1, 2, 3]], ["", "abc"]),
    ({"minimum": 0, "maximum": 1}, [0, 0.5, 1, "9", True], [-0.1, 1.1]),
    ({"anyOf": [{"type": "string"}, {"type": "integer", "minimum": 5}]}, ["x", 5], [4, None]),
    ({"title": "T", "description": "no condition"}, [None, 1], []),
]


@pytest.mark.parametrize(("schema", "good", "bad"), CASES, ids=lambda value: str(value)[:40])
def test_each_keyword(schema: dict[str, Any], good: list[Any], bad: list[Any]) -> None:
    """Guards the meaning of each keyword; conditions on another kind of value do not apply, as the standard says."""
    require_known(schema)
    assert [value for value in good if not fits(value, schema)] == []
    assert [value for value in bad if fits(value, schema)] == []


@pytest.mark.parametrize(
    "schema",
    [
        {"pattern": "a+"},
        {"properties": {"a": {"format": "date"}}},
        {"items": {"oneOf": []}},
        {"additionalProperties": {"$ref": "#"}},
        {"anyOf": [{"not": {}}]},
        {"type": "date"},
        {"type": ["string", "text"]},
    ],
)
def test_what_is_not_checked_is_refused(schema: dict[str, Any]) -> None:
    """Guards against a condition that nobody checks, at any depth."""
    with pytest.raises(ValueError, match="the schema"):
        require_known(schema)
