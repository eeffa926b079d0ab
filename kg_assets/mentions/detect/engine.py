"""Runs all structured detectors over one message or many."""

import gc
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate

from kg_assets.mentions.detect.addresses import email_noise, find_emails
from kg_assets.mentions.detect.anchors import Batch
from kg_assets.mentions.detect.candidate import (
    CODE_LIKE_TOKEN,
    INTERSECTS_CODE_FENCE,
    Candidate,
    DetectSettings,
)
from kg_assets.mentions.detect.domains import domain_noise, find_domains
from kg_assets.mentions.detect.found import Found
from kg_assets.mentions.detect.hexes import find_git_shas, find_hashes, find_uuids, hash_noise
from kg_assets.mentions.detect.identifiers import find_arxiv, find_cves, find_dois, find_orcids
from kg_assets.mentions.detect.networks import find_ip_addresses, ip_noise
from kg_assets.mentions.detect.paths import find_paths, path_noise
from kg_assets.mentions.detect.phones import find_phones
from kg_assets.mentions.detect.ranges import Range, RangeIndex
from kg_assets.mentions.detect.rules import RuleBook, rule_book
from kg_assets.mentions.detect.tags import find_handles, find_hashtags, handle_noise, hashtag_noise
from kg_assets.mentions.detect.urls import find_urls

# Codepoints that are read together: large enough that vector operations pay, small enough for the cache.
BATCH_CHARS = 1 << 20

_Noise = Callable[[Batch, Found], str | None]


class DetectEngine:
    """Runs the structured detectors in the order of the design (section 9 "Mentions")."""

    def __init__(self, settings: DetectSettings) -> None:
        self._settings = settings
        self._rules: RuleBook = rule_book()
        rules = self._rules
        self._noise: dict[str, _Noise] = {
            "EMAIL": lambda batch, found: email_noise(batch, found, rules.email),
            "HASH_HEX": lambda batch, found: hash_noise(found, rules.hash_hex),
            "IP_ADDRESS": lambda batch, found: ip_noise(batch, found, rules.ip_address),
            "FILEPATH": lambda batch, found: path_noise(found, rules.filepath),
            "BARE_DOMAIN": lambda batch, found: domain_noise(batch, found, rules.bare_domain),
            "HANDLE": lambda batch, found: handle_noise(batch, found, rules.handle),
            "HASHTAG": lambda batch, found: hashtag_noise(batch, found, rules.hashtag),
        }

    @property
    def versions(self) -> dict[str, str]:
        """The version of the rules of each detector."""
        return {name: self._rules.version_of(name) for name, _ in self._detectors(Batch([""]))}

    def find(self, text: str, excluded: Sequence[Range] = ()) -> list[Candidate]:
        """Every candidate of one message, also the suppressed ones, in the order of the detectors, then by start and
        end. Candidates that overlap a range of `excluded` are suppressed."""
        return self.find_batch([text], [excluded])[0]

    def find_batch(
        self, texts: Sequence[str], excluded: Sequence[Sequence[Range]] | None = None
    ) -> list[list[Candidate]]:
        """The candidates of each message. Messages are read in batches, so that the memory of a step does not
        grow with their number."""
        results: list[list[Candidate]] = [[] for _ in texts]
        with _without_cyclic_gc():
            for indices in _batches(texts):
                batch_results = self._find_in([texts[index] for index in indices])
                for index, found in zip(indices, batch_results, strict=True):
                    results[index] = found
        if excluded is not None:
            results = [_exclude(found, ranges) for found, ranges in zip(results, excluded, strict=True)]
        return results

    def _detectors(self, batch: Batch) -> Iterator[tuple[str, Iterable[Found]]]:
        """The name and the finds of each detector, in a fixed order. FILEPATH, BARE_DOMAIN, HANDLE and HASHTAG find
        nothing within e-mail addresses and URLs."""
        rules, settings = self._rules, self._settings
        emails = list(find_emails(batch, rules.email))
        urls = list(find_urls(batch, rules.url, settings))
        taken = RangeIndex([found[:2] for found in (*emails, *urls)])
        yield "EMAIL", emails
        yield "URL", urls
        yield "DOI", find_dois(batch, rules.doi)
        yield "UUID", find_uuids(batch, rules.uuid)
        yield "GIT_SHA", find_git_shas(batch, rules.git_sha)
        yield "HASH_HEX", find_hashes(batch, rules.hash_hex)
        yield "IP_ADDRESS", find_ip_addresses(batch, rules.ip_address)
        yield "PHONE", find_phones(batch, rules.phone, settings.phone_region)
        yield "FILEPATH", find_paths(batch, rules.filepath, rules.bare_domain, taken)
        yield "BARE_DOMAIN", find_domains(batch, rules.bare_domain, rules.url, settings, taken)
        yield "ARXIV", find_arxiv(batch, rules.arxiv)
        yield "CVE", find_cves(batch, rules.cve)
        yield "ORCID", find_orcids(batch, rules.orcid)
        yield "HANDLE", find_handles(batch, rules.handle, taken)
        yield "HASHTAG", find_hashtags(batch, rules.hashtag, taken)

    def _find_in(self, texts: Sequence[str]) -> list[list[Candidate]]:
        results: list[list[Candidate]] = [[] for _ in texts]
        starts = [0, *accumulate(len(text) + 1 for text in texts)][:-1]
        batch = Batch(texts)
        for detector, finds in self._detectors(batch):
            version = self._rules.version_of(detector)
            noise = self._noise.get(detector)
            for found in finds:
                index = bisect_right(starts, found.start) - 1
                results[index].append(_candidate(batch, found, starts[index], detector, version, noise))
        return results


