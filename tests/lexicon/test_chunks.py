"""Noun phrases in low case: compounds by rule, and the noun chunks of a real spaCy pipeline with a parser."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from kg_assets.core.errors import ConfigError
from kg_assets.lexicon.chunks import compound_pattern, compounds, parsed_chunks
from kg_assets.store.home import Home
from tests.lexicon.talks import Talk, conversation, learn, read, rows_of, write_export

DETERMINERS, NOUNS = {"the", "a", "my", "our"}, {"garden", "rain", "ledger", "plan", "kite", "workbench"}


def compounds_in(text: str) -> list[str]:
    units = pl.Series([text]).str.extract_all(compound_pattern()).explode().drop_nulls()
    found: list[str] = compounds(units)["surface_text"].to_list()
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("we water the rain garden of ours", ["rain garden"]),
        ("My rain garden", ["rain garden"]),
        ("so (the rain garden)", ["rain garden"]),
        ("the rain garden, which", ["rain garden"]),
        ("the rain garden's end", ["rain garden"]),
        ("the rain garden is and our paper ledger was", ["rain garden", "paper ledger"]),
        ("the überdruck ventil ist", []),  # what follows must be able to follow a noun phrase
        ("the überdruck ventil is", ["überdruck ventil"]),
        ("the rain garden grows", []),
        ("a rain garden is", []),  # no determiner that speaks of something known
        ("bathe rain garden is", []),
        ("the Rain garden is", []),
        ("the old garden is", []),
        ("the rain part is", []),
        ("the tallest garden is", []),
        ("the rain watered is", []),
        ("the rain only is", []),
        ("the ox cart is", []),  # words of fewer than three letters
        ("the rain\ngarden is", []),
        ("", []),
    ],
)
def test_compounds_by_rule(text: str, expected: list[str]) -> None:
    assert compounds_in(text) == expected


@pytest.mark.parametrize("piece", ["the ", "the rain ", "the rain garden ", "the rain garden of ", "my"])
def test_the_rule_is_linear(piece: str) -> None:
    """A megabyte of each; a quadratic reading would never end. What is found in it is found in a short one too."""
    assert set(compounds_in(piece * ((1 << 20) // len(piece)))) == set(compounds_in(piece * 8))


def test_a_compound_of_the_person_becomes_a_term(tmp_path: Path) -> None:
    """Half of the sightings are the person's, the least share; of the other less than half are."""
    talk = Talk()
    for index, verb in enumerate(("water", "see", "like", "dig")):
        talk.say(f"we {verb} the rain garden today", f"c{index % 2}")
        talk.say(f"you {verb} the rain garden again", f"c{index % 2}", role="assistant")
        talk.say(f"we {verb} the paper ledger today", f"c{index % 2}")
        talk.say(f"you {verb} the paper ledger again", f"c{index % 2}", role="assistant")
    talk.say("we keep the paper ledger too", role="assistant")
    learned = learn(tmp_path, talk)
    terms = {key: row["score"] for key, row in learned.terms().items()}
    # 4 * 1.0 + 4 * 0.5 = 6 weighted; 2 conversations; 2 * 4 surroundings, ("the", today) and ("the", again): 2 / 8.
    # 6 + 2 * 2.0 + 0.25 * 0.5 = 10.125
    assert terms == {"rain garden": 10.125}
    assert learned.candidates()["rain garden"]["generator"] == "NOUN_CHUNK"


