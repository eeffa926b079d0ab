"""Why a file that lies under a named path is not taken in: the codes that are counted, and what is said of each."""

from collections.abc import Iterable
from dataclasses import dataclass

from kg_assets.core.errors import SourceError

# Completes the sentence "these files were not taken in, since …"; each says what to do where something can be done.
SENTENCES = {
    "archive": "archives of this kind are not read; unpack them and name the folder",
    "companion": "they belong to an export and hold no conversation of their own",
    "damaged": "they are damaged; copy or download them again",
    "encrypted": "they are encrypted; unpack them and name the folder",
    "leads_nowhere": "these links lead to nothing",
    "leads_out": "links that lead out of the folder are not followed",
    "no_conversations": "they hold no conversation",
    "no_file": "they are pipes or devices, no files",
    "not_read": "files of their kind are not read",
    "page": "a page holds the conversations only for reading; name the export's conversations.json",
    "same_bytes": "they hold the same as another file that was taken in",
    "too_large": "they would unpack to more than the limits of the section `sources` allow",
    "unreadable": "they cannot be read; check their permissions",
    "unreadable_as_before": "they cannot be read, and stay as they were taken in last; check their permissions",
}
REFUSALS = tuple(SENTENCES)
# What every export brings along and what is there twice: counted like the others, but nobody need hear of it.
ORDINARY = frozenset({"companion", "same_bytes"})
# What may hold a person's words, which are not in the build until it is mended.
TO_MEND = frozenset({"archive", "damaged", "encrypted", "too_large", "unreadable", "unreadable_as_before"})


class RefusedError(SourceError):
    """A file that cannot be taken in. `code` is one of `REFUSALS`."""

    def __init__(self, code: str, said: str) -> None:
        super().__init__(said)
        self.code = code


@dataclass(frozen=True, slots=True)
class Refused:
    """A file or folder that lay under a named path and was not taken in."""

    name: str
    reason: str


def by_reason(refused: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """The names that a person should hear of, by reason, of (name, reason) pairs."""
    found: dict[str, list[str]] = {}
    for name, reason in sorted(refused, key=lambda one: (one[1], one[0])):
        if reason not in ORDINARY:
            found.setdefault(reason, []).append(name)
    return found
