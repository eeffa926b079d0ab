"""Finds names in texts as whole words; used for what is forgotten or kept private."""

import unicodedata
from collections.abc import Collection

import re2

from kg_assets.sources.redact import Says

_NO_WORD = r"[^\p{L}\p{M}\p{N}_]"


def names_in(names: Collection[str], in_any_case: bool = False) -> Says | None:
    """A function that says whether a text holds one of these names as a whole word; None without names."""
    wanted = sorted({composed(name) for name in names if name.strip()}, key=lambda name: (-len(name), name))
    if not wanted:
        return None
    one_of = "|".join(re2.escape(name) for name in wanted)
    case = "(?i)" if in_any_case else ""
    return says(re2.compile(f"{case}(?:^|{_NO_WORD})(?:{one_of})(?:$|{_NO_WORD})"))


def says(found: "re2._Regexp") -> Says:
    """A function that says whether the expression matches somewhere in a text."""

    def fits(text: str) -> bool:
        # RE2 reads UTF-8, which has no lone surrogates.
        return found.search(composed(text).encode("utf-8", "replace").decode()) is not None

    return fits


def composed(text: str) -> str:
    """The text with its accents composed (NFC), so that a name written with decomposed accents is found
    too."""
    return unicodedata.normalize("NFC", text)
