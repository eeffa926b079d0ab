"""Formulas with one sign changed: what the tests of their room must notice.

A mutant is a copy of a file in which one operator, number, constant or column is another. `python -m tests.soak.mutants
COUNT SEED [FILE]` makes some and says which of them the tests of the room let live.
"""

import ast
import random
import re
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.soak.warm import WarmTests

ROOT = Path(__file__).resolve().parents[2]
_PASSED, _FAILED = 0, 1  # the exit codes of pytest that say how tests went
_SECONDS = 300  # of processor time that the tests of a room may take; what hangs is stopped, and so noticed
_FIRST = 6  # tests to begin with, of those that noticed earlier mutants of a file
# Files with formulas and the tests that work their arithmetic out by hand.
ROOMS: dict[str, tuple[str, ...]] = {
    "sql/stories/*.sql": ("report/test_story_lines", "graph/test_views"),
    "sql/history/*.sql": ("history/test_walk", "history/test_valid_time"),
    "sql/axes/asking.sql": ("history/test_facts_as_of", "history/test_timeline"),
    "sql/entities/consolidated.sql": ("lexicon/test_consolidate",),
    "sql/naming/*.sql": ("entities/test_canonicalize",),
    "sql/claims/weights.sql": ("claims/test_weighing",),
    "sql/lexicon/candidates.sql": ("lexicon/test_select",),
    "sql/graph/profiles/*.sql": ("graph/test_profiles", "graph/test_voting", "graph/test_embedding"),
    "sql/overlay/graph/scored.sql": ("overlay/test_firmness",),
    "sql/overlay/evidence/*.sql": (
        "overlay/test_evidence",
        "overlay/test_pairs",
        "overlay/test_promotion",
        "overlay/test_learning",
    ),
    "kg_assets/beliefs/scoring.py": ("beliefs/test_scoring",),
    "kg_assets/core/when.py": ("core/test_when",),
    "kg_assets/memory/people/weighing.py": ("memory/people/test_weighing", "memory/people/test_pairs"),
    "kg_assets/search/lanes.py": (
        "search/test_ranking",
        "search/test_meaning",
        "search/test_fusion",
        "search/test_typed",
        "search/test_endpoint",
    ),
}
# Steps of stage 5 that have tests of their own.
_HISTORY: dict[tuple[str, ...], str] = {
    ("history/test_valid_time", "history/test_given_times"): "valid_times time_candidates time_links time_logs times",
    (
        "history/test_denying",
        "history/test_what_is_over",
    ): "denied negated negations negation_aims negation_logs states",
    ("history/test_taking_back", "history/test_what_is_over"): (
        "asides corrections ended fact_takings restatements retracted takings"
    ),
    ("history/test_beginnings", "history/test_walk"): "beginnings closers",
    ("history/test_walk", "history/test_property"): "conflicts",
    ("history/test_what_is_over", "history/test_facts_as_of", "history/test_timeline"): (
        "holdings lasting spans statements undated"
    ),
}
_OTHERS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "=": "<>", "<>": "=", "+": "-", "-": "+", "*": "/", "/": "*",
    "AND": "OR", "OR": "AND", "TRUE": "FALSE", "FALSE": "TRUE", "min": "max", "max": "min", "greatest": "least",
    "least": "greatest", "LEFT JOIN": "JOIN", "DESC": "ASC",
}  # fmt: skip
_SQL = re.compile(
    r"(?P<skip>--[^\n]*|'(?:[^']|'')*'|DECIMAL\(38, ?12\)|\.\*|SELECT \*|\* (?:EXCLUDE|REPLACE)|\(\*\)|,\s*\*)"
    r"|(?P<sign><>|<=|>=|=>|->>|->|\|\||::|[<>=+*/-]|\bAND\b|\bOR\b|\bTRUE\b|\bFALSE\b|\bLEFT JOIN\b|\bDESC\b"
    r"|\b(?:min|max|greatest|least)(?=\())"
    r"|(?P<number>(?<![\w.$])\d+(?:\.\d+)?(?![\w.]))"
    r"|(?P<column>\b[a-z]\w*\.[a-z]\w*\b)"
)
_SIGNS: dict[type[ast.AST], tuple[str, str]] = {
    ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "/"), ast.Div: ("/", "*"), ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"), ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="),
    ast.And: ("and", "or"), ast.Or: ("or", "and"),
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One change of one file."""

    file: str
    start: int
    end: int
    after: str

    def apply(self, text: str) -> str:
        return text[: self.start] + self.after + text[self.end :]

    def describe(self, text: str) -> str:
        line = text.count("\n", 0, self.start)
        shown = text.splitlines()[line].strip()
        return f"{self.file}:{line + 1}: {text[self.start : self.end]!r} -> {self.after!r} in: {shown}"


def mutants_of(file: str, text: str) -> list[Mutant]:
    """Every mutant of a file, in its order."""
    found = _of_python(text) if file.endswith(".py") else _of_sql(text)
    return [Mutant(file, start, end, after) for start, end, after in found]


def _of_sql(text: str) -> Iterator[tuple[int, int, str]]:
    columns = sorted({match["column"] for match in _SQL.finditer(text) if match["column"]})
    for match in _SQL.finditer(text):
        if match["sign"] and match["sign"] in _OTHERS:
            yield match.start(), match.end(), _OTHERS[match["sign"]]
        elif match["number"]:
            yield (
                match.start(),
                match.end(),
                str(float(match["number"]) + 1 if "." in match["number"] else int(match["number"]) + 1),
            )
        elif match["column"]:
            table, _, name = match["column"].partition(".")
            others = [one for one in columns if one.startswith(f"{table}.") and _is_like(one, name)]
            if others:
                yield match.start(), match.end(), others[0]


def _is_like(column: str, name: str) -> bool:
    """Whether two columns are of one kind, as their last words say, so that the SELECT still runs."""
    other = column.partition(".")[2]
    return other != name and other.rpartition("_")[2] == name.rpartition("_")[2] and "_" in name and "_" in other


def _of_python(text: str) -> Iterator[tuple[int, int, str]]:
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
            begin = starts[node.lineno - 1] + node.col_offset
            yield begin, begin + len(ast.get_source_segment(text, node) or ""), repr(node.value + 1)
            continue
        operands: list[tuple[ast.AST, ast.expr, ast.expr]] = []
        if isinstance(node, ast.BinOp):
            operands = [(node.op, node.left, node.right)]
        elif isinstance(node, ast.Compare):
            operands = list(zip(node.ops, [node.left, *node.comparators], node.comparators, strict=False))
        elif isinstance(node, ast.BoolOp):
            operands = [(node.op, left, right) for left, right in zip(node.values, node.values[1:], strict=False)]
        for operator, left, right in operands:
            signs = _SIGNS.get(type(operator))
            if signs and left.end_lineno and left.end_col_offset is not None:
                begin = starts[left.end_lineno - 1] + left.end_col_offset
                place = text.find(signs[0], begin, starts[right.lineno - 1] + right.col_offset)
                if place >= 0 and text.isascii():
                    yield place, place + len(signs[0]), signs[1]


def sampled(count: int, seed: int, only: str = "") -> list[Mutant]:
    """So many mutants, as many of each room as of any other."""
    chance = random.Random(seed)
    pools = []
    for pattern in ROOMS:
        files = [path.relative_to(ROOT).as_posix() for path in sorted(ROOT.glob(pattern))]
        pool = [
            m for file in files if only in file for m in mutants_of(file, (ROOT / file).read_text(encoding="utf-8"))
        ]
        chance.shuffle(pool)
        pools.append(pool)
    rounds = [pool[n] for n in range(max(map(len, pools), default=0)) for pool in pools if n < len(pool)]
    return rounds[:count]


def modules_testing(file: str) -> tuple[str, ...]:
    """The test modules of a file, in the order in which they are run."""
    path = Path(file)
    own = (tests for tests, steps in _HISTORY.items() if path.match("sql/history/*") and path.stem in steps.split())
    named = next(own, None) or next(tests for pattern, tests in ROOMS.items() if path.match(pattern))
    return tuple(f"tests/{name}.py" for name in named)


class Copy:
    """A copy of the tree in which files are changed and tested, so that the tree itself never is."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout
        for name in filter(None, listed.decode().split("\0")):
            if (ROOT / name).is_file() and not name.startswith("docs/images/"):
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, folder / name)

    def change(self, mutant: Mutant) -> str:
        """Apply a mutant here; the text that it changed."""
        path = self.folder / mutant.file
        text = path.read_text(encoding="utf-8")
        path.write_text(mutant.apply(text), encoding="utf-8")
        return text