@Language.component("chunks_by_hand")
def parse_by_hand(doc: Doc) -> Doc:
    """A parse by word lists: a noun is what its verb acts on, unless another noun follows, to which it then belongs."""
    tags = ["DET" if t.lower_ in DETERMINERS else "NOUN" if t.lower_ in NOUNS else "VERB" for t in doc]
    heads, dependencies = [], []
    for index, tag in enumerate(tags):
        if tag == "VERB":
            heads.append(index)
            dependencies.append("ROOT")
            continue
        last = index
        while last + 1 < len(tags) and tags[last + 1] == "NOUN":
            last += 1
        verb = next((i for i in range(index, -1, -1) if tags[i] == "VERB"), last)
        heads.append(last if last != index else verb)
        dependencies.append("det" if tag == "DET" else "compound" if last != index else "dobj")
    for token, tag, head, dependency in zip(doc, tags, heads, dependencies, strict=True):
        token.pos_, token.dep_, token.head = tag, dependency, doc[head]
    return doc


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A pipeline on disk whose parser is known word for word."""
    language = spacy.blank("en")
    language.add_pipe("chunks_by_hand", name="parser")
    folder = tmp_path_factory.mktemp("pipeline") / "parser"
    language.to_disk(folder)
    return str(folder)


def _chunks(pipeline: str, *texts: str) -> list[Any]:
    frame = pl.DataFrame({"place": list(range(len(texts))), "text": list(texts)})
    found = parsed_chunks(frame, pipeline).sort("place", "surface_text")
    assert found.filter((pl.col("generator") != "NOUN_CHUNK") | (pl.col("position") != "inside")).is_empty()
    return found.select("place", "surface_text", "sightings").rows()


def test_noun_chunks_of_a_parser(pipeline: str) -> None:
    """Counted by place, without the determiner; one word, capitals and more than five words are none."""
    assert _chunks(
        pipeline,
        "we water the rain garden and see the rain garden",
        "we water my rain garden plan",
        "we water the garden and see Rain garden",
        "we see rain rain rain rain rain garden",
        "",
    ) == [(0, "rain garden", 2), (1, "rain garden plan", 1)]


def test_the_texts_keep_their_places_however_they_are_batched(pipeline: str) -> None:
    """More texts than the pipeline takes at once."""
    texts = ["we see the rain garden" if index % 3 else "we see" for index in range(1500)]
    assert _chunks(pipeline, *texts) == [(index, "rain garden", 1) for index in range(1500) if index % 3]


def test_a_build_with_a_parser(home: Home, tmp_path: Path, pipeline: str) -> None:
    """The chunks become candidates and terms of a build, and mentions with true offsets."""
    own = tmp_path / "own.yaml"
    own.write_text(f"lexicon:\n  noun_chunk_model: {pipeline}\n", encoding="utf-8")
    texts = [
        f"we {verb} my kite workbench plan {when}" for verb, when in (("like", "now"), ("see", "then"), ("got", "too"))
    ]
    export = write_export(tmp_path / "conversations.json", conversation("c1", texts), conversation("c2", texts))
    connection = read(home, export, override=own)
    (term,) = rows_of(connection, "SELECT generator, t.term_key FROM lexicon_terms t JOIN lexicon_term_candidates "
                      "USING (candidate_id)")  # fmt: skip
    assert term == {"generator": "NOUN_CHUNK", "term_key": "kite workbench plan"}
    mentions = rows_of(connection, "SELECT char_start, surface_text FROM entity_mentions ORDER BY ALL")
    starts = sorted(text.index("kite") for text in texts * 2)
    assert mentions == [{"char_start": start, "surface_text": "kite workbench plan"} for start in starts]


def test_a_model_that_is_not_there(tmp_path: Path) -> None:
    """The error names the key, the value and both ways out."""
    with pytest.raises(ConfigError) as error:
        parsed_chunks(pl.DataFrame({"place": [0], "text": ["a"]}), str(tmp_path / "nothing"))
    assert all(
        part in str(error.value)
        for part in ("lexicon.noun_chunk_model", str(tmp_path / "nothing"), "install it", "set it to null")
    )


def test_a_model_without_a_parser(tmp_path: Path) -> None:
    spacy.blank("en").to_disk(tmp_path / "blank")
    with pytest.raises(ConfigError, match=r"lexicon\.noun_chunk_model.*has no parser"):
        parsed_chunks(pl.DataFrame({"place": [0], "text": ["a"]}), str(tmp_path / "blank"))


def test_a_very_long_message_does_not_end_a_build(pipeline: str) -> None:
    assert _chunks(pipeline, "we see the rain garden " + " " * 1_000_000) == [(0, "rain garden", 1)]
