"""The generators: what in a text has the shape of somebody's own term, and what only looks like it (§2B.4.1)."""

from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg_assets.core.config import load_config
from kg_assets.core.errors import ConfigError
from kg_assets.house import HOUSE
from kg_assets.lexicon.shapes import QUOTED, denylist, quoted, sightings, term_key, unit_pattern

Seen = list[tuple[str, str, str]]


def units_of(text: str) -> list[str]:
    """The text cut as the stage cuts it: behind a line end, by the engine that reads whole columns."""
    found: list[str] = pl.Series(["\n" + text]).str.extract_all(unit_pattern()).to_list()[0]
    return found


def phrases_of(text: str) -> list[str]:
    found: list[str] = pl.Series([text]).str.extract_all(QUOTED).to_list()[0]
    return found


def shapes_in(text: str) -> Seen:
    """Generator, surface and position of everything but quoted phrases."""
    return [(*seen,) for unit in units_of(text) for seen in sightings(unit)]


def surfaces_in(text: str) -> list[str]:
    return [surface for _, surface, _ in shapes_in(text)]


def titles_quoted_in(text: str) -> list[str]:
    return [seen.surface for phrase in phrases_of(text) if (seen := quoted(phrase)) is not None]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("we call it Project Phoenix here", [("TITLE_CASE", "Project Phoenix", "inside")]),
        ("our OKR and the SRE", [("ALLCAPS", "OKR", "inside"), ("ALLCAPS", "SRE", "inside")]),
        ("use myCoolTool", [("CAMEL_CASE", "myCoolTool", "inside")]),
        ("use ProjectAtlas", [("CAMEL_CASE", "ProjectAtlas", "inside")]),
        ("see #zettelkasten now", [("HASHTAG", "#zettelkasten", "inside")]),
        ("ask @alice about it", [("HANDLE", "@alice", "inside")]),
        ("we met Klara there", [("SINGLE_TITLE", "Klara", "inside")]),
    ],
    ids=["title_case", "allcaps", "camel", "pascal", "hashtag", "handle", "single_title"],
)
def test_the_seeds_examples(text: str, expected: Seen) -> None:
    """Each generator by the example that defines it."""
    assert shapes_in(text) == expected


@pytest.mark.parametrize(
    ("text", "surfaces"),
    [
        ("Ask Anna Berg today", ["Anna Berg"]),
        ("we asked Mr Smith", ["Smith"]),
        ("My Project Phoenix", ["Project Phoenix"]),
        ("Maybe If When", []),
        ("I think I like it", []),
    ],
)
def test_words_that_only_open_sentences_are_in_no_name(text: str, surfaces: list[str]) -> None:
    """A pinned opener before a name is cut off, one alone is nothing."""
    assert surfaces_in(text) == surfaces


@pytest.mark.parametrize(
    "text",
    [
        "Nimbus left", "done. Nimbus left", "done! Nimbus left", "done? Nimbus left", "done…Nimbus left",
        "one: Nimbus left", "one; Nimbus left", "- Nimbus left", "* Nimbus left", "1. Nimbus left", "(Nimbus left)",
        '"Nimbus left', "“Nimbus left", "[Nimbus left]", "one\nNimbus left", "¿Nimbus left?", "- [ ] Nimbus left",
        "**Note:** Nimbus left", "**Note** Nimbus left", "> Nimbus left", "done. - Nimbus left",
    ],
)  # fmt: skip
def test_at_the_start_of_a_sentence_a_capital_says_little(text: str) -> None:
    """Such a sighting alone never generates a term, so it must be told from one inside of a sentence."""
    assert shapes_in(text) == [("SINGLE_TITLE", "Nimbus", "start")]


@pytest.mark.parametrize("text", ["we saw Nimbus", "we, Nimbus and", "so — Nimbus", "a/Nimbus", "we `Nimbus` it"])
def test_inside_of_a_sentence_it_says_something(text: str) -> None:
    assert shapes_in(text) == [("SINGLE_TITLE", "Nimbus", "inside")]


