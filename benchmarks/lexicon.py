"""The personal lexicon against the truth files of invented lives: is every planted term learned, and nothing else?

    make bench ONLY=lexicon                      the development seeds
    python benchmarks/lexicon.py 31 32 33        other lives
    python benchmarks/lexicon.py --misses 31     with what is missing and what is too much

A planted name counts as due when it passes the thresholds by the truth file's own count. Beside it stand two things a
reader would try first: the most frequent capitalised phrases, and YAKE, both with as many terms as were due.
"""

import json
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import duckdb

from kg_assets.core.config import load_config
from kg_assets.corpus.generator import CorpusSpec, write_export
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import run_build, seal_and_publish
from kg_assets.house import HOUSE
from kg_assets.intake.asking import request_build
from kg_assets.lexicon.shapes import denylist, term_key
from kg_assets.store.home import Home

DEVELOPMENT_SEEDS = (101, 102, 103)
CONVERSATIONS = 150
_CAPITALISED = re.compile(r"\b[A-Z][a-z]+(?:\s+[A-Z][a-z]+)*\b")


def build(seed: int, folder: Path) -> tuple[Any, list[dict[str, Any]]]:
    """The published build of one invented life, and the names that were planted into it."""
    write_export(CorpusSpec(seed, conversations=CONVERSATIONS), folder / "export")
    home = Home(folder / "home").prepare()
    engine = Engine(home, HOUSE, load_config(HOUSE.sections), threads=2)
    asked = request_build(engine, [folder / "export"]).build
    run_build(engine, asked)
    seal_and_publish(engine, asked)
    names = json.loads((folder / "export" / "truth.json").read_text(encoding="utf-8"))["names"]
    return duckdb.connect(home.database, read_only=True), names


def precision_recall(found: Iterable[str], due: set[str]) -> tuple[float, float]:
    found = set(found)
    return len(found & due) / max(1, len(found)), len(found & due) / max(1, len(due))


def capitalised(texts: Sequence[str], count: int) -> list[str]:
    """The naive way: the most frequent runs of capitalised words that are no common words."""
    denied = denylist()
    counts = Counter(term_key(m[0]) for text in texts for m in _CAPITALISED.finditer(text))
    ranked = sorted(((n, key) for key, n in counts.items() if key not in denied), key=lambda pair: (-pair[0], pair[1]))
    return [key for _, key in ranked[:count]]


def yake_terms(texts: Sequence[str], count: int) -> list[str] | None:
    try:
        import yake
    except ImportError:
        return None
    extractor = yake.KeywordExtractor(lan="en", n=3, top=count)
    return [term_key(term) for term, _ in extractor.extract_keywords("\n".join(texts))]


def bench(seeds: Sequence[int], show_misses: bool) -> None:
    print(
        f"{'seed':>6} {'due':>4} {'taken':>5} {'recall':>7} {'precision':>9} {'strict':>7} "
        f"{'capitalised':>13} {'yake':>13}"
    )
    for seed in seeds:
        with tempfile.TemporaryDirectory() as folder:
            connection, names = build(seed, Path(folder))
            selected = [row[0] for row in connection.execute("SELECT term_key FROM lexicon_terms").fetchall()]
            planted = {term_key(name["surface"]) for name in names}
            # What everybody knows is no word of one's own; taking it is no error, leaving it out neither.
            due = {
                term_key(name["surface"]): name
                for name in names
                if name["above_thresholds"] and name["kind"] != "public"
            }
            texts = [r[0] for r in connection.execute("SELECT words FROM own_words ORDER BY message_id").fetchall()]
            strict, recall = precision_recall(selected, set(due))
            # A planted name is a true term even where it stays just below a threshold by the truth's way of counting.
            precision, _ = precision_recall(selected, planted)
            cells = [
                "{:.2f} / {:.2f}".format(*precision_recall(other, set(due))) if other is not None else "-"
                for other in (capitalised(texts, len(due)), yake_terms(texts, len(due)))
            ]
            print(f"{seed:>6} {len(due):>4} {len(selected):>5} {recall:>7.3f} {precision:>9.3f} {strict:>7.3f} "
                  f"{cells[0]:>13} {cells[1]:>13}")  # fmt: skip
            if show_misses:
                _print_misses(connection, set(selected), due, planted)


def _print_misses(connection: Any, selected: set[str], due: dict[str, Any], planted: set[str]) -> None:
    candidates = {
        row[0]: row[1:]
        for row in connection.execute(
            "SELECT term_key, generator, total_count, user_weighted_count, conversation_count, rejection_reason "
            "FROM lexicon_term_candidates"
        ).fetchall()
    }
    for key in sorted(set(due) - selected):
        name = due[key]
        print(
            "  missed",
            name["surface"],
            name["shape"],
            name["kind"],
            name["user_weighted_count"],
            name["conversations"],
            candidates.get(key),
        )
    for key in sorted(selected - set(due)):
        print("  extra ", key, "(planted, below)" if key in planted else "", candidates[key])


def main() -> int:
    arguments = sys.argv[1:]
    seeds = [int(a) for a in arguments if not a.startswith("-")]
    bench(seeds or DEVELOPMENT_SEEDS, "--misses" in arguments)
    return 0


if __name__ == "__main__":
    sys.exit(main())
