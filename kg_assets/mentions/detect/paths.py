"""Finds paths (FILEPATH): absolute and relative ones of POSIX and Windows, network shares, and file names with a known
suffix."""

import re
from collections.abc import Iterator

from kg_assets.mentions.detect.anchors import Batch
from kg_assets.mentions.detect.found import Found
from kg_assets.mentions.detect.hosts import FOREIGN_STOPS, public_suffix
from kg_assets.mentions.detect.ranges import RangeIndex
from kg_assets.mentions.detect.rules import BareDomainRules, FilePathRules

_PART = rf"[^\x00-\x20\x7f/\\\"'`<>|*?:;,()\[\]{{}}{FOREIGN_STOPS}]"
_POSIX = re.compile(rf"(?:/{_PART}+)+/?")
_WINDOWS_PART = rf"[^\x00-\x1f\x7f/\\\"'`<>|*?:;,\s{FOREIGN_STOPS}]"
_WINDOWS_NAME = re.compile(rf"{_WINDOWS_PART}{{0,255}}")
_WINDOWS_SEPARATOR = re.compile(r"[\\/]{1,2}")
# The name of a folder may have spaces if a separator follows. The name of a file may not: its end would be unknown.
_SPACED_FOLDER = re.compile(rf"{_WINDOWS_PART}{{1,128}}(?: {_WINDOWS_PART}{{1,64}}){{1,3}}(?=[\\/])")
_LONGEST_KNOWN_FOLDER = 40
_SHARE = re.compile(rf"\\\\{{1,3}}[A-Za-z0-9._-]{{1,64}}(?:\\{{1,2}}{_WINDOWS_PART}{{1,128}})+\\?")
_NAME_BACKWARDS = re.compile(rf"(?:{_PART}|/){{1,255}}")
_TRAILING = ".!?…*~="


def _is_boundary(text: str, start: int) -> bool:
    return start == 0 or text[start - 1] in " \t\r\n\"'`(=:[{,;|>" or not text[start - 1].isascii()


def _suffix(name: str) -> str:
    stem, dot, suffix = name.rpartition(".")
    return suffix.lower() if dot and stem else ""


def _posix_start(text: str, slash: int) -> int:
    """Where a path starts whose first slash is given: at a `~`, `.` or `..` before the slash, else at the slash. -1 if
    no path can start there."""
    for lead in ("..", ".", "~"):
        if text.endswith(lead, 0, slash):
            start = slash - len(lead)
            return start if _is_boundary(text, start) else -1
    return slash if _is_boundary(text, slash) else -1


def _posix_confidence(start_is_rooted: bool, parts: list[str], rules: FilePathRules) -> float | None:
    if start_is_rooted or parts[0] in rules.roots:
        return rules.confidence_rooted
    if all(part.isdigit() for part in parts):
        return None
    if len(parts) == 1:
        return rules.confidence_absolute if _suffix(parts[0]) in rules.suffixes else None
    return rules.confidence_absolute


def _find_posix(batch: Batch, rules: FilePathRules) -> Iterator[Found]:
    text = batch.text
    done = 0
    for slash in batch.slashes:
        start = _posix_start(text, slash) if slash >= done else -1
        if start < done or start < 0:
            continue
        match = _POSIX.match(text, slash)
        if match is None:
            continue
        end = slash + len(match.group().rstrip(_TRAILING))
        done = end
        parts = [part for part in text[slash:end].split("/") if part]
        confidence = _posix_confidence(start < slash, parts, rules) if parts else None
        if confidence is not None and end - start <= rules.max_chars:
            yield Found(start, end, confidence, text[start:end], {"style": "posix", "name": parts[-1]})


def _windows_end(text: str, at: int, rules: FilePathRules) -> int:
    """The end of a Windows path whose first folder begins at `at`."""
    while True:
        end = _known_folder_end(text, at, rules) or _WINDOWS_NAME.match(text, at).end()  # type: ignore[union-attr]
        spaced = _SPACED_FOLDER.match(text, at) if text.startswith(" ", end) else None
        if spaced is not None and _is_folder_name(spaced.group(), rules):
            end = spaced.end()
        separator = _WINDOWS_SEPARATOR.match(text, end) if end > at else None
        if separator is None:
            return end
        at = separator.end()


def _known_folder_end(text: str, at: int, rules: FilePathRules) -> int | None:
    """The end of a known folder name with spaces ("Program Files") that begins at `at`, or None."""
    beginning = text[at : at + _LONGEST_KNOWN_FOLDER].lower()
    known = [name for name in rules.spaced_folders if beginning.startswith(name)]
    end = at + max(map(len, known), default=0)
    return end if end > at and not text[end : end + 1].isalnum() else None