class Judge:
    """Says of mutants, one after the other, which test notices them."""

    def __init__(self, folder: Path) -> None:
        self._copy = Copy(folder)
        self._tests = WarmTests(folder)
        self._noticed: dict[str, Counter[str]] = defaultdict(Counter)
        self._sound: set[str] = set()  # tests that pass as long as nothing is changed

    def end(self) -> None:
        self._tests.end()

    def noticing(self, mutant: Mutant) -> str:
        """The test that notices a mutant; empty if none of its room does."""
        text = self._copy.change(mutant)
        try:
            # Those that noticed most of the earlier mutants of the file come first, because a run ends with the first.
            known = [test for test, _ in self._noticed[mutant.file].most_common(_FIRST)]
            failed = self._failed(known) if known else ""
            failed = failed or self._failed(modules_testing(mutant.file))
        finally:
            (self._copy.folder / mutant.file).write_text(text, encoding="utf-8")
        if failed.startswith("tests/"):
            if failed not in self._sound and self._failed([failed]):
                raise RuntimeError(f"{failed} fails before anything is changed")
            self._sound.add(failed)
            self._noticed[mutant.file][failed] += 1
        return failed

    def _failed(self, tests: Sequence[str]) -> str:
        ended = self._tests.run(tests, _SECONDS)
        if ended.code in (_PASSED, _FAILED):
            return ended.failed
        if ended.code < 0 or ended.failed:
            return ended.failed or f"stopped by signal {-ended.code}"
        raise RuntimeError(f"pytest ended with {ended.code} over {', '.join(tests)}:\n{ended.output}")


def judged(mutants: Sequence[Mutant]) -> Iterator[tuple[Mutant, str]]:
    """Each mutant with the test that notices it, as they are found. Tests that fail without a mutant are an error."""
    with TemporaryDirectory(prefix="annals-mutants-") as folder:
        judge = Judge(Path(folder))
        try:
            for mutant in mutants:
                yield mutant, judge.noticing(mutant)
        finally:
            judge.end()


def survivors(mutants: Sequence[Mutant]) -> list[Mutant]:
    """The mutants that no test of their room notices."""
    return [mutant for mutant, noticed in judged(mutants) if not noticed]


def main(count: int, seed: int, only: str = "") -> None:
    mutants = sampled(count, seed, only)
    living = 0
    for mutant, noticed in judged(mutants):
        living += not noticed
        shown = mutant.describe((ROOT / mutant.file).read_text(encoding="utf-8"))
        print(f"killed by {noticed}: {shown}" if noticed else f"lives: {shown}", flush=True)
    print(f"{len(mutants) - living} of {len(mutants)} mutants killed")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:4])
