"""Mappings are data: pointers as RFC 6901 has them, rules in order, an export of another shape without new code."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.core.errors import ConfigError
from kg_assets.sources.mapping import PartRule, PartRules, compile_pointer, load_mapping, pointer_tokens, resolve
from tests.sources.harness import CONFIG, build

RFC6901 = {"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, 'k"l': 6, " ": 7, "m~n": 8}


@pytest.mark.parametrize(
    ("pointer", "value"),
    [
        ("", RFC6901), ("/foo", ["bar", "baz"]), ("/foo/0", "bar"), ("/", 0), ("/a~1b", 1), ("/c%d", 2), ("/e^f", 3),
        ("/g|h", 4), ("/i\\j", 5), ('/k"l', 6), ("/ ", 7), ("/m~0n", 8), ("/foo/2", None), ("/foo/00", None),
        ("/foo/-", None), ("/foo/bar", None), ("/none/of/it", None), ("/foo/99999999999999999999", None),
    ],
)  # fmt: skip
def test_the_examples_of_rfc_6901(pointer: str, value: Any) -> None:
    assert compile_pointer(pointer)(RFC6901) == value


@given(
    st.lists(st.sampled_from(["a", "b", "0", "1"]), max_size=4),
    st.recursive(
        st.none() | st.integers(),
        lambda s: st.lists(s, max_size=2) | st.dictionaries(st.sampled_from("ab01"), s, max_size=3),
    ),
)
@settings(max_examples=200)
def test_compiled_pointers_find_what_plain_ones_find(tokens: list[str], value: Any) -> None:
    pointer = "".join("/" + token for token in tokens)
    assert compile_pointer(pointer)(value) == resolve(value, pointer_tokens(pointer))


def test_the_first_rule_that_matches_decides() -> None:
    rules = PartRules(
        [
            PartRule(match_path="/kind", match_value=["x", "y"], part_type="image"),
            PartRule(match_path="/kind", match_value="x", part_type="file"),
            PartRule(match_path="/other", match_value="*", part_type="tool_call"),
            PartRule(match_path="/kind", match_value="z", part_type="other"),
        ]
    )
    found = [
        rules.match(part) for part in ({"kind": "x"}, {"kind": "z", "other": 0}, {"kind": "z"}, {"other": None}, 5)
    ]
    assert [rule and rule.part_type for rule in found] == ["image", "tool_call", "other", None, None]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("messages_path: mapping", "no JSON pointer"),
        ("no_such_key: 1", "no_such_key"),
        ("content_part_rules: [{part_type: sound}]", "part_type"),
        ("a: [", "not YAML"),
        ("- 1", "found list"),
    ],
)
def test_a_mapping_that_cannot_be_used_says_why(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    with pytest.raises(ConfigError) as caught:
        load_mapping(path)
    assert str(path) in str(caught.value)
    assert said in str(caught.value)


def test_an_empty_mapping_has_the_defaults_of_the_seed(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("")
    given_values = load_mapping(path).given
    assert (given_values.messages_path, given_values.messages_is_mapping, given_values.format_version) == (
        "/mapping",
        True,
        "1.0",
    )


def test_an_export_of_another_shape_needs_a_file_and_no_code(tmp_path: Path) -> None:
    (tmp_path / "shadow" / "mappings").mkdir(parents=True)
    (tmp_path / "shadow" / "mappings" / "chatgpt.yaml").write_text(
        """
        conversation_id_path: /key
        messages_path: /talk/turns
        messages_is_mapping: false
        message_id_path: /nr
        message_role_path: /who
        message_created_path: /at
        message_content_path: /said
        role_mapping: {ME: user, IT: assistant}
        content_part_rules:
          - {match_path: /t, match_value: pic, part_type: image, file_path_path: /src, mime_type_path: /mime}
          - {match_path: /t, match_value: "*", part_type: text, text_extract_path: /words/0, metadata_paths: [/t]}
        """
    )
    turns = [
        {"nr": 7, "who": "me", "at": 1700000000, "said": "plain"},
        {
            "nr": None,
            "who": "it",
            "said": [{"t": "x", "words": ["first", "second"]}, {"t": "pic", "src": "a.png"}, "raw"],
        },
    ]
    data = json.dumps([{"key": "k", "talk": {"turns": turns}}]).encode()
    built = build(tmp_path, ("chatgpt", "c.json", data), config=replace(CONFIG, shadow=tmp_path / "shadow"))
    assert built.broken_rules() == []
    first, second = built.rows("kg.messages")
    assert (first["message_id"], first["role"], first["text_raw"]) == ("7", "user", "plain")
    assert (second["parent_id"], second["role"], second["text_raw"]) == ("7", "assistant", "first\n\nraw")
    assert (second["attachment_count"], second["created_at_utc"]) == (1, "2023-11-14T22:13:20.000Z")
