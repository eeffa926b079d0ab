"""A detector's candidate, the reasons for its suppression, and the settings that a build gives to all
detectors."""

from dataclasses import dataclass, field

# Design section 9 "Mentions"; LEXICON and NER candidates come from later stages and keep their place here.
DETECTOR_ORDER: tuple[str, ...] = (
    "EMAIL",
    "URL",
    "DOI",
    "UUID",
    "GIT_SHA",
    "HASH_HEX",
    "IP_ADDRESS",
    "PHONE",
    "FILEPATH",
    "BARE_DOMAIN",
    "ARXIV",
    "CVE",
    "ORCID",
    "HANDLE",
    "HASHTAG",
    "LEXICON",
    "NER",
)

# The values of `suppression_reason` (section 2A.1, and the exclusions that are added to it).
CODE_LIKE_TOKEN = "CODE_LIKE_TOKEN"
INTERSECTS_CODE_FENCE = "INTERSECTS_CODE_FENCE"
INTERSECTS_CITATION_MARKER = "INTERSECTS_CITATION_MARKER"
INTERSECTS_INLINE_CODE = "INTERSECTS_INLINE_CODE"
INSIDE_TIME = "INSIDE_TIME"
NO_OFFSETS_UNRELIABLE = "NO_OFFSETS_UNRELIABLE"
OVERLAP_HIGHER_SCORE = "OVERLAP_HIGHER_SCORE"


def detector_family(detector: str) -> str:
    """The name of a detector without what follows its colon: `NER:<model>` is of the family NER, `LEXICON:<build>` of
    LEXICON."""
    return detector.partition(":")[0]


@dataclass(frozen=True, slots=True)
class DetectSettings:
    """The keys of `config/pipeline.yaml` that change what is detected or how it is normalised."""

    phone_region: str | None = None
    url_sort_query_params: bool = False
    url_keep_query: bool = False
    domain_tld_allowlist_enabled: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """What one detector found at one span of a message (section 2A.5.2)."""

    detector: str
    detector_version: str
    entity_type: str
    char_start: int | None
    char_end: int | None
    surface: str | None
    confidence: float
    normalized: str | None = None
    details: dict[str, object] = field(default_factory=dict)
    suppression_reason: str | None = None
