"""Names that nobody wrote with a capital: where they are seen, and what only looks like one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg_assets.language.capitals import with_capitals
from kg_assets.language.pipeline import load_pipeline
from kg_assets.language.vocabulary import Vocabulary

VOCABULARY = Vocabulary(load_pipeline("en_core_web_sm"))
CASES = {
    "behind a relation": ("my old mate tadhg lives far away", "my old mate Tadhg lives far away"),
    "with a surname": ("my best friend tadhg quilligan moved", "my best friend Tadhg Quilligan moved"),
    "two of one relation": ("my cousin ulla and jorn sail too", "my cousin Ulla and Jorn sail too"),
    "before the relation": ("tadhg quilligan is my boss", "Tadhg Quilligan is my boss"),
    "a list behind a number": ("we have two dogs, pepper and tadhg", "we have two dogs, Pepper and Tadhg"),
    "what somebody is called": ("we got a spaniel called pepper", "we got a spaniel called Pepper"),
    "one's own name": ("my name is sinead", "my name is Sinead"),
    "beside oneself": ("me and tadhg broke up", "me and Tadhg broke up"),
    "who is told of": ("tadhg works at night", "Tadhg works at night"),
    "an employer": ("i work at zalgora", "i work at Zalgora"),
    "a place of two meanings": ("we moved to cork, but a cork popped", "we moved to Cork, but a cork popped"),
    "a known first name": ("then petra left", "then Petra left"),
    "compounds of a relation": ("my dog leash and my cat food are gone", "my dog leash and my cat food are gone"),
    "the speaker's verb": ("my wife snores and my son sleeps", "my wife snores and my son sleeps"),
    "no name behind is called": ("the game is called off", "the game is called off"),
    "typed words": ("my brother lol, idk at uni", "my brother lol, idk at uni"),
    "an abbreviation": ("my brother tadhg left the RAF", "my brother Tadhg left the RAF"),
    "who writes capitals": ("I met Ana, and my brother tadhg", "I met Ana, and my brother tadhg"),
}  # fmt: skip


@pytest.mark.parametrize(("typed", "meant"), CASES.values(), ids=CASES)
def test_capitals(typed: str, meant: str) -> None:
    assert with_capitals(typed, VOCABULARY.has) == meant


@given(st.text(alphabet="ab my'ßİ,.dogintanuiscled", max_size=60))
def test_nothing_moves(text: str) -> None:
    """Places in the text name the same characters after it."""
    found = with_capitals(text, VOCABULARY.has)
    assert len(found) == len(text)
    assert found.casefold() == text.casefold()


def test_forms_of_words_are_words() -> None:
    common = ["dogs", "snores", "went", "happier", "studying", "cafes", "the", "wouldn", "self-employed"]
    assert [word for word in common if not VOCABULARY.has(word)] == ["wouldn"]
    assert not VOCABULARY.has("tadhg")


class _NoLists:
    """A pipeline without lists of words."""

    class Defaults:
        stop_words = frozenset({"the"})

    def has_pipe(self, name: str) -> bool:
        return False


def test_without_lists_every_word_is_common() -> None:
    """Then nothing is taken for a name because it is unknown."""
    assert Vocabulary(_NoLists()).has("tadhg")
