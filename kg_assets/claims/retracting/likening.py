"""Finds the claim that the person says is over, if they use other words than the claim.

They may leave out or add words that say which kind ("the shelter" for "the animal shelter"), or use a noun from the
claim's sentence ("the band" for "a band called Moss"). The SQL accepts such a claim only if no other claim fits.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from kg_assets.claims.reading.lexicon import lexicon
from kg_assets.claims.retracting.model import Grounded
from kg_assets.claims.retracting.patterns import RetractionSettings

_WORD = re.compile(r"[^\W_]+")  # letters and digits of every script
_JOINED = "·"  # stands for any word that joins a noun to the words before it ("at", "with")


class Alike(NamedTuple):
    """Words with which the person says that something is over ("band"), and the words of an object that they can mean
    ("moss", for "a band called Moss"). `predicate_id` is the predicate of the claims with this object."""

    predicate_id: str
    words: str
    object_words: str


def _folded(text: str) -> list[str]:
    """The words of a text, casefolded and without punctuation."""
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


def folded_words(text: str, ignored: frozenset[str]) -> str:
    """The words of a text in the form in which they are compared: casefolded, without punctuation and without the
    `ignored` words. If all words are ignored, all of them stay."""
    words = _folded(text)
    return " ".join([word for word in words if word not in ignored] or words)


def alike_objects(
    sought: Mapping[str, set[str]], grounded: Grounded, texts: Iterable[tuple[str, str]], settings: RetractionSettings
) -> set[Alike]:
    """The objects that the words in `sought` can mean, such as "animal shelter" for "shelter". `sought` has, by
    predicate, the words with which the person says what is over; `texts` pairs the signature of every object with its
    text."""
    named: dict[str, set[str]] = defaultdict(set)
    for signature, text in texts:
        named[signature].add(folded_words(text, settings.ignored_words))
    return {
        Alike(predicate, one, words)
        for predicate, signature, quote in _claims_of(grounded, sought.keys())
        for words in named[signature]
        for one in sought[predicate]
        if one != words
        and one not in parted_verbs(words, settings.particles)
        and (
            quote.issuperset(one.split(" ")) or differ_in_kind(one.split(" "), words.split(" "), settings.joining_words)
        )
    }


def _claims_of(grounded: Grounded, predicates: Iterable[str]) -> list[tuple[str, str, frozenset[str]]]:
    """The predicate, the object signature and the words of the quote of each positive claim with these
    predicates."""
    claims = grounded.assertions
    wanted = pc.and_(
        pc.is_in(claims["predicate_id"], pa.array(sorted(predicates), pa.string())),
        pc.equal(claims["polarity"], "positive"),
    )
    rows = claims.select(["predicate_id", "object_signature", "surface_text"]).filter(wanted)
    found = set(zip(*(column.to_pylist() for column in rows.columns), strict=True))
    return [(predicate, signature, frozenset(_folded(quote or ""))) for predicate, signature, quote in found]


def parted_verbs(words: str, particles: frozenset[str]) -> set[str]:
    """The verbs in an object that mean something else together with the word behind them: "work" in "work
    out at home"."""
    split = words.split(" ")
    return {one for one, behind in pairwise(split) if behind in particles and one in lexicon().forms}


def differ_in_kind(one: Sequence[str], other: Sequence[str], joining: frozenset[str]) -> bool:
    """Whether two sequences of words are the same apart from further words in the longer one. These may say of which
    kind a noun is ("animal"), or stand behind it ("on Sundays"): "volunteer at the shelter" and "volunteer with the
    animal shelter on Sundays"."""
    short, long = sorted(([_JOINED if word in joining else word for word in run] for run in (one, other)), key=len)
    return short == long or any(_is_with_more(short, long, at) for at in range(len(short)))


def _is_with_more(short: Sequence[str], long: Sequence[str], at: int) -> bool:
    """Whether the longer sequence is the shorter one with further words of one noun put in at position `at`."""
    if long[:at] != short[:at] or short[at] == _JOINED:
        return False
    rest = short[at:]
    for begin in range(at + 1, len(long) - len(rest) + 1):
        if long[begin - 1] == _JOINED:
            return False
        if long[begin : begin + len(rest)] == rest:
            return long[begin + len(rest) : begin + len(rest) + 1] in ([], [_JOINED])
    return False
