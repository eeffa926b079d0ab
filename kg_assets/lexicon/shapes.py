"""Finds words whose shape could make them somebody's own term, such as capitals: all generators of stage 2B.4.1 except
noun chunks.

One linear pattern (run by Polars over whole columns) cuts a text into units, and each distinct unit is read once. The
shapes are those of seed 000, but for every alphabet with capitals and not only for A to Z.
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple
from unicodedata import normalize

from kg_assets.core.data import data_path
from kg_assets.core.yamlfile import read_yaml
from kg_assets.mentions.ner.rules import sentence_openers

# A capital within a sentence says something; one at the start of a sentence says little.
Position = Literal["inside", "start"]


class Sighting(NamedTuple):
    generator: str
    surface: str
    position: Position


@dataclass(frozen=True, slots=True)
class ShapeRules:
    """The word lists of `config/lexicon/shapes.yaml`. `openers` are words that have a capital only because they begin a
    sentence, as `sentence_openers` gives them."""

    openers: frozenset[str]
    legal_forms: frozenset[str]
    dotted_forms: frozenset[str]
    organisation_endings: frozenset[str]
    calls: frozenset[str]
    assistants: frozenset[str]
    acronym_stoplist: frozenset[str]
    chunk_determiners: frozenset[str]
    chunk_followers: frozenset[str]
    chunk_stopwords: frozenset[str]
    est_nouns: frozenset[str]


_LETTER = r"\p{L}\p{M}\p{N}_"
_CAPITAL = rf"\p{{Lu}}[{_LETTER}]*(?:['’-]\p{{Lu}}[{_LETTER}]*)*"
_RUN = rf"{_CAPITAL}(?: (?:{{dotted}})\.| {_CAPITAL})*"
# Characters that cannot stand within a sentence, so that a sentence begins behind them: full stops, bullets, emoji,
# formulas, citation marks.
_MARK = r"(?:(?:[.!?…]['’”\")\]]{1,3}|[0-9]{1,3}\)|[^\p{L}\p{M}\p{N} \t,'’)%°/&@#=+—–`])(?:[ \t\"“‘(\[>_]|[*-] )*)?"
# Links, addresses, paths and identifiers are matched as a whole, so that their parts are no words. Every repetition has
# a limit: a pattern that looks from every capital to the end of the text would take forever.
_SWALLOWED = (
    r"(?:[a-z]{1,12}://[^\s<>\"]+|[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]+\.[A-Za-z0-9.-]+|[A-Za-z]:\\\S+"
    r"|~?(?:/[\p{L}\p{N}_.-]+){2,}|[A-Z]{2,6}-[0-9]\S*|arXiv:\S+)"
)
# Alternatives from what takes most to what takes least: a heading, a row of a table and emphasised words are one unit
# each. Texts are given with a line break before them, which marks their beginning, and with plain spaces only.
_UNIT = (
    r"(?m)^ {0,3}#{1,6} [^\n]*|^ {0,3}\|[^\n]*"
    r"|(?:\*\*[^*\n]{1,120}\*\*|\*[^*\s][^*\n]{0,80}\*)(?:[ \t]*" + _RUN + r")?"
    r"|"
    + _MARK
    + _SWALLOWED
    + r"|[#@][A-Za-z][A-Za-z0-9_]{2,}|"
    + _MARK
    + _RUN
    + r"|\p{Ll}[\p{Ll}\p{M}\p{N}]*\p{Lu}["
    + _LETTER
    + "]*"
)
QUOTED = r'"\p{Lu}[^"\n]{3,50}"|“\p{Lu}[^”\n]{3,50}”'

# How a heading or a row of a table begins.
LABEL = r"^ {0,3}(?:#{1,6} |\|)"
_LABEL = re.compile(LABEL)
_TAG = re.compile(r"[#@][A-Za-z][A-Za-z0-9_]{2,}", re.ASCII)
_WORD = re.compile(r"[^\W\d_]")
_JOINT = re.compile(r"['’-]")
_IS_SWALLOWED = re.compile(r"[@\\]|://|/\w|[A-Z]{2,6}-[0-9]|arXiv:", re.ASCII)
_SPACE = re.compile(r" +")
_MAX_QUOTED_WORDS = 5


@cache
def shape_rules() -> ShapeRules:
    lists = read_yaml(data_path("config/lexicon/shapes.yaml"))
    return ShapeRules(openers=sentence_openers(), **{name: frozenset(words.split()) for name, words in lists.items()})


@cache
def denylist() -> frozenset[str]:
    """The words of `config/lexicon/denylist.txt` in lower case, which never become terms."""
    lines = data_path("config/lexicon/denylist.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(word.lower() for line in lines if not line.startswith("#") for word in line.split())


def plain_spaces(text: str) -> str:
    """The text with non-breaking spaces as plain spaces; offsets stay."""
    return text.replace("\u00a0", " ")


@cache
def unit_pattern() -> str:
    """The regular expression that cuts a text into pieces (units) such as a row of capitalised words, for an engine
    without look-around."""
    return _UNIT.replace("{dotted}", "|".join(sorted(shape_rules().dotted_forms)))


def term_key(surface: str) -> str:
    """The key of a term (stage 2B.4.2): in lower case, with single spaces, accents and apostrophes encoded in one way.
    Only this function makes such keys."""
    return normalize("NFC", " ".join(surface.split()).lower()).replace("’", "'")


@lru_cache(maxsize=1 << 17)
def sightings(unit: str) -> tuple[Sighting, ...]:
    """The sightings (words that could be a term) in one piece of text that `unit_pattern` cut out, in the order of the
    text. A heading, a table row and emphasised words give none, since their capitals are decoration. If the piece
    begins with emphasised words, only the words after them are read."""
    if unit.startswith("*"):
        _, _, after = unit.lstrip("*").partition("*")
        return tuple(_of_run(_SPACE.split(after.lstrip("* \t")), "start"))
    return () if _LABEL.match(unit) else tuple(_of_run_or_tag(unit))


def _of_run_or_tag(unit: str) -> list[Sighting]:
    if _TAG.fullmatch(unit):
        return [Sighting("HASHTAG" if unit[0] == "#" else "HANDLE", unit, "inside")]
    if _IS_SWALLOWED.search(unit):
        return []
    match = _WORD.search(unit)
    if match is None:
        return []
    return _of_run(_SPACE.split(unit[match.start() :]), "start" if match.start() else "inside")


def _of_run(words: list[str], position: Position) -> list[Sighting]:
    """The sightings (words that could be a term) in a sequence of capitalised words. Neighbouring words of the same
    shape form one sighting. A word that begins the sentence is not part of the term after it."""
    rules = shape_rules()
    found: list[Sighting] = []
    title: list[str] = []
    began: Position = position

    def close() -> None:
        if title:
            generator = "TITLE_CASE" if len(title) > 1 else "SINGLE_TITLE"
            found.append(Sighting(generator, " ".join(title), began))
            title.clear()

    for index, word in enumerate(words):
        here: Position = position if index == 0 else "inside"
        if word in rules.openers and not title:
            continue
        if _is_title(word):
            began = began if title else here
            title.append(word)
        elif title and (word in rules.legal_forms or word.rstrip(".") in rules.dotted_forms):
            title.append(word)
            close()
        else:
            close()
            if 2 <= len(word) <= 6 and word.isalpha() and word.isupper():
                if word not in rules.acronym_stoplist:
                    found.append(Sighting("ALLCAPS", word, here))
            elif _is_camel(word):
                found.append(Sighting("CAMEL_CASE", word, here))
    close()
    return found


def _is_title(word: str) -> bool:
    """Whether a word is in title case: `Anna`, `Jean-Luc`, `O'Brien`. Each part has a capital and then lower
    case; a part before a joint may be a single letter."""
    parts = _JOINT.split(word if word.isascii() else normalize("NFC", word))
    return all(_is_title_part(part, lone=index + 1 < len(parts)) for index, part in enumerate(parts))


def _is_title_part(part: str, lone: bool) -> bool:
    return part.isalpha() and part[0].isupper() and (part[1:].islower() if len(part) > 1 else lone)


def _is_camel(word: str) -> bool:
    """Whether a word has only letters, with a capital after a lower-case letter: `myCoolTool`,
    `ProjectAtlas`."""
    return word.isalpha() and any(a.islower() and b.isupper() for a, b in pairwise(word))


@lru_cache(maxsize=1 << 15)
def quoted(phrase: str) -> Sighting | None:
    """The words of a phrase in double quotes as a sighting (words that could be a term), without the quotes, if there
    are two to five of them (design §9); else None."""
    inner = phrase[1:-1].strip().rstrip(".,;:!?")
    return Sighting("QUOTED", inner, "inside") if 2 <= len(inner.split()) <= _MAX_QUOTED_WORDS else None
