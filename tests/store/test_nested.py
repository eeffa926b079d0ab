"""Lists and structs as JSON text and back: arrays tell what the writer of canonical JSON tells of each value."""

from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg_assets.core.canonical import canonical_text
from kg_assets.core.contract import NUMBERS, STRETCHES, TEXTS, members
from kg_assets.store.nested import json_texts, values_of

_TEXT = st.text('ab"\\\x00\n\x7fé\u2028\U0001f600', max_size=4)
_INT = st.integers(-(2**53) + 1, 2**53 - 1)
_FLOAT = st.floats(-1e15, 1e15)
_STRETCH = st.fixed_dictionaries({"start": _INT, "end": _INT | st.none()})
_ODD = members(zone="text", Big="float", is_so="bool", among="texts")
_SHAPES = {
    "texts": (TEXTS, st.lists(_TEXT | st.none(), max_size=4)),
    "numbers": (NUMBERS, st.lists(_FLOAT, max_size=4)),
    "stretches": (STRETCHES, st.lists(_STRETCH | st.none(), max_size=4)),
    "struct": (
        _ODD,
        st.fixed_dictionaries(
            {
                "zone": _TEXT | st.none(),
                "Big": _FLOAT | st.none(),
                "is_so": st.booleans() | st.none(),
                "among": st.lists(_TEXT, max_size=3) | st.none(),
            }
        ),
    ),
}


@given(data=st.data(), name=st.sampled_from(sorted(_SHAPES)), cut=st.integers(0, 6))
def test_each_text_is_the_canonical_json_of_its_value(data: st.DataObject, name: str, cut: int) -> None:
    shape, values = _SHAPES[name]
    drawn: list[Any] = data.draw(st.lists(values | st.none(), max_size=6))
    array = pa.array(drawn, shape)
    cut = min(cut, len(drawn))
    # As a table has them that was cut and put together.
    column = pa.chunked_array([array.slice(0, cut), array.slice(cut)], shape)
    texts = [None if value is None else canonical_text(value) for value in drawn]
    assert json_texts(column).to_pylist() == texts
    told = values_of(pa.chunked_array([pa.array(texts, pa.string())]), shape)
    assert told is not None
    assert told.to_pylist() == drawn


@pytest.mark.parametrize(
    "text", ['["a",1]', '{"start":1}', "[[]]", '"a"', '[{"end":1,"start":2,"x":3}]', '[{"end":1}]']
)
def test_another_shape_is_told(text: str) -> None:
    texts = pa.chunked_array([["[]", text, None, "[]"]])
    assert values_of(texts, STRETCHES) is None


def test_no_rows_have_no_values() -> None:
    for texts in (pa.chunked_array([], pa.string()), pa.chunked_array([[]], pa.string())):
        found = values_of(texts, TEXTS)
        assert found is not None
        assert (found.to_pylist(), found.type) == ([], TEXTS)
    assert json_texts(pa.chunked_array([], TEXTS)).to_pylist() == []
