"""Names of notes: every file system can hold them, and no two are one file."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg_assets.exports.notenames import NoteNames, cut_to_bytes

MOST = 60


@pytest.mark.parametrize(
    ("wanted", "given_name"),
    [
        ("Ann Smith", "Ann Smith"),
        ("C/C++: a [[guide]]?", "C C++ a guide"),
        ("  ..hidden.. ", "hidden"),
        ("CON", "CON_"),
        ("nul.txt", "nul.txt_"),
        ("COM5", "COM5_"),
        ("line\nbreak\x07\u202e", "line break"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("???", "thing"),
        ("", "thing"),
        ("日本 🎌", "日本 🎌"),
    ],
)
def test_what_names_become(wanted: str, given_name: str) -> None:
    assert NoteNames(MOST).give(wanted, "thing") == given_name


def test_names_that_differ_only_in_case_or_form_are_told_apart() -> None:
    """On macOS and Windows they would be one file, and the second note would overwrite the first."""
    names = NoteNames(MOST)
    given_names = [
        names.give(wanted, "org") for wanted in ("Straße", "STRASSE", "strasse", "ﬁsh", "Fish", "e\u0301", "É")
    ]
    assert given_names == ["Straße", "STRASSE (org)", "strasse (org 2)", "ﬁsh", "Fish (org)", "é", "É (org)"]


@given(st.lists(st.tuples(st.text(max_size=200), st.sampled_from(["person", "bare domain"])), max_size=12))
def test_names_are_safe_and_all_different(wanted: list[tuple[str, str]]) -> None:
    names = NoteNames(MOST)
    given_names = [names.give(*one) for one in wanted]
    assert len({unicodedata.normalize("NFKC", name).casefold() for name in given_names}) == len(given_names)
    for name in given_names:
        assert 0 < len(name.encode()) <= MOST + 1
        assert not set(name) & set('\\/:*?"<>|#^[]')
        assert name == name.strip(" .")
        assert all(unicodedata.category(character)[0] != "C" for character in name)


def test_a_cut_takes_an_accent_with_its_letter() -> None:
    # "xé" in two codepoints is x, e and two bytes of U+0301: four bytes; three would leave half an accent.
    assert cut_to_bytes("xe\u0301", 4) == "xe\u0301"
    assert cut_to_bytes("xe\u0301", 3) == "x"
    assert cut_to_bytes("日本", 5) == "日"