@contextmanager
def _without_cyclic_gc() -> Iterator[None]:
    """Turns Python's cyclic garbage collection off. Candidates hold no cycles, and walking all earlier ones again and
    again took a fifth of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _candidate(batch: Batch, found: Found, base: int, detector: str, version: str, noise: _Noise | None) -> Candidate:
    details = found.details
    cause = noise(batch, found) if noise is not None else None
    if cause is not None:
        details = {**details, "noise": cause}
    return Candidate(
        detector=detector,
        detector_version=version,
        entity_type=detector,
        char_start=found.start - base,
        char_end=found.end - base,
        surface=batch.text[found.start : found.end],
        confidence=found.confidence,
        normalized=found.normalized,
        details=details,
        suppression_reason=None if cause is None else CODE_LIKE_TOKEN,
    )


def _batches(texts: Sequence[str]) -> Iterator[list[int]]:
    """The indices of the messages that are read together, about `BATCH_CHARS` characters at a time. ASCII messages are
    kept apart from others, because one wide character makes Python store the whole joined text wider."""
    waiting: dict[bool, list[int]] = {True: [], False: []}
    sizes = {True: 0, False: 0}
    for index, text in enumerate(texts):
        kind = text.isascii()
        if waiting[kind] and sizes[kind] + len(text) > BATCH_CHARS:
            yield waiting[kind]
            waiting[kind], sizes[kind] = [], 0
        waiting[kind].append(index)
        sizes[kind] += len(text) + 1
    yield from (indices for indices in waiting.values() if indices)


def _exclude(candidates: list[Candidate], ranges: Sequence[Range]) -> list[Candidate]:
    """Suppress the candidates that overlap an excluded range, with the reason INTERSECTS_CODE_FENCE, unless they have
    an earlier reason (section 2A.4)."""
    index = RangeIndex(ranges)
    if not index:
        return candidates
    return [_excluded(candidate, index) for candidate in candidates]


def _excluded(candidate: Candidate, index: RangeIndex) -> Candidate:
    start, end = candidate.char_start, candidate.char_end
    if candidate.suppression_reason or start is None or end is None or not index.meets(start, end):
        return candidate
    return Candidate(
        candidate.detector,
        candidate.detector_version,
        candidate.entity_type,
        start,
        end,
        candidate.surface,
        candidate.confidence,
        candidate.normalized,
        candidate.details,
        INTERSECTS_CODE_FENCE,
    )
