"""Finds identifiers of publications (DOI, ARXIV), vulnerabilities (CVE) and researchers (ORCID)."""

import re
from collections.abc import Iterator

from kg_assets.mentions.detect.anchors import Batch
from kg_assets.mentions.detect.brackets import balanced_end
from kg_assets.mentions.detect.found import Found
from kg_assets.mentions.detect.hosts import FOREIGN_STOPS
from kg_assets.mentions.detect.rules import ArxivRules, CveRules, DoiRules, OrcidRules

_DOI_SUFFIX = re.compile(rf"(?:[^\x00-\x20\x7f\"{FOREIGN_STOPS}])+")
_DOI_PREFIX_BACKWARDS = re.compile(r"(?i)[ \t]?:iod(?![a-z0-9])")
_TRAILING = ".,;:!?'*`|"
_BRACKETS = re.compile(r"[()\[\]{}<>]")

_ARXIV_NEW = re.compile(r"(?i:arxiv):[ ]?((?:[a-z-]+(?:\.[A-Z]{2})?/)?\d{4}\.\d{4,5}(?:v\d{1,2})?)(?![\w])", re.ASCII)
_ARXIV_OLD = re.compile(r"((?:[a-z-]+)(?:\.[A-Z]{2})?/\d{7}(?:v\d{1,2})?)(?![\w])", re.ASCII)
_LONGEST_ARCHIVE = 16

_CVE = re.compile(r"(?i:cve)-(\d{4})-(\d{4,19})(?![\w-])", re.ASCII)

_ORCID = re.compile(r"\d{4}-\d{4}-\d{4}-\d{3}[\dXx](?![\w-])", re.ASCII)
_ORCID_BARE = re.compile(r"\d{15}[\dXx](?![\w-])", re.ASCII)


def _is_inside_word(text: str, start: int) -> bool:
    return start > 0 and (text[start - 1].isalnum() or text[start - 1] == "_")


def _doi_suffix_end(text: str, start: int, limit: int) -> int:
    """The end of a DOI's suffix, the part after the slash. Brackets in it must balance (SICI numbers have all kinds).
    Punctuation at its end is left out."""
    match = _DOI_SUFFIX.match(text, start, min(len(text), start + limit))
    if match is None:
        return start
    suffix = match.group()
    suffix = suffix[: balanced_end(suffix, _BRACKETS)]
    return start + len(suffix.rstrip(_TRAILING))


def find_dois(batch: Batch, rules: DoiRules) -> Iterator[Found]:
    """Every `10.<registrant>/<suffix>`, including a `doi:` written before it."""
    text = batch.text
    registrant = re.compile(rf"\d{{{rules.min_registrant},{rules.max_registrant}}}(?:\.\d{{1,9}}){{0,3}}/", re.ASCII)
    done = 0
    for dot in batch.directory_numbers:
        start = dot - 2
        head = registrant.match(text, dot + 1)
        if head is None or start < done or _is_inside_word(text, start) or text[start - 1 : start] in (".", "-"):
            continue
        end = _doi_suffix_end(text, head.end(), rules.max_suffix)
        if end == head.end():
            continue
        done = end
        prefix = _DOI_PREFIX_BACKWARDS.match(batch.before(start, 6)[::-1])
        first = start - prefix.end() if prefix else start
        yield Found(first, end, rules.confidence, text[start:end].lower(), {"registrant": text[start : head.end() - 1]})


def _old_arxiv(batch: Batch, rules: ArxivRules) -> Iterator[Found]:
    text = batch.text
    archives = frozenset(rules.archives)
    for slash in batch.numbered_slashes:
        before = batch.before(slash, _LONGEST_ARCHIVE + 4)
        name = re.search(r"[a-z-]{1,20}(?:\.[A-Z]{2})?$", before)
        if name is None or name.group().partition(".")[0] not in archives:
            continue
        start = slash - len(name.group())
        match = _ARXIV_OLD.match(text, start)
        if match is None or _is_inside_word(text, start) or text[start - 1 : start] == "/":
            continue
        prefix = start - 6
        first = prefix if prefix >= 0 and text[prefix:start].lower() == "arxiv:" else start
        yield Found(first, match.end(), rules.confidence, "arXiv:" + match.group(1), {})


def find_arxiv(batch: Batch, rules: ArxivRules) -> Iterator[Found]:
    """arXiv identifiers of both schemes: `arXiv:` with a number, or the name of an archive with a slash and a number
    (`hep-th/9901001`)."""
    found: list[Found] = []
    for colon in batch.prefix_colons:
        start = max(colon - 5, 0)
        match = _ARXIV_NEW.match(batch.text, start)
        if match is not None and not _is_inside_word(batch.text, start):
            number = match.group(1).rpartition("/")[2]
            found.append(Found(start, match.end(), rules.confidence, "arXiv:" + number, {}))
    found.extend(_old_arxiv(batch, rules))
    yield from sorted(found, key=lambda item: item[:2])


def find_cves(batch: Batch, rules: CveRules) -> Iterator[Found]:
    """CVE identifiers whose year is `first_year` or later."""
    for hyphen in batch.prefix_hyphens:
        start = max(hyphen - 3, 0)
        match = _CVE.match(batch.text, start)
        if match is None or _is_inside_word(batch.text, start) or int(match.group(1)) < rules.first_year:
            continue
        yield Found(start, match.end(), rules.confidence, match.group().upper(), {"year": int(match.group(1))})


def orcid_checks(digits: str) -> bool:
    """Whether the sixteenth character is the check character of the first fifteen digits (ISO 7064 MOD
    11-2)."""
    total = 0
    for digit in digits[:15]:
        total = (total + int(digit)) * 2
    check = (12 - total % 11) % 11
    return digits[15].upper() == ("X" if check == 10 else str(check))


def find_orcids(batch: Batch, rules: OrcidRules) -> Iterator[Found]:
    """ORCIDs with the right check character: four groups with hyphens, or sixteen digits without hyphens whose number
    lies in a block that ORCID uses (`blocks`)."""
    text = batch.text
    found: list[Found] = []
    for hyphen in batch.quad_hyphens:
        start = hyphen - 4
        match = _ORCID.match(text, start) if start >= 0 else None
        if match is None or _is_inside_word(text, start) or text[start - 1 : start] == "-":
            continue
        digits = match.group().replace("-", "")
        if orcid_checks(digits):
            found.append(Found(start, match.end(), rules.confidence, match.group().upper(), {}))
    for start, end in batch.hex_runs:
        match = _ORCID_BARE.match(text, start) if end - start in (15, 16) else None
        if match is None or _is_inside_word(text, start) or text[start - 1 : start] == "-":
            continue
        digits = match.group().upper()
        number = int(digits[:15])
        if orcid_checks(digits) and any(first <= number <= last for first, last in rules.blocks):
            normal = "-".join(digits[at : at + 4] for at in range(0, 16, 4))
            found.append(Found(start, match.end(), rules.confidence_bare, normal, {}))
    yield from sorted(found, key=lambda item: item[:2])
