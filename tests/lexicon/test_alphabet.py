"""Guards what makes sightings cheap: a pattern cut down to the common alphabets finds what the whole one does.

Texts of other scripts must go to the whole pattern, else words of Georgian or Tamil speakers would be lost.
"""

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.lexicon.alphabet import extracted, narrowed, with_alphabet
from kg_assets.lexicon.chunks import compound_pattern
from kg_assets.lexicon.shapes import QUOTED, unit_pattern

PATTERNS = [unit_pattern(), compound_pattern(), QUOTED]
# Words and signs of many scripts beside what the patterns look for; the last ones are of no common alphabet.
PIECES = [
    "Anna", "Berg", "élan", "Ärger", "Ωmega", "Париж", "москва", "שלום", "مرحبا", "नमस्ते", "ไทย", "東京", "서울", "ﬁ",
    "Ａｌｐｈａ", "𝐀𝐛", "🎉", "❤️", "\ue200cite\ue202turn0\ue201", "Ⅷ", "²", "ǅ", "e\u0301", "the solar",
    "my garden plan", "**", "*", "#", "@anna", "# ", "| a |", '"Last Harbour"', "“Old Mill”", "…", ". ", "\n", " ",
    "’s", "http://x.org/a", "/usr/lib", "camelCase", "თბილისი", "தமிழ்", "Ꭰꭰ", "𐐀𐐨", "ᜀ",
]  # fmt: skip
UNCOMMON = "თௐᎠꭰ𐐀ᜀ"
texts = st.lists(st.one_of(st.sampled_from(PIECES), st.characters(exclude_categories=["Cs"])), max_size=12).map("".join)


def plainly(frame: pl.DataFrame, pattern: str) -> list[tuple[int, str]]:
    found = frame.select("place", unit=pl.col("text").str.extract_all(pattern)).explode("unit").drop_nulls("unit")
    return sorted(found.iter_rows())


@pytest.mark.parametrize("pattern", PATTERNS)
@settings(max_examples=60)
@given(st.lists(texts, min_size=1, max_size=6))
def test_nothing_is_lost_and_nothing_added(pattern: str, given_texts: list[str]) -> None:
    """Over any texts, and over texts of the common alphabets alone."""
    frame = pl.DataFrame({"place": range(len(given_texts)), "text": ["\n" + text for text in given_texts]})
    known = with_alphabet(frame)
    assert sorted(extracted(known, pattern).iter_rows()) == plainly(frame, pattern)
    common = frame.filter(known["is_common"])
    assert plainly(common, narrowed(pattern)) == plainly(common, pattern)


@pytest.mark.parametrize("letter", UNCOMMON)
def test_other_scripts_go_to_the_whole_pattern(letter: str) -> None:
    """One such letter is enough; a narrowed pattern would take it for a sign."""
    frame = with_alphabet(pl.DataFrame({"place": [0, 1], "text": [f"Anna{letter}", "Anna"]}))
    assert frame["is_common"].to_list() == [False, True]


def test_a_capital_of_another_script_is_found() -> None:
    """Cherokee has capitals: both routes run, and each finds its own."""
    frame = with_alphabet(pl.DataFrame({"place": [0, 1], "text": ["\nᎠꭰ", "\nAnna"]}))
    assert sorted(extracted(frame, unit_pattern()).iter_rows()) == [(0, "\nᎠꭰ"), (1, "\nAnna")]


def test_no_text_no_unit() -> None:
    """A shard in which nobody said anything."""
    frame = with_alphabet(pl.DataFrame({"place": [], "text": []}, schema={"place": pl.UInt32, "text": pl.String}))
    assert extracted(frame, unit_pattern()).is_empty()