def _is_folder_name(name: str, rules: FilePathRules) -> bool:
    """Whether several words before a separator are the name of one folder ("My Files"). Otherwise the path ends within
    them, and the rest belongs to the sentence."""
    first, *rest = name.split(" ")
    ends_early = any(word[-1] in ".!?…" or _suffix(word) in rules.suffixes for word in (first, *rest[:-1]))
    return not ends_early and rules.sentence_words.isdisjoint(rest)


def _find_windows(batch: Batch, rules: FilePathRules) -> Iterator[Found]:
    text = batch.text
    done = 0
    for slash in sorted(batch.backslashes + batch.drive_slashes):
        if slash < done:
            continue
        if text[slash - 1 : slash] == ":" and slash > 1:
            start = slash - 2
            if not (text[start].isalpha() and text[start].isascii()) or not _is_boundary(text, start):
                continue
            first = slash + (2 if text.startswith("\\\\", slash) else 1)
            reached = _windows_end(text, first, rules)
        else:
            start = slash
            match = _SHARE.match(text, slash) if _is_boundary(text, slash) else None
            if match is None:
                continue
            reached = match.end()
        end = start + len(text[start:reached].rstrip(_TRAILING))
        done = max(done, end)
        if slash + 1 < end <= start + rules.max_chars:
            name = re.split(r"[\\/]+", text[start:end].rstrip("\\/"))[-1]
            yield Found(start, end, rules.confidence_rooted, text[start:end], {"style": "windows", "name": name})


def _relative_start(batch: Batch, start: int) -> int:
    """Where the path begins whose last part is the name at `start`; -1 if the name is a part of something else."""
    lead = _NAME_BACKWARDS.match(batch.before(start, 256)[::-1])
    first = start - lead.end() if lead else start
    text = batch.text
    if not _is_boundary(text, first) or text[first] in "/@#$%&~-+=.":
        return -1
    return first


def _find_named(batch: Batch, rules: FilePathRules, domains: BareDomainRules, taken: RangeIndex) -> Iterator[Found]:
    """Relative paths and single file names, found by a known suffix. Those within `taken` and those that look like
    addresses are left out."""
    text = batch.text
    done = 0
    for low, high in batch.dotted_names:
        end = low + len(text[low:high].rstrip(".-_")) if high - low <= rules.max_chars else low
        suffix = _suffix(text[low:end])
        if suffix not in rules.suffixes or low < done or taken.meets(low, end):
            continue
        if text[end : end + 1] in ("@", "/", "\\", "("):
            continue
        start = _relative_start(batch, low)
        if start < done or taken.meets(start, end):
            continue
        done = end
        path = text[start:end]
        has_folder = "/" in path
        first = path.partition("/")[0].lower()
        if has_folder and "." in first and public_suffix(first)[0] and _suffix(first) not in domains.file_suffixes:
            continue
        if not has_folder and suffix in rules.folder_suffixes:
            continue
        confidence = rules.confidence_relative if has_folder else rules.confidence_name
        yield Found(start, end, confidence, path, {"style": "relative", "name": path.rpartition("/")[2]})


def find_paths(batch: Batch, rules: FilePathRules, domains: BareDomainRules, addresses: RangeIndex) -> Iterator[Found]:
    """Every path outside of URLs and e-mail addresses, in the order of their start."""
    windows = list(_find_windows(batch, rules))
    drives = RangeIndex([found[:2] for found in windows])
    posix = [found for found in _find_posix(batch, rules) if not drives.meets(found.start, found.end)]
    rooted = [found for found in posix + windows if not addresses.meets(found.start, found.end)]
    spans = [found[:2] for found in rooted]
    named = [
        found
        for found in _find_named(batch, rules, domains, RangeIndex(spans))
        if not addresses.meets(found.start, found.end)
    ]
    yield from sorted(rooted + named, key=lambda item: item[:2])


def path_noise(found: Found, rules: FilePathRules) -> str | None:
    """Why something that has the form of a path is noise (not worth a mention): a product named like a file
    (`node.js`), or a section of a site (`/r/python`). None if it is a path."""
    if found.normalized.lower() in rules.product_names:
        return "product name"
    parts = [part for part in found.normalized.split("/") if part]
    is_absolute = found.normalized.startswith("/")
    return "site section" if is_absolute and len(parts) == 2 and parts[0] in rules.site_roots else None