@pytest.mark.parametrize(
    "text",
    [
        "# My Project Phoenix", "###### OKR of Nimbus", "   ## Nimbus", "| Nimbus | Klara |", " |Nimbus|",
        "**Project Phoenix**", "*Nimbus Label*", "**OKR**", "- **Project Phoenix**: good", "_Nimbus_",
    ],
)  # fmt: skip
def test_labels_show_nothing(text: str) -> None:
    """In headings, tables and emphasis capitals are decoration."""
    assert surfaces_in(text) == []


def test_behind_a_label_a_line_goes_on() -> None:
    """Only the decorated words are swallowed: what follows them, and the next line, is read."""
    assert shapes_in("# Title\nwe saw Nimbus") == [("SINGLE_TITLE", "Nimbus", "inside")]
    assert shapes_in("| Cell |\nwe saw Nimbus") == [("SINGLE_TITLE", "Nimbus", "inside")]
    assert shapes_in("**Bold Words** and Nimbus") == [("SINGLE_TITLE", "Nimbus", "inside")]


@pytest.mark.parametrize(
    "text",
    [
        "at https://Example.com/Nimbus_Page?Klara=Berg here", "mail Klara.Berg@Example.org now", "mail <Klara@x.org>",
        "in /Users/Klara/Nimbus now", "in ~/Docs/Nimbus now", "in C:\\Users\\Klara now", "read arXiv:Nimb1234 now",
        "fix CVE-2024-1 now", "fix CVE-2024-12345, now", "read DOI-10.1000/Nimbus now",
    ],
)  # fmt: skip
def test_parts_of_links_addresses_paths_and_numbers_are_no_words(text: str) -> None:
    assert surfaces_in(text) == []


def test_the_words_of_a_link_are_read_and_its_address_is_not() -> None:
    assert surfaces_in("see [Nimbus Docs](https://Example.com/Klara) there") == ["Nimbus Docs"]


@pytest.mark.parametrize(
    ("text", "surfaces"),
    [
        ("it is Klara's", ["Klara"]),
        ("it is Klara’s", ["Klara"]),
        ("the Joneses' and Jones' house", ["Joneses", "Jones"]),
        ("with Jean-Luc O'Brien there", ["Jean-Luc O'Brien"]),
        ("with O’Neil there", ["O’Neil"]),
        ("with D'Angelo Mary-Kate there", ["D'Angelo Mary-Kate"]),
        ("in a Berlin-based firm", ["Berlin"]),
        ("the ProjectAtlas's end", ["ProjectAtlas"]),
    ],
)
def test_apostrophes_and_hyphens(text: str, surfaces: list[str]) -> None:
    """A possessive is no part of a name; an Irish or a double name is one."""
    assert surfaces_in(text) == surfaces


@pytest.mark.parametrize(
    "name",
    ["Zoë Löwe", "Ærøskøbing", "Élodie", "Öztürk", "Überblick", "Straße", "Жанна Петрова", "Ελένη", "Łukasz Żak"],
)
def test_names_of_every_alphabet_with_capitals(name: str) -> None:
    generator = "TITLE_CASE" if " " in name else "SINGLE_TITLE"
    assert shapes_in(f"we met {name} there") == [(generator, name, "inside")]


@pytest.mark.parametrize("text", ["日本語と中文", "שלום עולם", "مرحبا", "ნინო", "हिन्दी"])
def test_alphabets_without_capitals_show_nothing(text: str) -> None:
    assert surfaces_in(text) == []


