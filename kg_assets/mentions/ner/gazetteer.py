"""Finds names offline, without a model: by lists of known names, word boundaries, and the words around a name.

It is precise and finds little, on purpose: a name that is also a word counts only with more evidence, such as a family
name or a place word beside it.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import ahocorasick_rs

from kg_assets.mentions.ner.chunks import deduplicate
from kg_assets.mentions.ner.name_lists import NameLists, name_lists
from kg_assets.mentions.ner.rules import ner_rules, sentence_openers
from kg_assets.mentions.ner.span import NerSpan

_SENTENCE_START = re.compile(r"(?:^|[.!?:\n\"“(*#>-])[\s\"'“*_]*$")
_NEXT_WORD = re.compile(r" ([A-Z\u00c0-\u00de][^\W\d_]+(?:[-'’][A-Z][^\W\d_]+)?)(?![\w])")
# "George R. R. Martin": initials between two names make one of them, whatever is in the lists.
_BEHIND_INITIALS = re.compile(rf"(?: [A-Z]\.){{1,3}}{_NEXT_WORD.pattern}")
_FIRST_WORD = re.compile(r"[A-Z][a-z]+")
# Letters before a place make the name of a house there: ETH Zurich, UC Berkeley, TU Delft.
_INITIALS = re.compile(r"[A-Z]{2,5}")
_DETERMINERS = frozenset({"The", "This", "My", "Our", "A", "An"})
_Hit = tuple[int, int, int]
_CAPITALISED = r"[A-Z][A-Za-z0-9&'’-]{1,30}"


class GazetteerBackend:
    """Finds names that the installed data packages list, and names that the words beside or in them give away: "Dr.
    Rossi", "Acme Inc", "University of Turin"."""

    def __init__(self, lists: NameLists | None = None) -> None:
        self._lists = lists or name_lists()
        self._rules = ner_rules().gazetteer
        self._openers = sentence_openers() - _DETERMINERS
        known = self._lists
        self._surfaces = sorted(known.given | known.countries | known.towns | known.organisations)
        forms = "|".join(sorted(self._rules.legal_forms))
        # The look-behind stands after the first letter: a pattern that begins with a class is searched for faster.
        self._legal = re.compile(
            rf"[A-Z](?<![\w&'-][A-Z])[A-Za-z0-9&'’-]{{1,30}} (?:{_CAPITALISED} ){{0,2}}(?:{forms})(?![\w'-])"
        )
        self._university = re.compile(rf"(?<![\w'-])University of {_CAPITALISED}(?![\w'-])")
        titles = "|".join(sorted(self._rules.titles))
        self._title = re.compile(
            rf"(?<![\w'-])(?:{titles})\.? ((?:[A-Z][a-z]{{2,30}})(?: [A-Z][a-z]{{1,30}})?)(?![\w])"
        )
        # Every match of the three patterns holds one of these; a text without any of them need not be searched.
        spelled = {f" {form}": self._legal for form in self._rules.legal_forms}
        spelled |= {f"{title}{end}": self._title for title in self._rules.titles for end in (" ", ". ")}
        spelled["University of "] = self._university
        self._spelled = list(spelled.values())
        # The names come first, so the number of a hit says whether it is a name.
        self._matcher = ahocorasick_rs.AhoCorasick([*self._surfaces, *spelled])
        places = "|".join(sorted(self._rules.place_words))
        self._place_word = re.compile(rf"(?<![\w])(?:{places})(?: the)? $", re.IGNORECASE)

    @property
    def name(self) -> str:
        return "gazetteer"

    @cached_property
    def version(self) -> str:
        """The version of the rules and a hash of all names in the lists, because with other lists it finds other
        names."""
        known = self._lists
        digest = hashlib.sha256()
        for group in (known.given, known.family, known.countries, known.towns, known.organisations):
            digest.update("\n".join(sorted(group)).encode() + b"\0")
        return f"{ner_rules().version}-{digest.hexdigest()[:12]}"

    @cached_property
    def config(self) -> Mapping[str, object]:
        known = self._lists
        return {
            "backend": "gazetteer",
            "sources": dict(known.sources),
            "given": len(known.given),
            "family": len(known.family),
            "countries": len(known.countries),
            "towns": len(known.towns),
            "organisations": len(known.organisations),
        }

    def find(self, texts: Sequence[str]) -> list[list[NerSpan]]:
        """The names in each text. Where two overlap the longer one stays; of equally long ones, the one with the higher
        confidence."""
        return [self._find_in(text) for text in texts]

    def _find_in(self, text: str) -> list[NerSpan]:
        hits = self._matcher.find_matches_as_indexes(text, overlapping=True)
        if not hits:
            return []
        spans = [*self._by_shape(text, hits), *self._by_list(text, hits)]
        if not spans:
            return spans
        spans.sort(key=lambda span: (-len(span.surface), -span.confidence, span.start or 0, span.label))
        taken: set[int] = set()
        kept: list[NerSpan] = []
        for span in spans:
            places = range(span.start or 0, span.end or 0)
            if taken.isdisjoint(places):
                taken.update(places)
                kept.append(span)
        return deduplicate(kept)

    def _by_shape(self, text: str, hits: Sequence[_Hit]) -> Iterator[NerSpan]:
        rules = self._rules
        names = len(self._surfaces)
        possible = {self._spelled[number - names] for number, _, _ in hits if number >= names}
        for pattern in (self._legal, self._university):
            for match in pattern.finditer(text) if pattern in possible else ():
                start = self._name_start(text, *match.span())
                if start is not None:
                    yield _span(text, start, match.end(), "ORG", rules.sure_organisation_confidence, "legal form")
        for match in self._title.finditer(text) if self._title in possible else ():
            yield _span(text, *match.span(1), "PERSON", rules.full_name_confidence, "title")

    def _name_start(self, text: str, start: int, end: int) -> int | None:
        """Where the name of an organisation begins: after a word that only opens its sentence. None if fewer than two
        words are left or the first is a determiner."""
        before = text[max(0, start - self._rules.context_chars) : start]
        words = text[start:end].split()
        # Only one such word is cut off: a second capital within the sentence belongs to a name ("At Hello Fresh Inc").
        if words[0] in self._openers and len(words) > 1 and _SENTENCE_START.search(before):
            start += len(words[0]) + 1
            words = words[1:]
        is_named = len(words) > 1 and words[0] not in _DETERMINERS
        return start if is_named else None

    def _by_list(self, text: str, hits: Sequence[_Hit]) -> Iterator[NerSpan]:
        names = len(self._surfaces)
        for number, start, end in hits:
            if number >= names:
                continue
            if start and (text[start - 1].isalnum() or text[start - 1] in "_@#/-."):
                continue
            if end < len(text) and (text[end].isalnum() or text[end] in "_@/-"):
                continue
            span = self._read(text, self._surfaces[number], start, end)
            if span is not None:
                yield span

    def _read(self, text: str, surface: str, start: int, end: int) -> NerSpan | None:
        known, rules = self._lists, self._rules
        before = text[max(0, start - rules.context_chars) : start]
        if surface in known.given:
            family = _NEXT_WORD.match(text, end)
            if family is not None and family.group(1) not in known.family:
                family = None
            family = family or _BEHIND_INITIALS.match(text, end)
            if family is not None:
                return _span(text, start, family.end(), "PERSON", rules.full_name_confidence, "full name")
        is_place = surface in known.countries or surface in known.towns
        if is_place and self._place_word.search(before):
            return _span(text, start, end, "LOCATION", rules.sure_place_confidence, "place word")
        if surface in rules.common_words or self._is_part_of_name(text, before, end):
            return None
        if surface in known.countries or (is_place and " " in surface):
            return _span(text, start, end, "LOCATION", rules.sure_place_confidence, "country or long name")
        if surface in known.given:
            is_unclear = is_place or (surface in known.organisations)
            confidence = rules.given_name_confidence
            return None if is_unclear else _span(text, start, end, "PERSON", confidence, "given name")
        if _SENTENCE_START.search(before):
            return None
        if surface in known.organisations:
            return _span(text, start, end, "ORG", rules.organisation_confidence, "registry")
        is_unclear = surface in known.family
        return None if is_unclear else _span(text, start, end, "LOCATION", rules.place_confidence, "town")

    def _is_part_of_name(self, text: str, before: str, end: int) -> bool:
        """Whether a capitalised neighbour shows that a name is longer than the one word of it that the lists know."""
        previous = before.rpartition(" ")[0].rpartition(" ")[2] if before.endswith(" ") else ""
        follows = _NEXT_WORD.match(text, end)
        if _INITIALS.fullmatch(previous):
            return True
        is_led = bool(_FIRST_WORD.fullmatch(previous)) and not _SENTENCE_START.search(before[: -len(previous) - 1])
        return is_led or follows is not None


def _span(text: str, start: int, end: int, label: str, confidence: float, evidence: str) -> NerSpan:
    return NerSpan(start, end, label, text[start:end], confidence, {"evidence": evidence})
