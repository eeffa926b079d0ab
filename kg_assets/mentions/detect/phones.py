"""Finds phone numbers (PHONE) that are valid by the numbering plans of `phonenumbers`."""

import re
from collections.abc import Iterator

import phonenumbers
from phonenumbers import Leniency, PhoneNumberFormat

from kg_assets.mentions.detect.anchors import Batch
from kg_assets.mentions.detect.found import Found
from kg_assets.mentions.detect.rules import PhoneRules

# Digits of any script with what people put between them; bounded, so that no run is read more than once.
_BETWEEN = r"[ \t().\-–—‐‑‒−/\[\]~⁓∼～－（）．／\u00a0\u2002-\u200a\u3000]{0,4}"
_INTERNATIONAL = re.compile(rf"[+＋]{{1,2}}{_BETWEEN}\d(?:{_BETWEEN}\d){{6,17}}")
_NATIONAL = re.compile(rf"[(（]?\d(?:{_BETWEEN}\d){{6,16}}")
_OPENERS = frozenset("([（［")
_NO_REGION = "ZZ"
_MAX_TRIES = 8


def _match_at(
    text: str, start: int, end: int, region: str | None, leniency: int
) -> tuple[int, int, phonenumbers.PhoneNumber] | None:
    window = text[start:end]
    matcher = phonenumbers.PhoneNumberMatcher(window, region or _NO_REGION, leniency, _MAX_TRIES)
    for match in matcher:
        return start + match.start, start + match.end, match.number
    return None


def _found(start: int, end: int, number: phonenumbers.PhoneNumber, confidence: float) -> Found:
    details: dict[str, object] = {
        "country_code": number.country_code,
        "region": phonenumbers.region_code_for_number(number),
    }
    if number.extension:
        details["extension"] = number.extension
    return Found(start, end, confidence, phonenumbers.format_number(number, PhoneNumberFormat.E164), details)


def _find_international(batch: Batch, rules: PhoneRules, region: str | None) -> Iterator[Found]:
    text = batch.text
    done = 0
    for plus in batch.pluses:
        if plus < done or (plus and text[plus - 1].isalnum() and text[plus - 1].isascii()):
            continue
        if _INTERNATIONAL.match(text, plus) is None:
            continue
        start = plus - 1 if plus and text[plus - 1] in _OPENERS else plus
        match = _match_at(text, start, batch.line_end(plus, rules.max_chars), region, Leniency.VALID)
        if match is not None:
            done = match[1]
            yield _found(*match, rules.confidence)


def _find_national(batch: Batch, rules: PhoneRules, region: str) -> Iterator[Found]:
    text = batch.text
    done = 0
    for run in _NATIONAL.finditer(text):
        start, end = run.span()
        if start < done or (start and (text[start - 1].isalnum() or text[start - 1] in "+＋._-/")):
            continue
        if sum(character.isdigit() for character in run.group()) < rules.min_digits:
            continue
        window = batch.line_end(start, rules.max_chars)
        match = _match_at(text, start, window, region, Leniency.STRICT_GROUPING)
        if match is not None and match[0] < end:
            done = match[1]
            yield _found(*match, rules.confidence_national)


def find_phones(batch: Batch, rules: PhoneRules, region: str | None) -> Iterator[Found]:
    """Phone numbers with a plus, and national numbers of `region` if one is configured (design section 9)."""
    found = list(_find_international(batch, rules, region))
    if region is not None:
        taken = {item.start for item in found}
        spans = [item[:2] for item in found]
        index = 0
        for item in _find_national(batch, rules, region):
            while index < len(spans) and spans[index][1] <= item.start:
                index += 1
            overlaps = index < len(spans) and spans[index][0] < item.end
            if not overlaps and item.start not in taken:
                found.append(item)
    yield from sorted(found, key=lambda item: item[:2])
