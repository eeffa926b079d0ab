"""Finds e-mail addresses (EMAIL): dot-atom and quoted local parts, domain names and address literals, `mailto:`."""

import ipaddress
import re
from collections.abc import Iterator

from kg_assets.mentions.detect.anchors import Batch
from kg_assets.mentions.detect.found import Found
from kg_assets.mentions.detect.hosts import HOST_RUN, canonical_host, cut_host, is_well_formed
from kg_assets.mentions.detect.rules import EmailRules

# RFC 5321 atext, read backwards from the @. Letters beyond ASCII are those of scripts that put spaces between words.
_LOCAL_BACKWARDS = re.compile(r"(?:[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]|[\u00c0-\u02af\u0370-\u0527])+")
# In prose these atext characters separate. They belong to a local part only if it has neither letters nor digits.
_SEPARATORS = re.compile(r"[!#$&*/=?`{|}]")
_QUOTED_LOCAL = re.compile(r"(?:^|(?<=[\s(<,;:\[]))\"(?:[^\"\\\x00-\x1f\x7f-\uffff]|\\[\x20-\x7e])+\"$")
_LITERAL = re.compile(r"\[(IPv6:)?([0-9A-Fa-f:.]{2,45})\]")
_MAILTO = "mailto:"


def _local_part(batch: Batch, at: int, rules: EmailRules) -> str | None:
    """The local part of an address: the text before the @ at position `at`. None if no legal local part ends there."""
    window = batch.before(at, rules.max_local + 2)
    if window.endswith('"'):
        quoted = _QUOTED_LOCAL.search(window)
        return quoted.group() if quoted and len(quoted.group()) <= rules.max_local else None
    match = _LOCAL_BACKWARDS.match(window[::-1])
    if match is None:
        return None
    run = match.group()[::-1]
    if window[: -len(run)].endswith("@"):
        return None
    if any(character.isalnum() for character in run):
        run = _SEPARATORS.split(run)[-1].lstrip(".'^~%-")
    legal = 0 < len(run) <= rules.max_local and ".." not in run and run[0] != "." and run[-1] != "."
    return run if legal else None


def _is_literal(version: str | None, value: str) -> bool:
    """Whether an address literal is legal by RFC 5321 4.1.3: IPv4, or `IPv6:` and an address whose `::`
    stands for two groups or more."""
    try:
        if version is None:
            ipaddress.IPv4Address(value)
            return True
        ipaddress.IPv6Address(value)
    except ValueError:
        return False
    groups = [group for group in value.replace("::", ":").split(":") if group]
    written = len(groups) + ("." in value)
    return "::" not in value or written <= 6


def _domain_end(batch: Batch, start: int) -> int:
    """The end of the domain or address literal after the @, or -1 if there is none.

    A domain of one label ("localhost") has an end, too: the caller allows it behind `mailto:`.
    """
    text = batch.text
    if text.startswith("[", start):
        literal = _LITERAL.match(text, start)
        return literal.end() if literal and _is_literal(literal.group(1), literal.group(2)) else -1
    run = HOST_RUN.match(text, start)
    if run is None:
        return -1
    host = cut_host(run.group()).rstrip("-_.")
    last = host.rpartition(".")[2]
    if not is_well_formed(host) or "_" in host:
        return -1
    if "." in host and (len(last) < 2 or not last[0].isalpha()):
        return -1
    return start + len(host)


def find_emails(batch: Batch, rules: EmailRules) -> Iterator[Found]:
    """Every well-formed e-mail address in the batch, found by its @."""
    text = batch.text
    for at in batch.addresses:
        end = _domain_end(batch, at + 1)
        is_dotted = end > 0 and ("." in text[at + 1 : end] or text[at + 1] == "[")
        if end < 0 or not (is_dotted or batch.has_mailto) or text.startswith("@", end):
            continue
        local = _local_part(batch, at, rules)
        if local is None:
            continue
        start = at - len(local)
        prefix = start - len(_MAILTO)
        has_scheme = prefix >= 0 and text[prefix:start].lower() == _MAILTO
        if end - start > rules.max_address or not (is_dotted or has_scheme):
            continue
        domain = text[at + 1 : end]
        host = domain if domain.startswith("[") else canonical_host(domain)
        details: dict[str, object] = {"local": local, "domain": host}
        yield Found(prefix if has_scheme else start, end, rules.confidence, f"{local.lower()}@{host}", details)


def email_noise(batch: Batch, found: Found, rules: EmailRules) -> str | None:
    """Why something that has the form of an e-mail address is noise (not worth a mention): a placeholder, or the
    account of a remote command or repository (`git@host:path`). None if it is a real address."""
    local = str(found.details["local"]).lower()
    if local in rules.placeholder_locals:
        return "placeholder"
    follows = batch.text[found.end : found.end + 2]
    if local in rules.remote_accounts and len(follows) == 2 and follows[0] == ":" and not follows[1].isspace():
        return "remote"
    return None
