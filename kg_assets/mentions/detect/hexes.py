"""Finds UUIDs, git hashes (GIT_SHA) and other digests (HASH_HEX): runs of hexadecimal digits, and what tells them
apart."""

import re
from collections.abc import Iterator
from functools import cache

from kg_assets.mentions.detect.anchors import Batch
from kg_assets.mentions.detect.found import Found
from kg_assets.mentions.detect.rules import GitShaRules, HashHexRules, UuidRules

_HYPHENATED = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}(?![0-9A-Za-z_]|-[0-9A-Za-z])")
# Pairs that may enclose a UUID, as (before, after).
_WRAPPERS = (("{", "}"), ("X'", "'"), ("x'", "'"), ("%7B", "%7D"), ("%7b", "%7d"))
_ESCAPED_BRACE = re.compile(r"%7[Bb]")


def _touches_word(text: str, start: int, end: int) -> bool:
    before = text[start - 1 : start] if start else ""
    after = text[end : end + 1]
    return before.isalnum() or before == "_" or after.isalnum() or after == "_"


def _hyphenate(digits: str) -> str:
    low = digits.lower()
    return f"{low[:8]}-{low[8:12]}-{low[12:16]}-{low[16:20]}-{low[20:]}"


def _wrapped(text: str, start: int, end: int) -> tuple[int, int]:
    for opener, closer in _WRAPPERS:
        low = start - len(opener)
        if low >= 0 and text.startswith(opener, low) and text.startswith(closer, end):
            return low, end + len(closer)
    return start, end


def _fits_rfc9562(digits: str) -> bool:
    """Whether 32 digits are a UUID by RFC 9562: the thirteenth digit is a version from 1 to 8, and the seventeenth
    shows variant 10."""
    return digits[12] in "12345678" and digits[16] in "89abAB"


def _read_uuid(text: str, start: int, end: int, rules: UuidRules) -> Found | None:
    if start and _ESCAPED_BRACE.match(text, start - 1):
        start += 2
    match = _HYPHENATED.match(text, start)
    if match is not None:
        first, last = _wrapped(text, start, match.end())
        if first == start and start and (text[start - 1].isalnum() or text[start - 1] in "_-"):
            return None
        digits = match.group().replace("-", "")
        return Found(first, last, rules.confidence, _hyphenate(digits), {"is_rfc9562": _fits_rfc9562(digits)})
    if end - start != 32:
        return None
    digits = text[start:end]
    first, last = _wrapped(text, start, end)
    details: dict[str, object] = {"is_rfc9562": _fits_rfc9562(digits)}
    if first < start:
        return Found(first, last, rules.confidence_wrapped, _hyphenate(digits), details)
    if _touches_word(text, start, end):
        return None
    confidence = rules.confidence_bare_versioned if _fits_rfc9562(digits) else rules.confidence_bare
    return Found(start, end, confidence, _hyphenate(digits), details)


def find_uuids(batch: Batch, rules: UuidRules) -> Iterator[Found]:
    """Every UUID: with hyphens, in braces or quotes, or as a bare run of 32 digits (with a lower confidence)."""
    for start, end in batch.hex_runs:
        if end - start >= 8:
            found = _read_uuid(batch.text, start, end, rules)
            if found is not None:
                yield found


def _is_mixed(digits: str) -> bool:
    return any(digit.isdigit() for digit in digits) and any(digit.isalpha() for digit in digits)


def _is_one_case(digits: str) -> bool:
    return digits == digits.lower() or digits == digits.upper()


@cache
def _words(words: tuple[str, ...]) -> re.Pattern[str]:
    joined = "|".join(re.escape(word) for word in sorted(words))
    return re.compile(rf"(?<![A-Za-z0-9])(?:{joined})(?![A-Za-z0-9])", re.IGNORECASE)


def find_git_shas(batch: Batch, rules: GitShaRules) -> Iterator[Found]:
    """Git hashes: forty hexadecimal digits, or fewer behind a word such as "commit". Letters and digits must be mixed,
    and all letters must be of one case."""
    text = batch.text
    commit, digest = _words(rules.commit_words), _words(rules.digest_words)
    for start, end in batch.hex_runs:
        length = end - start
        is_whole = length == 40
        if not is_whole and not rules.min_abbreviated <= length <= rules.max_abbreviated:
            continue
        value = text[start:end]
        if not _is_mixed(value) or not _is_one_case(value) or _touches_word(text, start, end):
            continue
        if text[start - 1 : start] == "-" or text[end : end + 1] == "-":
            continue
        before = batch.before(start, rules.context_chars)
        if is_whole:
            near_digest = digest.search(before) is not None
            confidence = rules.confidence_near_digest_word if near_digest else rules.confidence
            yield Found(start, end, confidence, value.lower(), {"is_abbreviated": False})
        elif commit.search(before) and not digest.search(before):
            yield Found(start, end, rules.confidence_abbreviated, value.lower(), {"is_abbreviated": True})


def find_hashes(batch: Batch, rules: HashHexRules) -> Iterator[Found]:
    """Digests: runs of hexadecimal digits that are as long as a known digest and have both letters and digits."""
    text = batch.text
    for start, end in batch.hex_runs:
        family = rules.lengths.get(end - start)
        if family is None or _touches_word(text, start, end):
            continue
        value = text[start:end]
        if _is_mixed(value):
            yield Found(start, end, rules.confidence, value.lower(), {"family": family})


def hash_noise(found: Found, rules: HashHexRules) -> str | None:
    """The word "filler" for a hash made of a few repeated digits, else None."""
    return "filler" if len(set(found.normalized)) < rules.min_distinct else None
