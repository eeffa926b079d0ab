"""`annals annotate`: writes a file of sentences in which people mark beliefs; compares the beliefs that were read with
one person's marks, and the marks of two people with each other."""

import argparse
import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from kg_assets.beliefs.agreement import Marked, kappa, scored
from kg_assets.beliefs.canonicalizer import Canonicalizer
from kg_assets.beliefs.frame import BELIEF_TYPES, POLARITIES, BeliefType
from kg_assets.beliefs.lexicon import WORDS_FILE, read_lexicon
from kg_assets.cli.console import print_table
from kg_assets.core.counting import counted
from kg_assets.core.errors import QueryError
from kg_assets.core.harmless import harmless_json
from kg_assets.queries.annotation import read_there, sample
from kg_assets.queries.configured import reading_config
from kg_assets.store.files import write_atomic
from kg_assets.store.home import Home
from kg_assets.store.readonly import opened

_COLUMNS = ("sentence", "text", "atom_text", "belief_type", "polarity")
_ANNOTATORS = 2
_ENDINGS = (".csv", ".jsonl")
Marks = dict[Marked, BeliefType]


def export(options: argparse.Namespace) -> int:
    """Write sentences in which people shall mark beliefs. The beliefs that were read from them are left out of the
    file."""
    path = Path(options.file)
    _require_ending(path)
    if path.exists():
        raise QueryError(f"{path} is there already and may hold marks of yours; name another file")
    with opened(Home.from_environment()) as warehouse:
        rows = sample(warehouse, options.many, options.draw)
    text = _as_csv(rows) if path.suffix == ".csv" else "".join(f"{_line(row)}\n" for row in rows)
    write_atomic(path, text.encode())
    print(f"{counted(len(rows), 'sentence')} in {path}; docs/beliefs.md says how they are marked")
    print(f"  then: annals annotate score {path}")
    return 0


def score(options: argparse.Namespace) -> int:
    """Compare the beliefs that were read with one person's marks; with two files, also compare the two people."""
    if len(options.files) > _ANNOTATORS:
        raise QueryError(f"{len(options.files)} files were named; one person's, or those of two, can be compared")
    marked = [_read(Path(name)) for name in options.files]
    sentences, due = marked[0]
    with opened(Home.from_environment()) as warehouse:
        found = read_there(warehouse, sentences)
    scores = scored(found, due)
    agreed = kappa(due, marked[1][1], sentences & marked[1][0]) if len(marked) == _ANNOTATORS else None
    if options.json:
        rows = {kind: {**one._asdict(), "precision": one.precision, "recall": one.recall, "f1": one.f1}
                for kind, one in scores.items()}  # fmt: skip
        print(harmless_json({"sentences": len(sentences), "scores": rows, "kappa": agreed}))
        return 0
    shown = [[kind, one.found, one.due, one.right, *(f"{x:.3f}" for x in (one.precision, one.recall, one.f1))]
             for kind, one in scores.items()]  # fmt: skip
    print_table(["type", "read", "marked", "right", "precision", "recall", "F1"], shown, 20)
    if len(marked) == _ANNOTATORS:
        print(f"kappa of the two who marked: {'undefined' if agreed is None else f'{agreed:.3f}'}")
    return 0


def _line(row: Mapping[str, Any]) -> str:
    return json.dumps({**row, "atoms": []}, ensure_ascii=False)


def _as_csv(rows: Sequence[Mapping[str, Any]]) -> str:
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\n")
    table.writerow(_COLUMNS)
    table.writerows([row["sentence"], row["text"], "", "", ""] for row in rows)
    return written.getvalue()


def _require_ending(path: Path) -> None:
    if path.suffix not in _ENDINGS:
        raise QueryError(f"{path} ends in neither {' nor '.join(_ENDINGS)}; the ending says how it is written")


def _read(path: Path) -> tuple[set[str], Marks]:
    """Two values: all sentences of a marked file, and the marks that a person made on them."""
    _require_ending(path)
    canonicalizer = Canonicalizer(read_lexicon(reading_config().file(WORDS_FILE)))
    sentences: set[str] = set()
    marks: Marks = {}
    for number, sentence, atom in _entries(path):
        sentences.add(sentence)
        if atom is None:
            continue
        text, kind, polarity = atom
        for name, given, known in (("belief_type", kind, BELIEF_TYPES), ("polarity", polarity, POLARITIES)):
            if given not in known:
                raise QueryError(f"{path}, line {number}: {name} is {given!r}; it is one of {', '.join(known)}")
        marks[Marked(sentence, canonicalizer.canonical(text), polarity)] = kind  # type: ignore[arg-type, assignment]
    return sentences, marks


def _entries(path: Path) -> Iterator[tuple[int, str, tuple[str, str, str] | None]]:
    """Line number, sentence and mark of each entry of a marked file. An entry whose mark is None only names
    its sentence."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".csv":
        table = csv.DictReader(io.StringIO(text))
        if set(table.fieldnames or ()) != set(_COLUMNS):
            raise QueryError(f"{path}, line 1: the columns {', '.join(_COLUMNS)} were expected")
        for row in table:
            mark = (row["atom_text"], row["belief_type"], row["polarity"])
            yield table.line_num, row["sentence"], mark if any(mark) else None
        return
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            found = json.loads(line)
            atoms = [(str(a["text"]), str(a["belief_type"]), str(a["polarity"])) for a in found["atoms"]]
            sentence = str(found["sentence"])
        except (ValueError, KeyError, TypeError) as error:
            raise QueryError(
                f"{path}, line {number}: an object with sentence and atoms was expected, each atom with text, "
                f"belief_type and polarity ({type(error).__name__})"
            ) from error
        yield number, sentence, None
        for atom in atoms:
            yield number, sentence, atom
