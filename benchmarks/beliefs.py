"""Self-beliefs read by rules against labelled sentences: frames and atoms, beside a reader of plain cue words.

    make bench ONLY=beliefs                 all files of tests/beliefs/gold
    python benchmarks/beliefs.py --misses   with every line that differs, of those that were not kept aside
    python benchmarks/beliefs.py --model FOLDER      pairs by a sentence-transformers model too (extra [semantic])

A frame counts when time, modality, polarity and band of degree are those of the label. An atom counts when canonical
words and polarity are; of these it is also told how many have the labelled type. Every second line was kept aside.
"""

import argparse
import json
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from kg_assets.beliefs.atomizer import Atom
from kg_assets.beliefs.canonicalizer import concept_of
from kg_assets.beliefs.deciding import Decisions
from kg_assets.beliefs.epistemics import CUES_FILE, Reading
from kg_assets.beliefs.frame import Polarity
from kg_assets.beliefs.lexicon import WORDS_FILE, read_lexicon
from kg_assets.beliefs.likeness import Neighbours, by_letters, by_terms, by_vectors, nearer_of
from kg_assets.beliefs.meaning import Meaning, Meanings
from kg_assets.beliefs.network import Network, Said
from kg_assets.beliefs.read import readers_of
from kg_assets.beliefs.resolution import outcome_of
from kg_assets.beliefs.scoring import Evidence
from kg_assets.beliefs.settings import BeliefSettings
from kg_assets.beliefs.source_context import CONTEXT_FILE
from kg_assets.beliefs.streams import STREAMS_FILE, read_streams
from kg_assets.beliefs.wording import spelled
from kg_assets.core.config import load_config
from kg_assets.core.data import data_path
from kg_assets.core.hashing import sha256_hex
from kg_assets.house import HOUSE
from kg_assets.language.parser import read
from kg_assets.llm.vectors import vectors_of

GOLD = Path(__file__).resolve().parents[1] / "tests" / "beliefs" / "gold"
MODEL = load_config(HOUSE.sections, None).section("language").model
LEXICON = read_lexicon(data_path(WORDS_FILE))
READERS = readers_of(data_path(WORDS_FILE), data_path(CUES_FILE), data_path(CONTEXT_FILE))
Frame = tuple[str, str, str, str]
Key = tuple[str, str]
POLARITY: Mapping[str, Polarity] = {"affirm": "affirm", "deny": "deny"}
_FIELDS = ("temporal_scope", "modality", "polarity", "degree")
# What an afternoon would give: the seed's own cue words, and a pattern for sentences with "I".
_NAIVE_TIMES = [
    ("past", r"used to|formerly|previously|no longer"), ("transitional", r"lately|recently|becoming|starting to"),
    ("habitual", r"always|never|every time|whenever|usually|generally|tend to|inclined to"),
    ("ongoing", r"still|continue to|remain"), ("state", r"right now|at the moment|currently|today"),
]  # fmt: skip
_NAIVE_MODALITIES = [
    ("unsure", r"unsure|not sure|uncertain"), ("possible", r"might|maybe|perhaps|could be"),
    ("likely", r"i think|i suspect|probably"),
]  # fmt: skip
_NAIVE_DENIAL = r"not|don'?t|never|cannot|can'?t|won'?t|n't"
_NAIVE_DEGREES = [("high", r"very|really|so|extremely|absolutely"), ("low", r"a bit|kind of|kinda|slightly|somewhat")]
_NAIVE_ATOM = re.compile(
    r"\bi(?:'m|m| am| feel| love| like| hate| prefer| can'?t| don'?t)\s[^.,;!?]+?(?= but | because | and |[.,;!?]|$)",
    re.I,
)


def lines_of(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (GOLD / name).read_text(encoding="utf-8").splitlines()]


def atoms_by_rules(text: str) -> list[Atom]:
    return [atom for sentence in read(text, MODEL) for atom in READERS.atomizer.read(sentence).atoms]


def frame_by_rules(text: str) -> Frame:
    """The frame (time, modality, polarity, degree) of the first atom in the text. If no atom is found, the frame that
    the cues of the whole text give."""
    atoms = atoms_by_rules(text)
    reading = atoms[0].reading if atoms else _of_all_words(text)
    frame = reading.frame
    return frame.temporal_scope, frame.modality, reading.polarity, READERS.cues.degree_band(frame.degree)


def _of_all_words(text: str) -> Reading:
    words = [word for sentence in read(text, MODEL) for word in spelled(sentence)]
    return READERS.cues.read([word for word in words if word[:1].isalnum()])


