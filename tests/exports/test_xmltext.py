"""Text for XML 1.0: whatever it holds, a parser gives it back, or U+FFFD for what XML cannot hold."""

import xml.etree.ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from kg_assets.exports.xmltext import xml_text, xml_value


def _holdable(character: str) -> bool:
    """XML 1.0 §2.2, production Char."""
    code = ord(character)
    return code in (0x9, 0xA, 0xD) or 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or 0x10000 <= code <= 0x10FFFF


@given(st.text(st.characters()))
def test_a_parser_gives_back_what_was_written(text: str) -> None:
    wanted = "".join(c if _holdable(c) else "\N{REPLACEMENT CHARACTER}" for c in text)
    element = ET.fromstring(f'<a b="{xml_text(text)}">{xml_text(text)}</a>')
    assert element.get("b") == wanted
    assert (element.text or "") == wanted


def test_values_are_written_as_xml_schema_does() -> None:
    assert [xml_value(value) for value in (True, False, 3, 0.25, "a<b")] == ["true", "false", "3", "0.25", "a&lt;b"]
