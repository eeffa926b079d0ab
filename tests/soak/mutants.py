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
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
# Files with formulas and the tests of their room, those that work the arithmetic out by hand first.
ROOMS: dict[str, tuple[str, ...]] = {
    "sql/stories/*.sql": (
        "tests/report/test_story_lines.py", "tests/history/test_faces.py", "tests/graph/test_views.py",
    ),
    "sql/history/*.sql": (
        "tests/history/test_valid_time.py", "tests/history/test_walk.py", "tests/history/test_denying.py",
        "tests/history/test_taking_back.py", "tests/history/test_property.py", "tests/history",
    ),
    "sql/axes/asking.sql": ("tests/history/test_facts_as_of.py", "tests/history"),
    "sql/entities/consolidated.sql": ("tests/lexicon/test_consolidate.py",),
    "sql/naming/*.sql": ("tests/entities",),
    "sql/claims/weights.sql": ("tests/claims/test_weighing.py", "tests/claims/test_ground.py"),
    "sql/lexicon/candidates.sql": ("tests/lexicon/test_select.py",),
    "sql/graph/profiles/*.sql": ("tests/graph/test_profiles.py", "tests/graph/test_properties.py", "tests/graph"),
    "kg_assets/beliefs/scoring.py": ("tests/beliefs/test_scoring.py", "tests/beliefs"),
    "kg_assets/core/when.py": ("tests/core/test_when.py", "tests/history"),
    "kg_assets/core/intervals.py": ("tests/core/test_intervals.py", "tests/core"),
}  # fmt: skip
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
    return next(tests for pattern, tests in ROOMS.items() if Path(file).match(pattern))


class Copy:
    """A copy of the tree in which files are changed and tested, so that the tree itself never is."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
        for name in filter(None, listed.decode().split("\0")):
            if (ROOT / name).is_file() and not name.startswith(("docs/images/", "benchmarks/")):
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, folder / name)

    def passes(self, tests: Sequence[str], seconds: float) -> bool:
        """Whether these tests pass there; what hangs does not."""
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
        try:
            run = subprocess.run(command, cwd=self.folder, capture_output=True, timeout=seconds, check=False)
        except subprocess.TimeoutExpired:
            return False
        return run.returncode == 0

    def lives(self, mutant: Mutant, seconds: float) -> bool:
        """Whether no test of its room notices the mutant."""
        path = self.folder / mutant.file
        text = path.read_text(encoding="utf-8")
        path.write_text(mutant.apply(text), encoding="utf-8")
        try:
            return all(self.passes([tests], seconds) for tests in modules_testing(mutant.file))
        finally:
            path.write_text(text, encoding="utf-8")


def survivors(mutants: Sequence[Mutant], seconds: float = 900) -> list[Mutant]:
    """The mutants that the tests of their rooms let live. Tests that fail without a mutant are an error."""
    with TemporaryDirectory(prefix="annals-mutants-") as folder:
        copy = Copy(Path(folder))
        for tests in sorted({tests for mutant in mutants for tests in modules_testing(mutant.file)}):
            if not copy.passes([tests], seconds):
                raise RuntimeError(f"{tests} fails or takes over {seconds} s before anything is changed")
        return [mutant for mutant in mutants if copy.lives(mutant, seconds)]


def main(count: int, seed: int, only: str = "") -> None:
    mutants = sampled(count, seed, only)
    living = survivors(mutants)
    for mutant in living:
        print("lives:", mutant.describe((ROOT / mutant.file).read_text(encoding="utf-8")))
    print(f"{len(mutants) - len(living)} of {len(mutants)} mutants killed")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:4])
