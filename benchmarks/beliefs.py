"""Self-beliefs read by rules against labelled sentences: frames and atoms, beside a reader of plain cue words.

    make bench ONLY=beliefs                 all files of tests/beliefs/gold
    python benchmarks/beliefs.py --misses   with every line that differs, of those that were not kept aside

A frame counts when time, modality, polarity and band of degree are those of the label. An atom counts when canonical
words and polarity are; of these it is also told how many have the labelled type. Every second line was kept aside.
"""

import json
import re
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from kg_assets.beliefs.atomizer import Atom
from kg_assets.beliefs.epistemics import CUES_FILE, Reading
from kg_assets.beliefs.lexicon import WORDS_FILE
from kg_assets.beliefs.read import readers_of
from kg_assets.beliefs.source_context import CONTEXT_FILE
from kg_assets.beliefs.wording import spelled
from kg_assets.core.config import load_config
from kg_assets.core.data import data_path
from kg_assets.house import HOUSE
from kg_assets.language.parser import read

GOLD = Path(__file__).resolve().parents[1] / "tests" / "beliefs" / "gold"
MODEL = load_config(HOUSE.sections, None).section("language").model
READERS = readers_of(data_path(WORDS_FILE), data_path(CUES_FILE), data_path(CONTEXT_FILE))
Frame = tuple[str, str, str, str]
Key = tuple[str, str]
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
    return [atom for sentence in read(text, MODEL) for atom in READERS.atomizer.read(sentence)[1]]


def frame_by_rules(text: str) -> Frame:
    """The frame of the first atom; of a sentence in which no atom is found, that of all its words."""
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
        READERS.atomizer.read(sentence)
    spent = time.process_time() - begun
    print(f"parsed sentences read: {len(sentences) / spent:,.0f} a second")
    if "--misses" in sys.argv[1:]:
        misses()
    return 0


if __name__ == "__main__":
    sys.exit(main())
