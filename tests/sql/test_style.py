"""Every file of `sql/` is laid out alike and says at its head what it gives."""

import re
from pathlib import Path

import duckdb

from tests.conftest import ROOT
from tests.sql.test_order_of_rows import FILES

LONGEST_LINE = 130
# Words that are never names of columns here, so that one written small is a slip.
KEYWORDS = (
    "select", "from", "where", "join", "left", "right", "full", "cross", "anti", "semi", "using", "group", "having",
    "qualify", "order", "union", "except", "intersect", "with", "as", "and", "or", "not", "in", "is", "null",
    "case", "when", "then", "else", "end", "between", "like", "distinct", "partition", "create", "macro", "table",
    "view", "comment", "exists", "true", "false", "asc", "desc", "nulls",
)  # fmt: skip
_OTHER = re.compile(r"--[^\n]*|'(?:[^']|'')*'|\"[^\"]*\"|\$\w+|\w*\.\w+|\w+(?=\()")
_KEYWORD = re.compile(rf"\b(?:{'|'.join(KEYWORDS)})\b")


def faults(text: str) -> list[str]:
    """What is not as in all other files, with the number of its line."""
    code = _OTHER.sub(lambda found: re.sub(r"[^\n]", "_", found[0]), text)
    said = [] if text.startswith("-- ") else ["1: no head says what this gives"]
    for number, (line, words) in enumerate(zip(text.split("\n"), code.split("\n"), strict=True), start=1):
        said += [f"{number}: {word!r} is a keyword: write it large" for word in _KEYWORD.findall(words)]
        if len(line) > LONGEST_LINE and not line.startswith("    '"):  # the sentence of a COMMENT
            said.append(f"{number}: longer than {LONGEST_LINE} characters")
        if line != line.rstrip() or "\t" in line:
            said.append(f"{number}: a blank at the end, or a tab")
        if re.search(r",[^\s]|\s,", words):
            said.append(f"{number}: a comma stands behind a word and before a blank")
    if not text.endswith("\n") or text.endswith("\n\n"):
        said.append("it ends with one line break")
    return said


def test_every_file_is_laid_out_as_all_are() -> None:
    texts = {file: Path(ROOT / file).read_text(encoding="utf-8") for file in FILES}
    assert [(file, fault) for file, text in texts.items() for fault in faults(text)] == []
    assert [file for file, text in texts.items() if not duckdb.extract_statements(text)] == []


def test_what_is_out_of_place_is_found() -> None:
    assert faults("-- Rows.\nSELECT a, b FROM t\n") == []
    assert faults("SELECT a,b \n\tfrom t WHERE x = 'select' -- where") == [
        "1: no head says what this gives", "1: a blank at the end, or a tab",
        "1: a comma stands behind a word and before a blank",
        "2: 'from' is a keyword: write it large", "2: a blank at the end, or a tab", "it ends with one line break",
    ]  # fmt: skip
