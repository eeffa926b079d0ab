"""The readers that `dialogue` measures, each as a function of a turn's text and instant."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from claims import reader as rule_reader

from kg_assets.claims.parsed.circle import circle_of
from kg_assets.claims.parsed.reader import read_sentences
from kg_assets.claims.parsed.union import joined
from kg_assets.claims.reading.model import RawClaim
from kg_assets.core.data import data_path
from kg_assets.core.yamlfile import read_yaml
from kg_assets.language.parser import read
from kg_assets.mentions.times.engine import TimeEngine
from kg_assets.mentions.times.model import TimeSettings

Time = tuple[int, int, str]


class Read(NamedTuple):
    """A claim as any of the readers gives it."""

    subject: str
    predicate: str
    object: str | None
    polarity: str = "positive"
    modality: str = ""
    qualifier: str | None = None


Reader = Callable[[str, str], list[Read]]
_REST = r"([^.,;!?\n]+)"
_PATTERNS = [
    (predicate, re.compile(pattern + _REST, re.IGNORECASE))
    for predicate, pattern in (
        ("go", r"\bI (?:just )?went "),
        ("feel", r"\bI(?:'m| am|'ve been) (?:so |really )?(?:feeling )?"),
        ("like", r"\bI (?:really )?(?:like|love|enjoy) "),
        ("want", r"\bI (?:want|hope|wish|would like|'d like|'d love) to "),
        ("plan", r"\b(?:I|we)(?:'m|'re| am| are) (?:planning|going|looking forward) to "),
        ("need", r"\bI (?:need|have) to "),
        ("start", r"\bI(?:'ve)? (?:just )?(?:started|begun|began) "),
        ("make", r"\bI(?:'ve)? (?:made|built|painted|wrote|created) "),
        ("get", r"\b(?:I|we)(?:'ve)? (?:just )?(?:got|bought|found|adopted) "),
        ("do", r"\b(?:I|we)(?:'ve)? (?:just )?(?:did|done|took|had|joined|attended|visited) "),
        ("have", r"\b(?:I|we) have "),
        ("be", r"\bmy (?:\w+ ){1,3}(?:is|are|was|were) "),
    )
]


def read_by_patterns(text: str, said_at: str) -> list[Read]:
    """The claims that a dozen regular expressions find, as somebody would write them in a weekend."""
    return [Read("SELF", predicate, match[1]) for predicate, pattern in _PATTERNS for match in pattern.finditer(text)]


def times_of(engine: TimeEngine, text: str, said_at: str) -> list[Time]:
    return [(t.char_start, t.char_end, t.surface) for t in engine.find(text, said_at, True)]


def as_read(text: str, claim: RawClaim) -> Read:
    span = claim.qualifier_span
    when = None if span is None else text[span[0] : span[1]]
    return Read(claim.subject, claim.predicate, claim.object, claim.polarity, claim.modality, when)


def readers() -> Iterator[tuple[str, Reader]]:
    """The readers, each with its name; the pipeline's own reader is the last."""
    engine, rules = TimeEngine(TimeSettings()), rule_reader()
    yield "a dozen patterns", read_by_patterns

    def by_rules(text: str, said_at: str) -> list[Read]:
        return [as_read(text, c) for c in rules.read(text, [], "user", times_of(engine, text, said_at), [])]

    yield "words' surface", by_rules

    model = read_yaml(data_path("config/pipeline.yaml"))["language"]["model"]

    def by_clauses(text: str, said_at: str) -> list[Read]:
        return [as_read(text, c) for c in read_sentences(read(text, model), times_of(engine, text, said_at), text)]

    yield "clauses", by_clauses

    def by_both(text: str, said_at: str) -> list[Read]:
        times, sentences = times_of(engine, text, said_at), read(text, model)
        circle = circle_of(sentences)
        of_words = rules.read(text, [], "user", times, [], circle)
        of_clauses = read_sentences(sentences, times, text, circle=circle)
        return [as_read(text, c) for c in joined(of_words, of_clauses, sentences, times)]

    yield "words and clauses", by_both
