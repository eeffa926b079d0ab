"""How much of what answers a question a search finds: real dialogues, questions, and the turns that answer them.

    make bench ONLY=search                        the dialogues that lie beside the project
    python benchmarks/search.py DIALOGUES.json    others of the same form
    … --model FOLDER                              once more with a sentence-transformers model (extra [semantic])

Turn level: for each question the share of its evidence turns among the first 5, 10, 25 and 50, and the mean of that by
the question's category. Beside it plain BM25 over the same turns: words as they stand, k1 1.5, b 0.75. No language
model takes part. A session is a conversation of its own; what a shared picture shows counts as a word of its turn.
"""

import argparse
import json
import math
import re
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from kg_assets.core.config import load_config
from kg_assets.core.data import data_path
from kg_assets.house import HOUSE
from kg_assets.llm.vectors import vectors_of
from kg_assets.search.coarse import as_bytes
from kg_assets.search.embedded import pooled
from kg_assets.search.index import read_words
from kg_assets.search.opened import SearchIndex
from kg_assets.search.postings import COLUMNS, index_arrays
from kg_assets.search.ranking import allowed_rows, best, weighed
from kg_assets.search.stages import WORDS_FILE
from kg_assets.search.typed import understood
from kg_assets.store.arrays import write_arrays

DIALOGUES = Path(__file__).resolve().parents[2] / "shared" / "bench" / "locomo_dev.json"
DEPTHS = (5, 10, 25, 50)
Ranked = Callable[[str], Sequence[int]]
_TURN = re.compile(r"D\d+:\d+", re.ASCII)


def turns_of(dialogue: Mapping[str, Any], name: str) -> Iterator[dict[str, Any]]:
    """Turns in order, as rows of `kg.messages`."""
    talk = dialogue["conversation"]
    sessions = sorted((key for key in talk if re.fullmatch(r"session_\d+", key)), key=lambda key: int(key[8:]))
    for session in sessions:
        said = datetime.strptime(talk[f"{session}_date_time"], "%I:%M %p on %d %B, %Y")
        for turn in talk[session]:
            picture = f"[{turn['blip_caption']}] " if turn.get("blip_caption") else ""
            values = (
                turn["dia_id"], f"{name} {session}", "note", "user", turn["speaker"], None,
                f"{said.isoformat(timespec='milliseconds')}Z", picture + turn["text"],
            )  # fmt: skip
            yield dict(zip(COLUMNS, values, strict=True))


def ours(turns: pl.DataFrame, folder: Path, model: str | None = None) -> Ranked:
    """For each question the turns that `hybrid_search` of the house finds, best first, in an index over these turns
    alone."""
    config = load_config(HOUSE.sections)
    settings, finding = config.section("search"), config.section("finding")
    words, months = read_words(data_path(WORDS_FILE), config.section("terms"))
    arrays, facts = index_arrays([turns], {}, settings, words, months, "UTC")
    if model is not None:
        vectors = dict(zip(turns["message_id"], as_bytes(vectors_of(model, list(turns["text_raw"]))), strict=True))
        arrays |= pooled(list(turns["message_id"]), vectors, arrays["session"], arrays["asks"], settings)
        facts["embedding_model"] = model
    folder.mkdir()
    write_arrays(folder / "index", arrays, facts)
    index = SearchIndex(folder / "index")

    def ranked(question: str) -> Sequence[int]:
        typed = understood(question, index.words, finding.most_words, finding.longest_query)
        lanes = weighed(index, typed, finding)
        return best(lanes.total, allowed_rows(index, typed, lanes.is_candidate, None), max(DEPTHS), None)

    return ranked


def plain(turns: pl.DataFrame) -> Ranked:
    """For each question the turns that plain BM25 over the unchanged words finds, best first."""
    texts = [Counter(re.findall(r"\w+", text.lower())) for text in turns["text_raw"]]
    lengths = np.array([text.total() for text in texts])
    spread = Counter(word for text in texts for word in text)
    norm = 1.5 * (0.25 + 0.75 * lengths / lengths.mean())

    def ranked(question: str) -> Sequence[int]:
        scores = np.zeros(len(texts))
        for word in set(re.findall(r"\w+", question.lower())) & spread.keys():
            counts = np.array([text[word] for text in texts])
            rarity = math.log(1 + (len(texts) - spread[word] + 0.5) / (spread[word] + 0.5))
            scores += rarity * counts * 2.5 / (counts + norm)
        return [int(row) for row in np.argsort(-scores, kind="stable")[: max(DEPTHS)]]

    return ranked


def shares(dialogue: Mapping[str, Any], places: Mapping[str, int], ranked: Ranked) -> Iterator[tuple[int, list[float]]]:
    """For each question with evidence: its category, and the share of its evidence turns among the first results, at
    each depth."""
    for question in dialogue["qa"]:
        turns = {turn for said in question["evidence"] for turn in _TURN.findall(said) if turn in places}
        if turns:
            found = ranked(question["question"])
            yield (
                question["category"],
                [sum(places[turn] in found[:depth] for turn in turns) / len(turns) for depth in DEPTHS],
            )


def table(name: str, told: Mapping[int, Sequence[Sequence[float]]], seconds: float) -> Iterator[str]:
    """The printed rows of one way of searching: for each category, and for all questions, the mean share at each
    depth."""
    every = [found for category in sorted(told) for found in told[category]]
    for label, found in [*((str(category), told[category]) for category in sorted(told)), ("all", every)]:
        means = " | ".join(f"{100 * sum(column) / len(found):.1f}" for column in zip(*found, strict=True))
        yield f"| {name} | {label} | {len(found)} | {means} |"
    yield f"| {name} | milliseconds a question | | {1000 * seconds / len(every):.2f} | | | |"


def main() -> int:
    asked = argparse.ArgumentParser()
    asked.add_argument("dialogues", nargs="?", type=Path, default=DIALOGUES)
    asked.add_argument("--model")
    options = asked.parse_args()
    file = options.dialogues
    if not file.exists():
        print(f"{file} is not there; name a file of dialogues")
        return 0
    dialogues = json.loads(file.read_text(encoding="utf-8"))
    told: dict[str, dict[int, list[list[float]]]] = defaultdict(lambda: defaultdict(list))
    seconds: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        for number, dialogue in enumerate(dialogues):
            turns = pl.DataFrame(list(turns_of(dialogue, str(number))))
            places = {turn: place for place, turn in enumerate(turns["message_id"])}
            folder = Path(name) / str(number)
            retrievers = {"plain BM25": plain(turns), "annals": ours(turns, folder)}
            if options.model:
                retrievers["annals with the model"] = ours(turns, folder.with_suffix(".model"), options.model)
            for label, ranked in retrievers.items():
                began = time.process_time()
                for category, found in shares(dialogue, places, ranked):
                    told[label][category].append(found)
                seconds[label] += time.process_time() - began
    print(f"{len(dialogues)} dialogues, share of evidence turns found, in percent\n")
    print("| search | category | questions | at 5 | at 10 | at 25 | at 50 |\n|---|---|---|---|---|---|---|")
    for label, categories in told.items():
        for line in table(label, categories, seconds[label]):
            print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
