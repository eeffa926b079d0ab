"""What the shipped pipeline reads: whole trees with true places, whatever stands in the text."""

from pathlib import Path

import pytest

from kg_assets.core.errors import ConfigError
from kg_assets.core.modelfiles import model_digest, model_folder
from kg_assets.language.parser import read
from kg_assets.language.pipeline import load_pipeline

MODEL = "en_core_web_sm"
HARD = (
    "Sold the car in May",
    "im so tired, dont wanna go to work tmrw!! lol",
    "My **brother** ’s kid (the older\none) is 9\u00a0yrs old…",
    "🎉🎉🎉 we got engaged 💍 last night 🎉",
    "cafe\u0301 owner; naïve — “quoted” text [link](http://a.b/c) \u200b end",
    "a",
    "!!! ??? ...",
    "x" * 3000,
)


@pytest.mark.parametrize("text", HARD)
def test_every_sentence_is_one_tree_with_true_places(text: str) -> None:
    for sentence in read(text, MODEL):
        assert text[sentence.char_start : sentence.char_end] == sentence.text
        assert sum(head == token for token, head in enumerate(sentence.head)) == 1
        assert sentence.subtree(sentence.root) == tuple(range(len(sentence)))
        assert list(sentence.start) == sorted(sentence.start)
        for token in range(len(sentence)):
            assert sentence.char_start <= sentence.start[token] < sentence.end[token] <= sentence.char_end


def test_who_does_what_in_words_without_care() -> None:
    (sentence,) = read("hey im allergic to eggs", MODEL)
    assert sentence.lemma[sentence.root] == "be"
    assert [sentence.lemma[t] for t in sentence.children(sentence.root, "nsubj")] == ["I"]
    assert sentence.word(sentence.child(sentence.root, "acomp") or 0) == "allergic"


def test_a_missing_model_is_one_error_that_says_what_to_do() -> None:
    with pytest.raises(ConfigError, match=r"language\.model names 'no_such_pipeline'.*install it.*off"):
        load_pipeline("no_such_pipeline")


def test_a_damaged_model_is_one_error_that_names_its_folder(tmp_path: Path) -> None:
    found = model_folder(MODEL)
    assert found is not None
    for name in ("config.cfg", "meta.json", "tokenizer"):
        (tmp_path / name).write_bytes((found / name).read_bytes()[:2000])
    with pytest.raises(ConfigError, match=rf"{tmp_path}.*cannot be loaded.*off"):
        load_pipeline(str(tmp_path))


def test_the_folder_holds_data_alone_and_every_file_counts(tmp_path: Path) -> None:
    found = model_folder(MODEL)
    assert found is not None
    assert (found / "config.cfg").exists()
    assert not list(found.rglob("*.py"))
    (tmp_path / "config.cfg").write_text("one")
    (tmp_path / "patterns").write_text("two")
    before = model_digest(str(tmp_path))
    (tmp_path / "patterns").write_text("other")
    assert model_digest(str(tmp_path)) != before
