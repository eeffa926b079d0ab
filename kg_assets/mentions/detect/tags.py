"""Finds names behind an @ (HANDLE) and words behind a # (HASHTAG)."""

import re
import unicodedata
from collections.abc import Iterator

from kg_assets.mentions.detect.anchors import Batch
from kg_assets.mentions.detect.found import Found
from kg_assets.mentions.detect.hosts import top_level_labels
from kg_assets.mentions.detect.ranges import RangeIndex
from kg_assets.mentions.detect.rules import HandleRules, HashtagRules

_HANDLE = re.compile(r"@([A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)*)")
_PACKAGE = re.compile(r"/[A-Za-z0-9_.-]")
_CALL = re.compile(r"(?:\.[A-Za-z_]\w*)*\(", re.ASCII)
_FOLLOWING_LABEL = re.compile(r"\.([A-Za-z]{2,24})(?![A-Za-z0-9_])")
_RETWEET = re.compile(r"(?i)tr(?![a-z0-9])")
_HEX = re.compile(r"[0-9a-fA-F]+")
# Letters, digits and connectors of all scripts; marks are looked up where one follows.
_TAG_WORD = re.compile("[\\w\u00b7\u0f0b\u0f0c\u200c\u200d\u30fb]*")


def _may_precede_handle(batch: Batch, at: int, blocking: str) -> bool:
    """Whether a handle may begin at this @. It may not behind a Latin letter, a digit, an underscore or a character of
    `blocking`; `RT@name` is the one exception."""
    if at == 0:
        return True
    before = batch.text[at - 1]
    if before in blocking or before == "_":
        return False
    if not (before.isalnum() and (before.isascii() or before < "\u0250")):
        return True
    return _RETWEET.match(batch.before(at, 3)[::-1]) is not None


def _ends_handle(text: str, end: int) -> bool:
    """Whether a handle may end here. It may not if a Latin letter, another @, `://` or a domain suffix follows."""
    after = text[end : end + 1]
    if after in ("@", "_", "-") and (after != "-" or text[end + 1 : end + 2].isalnum()):
        return False
    if after.isalpha() and after < "\u0250":
        return False
    if text.startswith("://", end):
        return False
    label = _FOLLOWING_LABEL.match(text, end)
    return label is None or label.group(1).lower() not in top_level_labels()


def find_handles(batch: Batch, rules: HandleRules, addresses: RangeIndex) -> Iterator[Found]:
    """Every handle that is not within a URL or an e-mail address."""
    text = batch.text
    for at in batch.handles:
        match = _HANDLE.match(text, at)
        if match is None or len(match.group(1)) > rules.max_chars:
            continue
        end = match.end()
        if not _may_precede_handle(batch, at, rules.blocking_before) or not _ends_handle(text, end):
            continue
        name = match.group(1)
        if not name.strip("_") or addresses.meets(at, end):
            continue
        yield Found(at, end, rules.confidence, match.group().lower(), {"name": name})


def handle_noise(batch: Batch, found: Found, rules: HandleRules) -> str | None:
    """Why something that has the form of a handle is noise (not worth a mention): a decorator or annotation, a number,
    or a scoped package. None if it is a handle."""
    name = str(found.details["name"])
    if name in rules.decorators:
        return "decorator"
    if name.isdigit():
        return "number"
    follows = batch.text[found.end : found.end + 80]
    if _PACKAGE.match(follows):
        return "package"
    starts_line = not batch.before(found.start, 80).strip()
    return "decorator" if starts_line and _CALL.match(follows) else None


def _may_precede_tag(text: str, at: int, blocking: str) -> bool:
    if at == 0:
        return True
    before = text[at - 1]
    return not (before.isalnum() or before in blocking or before == "＃")


def _tag_end(text: str, at: int) -> int:
    """The end of the word that starts at `at`.

    Combining marks are tested one by one: a pattern with all of them would take longer to compile than a shard takes to
    read.
    """
    while True:
        match = _TAG_WORD.match(text, at)
        at = match.end() if match else at
        if at == len(text) or not _is_mark(text[at]):
            return at
        at += 1


def _is_mark(character: str) -> bool:
    """Whether a character is a combining mark of any script; emoji variation selectors and the enclosing
    keycap are not."""
    point = ord(character)
    return (
        point >= 0x80
        and unicodedata.category(character)[0] == "M"
        and not 0xFE00 <= point <= 0xFE0F
        and point != 0x20E3
    )


def find_hashtags(batch: Batch, rules: HashtagRules, addresses: RangeIndex) -> Iterator[Found]:
    """Hashtags outside of URLs and e-mail addresses. Tags of digits only are found, too; `hashtag_noise` marks them."""
    text = batch.text
    for at in batch.hashes:
        if not _may_precede_tag(text, at, rules.blocking_before):
            continue
        stop = _tag_end(text, at + 1)
        if stop == at + 1 or stop - at > rules.max_chars:
            continue
        word = text[at + 1 : stop].rstrip("\u00b7\u200c\u200d\u30fb")
        end = at + 1 + len(word)
        follows = text[stop : stop + 3]
        if not word.strip("_") or follows[:1] in ("#", "＃") or follows == "://" or addresses.meets(at, end):
            continue
        yield Found(at, end, rules.confidence, "#" + word.casefold(), {"word": word})


def _is_colour(word: str, rules: HashtagRules) -> bool:
    if len(word) not in rules.colour_lengths or not _HEX.fullmatch(word):
        return False
    low = word.lower()
    return any(character.isdigit() for character in low) or len(set(low)) == 1 or low in rules.colours


def hashtag_noise(batch: Batch, found: Found, rules: HashtagRules) -> str | None:
    """Why something that has the form of a hashtag is noise (not worth a mention): a number (of an issue), a colour, or
    a preprocessor line. None if it is a hashtag."""
    word = str(found.details["word"])
    if not any(character.isalpha() for character in word):
        return "number"
    if word.isascii() and _is_colour(word, rules):
        return "colour"
    starts_line = not batch.before(found.start, 80).strip()
    return "directive" if starts_line and word in rules.directives else None
