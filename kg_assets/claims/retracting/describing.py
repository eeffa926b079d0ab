"""Describes the claim that a retraction takes back, and the one put in its place.

The words are given to the claim reader, also as a clause made from them ("I stopped using X" → "I am using X"). If the
claim reader does not understand them, they are kept as words, which are later compared with objects of claims.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from kg_assets.claims.reading.lexicon import lexicon
from kg_assets.claims.retracting.model import SELF, Described, ReadClaim, ReadsClaims, Retimed, SpanPair
from kg_assets.claims.retracting.patterns import PatternRow, RetractionSettings

_LEAD = re.compile(
    r"(?:(?:the|a|an|my|our|his|her|their|in|at|on|to|for|from|with|by|out of|being|having|that)\s+)*", re.I
)
_TRAIL = re.compile(r"(?:\s+(?:in|on|at|since|from|until|till|by|as of|back in|around|this|last|after))?[\s,]*$", re.I)
# Words that may stand before a time, and how some of them qualify the claim.
_BEFORE_TIME = re.compile(r"(?:(since|from|until|till)|in|on|at|during|by)\s+(?:the\s+)?", re.I)
_QUALIFIES = {"since": "since", "from": "since", "until": "until", "till": "until"}
_YEAR = re.compile(r"(?:1[89]|20)[0-9][0-9]", re.ASCII)
_NO_MORE = re.compile(r",? any ?(?:more|longer)$", re.I)
_IS_CLAUSE = re.compile(r"(?:i|i'm|im|we|my|our)\b", re.I)
_ONE = re.compile(r"\s+ones?$", re.I)
_IS_DOING = re.compile(r"\w+ing\b", re.I)


class Words(NamedTuple):
    """The words of one match: the message, the sentence, the named groups of the pattern, and the times in
    the sentence."""

    text: str
    sentence: SpanPair
    spans: Mapping[str, SpanPair]
    times: Sequence[tuple[int, int, str]]

    def of(self, name: str) -> str:
        start, end = self.spans[name]
        return self.text[start:end]

    def time(self, name: str) -> Retimed | None:
        """The time that a group of the pattern consists of, apart from a preposition before it. None if the group has
        other words."""
        start, end = self.spans[name]
        lead = _BEFORE_TIME.match(self.text, start, end)
        first = lead.end() if lead else start
        qualifier = _QUALIFIES.get((lead[1] or "").lower()) if lead else None
        whole = (first, first + len(self.text[first:end].rstrip()))
        is_read = any(time[:2] == whole for time in self.times)
        is_year = _YEAR.fullmatch(self.text, *whole) is not None
        return Retimed(whole, qualifier, is_read) if is_read or is_year else None

    def without_times(self, name: str) -> SpanPair:
        """The span of a group of the pattern up to the first time in it; a preposition before that time is left out,
        too."""
        start, end = self.spans[name]
        cut = min((time[0] for time in self.times if start < time[0] < end), default=end)
        return start, start + len(_TRAIL.sub("", self.text[max(start, cut - 400) : cut])) + max(0, cut - 400 - start)


class Describing:
    """Describes what is taken back and what replaces it, with the help of the claim reader; one instance
    serves any number of retractions."""

    def __init__(self, settings: RetractionSettings, reads: ReadsClaims) -> None:
        self._reads = reads
        self._most_words = settings.max_target_words
        self._not_described = re.compile(settings.not_described, re.ASCII)
        self._topics = {word: label for label, words in settings.topics.items() for word in words}

    def targets(self, row: PatternRow, words: Words) -> Iterator[tuple[SpanPair, Described]]:
        """The claims that are taken back, each with the place of its words. There are several if they share a verb, and
        none if the words describe no claim."""
        ended = self._ended(words) if row.read == "sentence" else []
        if ended:
            start = words.spans["w"][0]
            ends = [claim.end for claim in ended] if len(ended) > 1 else [words.spans["w"][1]]
            for claim, end in zip(ended, ends, strict=True):
                yield (start, end), claim.described
            return
        if row.needs == "ended":
            return
        described = self._described(row, words)
        if described is not None:
            yield words.spans["w"], described

    def of_topic(self, predicate: str, words: Words) -> Described | None:
        """The claim whose predicate the pattern names, with its object if the words that matched have one."""
        if "x" not in words.spans:
            return Described(words.of("w"), SELF, predicate)
        return self._object(words, SELF, predicate)

    def of_doing(self, row: PatternRow, predicate: str, words: Words) -> Described | None:
        """The claim that somebody does what a verb form and the words behind it say ("vaped", "taken the pills"): the
        one read from "I take the pills" or, if none is read, one with this predicate and these words. None if no verb
        form begins the words."""
        start, end = words.without_times("x")
        text = words.text[start:end].strip()
        form, _, rest = text.partition(" ")
        for base in lexicon().bases(form.lower(), *row.verb)[:1]:
            claim = self._first_claim(f"I {base} {rest}".rstrip())
            if claim is not None and claim.subject == SELF and claim.object and claim.object.lower() in text.lower():
                return Described(text, SELF, claim.predicate, claim.object, claim.object_kind)
            return Described(text, SELF, predicate, f"{base} {rest}".rstrip(), object_span=(start, end))
        return None

    def correction(self, row: PatternRow, words: Words) -> tuple[Described, Described | None] | None:
        """Two values: the claim that a correction puts in place (the replacement); and the claim that it corrects (the
        target), None for the last claim. None for both together if the words of the correction describe no claim."""
        if "c" in words.spans:
            return self._corrected_clause(words)
        retimed = words.time("y")
        span = retimed.span if retimed else self._stripped(words, words.spans["y"])
        if span is None:
            return None
        new = words.text[slice(*span)]
        claim = self._first_claim(new) if _IS_CLAUSE.match(new) else None
        if claim is not None:
            replacement = _placed(claim, words.text, span[0])
        else:
            replacement = Described(new, object=new, object_span=span, span=span, retimed=retimed)
        if "x" not in words.spans:
            return replacement, None
        target = self._object(words, replacement.subject, replacement.predicate)
        return None if target is None else (replacement, target)

    def _corrected_clause(self, words: Words) -> tuple[Described, Described | None] | None:
        start, _ = words.spans["c"]
        claim = self._first_claim(words.of("c"))
        if claim is None:
            return None
        replacement = _placed(claim, words.text, start)
        if "x" not in words.spans:
            return replacement, Described(words.of("w"), claim.subject, claim.predicate)
        if words.time("x") is not None:  # only the time is corrected
            same = Described(words.of("w"), claim.subject, claim.predicate, claim.object, claim.object_kind)
            return replace(replacement, retimed=Retimed()), same
        target = self._object(words, claim.subject, claim.predicate)
        return None if target is None else (replacement, target)

    def _object(self, words: Words, subject: str | None, predicate: str | None) -> Described | None:
        span = self._stripped(words, words.without_times("x"))
        if span is None:
            return None
        old = words.text[slice(*span)]
        return Described(words.of("x"), subject, predicate, old, object_span=span)

    def _stripped(self, words: Words, span: SpanPair) -> SpanPair | None:
        """The span without words like "the" or "at" at its beginning. None if no words are left, if they are too many,
        or if they only point back ("that one")."""
        start, end = span
        lead = _LEAD.match(words.text, start, end)
        start = lead.end() if lead else start
        left = _ONE.sub("", words.text[start:end])  # "the gravel one" is known by "gravel"
        if not left.strip() or len(left.split()) > self._most_words or self._not_described.match(left.lower()):
            return None
        return start, start + len(left.rstrip())

    def _described(self, row: PatternRow, words: Words) -> Described | None:
        span = words.without_times("x")
        text = words.text[slice(*span)].strip()
        low = text.lower()
        if not text or len(text.split()) > self._most_words or self._not_described.match(low):
            return None
        topic = self._topics.get(_LEAD.sub("", low, count=1)) or self._topics.get(low)
        if topic is not None:
            return Described(text, SELF, topic)
        for clause in self._clauses(row, text, words):
            claim = self._first_claim(clause)
            if claim is not None and claim.object is not None and claim.object.lower() in low:
                return Described(text, claim.subject, claim.predicate, claim.object, claim.object_kind)
        stripped = self._stripped(words, span)
        if stripped is None:
            return None
        return Described(text, object=words.text[slice(*stripped)], object_span=stripped)

    def _clauses(self, row: PatternRow, text: str, words: Words) -> Iterator[str]:
        """The words of a retraction, rewritten as whole clauses that the claim reader can read."""
        if _IS_CLAUSE.match(text):
            yield text[0].upper() + text[1:]
        if _IS_DOING.match(text):
            yield f"I am {text}"
        subject = words.of("s") if "s" in words.spans else "I"
        for template in row.restate:
            yield template.replace("{s}", subject).replace("{x}", text)

    def _first_claim(self, clause: str) -> ReadClaim | None:
        claims = self._reads(f"{clause.rstrip('.!? ')}.", (), "user", (), ())
        return next((c for c in claims if c.polarity == "positive" and c.predicate != "stopped"), None)

    def _ended(self, words: Words) -> list["_Ended"]:
        """The claims that the sentence denies where the pattern matched. Each is turned into the positive claim that
        held before: "I live in Bonn" for "I no longer live in Bonn"."""
        start, end = words.sentence
        first, last = words.spans["w"]
        times = [(a - start, b - start, surface) for a, b, surface in words.times]
        found: dict[tuple[str, str, str | None], _Ended] = {}
        for claim in self._reads(words.text[start:end], (), "user", times, ()):
            is_here = claim.char_start + start < last and first < claim.char_end + start
            if claim.polarity == "negative" and is_here:
                at = claim.object_span or (claim.char_start, claim.char_end)
                old = None if claim.object is None else _NO_MORE.sub("", claim.object)
                described = Described(words.of("w"), claim.subject, claim.predicate, old, claim.object_kind)
                key = (claim.subject, claim.predicate, claim.object)
                found.setdefault(key, _Ended(described, start + at[1]))
        return list(found.values())


class _Ended(NamedTuple):
    described: Described
    end: int


def _placed(claim: ReadClaim, text: str, offset: int) -> Described:
    """A claim that was read from a piece of the message, with the offsets of the whole message."""
    span = (claim.char_start + offset, claim.char_end + offset)
    at = claim.object_span
    return Described(
        text[slice(*span)], claim.subject, claim.predicate, claim.object, claim.object_kind,
        None if at is None else (at[0] + offset, at[1] + offset), span,
    )  # fmt: skip
