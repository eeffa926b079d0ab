"""The rules of each detector, read from `config/detectors/<detector>.yaml`.

Every number and word list that a detector uses is in those files; this module only gives them types.
"""

from functools import cache
from typing import TypeVar

import msgspec

from kg_assets.core.data import data_path
from kg_assets.core.yamlfile import read_model

_R = TypeVar("_R", bound="DetectorRules")


class DetectorRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The fields that the rules of every detector have in common."""

    version: str
    confidence: float = 0.0


class EmailRules(DetectorRules, frozen=True):
    max_local: int
    max_address: int
    placeholder_locals: frozenset[str]
    remote_accounts: frozenset[str]


class UrlRules(DetectorRules, frozen=True):
    local_hosts: frozenset[str]
    max_port: int
    max_tail: int
    default_ports: dict[str, int]
    partners: dict[str, str]
    token_hosts: frozenset[str]


class DoiRules(DetectorRules, frozen=True):
    min_registrant: int
    max_registrant: int
    max_suffix: int


class UuidRules(DetectorRules, frozen=True):
    confidence_wrapped: float
    confidence_bare_versioned: float
    confidence_bare: float


class GitShaRules(DetectorRules, frozen=True):
    confidence_near_digest_word: float
    confidence_abbreviated: float
    min_abbreviated: int
    max_abbreviated: int
    context_chars: int
    commit_words: tuple[str, ...]
    digest_words: tuple[str, ...]


class HashHexRules(DetectorRules, frozen=True):
    lengths: dict[int, str]
    min_distinct: int


class IpAddressRules(DetectorRules, frozen=True):
    confidence_v4: float
    confidence_v6: float
    context_chars: int
    version_words: tuple[str, ...]
    address_words: tuple[str, ...]


class PhoneRules(DetectorRules, frozen=True):
    confidence_national: float
    max_chars: int
    min_digits: int


class FilePathRules(DetectorRules, frozen=True):
    confidence_rooted: float
    confidence_absolute: float
    confidence_relative: float
    confidence_name: float
    max_chars: int
    roots: frozenset[str]
    suffixes: frozenset[str]
    folder_suffixes: frozenset[str]
    product_names: frozenset[str]
    site_roots: frozenset[str]
    spaced_folders: frozenset[str]
    sentence_words: frozenset[str]


class BareDomainRules(DetectorRules, frozen=True):
    confidence_clear: float
    schemes: frozenset[str]
    tld_allowlist: frozenset[str]
    file_suffixes: frozenset[str]
    mixed_suffixes: frozenset[str]
    file_stems: frozenset[str]
    module_suffixes: frozenset[str]
    known_hosts: frozenset[str]
    code_attributes: frozenset[str]
    code_receivers: frozenset[str]
    word_suffixes: frozenset[str]
    sentence_words: frozenset[str]
    abbreviations: frozenset[str]
    max_clock_hour: int


class ArxivRules(DetectorRules, frozen=True):
    archives: tuple[str, ...]


class CveRules(DetectorRules, frozen=True):
    first_year: int


class OrcidRules(DetectorRules, frozen=True):
    confidence_bare: float
    blocks: tuple[tuple[int, int], ...]


class HandleRules(DetectorRules, frozen=True):
    max_chars: int
    blocking_before: str
    decorators: frozenset[str]


class HashtagRules(DetectorRules, frozen=True):
    max_chars: int
    blocking_before: str
    colour_lengths: frozenset[int]
    colours: frozenset[str]
    directives: frozenset[str]


class RuleBook(msgspec.Struct, frozen=True):
    """The rules of all structured detectors."""

    email: EmailRules
    url: UrlRules
    doi: DoiRules
    uuid: UuidRules
    git_sha: GitShaRules
    hash_hex: HashHexRules
    ip_address: IpAddressRules
    phone: PhoneRules
    filepath: FilePathRules
    bare_domain: BareDomainRules
    arxiv: ArxivRules
    cve: CveRules
    orcid: OrcidRules
    handle: HandleRules
    hashtag: HashtagRules

    def version_of(self, detector: str) -> str:
        rules: DetectorRules = getattr(self, detector.lower())
        return rules.version


def _read(name: str, kind: type[_R]) -> _R:
    return read_model(data_path(f"config/detectors/{name}.yaml"), kind)


@cache
def rule_book() -> RuleBook:
    """The rules of all detectors, read once per process. A file of the person replaces the shipped one."""
    fields = {field.name: _read(field.name, field.type) for field in msgspec.structs.fields(RuleBook)}
    return RuleBook(**fields)
