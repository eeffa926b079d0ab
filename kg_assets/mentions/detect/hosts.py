"""Host names: where one ends in running text, whether it is well formed, and its public suffix.

The detectors of e-mail addresses, URLs and bare domains share this. Nothing is fetched: the public suffix
list is the one that comes with `tldextract`.
"""

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import idna

if TYPE_CHECKING:
    import tldextract

# Codepoints beyond ASCII at which a host or an address in running text ends: spaces and general punctuation (but not
# the two joiners), CJK and full-width punctuation, private use (citation markers), Latin-1 signs, replacement signs.
FOREIGN_STOPS = (
    "\u0080-\u00b6\u00b8-\u00bf\u00d7\u00f7\u1680\u2000-\u200b\u200e-\u206f\u3000-\u3004\u3008-\u3020\u3030\ufe10-\ufe6f"
    "\uff01-\uff0c\uff0e\uff0f\uff1a-\uff20\uff3b-\uff3e\uff40\uff5b-\uff65\ue000-\uf8ff\ud800-\udfff\ufeff\ufff0-\uffff"
)
# Scripts that write no spaces between words: an address may touch them without belonging to them.
UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
HOST_RUN = re.compile(rf"[^\x00-,/:-@\[-^`{{-\x7f{FOREIGN_STOPS}]+")
_UNSPACED_CHARACTER = re.compile(f"[{UNSPACED}]")
_UNSPACED_LEAD = re.compile(f".*[{UNSPACED}](?=[A-Za-z0-9])", re.DOTALL)
_PLAIN_HOST = re.compile(r"[A-Za-z0-9]{1,63}(?:\.[A-Za-z0-9]{1,63})*")
_ASCII_LEAD = re.compile(r"[A-Za-z0-9-]+")

# RFC 1035 2.3.4.
_MAX_LABEL = 63
_MAX_HOST = 253
# No public suffix label is longer than this many codepoints.
_MAX_SUFFIX_LABEL = 24


@cache
def _extractor() -> "tldextract.TLDExtract":
    # Imported here, because it loads a network library, which takes a tenth of a second; few processes need it.
    import tldextract

    return tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)


@cache
def top_level_labels() -> frozenset[str]:
    """The last labels of all public suffixes ("com", "uk"), in Unicode."""
    return frozenset(suffix.rpartition(".")[2] for suffix in _extractor().tlds)


@lru_cache(maxsize=1 << 16)
def public_suffix(host: str) -> tuple[str, str]:
    """The registrable domain and the public suffix of a host in lower case: "example.co.uk" and "co.uk". Without a
    registrable domain the first is empty, without a suffix both are."""
    parts = _extractor().extract_str(host)
    if not parts.domain or not parts.suffix:
        return "", parts.suffix
    return f"{parts.domain}.{parts.suffix}", parts.suffix


def _is_label(label: str) -> bool:
    if not label or len(label) > _MAX_LABEL or label[0] == "-" or label[-1] == "-":
        return False
    return not (label[:4].lower() == "xn--" and not label.isascii())


def is_well_formed(host: str) -> bool:
    """Whether a host is well formed: its labels have a legal length and no hyphen at their ends, and the last two have
    no underscore."""
    if len(host) > _MAX_HOST:
        return False
    if _PLAIN_HOST.fullmatch(host):
        return True
    labels = host.split(".")
    if not all(_is_label(label) for label in labels):
        return False
    return "_" not in labels[-1] and (len(labels) < 2 or "_" not in labels[-2])


def _suffix_before_unspaced(label: str) -> str:
    """The known top-level domain at the beginning of a label, if text in a script without spaces (such as Chinese)
    follows it directly; else ""."""
    lead = _ASCII_LEAD.match(label)
    if lead is not None:
        ascii_part = lead.group()
        follows = _UNSPACED_CHARACTER.match(label, lead.end())
        return ascii_part if follows and ascii_part.lower() in top_level_labels() else ""
    for length in range(min(len(label) - 1, _MAX_SUFFIX_LABEL), 0, -1):
        if label[:length] in top_level_labels() and _UNSPACED_CHARACTER.match(label, length):
            return label[:length]
    return ""


def cut_host(run: str) -> str:
    """The host at the start of a run of host characters. Text in a script without spaces (such as Chinese) that follows
    it directly is cut off."""
    run = run.rstrip(".")
    if run.isascii():
        return run
    labels = run.split(".")
    for index in range(1, len(labels)):
        label = labels[index]
        if label.isascii() or label in top_level_labels():
            continue
        suffix = _suffix_before_unspaced(label)
        if suffix:
            return ".".join([*labels[:index], suffix])
    return run


def unspaced_lead(label: str) -> int:
    """The number of characters at the start of a label that are in a script without spaces (such as Chinese) and do not
    belong to the ASCII name behind them."""
    match = None if label.isascii() else _UNSPACED_LEAD.match(label)
    return match.end() if match else 0


@lru_cache(maxsize=1 << 14)
def canonical_host(host: str) -> str:
    """The host in lower case. Internationalised labels are in their ASCII form, if the host has one."""
    host = host.lower()
    if host.isascii():
        return host
    try:
        return idna.encode(host, uts46=True).decode("ascii")
    except (idna.IDNAError, UnicodeError):
        return host
