"""What the parts of a message say, whatever they are made of."""

from typing import Any

import pytest

from kg_assets.core.data import data_path
from kg_assets.sources.mapping import load_mapping
from kg_assets.sources.parts import message_parts
from kg_assets.sources.scan import MAPPING_FILES


@pytest.mark.parametrize(
    ("content", "texts"),
    [
        ({"content_type": "text", "parts": [["one", "two"], "three"]}, ["one\ntwo", "three"]),
        ({"content_type": "text", "parts": [[["deep"], {"text": "said"}]]}, ["deep\nsaid"]),
        ({"content_type": "multimodal_text", "parts": [{"content_type": "text", "text": ["four", "five"]}]},
         ["four\nfive"]),
        ({"content_type": "text", "parts": [[], [None, 7]]}, [None, None]),
        ([["six", ["seven"]], "eight"], ["six\nseven", "eight"]),
        ({"content_type": "text", "parts": [{"unheard_of": ["nine"]}]}, [None]),
    ],
)  # fmt: skip
def test_lists_inside_of_parts_keep_their_words(content: Any, texts: list[str | None]) -> None:
    mapping = load_mapping(data_path(MAPPING_FILES["chatgpt"]))
    assert [part.text for part in message_parts(content, {}, None, mapping)] == texts
