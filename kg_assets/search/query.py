"""Questions to the keyword index: words in, message ids with their BM25 rank out."""

import re
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from kg_assets.core.errors import QueryError

_WORD = re.compile(r'"([^"]*)"|(\S+)')


@dataclass(frozen=True, slots=True)
class Hit:
    message_id: str
    score: float  # higher is better


def search(index: Path, words: str, limit: int, most_words: int) -> list[Hit]:
    """The best messages for the words. "Quoted words" are a phrase, a trailing * is a prefix, a leading - excludes."""
    number = sum(1 for _ in _WORD.finditer(words))
    if number > most_words:
        raise QueryError(f"{number:,} words were given, a search takes at most {most_words} (search.most_words)")
    expression = match_expression(words)
    connection = sqlite3.connect(f"{index.absolute().as_uri()}?immutable=1", uri=True)
    try:
        rows = connection.execute(
            "SELECT message.message_id, -bm25(words, 1.0, 0.5) AS score FROM words "
            "JOIN message ON message.row = words.rowid WHERE words MATCH ? "
            "ORDER BY score DESC, message.message_id LIMIT ?",
            (expression, limit),
        ).fetchall()
    finally:
        connection.close()
    return [Hit(message_id, score) for message_id, score in rows]


def match_expression(words: str) -> str:
    """An FTS5 expression from what a person typed. Everything is quoted, so no character can be a syntax error."""
    wanted: list[str] = []
    unwanted: list[str] = []
    for phrase, word in _WORD.findall(words):
        exclude = not phrase and word.startswith("-") and len(word) > 1
        text = phrase or word.lstrip("-")
        prefix = not phrase and text.endswith("*")
        text = text.rstrip("*") if prefix else text
        if not any(character.isalnum() for character in text):
            continue
        term = '"' + text.replace('"', '""') + '"' + ("*" if prefix else "")
        (unwanted if exclude else wanted).append(term)
    if not wanted:
        raise QueryError(f"{words!r} holds no word to search for; give at least one, such as: annals search bicycle")
    expression = " AND ".join(wanted)
    return f"({expression}) NOT ({' OR '.join(unwanted)})" if unwanted else expression


def wanted_words(words: str) -> list[str]:
    """The words and phrases that a hit holds, for highlighting."""
    return [phrase or word.rstrip("*") for phrase, word in _WORD.findall(words) if phrase or not word.startswith("-")]
