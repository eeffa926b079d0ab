"""Sentences as columns of tokens: asking for what hangs together, and rows there and back."""

from kg_assets.core.spans import Span
from kg_assets.language.sentence import SENTENCE_COLUMNS, Sentence

# "I sold my old boat in June.", standing at 40 in its message.
TEXT = "I sold my old boat in June."
STARTS = (40, 42, 47, 50, 54, 59, 62, 66)
ENDS = (41, 46, 49, 53, 58, 61, 66, 67)
BOAT = Sentence(
    "m7", 3, 40, 67, TEXT, STARTS, ENDS,
    ("I", "sell", "my", "old", "boat", "in", "June", "."),
    ("PRP", "VBD", "PRP$", "JJ", "NN", "IN", "NNP", "."),
    ("PRON", "VERB", "PRON", "ADJ", "NOUN", "ADP", "PROPN", "PUNCT"),
    ("nsubj", "ROOT", "poss", "amod", "dobj", "prep", "pobj", "punct"),
    (1, 1, 4, 4, 1, 1, 5, 1),
    ("", "", "", "", "", "", "DATE", ""),
)  # fmt: skip


def test_what_hangs_on_a_token() -> None:
    assert BOAT.root == 1
    assert BOAT.children(1) == (0, 4, 5, 7)
    assert BOAT.children(4, "amod") == (3,)
    assert BOAT.child(1, "prep", "dobj") == 4
    assert BOAT.child(4, "prep") is None
    assert BOAT.subtree(4) == (2, 3, 4)
    assert BOAT.subtree(1, without=("dobj", "punct")) == (0, 1, 5, 6)
    assert BOAT.ancestors(6) == (5, 1)


def test_words_and_places_are_those_of_the_message() -> None:
    assert BOAT.word(4) == "boat"
    assert BOAT.span((2, 4)) == Span(47, 58)
    assert BOAT.words((2, 4)) == "my old boat"
    assert BOAT.low[0] == "i"
    assert BOAT.entities() == (("DATE", Span(62, 66)),)


def test_each_word_is_lowered_by_itself() -> None:
    text = "İzmir ΣΑΣ"
    assert Sentence("m", 0, 0, 9, text, (0, 6), (5, 9), ("İzmir", "ΣΑΣ")).low == ("İzmir".lower(), "ΣΑΣ".lower())
    text = "Éire ΣΑ ok"  # lowered as a whole, a Σ at the end of a word becomes another letter than within one
    assert Sentence("m", 0, 0, 10, text, (0, 5, 6), (4, 6, 7), ("Éire", "Σ", "Α")).low == ("éire", "σ", "α")


def test_tokens_of_one_contraction_are_told_by_their_lemmas() -> None:
    assert Sentence("m", 0, 3, 8, "Im ok", (3, 3, 6), (5, 5, 8), ("I", "be", "ok")).low == ("i", "be", "ok")


def test_a_row_gives_the_sentence_back() -> None:
    row = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in zip(SENTENCE_COLUMNS, BOAT.row(), strict=True)
    }
    assert Sentence.from_row(row) == BOAT


def test_a_sentence_that_was_not_parsed_has_no_tokens() -> None:
    row = dict.fromkeys(SENTENCE_COLUMNS) | {
        "message_id": "m8", "sentence_index": 0, "char_start": 5, "char_end": 9, "sentence_text": "Why?",
    }  # fmt: skip
    sentence = Sentence.from_row(row)
    assert not sentence.is_parsed
    assert len(sentence) == 0
    assert BOAT.is_parsed


def test_a_sentence_asks_whatever_closes_behind_its_question_mark() -> None:
    said = {"did you?": True, "(did you?)": True, '"Did you?" ': True, "**did you?**\n": True, "did you? No.": False}
    assert {text: Sentence("m", 0, 0, len(text), text).ends_asking for text in said} == said
