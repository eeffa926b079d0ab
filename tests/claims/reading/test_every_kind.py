"""Every kind of object turned loose on the words of the rules' own lists: it finds a place in the sentence, or nothing.

"My rent is thousand dollars" and "my bike costs k" stopped the reader of sums: words that count were taken for figures.
"""

import random
from functools import cache
from typing import Any

import pytest

from kg_assets.claims.reading.frames import KINDS, registry
from kg_assets.claims.reading.sentence import Sentence, Spans
from kg_assets.core.data import data_path
from kg_assets.core.yamlfile import read_yaml
from tests.claims.reading.shipped import shipped_reader
from tests.soak.sentences import leaves

READER = shipped_reader()
DRAWS = 60
SIGNS = (
    ",", ".", "-", "/", "'s", "$", "€", "%", "&", "(", ")", '"', "…", "'", ":", "k", "2", "7", "12", "1,200", "$5",
    "5k", "5'9", "3rd", "a", "the", "my", "of", "for", "in", "at", "to", "and", "not", "Oslo", "Maria", "ñ", "ß", "İ",
)  # fmt: skip


@cache
def lists() -> dict[str, tuple[str, ...]]:
    """The words of each module's lists."""
    sections: dict[str, Any] = read_yaml(data_path("config/claims/lists.yaml"))
    return {name: tuple(sorted(set(leaves(section)))) for name, section in sections.items()}


def drawn(chance: random.Random, own: tuple[str, ...]) -> list[str]:
    everything = [word for words in lists().values() for word in words]
    sources = (own or everything, own or everything, SIGNS, everything)
    words = [chance.choice(chance.choice(sources)) for _ in range(chance.randint(1, 7))]
    return [chance.choice((str, str, str, str.capitalize, str.upper))(word) for word in words]


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_kind_finds_a_place_in_the_sentence_or_nothing(kind: str) -> None:
    chance = random.Random(kind)
    own = lists().get(KINDS[kind].__module__.rpartition(".")[2], ())
    for _ in range(DRAWS):
        text = " ".join(["I", "was", *drawn(chance, own)])
        s = Sentence(text, 0, len(text), Spans([]), Spans([]))
        for index in range(2, len(s)):
            for found in KINDS[kind](s, index, len(s)) or ():
                assert 0 <= found.first < found.last <= len(s), (text, index, found)


@pytest.mark.parametrize("verb", sorted(registry()))
def test_a_verb_with_any_object_is_read(verb: str) -> None:
    chance = random.Random(verb)
    for own in sorted(lists()):
        subject = chance.choice(("I", "My phone number", "My sister Maria", "We"))
        text = " ".join([subject, verb, *drawn(chance, lists()[own])])
        for claim in READER.read(text, [], "user", [], []):
            assert 0 <= claim.char_start < claim.char_end <= len(text)
            for span in (claim.subject_span, claim.object_span):
                assert span is None or 0 <= span[0] < span[1] <= len(text), (text, claim)