@pytest.mark.parametrize(
    ("text", "surfaces"),
    [
        ("at Nimbforge Inc. we", ["Nimbforge Inc."]),
        ("at Nimbforge Inc we", ["Nimbforge Inc"]),
        ("at Nimbforge Corp. we", ["Nimbforge Corp."]),
        ("at Nimbforge LLC we", ["Nimbforge LLC"]),
        ("at Nimbforge GmbH we", ["Nimbforge GmbH"]),
        ("at Blue Garden SpA we", ["Blue Garden SpA"]),
        ("at Nimbforge Inc. Klara waited", ["Nimbforge Inc.", "Klara"]),
        ("a GmbH and an LLC", []),
    ],
)
def test_a_legal_form_ends_the_name_of_a_firm(text: str, surfaces: list[str]) -> None:
    """It belongs to the name, full stop included, and what stands behind it does not."""
    found = [s for g, s, _ in shapes_in(text) if g in ("TITLE_CASE", "SINGLE_TITLE")]
    assert found == surfaces


@pytest.mark.parametrize("text", ["the USA and the UK", "an API on AWS", "it is TBD", "A B C", "TOOLONGACRONYM", "B2B"])
def test_acronyms_of_everybody_and_of_other_lengths(text: str) -> None:
    """The pinned stoplist, one letter, more than six, digits."""
    assert surfaces_in(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("about Project Nimbus OKR Klara", ["Project Nimbus", "OKR", "Klara"]),
        ("the NASA Nimbus", ["Nimbus"]),
        ("the iPhone Nimbus", ["iPhone", "Nimbus"]),
        ("with Klara, Ben and Ada", ["Klara", "Ben", "Ada"]),
        ("one Klara  Berg", ["Klara", "Berg"]),
        ("one Klara\nBerg", ["Klara", "Berg"]),
        ("Foo_Bar and snake_case and Qwen2", []),
    ],
)
def test_a_run_is_cut_where_the_shape_changes(text: str, expected: list[str]) -> None:
    assert surfaces_in(text) == expected


@pytest.mark.parametrize("text", ["#1", "#ab", "@al", "# tag", "@ alice", "#_tag", "#1984x"])
def test_what_is_too_short_or_begins_otherwise_is_no_tag(text: str) -> None:
    assert surfaces_in(f"see {text} now") == []


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ('"Garden"', []),
        ('"Blue garden"', ["Blue garden"]),
        ('"One two three four five"', ["One two three four five"]),
        ('"One two three four five six"', []),
        ("“Blue Garden”", ["Blue Garden"]),
        ('"blue garden"', []),
        ('"Blue\ngarden"', []),
        ('"Blue garden."', ["Blue garden"]),
        ('"Abc"', []),
        (f'"A{" b" * 4}"', ["A b b b b"]),
        (f'"A {"b" * 60}"', []),
        ('say "Hello" to "Blue garden" now', ["Blue garden"]),
        ("“Blue garden\"", []),
    ],
)  # fmt: skip
def test_quoted_phrases_of_two_to_five_words(text: str, titles: list[str]) -> None:
    """Straight and curly quotes, one line, a capital first, 4 to 51 characters between the quotes."""
    assert titles_quoted_in(text) == titles


@pytest.mark.parametrize(
    ("surface", "key"),
    [("Blue Garden", "blue garden"), ("Blue \u00a0 Garden", "blue garden"), ("ZOË", "zoë"), ("#Tag", "#tag")],
)
def test_a_key_is_low_case_with_single_spaces(surface: str, key: str) -> None:
    """§2B.4.2."""
    assert term_key(surface) == key


def test_the_pinned_denylist() -> None:
    assert {"monday", "january", "the"} <= denylist()


WORDS = st.sampled_from(
    ["Klara", "Berg", "the", "OKR", "USA", "iPhone", "O'Brien", "Jean-Luc", "Inc.", "LLC", "#tag", "@alice", "Ask",
     "Zoë", "Straße", "**", "*", "#", "|", '"', "“", "”", "(", ")", "[", "]", ".", "!", ":", "\n", "\n\n", "- ",
     "http://A.b/C", "a@B.org", "/A/b", "C:\\A", "CVE-2024-1", "🎉", "e\u0301", "'", "’s", "_", "-", "x1", "Ω"]
)  # fmt: skip
TEXTS = st.lists(st.tuples(WORDS, st.sampled_from(["", " ", "\n", "\t"])), max_size=25).map(
    lambda pairs: "".join(word + gap for word, gap in pairs)
)


