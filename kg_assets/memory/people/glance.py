"""Finds out for many names at once, column by column, beside which of them clues may be found.

Most names have no clues, and this glance at the characters around them is many times faster than reading each. It lets
too many names pass rather than too few: where it finds nothing, `clues` would find nothing either.
"""

import re

import polars as pl

from kg_assets.memory.people.clues import BEFORE, BEHIND
from kg_assets.memory.people.words import Words

_MAIL_WITHIN = 70
_LONGEST_AFAR = 60
_STOPS = ".!?;:"
_OWNERS = "my|our|the"
_LED_BY = "by|is|was|:"
_BEHIND_WORDS = frozenset({
    "is", "was", "who", "my", "our", "the", "from", "of", "at", "in", "jr", "sr", "junior", "senior", "ii", "iii",
})  # fmt: skip
_SIGNS = r'\s"“”()<>,.'
_LAST_WORD = rf"([^{_SIGNS}]+)[{_SIGNS}]*$"
_TO_THE_NAME = r"(?:[^.\n]|\.(?:[^ \n]|$))*$"  # up to the name without the end of a sentence
_THREE_WORDS = r"^ ([^ ]*)(?: ([^ ]*))?(?: ([^ ]*))?"
_WORD_BEFORE_LAST = r"(?:^| )([^ ]+) [^ ]*$"


class Glance:
    """Finds out beside which names there may be clues, with the word lists of the configuration."""

    def __init__(self, words: Words) -> None:
        file = words.file
        self._roles = sorted(words.role_nouns | words.ties.keys())
        self._last = sorted({*self._roles, *words.relation_of})
        self._behind = sorted(_BEHIND_WORDS | {*file.at_words, *file.role_verbs})
        self._job = rf"(?:{'|'.join(map(re.escape, words.job_endings))})$"
        others = "|".join(re.escape(one) for one in sorted(file.other_names, key=len, reverse=True))
        # Clues farther away from a name: a place of work, another name, or "she is my …" in the next sentence.
        self._afar = (
            r"(?i:works?|worked|working)\s+(?i:at|for)\s|(?i:joined)\s+[A-ZÀ-ÖØ-ÞĀ-Ž0-9]"
            rf"|(?i:{others})\s+[A-ZÀ-ÖØ-ÞĀ-Ž0-9]|[,;.]\s+[sS]?[hH][eE](?:\s|['’]s\s)"
        )

    def sides(self, named: pl.DataFrame) -> pl.DataFrame:
        """For each row, whether there may be a clue before the name (`before`) and behind it (`behind`). A row has a
        text (`text_raw`) and the place of a name in it (`start_char`, `end_char`)."""
        text, start, end = (pl.col(name) for name in ("text_raw", "start_char", "end_char"))
        begin = pl.max_horizontal(start - BEFORE, 0)
        pieces = named.select(
            text.str.slice(begin, start - begin).alias("before"),
            text.str.slice(start, end - start).alias("name"),
            text.str.slice(end, BEHIND).alias("behind"),
            text.str.slice(start, end - start + BEHIND + _LONGEST_AFAR).alias("on"),
        )
        behind = self._told_behind() | pl.col("on").str.contains(self._afar)
        # An initial beside a name makes a longer name of it, and both sides of that are read.
        told = pieces.select(
            self._told_before().alias("before"), behind.alias("behind"), _is_spelled().alias("spelled")
        )
        return told.select((pl.col(side) | pl.col("spelled")).fill_null(False) for side in ("before", "behind"))

    def _told_before(self) -> pl.Expr:
        before = pl.col("before")
        told = before.str.contains(rf"(?i)(?:^|[{_SIGNS}])(?:{_OWNERS})[{_SIGNS}]{_TO_THE_NAME}")
        told |= before.str.contains(rf"(?i)(?:{_LED_BY})[{_SIGNS}]*$")
        told |= pl.col("name").str.contains(r"(?i)^(?:my|our) ")
        return told | self._is_work(before.str.extract(_LAST_WORD).str.to_lowercase(), self._last)

    def _told_behind(self) -> pl.Expr:
        behind = pl.col("behind")
        told = behind.str.contains(rf"^[^ {_STOPS}]") | behind.str.contains(r"^ (?:[^\p{L}\p{N}]|$)")
        told |= behind.str.slice(0, _MAIL_WITHIN).str.contains("@", literal=True)
        told |= behind.str.contains(r"^ \p{Lowercase}[^ ]*s(?: |$)")  # what somebody does: "mends nets"
        words = behind.str.extract_groups(_THREE_WORDS)
        told |= _listed(words.struct.field("1").str.to_lowercase().str.strip_chars(",."), self._behind)
        for number in ("1", "2", "3"):
            told |= self._is_work(words.struct.field(number).str.strip_chars(",.)"), self._roles)
        # The given name again, perhaps with another surname.
        given = pl.col("name").str.extract(_WORD_BEFORE_LAST)
        return told | behind.str.contains(given + " ", literal=True).fill_null(False)

    def _is_work(self, word: pl.Expr, names: list[str]) -> pl.Expr:
        """Whether a word, or the part behind its last hyphen, is one of the names, or the word ends like the name of a
        job ("-ologist")."""
        behind_hyphen = word.str.extract(r"-([^-]*)$")
        return _listed(word, names) | _listed(behind_hyphen, names) | word.str.contains(self._job).fill_null(False)


def _is_spelled() -> pl.Expr:
    """Whether an initial stands right beside the name: "A. Chen", "Alice C."."""
    return pl.col("before").str.contains(r"[A-ZÀ-Þ]\.[ \u00a0]?$") | pl.col("behind").str.contains(
        r"^[ \u00a0][A-ZÀ-Þ]\."
    )


def _listed(word: pl.Expr, names: list[str]) -> pl.Expr:
    return word.is_in(names).fill_null(False)