def frame_naively(text: str) -> Frame:
    def first(choices: Iterable[tuple[str, str]], otherwise: str) -> str:
        return next((name for name, cue in choices if re.search(rf"\b(?:{cue})\b", text, re.I)), otherwise)

    return (
        first(_NAIVE_TIMES, "unknown"), first(_NAIVE_MODALITIES, "certain"), first([("deny", _NAIVE_DENIAL)], "affirm"),
        first(_NAIVE_DEGREES, "plain"),
    )  # fmt: skip


def keys_by_rules(text: str) -> dict[Key, str]:
    canonicalizer = READERS.canonicalizer
    return {
        (canonicalizer.canonical(atom.text), atom.reading.polarity): atom.belief_type
        for atom in atoms_by_rules(text)
        if canonicalizer.invalid_reason(atom.text) is None
    }


def keys_naively(text: str) -> dict[Key, str]:
    return {
        (READERS.canonicalizer.canonical(found[0]), frame_naively(found[0])[2]): "TRAIT"
        for found in _NAIVE_ATOM.finditer(text)
    }


def report_frames(name: str, lines: Sequence[dict[str, Any]], reader: Callable[[str], Frame], how: str) -> None:
    gold = [tuple(str(line[field]) for field in _FIELDS) for line in lines]
    found = [reader(line["text"]) for line in lines]
    whole = sum(a == b for a, b in zip(gold, found, strict=True)) / len(lines)
    each = [sum(g[n] == f[n] for g, f in zip(gold, found, strict=True)) / len(lines) for n in range(len(_FIELDS))]
    parts = "  ".join(f"{field} {share:.3f}" for field, share in zip(_FIELDS, each, strict=True))
    print(f"{name:<24} {how:<9} whole frame {whole:.3f}  {parts}")


def atom_score(
    lines: Sequence[dict[str, Any]], reader: Callable[[str], dict[Key, str]]
) -> tuple[float, float, float, float]:
    """Precision, recall, F1, and the share of right atoms that have the right type."""
    right = found = due = typed = 0
    for line in lines:
        gold = {(atom["text"], atom["polarity"]): atom["belief_type"] for atom in line["atoms"]}
        answer = reader(line["text"])
        both = gold.keys() & answer.keys()
        right, found, due = right + len(both), found + len(answer), due + len(gold)
        typed += sum(gold[key] == answer[key] for key in both)
    precision, recall = right / max(1, found), right / max(1, due)
    return precision, recall, 2 * right / max(1, found + due), typed / max(1, right)


def report_atoms(name: str, lines: Sequence[dict[str, Any]], reader: Callable[[str], dict[Key, str]], how: str) -> None:
    precision, recall, both, typed = atom_score(lines, reader)
    print(f"{name:<24} {how:<9} precision {precision:.3f}  recall {recall:.3f}  F1 {both:.3f}  type {typed:.3f}")


def report_pairs(model: str | None) -> None:
    """Print how many of the labelled pairs of beliefs are merged and how many are linked, for each way of
    telling likeness."""
    settings: BeliefSettings = load_config(HOUSE.sections, None).section("beliefs")
    pairs = lines_of("pairs.jsonl")
    texts = [text for pair in pairs for text in (pair["one"], pair["other"])]
    texts += [line["text"] for name in ("atoms.jsonl", "atoms_held_out.jsonl") for line in lines_of(name)]
    said: dict[Key, Meaning] = {}
    of_text: dict[str, Key] = {}
    for text in dict.fromkeys(texts):
        for words, polarity in sorted(keys_by_rules(text)):
            said[words, polarity] = Meanings(LEXICON).of(concept_of(words), POLARITY[polarity])
            of_text.setdefault(text, (words, polarity))
    least = settings.no_match_threshold
    of_terms = by_terms([meaning.terms for meaning in said.values()], least)
    report_likeness("terms", pairs, said, of_text, of_terms)
    concepts = [concept_of(words) for words, _ in said]
    report_likeness("levenshtein", pairs, said, of_text, by_letters(concepts, least))
    if model is not None:
        vectors = np.asarray(vectors_of(model, concepts), dtype=np.float32)
        report_likeness("model", pairs, said, of_text, nearer_of(of_terms, by_vectors(vectors, least)))


