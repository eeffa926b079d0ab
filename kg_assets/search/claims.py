"""Makes the index of claims: the claims of each message, and the claims of each relation in the order in which they
answer questions.

A search shows the claims of its hits, and a question is answered first by claims; without the index both would have to
read every claim of the build each time. The index holds each claim as it is shown, and the terms that a question is
compared with.
"""

import json
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from kg_assets.core.stage import StageRun
from kg_assets.search.asking import ASKING_FILE, read_relations
from kg_assets.search.index import read_words
from kg_assets.search.stages import CLAIM_INDEX, CLAIMS_FILE, RELATIONS_FILE, WORDS_FILE
from kg_assets.search.words import Words
from kg_assets.store.arrays import Array, packed_texts, write_arrays

# The fields of a claim that a search shows.
TOLD = (
    "assertion_id", "subject", "predicate", "object", "polarity", "modality", "confidence", "is_superseded", "start",
    "end", "quote",
)  # fmt: skip


def run(stage: StageRun) -> None:
    """Write the index of claims of a build."""
    words, _ = read_words(stage.file(WORDS_FILE), stage.settings("terms"))
    relations = stage.query(RELATIONS_FILE).to_pylist()
    asked_as = read_relations(stage.file(ASKING_FILE))
    arrays, facts = claim_arrays(pl.DataFrame(stage.query(CLAIMS_FILE)), relations, words, asked_as)
    stage.count("indexed_claims", facts["rows"])
    with tempfile.TemporaryDirectory(prefix="annals-claims-") as folder:
        path = Path(folder) / "index"
        write_arrays(path, arrays, facts)
        stage.write_file(CLAIM_INDEX.name, path, facts["rows"])


def claim_arrays(
    claims: pl.DataFrame,
    relations: Sequence[Mapping[str, Any]],
    words: Words,
    asked_as: Mapping[str, Sequence[str]],
) -> tuple[dict[str, Array], dict[str, Any]]:
    """Two values: the arrays of the index, and what a reader of the arrays must know: the relations, with the terms
    that name them. Claims are in the order of messages."""
    ids = claims["message_id"].unique(maintain_order=True)
    messages, message_ends = packed_texts(ids.to_list())
    told, told_ends = packed_texts([json.dumps(row, ensure_ascii=False) for row in claims.select(TOLD).to_dicts()])
    labels = [row["canonical_label"] for row in relations]
    arrays = {
        "messages": messages, "message_ends": message_ends,
        "message_claims": np.append(np.flatnonzero(claims["message_id"].rle_id().diff().fill_null(1)), len(claims)),
        "told": told, "told_ends": told_ends,
    }  # fmt: skip
    arrays |= _answering(claims, labels) | _terms(claims, words)
    named = {row["canonical_label"]: _naming(row, asked_as.get(row["canonical_label"], ()), words) for row in relations}
    return arrays, {"rows": len(claims), "labels": labels, "relations": named}


def _answering(claims: pl.DataFrame, labels: Sequence[str]) -> dict[str, Array]:
    """The arrays of claims that can answer a question: their numbers, those of one relation beside each other, in the
    order in which they are tried; and where each relation begins."""
    number = {label: place for place, label in enumerate(labels)}
    answers = claims.with_row_index("claim").filter("is_answer").sort("place")
    relation = np.array([number[label] for label in answers["predicate"]], np.int64)
    order = np.argsort(relation, kind="stable")
    return {
        "answers": answers["claim"].to_numpy()[order].astype(np.int32),
        "answer_places": answers["place"].to_numpy()[order].astype(np.int32),
        "answer_starts": np.searchsorted(relation[order], np.arange(len(labels) + 1)).astype(np.int64),
    }


def _terms(claims: pl.DataFrame, words: Words) -> dict[str, Array]:
    """The terms of each claim's quote and object, and those of its subject, as numbers into the sorted
    terms."""
    known: dict[str, list[str]] = {}

    def terms(text: str | None) -> list[str]:
        if text and text not in known:
            known[text] = words.terms(text)
        return known[text] if text else []

    quotes = zip(claims["quote"], claims["object"], strict=True)
    own = [dict.fromkeys([*terms(quote), *terms(what)]) for quote, what in quotes]
    subjects = [dict.fromkeys(terms(subject)) for subject in claims["subject"]]
    names = sorted({term for found in (*own, *subjects) for term in found}, key=lambda term: term.encode())
    number = {term: place for place, term in enumerate(names)}
    vocabulary, ends = packed_texts(names)
    arrays = {"terms": vocabulary, "term_ends": ends}
    for name, each in (("own", own), ("subject", subjects)):
        arrays[f"{name}_terms"] = np.array([number[term] for found in each for term in found], np.int32)
        arrays[f"{name}_starts"] = np.cumsum([0, *map(len, each)], dtype=np.int64)
    return arrays | {"is_self": (claims["subject"] == "SELF").to_numpy()}


def _naming(relation: Mapping[str, Any], asked_as: Sequence[str], words: Words) -> dict[str, list[str]]:
    """The terms that name a relation: `own` are those of its name and of the words by which people ask for it, `said`
    the other terms of its phrases."""
    raw = relation["raw_predicate_json"]
    phrases = (json.loads(raw) if raw else {}).get("phrases", ())
    own = dict.fromkeys(words.terms(" ".join([relation["canonical_label"].replace("_", " "), *asked_as])))
    said = dict.fromkeys(words.terms(" ".join(phrases)))
    return {"own": [*own], "said": [term for term in said if term not in own]}
