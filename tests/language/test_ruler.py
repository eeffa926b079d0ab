"""What is remembered of the ruler is what the ruler says: the same documents with and without."""

from pathlib import Path
from typing import Any

import pytest

from kg_assets.language.parser import read
from kg_assets.language.pipeline import load_pipeline
from kg_assets.language.ruler import RememberedRuler

MODEL = "en_core_web_sm"
ATTRIBUTES = ["TAG", "POS", "MORPH", "LEMMA", "DEP", "HEAD"]
GOLD = Path(__file__).resolve().parents[1] / "claims" / "gold" / "claims.jsonl"
SAYS = [
    "There's a boat, and there are two more.", "Let's go; c'm on, y'all!", "We ain't gon na do that, got ta run.",
    "He does his job and does it well, having had it for years.", "That is mine, that one he'd like.", "  a  b ",
    "I do. Do I? They did, didn't they?", "nothin' to see", "You and me saw it and him.",
]  # fmt: skip


def _tagged(texts: list[str]) -> list[Any]:
    pipeline = load_pipeline(MODEL)
    return list(pipeline.pipe(texts, disable=["attribute_ruler", "lemmatizer", "ner"]))


@pytest.mark.whole
def test_remembering_changes_nothing() -> None:
    ruler = load_pipeline(MODEL).get_pipe("attribute_ruler")
    remembered = RememberedRuler(ruler, ruler.patterns)
    texts = [*SAYS, *GOLD.read_text(encoding="utf-8").splitlines()[:150]]
    for _ in range(2):  # the second time nearly everything is remembered
        for by_ruler, by_memory in zip(_tagged(texts), _tagged(texts), strict=True):
            ruler(by_ruler)
            remembered(by_memory)
            assert (by_memory.to_array(ATTRIBUTES) == by_ruler.to_array(ATTRIBUTES)).all(), by_ruler.text


def test_patterns_that_no_sign_tells_are_left_to_the_ruler() -> None:
    asked: list[Any] = []
    remembered = RememberedRuler(asked.append, [{"patterns": [[{"ORTH": "A"}]]}])
    for doc in _tagged(["a boat", "a boat"]):
        remembered(doc)
    assert len(asked) == 2


@pytest.mark.parametrize("text", ["The boat is old.", "A dog barks."])
def test_a_known_kind_is_not_asked_again(text: str) -> None:
    ruler = load_pipeline(MODEL).get_pipe("attribute_ruler")
    asked: list[Any] = []
    remembered = RememberedRuler(lambda doc: asked.append(doc) or ruler(doc), ruler.patterns)
    for doc in _tagged([text, text, text]):
        remembered(doc)
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("I have always hated mornings", "hate"), ("I'm hoping to move", "hope"), ("She is riding to work", "ride"),
        ("We hopped over the fence", "hop"), ("I stopped in May", "stop"), ("They mixed it", "mix"),
    ],
)  # fmt: skip
def test_a_verb_keeps_its_e(text: str, verb: str) -> None:
    (sentence,) = read(text, MODEL)
    assert verb in sentence.lemma
