"""Makes patterns faster for texts that have only letters of common alphabets. In such texts the faster pattern finds
the same as the whole one.

Polars compiles a pattern again for each column that it reads. Most of that time goes into the hundreds of ranges in
which the letters, marks and digits of all scripts lie; few of these scripts ever occur.
"""

import re
from functools import cache

import polars as pl

# Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic; Devanagari; Thai; further Latin and Greek, punctuation, symbols;
# kana and CJK; Hangul; citation marks; the selector behind emoji; wide forms; mathematical letters; emoji.
_COMMON = (
    r"\x00-\x{6FF}\x{900}-\x{97F}\x{E00}-\x{E7F}\x{1E00}-\x{2BFF}\x{3000}-\x{30FF}\x{4E00}-\x{9FFF}\x{AC00}-\x{D7A3}"
    r"\x{E000}-\x{F8FF}\x{FE0F}\x{FF00}-\x{FFEF}\x{1D400}-\x{1D7FF}\x{1F000}-\x{1FAFF}"
)
_UNCOMMON = f"[^{_COMMON}]"
_CLASS = re.compile(r"\\p\{\w+\}", re.ASCII)


def extracted(texts: pl.DataFrame, pattern: str) -> pl.DataFrame:
    """Every piece of text that a pattern matches in the column `text`, as rows (place, unit): the `place` of the text
    and the piece. The order of the texts may change."""
    return pl.concat(
        part.select("place", unit=pl.col("text").str.extract_all(fitting)).explode("unit").drop_nulls("unit")
        for part, fitting in _by_alphabet(texts, pattern)
    )


def with_alphabet(texts: pl.DataFrame) -> pl.DataFrame:
    """The texts with a column `is_common`: whether a text has common alphabets only. `extracted` needs it."""
    return texts.with_columns(is_common=~pl.col("text").str.contains(_UNCOMMON))


def _by_alphabet(texts: pl.DataFrame, pattern: str) -> list[tuple[pl.DataFrame, str]]:
    rest = texts.filter(~pl.col("is_common"))
    if rest.is_empty():
        return [(texts, narrowed(pattern))]
    return [(texts.filter("is_common"), narrowed(pattern)), (rest, pattern)]


@cache
def narrowed(pattern: str) -> str:
    r"""The pattern with each Unicode class (such as `\p{L}`) limited to the common alphabets."""
    return _CLASS.sub(lambda found: f"[{found[0]}&&[{_COMMON}]]", pattern)
