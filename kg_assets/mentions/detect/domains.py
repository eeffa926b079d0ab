"""Finds hosts written without http (BARE_DOMAIN), with the port and path that follow them: "example.org/news"."""

import re
from collections.abc import Iterator

from kg_assets.mentions.detect.anchors import Batch
from kg_assets.mentions.detect.candidate import DetectSettings
from kg_assets.mentions.detect.found import Found
from kg_assets.mentions.detect.hosts import (
    HOST_RUN,
    canonical_host,
    cut_host,
    is_well_formed,
    public_suffix,
    top_level_labels,
    unspaced_lead,
)
from kg_assets.mentions.detect.ranges import RangeIndex
from kg_assets.mentions.detect.rules import BareDomainRules, UrlRules
from kg_assets.mentions.detect.urls import read_port, reference_tail_end

# A host behind one of these characters is a part of something else.
_BLOCKING_BEFORE = frozenset("@$#%&~\\/.-_+")
_BLOCKING_AFTER = frozenset("@\\_")
_SCHEME_BACKWARDS = re.compile(r"//:([a-z]{2,5})(?![A-Za-z0-9+.-])", re.IGNORECASE)
_OPEN_BEFORE = frozenset(" \t\r\n\"'`([{<")
_MAX_RUN = 300
_IS_CLOCK = re.compile(r"\d{1,2}", re.ASCII)


def _prefix_start(text: str, start: int, line: str, schemes: frozenset[str]) -> int:
    """Where the reference to a host starts: at the host, or at the `//` or the scheme (such as `ftp://`) before it. -1
    if the host is a part of something else."""
    if start == 0 or text[start - 1] not in _BLOCKING_BEFORE:
        return start
    if not line.endswith("//"):
        return -1
    scheme = _SCHEME_BACKWARDS.match(line[::-1])
    if scheme is not None:
        return start - scheme.end() if scheme.group(1)[::-1].lower() in schemes else -1
    return start - 2 if start == 2 or text[start - 3] in _OPEN_BEFORE else -1


def _reference_end(text: str, end: int, host: str, is_cut: bool, url: UrlRules) -> int:
    """The end of the port and path that follow the host; -1 if what follows shows that it is no host."""
    if text[end : end + 1] in _BLOCKING_AFTER:
        return -1
    end = read_port(text, end, url.max_port)
    if end < 0 or is_cut:
        return end
    follows = text[end : end + 2]
    if follows[:1] == "/" or (follows[:1] in ("?", "#") and follows[1:].isalnum()):
        return reference_tail_end(text, end, host, url)
    return end


def _is_shaped_like_name(host: str, suffix: str, is_clear: bool) -> bool:
    """Whether the capitals in a text fit a host. They do not in `done.It`, where a space is missing, nor in
    `System.Out`, which is code. A host whose suffix has capitals must be in capitals as a whole, or have at least two
    dots and a capital at the start of each label. With `is_clear` (there is a `www.`, port or path) all capitals fit.
    """
    if is_clear or suffix == suffix.lower() or host.isupper():
        return True
    return all(label[:1].isupper() or not label[:1].isalpha() for label in host.split(".")) and host.count(".") > 1


def _read_host(
    batch: Batch, start: int, end: int, rules: BareDomainRules, url: UrlRules, settings: DetectSettings
) -> tuple[Found | None, int]:
    """Two values: the host at `start` with what belongs to it, or None; and the position where to go on searching."""
    text = batch.text
    run = text[start : min(end, start + _MAX_RUN)]
    host = cut_host(run)
    resume = start + max(len(host), 1)
    lead = unspaced_lead(host.partition(".")[0])
    start, host, is_cut = start + lead, host[lead:], len(host) < len(run.rstrip("."))
    if "." not in host or len(host) > 253 or not is_well_formed(host):
        return None, resume
    registered, suffix = public_suffix(host.lower())
    if not registered or (settings.domain_tld_allowlist_enabled and suffix not in rules.tld_allowlist):
        return None, resume
    first = _prefix_start(text, start, batch.before(start, 8), rules.schemes)
    last = _reference_end(text, start + len(host), host, is_cut, url)
    if first < 0 or last < 0:
        return None, resume
    is_clear = first < start or last > start + len(host) or host.lower().startswith("www.")
    if not _is_shaped_like_name(host, host[-len(suffix) :], is_clear):
        return None, resume
    sure = is_clear or host.count(".") > 1 + suffix.count(".")
    details: dict[str, object] = {"registered_domain": registered, "suffix": suffix, "written_as_address": is_clear}
    confidence = rules.confidence_clear if sure else rules.confidence
    return Found(first, last, confidence, canonical_host(host), details), max(resume, last)


def _read_run(
    batch: Batch, start: int, end: int, rules: BareDomainRules, url: UrlRules, settings: DetectSettings
) -> Iterator[Found]:
    """The hosts in one row of characters that hosts may have, each with what belongs to it. There may be several if
    text in a script without spaces (such as Chinese) stands between them."""
    run = batch.text[start:end]
    is_ascii = run.isascii()
    if is_ascii and (len(run) > _MAX_RUN or run.rstrip(".").rpartition(".")[2].lower() not in top_level_labels()):
        return
    dots = len(run) - len(run.lstrip("."))
    start += dots if dots > 1 else 0
    while start < end:
        found, start = _read_host(batch, start, end, rules, url, settings)
        if found is not None:
            yield found
        if is_ascii:
            return


def find_domains(
    batch: Batch, rules: BareDomainRules, url: UrlRules, settings: DetectSettings, addresses: RangeIndex
) -> Iterator[Found]:
    """Every host with a public suffix that is not within a URL or an e-mail address."""
    done = 0
    for low, high in batch.dotted_names:
        for first, last in addresses.gaps(max(low, done), high):
            for run in HOST_RUN.finditer(batch.text, first, last):
                for found in _read_run(batch, *run.span(), rules, url, settings):
                    done = found.end
                    yield found


def _is_file_name(stem: str, suffix: str, host: str, rules: BareDomainRules) -> bool:
    if host in rules.known_hosts:
        return False
    if suffix in rules.module_suffixes:
        return stem[:1].isalpha() or stem[:1] == "_"
    if suffix not in rules.file_suffixes:
        return False
    return suffix not in rules.mixed_suffixes or stem in rules.file_stems


def domain_noise(batch: Batch, found: Found, rules: BareDomainRules) -> str | None:
    """Why something that has the form of a host is noise (not worth a mention): an abbreviation, a clock time, a file
    name, an attribute in code, or two sentences without a space between them. None if it is a host."""
    if found.details["written_as_address"]:
        return None
    host = found.normalized
    stem, _, suffix = host.rpartition(".")
    follows = batch.text[found.end : found.end + 1]
    if host in rules.abbreviations:
        return "abbreviation"
    if suffix in ("am", "pm") and _IS_CLOCK.fullmatch(stem) and 1 <= int(stem) <= rules.max_clock_hour:
        return "clock time"
    if _is_file_name(stem, suffix, host, rules):
        return "file name"
    receiver = stem.rpartition(".")[2]
    if follows == "(" or (suffix in rules.code_attributes and receiver in rules.code_receivers):
        return "code"
    if suffix in rules.word_suffixes and stem in rules.sentence_words:
        return "missing space"
    return None