def report_likeness(
    how: str, pairs: Sequence[dict[str, Any]], said: Mapping[Key, Meaning], of_text: Mapping[str, Key], near: Neighbours
) -> None:
    """Print, for one way of telling likeness, what becomes of the labelled pairs: how many are merged and how many
    linked."""
    settings: BeliefSettings = load_config(HOUSE.sections, None).section("beliefs")
    places = {key: place for place, key in enumerate(said)}
    likes = {(place, other): like for place, found in enumerate(near) for other, like in found}
    counts: Counter[tuple[str, str]] = Counter()
    for pair in pairs:
        one, other = of_text.get(pair["one"]), of_text.get(pair["other"])
        outcome = "unread"
        if one is not None and other is not None:
            low, high = sorted((places[one], places[other]))
            like = 1.0 if one == other else likes.get((high, low), 0.0)
            is_one_side = one[1] == other[1] and said[one].side == said[other].side
            outcome = outcome_of(like, settings) if is_one_side else "no_match"
        counts[pair["are"], outcome] += 1
    total = Counter(pair["are"] for pair in pairs)
    found = counts["same", "match"] / total["same"]
    wrong = (counts["related", "match"] + counts["different", "match"]) / (total["related"] + total["different"])
    print(
        f"pairs by {how:<11} same found {found:.3f}, and linked {counts['same', 'uncertain'] / total['same']:.3f}; ",
        end="",
    )
    print(f"wrong merges {wrong:.3f}; of the same unread {counts['same', 'unread']}")


def report_speed() -> None:
    """Print how long the resolution of made-up beliefs takes, with about four occurrences each. The time should grow
    not faster than n log n."""
    settings: BeliefSettings = load_config(HOUSE.sections, None).section("beliefs")
    meanings = Meanings(LEXICON)
    chance = random.Random(1)
    words = [f"thing{n}" for n in range(3000)]
    weights = [1 / (n + 5) for n in range(len(words))]
    for count in (5_000, 10_000, 20_000, 40_000):
        concepts = [
            f"i love {' '.join(chance.choices(words, weights, k=chance.randint(1, 4)))}" for _ in range(count * 5 // 16)
        ]
        said = [_made_up(n, chance.choice(concepts), meanings) for n in range(count)]
        first = {one.canonical_hash: one for one in reversed(said)}
        terms = [one.meaning.terms for one in first.values()]
        report_resolved("terms", said, first, lambda terms=terms: by_terms(terms, settings.no_match_threshold))
        given = np.random.default_rng(1).standard_normal((len(first), 1536), dtype=np.float32)
        report_resolved("vectors", said, first, lambda given=given: by_vectors(given, settings.no_match_threshold))


def report_resolved(
    how: str, said: Sequence[Said], first: Mapping[str, Said], neighbours: Callable[[], Neighbours]
) -> None:
    settings: BeliefSettings = load_config(HOUSE.sections, None).section("beliefs")
    places = {digest: place for place, digest in enumerate(first)}
    begun = time.process_time()
    near = neighbours()
    network = Network(settings, lambda digest: digest, Decisions())
    network.resolve(said, places, near)
    conflicts = network.conflicts(read_streams(data_path(STREAMS_FILE)), places, near)
    spent = time.process_time() - begun
    print(
        f"{len(said):,} experiences by {how}: {spent:.2f} s, {len(network.nodes):,} beliefs, {len(conflicts)} conflicts"
    )


def _made_up(number: int, concept: str, meanings: Meanings) -> Said:
    day = number / 20
    return Said(
        f"a{number}", f"e{number}", concept, sha256_hex(concept), "PREFERENCE", "affirm",
        meanings.of(concept, "affirm"),
        concept, "unknown", Evidence(day, 0.8, 0.9, f"c{number // 7}"), day,
    )  # fmt: skip


def misses() -> None:
    for line in lines_of("frames.jsonl"):
        found = frame_by_rules(line["text"])
        if found != tuple(line[field] for field in _FIELDS):
            print(f"  {line['text']}\n    found {found}")
    for line in lines_of("atoms.jsonl"):
        answer = keys_by_rules(line["text"])
        if answer != {(atom["text"], atom["polarity"]): atom["belief_type"] for atom in line["atoms"]}:
            print(f"  {line['text']}\n    found {answer}")


def main() -> int:
    read("I am here.", MODEL)
    for name in ("frames.jsonl", "frames_held_out.jsonl"):
        report_frames(name, lines_of(name), frame_by_rules, "rules")
        report_frames(name, lines_of(name), frame_naively, "cue words")
    for name in ("atoms.jsonl", "atoms_held_out.jsonl"):
        report_atoms(name, lines_of(name), keys_by_rules, "rules")
        report_atoms(name, lines_of(name), keys_naively, "cue words")
    texts = [line["text"] for line in (*lines_of("atoms.jsonl"), *lines_of("frames.jsonl"))]
    sentences = [sentence for text in texts for sentence in read(text, MODEL)]
    begun = time.process_time()
    for sentence in sentences:
        assert READERS.atomizer.read(sentence).atoms is not None
    spent = time.process_time() - begun
    print(f"parsed sentences read: {len(sentences) / spent:,.0f} a second")
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--misses", action="store_true")
    options.add_argument("--model")
    chosen = options.parse_args()
    report_pairs(chosen.model)
    report_speed()
    if chosen.misses:
        misses()
    return 0


if __name__ == "__main__":
    sys.exit(main())
