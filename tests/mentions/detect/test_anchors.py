"""One byte per codepoint: otherwise every offset that a vector operation finds would be wrong."""

from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.mentions.detect.anchors import FOREIGN, _codes


@given(
    st.lists(st.sampled_from(["a", "\x7f", "\x80", "é", "߿", "ࠀ", "—", "\ud800", "\uffff", "😀", "\0"])).map("".join)
)
@settings(max_examples=300)
def test_codes_hold_one_byte_per_codepoint(text: str) -> None:
    assert list(_codes(text)) == [min(ord(character), FOREIGN) for character in text]
