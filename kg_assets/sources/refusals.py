"""Reasons for which a file under a named path is not taken in: their codes, and the sentence that is shown for each."""

from collections.abc import Iterable
from dataclasses import dataclass

from kg_assets.core.errors import SourceError

# Completes the sentence "these files were not taken in, since …"; each says what to do where something can be done.
SENTENCES = {
    "archive": "archives of this kind are not read; unpack them and name the folder",
    "companion": "they belong to an export and hold no conversation of their own",
    "damaged": "they are damaged; copy or download them again",
    "encrypted": "they are encrypted; unpack them and name the folder",
    "harmful": "they declare entities of their own, as no word processor does; if you trust them, save them anew",
    "leads_nowhere": "these links lead to nothing",
    "leads_out": "links that lead out of the folder are not followed",
    "no_conversations": "no conversation was found in them: they are cut off, or no export",
    "no_file": "they are pipes or devices, no files",
    "not_read": "files of their kind are not read",
    "no_text": "they hold no text: run a text recognition over pictures of text, save pages that scripts make as text",
    "page": "a page holds the conversations only for reading; name the export's conversations.json",
    "record_contradicts": "another record before it has the same id and says something else; give it an id of its own",
    "record_future": "it says to be of a later day than this one; mend its created_at",
    "record_no_object": "a line holds one record, a JSON object with id, type and text; mend the line",
    "record_too_long": "it is longer than a record may be; cut it into several",
    "record_unknown_value": "there is no such value; type is self_definition, and docs/beliefs.md lists the modes",
    "record_wrong_field": "a field is missing or of another kind; docs/beliefs.md says what a record holds",
    "same_bytes": "they hold the same as another file that was taken in",
    "too_large": "they hold more, or would unpack to more, than the limits of the section `sources` allow",
    "too_slow": "they take longer to read than document_seconds of the section `sources` allows; split them",
    "unreadable": "they cannot be read; check their permissions",
    "unreadable_as_before": "they cannot be read, and stay as they were taken in last; check their permissions",
}
REFUSALS = tuple(SENTENCES)
# Files that every export brings along, and duplicates: counted like the others, but nobody need hear of them.
ORDINARY = frozenset({"companion", "same_bytes"})
# Reasons of files that may hold a person's words, which are not in the build until the file is mended.
TO_MEND = frozenset(
    {
        "archive",
        "damaged",
        "encrypted",
        "harmful",
        "no_text",
        "too_large",
        "too_slow",
        "unreadable",
        "unreadable_as_before",
        *(code for code in SENTENCES if code.startswith("record_")),
    }
)


class RefusedError(SourceError):
    """Raised for a file that cannot be taken in. `code` is one of `REFUSALS`."""

    def __init__(self, code: str, said: str) -> None:
        super().__init__(said)
        self.code = code


@dataclass(frozen=True, slots=True)
class Refused:
    """A file, a folder, or a line of a file that was found at a named path and not taken in; `reason` is one
    of `REFUSALS`."""

    name: str
    reason: str


def by_reason(refused: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """For each reason the names that it was given for, from pairs (name, reason). Reasons in `ORDINARY` are left out:
    nobody need hear of them."""
    found: dict[str, list[str]] = {}
    for name, reason in sorted(refused, key=lambda one: (one[1], one[0])):
        if reason not in ORDINARY:
            found.setdefault(reason, []).append(name)
    return found
