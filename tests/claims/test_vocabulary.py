"""Predicate labels: one form, and the vocabulary's label where a spelling or a phrase can only mean it."""

from pathlib import Path

import pytest

from kg_assets.claims.vocabulary import Term, Vocabulary, canonical_label, read_vocabulary
from kg_assets.core.data import data_path
from kg_assets.core.errors import ConfigError


def term(*phrases: str, entity_type: str | None = None) -> Term:
    return Term(
        meaning="", inverse=None, category="", arity=2, value_type="entity", entity_type=entity_type, modality="state",
        phrases=phrases,
    )  # fmt: skip


WORDS = Vocabulary(
    {
        "lives_in": term("resides in", entity_type="LOCATION"),
        "owns": term("has"),
        "has_condition": term("has", "suffers from"),
    }
)


def test_a_label_has_one_form() -> None:
    """§4.6.4: NFKC (a ligature, a full-width letter), trimmed, spaces collapsed; case stays."""
    assert canonical_label("  Ｗorks\t ofﬁce\n near ") == "Works office near"


@pytest.mark.parametrize(
    ("said", "label", "norm", "read_by"),
    [
        ("lives_in", "lives_in", "lives_in", "vocabulary"),
        ("LIVES_IN", "lives_in", "lives_in", "vocabulary"),
        ("Lives in", "lives_in", "lives_in", "spelling"),
        ("resides  in", "lives_in", "lives_in", "phrase"),
        ("suffers_from", "has_condition", "has_condition", "phrase"),
        ("has", "has", "has", "own"),
        ("Knits For", "Knits For", "knits for", "own"),
    ],
)
def test_how_labels_are_read(said: str, label: str, norm: str, read_by: str) -> None:
    """'has' belongs to two predicates, so it is neither."""
    found = WORDS.label_of(said)
    assert (found.label, found.norm, found.read_by) == (label, norm, read_by)


def test_the_shipped_vocabulary_is_read() -> None:
    """Inverses are labels of the vocabulary, and no phrase is the label of another predicate."""
    terms = read_vocabulary(data_path("config/predicates.yaml")).terms
    assert {"lives_in", "works_at", "sibling_is", "has_goal", "owned_by"} <= set(terms)
    assert {term.inverse for term in terms.values() if term.inverse} <= set(terms)


def test_an_error_names_the_place(tmp_path: Path) -> None:
    """What a person can get wrong in their own file."""
    path = tmp_path / "predicates.yaml"
    path.write_text(
        "likes: {meaning: x, inverse: null, category: y, arity: 2, value_type: place, entity_type: PLACE, modality: z}",
        encoding="utf-8",
    )
    with pytest.raises(
        ConfigError, match=r"predicates\.yaml, line 1: likes\.entity_type: 'PLACE' is no type of entity"
    ):
        read_vocabulary(path)
