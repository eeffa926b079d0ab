"""Finds IPv4 and IPv6 addresses (IP_ADDRESS) and keeps other numbers with dots or colons apart."""

import ipaddress
import re
from collections.abc import Iterator
from functools import cache

from kg_assets.mentions.detect.anchors import Batch
from kg_assets.mentions.detect.found import Found
from kg_assets.mentions.detect.ranges import RangeIndex
from kg_assets.mentions.detect.rules import IpAddressRules

_V4 = re.compile(r"\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?![\w]|\.\d|-\d)", re.ASCII)
_V6_RUN = re.compile(r"[0-9A-Fa-f:]+(?:\.\d{1,3}){0,3}", re.ASCII)
_V6_BACKWARDS = re.compile(r"[0-9A-Fa-f:]+")
_V6_TAIL = re.compile(r"(?:%[A-Za-z0-9_.]{1,16})?")
_HARDWARE = re.compile(r"(?:[0-9A-Fa-f]{2}:){5,7}[0-9A-Fa-f]{2}")
_LONGEST_V6 = 45
_BEFORE_V4 = frozenset(".-_:/\\$#")


@cache
def _words_before(words: tuple[str, ...]) -> re.Pattern[str]:
    joined = "|".join(re.escape(word) for word in sorted(words))
    between = r"[\s:=\"'`(]{0,4}"
    linking = rf"(?:(?:is|to|on|at|no\.?|number|#){between})?"
    return re.compile(rf"(?<![A-Za-z0-9])(?:{joined}){between}{linking}$", re.IGNORECASE)


def _read_v4(text: str, dot: int) -> re.Match[str] | None:
    start = dot
    while start > 0 and dot - start < 4 and text[start - 1].isdigit():
        start -= 1
    match = _V4.match(text, start)
    if match is None:
        return None
    before = text[start - 1 : start] if start else ""
    if before.isalnum() and not before.isascii():
        before = ""
    is_part = before.isalnum() or before == "_" or (before == "." and text[start - 2 : start - 1].isdigit())
    return None if is_part else match


def _canonical_v4(value: str) -> str:
    """An IPv4 address without leading zeros. Empty if a number in it is above 255, or if there are leading zeros and no
    number has three digits."""
    octets = value.split(".")
    if any(int(octet) > 255 for octet in octets):
        return ""
    padded = any(len(octet) > 1 and octet[0] == "0" for octet in octets)
    if padded and not any(len(octet) == 3 for octet in octets):
        return ""
    return ".".join(str(int(octet)) for octet in octets)


def _find_v4(batch: Batch, rules: IpAddressRules) -> Iterator[Found]:
    done = 0
    for dot in batch.dotted_quads:
        if dot < done:
            continue
        match = _read_v4(batch.text, dot)
        canonical = _canonical_v4(match.group()) if match else ""
        if match is not None and canonical:
            done = match.end()
            details: dict[str, object] = {"version": 4, "is_global": ipaddress.IPv4Address(canonical).is_global}
            yield Found(match.start(), match.end(), rules.confidence_v4, canonical, details)


def _v6_value(run: str, is_named: bool) -> ipaddress.IPv6Address | None:
    """The run as an IPv6 address. None if it is none, or if it may be a scope operator (`std::`) or a hardware address.
    A bare `::` counts only if `is_named`, that is, behind a word for an address ("listens on ::")."""
    try:
        value = ipaddress.IPv6Address(run)
    except ValueError:
        return None
    if run == "::":
        return value if is_named else None
    groups = [group for group in run.split(":") if group]
    if "::" in run and len(groups) < 4 and not any(character.isdigit() for character in run):
        return None
    return None if _HARDWARE.fullmatch(run) else value


def _v6_start(batch: Batch, colon: int) -> int:
    lead = _V6_BACKWARDS.match(batch.before(colon, _LONGEST_V6)[::-1])
    return colon - lead.end() if lead else colon


def _read_v6(batch: Batch, colon: int, named: re.Pattern[str], rules: IpAddressRules) -> tuple[Found | None, int]:
    """Two values: the IPv6 address around the colon, or None; and the end of the run of characters that holds the
    colon."""
    text = batch.text
    start = _v6_start(batch, colon)
    match = _V6_RUN.match(text, start)
    if match is None:
        return None, colon + 1
    run = match.group()
    if "." not in run and run.endswith(":") and not run.endswith("::"):
        run = run[:-1]
    end = start + len(run)
    before = text[start - 1 : start] if start else ""
    after = text[end : end + 1]
    is_part = before in (":", "_") or before.isalnum() or after.isalnum() or after == "_"
    if len(run) > _LONGEST_V6 or is_part:
        return None, max(end, colon + 1)
    value = _v6_value(run, named.search(batch.before(start, rules.context_chars)) is not None)
    if value is None:
        return None, max(end, colon + 1)
    zone = _V6_TAIL.match(text, end)
    details: dict[str, object] = {"version": 6, "is_global": value.is_global}
    if zone is not None and zone.group():
        details["zone"] = zone.group()[1:]
    return Found(start, end, rules.confidence_v6, value.compressed, details), end


def _find_v6(batch: Batch, rules: IpAddressRules) -> Iterator[Found]:
    named = _words_before(rules.address_words)
    done = 0
    for colon in batch.colons:
        if colon < done:
            continue
        found, done = _read_v6(batch, colon, named, rules)
        if found is not None:
            yield found


def find_ip_addresses(batch: Batch, rules: IpAddressRules) -> Iterator[Found]:
    """IPv4 and IPv6 addresses in the order of their start; an IPv4 address within an IPv6 one is left out."""
    long = list(_find_v6(batch, rules))
    inside = RangeIndex([found[:2] for found in long])
    short = [found for found in _find_v4(batch, rules) if not inside.meets(found.start, found.end)]
    yield from sorted(long + short, key=lambda item: item[:2])


def ip_noise(batch: Batch, found: Found, rules: IpAddressRules) -> str | None:
    """Why something that has the form of an IP address is noise (not worth a mention): a version (`version 1.2.3.4`,
    `Chrome/120.0.0.0`), or a slice of a sequence (`items[1::2]`). None if it is an address."""
    before = batch.before(found.start, rules.context_chars)
    if found.details["version"] == 4:
        if before.endswith("/") and before[-2:-1].isalpha():
            return "version"
        return "version" if _words_before(rules.version_words).search(before) else None
    if before.endswith("[") and (before[-2:-1].isalnum() or before[-2:-1] in ("]", ")", "_")):
        return "slice"
    return None
