"""A sentence as tokens: words with their places, merged forms taken apart."""

import re
from functools import lru_cache

from kg_assets.claims.reading.lexicon import Lexicon
from kg_assets.claims.reading.model import Token

# Bounded repetitions keep this branch linear; every other branch consumes what it has looked at.
_ADDRESS = r"[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,32}){1,5}|"
# Most words are plain and stand before a space or a comma, where every other branch finds the same.
_PLAIN = r"[A-Za-z][a-z]*+(?=[ ,])|"
_WORD = (
    r"https?://[^\s<>\"]{1,300}|[@#]\w{2,40}"
    r"|[$€£¥]?\d{1,12}(?:[.,:]\d{1,12})*%?(?:\w{0,12}(?:-\w{1,12}){0,3})|\+\d[\d ()./-]{6,20}\d"
    r"|w/(?=[ \d])|(?:St|Mt|Dr|Mr|Mrs|Ms|Prof|[A-HJ-Z])\.(?= [A-Z])|[^\W_]+(?:(?:[-'&/_]|\.(?=[a-z]{2}))[^\W_]+)*"
    r"(?:\+\+|#(?=\s|$|[,.]))?|_+|[^\w\s]"
)
_TOKEN = re.compile(_PLAIN + _ADDRESS + _WORD)
# At every word the branch for addresses looks for a sign that hardly any sentence has.
_TOKEN_WITHOUT_ADDRESS = re.compile(_PLAIN + _WORD)
# What a speaker says between words, and the stars of bold type: they carry nothing.
_FILLERS = frozenset({"um", "uh", "uhm", "umm", "uhh", "erm", "hmm", "*"})
# Words that somebody who dictates says twice ("we, uh, we live", "I'm I'm a nurse").
_STUTTERED = frozenset({"i", "i'm", "im", "i've", "we", "we're", "my", "and", "the", "a", "it's", "he's", "she's"})
_TYPOGRAPHIC = (("’", "'"), ("‘", "'"), ("ʼ", "'"), ("‐", "-"), ("‑", "-"))


def straighten(text: str) -> str:
    """The text with typographic apostrophes and hyphens made plain; the length stays."""
    if not text.isascii():
        for sign, plain in _TYPOGRAPHIC:
            text = text.replace(sign, plain)
    return text


def tokenize(text: str, start: int, end: int, words: Lexicon) -> list[Token]:
    """The tokens of a stretch of straightened text."""
    tokens: list[Token] = []
    before = ""
    contractions = words.contractions
    pattern = _TOKEN if text.find("@", start, end) >= 0 else _TOKEN_WITHOUT_ADDRESS
    for found in pattern.finditer(text, start, end):
        low, is_word, is_capital, is_cut = _form(found[0])
        if low in _FILLERS or (low == before and low in _STUTTERED):
            continue
        before = low
        if is_word and low in contractions:
            _merged(tokens, found, contractions[low])
        elif is_word and is_cut:
            _apostrophe(tokens, found.start(), found[0], words)
        else:
            # The named constructor costs as much as finding the token.
            tokens.append(tuple.__new__(Token, (*found.span(), low, is_capital)))
    return tokens


@lru_cache(maxsize=1 << 14)
def _form(surface: str) -> tuple[str, bool, bool, bool]:
    """Lower case, and whether it begins like a word, with a capital, and has an apostrophe."""
    low = surface.lower()
    is_word = surface[0].isalnum()
    return low, is_word, is_word and surface[0].isupper(), "'" in low


def _merged(tokens: list[Token], found: re.Match[str], parts: tuple[str, ...]) -> None:
    """All parts but the last take their own length from the left; the last one has the rest."""
    at = found.start()
    for part in parts[:-1]:
        cut = min(at + len(part), found.end() - 1)
        tokens.append(Token(at, cut, part, found[0][0].isupper() and at == found.start()))
        at = cut
    tokens.append(Token(at, found.end(), parts[-1], False))


def _apostrophe(tokens: list[Token], start: int, surface: str, words: Lexicon) -> None:
    low = surface.lower()
    end = start + len(surface)
    if low.endswith("n't") and len(low) > 3:
        tokens.append(Token(start, end - 3, low[:-3], surface[0].isupper()))
        tokens.append(Token(end - 3, end, "not", False))
        return
    cut = low.rfind("'")
    tail = low[cut:]
    if cut > 0 and tail in words.suffixes:
        tokens.append(Token(start, start + cut, low[:cut], surface[0].isupper()))
        tokens.append(Token(start + cut, end, "'s" if tail == "'s" else words.suffixes[tail], False))
        return
    tokens.append(Token(start, end, low, surface[0].isupper()))