@given(TEXTS | st.text(max_size=80).map(lambda text: text.replace("\u00a0", " ")))
def test_every_sighted_surface_stands_in_its_unit(text: str) -> None:
    """What is not in the text as it is written could never be found there again."""
    for unit in units_of(text):
        assert unit in "\n" + text
        assert all(seen.surface in unit for seen in sightings(unit))
    for phrase in phrases_of(text):
        assert phrase in text
        seen = quoted(phrase)
        assert seen is None or seen.surface in phrase


@given(TEXTS)
def test_what_is_seen_keeps_the_order_of_the_text(text: str) -> None:
    """Units neither overlap nor change places, so their sum is never longer than the text."""
    at = 0
    for unit in units_of(text):
        at = ("\n" + text).index(unit, at) + len(unit)
    assert at <= len(text) + 1


MEGABYTE = 1 << 20


@pytest.mark.parametrize(
    "piece",
    [
        "A ", "**", "* ", '"A', "“A", "#a", "#abc", "Aa-Aa-", "a@", "| ", "/A", "a.b@", "aA", "AB-", "[", "A'", "://",
        "A.",
    ],
)  # fmt: skip
def test_the_patterns_are_linear(piece: str) -> None:
    """A megabyte of what a backtracking engine would read again from every place; a quadratic one would never end."""
    text = piece * (MEGABYTE // len(piece))
    for unit in units_of(text):
        sightings(unit)
    assert all(len(phrase) <= 53 for phrase in phrases_of(text))


# What the shapes do not see as they should.


@pytest.mark.parametrize(
    "text", ["CVE-2024-1 is bad", "(CVE-2024-1)", "Klara.Berg@Example.org wrote", "C:\\Users\\Klara"]
)
def test_what_is_swallowed_is_so_at_the_start_of_a_line_too(text: str) -> None:
    assert surfaces_in(text) == []


@pytest.mark.parametrize(
    "text", ["“so.” Nimbus left", "(so.) Nimbus left", "‘so.’ Nimbus left", "2) Nimbus left", "done! 🎉 Nimbus left"]
)
def test_a_sentence_also_starts_behind_closing_signs(text: str) -> None:
    assert shapes_in(text) == [("SINGLE_TITLE", "Nimbus", "start")]


def test_a_name_with_a_hard_space_stands_in_its_unit() -> None:
    for unit in units_of("with Klara\u00a0Berg there"):
        assert all(seen.surface in unit for seen in sightings(unit))


def test_a_line_of_the_own_denylist_can_be_a_phrase(tmp_path: Path) -> None:
    """Keys of terms can hold spaces: one entry a line. Its content is in the fingerprint."""
    own, override = tmp_path / "own.txt", tmp_path / "own.yaml"
    override.write_text(f"lexicon:\n  lexicon_denylist_path: {own}\n", encoding="utf-8")
    own.write_text("# mine\nblue garden\n\n", encoding="utf-8")
    config = load_config(HOUSE.sections, override)
    assert config.section("lexicon").own_denylist == ("blue garden",)
    before = config.section_hash("lexicon")
    own.write_text("blue garden\nred garden\n", encoding="utf-8")
    assert load_config(HOUSE.sections, override).section_hash("lexicon") != before


def test_an_own_denylist_that_is_not_there_is_refused_by_name(tmp_path: Path) -> None:
    override = tmp_path / "own.yaml"
    override.write_text("lexicon:\n  lexicon_denylist_path: nowhere.txt\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"lexicon_denylist_path names 'nowhere\.txt', where no file is"):
        load_config(HOUSE.sections, override).section("lexicon")
