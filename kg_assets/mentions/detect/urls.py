"""Finds http and https addresses as people write them (URL), and where the path of any address ends in running text."""

import ipaddress
import re
from collections.abc import Iterator
from urllib.parse import quote

from kg_assets.mentions.detect.anchors import Batch
from kg_assets.mentions.detect.brackets import balanced_end
from kg_assets.mentions.detect.candidate import DetectSettings
from kg_assets.mentions.detect.found import Found
from kg_assets.mentions.detect.hosts import (
    FOREIGN_STOPS,
    HOST_RUN,
    UNSPACED,
    canonical_host,
    cut_host,
    is_well_formed,
    public_suffix,
)
from kg_assets.mentions.detect.rules import UrlRules

_SCHEME_BACKWARDS = re.compile(r"(?i)s?ptth(?![a-z_$])")
_USERINFO = re.compile(r"[^\s/?#@\[\]<>\"\\\x00-\x1f]{1,256}@")
_LITERAL = re.compile(r"\[([0-9A-Fa-f:.]{2,45})\]")
_PORT = re.compile(r":(\d{1,5})(?!\d)", re.ASCII)
# The characters that a path, query or fragment may have; a quoted word inside an address belongs to it.
_TAIL_RUN = re.compile(rf"(?:[^\x00-\x20\x7f\"<>\\^`{FOREIGN_STOPS}]++|\"[\w.-]{{1,64}}\")++")
_ENTITY = re.compile(r"&(?:quot|gt|lt|apos|nbsp|#\d{2,5});", re.ASCII)
_BRACKETS = re.compile(r"[()\[\]{}]")
# The window that holds nearly every path. A path that ends within _SLACK of its end is read again in a long window.
_SHORT_TAIL, _SLACK = 256, 72
_TRAILING = ".,;:!?'*\"|"
_NEXT_ADDRESS = re.compile(r"(?<=[^\x00-\x7f])https?://")
_UNSPACED_AFTER_WORD = re.compile(f"(?<=[a-z])[{UNSPACED}]")
# Inside a run, another address, an escaped quote or bracket, and a script without spaces behind a word end the address.
_STOPS = (_NEXT_ADDRESS, _ENTITY, _UNSPACED_AFTER_WORD)
_TOKEN = re.compile(r"/[A-Za-z0-9]+")
_ESCAPE = re.compile(r"%[0-9a-fA-F]{2}")


def tail_end(text: str, start: int, max_tail: int, partner: str | None = None) -> int:
    """The end of the path, query and fragment that start at `start`. If a quotation mark or the like stands before the
    address, `partner` is the character that closes it.

    A short window is tried first: in a text made of one address after another, a long window would be read again for
    each.
    """
    end = _tail_end(text, start, min(len(text), start + _SHORT_TAIL), partner)
    if end < start + _SHORT_TAIL - _SLACK:
        return end
    return _tail_end(text, start, min(len(text), start + max_tail), partner)


def _tail_end(text: str, start: int, limit: int, partner: str | None) -> int:
    match = _TAIL_RUN.match(text, start, limit)
    if match is None:
        return start
    tail = match.group()
    if partner is not None:
        closing = tail.find(partner)
        tail = tail if closing < 0 else tail[:closing]
    for stop in _STOPS:
        cut = stop.search(tail)
        tail = tail[: cut.start()] if cut else tail
    is_whole = start + len(tail) < limit or limit == len(text)
    tail = tail[: balanced_end(tail, _BRACKETS, is_whole)]
    while tail:
        kept = tail[:-2] if tail.endswith(("'s", "’s")) else tail
        kept = kept.rstrip(_TRAILING) if not _ends_quoted(kept) else kept
        if kept == tail:
            break
        tail = kept
    return start + len(tail)


def reference_tail_end(text: str, start: int, host: str, rules: UrlRules, partner: str | None = None) -> int:
    """As `tail_end`. For hosts in `token_hosts`, though, the path is only one token of letters and digits, perhaps with
    a query."""
    if host.lower() not in rules.token_hosts:
        return tail_end(text, start, rules.max_tail, partner)
    token = _TOKEN.match(text, start)
    if token is None:
        return start
    has_query = text.startswith("?", token.end()) and text[token.end() + 1 : token.end() + 2].isalnum()
    return tail_end(text, token.end(), rules.max_tail, partner) if has_query else token.end()


