"""The second way to categories (tier 2, seed 000 §6.6.5): a predicate gets the category of the nearest seed predicate,
one whose category is given in `config/graph/words.yaml`.

Vectors come from a sentence-transformers model if one is named. Else they are learned from the corpus itself:
the words around each predicate, weighted and reduced by a truncated singular value decomposition (design §7).
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from kg_assets.graph.rules import ProfileWords, words_of
from kg_assets.graph.settings import UNCLASSIFIED, ProfileSettings
from kg_assets.llm.vectors import vectors_of

NEAREST = pa.schema(
    [("predicate_id", pa.string()), ("category", pa.string()), ("similarity", pa.float64()), ("seed", pa.string())]
)
Matrix = npt.NDArray[np.float64]
# The last bits of a decomposition depend on the processor; what is stored must not.
_DECIMALS = 6


def nearest_categories(settings: ProfileSettings, words: ProfileWords, said: Sequence[Mapping[str, Any]]) -> pa.Table:
    """The predicates that are near enough to a seed predicate, with the category of the nearest seed and the
    similarity. A predicate whose nearest seed has the category `unclassified` is left out.

    Vectors come from the model that the settings name, else from the corpus. `said` are rows of (predicate_id,
    predicate_label, words), one for each assertion.
    """
    model = settings.embedding_model
    labels = {row["predicate_label"]: row["predicate_id"] for row in said}
    seeds = {
        seed: category
        for category, named in sorted(words.predicate_cluster_categories.items())
        for seed in named
        if seed in labels or model is not None
    }
    names = sorted({*labels, *seeds})
    if model is None:
        vectors = corpus_vectors(_documents(names, said), settings.embedding_dimensions)
    else:
        vectors = model_vectors(model, names)
    places = {name: place for place, name in enumerate(names)}
    rows = []
    for label in sorted(labels):
        similarity, seed = max(
            ((_cosine(vectors[places[label]], vectors[places[seed]]), seed) for seed in sorted(seeds)),
            key=lambda found: (found[0], seeds[found[1]], found[1]),
            default=(0.0, ""),
        )
        if seed and seeds[seed] != UNCLASSIFIED and similarity >= settings.embedding_threshold:
            rows.append(
                {"predicate_id": labels[label], "category": seeds[seed], "similarity": similarity, "seed": seed}
            )
    return pa.Table.from_pylist(sorted(rows, key=lambda row: row["predicate_id"]), schema=NEAREST)


def corpus_vectors(documents: Sequence[Mapping[str, int]], dimensions: int) -> Matrix:
    """Vectors of documents, each given as counts of its terms: weights (1 + log tf) * idf, then a truncated SVD.

    They are computed from the Gram matrix of the documents, since there are few predicates and many words.
    """
    spread = Counter(term for document in documents for term in document)
    # A word of only one document makes it no more similar to another.
    terms = {term: place for place, term in enumerate(sorted(term for term, n in spread.items() if n > 1))}
    weights = np.zeros((len(documents), max(1, len(terms))))
    for row, document in enumerate(documents):
        for term, count in document.items():
            if term in terms:
                weights[row, terms[term]] = (1 + math.log(count)) * math.log(1 + len(documents) / spread[term])
    lengths = np.sqrt((weights * weights).sum(axis=1, keepdims=True))
    weights = weights / np.where(lengths > 0, lengths, 1)
    values, directions = np.linalg.eigh(weights @ weights.T)
    kept = min(dimensions, len(documents))
    scale = np.sqrt(np.clip(values[::-1][:kept], 0, None))
    vectors: Matrix = directions[:, ::-1][:, :kept] * scale
    return vectors


def model_vectors(model: str, labels: Sequence[str]) -> Matrix:
    """The vectors that a sentence-transformers model gives to the labels of predicates, written as words."""
    return vectors_of(model, [words_of(label).strip() for label in labels])


def _documents(names: Sequence[str], said: Sequence[Mapping[str, Any]]) -> list[Counter[str]]:
    """For each predicate a count of words: how often each occurs in the predicate's label and in the words of its
    assertions."""
    documents = {name: Counter(words_of(name).split()) for name in names}
    for row in said:
        documents[row["predicate_label"]].update(words_of(row["words"]).split())
    return [documents[name] for name in names]


def _cosine(one: Matrix, other: Matrix) -> float:
    length = math.sqrt(math.fsum(one * one)) * math.sqrt(math.fsum(other * other))
    return round(math.fsum(one * other) / length, _DECIMALS) if length > 0 else 0.0
