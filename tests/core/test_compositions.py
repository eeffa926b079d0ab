"""Accents that are written apart: found, composed, and mapped back."""

from unicodedata import normalize

from hypothesis import given
from hypothesis import strategies as st

from kg_assets.core.spans import compositions, replace

_LETTERS = st.text(alphabet="aeonuAEO ßłøπ가が\u0301\u0308\u0323\u030c-1", max_size=20)


@given(_LETTERS)
def test_what_is_composed_comes_from_where_it_stood(text: str) -> None:
    made = replace(text, compositions(text))
    for start in range(len(made.text)):
        first, last = made.offsets.to_source(start, start + 1)
        assert made.text[start] in normalize("NFC", text[first:last])
    assert normalize("NFC", made.text) == normalize("NFC", text)


def test_a_name_with_its_accent_apart() -> None:
    text = "Ask Ma\u0308rta, not Marta"
    made = replace(text, compositions(text))
    assert made.text == "Ask Märta, not Marta"
    assert text[slice(*made.offsets.to_source(4, 9))] == "Ma\u0308rta"
    assert compositions("Märta") == compositions("plain") == []
