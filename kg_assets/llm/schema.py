"""The part of JSON Schema in which the form of answers is described, and the check of an answer against it.

A schema with any other keyword is refused when the request is made, so that nothing in a schema goes unchecked. There
are no references, so the schema limits the depth of a check, whatever a model writes.
"""

from collections.abc import Callable, Mapping
from typing import Any

_ANNOTATIONS = frozenset({"title", "description"})
_SUBSCHEMAS = ("items", "additionalProperties")
_TYPES: dict[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "integer": lambda value: (
        (isinstance(value, int) and not isinstance(value, bool)) or (isinstance(value, float) and value.is_integer())
    ),
}


def strict_object(**properties: Any) -> dict[str, Any]:
    """The schema of an object that endpoints accept in strict mode: every property is required, no other
    allowed."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def require_known(schema: Mapping[str, Any]) -> None:
    """Raise an error for a schema with a keyword or type that `fits` does not check."""
    unknown = sorted(schema.keys() - _CHECKS.keys() - _ANNOTATIONS)
    if unknown:
        raise ValueError(f"the schema uses {', '.join(unknown)}; known are {', '.join(sorted(_CHECKS))}")
    named = schema.get("type", ())
    types = [named] if isinstance(named, str) else list(named)
    if not set(types) <= _TYPES.keys():
        raise ValueError(f"the schema names a type that is none of {', '.join(sorted(_TYPES))}")
    inner = [schema[name] for name in _SUBSCHEMAS if isinstance(schema.get(name), Mapping)]
    for subschema in [*inner, *schema.get("properties", {}).values(), *schema.get("anyOf", ())]:
        require_known(subschema)


def fits(value: Any, schema: Mapping[str, Any]) -> bool:
    """Whether a JSON value fits a schema. `require_known` must have accepted the schema."""
    return all(_CHECKS[name](value, schema) for name in schema if name not in _ANNOTATIONS)


def _type(value: Any, schema: Mapping[str, Any]) -> bool:
    named = schema["type"]
    return any(_TYPES[name](value) for name in ([named] if isinstance(named, str) else named))


def _enum(value: Any, schema: Mapping[str, Any]) -> bool:
    return any(_same(value, choice) for choice in schema["enum"])


def _same(value: Any, other: Any) -> bool:
    # In JSON true is not 1; in Python it is.
    return isinstance(value, bool) == isinstance(other, bool) and bool(value == other)


def _properties(value: Any, schema: Mapping[str, Any]) -> bool:
    known = schema["properties"]
    return not isinstance(value, dict) or all(fits(value[name], known[name]) for name in known if name in value)


def _additional(value: Any, schema: Mapping[str, Any]) -> bool:
    allowed = schema["additionalProperties"]
    if not isinstance(value, dict) or allowed is True:
        return True
    others = [item for name, item in value.items() if name not in schema.get("properties", {})]
    return not others if allowed is False else all(fits(item, allowed) for item in others)


def _required(value: Any, schema: Mapping[str, Any]) -> bool:
    return not isinstance(value, dict) or all(name in value for name in schema["required"])


def _items(value: Any, schema: Mapping[str, Any]) -> bool:
    return not isinstance(value, list) or all(fits(item, schema["items"]) for item in value)


def _any_of(value: Any, schema: Mapping[str, Any]) -> bool:
    return any(fits(value, choice) for choice in schema["anyOf"])


def _least(keyword: str, kind: str, measure: Callable[[Any], float]) -> Callable[[Any, Mapping[str, Any]], bool]:
    return lambda value, schema: not _TYPES[kind](value) or measure(value) >= schema[keyword]


def _most(keyword: str, kind: str, measure: Callable[[Any], float]) -> Callable[[Any, Mapping[str, Any]], bool]:
    return lambda value, schema: not _TYPES[kind](value) or measure(value) <= schema[keyword]


def _itself(value: Any) -> float:
    number: float = value
    return number


_CHECKS: dict[str, Callable[[Any, Mapping[str, Any]], bool]] = {
    "type": _type,
    "enum": _enum,
    "const": lambda value, schema: _same(value, schema["const"]),
    "properties": _properties,
    "additionalProperties": _additional,
    "required": _required,
    "items": _items,
    "anyOf": _any_of,
    "minItems": _least("minItems", "array", len),
    "maxItems": _most("maxItems", "array", len),
    "minLength": _least("minLength", "string", len),
    "maxLength": _most("maxLength", "string", len),
    "minimum": _least("minimum", "number", _itself),
    "maximum": _most("maximum", "number", _itself),
}
