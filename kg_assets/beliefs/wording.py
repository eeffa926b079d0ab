"""The words of a parsed sentence, spelled out and in lower case: "I'm", "im" and "i am" are the same two words."""

import re
from collections.abc import Sequence

from kg_assets.language.sentence import Sentence

_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'"})
# The word that each short form stands for, as in "I'm" or "dont".
_SHORT = {
    "'m": "am", "m": "am", "'re": "are", "re": "are", "'ve": "have", "ve": "have", "'ll": "will", "ll": "will",
    "n't": "not", "nt": "not", "ca": "can", "wo": "will", "sha": "shall", "ai": "am", "u": "you", "w": "with",
}  # fmt: skip
_WOULD, _HAVE, _DID = ("'d", "d"), "have", frozenset({"VBD", "VBN"})
_MAY_BE_OTHERS = frozenset({*_SHORT, *_WOULD, "'s"})


def spelled(s: Sentence) -> tuple[str, ...]:
    """The words of a sentence, one for each token, spelled out and in lower case."""
    if "I" not in s.lemma and s.text.isascii() and not s.has_shared and _MAY_BE_OTHERS.isdisjoint(s.low):
        return s.low
    # Most words are spelled out as they stand.
    words = [
        low if (lemma != "I" or low == "i") and low not in _MAY_BE_OTHERS and low.isascii() else _word(s, token)
        for token, (low, lemma) in enumerate(zip(s.low, s.lemma, strict=True))
    ]
    if s.has_shared:
        return tuple([_of_lemma(s, token) if _is_shared(s, token) else word for token, word in enumerate(words)])
    return tuple(words)


def _word(s: Sentence, token: int) -> str:
    low = s.low[token].translate(_APOSTROPHES)
    if _is_shared(s, token):
        return _of_lemma(s, token)
    if s.lemma[token] == "I" and low not in ("me", "myself"):
        return "i"
    if low in _WOULD:
        return _HAVE if s.lemma[token] == "have" else "would"
    if low == "'s" and s.pos[token] in ("VERB", "AUX"):
        return "is" if s.lemma[token] == "be" else "has"
    if len(low) < 4 and low in _SHORT and s.tag[token] != "NN":
        return _SHORT[low]
    return low


def _is_shared(s: Sentence, token: int) -> bool:
    """Whether a token shares its characters with another token, as the two tokens of "im" or "dont" do."""
    place = s.start[token]
    return s.start[token - 1 : token] == (place,) or s.start[token + 1 : token + 2] == (place,)


def _of_lemma(s: Sentence, token: int) -> str:
    """The word of a token that has no characters of its own in the text, made from its lemma and tag."""
    lemma = s.lemma[token].lower()
    if lemma == "be":
        return {"VBP": "am", "VBZ": "is", "VBD": "was"}.get(s.tag[token], "be")
    return "did" if lemma == "do" and s.tag[token] in _DID else lemma


def joined(s: Sentence, words: Sequence[str], tokens: Sequence[int]) -> str:
    """The words of some tokens as one text. Around punctuation the spaces are those of the original text
    ("well-being"). The parts of a contraction are two words ("i am"). Punctuation at the ends is cut off."""
    made: list[str] = []
    behind: int | None = None
    for token in tokens:
        is_glued = (
            behind is not None
            and token == behind + 1
            and s.end[behind] == s.start[token]
            and (not words[token].isalnum() or not words[behind].isalnum())
        )
        made.append(words[token] if is_glued or not made else f" {words[token]}")
        behind = token
    text = re.sub(r" (?=[,;])", "", re.sub(r"\bcan not\b", "cannot", "".join(made))).strip(" ,.;:!?-–—'()…*")
    # A quotation mark whose other half lies outside is not part of the words.
    is_around = text.count('"') == 2 and text[:1] == text[-1:] == '"'
    return text.replace('"', "") if is_around or text.count('"') % 2 else text
