"""Claims read by rules against the gold set: precision, recall, and how often a claim is found in a line that states
none.

    make bench ONLY=claims                 every file of tests/claims/gold
    python benchmarks/claims.py --misses   with every line that differs

A claim counts when subject, predicate, object and polarity are those of the gold line; case and punctuation do not
matter. Beside it stands a reader that a weekend would give: one regular expression per frequent predicate.
"""

import json
import re
import sys
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from kg_assets.claims.bare_names import told_by_bare_names
from kg_assets.claims.parsed.circle import circle_of
from kg_assets.claims.parsed.low_names import names_written_low
from kg_assets.claims.parsed.reader import read_sentences
from kg_assets.claims.parsed.union import joined
from kg_assets.claims.reading.model import RawClaim
from kg_assets.claims.reading.reader import ClaimReader
from kg_assets.claims.settings import ClaimSettings, reader_settings
from kg_assets.claims.vocabulary import read_vocabulary
from kg_assets.core.data import data_path
from kg_assets.core.spans import Span
from kg_assets.core.yamlfile import read_yaml
from kg_assets.language.bounds import sentence_bounds
from kg_assets.language.parser import Stretch, numbered, parser_of
from kg_assets.language.sentence import Sentence
from kg_assets.language.settings import LanguageSettings
from kg_assets.language.worth import why_unread
from kg_assets.mentions.times.engine import TimeEngine
from kg_assets.mentions.times.model import TimeSettings

GOLD = Path(__file__).resolve().parents[1] / "tests" / "claims" / "gold"
FILES = (
    "claims", "claims_everyday", "claims_requests", "claims_traps", "claims_formerly_held_out", "held_out", "chat",
    "talk", "talk_held_out", "talk_fresh", "plain", "plain_held_out", "mixed", "mixed_held_out", "passing",
    "passing_held_out", "others", "others_held_out", "named", "lives", "lives_held_out",
)  # fmt: skip
Claim = tuple[str, str, str, str]
_NAIVE = [
    ("lives_in", re.compile(r"\bI live in ([A-Z][\w ]+)")),
    ("works_at", re.compile(r"\bI work (?:at|for) ([A-Z][\w ]+)")),
    ("works_as", re.compile(r"\b(?:I'm|I am) an? (\w+)")),
    ("likes", re.compile(r"\bI (?:like|love|enjoy) ([\w ]+)")),
    ("dislikes", re.compile(r"\bI (?:hate|dislike) ([\w ]+)")),
    ("owns", re.compile(r"\bI have (?:a|an) ([\w ]+)")),
    ("wants", re.compile(r"\bI want to ([\w ]+)")),
    ("needs_to", re.compile(r"\bI need to ([\w ]+)")),
    ("plans_to", re.compile(r"\bI(?:'m| am) (?:going|planning) to ([\w ]+)")),
    ("name_is", re.compile(r"\b(?:[Mm]y name is|I'm|I am) ([A-Z]\w+)")),
    ("uses", re.compile(r"\bI use ([\w ]+)")),
    ("learning", re.compile(r"\bI(?:'m| am) learning ([\w ]+)")),
]


def plain(text: str | None) -> str:
    return " ".join(re.sub(r"[^\w\s/@.+-]", " ", (text or "").lower()).split()).strip(".")


def gold_claims(line: dict[str, Any]) -> set[Claim]:
    return {(plain(c["subject"]), c["predicate"], plain(c["object"]), c["polarity"]) for c in line["claims"]}


def read_by_rules(reader: ClaimReader, times: TimeEngine, line: dict[str, Any]) -> set[Claim]:
    text = line["text"]
    spans = [(t.char_start, t.char_end, t.surface) for t in times.find(text, "2025-03-14T09:26:53.000Z", True)]
    found = reader.read(text, [], line["said"], spans, [])
    return {(plain(c.subject), c.predicate, plain(c.object), c.polarity) for c in found}


class Told(NamedTuple):
    """What the pipeline reads in a line: the claims, those that count only if their bare name is somebody's whom the
    person names elsewhere, by that name, the names of people and pets that the line tells, and whether it has an event,
    which the gold files do not list."""

    claims: set[Claim]
    by_name: list[tuple[str, Claim]]
    people: set[str]
    has_event: bool


def told_by(reader: ClaimReader, times: TimeEngine, model: str, line: dict[str, Any]) -> Told:
    """What is read in a line, by words and, if the person says it, by clauses."""
    text = line["text"]
    spans = [(t.char_start, t.char_end, t.surface) for t in times.find(text, "2025-03-14T09:26:53.000Z", True)]
    by_name: list[RawClaim] = []
    if line["said"] == "user":
        sentences = read_as_a_build(text, model)
        circle, low = circle_of(sentences), names_written_low(sentences)
        found = reader.read(text, [], line["said"], spans, low, circle)
        if sentences:
            found = joined(found, read_sentences(sentences, spans, text, circle=circle), sentences, spans)
            by_name = told_by_bare_names(reader, sentences, spans, low, text, (), circle, found)
    else:
        found = reader.read(text, [], line["said"], spans, [])
    return Told(
        {_listed(c) for c in found if c.predicate in vocabulary()},
        [(c.subject.lower(), _listed(c)) for c in by_name if c.predicate in vocabulary()],
        {word for c in found if c.predicate in relations_to_people() for word in (c.object or "").lower().split()},
        any(c.predicate not in vocabulary() for c in found),
    )


