"""Ids are uuid5 over RFC 8785 arrays, to the letter of the seed."""

import hashlib
import uuid
from typing import Any

import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.core.canonical import CanonicalError
from kg_assets.core.ids import IdSpace, sha256_hex

NAMESPACE = "550e8400-e29b-41d4-a716-446655440000"

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**53) + 1, 2**53 - 1),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=8),
    st.sampled_from(["", 'quote"', "back\\slash", "new\nline", "\x7f", "é", "😀"]),
)
COMPONENTS = st.lists(SCALARS | st.lists(SCALARS, max_size=3), max_size=5)


def by_the_formula(namespace: uuid.UUID, components: list[Any]) -> str:
    def encoded(component: Any) -> Any:
        if isinstance(component, list):
            return [encoded(inner) for inner in component]
        return {None: "__NULL__", "": "__EMPTY__"}.get(component, component)

    return str(uuid.uuid5(namespace, rfc8785.dumps(encoded(components)).decode()))


@settings(max_examples=600)
@given(st.uuids(), COMPONENTS)
def test_every_id_is_the_formula(namespace: uuid.UUID, components: list[Any]) -> None:
    assert IdSpace(namespace).make(*components) == by_the_formula(namespace, components)


def test_the_form_of_the_hashed_name() -> None:
    space = IdSpace(NAMESPACE)
    message_id = space.make("message", "c1", 0)
    assert message_id == str(uuid.uuid5(uuid.UUID(NAMESPACE), '["message","c1",0]'))
    assert space.make("part", message_id, 2) == str(uuid.uuid5(space.namespace, f'["part","{message_id}",2]'))
    assert space.make("a", None, "") == str(uuid.uuid5(space.namespace, '["a","__NULL__","__EMPTY__"]'))


def test_components_do_not_run_into_each_other() -> None:
    space = IdSpace(NAMESPACE)
    made = [space.make("a", "b,c"), space.make("a", "b", "c"), space.make("ab", "c"), space.make("a", ["b", "c"])]
    assert len(set(made)) == len(made)


def test_an_id_does_not_depend_on_the_ids_made_before() -> None:
    busy, fresh = IdSpace(NAMESPACE), IdSpace(NAMESPACE)
    for count in range(10):
        busy.make("other", count)
    assert busy.make("x") == fresh.make("x")


@pytest.mark.parametrize("component", ["\ud83d", 2**53, float("nan"), [float("inf")]])
def test_what_json_cannot_hold_makes_no_id(component: Any) -> None:
    with pytest.raises(CanonicalError):
        IdSpace(NAMESPACE).make("x", component)


def test_sha256_of_text_is_that_of_its_utf8() -> None:
    assert sha256_hex("é") == sha256_hex("é".encode()) == hashlib.sha256("é".encode()).hexdigest()