def _ends_quoted(tail: str) -> bool:
    return tail.endswith('"') and tail.count('"') % 2 == 0


def read_port(text: str, start: int, max_port: int) -> int:
    """The end of `:port`; `start` itself if there is no port; -1 if the port is not legal."""
    if not text.startswith(":", start) or not text[start + 1 : start + 2].isdigit():
        return start
    match = _PORT.match(text, start)
    if match is None or int(match.group(1)) > max_port:
        return -1
    return match.end()


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _host_end(text: str, start: int) -> tuple[int, str, bool]:
    """Three values: the end of the host (-1 if there is no legal host), the host, and whether text in a script without
    spaces (such as Chinese) follows it directly."""
    if text.startswith("[", start):
        literal = _LITERAL.match(text, start)
        if literal is None or not _is_address(literal.group(1)):
            return -1, "", False
        return literal.end(), literal.group(), False
    run = HOST_RUN.match(text, start)
    if run is None:
        return -1, "", False
    host = cut_host(run.group())
    if not host or host[0] in ".-_" or not is_well_formed(host):
        return -1, "", False
    last = host.rpartition(".")[2]
    if last.isdigit() and not _is_address(host):
        return -1, "", False
    return start + len(host), host, len(host) < len(run.group().rstrip("."))


def _normal_form(scheme: str, host: str, port: str, tail: str, settings: DetectSettings, rules: UrlRules) -> str:
    """The normal form of section 2B.7.1: scheme, host in lower case, port unless it is the default of the scheme, and
    path. The query is kept only if configured, the fragment never."""
    scheme = scheme.lower()
    if port and int(port) == rules.default_ports[scheme]:
        port = ""
    address, _, _ = tail.partition("#")
    path, _, query = address.partition("?")
    path = quote(path or "/", safe="/%:@!$&'()*+,;=~-._|[]{}", errors="replace")
    path = _ESCAPE.sub(lambda match: match.group().upper(), path)
    normal = f"{scheme}://{canonical_host(host)}{':' + port if port else ''}{path}"
    if query and (settings.url_keep_query or settings.url_sort_query_params):
        parts = query.split("&")
        normal += "?" + "&".join(sorted(parts) if settings.url_sort_query_params else parts)
    return normal


def _read_url(batch: Batch, slashes: int, rules: UrlRules, settings: DetectSettings) -> Found | None:
    text = batch.text
    scheme = _SCHEME_BACKWARDS.match(batch.before(slashes - 1, 7)[::-1])
    if scheme is None:
        return None
    start = slashes - 1 - scheme.end()
    userinfo = _USERINFO.match(text, slashes + 2)
    end, host, is_cut = _host_end(text, userinfo.end() if userinfo else slashes + 2)
    if end < 0 and userinfo:
        end, host, is_cut = _host_end(text, slashes + 2)
    port_end = read_port(text, end, rules.max_port) if end >= 0 else -1
    if port_end < 0:
        return None
    partner = rules.partners.get(text[start - 1]) if start else None
    stop = port_end
    if not is_cut and text[port_end : port_end + 1] in ("/", "?", "#"):
        stop = reference_tail_end(text, port_end, host, rules, partner)
    is_single = "." not in host and not host.startswith("[")
    if is_single and host.lower() not in rules.local_hosts and stop == end:
        return None
    details: dict[str, object] = {"host": canonical_host(host), "registered_domain": public_suffix(host.lower())[0]}
    normal = _normal_form(
        text[start : slashes - 1], host, text[end + 1 : port_end], text[port_end:stop], settings, rules
    )
    return Found(start, stop, rules.confidence, normal, details)


def find_urls(batch: Batch, rules: UrlRules, settings: DetectSettings) -> Iterator[Found]:
    """Every http or https address. The inside of one that was found is not searched again."""
    done = 0
    for slashes in batch.double_slashes:
        if slashes <= done or batch.text[slashes - 1] != ":":
            continue
        found = _read_url(batch, slashes, rules, settings)
        if found is not None:
            done = found.end
            yield found