def read_as_a_build(text: str, model: str) -> list[Sentence]:
    """The sentences of a message as a build has them: only those worth a parse are parsed."""
    places = sentence_bounds(text)
    reasons = why_unread([text[start:end] for start, end in places], _language())
    worth = [place for place, reason in zip(places, reasons, strict=True) if reason is None]
    found = [s for group in parser_of(model).parse([Stretch("", text, place) for place in worth]) for s in group]
    unread = [Sentence("", 0, start, end, text[start:end]) for start, end in places if Span(start, end) not in worth]
    every = numbered(sorted([*found, *unread], key=lambda s: s.char_start))
    return [sentence for sentence in every if sentence.is_parsed]


@cache
def _language() -> LanguageSettings:
    return LanguageSettings.model_validate(read_yaml(data_path("config/pipeline.yaml"))["language"])


def read_fully(
    reader: ClaimReader, times: TimeEngine, model: str, line: dict[str, Any]
) -> tuple[set[Claim], bool]:  # fmt: skip
    """The claims that the pipeline reads in a line that stands alone, and whether it also reads an event there."""
    told = told_by(reader, times, model, line)
    return told.claims | _of_known(told, told.people), told.has_event


def read_together(
    reader: ClaimReader, times: TimeEngine, model: str, lines: list[dict[str, Any]]
) -> list[tuple[set[Claim], bool]]:
    """The same for lines of which those with one `life` are one person's: who is named in one of them is known in
    all, and so is of whom enough lines tell. Each line counts as a conversation."""
    answers = [told_by(reader, times, model, line) for line in lines]
    people: dict[object, set[str]] = defaultdict(set)
    heard: dict[object, Counter[str]] = defaultdict(Counter)
    for n, (line, told) in enumerate(zip(lines, answers, strict=True)):
        life = line.get("life", ("alone", n))
        people[life] |= told.people
        heard[life].update({name for name, _ in told.by_name})
    for life, names in heard.items():
        people[life] |= {name for name, times in names.items() if times >= _least_conversations()}
    return [
        (told.claims | _of_known(told, people[line.get("life", ("alone", n))]), told.has_event)
        for n, (line, told) in enumerate(zip(lines, answers, strict=True))
    ]


def _of_known(told: Told, people: set[str]) -> set[Claim]:
    return {claim for name, claim in told.by_name if name in people}


def _listed(claim: RawClaim) -> Claim:
    return plain(claim.subject), claim.predicate, plain(claim.object), claim.polarity


@cache
def _least_conversations() -> int:
    settings: dict[str, Any] = read_yaml(data_path("config/pipeline.yaml"))["claims"]
    return int(settings["bare_name_conversations"])


@cache
def relations_to_people() -> frozenset[str]:
    return frozenset(read_vocabulary(data_path("config/predicates.yaml")).relations_to_people())


@cache
def vocabulary() -> frozenset[str]:
    return frozenset(read_yaml(data_path("config/predicates.yaml")))


def read_naively(line: dict[str, Any]) -> set[Claim]:
    return {
        ("self", predicate, plain(match[1]), "positive")
        for predicate, pattern in _NAIVE
        for match in pattern.finditer(line["text"])
    }


def report(name: str, lines: list[dict[str, Any]], answers: list[set[Claim]]) -> None:
    gold = [gold_claims(line) for line in lines]
    right = sum(len(g & a) for g, a in zip(gold, answers, strict=True))
    found, due = sum(map(len, answers)), sum(map(len, gold))
    empty = [a for g, a in zip(gold, answers, strict=True) if not g]
    spurious = sum(1 for a in empty if a)
    print(
        f"{name:<28} precision {right / max(1, found):.3f}  recall {right / max(1, due):.3f}  "
        f"empty lines with a claim {spurious}/{len(empty)} ({spurious / max(1, len(empty)):.1%})"
    )


def reader() -> ClaimReader:
    """The reader of claims, as the configuration sets it up."""
    section = read_yaml(data_path("config/pipeline.yaml"))["claims"]
    return ClaimReader(reader_settings(ClaimSettings.model_validate(section)))


def main() -> int:
    rules = reader()
    times = TimeEngine(TimeSettings())
    model = read_yaml(data_path("config/pipeline.yaml"))["language"]["model"]
    for file in FILES:
        text = (GOLD / f"{file}.jsonl").read_text(encoding="utf-8")
        lines = [json.loads(line) for line in text.splitlines()]
        answers = [read_by_rules(rules, times, line) for line in lines]
        report(f"{file}: words", lines, answers)
        fully = read_together(rules, times, model, lines)
        answers = [claims for claims, _ in fully]
        report(f"{file}: and clauses", lines, answers)
        telling = sum(has_event for (_, has_event), line in zip(fully, lines, strict=True) if not line["claims"])
        print(f"{'':<28} lines without a claim that tell an event: {telling}")
        report(f"{file}: a few patterns", lines, [read_naively(line) for line in lines])
        if "--misses" in sys.argv:
            for line, answer in zip(lines, answers, strict=True):
                missing, extra = gold_claims(line) - answer, answer - gold_claims(line)
                if missing or extra:
                    print(
                        f"  {line['id']} {line['text']!r}\n    missing {sorted(missing)}\n    extra   {sorted(extra)}"
                    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
